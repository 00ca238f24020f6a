//! `threefold go`.

pub mod args;
pub mod board;
mod report;
mod text;

use self::args::{GoArgs, GoCommand};
use crate::problem::check_sgf;
use threefold_terminal::exit::Exit;
use threefold_terminal::output::Stop;

pub fn run(args: &GoArgs) -> Result<Exit, Stop> {
    match &args.command {
        GoCommand::Board(args) => board::run(args),
        GoCommand::CheckSgf(args) => check_sgf::run(args),
    }
}
