//! One line of a file of positions.

use std::fmt;
use std::str::FromStr;

use threefold_game::{Game, History, RepetitionRule, quote};

use super::operation::{Placed, parse_operations};
use super::{EpdError, EpdErrorKind, Operand, Operation};
use crate::fen::{Field, fields};
use crate::{Chess, ChessPosition};

/// A position with the moves that were played before it and the operations about it.
#[derive(Clone, Debug)]
pub struct EpdRecord {
    history: History<Chess>,
    /// All operations but `moves`.
    operations: Vec<Operation>,
    mate: Option<i32>,
    direct_mate: Option<u32>,
}

impl EpdRecord {
    /// The position in question: the one on the line, or the one that the line's moves lead to.
    pub fn position(&self) -> &ChessPosition {
        self.history.root()
    }

    /// The game so far: the position on the line, the moves, and where they lead.
    pub fn history(&self) -> &History<Chess> {
        &self.history
    }

    /// The operations in order, whatever they are, without the moves before the root.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The first operation of that name.
    pub fn operation(&self, opcode: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.opcode() == opcode)
    }

    /// The length of the mate in moves (`bm #N`); negative if the side to move is mated
    /// (`bm #-N`). Never 0.
    pub fn mate(&self) -> Option<i32> {
        self.mate
    }

    /// The length of the mate in moves by the side to move (`dm N`).
    pub fn direct_mate(&self) -> Option<u32> {
        self.direct_mate
    }

    /// The best moves (`bm`), as they are written, mostly in SAN; lengths of mates left out.
    pub fn best_moves(&self) -> impl Iterator<Item = &str> {
        self.words("bm").filter(|word| !word.starts_with('#'))
    }

    /// The moves to avoid (`am`), as they are written, mostly in SAN.
    pub fn avoid_moves(&self) -> impl Iterator<Item = &str> {
        self.words("am")
    }

    /// The name of the position (`id`).
    pub fn id(&self) -> Option<&str> {
        self.operation("id")?.first()
    }

    /// The first comment (`c0`).
    pub fn comment(&self) -> Option<&str> {
        self.operation("c0")?.first()
    }

    fn words(&self, opcode: &str) -> impl Iterator<Item = &str> {
        self.operation(opcode).into_iter().flat_map(Operation::operands).map(Operand::as_str)
    }
}

impl FromStr for EpdRecord {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Self, EpdError> {
        parse_line(line)
    }
}

impl fmt::Display for EpdRecord {
    /// Writes the record as EPD: four fields, then the operations, the moves before the root
    /// first among them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.history.start())?;
        if !self.history.moves().is_empty() {
            write!(f, " moves {};", self.history.notation(&Chess))?;
        }
        for operation in &self.operations {
            write!(f, " {operation}")?;
        }
        Ok(())
    }
}

/// Reads one line: EPD or FEN, as the [module](super) describes.
///
/// # Errors
/// [`EpdError`], with line 1 and the column.
///
/// ```
/// use threefold_chess::epd::parse_line;
/// let record = parse_line("8/8/8/8/4Q3/8/5Rb1/R3K2k b Q - bm #-1; dm 2; c0 \"a; b\"")?;
/// assert_eq!(record.mate(), Some(-1));
/// assert_eq!(record.direct_mate(), Some(2));
/// assert_eq!(record.comment(), Some("a; b"));
/// let error = parse_line("4k3/Q7/3K4/8/8/8/8/8 w - - moves a7a8 e8e7").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 1, column 39: move 2 before the position: 'e8e7' is not a legal move here"
/// );
/// # Ok::<(), threefold_chess::EpdError>(())
/// ```
pub fn parse_line(line: &str) -> Result<EpdRecord, EpdError> {
    let (position, rest) = parse_position(line)?;
    let mut history = None;
    let mut record = Values::default();
    for placed in parse_operations(line, rest)? {
        if placed.operation.opcode() == "moves" {
            if history.is_some() {
                return Err(EpdError::at(line, placed.offset, EpdErrorKind::MovesTwice));
            }
            history = Some(play(line, position.clone(), &placed)?);
        } else {
            record.read(line, &placed)?;
            record.operations.push(placed.operation);
        }
    }
    let Values { operations, mate, direct_mate } = record;
    let history = history.unwrap_or_else(|| History::new(position));
    Ok(EpdRecord { history, operations, mate, direct_mate })
}

/// Reads the position; the second value is the byte where it ends.
fn parse_position(line: &str) -> Result<(ChessPosition, usize), EpdError> {
    let fields: Vec<Field> = fields(line).take(6).collect();
    let Some(first) = fields.first() else {
        return Err(EpdError::at(line, 0, EpdErrorKind::Empty));
    };
    let is_number = |field: &Field| {
        let digits = field.text.trim_end_matches(';');
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    // Two numbers after the four fields are the clocks of a FEN.
    let len = match &fields[..] {
        [_, _, _, _, clocks @ ..] if clocks.len() == 2 && clocks.iter().all(is_number) => 6,
        _ => fields.len().min(4),
    };
    // A semicolon ends what stands before it wherever it is.
    let end = fields[len - 1].end();
    let end = first.offset + line[first.offset..end].trim_end_matches(';').len();
    Chess.parse_position(&line[first.offset..end]).map(|position| (position, end)).map_err(
        |error| {
            let error = error.shifted(first.offset);
            EpdError::at(line, error.offset(), EpdErrorKind::Position(error))
        },
    )
}

/// Plays the moves before the root.
fn play(line: &str, start: ChessPosition, placed: &Placed) -> Result<History<Chess>, EpdError> {
    let moves = placed.operation.operands().iter().map(Operand::as_str);
    History::from_notation(&Chess, start, moves, RepetitionRule::Draw).map_err(|error| {
        let index = error.index();
        let offset = placed.operand_offsets.get(index - 1).copied().unwrap_or(placed.offset);
        EpdError::at(line, offset, EpdErrorKind::Moves(error))
    })
}

/// The values of the operations that are understood.
#[derive(Default)]
struct Values {
    operations: Vec<Operation>,
    mate: Option<i32>,
    direct_mate: Option<u32>,
}

impl Values {
    fn read(&mut self, line: &str, placed: &Placed) -> Result<(), EpdError> {
        let operands = placed.operation.operands().iter().map(Operand::as_str);
        let mut operands = operands.zip(placed.operand_offsets.iter().copied());
        match placed.operation.opcode() {
            "bm" => {
                let Some((text, offset)) = operands.find(|(text, _)| text.starts_with('#')) else {
                    return Ok(());
                };
                let mate = mate_length(text).ok_or_else(|| {
                    let found = quote(text);
                    EpdError::at(line, offset, EpdErrorKind::MateLength { found })
                })?;
                self.mate.get_or_insert(mate);
            }
            "dm" => {
                let (text, offset) = operands.next().unwrap_or(("", placed.offset));
                let moves = text.parse().ok().filter(|&moves| moves > 0).ok_or_else(|| {
                    let found = quote(text);
                    EpdError::at(line, offset, EpdErrorKind::DirectMate { found })
                })?;
                self.direct_mate.get_or_insert(moves);
            }
            _ => {}
        }
        Ok(())
    }
}

/// `#3` or `#-3`; not longer than any mate that fits the program.
fn mate_length(text: &str) -> Option<i32> {
    const LONGEST: u32 = 1_000_000;
    let length: i32 = text.strip_prefix('#')?.parse().ok()?;
    (length != 0 && length.unsigned_abs() <= LONGEST).then_some(length)
}
