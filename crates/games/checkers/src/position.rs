//! A checkers position.

use std::fmt;

use threefold_game::{NotationError, Player};

use crate::board::{BOTTOM, TOP};

/// The most pieces a side can have.
pub(crate) const MOST_PIECES: u32 = 12;

/// A position: the pieces and the side to move. Sets of squares are `u32`, square `n` is bit
/// `n - 1`.
///
/// Black is [`Player::First`]: he begins the game, on squares 1 to 12.
///
/// ```
/// use threefold_checkers::CheckersPosition;
/// use threefold_game::Player;
///
/// let start = CheckersPosition::startpos();
/// let text = start.to_string();
/// assert_eq!(text, "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
/// assert_eq!("B:W21-32:B1-12".parse(), Ok(start));
/// assert_eq!(start.men(Player::First), 0x0000_0FFF);
/// assert_eq!(start.turn(), Player::First);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct CheckersPosition {
    pub(crate) pieces: [u32; 2],
    pub(crate) kings: u32,
    pub(crate) turn: Player,
}

impl CheckersPosition {
    /// The position in which every game starts.
    pub const fn startpos() -> Self {
        CheckersPosition { pieces: [0x0000_0FFF, 0xFFF0_0000], kings: 0, turn: Player::First }
    }

    /// The position with these men and kings, black's first.
    ///
    /// # Errors
    /// Two pieces on one square, a man where he would have been crowned, more than twelve pieces
    /// of a side, or none at all.
    pub fn new(men: [u32; 2], kings: [u32; 2], turn: Player) -> Result<Self, NotationError> {
        let pieces = [men[0] | kings[0], men[1] | kings[1]];
        let position = CheckersPosition { pieces, kings: kings[0] | kings[1], turn };
        let twice = men[0] & kings[0] | men[1] & kings[1] | pieces[0] & pieces[1];
        if twice != 0 {
            let square = twice.trailing_zeros() + 1;
            return Err(NotationError::new(format!("there are two pieces on square {square}")));
        }
        for (player, name, row) in [(0, "black", BOTTOM), (1, "white", TOP)] {
            let late = men[player] & row;
            if late != 0 {
                let square = late.trailing_zeros() + 1;
                return Err(NotationError::new(format!(
                    "a {name} man stands on square {square}, where he would be a king"
                )));
            }
            let count = pieces[player].count_ones();
            if count > MOST_PIECES {
                return Err(NotationError::new(format!(
                    "{name} has {count} pieces, more than {MOST_PIECES}"
                )));
            }
        }
        if pieces == [0, 0] {
            return Err(NotationError::new("there is no piece on the board"));
        }
        Ok(position)
    }

    /// The squares of a side's pieces.
    #[inline]
    pub const fn pieces(&self, player: Player) -> u32 {
        self.pieces[player.index()]
    }

    /// The squares of a side's men.
    #[inline]
    pub const fn men(&self, player: Player) -> u32 {
        self.pieces[player.index()] & !self.kings
    }

    /// The squares of a side's kings.
    #[inline]
    pub const fn kings(&self, player: Player) -> u32 {
        self.pieces[player.index()] & self.kings
    }

    /// The side to move.
    #[inline]
    pub const fn turn(&self) -> Player {
        self.turn
    }

    /// How many pieces there are.
    #[inline]
    pub const fn count(&self) -> u32 {
        (self.pieces[0] | self.pieces[1]).count_ones()
    }

    /// The position turned by 180 degrees with the colours exchanged: the same position for the
    /// other player. The rules know no other symmetry.
    pub const fn turned(&self) -> Self {
        CheckersPosition {
            pieces: [self.pieces[1].reverse_bits(), self.pieces[0].reverse_bits()],
            kings: self.kings.reverse_bits(),
            turn: self.turn.opponent(),
        }
    }

    /// 64 well-mixed bits over everything.
    #[inline]
    pub fn key(&self) -> u64 {
        // The constants are digits of pi. The first one has a bit that belongs to both colours, so
        // that no position makes a factor zero.
        let pieces = u64::from(self.pieces[0]) | u64::from(self.pieces[1]) << 32;
        let rest = u64::from(self.kings) | (self.turn.index() as u64) << 32;
        let mixed = folded(pieces ^ 0x243F_6A88_85A3_08D3, rest ^ 0x1319_8A2E_0370_7344);
        folded(mixed ^ 0xA409_3822_299F_31D0, 0x082E_FA98_EC4E_6C89)
    }
}

#[inline]
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl Default for CheckersPosition {
    fn default() -> Self {
        CheckersPosition::startpos()
    }
}

impl fmt::Debug for CheckersPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CheckersPosition({self})")
    }
}
