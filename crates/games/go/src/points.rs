//! Sets of points as bits.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::Point;

/// A set of points, bit [`Point::index`] for each: `u64` for boards of up to 64 points, `u128`
/// for up to 128, [`Wide`] for all; [`Words`] of other numbers for what is between.
///
/// Complements and shifts set bits outside the board; [`Geometry`](crate::Geometry) has the mask
/// that takes them off again, and [`Geometry::neighbours`](crate::Geometry::neighbours) is the
/// only place that shifts.
pub trait Points:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// No point.
    const EMPTY: Self;
    /// How many points a board can have.
    const CAPACITY: usize;

    /// The set of one point.
    fn single(point: Point) -> Self;

    /// Whether there is no point in the set.
    fn is_empty(self) -> bool;

    /// How many points there are.
    fn count(self) -> u32;

    /// The point with the smallest number.
    fn first(self) -> Option<Point>;

    /// The same as a set; nothing of nothing.
    #[inline(always)]
    fn lowest(self) -> Self {
        self.first().map_or(Self::EMPTY, Self::single)
    }

    /// Whether there are two points or more.
    #[inline(always)]
    fn has_two(self) -> bool {
        !(self & !self.lowest()).is_empty()
    }

    /// Every point with its number increased by `by`, less than 64; numbers beyond the capacity
    /// drop out.
    fn up(self, by: u32) -> Self;

    /// Every point with its number decreased by `by`, less than 64; numbers below 0 drop out.
    fn down(self, by: u32) -> Self;

    /// Words of 64 points.
    const WORDS: usize = Self::CAPACITY / 64;

    /// Writes the set to [`Points::WORDS`] words, the smallest numbers first.
    fn write_words(self, words: &mut [u64]);

    /// Whether the point is in the set.
    #[inline]
    fn contains(self, point: Point) -> bool {
        !(self & Self::single(point)).is_empty()
    }

    /// Whether the sets have a point in common.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether every point of this set is in the other one.
    #[inline]
    fn is_within(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    /// The points of the set, ascending.
    #[inline]
    fn iter(self) -> Bits<Self> {
        Bits(self)
    }
}

/// The points of a set, ascending.
#[derive(Clone, Debug)]
pub struct Bits<P>(P);

impl<P: Points> Iterator for Bits<P> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        let point = self.0.first()?;
        self.0 ^= P::single(point);
        Some(point)
    }
}

macro_rules! integer {
    ($type:ty) => {
        impl Points for $type {
            const EMPTY: Self = 0;
            const CAPACITY: usize = <$type>::BITS as usize;

            #[inline(always)]
            fn single(point: Point) -> Self {
                1 << point.index()
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn first(self) -> Option<Point> {
                (self != 0).then(|| Point::from_index(self.trailing_zeros() as usize))
            }

            #[inline(always)]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }

            #[inline(always)]
            fn has_two(self) -> bool {
                self & self.wrapping_sub(1) != 0
            }

            #[inline(always)]
            fn up(self, by: u32) -> Self {
                self << by
            }

            #[inline(always)]
            fn down(self, by: u32) -> Self {
                self >> by
            }

            #[inline(always)]
            fn write_words(self, words: &mut [u64]) {
                for (i, word) in words.iter_mut().enumerate().take(Self::WORDS) {
                    *word = (self >> (64 * i)) as u64;
                }
            }
        }
    };
}

integer!(u64);
integer!(u128);

/// A set of up to `64 * N` points. The first word holds the points with the smallest numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Words<const N: usize>([u64; N]);

/// A set of up to 384 points: enough for 19x19.
pub type Wide = Words<6>;

impl<const N: usize> Words<N> {
    /// The points with the first `count` numbers.
    pub(crate) fn below(count: usize) -> Self {
        Words(std::array::from_fn(|i| match count.saturating_sub(64 * i) {
            n if n >= 64 => u64::MAX,
            n => (1 << n) - 1,
        }))
    }

    /// Takes the point with the smallest number out of the set.
    #[inline(always)]
    pub(crate) fn take_first_point(&mut self) -> Option<Point> {
        for (i, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(Point::from_index(64 * i + bit));
            }
        }
        None
    }

    /// The words, the smallest numbers first.
    #[inline(always)]
    pub(crate) fn words(&self) -> &[u64; N] {
        &self.0
    }

    /// A loop, and not the functions for arrays: those are not always inlined.
    #[inline(always)]
    fn map(mut self, f: impl Fn(u64) -> u64) -> Self {
        for word in &mut self.0 {
            *word = f(*word);
        }
        self
    }

    #[inline(always)]
    fn zip(mut self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        for i in 0..N {
            self.0[i] = f(self.0[i], other.0[i]);
        }
        self
    }
}

impl<const N: usize> Default for Words<N> {
    #[inline(always)]
    fn default() -> Self {
        Words([0; N])
    }
}

impl<const N: usize> Not for Words<N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.map(|word| !word)
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $assign:ident, $assign_method:ident, $operator:tt) => {
        impl<const N: usize> $trait for Words<N> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, |a, b| a $operator b)
            }
        }

        impl<const N: usize> $assign for Words<N> {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = *self $operator other;
            }
        }
    };
}

operator!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
operator!(BitOr, bitor, BitOrAssign, bitor_assign, |);
operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl<const N: usize> Points for Words<N> {
    const EMPTY: Self = Words([0; N]);
    const CAPACITY: usize = 64 * N;

    #[inline(always)]
    fn single(point: Point) -> Self {
        let mut words = [0; N];
        words[point.index() / 64] = 1 << (point.index() % 64);
        Words(words)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn first(self) -> Option<Point> {
        for i in 0..N {
            if self.0[i] != 0 {
                return Some(Point::from_index(64 * i + self.0[i].trailing_zeros() as usize));
            }
        }
        None
    }

    #[inline(always)]
    fn up(self, by: u32) -> Self {
        debug_assert!((1..64).contains(&by));
        let mut up = self.map(|word| word << by);
        for i in 1..N {
            up.0[i] |= self.0[i - 1] >> (64 - by);
        }
        up
    }

    #[inline(always)]
    fn down(self, by: u32) -> Self {
        debug_assert!((1..64).contains(&by));
        let mut down = self.map(|word| word >> by);
        for i in 1..N {
            down.0[i - 1] |= self.0[i] << (64 - by);
        }
        down
    }

    #[inline(always)]
    fn write_words(self, words: &mut [u64]) {
        words[..N].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn contains(self, point: Point) -> bool {
        self.0[point.index() / 64] >> (point.index() % 64) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set<P: Points>(indices: &[usize]) -> P {
        indices.iter().fold(P::EMPTY, |all, &i| all | P::single(Point::from_index(i)))
    }

    fn indices<P: Points>(set: P) -> Vec<usize> {
        set.iter().map(Point::index).collect()
    }

    fn all_operations<P: Points>(few: &[usize]) {
        let a: P = set(few);
        assert_eq!(indices(a), few);
        assert_eq!(a.count() as usize, few.len());
        assert_eq!(a.first().map(Point::index), few.first().copied());
        for by in [1, 2, 7, 19, 63] {
            let up: Vec<usize> = few.iter().map(|i| i + by).filter(|&i| i < P::CAPACITY).collect();
            assert_eq!(indices(a.up(by as u32)), up);
            let down: Vec<usize> = few.iter().filter_map(|i| i.checked_sub(by)).collect();
            assert_eq!(indices(a.down(by as u32)), down);
        }
        for &i in few {
            assert!(a.contains(Point::from_index(i)));
            assert!(!(!a).contains(Point::from_index(i)));
        }
        assert!(!a.meets(!a) && a.is_within(a | !a));
        assert_eq!(indices(a.lowest()), few[..few.len().min(1)]);
        assert!(a.has_two() && !a.lowest().has_two() && P::EMPTY.lowest().is_empty());
        let mut words = vec![0; P::WORDS];
        a.write_words(&mut words);
        let bit = |i: usize| words[i / 64] >> (i % 64) & 1 == 1;
        assert_eq!((0..P::CAPACITY).filter(|&i| bit(i)).collect::<Vec<_>>(), few);
    }

    #[test]
    fn words_of_each_width() {
        all_operations::<u64>(&[0, 3, 40, 63]);
        all_operations::<u128>(&[0, 3, 63, 64, 100, 127]);
        all_operations::<Words<3>>(&[0, 1, 63, 64, 127, 128, 150, 191]);
        all_operations::<Wide>(&[0, 1, 63, 64, 127, 128, 200, 319, 320, 360, 383]);
    }
}
