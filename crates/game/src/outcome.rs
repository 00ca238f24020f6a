//! How a game ends.

use crate::Player;

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player has won.
    Win(Player),
    /// Nobody has won.
    Draw,
}

impl Outcome {
    /// Whether `player` has won.
    #[inline]
    pub fn is_win_of(self, player: Player) -> bool {
        self == Outcome::Win(player)
    }

    /// Whether `player` has not lost: the outcome supports the claim that the player *holds*.
    ///
    /// ```
    /// use threefold_game::{Outcome, Player};
    /// assert!(Outcome::Draw.is_held_by(Player::First));
    /// assert!(!Outcome::Win(Player::Second).is_held_by(Player::First));
    /// ```
    #[inline]
    pub fn is_held_by(self, player: Player) -> bool {
        !self.is_win_of(player.opponent())
    }
}
