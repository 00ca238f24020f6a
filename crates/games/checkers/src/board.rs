//! The 32 dark squares as bits, and the four steps between them.
//!
//! ```text
//!          1   2   3   4        row 0        bit = square - 1
//!        5   6   7   8          row 1        black men move down (to higher numbers),
//!          9  10  11  12        row 2        white men up
//!       13  14  15  16          row 3
//!         17  18  19  20        row 4
//!       21  22  23  24          row 5
//!         25  26  27  28        row 6
//!       29  30  31  32          row 7
//! ```

/// Squares of rows 0, 2, 4, 6, which begin one column further right.
const EVEN: u32 = 0x0F0F_0F0F;
/// Squares of rows 1, 3, 5, 7.
const ODD: u32 = 0xF0F0_F0F0;
/// Squares of even rows that are not on the right edge.
const EVEN_INNER: u32 = 0x0707_0707;
/// Squares of odd rows that are not on the left edge.
const ODD_INNER: u32 = 0xE0E0_E0E0;

/// Where a white man is crowned.
pub(crate) const TOP: u32 = 0x0000_000F;
/// Where a black man is crowned.
pub(crate) const BOTTOM: u32 = 0xF000_0000;

/// Directions are numbered so that `3 - d` leads back: down left, down right, up left, up right.
pub(crate) const BLACK_FORWARD: [usize; 2] = [0, 1];
/// The directions of white men.
pub(crate) const WHITE_FORWARD: [usize; 2] = [2, 3];

/// The squares one step from `x` in a direction; those that would leave the board are dropped.
#[inline(always)]
pub(crate) const fn step(x: u32, direction: usize) -> u32 {
    match direction {
        0 => ((x & EVEN) << 4) | ((x & ODD_INNER) << 3),
        1 => ((x & EVEN_INNER) << 5) | ((x & ODD) << 4),
        2 => ((x & EVEN) >> 4) | ((x & ODD_INNER) >> 5),
        _ => ((x & EVEN_INNER) >> 3) | ((x & ODD) >> 4),
    }
}

/// The directions in which men of a side move.
#[inline(always)]
pub(crate) const fn forward(white: bool) -> [usize; 2] {
    if white { WHITE_FORWARD } else { BLACK_FORWARD }
}

/// The row on which men of a side are crowned.
#[inline(always)]
pub(crate) const fn crown_row(white: bool) -> u32 {
    if white { TOP } else { BOTTOM }
}

/// The bits of a set, lowest first, one at a time.
#[inline(always)]
pub(crate) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_back() {
        for s in 0..32 {
            for d in 0..4 {
                let to = step(1 << s, d);
                assert!(to.count_ones() <= 1);
                if to != 0 {
                    assert_eq!(step(to, 3 - d), 1 << s);
                }
            }
        }
    }

    #[test]
    fn neighbours_of_some_squares() {
        let neighbours = |square: u32| {
            let mut all: Vec<u32> = (0..4)
                .flat_map(|d| bits(step(1 << (square - 1), d)))
                .map(|bit| bit.trailing_zeros() + 1)
                .collect();
            all.sort_unstable();
            all
        };
        assert_eq!(neighbours(1), [5, 6]);
        assert_eq!(neighbours(4), [8]);
        assert_eq!(neighbours(5), [1, 9]);
        assert_eq!(neighbours(15), [10, 11, 18, 19]);
        assert_eq!(neighbours(18), [14, 15, 22, 23]);
        assert_eq!(neighbours(28), [24, 32]);
        assert_eq!(neighbours(29), [25]);
    }

    #[test]
    fn turning_the_board_reverses_bits() {
        for s in 0..32 {
            for d in 0..4 {
                let turned = step((1u32 << s).reverse_bits(), 3 - d);
                assert_eq!(turned, step(1 << s, d).reverse_bits());
            }
        }
    }
}
