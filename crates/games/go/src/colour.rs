//! The colours of the stones.

use std::fmt;

use threefold_game::Player;

/// A colour. Black is [`Player::First`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// `X` in diagrams.
    Black,
    /// `O` in diagrams.
    White,
}

impl Colour {
    /// Both colours, in order.
    pub const ALL: [Colour; 2] = [Colour::Black, Colour::White];

    /// The other colour.
    #[inline]
    pub const fn opponent(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// 0 for black, 1 for white.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `B` or `W`.
    pub const fn letter(self) -> char {
        match self {
            Colour::Black => 'B',
            Colour::White => 'W',
        }
    }

    /// The stone in diagrams: `X` or `O`.
    pub const fn stone(self) -> char {
        match self {
            Colour::Black => 'X',
            Colour::White => 'O',
        }
    }

    /// `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Black => "black",
            Colour::White => "white",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<Player> for Colour {
    #[inline]
    fn from(player: Player) -> Colour {
        match player {
            Player::First => Colour::Black,
            Player::Second => Colour::White,
        }
    }
}

impl From<Colour> for Player {
    #[inline]
    fn from(colour: Colour) -> Player {
        match colour {
            Colour::Black => Player::First,
            Colour::White => Player::Second,
        }
    }
}
