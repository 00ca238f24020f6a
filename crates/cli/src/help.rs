//! `threefold help`: a subcommand, or the flags of `solve` about one thing.

use clap::{Command, CommandFactory};
use threefold_terminal::exit::Exit;
use threefold_terminal::output::{Stop, print};

use crate::args::{Cli, HelpArgs};

/// The topics, and under which headings the help of `solve` has them.
const TOPICS: [(&str, &str); 6] = [
    ("mate", crate::mate::args::HEADING),
    ("go", threefold_terminal::problem::HEADING),
    ("shogi", crate::tsume::args::HEADING),
    ("limits", crate::solve::args::LIMITS),
    ("search", crate::solve::args::SEARCH),
    ("output", crate::solve::args::OUTPUT),
];

pub fn run(args: &HelpArgs) -> Result<Exit, Stop> {
    let mut all = Cli::command();
    // Names of subcommands become those of programs: threefold go board.
    all.build();
    let topic = match args.topic.as_slice() {
        [one] => TOPICS.iter().find(|(topic, _)| topic == one),
        _ => None,
    };
    let help = match topic {
        Some(&(topic, heading)) => about(&all, topic, heading),
        None => find(all, &args.topic).map(|mut found| found.render_long_help().to_string()),
    };
    print(&help.map_err(|error| Stop::Message(format!("help: {error}")))?)?;
    Ok(Exit::Fine)
}

/// The flags of `solve` under a heading.
fn about(all: &Command, topic: &str, heading: &str) -> Result<String, String> {
    let solve = find(all.clone(), &["solve".to_owned()])?;
    let hidden = |arg: &clap::Arg| arg.get_help_heading() != Some(heading);
    let solve = solve.mut_args(|arg| if hidden(&arg) { arg.hide(true) } else { arg });
    let more = match all.find_subcommand(topic) {
        Some(_) => format!("The subcommand of that name: threefold {topic} --help\n"),
        None => String::new(),
    };
    let mut solve = solve.help_template("{options}\n\n").term_width(100);
    Ok(format!("threefold solve [FLAGS] INPUT...\n\n{}{more}", solve.render_long_help()))
}

/// A subcommand by its names.
///
/// # Errors
/// There is none.
pub fn find(mut command: Command, names: &[String]) -> Result<Command, String> {
    for name in names {
        let Some(found) = command.find_subcommand(name).filter(|found| !found.is_hide_set()) else {
            let shown = command.get_subcommands().filter(|one| !one.is_hide_set());
            let known: Vec<_> = shown.map(Command::get_name).collect();
            let expected = match known.is_empty() {
                true => "nothing more".to_owned(),
                false => format!("one of {}", known.join(", ")),
            };
            return Err(format!("no subcommand '{name}': expected {expected}"));
        };
        command = found.clone().version(env!("CARGO_PKG_VERSION"));
    }
    Ok(command)
}
