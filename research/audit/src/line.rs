//! A game that is asked about.

use threefold_chess::cozy_chess::Move;
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, History};

/// A game: where it starts, and its moves. It is asked about after every ply.
#[derive(Clone, Debug)]
pub struct Line {
    /// The suite it belongs to.
    pub suite: String,
    /// Its name there.
    pub id: String,
    /// Where it starts.
    pub start: ChessPosition,
    /// The moves.
    pub moves: Vec<Move>,
}

impl Line {
    /// The game after so many plies.
    pub fn history(&self, plies: usize) -> History<Chess> {
        let mut history = History::new(self.start.clone());
        for &m in &self.moves[..plies] {
            history.push(&Chess, m);
        }
        history
    }
}

/// A position in the words of UCI after `position`, with the moves before it.
pub fn in_uci(history: &History<Chess>) -> String {
    let moves = history.notation(&Chess);
    let start = alone_in_uci(history.start());
    if moves.is_empty() { start } else { format!("{start} moves {moves}") }
}

/// A position in the words of UCI, as if the game began there. Its clock is 0: the fifty-move rule
/// is no part of the audit.
pub fn alone_in_uci(position: &ChessPosition) -> String {
    format!("fen {} 0 1", Chess.position_text(position))
}

/// A game with the same moves in another order that leads to the same position; `None` where two
/// moves of one player cannot be exchanged.
pub fn other_order(history: &History<Chess>) -> Option<History<Chess>> {
    let moves = history.moves();
    for first in 0..moves.len() {
        for second in (first + 2..moves.len()).step_by(2) {
            if moves[first] == moves[second] {
                continue;
            }
            let mut other = moves.to_vec();
            other.swap(first, second);
            if let Some(other) = played(history.start(), &other)
                && other.root() == history.root()
            {
                return Some(other);
            }
        }
    }
    None
}

/// The game with these moves, if they are legal.
pub fn played(start: &ChessPosition, moves: &[Move]) -> Option<History<Chess>> {
    let mut history = History::new(start.clone());
    for &m in moves {
        if Chess.is_over(history.root()) {
            return None;
        }
        let mut legal = Vec::new();
        Chess.moves(history.root(), &mut legal);
        if !legal.contains(&m) {
            return None;
        }
        history.push(&Chess, m);
    }
    Some(history)
}

#[cfg(test)]
mod tests {
    use threefold_game::RepetitionRule;

    use super::*;

    fn game(fen: &str, moves: &str) -> History<Chess> {
        let moves = moves.split_whitespace();
        History::from_notation(&Chess, fen.parse().unwrap(), moves, RepetitionRule::Draw).unwrap()
    }

    #[test]
    fn another_order_leads_to_the_same_position() {
        let history = game("4k3/8/8/8/8/8/4P3/4K3 w - -", "e1d2 e8d7 e2e3");
        let other = other_order(&history).unwrap();
        assert_eq!(other.notation(&Chess), "e2e3 e8d7 e1d2");
        assert_eq!(other.root(), history.root());
    }

    #[test]
    fn the_king_who_goes_to_and_fro_has_no_other_order() {
        assert!(other_order(&game("4k3/8/8/8/8/8/8/R3K3 w - -", "e1d1 e8d8 d1e1")).is_none());
    }

    #[test]
    fn uci_has_the_moves_of_the_game() {
        let history = game("4k3/8/8/8/8/8/4P3/4K3 w - -", "e2e4");
        assert_eq!(in_uci(&history), "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4");
        assert_eq!(alone_in_uci(history.root()), "fen 4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    }
}
