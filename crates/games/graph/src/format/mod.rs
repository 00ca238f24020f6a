//! The text format of graph games.

mod error;
mod reader;
mod writer;

use std::fmt;
use std::str::FromStr;

use threefold_game::{History, Player, Question, RepetitionRule};

use crate::{GraphGame, NodeId};

pub use error::{ParseError, ParseErrorKind};
pub use reader::parse;

/// A graph game with the question asked about it: what a `.game` file holds.
///
/// # The format
/// UTF-8 text. The first line names the format and its version; then headers and positions
/// follow, one per line. Blank lines are skipped, and so is everything from a `#` on (except in a
/// note).
///
/// ```text
/// threefold game 1
/// note: A wins by going round C.
/// rule: situational-superko
/// attacker: first
/// root: A
/// history: E A
///
/// A first: B C
/// B second: D~
/// C second board=x: D
/// D first: C E!
/// E first: A won
/// won win-first
/// ```
///
/// | line | meaning |
/// |---|---|
/// | `rule:` | a [`RepetitionRule`], by name; required |
/// | `root:` | the position in question; required |
/// | `attacker:` | `first` or `second`, whose win is in question; `first` if left out |
/// | `occurrences:` | an [`OccurrenceRule`](crate::OccurrenceRule); `tree:2,game:2` if left out |
/// | `history:` | where the game started, and the moves up to the root |
/// | `note:` | free text, any number of times |
/// | `A first: B C` | in `A` first is to move, to `B` or to `C`, tried in this order |
/// | `A first:` | in `A` first cannot move and has lost |
/// | `D win-first` | the game is over; also `win-second` and `draw` |
/// | `board=x` | before the colon: the label of the board; without it, the name |
/// | `C!` | among the successors: the move is irreversible. It is an error if a way leads back |
/// | `C~` | among the successors: the move is a pass, always legal under superko |
///
/// A history must end in the root, and under superko none of its moves may be illegal. Under
/// positional superko positions with the same label recreate each other's board. It is an error if
/// passes lead round in a circle.
///
/// Names and labels are made of ASCII letters, digits and any of `_ - . '`. Positions may be used
/// before they are defined.
#[derive(Clone, Debug)]
pub struct GraphFile {
    /// The game.
    pub game: GraphGame,
    /// What a repetition counts as.
    pub rule: RepetitionRule,
    /// Whose win is in question.
    pub attacker: Player,
    /// The moves before the root, and the root.
    pub history: History<GraphGame>,
    /// Free text, line by line.
    pub notes: Vec<String>,
}

impl GraphFile {
    /// The position in question.
    pub fn root(&self) -> &NodeId {
        self.history.root()
    }

    /// The question whether the attacker wins; under [`RepetitionRule::Draw`] with a repetition
    /// as a failure.
    pub fn question(&self) -> Question {
        Question::new(self.attacker, self.rule)
    }
}

impl FromStr for GraphFile {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse(text)
    }
}

impl fmt::Display for GraphFile {
    /// Writes the file; [`parse`] reads it back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writer::write(self, f)
    }
}
