//! A move, with the whole path of a jump.

use crate::board::step;

/// A move: where it begins, and the direction of each step or jump.
///
/// ```text
///   bits 0-4   the first square, numbered from 0
///   bits 5-8   how many pieces are jumped; 0 for a move without a capture
///   bits 9-26  two bits a direction: down left, down right, up left, up right
/// ```
/// Nine jumps are the most there can be: a jumping king stays on eight squares, and between them
/// lie nine others, none of which is jumped twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CheckersMove(u32);

/// Jumps that one move can consist of.
pub(crate) const MOST_JUMPS: usize = 9;

impl CheckersMove {
    #[inline]
    pub(crate) const fn quiet(from: u32, direction: usize) -> Self {
        CheckersMove(from.trailing_zeros() | (direction as u32) << 9)
    }

    /// `directions` holds two bits a jump, the first one lowest.
    #[inline]
    pub(crate) const fn jumps(from: u32, jumps: u32, directions: u32) -> Self {
        CheckersMove(from.trailing_zeros() | jumps << 5 | directions << 9)
    }

    /// The number that stands for the move in the table.
    #[inline]
    pub(crate) const fn code(self) -> u32 {
        self.0
    }

    /// The square the piece comes from, as a set of one.
    #[inline]
    pub const fn from(self) -> u32 {
        1 << (self.0 & 31)
    }

    /// How many pieces the move captures.
    #[inline]
    pub const fn captures(self) -> u32 {
        self.0 >> 5 & 15
    }

    /// Whether the move is a jump.
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.captures() > 0
    }

    #[inline]
    const fn direction(self, i: u32) -> usize {
        (self.0 >> (9 + 2 * i) & 3) as usize
    }

    /// The square where the move ends and the squares of the captured pieces.
    #[inline]
    pub const fn effect(self) -> (u32, u32) {
        let jumps = self.captures();
        if jumps == 0 {
            return (step(self.from(), self.direction(0)), 0);
        }
        let (mut at, mut captured, mut i) = (self.from(), 0, 0);
        while i < jumps {
            let over = step(at, self.direction(i));
            captured |= over;
            at = step(over, self.direction(i));
            i += 1;
        }
        (at, captured)
    }

    /// The square where the move ends, as a set of one.
    #[inline]
    pub const fn to(self) -> u32 {
        self.effect().0
    }

    /// The numbers of all squares on which the piece stands, the first and the last included.
    pub fn path(self) -> impl Iterator<Item = u32> {
        let mut at = self.from();
        let steps = self.captures().max(1);
        (0..=steps).map(move |i| {
            let number = at.trailing_zeros() + 1;
            if i < steps {
                at = step(at, self.direction(i));
                if self.is_capture() {
                    at = step(at, self.direction(i));
                }
            }
            number
        })
    }
}
