//! Where fewer threads search than flags ask for: nobody is to take one for many.

use threefold::search::Options;
use threefold::session::registry::Task;

use crate::mate::args::MateArgs;

/// What is to be said before questions about these positions are searched with these options.
pub fn note(options: &Options, mate: &MateArgs, tasks: &[Task]) -> Option<String> {
    if options.threads == 1 {
        return None;
    }
    if let Some(one) = tasks.iter().find_map(|task| task.subject.one_thread(options)) {
        return Some(format!("--{}: {}", one.field(), one.words()));
    }
    let lengths = match mate.shortest {
        true => "--threads: for the search for any win; lengths are searched by one thread",
        false => "--threads: wins within a length are searched by one thread",
    };
    mate.is_asked().then(|| lengths.to_owned())
}
