//! `threefold man`.

use clap::CommandFactory;
use clap_mangen::Man;

use crate::args::{Cli, ManArgs};
use crate::exit::Exit;
use crate::output::{Stop, print};

pub fn run(args: &ManArgs) -> Result<Exit, Stop> {
    let mut page = Vec::new();
    let mut command = Cli::command();
    // Names of subcommands become those of pages: threefold-go-board.
    command.build();
    for name in &args.command {
        let Some(found) = command.find_subcommand(name).filter(|found| !found.is_hide_set()) else {
            let known: Vec<_> = command
                .get_subcommands()
                .filter(|one| !one.is_hide_set())
                .map(clap::Command::get_name)
                .collect();
            let expected = match known.is_empty() {
                true => "nothing more".to_owned(),
                false => format!("one of {}", known.join(", ")),
            };
            return Err(Stop::Message(format!("man: no subcommand '{name}': expected {expected}")));
        };
        command = found.clone().version(env!("CARGO_PKG_VERSION"));
    }
    Man::new(command).render(&mut page).map_err(|error| Stop::Message(error.to_string()))?;
    print(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Fine)
}
