//! Whose win is in question.

use threefold_game::{Game, Player};

use crate::error::Error;

/// A player, by colour, by number, or as the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attacker {
    /// White, in games that have it.
    White,
    /// Black, in games that have it.
    Black,
    /// The first player.
    First,
    /// The second player.
    Second,
    /// The side to move.
    Mover,
}

impl Attacker {
    /// All of them.
    pub const ALL: [Attacker; 5] =
        [Attacker::White, Attacker::Black, Attacker::First, Attacker::Second, Attacker::Mover];

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Attacker::ALL.into_iter().find(|attacker| attacker.name() == name)
    }

    /// The name, as in requests.
    pub const fn name(self) -> &'static str {
        match self {
            Attacker::White => "white",
            Attacker::Black => "black",
            Attacker::First => "first",
            Attacker::Second => "second",
            Attacker::Mover => "mover",
        }
    }

    /// The player of a game who is meant.
    ///
    /// # Errors
    /// There is none.
    pub fn player<G: Game>(self, game: &G, root: &G::Position) -> Result<Player, Error> {
        match self {
            Attacker::Mover => Ok(game.player_to_move(root)),
            Attacker::First => Ok(Player::First),
            Attacker::Second => Ok(Player::Second),
            named => Player::ALL
                .into_iter()
                .find(|&player| game.player_name(player) == named.name())
                .ok_or_else(|| Error::NoPlayer {
                    game: game.name().to_owned(),
                    player: named.name(),
                }),
        }
    }
}
