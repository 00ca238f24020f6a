//! Factors: how much harder a move counts than the numbers of its position say.
//!
//! Where one move is to be chosen, the search goes on with the child that has the smallest number,
//! and on new ground the numbers are guesses about positions. A game may know more about the moves
//! themselves ([`factors`](threefold_game::Searchable::factors)): then the number of an unlikely
//! move is multiplied wherever it is compared with others, and so is what the position inherits
//! from it. The child's own thresholds are divided by the factor, so that both say the same:
//!
//! ```text
//!   move   number   factor   counts for        threshold 12 of the position
//!   a      6        1        6    <- chosen     12
//!   b      3        5/2      8                  5 = 12 / (5/2), rounded up
//! ```
//! Solved stays solved, 0 and infinity: a factor changes the order of the search and no answer. It
//! belongs to the move, not to the child, and is never stored.
//!
//! **Only small numbers are multiplied.** Along a path factors multiply: with eight at each of ten
//! positions, in all of which the likely moves have failed, numbers would saturate, and a search
//! that is near its end would begin anew without factors (of 14 hard problems of Go, 7 did so
//! within two million nodes). So a factor adds an eighth at most of what is missing to [`CEILING`],
//! and lifts no number above it:
//!
//! ```text
//!   factor 8, number      1    2    4    20   60   100  200
//!             counts for  8    16   19   33   68   103  200
//! ```

/// Numbers as large are what they are. Seven hard problems of Go take 1.4 times the nodes with 512
/// or 32.
const CEILING: u32 = 128;

/// What is missing to the ceiling, divided by this, is the most that a factor adds.
const SHARE: u32 = 8;

/// How much harder a move counts, in eighths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Factor(u8);

impl Factor {
    /// Of a move that counts for what its number says.
    pub const ONE: Factor = Factor(8);

    /// Of a move whose number counts twice.
    pub const TWO: Factor = Factor(16);

    /// So many eighths, and never less than one: a number must not get smaller than it is.
    #[inline]
    pub fn eighths(eighths: u8) -> Self {
        Factor(eighths.max(Factor::ONE.0))
    }

    /// What a child's number counts for.
    #[inline]
    pub fn raise(self, number: u32) -> u32 {
        if self == Factor::ONE || number == 0 || number >= CEILING {
            return number;
        }
        let multiplied = (number * u32::from(self.0)).div_ceil(8);
        multiplied.min(number + (CEILING - number) / SHARE)
    }

    /// The smallest number of a child that counts for a threshold or more.
    #[inline]
    pub fn lower(self, threshold: u32) -> u32 {
        if self == Factor::ONE || threshold >= CEILING {
            return threshold;
        }
        // The largest number that still counts for less than the threshold, and one more.
        let divided = threshold.saturating_sub(1) * 8 / u32::from(self.0) + 1;
        // With `left` to the ceiling a number counts for `left - left / SHARE` less than it.
        let left = (CEILING - threshold) * SHARE / (SHARE - 1);
        divided.max(CEILING.saturating_sub(left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::{INFINITY, LARGEST};

    #[test]
    fn a_child_below_its_threshold_counts_for_less_than_that_of_its_position() {
        for factor in [8, 9, 12, 20, 32, 255].map(Factor::eighths) {
            for threshold in 1..2 * CEILING {
                let lowered = factor.lower(threshold);
                assert!(factor.raise(lowered) >= threshold, "{factor:?} {threshold}");
                assert!(lowered == 1 || factor.raise(lowered - 1) < threshold);
            }
        }
    }

    #[test]
    fn what_multiplies_along_a_path_stays_below_the_ceiling() {
        let factor = Factor::eighths(64);
        let along = |plies: u32| (0..plies).fold(1, |number, _| factor.raise(number));
        assert_eq!([1, 2, 1_000].map(along), [8, 23, CEILING - SHARE + 1]);
        let counts_for = [1, 2, 4, 20, 60, 100, 200].map(|number| factor.raise(number));
        assert_eq!(counts_for, [8, 16, 19, 33, 68, 103, 200]);
        assert!((1..2 * CEILING).all(|number| factor.raise(number) <= factor.raise(number + 1)));
    }

    #[test]
    fn solved_stays_solved_and_finite_stays_finite() {
        let factor = Factor::eighths(255);
        assert_eq!([0, INFINITY, LARGEST].map(|n| factor.raise(n)), [0, INFINITY, LARGEST]);
        assert_eq!([LARGEST, INFINITY].map(|n| factor.lower(n)), [LARGEST, INFINITY]);
        assert_eq!(Factor::eighths(3).raise(7), 7);
    }
}
