//! Proof and disproof numbers.
//!
//! `pn` is an estimate of how many positions have to be proven to prove the position, `dn` to
//! disprove it. A proven position has (0, [`INFINITY`]), a disproven one ([`INFINITY`], 0).
//! Everything else lies between 1 and [`LARGEST`]: sums saturate there, so that no sum of finite
//! numbers is ever taken for a verdict.

/// The number that says "never".
pub const INFINITY: u32 = 1 << 30;

/// The largest number of an unsolved position, and the threshold at the root ("infinity - 1").
/// A root that reaches it without being solved is `Unknown`: its numbers have saturated.
pub const LARGEST: u32 = INFINITY - 1;

/// Adds, but never reaches [`INFINITY`] unless one side already has.
#[inline]
pub(crate) fn add(a: u32, b: u32) -> u32 {
    if a >= INFINITY || b >= INFINITY { INFINITY } else { (a + b).min(LARGEST) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finite_sums_stay_finite() {
        assert_eq!(add(LARGEST, LARGEST), LARGEST);
        assert_eq!(add(3, 4), 7);
        assert_eq!(add(3, INFINITY), INFINITY);
    }
}
