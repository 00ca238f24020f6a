//! Subcommands that are somewhere else now.

use crate::exit::Exit;
use crate::output::{Stop, complain};

/// `threefold compare`.
pub fn run() -> Result<Exit, Stop> {
    complain(
        "compare: it is `threefold-lab compare` now, with the same flags; in a clone: \
         cargo run --release -p threefold-lab-cli -- compare",
    );
    Ok(Exit::BadInput)
}
