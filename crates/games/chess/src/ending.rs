//! Why a game is over.

use std::fmt;

use threefold_game::{Outcome, Player};

use crate::position::player;
use crate::{ChessPosition, is_insufficient_material};

/// Why a game is over in a position. [`Game::terminal`](threefold_game::Game::terminal) and
/// [`Game::stuck`](threefold_game::Game::stuck) say how it ended, which is all that a search needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// The side to move is mated.
    Checkmate {
        /// Who has mated.
        winner: Player,
    },
    /// The side to move has no legal move, and is not in check.
    Stalemate,
    /// Nobody can mate any more, whatever is played ([`is_insufficient_material`]).
    InsufficientMaterial,
}

impl Ending {
    /// The result of the game.
    pub fn outcome(self) -> Outcome {
        match self {
            Ending::Checkmate { winner } => Outcome::Win(winner),
            Ending::Stalemate | Ending::InsufficientMaterial => Outcome::Draw,
        }
    }

    /// One or two words in small letters: `checkmate`, `stalemate`, `insufficient material`.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Checkmate { .. } => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::InsufficientMaterial => "insufficient material",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl ChessPosition {
    /// Why the game is over here, or `None` if it goes on. A stalemate with insufficient material
    /// is a stalemate.
    ///
    /// ```
    /// use threefold_chess::{ChessPosition, Ending};
    /// use threefold_game::Player;
    ///
    /// let ending = |fen: &str| fen.parse().map(|position: ChessPosition| position.ending());
    /// let mate = Some(Ending::Checkmate { winner: Player::First });
    /// assert_eq!(ending("R5k1/5ppp/8/8/8/8/8/4K3 b - -")?, mate);
    /// assert_eq!(ending("7k/5Q2/6K1/8/8/8/8/8 b - -")?, Some(Ending::Stalemate));
    /// assert_eq!(ending("4k3/8/8/8/8/8/8/4KN2 w - -")?, Some(Ending::InsufficientMaterial));
    /// assert_eq!(ending("4k3/8/8/8/8/8/4P3/4K3 w - -")?, None);
    /// # Ok::<(), threefold_game::NotationError>(())
    /// ```
    pub fn ending(&self) -> Option<Ending> {
        let board = &self.board;
        if board.can_move() {
            is_insufficient_material(board).then_some(Ending::InsufficientMaterial)
        } else if board.checkers().is_empty() {
            Some(Ending::Stalemate)
        } else {
            Some(Ending::Checkmate { winner: player(!board.side_to_move()) })
        }
    }
}
