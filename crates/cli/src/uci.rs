//! `threefold uci`: standard streams for the Universal Chess Interface.

use std::io::{self, BufReader};

use threefold_protocols::uci;

use crate::gtp::print;
use threefold_terminal::exit::Exit;
use threefold_terminal::output::Stop;

/// Answers commands until `quit` or the end of the input.
pub fn run() -> Result<Exit, Stop> {
    uci::run(BufReader::new(io::stdin()), &print)?;
    Ok(Exit::Fine)
}
