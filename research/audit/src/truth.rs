//! What is true: values with certificates that have been checked.

use std::collections::HashMap;

use serde::Serialize;
use threefold_certificate::Checker;
use threefold_chess::cozy_chess::Move;
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, History, Outcome, Player, Question, RepetitionRule};
use threefold_search::{ExtractError, Limits, Options, Solver};

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// The other side can force mate.
    Loss,
    /// Neither can.
    Draw,
    /// The side to move can force mate.
    Win,
}

impl Value {
    /// The same value, seen by the other side.
    pub fn reversed(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }

    /// `win`, `draw` or `loss`.
    pub const fn name(self) -> &'static str {
        match self {
            Value::Loss => "loss",
            Value::Draw => "draw",
            Value::Win => "win",
        }
    }
}

static CHESS: Chess = Chess;

/// How often a position has occurred before the root since the last irreversible move.
pub(crate) fn occurred_before(history: &History<Chess>, position: &ChessPosition) -> usize {
    history.recurring().iter().filter(|&met| met == position).count()
}

/// The positions that are a draw when they come again, in order.
fn deciding(history: &History<Chess>) -> Vec<u64> {
    let mut keys: Vec<u64> =
        history.recurring().iter().chain([history.root()]).map(ChessPosition::key).collect();
    keys.sort_unstable();
    let mut twice: Vec<u64> =
        keys.chunk_by(|a, b| a == b).filter(|same| same.len() > 1).map(|same| same[0]).collect();
    twice.dedup();
    twice
}

/// Finds values, each once. Without the fifty-move rule, of which threefold knows nothing.
pub struct Truths {
    solvers: [Solver<'static, Chess>; 2],
    known: HashMap<(ChessPosition, Vec<u64>), Option<Value>>,
    faulty: u64,
}

impl Truths {
    /// With so many nodes for each of the two questions that a value consists of.
    pub fn new(nodes: u64) -> Truths {
        let solver = |attacker| {
            let question = Question::new(attacker, RepetitionRule::Draw);
            let options = Options { table_bytes: 64 << 20, ..Options::default() };
            let mut solver = Solver::new(&CHESS, question, options);
            solver.limit(Limits { depth: 5_000, ..Limits::nodes(nodes) });
            solver
        };
        let solvers = [solver(Player::First), solver(Player::Second)];
        Truths { solvers, known: HashMap::new(), faulty: 0 }
    }

    /// Positions that have been asked about, and those of them whose value is certified.
    pub fn asked_and_certified(&self) -> (usize, usize) {
        (self.known.len(), self.known.values().filter(|value| value.is_some()).count())
    }

    /// Answers of threefold whose certificate did not hold: a bug of threefold, and never believed.
    pub fn faulty(&self) -> u64 {
        self.faulty
    }

    /// The value of the root of a game for the side to move; `None` if it could not be certified
    /// within the limits.
    pub fn value(&mut self, history: &History<Chess>) -> Option<Value> {
        let root = history.root();
        if occurred_before(history, root) >= 2 {
            return Some(Value::Draw);
        }
        let mover = Chess.player_to_move(root);
        let over = Chess.terminal(root).or_else(|| {
            let mut moves: Vec<Move> = Vec::new();
            Chess.moves(root, &mut moves);
            moves.is_empty().then(|| Chess.stuck(root))
        });
        match over {
            Some(Outcome::Draw) => return Some(Value::Draw),
            Some(Outcome::Win(player)) if player == mover => return Some(Value::Win),
            Some(Outcome::Win(_)) => return Some(Value::Loss),
            None => {}
        }
        let asked = (root.clone(), deciding(history));
        if let Some(&known) = self.known.get(&asked) {
            return known;
        }
        let value = match self.certified(mover, history) {
            Some(true) => Some(Value::Win),
            Some(false) => match self.certified(mover.opponent(), history) {
                Some(true) => Some(Value::Loss),
                Some(false) => Some(Value::Draw),
                None => None,
            },
            None => None,
        };
        self.known.insert(asked, value);
        value
    }

    /// Whether a player can force mate, if that is certified.
    fn certified(&mut self, attacker: Player, history: &History<Chess>) -> Option<bool> {
        let solver = &mut self.solvers[attacker.index()];
        let proven = solver.solve(history).verdict.decided()?;
        let extracted = match solver.certificate(history, proven, RepetitionRule::Draw) {
            Ok(extracted) => extracted,
            Err(ExtractError::Limit(_)) => return None,
            Err(_) => {
                self.faulty += 1;
                return None;
            }
        };
        if Checker::new(&CHESS).block(&extracted.block).is_err() {
            self.faulty += 1;
            return None;
        }
        Some(proven)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(fen: &str, moves: &str) -> Option<Value> {
        let start: ChessPosition = fen.parse().unwrap();
        let moves = moves.split_whitespace();
        let history = History::from_notation(&Chess, start, moves, RepetitionRule::Draw).unwrap();
        Truths::new(500_000).value(&history)
    }

    #[test]
    fn values_are_those_of_the_side_to_move() {
        assert_eq!(value("8/8/8/7k/P7/8/8/K7 w - -", ""), Some(Value::Win));
        assert_eq!(value("8/8/8/7k/P7/8/8/K7 b - -", ""), Some(Value::Loss));
        assert_eq!(value("8/8/8/8/8/k7/p7/K7 w - -", ""), Some(Value::Draw), "stalemate");
        assert_eq!(value("k7/8/K7/8/8/8/8/7R w - -", "h1h8"), Some(Value::Loss), "mate");
    }

    #[test]
    fn the_game_before_the_root_is_part_of_the_question() {
        let fen = "8/8/8/8/8/8/p7/2k4K b - -";
        let back = "c1b1 h1g1 b1c1 g1h1 c1b1 h1g1 b1a1 g1h1";
        assert_eq!(value(fen, back), Some(Value::Win));
        assert_eq!(value(fen, &format!("{back} a1b1")), Some(Value::Draw), "the third time");
        assert_eq!(value("8/8/8/8/8/8/p7/1k5K w - -", ""), Some(Value::Loss), "without the game");
    }

    #[test]
    fn what_cannot_be_certified_in_time_has_no_value() {
        let start: ChessPosition = "8/8/8/2p1k3/K7/1P1P4/8/8 w - -".parse().unwrap();
        let mut truths = Truths::new(1000);
        assert_eq!(truths.value(&History::new(start)), None);
        assert_eq!(truths.asked_and_certified(), (1, 0));
    }
}
