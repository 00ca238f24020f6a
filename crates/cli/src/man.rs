//! `threefold man`.

use clap::CommandFactory;
use clap_mangen::Man;
use threefold_terminal::exit::Exit;
use threefold_terminal::output::{Stop, print};

use crate::args::{Cli, ManArgs};
use crate::help::find;

pub fn run(args: &ManArgs) -> Result<Exit, Stop> {
    let mut page = Vec::new();
    let mut command = Cli::command();
    // Names of subcommands become those of pages: threefold-go-board.
    command.build();
    let command =
        find(command, &args.command).map_err(|error| Stop::Message(format!("man: {error}")))?;
    Man::new(command).render(&mut page).map_err(|error| Stop::Message(error.to_string()))?;
    print(&String::from_utf8_lossy(&page))?;
    Ok(Exit::Fine)
}
