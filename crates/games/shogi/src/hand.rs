//! Pieces in hand.

use crate::Kind;

/// The pieces that a side has in hand: a count for each kind, packed into 28 bits with a free bit
/// above each count, so that two hands are compared at once.
///
/// ```text
/// bits   0..5  6..9   10..13  14..17  18..21  22..24  25..27
///        pawn  lance  knight  silver  gold    bishop  rook      (the highest bit of each is 0)
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hand(u32);

const SHIFT: [u32; 8] = [0, 6, 10, 14, 18, 22, 25, 31];
const MASK: [u32; 8] = [31, 7, 7, 7, 7, 3, 3, 0];
const GUARDS: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 21 | 1 << 24 | 1 << 27;

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Hand = Hand(0);

    /// How many of a kind; 0 for kinds that are never in hand.
    #[inline]
    pub const fn count(self, kind: Kind) -> u32 {
        if kind.is_promoted() {
            return 0;
        }
        self.0 >> SHIFT[kind.index()] & MASK[kind.index()]
    }

    /// Whether there is one of the kind.
    #[inline]
    pub const fn has(self, kind: Kind) -> bool {
        self.count(kind) != 0
    }

    /// Whether there is nothing.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One more. The kind is one of [`Kind::IN_HAND`], of which there are never more than a set
    /// has.
    #[inline]
    pub(crate) const fn with(self, kind: Kind) -> Hand {
        Hand(self.0 + (1 << SHIFT[kind.index()]))
    }

    /// One less. There is one.
    #[inline]
    pub(crate) const fn without(self, kind: Kind) -> Hand {
        Hand(self.0 - (1 << SHIFT[kind.index()]))
    }

    /// The counts as a number, different for different hands and 0 for an empty one.
    #[inline]
    pub const fn packed(self) -> u32 {
        self.0
    }

    /// The hand with these counts, packed by [`Hand::packed`].
    #[inline]
    pub(crate) const fn from_packed(packed: u32) -> Hand {
        Hand(packed & !GUARDS)
    }

    /// With `count` of a kind.
    #[inline]
    pub(crate) const fn with_count(self, kind: Kind, count: u32) -> Hand {
        let (shift, mask) = (SHIFT[kind.index()], MASK[kind.index()]);
        Hand(self.0 & !(mask << shift) | count << shift)
    }

    /// All of both. There are no more of a kind than a set has.
    #[inline]
    pub(crate) const fn and(self, other: Hand) -> Hand {
        Hand(self.0 + other.0)
    }

    /// Of each kind as many as there are in whichever hand has more.
    pub(crate) fn most(self, other: Hand) -> Hand {
        self.choose(other, u32::max)
    }

    /// Of each kind as many as there are in whichever hand has fewer.
    pub(crate) fn least(self, other: Hand) -> Hand {
        self.choose(other, u32::min)
    }

    fn choose(self, other: Hand, of: impl Fn(u32, u32) -> u32) -> Hand {
        let mut all = Hand::EMPTY;
        for kind in Kind::IN_HAND {
            all = all.with_count(kind, of(self.count(kind), other.count(kind)));
        }
        all
    }

    /// Whether there are at least as many of each kind as in the other hand.
    #[inline]
    pub const fn contains(self, other: Hand) -> bool {
        ((self.0 | GUARDS) - other.0) & GUARDS == GUARDS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hand(counts: [u32; 7]) -> Hand {
        let mut hand = Hand::EMPTY;
        for (kind, count) in Kind::IN_HAND.into_iter().zip(counts) {
            for _ in 0..count {
                hand = hand.with(kind);
            }
        }
        hand
    }

    #[test]
    fn a_full_hand_has_a_set_of_pieces() {
        let full = hand([18, 4, 4, 4, 4, 2, 2]);
        for kind in Kind::IN_HAND {
            assert_eq!(full.count(kind), kind.in_a_set());
            assert_eq!(full.without(kind).count(kind), kind.in_a_set() - 1);
            assert!(full.contains(full.without(kind)));
            assert!(!full.without(kind).contains(full));
        }
        assert_eq!(full.packed() & GUARDS, 0);
    }

    #[test]
    fn hands_are_compared_kind_by_kind() {
        let counts = [[0, 0, 0, 0, 0, 0, 0], [18, 0, 1, 0, 2, 0, 1], [3, 4, 1, 4, 2, 2, 0]];
        for a in counts {
            for b in counts {
                let all = a.iter().zip(&b).all(|(a, b)| a >= b);
                assert_eq!(hand(a).contains(hand(b)), all, "{a:?} {b:?}");
            }
        }
    }
}
