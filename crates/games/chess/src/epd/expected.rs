//! The answer that a record expects.

use cozy_chess::Move;

use super::operation::Placed;
use super::{EpdError, EpdErrorKind, Operand};
use crate::{ChessPosition, san};

/// What a record says that the answer is: moves of the position, and the length of a mate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    best: Vec<Move>,
    avoid: Vec<Move>,
    mate: Option<i32>,
}

impl Expected {
    /// The moves that are right (`bm`), each once.
    pub fn best(&self) -> &[Move] {
        &self.best
    }

    /// The moves that are wrong (`am`), each once.
    pub fn avoid(&self) -> &[Move] {
        &self.avoid
    }

    /// The length of the mate in moves, negative if the side to move is mated: of `bm #3`, `dm 3`,
    /// or a comment (`c0` to `c9`) that is nothing but `mate in 3`, `#3` or `White mates in 3`.
    pub fn mate(&self) -> Option<i32> {
        self.mate
    }

    /// Whether nothing is expected.
    pub fn is_empty(&self) -> bool {
        *self == Expected::default()
    }
}

/// Reads what is expected of a position.
pub(super) fn read(
    line: &str,
    position: &ChessPosition,
    operations: &[Placed],
) -> Result<Expected, EpdError> {
    let mut expected = Expected::default();
    for Placed { operation, operand_offsets, .. } in operations {
        for (operand, &at) in operation.operands().iter().zip(operand_offsets) {
            let text = operand.as_str();
            let moves = match (operation.opcode(), operand) {
                ("bm", _) if text.starts_with('#') => {
                    expected.add_mate(line, at, mate_length(text))?;
                    continue;
                }
                ("bm", _) => &mut expected.best,
                ("am", _) => &mut expected.avoid,
                ("dm", _) => {
                    expected.add_mate(line, at, mate_length(&format!("#{text}")))?;
                    continue;
                }
                (opcode, Operand::Text(text)) if is_comment(opcode) => {
                    expected.add_mate(line, at, mate_in_words(text, position))?;
                    continue;
                }
                _ => continue,
            };
            let m = san::parse(position, text)
                .map_err(|error| EpdError::at(line, at, EpdErrorKind::Answer(error)))?;
            if !moves.contains(&m) {
                moves.push(m);
            }
        }
    }
    Ok(expected)
}

impl Expected {
    fn add_mate(&mut self, line: &str, at: usize, found: Option<i32>) -> Result<(), EpdError> {
        let Some(found) = found else { return Ok(()) };
        match self.mate.replace(found).filter(|&before| before != found) {
            None => Ok(()),
            Some(before) => {
                let (found, before) = (format!("#{found}"), format!("#{before}"));
                Err(EpdError::at(line, at, EpdErrorKind::TwoLengths { found, before }))
            }
        }
    }
}

/// `c0` to `c9`.
fn is_comment(opcode: &str) -> bool {
    matches!(opcode.as_bytes(), [b'c', b'0'..=b'9'])
}

/// The length of the mate in a comment that says nothing else.
fn mate_in_words(text: &str, position: &ChessPosition) -> Option<i32> {
    let text = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    if text.starts_with('#') {
        return mate_length(&text);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    let mover = match position.board().side_to_move() {
        cozy_chess::Color::White => "white",
        cozy_chess::Color::Black => "black",
    };
    let (number, is_mated) = match words[..] {
        ["mate", "in", number] => (number, false),
        [side @ ("white" | "black"), "mates", "in", number] => (number, side != mover),
        _ => return None,
    };
    let length = number.bytes().all(|byte| byte.is_ascii_digit()).then(|| format!("#{number}"));
    let length = mate_length(&length?)?;
    Some(if is_mated { -length } else { length })
}

/// `#3` or `#-3`; not longer than any mate that fits the program.
pub(super) fn mate_length(text: &str) -> Option<i32> {
    const LONGEST: u32 = 1_000_000;
    let length: i32 = text.strip_prefix('#')?.parse().ok()?;
    (length != 0 && length.unsigned_abs() <= LONGEST).then_some(length)
}
