//! The paired test.

use serde::Serialize;

/// The same questions under two conditions, and where they differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Paired {
    /// Questions that were answered under both.
    pub pairs: u64,
    /// Wrong under the first, right under the second.
    pub only_first_wrong: u64,
    /// Right under the first, wrong under the second.
    pub only_second_wrong: u64,
}

impl Paired {
    /// Counts a question.
    pub fn add(&mut self, first_wrong: bool, second_wrong: bool) {
        self.pairs += 1;
        self.only_first_wrong += u64::from(first_wrong && !second_wrong);
        self.only_second_wrong += u64::from(second_wrong && !first_wrong);
    }

    /// McNemar's test, exact and two-sided: how likely it is that the pairs which differ are split
    /// at least as unevenly if either condition is as often the wrong one.
    pub fn p_value(&self) -> f64 {
        let differ = self.only_first_wrong + self.only_second_wrong;
        exact_binomial(self.only_first_wrong.min(self.only_second_wrong), differ)
    }
}

/// The two-sided probability of at most `fewer` heads, or at most so many tails, in `tosses` of a
/// fair coin. At most 1.
pub fn exact_binomial(fewer: u64, tosses: u64) -> f64 {
    // Logarithms, because two to the power of some thousand is no number any more.
    let mut term = -(tosses as f64) * std::f64::consts::LN_2;
    let mut sum = 0.0;
    for heads in 0..=fewer.min(tosses) {
        sum += term.exp();
        term += ((tosses - heads) as f64).ln() - ((heads + 1) as f64).ln();
    }
    (2.0 * sum).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
        assert!(near(exact_binomial(0, 0), 1.0));
        assert!(near(exact_binomial(0, 5), 2.0 / 32.0));
        assert!(near(exact_binomial(1, 8), 2.0 * 9.0 / 256.0));
        assert!(near(exact_binomial(4, 8), 1.0));
        assert!(exact_binomial(1000, 3000) < 1e-60, "no overflow");
    }

    #[test]
    fn only_the_pairs_that_differ_count() {
        let mut paired = Paired::default();
        for (first, second) in [(true, true), (false, false), (true, false), (true, false)] {
            paired.add(first, second);
        }
        assert_eq!((paired.pairs, paired.only_first_wrong, paired.only_second_wrong), (4, 2, 0));
        assert_eq!(paired.p_value(), 0.5);
    }
}
