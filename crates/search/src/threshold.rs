//! Thresholds: when the search leaves a position.
//!
//! df-pn stays below a position until one of its numbers reaches the threshold that its parent
//! set. Two techniques shape the thresholds:
//!
//! - **1+epsilon** (Pawlewicz and Lew 2007): stay until the number exceeds the second best child's
//!   by a share, not just by one; saves walking up and down between two children of equal promise.
//! - **Threshold control** (TCA, Kishimoto 2010): on a graph with cycles the numbers can be
//!   underestimated, and the search then walks round for ever without expanding anything new. As
//!   soon as a position has an unsolved child that is *old*, expanded before and not farther from
//!   the root than the position itself, the thresholds of the first visit are raised so that the
//!   search gets through to a new leaf. Without it 0.4 to 0.8 % of random games with ten
//!   positions never end.

use crate::combine::{Combining, Numbers};
use crate::found::Found;
use crate::numbers::LARGEST;

/// Both thresholds of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Thresholds {
    pub pn: u32,
    pub dn: u32,
}

impl Thresholds {
    /// At the root: search until it is solved or its numbers saturate.
    pub const ROOT: Thresholds = Thresholds { pn: LARGEST, dn: LARGEST };

    /// Whether the search has to leave a position with these numbers.
    #[inline]
    pub fn exceeded(&self, pn: u32, dn: u32) -> bool {
        pn >= self.pn || dn >= self.dn
    }

    /// Those of the best child of a position that has these, whose numbers are `own`.
    #[inline]
    pub fn of_child(
        &self,
        or_node: bool,
        numbers: &Numbers,
        own: (u32, u32),
        combining: Combining,
        epsilon_16ths: u32,
    ) -> Self {
        let beyond = beyond_second(numbers.second, epsilon_16ths);
        let (combine, added) = (combining.added(or_node), &numbers.added);
        if or_node {
            let dn = added.child_threshold(combine, self.dn, own.1);
            Thresholds { pn: self.pn.min(beyond), dn }
        } else {
            let pn = added.child_threshold(combine, self.pn, own.0);
            Thresholds { pn, dn: self.dn.min(beyond) }
        }
    }

    /// Threshold control: just enough to enter the position once.
    #[inline]
    pub fn raise(&mut self, pn: u32, dn: u32) {
        self.pn = self.pn.max(pn.saturating_add(1)).min(LARGEST);
        self.dn = self.dn.max(dn.saturating_add(1)).min(LARGEST);
    }
}

/// Whether threshold control is on below a position: `before` it was entered it was, `found` was
/// known of it, and these are its children.
///
/// A leaf ends threshold control, whatever its children are: it is the new position that control
/// was to lead to. Looking for old children there too would keep it on in every king-shuffling
/// ending, and the search would run down paths of thousands of plies.
#[inline]
pub(crate) fn wants_control<'f>(
    before: bool,
    found: &Found,
    min_depth: u32,
    mut children: impl Iterator<Item = &'f Found>,
) -> bool {
    let is_old = |child: &Found| {
        !child.is_solved() && child.expanded_at.is_some_and(|before| before <= min_depth)
    };
    found.expanded_at.is_some() && (before || children.any(is_old))
}

/// 1+epsilon: the threshold of the best child on the side where the smallest counts, given the
/// number of the second best (infinite if there is none) and epsilon in 1/16.
#[inline]
pub(crate) fn beyond_second(second: u32, epsilon_16ths: u32) -> u32 {
    let share = u64::from(second) * u64::from(16 + epsilon_16ths) / 16;
    (share.min(u64::from(LARGEST)) as u32).max(second.saturating_add(1)).min(LARGEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::INFINITY;

    #[test]
    fn epsilon_is_at_least_one_step() {
        assert_eq!(beyond_second(1, 4), 2);
        assert_eq!(beyond_second(100, 4), 125);
        assert_eq!(beyond_second(100, 0), 101);
        assert_eq!(beyond_second(INFINITY, 4), LARGEST);
    }

    #[test]
    fn raised_thresholds_let_the_search_in_but_never_past_saturation() {
        let mut thresholds = Thresholds { pn: 3, dn: 9 };
        thresholds.raise(5, 2);
        assert_eq!(thresholds, Thresholds { pn: 6, dn: 9 });
        assert!(!thresholds.exceeded(5, 2));
        thresholds.raise(LARGEST, 1);
        assert!(thresholds.exceeded(LARGEST, 1));
    }
}
