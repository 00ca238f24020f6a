//! One line of a file of positions.

use std::fmt;
use std::str::FromStr;

use threefold_game::{History, quote};

use super::expected::mate_length;
use super::operation::{Placed, parse_operations};
use super::position::{self, Start};
use super::{EpdError, EpdErrorKind, Expected, Operand, Operation, expected};
use crate::pgn::numbered;
use crate::{Chess, ChessPosition};

/// A position with the moves that were played before it and the operations about it.
#[derive(Clone, Debug)]
pub struct EpdRecord {
    history: History<Chess>,
    /// All operations but `moves`.
    operations: Vec<Operation>,
    mate: Option<i32>,
    direct_mate: Option<u32>,
    expected: Result<Expected, EpdError>,
    /// The halfmove clock where the history starts, if it is given.
    clock: Option<u32>,
    /// The number of the first move, if it is given.
    first_number: Option<u32>,
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

    /// What `bm`, `am`, `dm` and comments say that the answer is, for a comparison with an answer.
    ///
    /// # Errors
    /// A move of `bm` or `am` is no legal one, or lengths of the mate do not agree. The record is
    /// good for everything else.
    ///
    /// ```
    /// use threefold_chess::{Chess, epd::parse_line};
    /// use threefold_game::Game;
    /// let record = parse_line("4k3/Q7/3K4/8/8/8/8/8 w - - bm Qe7# #1; am Qb8+; id \"Eppstein\"")?;
    /// let expected = record.expected()?;
    /// let uci = |&m| Chess.move_text(record.position(), m);
    /// assert_eq!(expected.best().iter().map(uci).collect::<Vec<_>>(), ["a7e7"]);
    /// assert_eq!(expected.avoid().iter().map(uci).collect::<Vec<_>>(), ["a7b8"]);
    /// assert_eq!(expected.mate(), Some(1));
    /// # Ok::<(), threefold_chess::EpdError>(())
    /// ```
    pub fn expected(&self) -> Result<&Expected, EpdError> {
        self.expected.as_ref().map_err(EpdError::clone)
    }

    /// The halfmove clock of the position in question: moves of both sides since the last capture
    /// or move of a pawn. `None` if the line does not say where it stands at the start (in the
    /// fifth field of a FEN, or `hmvc`), and no capture and no move of a pawn was played since.
    ///
    /// ```
    /// use threefold_chess::epd::parse_line;
    /// let record = parse_line("8/8/8/8/8/k1K5/8/7R w - - 17 60 moves h1h2 a3a4")?;
    /// assert_eq!(record.halfmove_clock(), Some(19));
    /// # Ok::<(), threefold_chess::EpdError>(())
    /// ```
    pub fn halfmove_clock(&self) -> Option<u32> {
        let moves = self.history.moves();
        let mut since = 0;
        for (before, &m) in self.history.positions().iter().zip(moves).rev() {
            if Chess.resets_clock(before, m) {
                return Some(since);
            }
            since += 1;
        }
        self.clock.map(|clock| clock + since)
    }

    /// The number of the next move, by that of the first; 1 is the first if the line does not say.
    pub fn move_number(&self) -> u32 {
        numbered(self.first_number, self.history.start(), self.history.moves().len())
    }

    /// The same record, with errors that are on another line.
    pub(super) fn on_line(mut self, line: usize) -> Self {
        self.expected = self.expected.map_err(|error| error.on_line(line));
        self
    }

    /// The name of the position (`id`).
    pub fn id(&self) -> Option<&str> {
        self.operation("id")?.first()
    }

    /// The first comment (`c0`).
    pub fn comment(&self) -> Option<&str> {
        self.operation("c0")?.first()
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
    let Start { position, clocks, end } = position::parse_start(line)?;
    let (played, end) = position::parse_numbered(line, &position, end)?;
    let mut history = played;
    let mut record = Values { clock: clocks.map(|(clock, _)| clock), ..Values::default() };
    let placed = parse_operations(line, end)?;
    for placed in &placed {
        if placed.operation.opcode() == "moves" {
            if history.is_some() {
                return Err(EpdError::at(line, placed.offset, EpdErrorKind::MovesTwice));
            }
            history = Some(position::play(line, position.clone(), placed)?);
        } else {
            position::refuse_move(line, &position, placed)?;
            record.read(line, placed)?;
            record.operations.push(placed.operation.clone());
        }
    }
    let history = history.unwrap_or_else(|| History::new(position));
    let expected = expected::read(line, history.root(), &placed);
    let Values { operations, mate, direct_mate, clock } = record;
    let first_number = clocks.map(|(_, number)| number);
    Ok(EpdRecord { history, operations, mate, direct_mate, expected, clock, first_number })
}

/// The values of the operations that are understood.
#[derive(Default)]
struct Values {
    operations: Vec<Operation>,
    mate: Option<i32>,
    direct_mate: Option<u32>,
    clock: Option<u32>,
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
            "hmvc" => {
                let clock = operands.next().and_then(|(text, _)| text.parse::<u16>().ok());
                self.clock = self.clock.or(clock.map(u32::from));
            }
            _ => {}
        }
        Ok(())
    }
}
