//! Numbers of the kings' squares, given the men, on the board as it stands and turned.

use super::slice::{BINOMIAL, unrank};
use crate::board::bits;

/// Squares and numbers of the kings that do not depend on where the men are. Of the side to move
/// `x` (0 is Black).
pub(super) struct KingTables {
    /// The placements of the mover's kings, as places among the free squares.
    pub own: [Vec<u32>; 2],
    /// The placements of the other kings among the squares still free.
    pub sub: [Vec<u32>; 2],
    /// The numbers of the same placements on the turned board.
    pub own_turned: [Vec<u32>; 2],
    pub sub_turned: [Vec<u32>; 2],
}

impl KingTables {
    /// For that many free squares, and the kings of Black and White.
    pub fn new(free: usize, kings: [usize; 2]) -> Self {
        let own = kings.map(|k| subsets(free, k));
        let sub = [0, 1].map(|x| subsets(free - kings[x], kings[1 - x]));
        let own_turned = [0, 1].map(|x| turned(&own[x], free));
        let sub_turned = [0, 1].map(|x| turned(&sub[x], free - kings[x]));
        KingTables { own, sub, own_turned, sub_turned }
    }
}

fn subsets(n: usize, k: usize) -> Vec<u32> {
    (0..BINOMIAL[n][k]).map(|i| unrank(i, k)).collect()
}

fn turned(sets: &[u32], n: usize) -> Vec<u32> {
    sets.iter()
        .map(|&set| {
            // Nothing of nothing: a shift by 32 has no result.
            let turned = if n == 0 { 0 } else { set.reverse_bits() >> (32 - n) };
            bits(turned)
                .enumerate()
                .map(|(i, bit)| BINOMIAL[bit.trailing_zeros() as usize][i + 1] as u32)
                .sum()
        })
        .collect()
}

/// How many of the squares are below each square.
pub(super) fn below(squares: u32) -> [u8; 32] {
    let mut below = [0; 32];
    let mut count = 0;
    for (s, below) in below.iter_mut().enumerate() {
        *below = count;
        count += (squares >> s & 1) as u8;
    }
    below
}

/// The numbers of two disjoint sets of kings: of the first among the free squares, of the second
/// among those still free.
#[inline(always)]
pub(super) fn numbers(first: u32, second: u32, below: &[u8; 32]) -> (u32, u32) {
    let mut i = 0;
    for (k, bit) in bits(first).enumerate() {
        i += BINOMIAL[usize::from(below[bit.trailing_zeros() as usize])][k + 1] as u32;
    }
    let mut j = 0;
    for (k, bit) in bits(second).enumerate() {
        let place =
            u32::from(below[bit.trailing_zeros() as usize]) - (first & (bit - 1)).count_ones();
        j += BINOMIAL[place as usize][k + 1] as u32;
    }
    (i, j)
}

/// The squares of a set of places that are numbered among `free` without the places in `taken`.
#[inline(always)]
pub(super) fn spread(set: u32, taken: u32, free: &[u32; 32]) -> u32 {
    let mut all = 0;
    for place in bits(set) {
        let mut place = place.trailing_zeros();
        for taken in bits(taken) {
            place += u32::from(place >= taken.trailing_zeros());
        }
        // Never more than 31: there are so many free squares.
        all |= free[(place & 31) as usize];
    }
    all
}
