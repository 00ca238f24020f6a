//! Where fewer threads search than flags ask for: nobody is to take one for many.

use threefold::session::registry::{GameName, Task};

use crate::solve::args::SolveArgs;

/// What is to be said before questions about these positions are searched.
pub fn note(args: &SolveArgs, tasks: &[Task]) -> Option<&'static str> {
    if args.threads == 1 {
        return None;
    }
    if args.deterministic && tasks.iter().any(|task| task.subject.game() == GameName::Tsume) {
        return Some("--deterministic: with pieces in hand one thread searches");
    }
    if args.advanced.detect_collisions {
        return Some("--threads: with --detect-collisions one thread searches");
    }
    args.mate.is_asked().then_some(match args.mate.shortest {
        true => "--threads: for the search for any win; lengths are searched by one thread",
        false => "--threads: wins within a length are searched by one thread",
    })
}

/// The same of problems of Go, which are questions under superko.
pub fn note_of_problems(args: &SolveArgs) -> Option<&'static str> {
    (args.threads != 1 && args.deterministic)
        .then_some("--deterministic: under superko one thread searches")
}
