//! The two players.

/// One of the two players. Games give them names of their own
/// ([`Game::player_name`](crate::Game::player_name)): white and black in chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// The player the game's rules name first (white in chess, black in Go).
    First,
    /// The other player.
    Second,
}

impl Player {
    /// Both players, in order.
    pub const ALL: [Player; 2] = [Player::First, Player::Second];

    /// The other player.
    ///
    /// ```
    /// use threefold_game::Player;
    /// assert_eq!(Player::First.opponent(), Player::Second);
    /// assert_eq!(Player::First.opponent().opponent(), Player::First);
    /// ```
    #[inline]
    pub const fn opponent(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 for [`Player::First`], 1 for [`Player::Second`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}
