//! `threefold hub`: standard streams for the Hub protocol of draughts.

use std::io::{self, BufReader};
use std::path::Path;

use threefold_protocols::hub;
use threefold_terminal::database;

use crate::gtp::print;
use threefold_terminal::exit::Exit;
use threefold_terminal::output::Stop;

/// Answers commands until `quit` or the end of the input.
pub fn run(egdb: Option<&Path>) -> Result<Exit, Stop> {
    let egdb = egdb.map(Path::to_owned);
    let open = Box::new(move || database::for_play(egdb.as_deref()));
    hub::run(BufReader::new(io::stdin()), &print, open)?;
    Ok(Exit::Fine)
}
