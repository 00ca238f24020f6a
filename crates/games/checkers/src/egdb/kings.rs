//! Sets of kings on the whole board, and the quiet moves that lead from one to another.

use super::matrix::Matrix;
use super::slice::{BINOMIAL, rank, unrank};
use crate::board::{bits, step};

/// All sets of so many squares, numbered in colexicographic order: the order of the sets as binary
/// numbers, in which a slice numbers those that are free as well.
pub(super) struct KingSets {
    /// The squares of a set, by its number.
    pub squares: Vec<u32>,
    /// The number of the same set on the turned board.
    pub turned: Vec<u32>,
    /// Where the steps of each set begin.
    starts: Vec<u32>,
    /// The number of the set after a step, and in the lowest five bits the square that the step
    /// leads to.
    steps: Vec<u32>,
}

impl KingSets {
    pub fn new(kings: usize) -> Self {
        let squares: Vec<u32> = (0..BINOMIAL[32][kings]).map(|i| unrank(i, kings)).collect();
        let turned = squares.iter().map(|&set| rank(set.reverse_bits()) as u32).collect();
        let mut starts = Vec::with_capacity(squares.len() + 1);
        starts.push(0);
        let mut steps = Vec::with_capacity(steps(kings) as usize);
        for &set in &squares {
            for from in bits(set) {
                for to in (0..4).map(|d| step(from, d) & !set).filter(|&to| to != 0) {
                    // 3.4 million sets of seven kings: 22 bits.
                    let number = rank(set ^ from ^ to) as u32;
                    steps.push(number << 5 | to.trailing_zeros());
                }
            }
            starts.push(steps.len() as u32);
        }
        KingSets { squares, turned, starts, steps }
    }

    /// Bytes of memory that the sets of so many squares take.
    pub fn bytes(kings: usize) -> u64 {
        size_of::<u32>() as u64 * (3 * BINOMIAL[32][kings] + 1 + steps(kings))
    }

    /// How many sets there are.
    pub fn len(&self) -> usize {
        self.squares.len()
    }

    /// The steps of one king of a set to squares that no other of them stands on.
    #[inline(always)]
    pub fn steps(&self, number: usize) -> &[u32] {
        &self.steps[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

/// The steps of all sets of so many kings: each of the 98 from a square to another, with the other
/// kings on the 30 squares that are left.
fn steps(kings: usize) -> u64 {
    if kings == 0 { 0 } else { 98 * BINOMIAL[30][kings - 1] }
}

/// For each square the sets of kings that stand on it.
pub(super) struct Standing(Matrix);

impl Standing {
    pub fn new(sets: &KingSets) -> Self {
        let mut standing = Matrix::new(32, sets.len());
        for (square, words) in standing.rows_mut(1).enumerate() {
            let on_it = (0..).zip(&sets.squares).filter(|(_, set)| *set >> square & 1 == 1);
            on_it.for_each(|(number, _): (usize, _)| words[number / 64] |= 1 << (number % 64));
        }
        Standing(standing)
    }

    /// Those on one square, a bit each.
    #[inline]
    pub fn row(&self, square: usize) -> &[u64] {
        self.0.row(square)
    }

    /// Bytes that it takes, of so many sets.
    pub const fn bytes(sets: u64) -> u64 {
        Matrix::bytes(32, sets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted() {
        for kings in 0..=5 {
            let sets = KingSets::new(kings);
            assert_eq!(sets.steps.len() as u64, steps(kings), "{kings} kings");
            let lists = [&sets.squares, &sets.turned, &sets.starts, &sets.steps];
            let numbers: usize = lists.iter().map(|list| list.len()).sum();
            assert_eq!(4 * numbers as u64, KingSets::bytes(kings));
        }
    }
}
