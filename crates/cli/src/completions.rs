//! `threefold completions`.

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use threefold_terminal::exit::Exit;
use threefold_terminal::output::{Stop, print};

pub fn run(args: &CompletionsArgs) -> Result<Exit, Stop> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "threefold", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Fine)
}
