//! Files of positions: EPD and FEN, one position a line.
//!
//! ```
//! use threefold_chess::epd;
//!
//! let file = "\
//! ## two mates
//! 4k3/Q7/3K4/8/8/8/8/8 w - - bm #1; id \"Eppstein; the key is Qe7\";
//! k1r5/8/K1R5/8/8/8/8/8 w - - 0 1 moves c6b6 c8b8 b6c6
//! ";
//! let records: Vec<_> = epd::read(file).collect();
//! let (line, eppstein) = &records[0];
//! let eppstein = eppstein.as_ref().unwrap();
//! assert_eq!((*line, eppstein.mate()), (2, Some(1)));
//! assert_eq!(eppstein.id(), Some("Eppstein; the key is Qe7"));
//! let lc0 = records[1].1.as_ref().unwrap();
//! assert_eq!(lc0.history().moves().len(), 3);
//! ```
//!
//! # What is read
//! - EPD: the first four fields of a FEN, then operations `opcode operand ... ;`. The last
//!   semicolon may be missing. Text in double quotes may contain semicolons.
//! - FEN: all six fields; operations may follow.
//! - Instead of a FEN `startpos`. Before either may stand what UCI has there, `position`,
//!   `fen`.
//! - Moves before the root, in SAN or UCI notation: an operation `moves e4 e7e5;`, which after a
//!   FEN is just what UCI has (`<fen> moves e2e4 e7e5`), or moves with numbers, as in PGN, behind
//!   the position (`startpos 1. e4 e5 2. Nf3`) up to a semicolon. Everything else on the line is
//!   about the position after them.
//! - Lines without text and lines that begin with `#` are skipped.

mod error;
mod expected;
mod operation;
mod position;
mod record;

pub use error::{EpdError, EpdErrorKind};
pub use expected::Expected;
pub use operation::{Operand, Operation};
pub use record::{EpdRecord, parse_line};

/// Reads a file: the number of each line that holds a record, 1 for the first, and the record.
///
/// A line that cannot be read does not stop the reader.
///
/// ```
/// let file = "8/8/8/8/8/8/8/8 w - -\n\n4k3/Q7/3K4/8/8/8/8/8 w - - bm #1;\n";
/// let records: Vec<_> = threefold_chess::epd::read(file).collect();
/// let error = records[0].1.as_ref().unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 1: there is no king on the board");
/// assert_eq!(records[1].0, 3);
/// assert!(records[1].1.is_ok());
/// ```
pub fn read(text: &str) -> impl Iterator<Item = (usize, Result<EpdRecord, EpdError>)> + '_ {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.lines().enumerate().filter(|(_, line)| !is_skipped(line)).map(|(i, line)| {
        let number = i + 1;
        let record = parse_line(line).map(|record| record.on_line(number));
        (number, record.map_err(|error| error.on_line(number)))
    })
}

fn is_skipped(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#')
}
