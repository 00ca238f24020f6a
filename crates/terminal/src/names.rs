//! Games and players, as flags name them.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use threefold_session::attacker::Attacker;
use threefold_session::registry::GameName;

/// Reads the name of a game of the registry.
pub fn game_parser() -> impl TypedValueParser<Value = GameName> {
    let games = GameName::ALL.iter().filter(|game| game.is_named());
    let names = games.map(|game| match game.help() {
        Some(help) => PossibleValue::new(game.name()).help(help),
        None => PossibleValue::new(game.name()),
    });
    let known = |name: String| GameName::of(&name).ok_or("unknown");
    PossibleValuesParser::new(names).try_map(known)
}

/// A player.
// Comments on the variants would be shown as help.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AttackerName {
    White,
    Black,
    First,
    Second,
    /// The side to move
    Mover,
}

impl AttackerName {
    /// The player who is meant.
    pub const fn attacker(self) -> Attacker {
        match self {
            AttackerName::White => Attacker::White,
            AttackerName::Black => Attacker::Black,
            AttackerName::First => Attacker::First,
            AttackerName::Second => Attacker::Second,
            AttackerName::Mover => Attacker::Mover,
        }
    }
}
