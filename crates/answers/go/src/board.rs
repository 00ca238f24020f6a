//! What is asked about boards of Go, and what is answered.

use std::time::Duration;

use threefold_go::Size;
use threefold_search::{Stats, Verdict};

use crate::ko::Ko;
use crate::ruling::Cycle;
use threefold_answer::asked::Proof;
use threefold_answer::effort::Effort;

/// A board, and what is asked about it.
#[derive(Clone, Debug)]
pub struct BoardRequest {
    /// Rows and columns.
    pub size: Size,
    /// The ko rule.
    pub ko: Ko,
    /// Under basic ko: what a game counts for that goes round in circles for ever.
    pub cycle: Option<Cycle>,
    /// Whether moves may take the last liberty of their own chain.
    pub suicide: bool,
    /// Whether games end by two passes only, not where unconditional life has decided them.
    pub played_out: bool,
    /// The position in one line: rows with `/` between them, the side to move, and `pass` after a
    /// pass. The empty board if left out.
    pub position: Option<String>,
    /// Moves that were played from there, in GTP coordinates.
    pub moves_before: Option<String>,
    /// What is asked.
    pub goal: BoardGoal,
    /// What may be spent on each question.
    pub effort: Effort,
}

impl BoardRequest {
    /// The value of an empty board under situational superko, and the best moves.
    pub fn new(size: Size) -> Self {
        BoardRequest {
            size,
            ko: Ko::Situational,
            cycle: None,
            suicide: false,
            played_out: false,
            position: None,
            moves_before: None,
            goal: BoardGoal::Value(Moves::Best),
            effort: Effort::for_boards(),
        }
    }
}

/// What is asked about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardGoal {
    /// The value.
    Value(Moves),
    /// Whether Black scores at least each of these, and nothing else.
    AtLeast(Scores),
}

/// What is asked about the moves of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// Nothing.
    Nothing,
    /// Which are best.
    Best,
    /// How much each is worth.
    All,
}

/// From so many points to so many, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scores {
    /// The first.
    pub least: i32,
    /// The last.
    pub most: i32,
}

/// What was found out about a board.
#[derive(Clone, Debug)]
pub struct BoardAnswer {
    /// The board: `3x4`.
    pub board: String,
    /// The ko rule.
    pub ko: Ko,
    /// Under basic ko: what a game counts for that goes on for ever.
    pub cycle: Option<Cycle>,
    /// Whether suicide was allowed.
    pub suicide: bool,
    /// The position, after the moves before it.
    pub root: String,
    /// Those moves, if there are any.
    pub history: Option<String>,
    /// `None` if it is not known.
    pub value: Option<i32>,
    /// Neither player can force a result: Black can force `lower` at least and White `upper` at
    /// most, and by going round in circles each keeps the other from more.
    pub no_result: bool,
    /// The value is known to be at least this.
    pub lower: i32,
    /// And at most this.
    pub upper: i32,
    /// Whether single scores were asked for, so that there need be no value.
    pub single_scores: bool,
    /// The best moves, with `no_result` those that keep both bounds; `None` if they were not asked
    /// for or the value is not known.
    pub best: Option<Vec<String>>,
    /// Why something is not known.
    pub reason: Option<&'static str>,
    /// The questions that the answer rests on.
    pub questions: Vec<BoardAsked>,
    /// The certificates of the answer; none if one of them failed its check.
    pub proofs: Vec<Proof>,
    /// Whether they hold: `None` if there is nothing to check.
    pub checked: Option<bool>,
    /// How much each move is worth, if that was asked for.
    pub moves: Option<Vec<BoardMove>>,
    /// The work of all searches.
    pub stats: Stats,
    /// How long it took.
    pub time: Duration,
}

/// Does Black score at least so many points?
#[derive(Clone, Debug)]
pub struct BoardAsked {
    /// So many.
    pub at_least: i32,
    /// Under basic ko: what a game counts for that goes on for ever.
    pub cycle: Option<&'static str>,
    /// `proven` for yes.
    pub verdict: Verdict,
    /// Why it is not known, or is wrong.
    pub reason: Option<&'static str>,
    /// The positions that were expanded.
    pub nodes: u64,
    /// How long the searches took.
    pub time: Duration,
    /// Different positions in the certificate, if one was made.
    pub certificate_positions: Option<u64>,
    /// Its moves.
    pub certificate_moves: Option<u64>,
    /// Whether it holds: `None` if there is nothing to check.
    pub checked: Option<bool>,
    /// What is wrong with the answer.
    pub fault: Option<String>,
}

/// What a move leads to.
#[derive(Clone, Debug)]
pub struct BoardMove {
    /// The move, in GTP coordinates.
    pub text: String,
    /// The value, if it is known.
    pub value: Option<i32>,
    /// As for the position.
    pub no_result: bool,
    /// The value is known to be at least this.
    pub lower: i32,
    /// And at most this.
    pub upper: i32,
    /// Whether it is among the best; `None` if that is not known.
    pub best: Option<bool>,
    /// The positions that were expanded.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}
