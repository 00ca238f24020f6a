//! What `threefold egdb probe` says of a game's end.

use std::fmt::Write;

use threefold_terminal::units::count;

/// The rest of a line about a position, and the moves below it.
pub fn end(mut out: String, plies: Option<u8>, line: &[String]) -> String {
    if let Some(plies) = plies {
        let _ = write!(out, " in {}", count(plies.into(), "ply"));
    }
    out.push('\n');
    if !line.is_empty() {
        let _ = writeln!(out, "  {}", line.join(" "));
    }
    out
}
