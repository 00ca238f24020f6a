//! Where the values stand that moves lead to.

use std::sync::atomic::{AtomicU8, Ordering};

use super::slice::{BINOMIAL, Layout, MOST};
use super::value::{DRAW, Depth, LOSS_BITS, WIN_BITS};
use crate::board::bits;

/// Positions with the same men and the same numbers of kings, the other side to move. Squares are
/// those of the side that has just moved; its opponent numbers them from the other end.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    source: Source<'a>,
    /// The first number.
    base: u64,
    /// Placements of the kings of the side that has moved, given those of the side to move.
    subs: u64,
    /// How many squares without men lie above each square.
    places: [u8; 32],
}

/// Bytes of depths, or of values, four to a byte.
#[derive(Clone, Copy)]
enum Source<'a> {
    /// The side to move has no pieces.
    Gone,
    /// A slice that is finished.
    Finished(&'a [u8]),
    /// A slice of which this part is finished.
    Unfinished(&'a [AtomicU8]),
}

/// The same with the kings of the side to move in their places.
pub(super) struct Row<'a> {
    source: Source<'a>,
    base: u64,
    /// How many squares without men and without those kings lie above each square.
    places: [u8; 32],
}

impl<'a> Target<'a> {
    /// The other side has no pieces left.
    pub const GONE: Self = Target { source: Source::Gone, base: 0, subs: 1, places: [0; 32] };

    /// Of the slice with this numbering, whose bytes these are.
    pub fn finished(layout: &Layout, bytes: &'a [u8], men: [u32; 2]) -> Self {
        Target::new(layout, Source::Finished(bytes), men)
    }

    /// The same for a slice that is being solved.
    pub fn unfinished(layout: &Layout, bytes: &'a [AtomicU8], men: [u32; 2]) -> Self {
        Target::new(layout, Source::Unfinished(bytes), men)
    }

    /// `men` are those of the side that has moved, and of the side to move.
    fn new(layout: &Layout, source: Source<'a>, [moved, to_move]: [u32; 2]) -> Self {
        let config = layout.config(to_move.reverse_bits(), moved.reverse_bits());
        let mut places = [0; 32];
        if layout.kings > 1 {
            let mut count = 0;
            for (s, place) in places.iter_mut().enumerate().rev() {
                *place = count;
                count += u8::from((moved | to_move) >> s & 1 == 0);
            }
        }
        Target { source, base: config * layout.kings, subs: layout.subs, places }
    }

    /// With these kings of the side to move.
    #[inline]
    pub fn row(&self, kings: u32) -> Row<'a> {
        let mut places = self.places;
        for king in bits(kings) {
            let king = king.trailing_zeros() as u8;
            for (s, place) in (0..32u8).zip(&mut places) {
                *place -= u8::from(s < king);
            }
        }
        let base = self.base + number(kings, &self.places) * self.subs;
        Row { source: self.source, base, places }
    }

    /// The value with these kings of the side to move, and of the side that has moved.
    #[inline]
    pub fn value<const DEPTHS: bool>(&self, kings: u32, moved: u32) -> Depth {
        self.source.value::<DEPTHS>(self.index(kings, moved))
    }

    #[inline]
    fn index(&self, kings: u32, moved: u32) -> u64 {
        let mut sum = self.base + number(kings, &self.places) * self.subs;
        let mut rest = moved;
        let mut k = 1;
        while rest != 0 {
            let square = 31 - rest.leading_zeros();
            let above = (kings >> square >> 1).count_ones();
            sum += choose(u32::from(self.places[square as usize]) - above, k);
            rest ^= 1 << square;
            k += 1;
        }
        sum
    }
}

impl Row<'_> {
    /// The value with these kings of the side that has moved.
    #[inline]
    pub fn value<const DEPTHS: bool>(&self, moved: u32) -> Depth {
        self.source.value::<DEPTHS>(self.index(moved))
    }

    #[inline]
    fn index(&self, moved: u32) -> u64 {
        self.base + number(moved, &self.places)
    }
}

impl Source<'_> {
    #[inline]
    fn value<const DEPTHS: bool>(&self, index: u64) -> Depth {
        let at = (if DEPTHS { index } else { index / 4 }) as usize;
        let byte = match self {
            Source::Gone => return 0,
            Source::Finished(bytes) => bytes[at],
            Source::Unfinished(bytes) => bytes[at].load(Ordering::Relaxed),
        };
        if DEPTHS {
            return byte;
        }
        match byte >> (index % 4 * 2) & 3 {
            WIN_BITS => 1,
            LOSS_BITS => 0,
            _ => DRAW,
        }
    }
}

/// The number of a set whose squares are counted from above, those without a place left out.
#[inline]
fn number(mut set: u32, places: &[u8; 32]) -> u64 {
    let mut sum = 0;
    let mut k = 1;
    while set != 0 {
        let square = 31 - set.leading_zeros();
        sum += choose(u32::from(places[square as usize]), k);
        set ^= 1 << square;
        k += 1;
    }
    sum
}

#[inline]
fn choose(n: u32, k: usize) -> u64 {
    u64::from(CHOOSE[k][(n & 31) as usize])
}

/// [`BINOMIAL`] for up to 31 squares, small enough to stay in the cache.
static CHOOSE: [[u32; 32]; MOST + 1] = {
    let mut table = [[0; 32]; MOST + 1];
    let mut k = 0;
    while k <= MOST {
        let mut n = 0;
        while n < 32 {
            table[k][n] = BINOMIAL[n][k] as u32;
            n += 1;
        }
        k += 1;
    }
    table
};

/// The targets of captures that came up last: kings come and go over the same men.
pub(super) struct Targets<'a> {
    kept: Vec<Option<(u64, Target<'a>)>>,
}

impl Default for Targets<'_> {
    fn default() -> Self {
        Targets { kept: vec![None; 1 << Self::BITS] }
    }
}

impl<'a> Targets<'a> {
    const BITS: u32 = 6;

    /// The target with these men of the side `x` that has moved, and of the side to move, after so
    /// many kings were captured. Men that disappear from the first were crowned.
    #[inline]
    pub fn get(
        &mut self,
        x: usize,
        men: [u32; 2],
        captured_kings: u32,
        make: impl FnOnce() -> Target<'a>,
    ) -> &Target<'a> {
        // No man of that side stands on the last row, so that four bits are free.
        debug_assert!(men[0] >> 28 == 0 && captured_kings < 8);
        let key =
            u64::from(men[0] | (captured_kings << 1 | x as u32) << 28) << 32 | u64::from(men[1]);
        let slot = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - Self::BITS);
        let kept = &mut self.kept[slot as usize];
        if kept.as_ref().is_none_or(|&(known, _)| known != key) {
            *kept = None;
        }
        &kept.get_or_insert_with(|| (key, make())).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::egdb::slice::Material;

    /// Positions are found under the numbers that they are looked up by, up to 8 pieces.
    #[test]
    fn numbers_are_those_of_the_slices() {
        for pieces in 2..=8 {
            for material in Material::all(pieces) {
                let layout = Layout::new(material);
                let step = (layout.size / 97).max(1) as usize;
                for index in (0..layout.size).step_by(step).chain([layout.size - 1]) {
                    let position = layout.position(index);
                    // The side that has moved sees them from the other end.
                    let turned = |set: u32| set.reverse_bits();
                    let men = [turned(position.their_men), turned(position.own_men)];
                    let kings = turned(position.own_kings);
                    let moved = turned(position.their_kings);
                    let target = Target::finished(&layout, &[], men);
                    assert_eq!(target.index(kings, moved), index, "{position:?}");
                    assert_eq!(target.row(kings).index(moved), index, "{position:?}");
                }
            }
        }
    }
}
