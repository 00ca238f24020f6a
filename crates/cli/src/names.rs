//! Games and players, as flags name them.

use clap::ValueEnum;
use threefold::game::{Game, Player};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GameName {
    Chess,
    Checkers,
    /// Questions about boards: "3x3 at-least 4"
    Go,
    Graph,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Attacker {
    White,
    Black,
    First,
    Second,
    /// The side to move
    Mover,
}

impl Attacker {
    pub const fn name(self) -> &'static str {
        match self {
            Attacker::White => "white",
            Attacker::Black => "black",
            Attacker::First => "first",
            Attacker::Second => "second",
            Attacker::Mover => "mover",
        }
    }

    /// The player of a game who is meant. The error says that there is none.
    pub fn player<G: Game>(self, game: &G, root: &G::Position) -> Result<Player, String> {
        match self {
            Attacker::Mover => Ok(game.player_to_move(root)),
            Attacker::First => Ok(Player::First),
            Attacker::Second => Ok(Player::Second),
            named => Player::ALL
                .into_iter()
                .find(|&player| game.player_name(player) == named.name())
                .ok_or_else(|| format!("{} has no player '{}'", game.name(), named.name())),
        }
    }
}
