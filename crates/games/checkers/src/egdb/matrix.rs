//! Sets of pairs as rows of bits, and the same the other way round.

/// A set of pairs of a row and a column.
pub(super) struct Matrix {
    words: Vec<u64>,
    /// Words of a row.
    pub width: usize,
}

impl Matrix {
    /// None of so many rows and columns.
    pub fn new(rows: usize, columns: usize) -> Self {
        let width = columns.div_ceil(64);
        Matrix { words: vec![0; rows * width], width }
    }

    /// Bytes that it takes.
    pub const fn bytes(rows: u64, columns: u64) -> u64 {
        rows * columns.div_ceil(64) * 8
    }

    /// Empties it.
    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    #[inline]
    pub fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.width..][..self.width]
    }

    /// The words of so many rows each.
    pub fn rows_mut(&mut self, rows: usize) -> std::slice::ChunksMut<'_, u64> {
        self.words.chunks_mut(rows * self.width)
    }

    /// All words, row by row.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// A word of 64 rows from a multiple of 64 on, or of as many as there are.
    #[inline]
    pub fn block(&self, first: usize, word: usize) -> [u64; 64] {
        let mut block = [0; 64];
        let column = self.words[first * self.width..].iter().skip(word).step_by(self.width);
        block.iter_mut().zip(column).for_each(|(to, from)| *to = *from);
        block
    }
}

/// Exchanges rows and columns of 64 times 64 bits (Warren, Hacker's Delight, 7-3): halves of the
/// square, then halves of those.
pub(super) fn transpose(block: &mut [u64; 64]) {
    let (mut half, mut mask) = (32, 0x0000_0000_FFFF_FFFF_u64);
    while half > 0 {
        let mut row = 0;
        while row < 64 {
            let swapped = (block[row] >> half ^ block[row + half]) & mask;
            block[row] ^= swapped << half;
            block[row + half] ^= swapped;
            row = (row + half + 1) & !half;
        }
        half /= 2;
        mask ^= mask << half;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let mut matrix = Matrix::new(100, 130);
        let is_in = |row: usize, column: usize| (row * 131 + column * 7) % 11 < 3;
        for (row, words) in matrix.rows_mut(1).enumerate() {
            for column in (0..130).filter(|&column| is_in(row, column)) {
                words[column / 64] |= 1 << (column % 64);
            }
        }
        for first in [0, 64] {
            for word in 0..matrix.width {
                let mut block = matrix.block(first, word);
                transpose(&mut block);
                for (i, bits) in block.into_iter().enumerate() {
                    for j in 0..64 {
                        let (row, column) = (first + j, word * 64 + i);
                        let expected = row < 100 && column < 130 && is_in(row, column);
                        assert_eq!(bits >> j & 1 == 1, expected, "{row}, {column}");
                    }
                }
            }
        }
        assert_eq!(Matrix::bytes(100, 130), 8 * matrix.words.len() as u64);
        matrix.clear();
        assert!(matrix.row(99).iter().all(|&word| word == 0));
    }
}
