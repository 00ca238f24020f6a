//! What is known of a position, how the path reaches it, and the names it is known by.

use crate::mix::mix;
use crate::name::Name;
use crate::numbers::INFINITY;
use crate::reliance::Reliance;
use crate::table::{NO_MOVE, Solved};

/// What is known about a position on the path at hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub pn: u32,
    pub dn: u32,
    /// What a solved position relies on.
    pub reliance: Reliance,
    /// The move of a solved position, if the player to move is the one who succeeds.
    pub mv: u32,
    /// Of a proven position: an upper bound of the plies to the end, as the proof stands now.
    pub length: u16,
    /// Of a solved position: the attacker's hand up to which it has this result, the least in hand
    /// if it is proven, else the most. Its own, if nothing better is known.
    pub hand: u32,
    /// The smallest distance from the root at which the position was expanded, if it was.
    pub expanded_at: Option<u32>,
}

impl Found {
    #[inline]
    pub fn bounds(pn: u32, dn: u32, expanded_at: Option<u32>) -> Self {
        let (reliance, mv) = (Reliance::Nothing, NO_MOVE);
        Found { pn, dn, reliance, mv, length: 0, hand: 0, expanded_at }
    }

    #[inline]
    pub fn solved(solved: Solved, hand: u32, reliance: Reliance) -> Self {
        let Solved { proven, mv, length } = solved;
        let (pn, dn) = if proven { (0, INFINITY) } else { (INFINITY, 0) };
        Found { pn, dn, reliance, mv, length, hand, expanded_at: None }
    }

    /// Solved without a move.
    #[inline]
    pub fn over(proven: bool, hand: u32, reliance: Reliance) -> Self {
        Found::solved(Solved { proven, mv: NO_MOVE, length: 0 }, hand, reliance)
    }

    #[inline]
    pub fn is_solved(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    #[inline]
    pub fn is_proven(&self) -> bool {
        self.pn == 0
    }

    /// Of a solved position: what the table is told, apart from what it relies on.
    #[inline]
    pub fn says(&self) -> Solved {
        debug_assert!(self.is_solved());
        Solved { proven: self.is_proven(), mv: self.mv, length: self.length }
    }
}

/// How the path reaches a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    pub mv: u32,
    pub irreversible: bool,
    /// Under superko: a move that is legal whatever it leads to.
    pub pass: bool,
}

impl Arrival {
    /// At the root: no move leads there, and it is no repetition, whatever the history.
    pub const ROOT: Arrival = Arrival { mv: NO_MOVE, irreversible: false, pass: true };
}

/// A position at the end of a path: its name, what repetitions compare, and which of the mirrored
/// positions it is that share the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Id {
    pub name: Name,
    pub repetition_key: u64,
    pub symmetry: u8,
}

impl Id {
    /// The key of a twin that is valid on the one path with this code, and for no mirrored
    /// position.
    #[inline]
    pub fn exact_key(&self, code: u64) -> u64 {
        self.name.twin_key() ^ mix(code ^ u64::from(self.symmetry) << 56)
    }
}
