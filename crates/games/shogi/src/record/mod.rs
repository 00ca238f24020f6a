//! Records of games and problems: KIF, KI2, CSA and JKF.
//!
//! ```
//! use threefold_shogi::record;
//! let text = "\
//! 後手の持駒：残り
//!   ９ ８ ７ ６ ５ ４ ３ ２ １
//! +---------------------------+
//! | ・ ・ ・ ・v玉 ・ ・ ・ ・|一
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|二
//! | ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|四
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|五
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|六
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|七
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|八
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|九
//! +---------------------------+
//! 先手の持駒：金
//! 手数----指手---------消費時間--
//!    1 ５二金打
//!    2 詰み
//! ";
//! let record = record::read(text.as_bytes())?;
//! assert_eq!(record.start.to_string(), "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
//! assert_eq!(record.lines[0].moves[0].to_string(), "G*5b");
//! # Ok::<(), threefold_shogi::record::RecordError>(())
//! ```

mod csa;
mod header;
mod jkf;
mod ki2;
mod kif;
mod write;

use thiserror::Error;
use threefold_game::NotationError;

use crate::{Move, Position};

pub use write::kif as write_kif;

/// A game or a problem that was read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position before the first move.
    pub start: Position,
    /// The lines of play: the main line first, which may be empty, then the variations in the order
    /// of the file.
    pub lines: Vec<Line>,
    /// Titles, names, dates: key and value as they stand in the file, in its order.
    pub headers: Vec<(String, String)>,
}

/// A line of play in a [`Record`].
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Line {
    /// Its moves, all of them legal, from the start of the record.
    pub moves: Vec<Move>,
    /// How many of them it shares with the line before it; 0 for the main line.
    pub shared: usize,
    /// Comments that are written, each behind so many of its moves. They are not read.
    pub comments: Vec<(usize, String)>,
}

/// A file that is no record, or not one of shogi.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {error}")]
pub struct RecordError {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong there.
    pub error: NotationError,
}

impl RecordError {
    fn new(line: usize, message: impl Into<String>) -> RecordError {
        RecordError { line, error: NotationError::new(message) }
    }
}

/// Reads a record, whichever of the formats it has: KIF (numbered moves), KI2 (moves with ▲ and △),
/// CSA or JKF (JSON). Text is UTF-8, Shift_JIS or EUC-JP.
///
/// If White's hand is not given, or is 残り ("the rest"), it has all pieces that are nowhere else.
///
/// # Errors
/// The first thing that is wrong, and its line. Moves have to be legal.
pub fn read(bytes: &[u8]) -> Result<Record, RecordError> {
    let text = decode(bytes)?;
    if text.trim_start().starts_with('{') {
        jkf::read(&text)
    } else if csa::is_csa(&text) {
        csa::read(&text)
    } else if ki2::is_ki2(&text) {
        ki2::read(&text)
    } else {
        kif::read(&text)
    }
}

/// Text of a file in UTF-8, with or without a byte order mark, in Shift_JIS or in EUC-JP.
///
/// Much of EUC-JP is Shift_JIS by its bytes, as halfwidth kana: what has those, and is EUC-JP, is
/// taken for that.
///
/// # Errors
/// It is in none of them; the line is that of the first byte that does not fit Shift_JIS.
pub fn decode(bytes: &[u8]) -> Result<String, RecordError> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(text.trim_start_matches('\u{feff}').to_owned());
    }
    let line_of = |text: &str| {
        text.split('\u{fffd}').next().map_or(0, |before| before.matches('\n').count()) + 1
    };
    let (text, _, malformed) = encoding_rs::SHIFT_JIS.decode(bytes);
    if malformed || text.contains(|c| matches!(c, '\u{ff61}'..='\u{ff9f}')) {
        let (other, _, is_neither) = encoding_rs::EUC_JP.decode(bytes);
        if !is_neither {
            return Ok(other.into_owned());
        }
    }
    if malformed {
        return Err(RecordError::new(line_of(&text), "neither UTF-8 nor Shift_JIS nor EUC-JP"));
    }
    Ok(text.into_owned())
}

/// The lines of play while a file is read.
struct Lines {
    start: Position,
    lines: Vec<Line>,
    /// The position behind the last move.
    position: Position,
}

impl Lines {
    fn new(start: Position) -> Lines {
        Lines { position: start.clone(), start, lines: vec![Line::default()] }
    }

    fn current(&mut self) -> &mut Line {
        self.lines.last_mut().expect("there is a main line")
    }

    /// Number of the move that comes next, from 1.
    fn next_number(&self) -> usize {
        self.lines.last().map_or(0, |line| line.moves.len()) + 1
    }

    /// Where the last move led.
    fn last_to(&self) -> Option<crate::Square> {
        self.lines.last().and_then(|line| line.moves.last()).map(|m| m.to())
    }

    fn push(&mut self, m: Move, line: usize, text: &str) -> Result<(), RecordError> {
        if !self.position.is_legal(m) {
            let message = format!("{} is not a legal move here", threefold_game::quote(text));
            return Err(RecordError::new(line, message));
        }
        self.position.make(m);
        self.current().moves.push(m);
        Ok(())
    }

    /// Begins a variation with the move of this number, in the line that was read last.
    fn branch(&mut self, number: usize, line: usize) -> Result<(), RecordError> {
        let before = self.current().moves.clone();
        if number == 0 || number > before.len() + 1 {
            let message = format!("no line has a move {number} that a variation could replace");
            return Err(RecordError::new(line, message));
        }
        let moves = before[..number - 1].to_vec();
        self.position = self.start.clone();
        for &m in &moves {
            self.position.make(m);
        }
        self.lines.push(Line { shared: moves.len(), moves, ..Line::default() });
        Ok(())
    }

    fn finish(self, headers: Vec<(String, String)>) -> Record {
        Record { start: self.start, lines: self.lines, headers }
    }
}
