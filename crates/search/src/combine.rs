//! Numbers of a position from those of its children.
//!
//! ```text
//!              attacker to move (OR)         defender to move (AND)
//!   pn         smallest of the children      added up
//!   dn         added up                      smallest of the children
//! ```
//! On a graph, what is added up may contain the same position twice:
//!
//! ```text
//!        A           pn(A) = pn(B) + pn(C), though proving D alone proves both:
//!       / \          the number grows with every level of such diamonds.
//!      B   C
//!       \ /
//!        D
//! ```
//! [`Combine::Weak`] takes the largest instead, plus one for each further unsolved child. On chess
//! endings both sides summed saturate and both sides weak lose half of the mates with many men;
//! [`Combine::Damped`] lies between. The defaults, a half of the others for `pn` and a quarter for
//! `dn`, solve more than either on all sets measured: weaker `pn` helps long endings and hurts
//! mates, weaker `dn` hurts drawn positions.

use crate::numbers::{INFINITY, LARGEST, add};
use crate::options::{Combine, Options};

/// How numbers add up: at the defender's positions, and at the attacker's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Combining {
    pub pn: Combine,
    pub dn: Combine,
}

impl Combining {
    /// Numbers that cannot grow by being added up in circles.
    pub const WEAK: Combining = Combining { pn: Combine::Weak, dn: Combine::Weak };

    pub fn new(options: &Options) -> Self {
        Combining { pn: options.pn_combine, dn: options.dn_combine }
    }

    /// How those add up that are not chosen by.
    #[inline]
    pub fn added(self, or_node: bool) -> Combine {
        if or_node { self.dn } else { self.pn }
    }
}

/// What the children of a position come to.
pub(crate) struct Numbers {
    pub pn: u32,
    pub dn: u32,
    /// Which of them is searched.
    pub best: usize,
    /// The number of the second best on the side by which is chosen.
    pub second: u32,
    pub added: Added,
}

impl Numbers {
    /// Of the children that count, of which there is at least one, each with its place among all.
    #[inline]
    pub fn of(
        children: impl Iterator<Item = (usize, u32, u32)>,
        or_node: bool,
        combining: Combining,
    ) -> Self {
        Numbers::of_some_shared(children, |_| false, or_node, combining)
    }

    /// The same where of some children, by their places, the largest is added and not all
    /// (`sources.rs`).
    #[inline]
    pub fn of_some_shared(
        children: impl Iterator<Item = (usize, u32, u32)>,
        is_shared: impl Fn(usize) -> bool,
        or_node: bool,
        combining: Combining,
    ) -> Self {
        let mut added = Added::default();
        let (mut best, mut smallest, mut second) = (0, INFINITY, INFINITY);
        let mut tie = u32::MAX;
        for (i, pn, dn) in children {
            let (choice, other) = if or_node { (pn, dn) } else { (dn, pn) };
            if is_shared(i) {
                added.take_shared(other)
            } else {
                added.take(other)
            }
            if choice < smallest || choice == smallest && other < tie {
                second = second.min(smallest);
                smallest = choice;
                tie = other;
                best = i;
            } else {
                second = second.min(choice);
            }
        }
        // A child that decides makes the sum of the others meaningless.
        let sum = if smallest == 0 { INFINITY } else { added.number(combining.added(or_node)) };
        let (pn, dn) = if or_node { (smallest, sum) } else { (sum, smallest) };
        Numbers { pn, dn, best, second, added }
    }

    /// Of a position without moves.
    pub fn stuck(succeeds: bool) -> Self {
        let (pn, dn) = if succeeds { (0, INFINITY) } else { (INFINITY, 0) };
        Numbers { pn, dn, best: 0, second: INFINITY, added: Added::default() }
    }

    #[inline]
    pub fn is_solved(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}

/// The side on which the numbers are added up.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Added {
    total: u32,
    largest: u32,
    unsolved: u32,
    /// The largest of those that are shared, which the others contain once.
    shared: u32,
    infinite: bool,
}

impl Added {
    /// Takes a child's number in: 0 solved for this side, infinite solved for the other.
    #[inline]
    pub fn take(&mut self, number: u32) {
        if number == 0 {
            return;
        }
        if number >= INFINITY {
            self.infinite = true;
            return;
        }
        self.unsolved += 1;
        self.total = add(self.total, number);
        self.largest = self.largest.max(number);
    }

    /// The same of a child that has positions in common with others of its kind: of all of these
    /// the largest counts, as one child.
    #[inline]
    pub fn take_shared(&mut self, number: u32) {
        if self.shared == 0 || number >= INFINITY {
            self.take(number);
        } else if number > self.shared {
            self.total = add(self.total - self.shared.min(self.total), number);
            self.largest = self.largest.max(number);
        }
        if number < INFINITY {
            self.shared = self.shared.max(number);
        }
    }

    /// The number that a child counts for: its own, or that of all that are shared.
    #[inline]
    pub fn part(&self, own: u32, is_shared: bool) -> u32 {
        if is_shared { self.shared } else { own }
    }

    /// The number of the position.
    #[inline]
    pub fn number(&self, combine: Combine) -> u32 {
        if self.infinite {
            return INFINITY;
        }
        match combine {
            Combine::Sum => self.total,
            Combine::Weak => (self.largest + self.unsolved.saturating_sub(1)).min(LARGEST),
            Combine::Damped(share) => {
                let others = (self.total - self.largest.min(self.total)) / share.max(1);
                (self.largest + others.max(self.unsolved.saturating_sub(1))).min(LARGEST)
            }
        }
    }

    /// How far the number of one child, now `own`, may grow before that of the position reaches
    /// `threshold`.
    #[inline]
    pub fn child_threshold(&self, combine: Combine, threshold: u32, own: u32) -> u32 {
        let others = match combine {
            Combine::Sum => self.total - own.min(self.total),
            Combine::Weak => self.unsolved.saturating_sub(1),
            Combine::Damped(share) => {
                let others = (self.total - own.min(self.total)) / share.max(1);
                others.max(self.unsolved.saturating_sub(1))
            }
        };
        threshold.saturating_sub(others).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(numbers: &[u32]) -> Added {
        let mut all = Added::default();
        numbers.iter().for_each(|&n| all.take(n));
        all
    }

    #[test]
    fn sum_and_weak() {
        assert_eq!(added(&[3, 0, 5]).number(Combine::Sum), 8);
        assert_eq!(added(&[3, 0, 5]).number(Combine::Weak), 6);
        assert_eq!(added(&[0, 0]).number(Combine::Weak), 0);
        assert_eq!(added(&[3, INFINITY]).number(Combine::Sum), INFINITY);
        assert_eq!(added(&[LARGEST, LARGEST]).number(Combine::Sum), LARGEST);
    }

    #[test]
    fn of_those_that_are_shared_the_largest_counts() {
        let all_orders = [[3, 8, 0, 5], [8, 5, 3, 0], [0, 3, 5, 8], [5, 0, 8, 3]];
        for shared in all_orders {
            let mut all = added(&[4, 2]);
            shared.iter().for_each(|&n| all.take_shared(n));
            assert_eq!(all.number(Combine::Sum), 4 + 2 + 8);
            assert_eq!(all.number(Combine::Weak), 8 + 2);
            assert_eq!(all.number(Combine::Damped(2)), 8 + 3);
            for combine in [Combine::Sum, Combine::Weak, Combine::Damped(2)] {
                // One of them, at its threshold, lifts the position to its own.
                let own = all.part(5, true);
                let child = all.child_threshold(combine, 20, own);
                let mut after = added(&[4, 2]);
                [3, child, 8].iter().for_each(|&n| after.take_shared(n));
                assert!(after.number(combine) >= 20);
            }
            all.take_shared(INFINITY);
            assert_eq!(all.number(Combine::Sum), INFINITY);
        }
    }

    #[test]
    fn a_child_at_its_threshold_lifts_the_position_to_its_own() {
        for combine in [Combine::Sum, Combine::Weak] {
            let before = added(&[4, 7, 2]);
            let threshold = 20;
            let child = before.child_threshold(combine, threshold, 7);
            assert!(added(&[4, child, 2]).number(combine) >= threshold);
            assert!(added(&[4, child - 1, 2]).number(combine) < threshold);
        }
    }
}
