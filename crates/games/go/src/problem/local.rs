//! The region of a problem as a small graph: up to 64 cells, sets of cells as bits.
//!
//! Outside the region nothing changes any more: there are the edge of the board, stones that are
//! never captured, and nothing else. So all that the rules need of a point is which cells it is
//! next to, and whether it is next to such a safe stone of either colour.

use crate::Colour;

/// The most cells a region can have.
pub const MOST_CELLS: usize = 64;

/// A region: cells `0..cells`, numbered as their points are on the board, row by row.
#[derive(Clone, Debug)]
pub struct Local {
    cells: usize,
    all: u64,
    around: [u64; MOST_CELLS],
    /// Cells next to a safe stone of each colour outside the region.
    beside_safe: [u64; 2],
    /// What [`Local::around`] gives for each byte of a set: eight table look-ups instead of a loop
    /// over the bits of the set, whatever the shape of the region.
    tables: Box<[[u64; 256]]>,
}

/// The cells of a set, ascending.
#[derive(Clone, Copy, Debug)]
pub struct Cells(pub u64);

impl Iterator for Cells {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let cell = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(cell)
    }
}

impl Local {
    /// A region in which cell `i` is next to the cells `around[i]`.
    ///
    /// # Panics
    /// There are more than [`MOST_CELLS`] cells.
    pub fn new(around: &[u64], beside_safe: [u64; 2]) -> Self {
        let cells = around.len();
        assert!(cells <= MOST_CELLS, "a region of at most {MOST_CELLS} cells");
        let mut all_around = [0; MOST_CELLS];
        all_around[..cells].copy_from_slice(around);
        let table = |byte: usize| {
            std::array::from_fn(|bits: usize| {
                Cells(bits as u64).fold(0, |set, bit| set | all_around[8 * byte + bit])
            })
        };
        Local {
            cells,
            all: if cells == MOST_CELLS { u64::MAX } else { (1 << cells) - 1 },
            around: all_around,
            beside_safe,
            tables: (0..cells.div_ceil(8)).map(table).collect(),
        }
    }

    /// How many cells there are.
    #[inline]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// All cells.
    #[inline]
    pub fn all(&self) -> u64 {
        self.all
    }

    /// The cells next to one cell.
    #[inline]
    pub fn beside(&self, cell: usize) -> u64 {
        self.around[cell]
    }

    /// The cells next to a safe stone of the colour outside the region.
    #[inline]
    pub fn beside_safe(&self, colour: Colour) -> u64 {
        self.beside_safe[colour.index()]
    }

    /// The cells next to a cell of the set.
    #[inline]
    pub fn around(&self, set: u64) -> u64 {
        let mut around = 0;
        let mut left = set;
        for table in &self.tables {
            around |= table[(left & 255) as usize];
            left >>= 8;
        }
        around
    }

    /// The cells of `within` that are connected, through `within`, to a cell of `seed` in it.
    #[inline]
    pub fn connected(&self, seed: u64, within: u64) -> u64 {
        let mut set = seed & within;
        let mut new = set;
        while new != 0 {
            new = self.around(new) & within & !set;
            set |= new;
        }
        set
    }

    /// The connected parts of a set, ordered by their first cells.
    #[inline]
    pub fn parts(&self, set: u64) -> Parts<'_> {
        Parts { local: self, left: set }
    }
}

/// The connected parts of a set.
#[derive(Clone, Debug)]
pub struct Parts<'a> {
    local: &'a Local,
    left: u64,
}

impl Iterator for Parts<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        if self.left == 0 {
            return None;
        }
        let part = self.local.connected(self.left & self.left.wrapping_neg(), self.left);
        self.left &= !part;
        Some(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of cells.
    fn row(cells: usize) -> Local {
        let around: Vec<u64> = (0..cells)
            .map(|i| {
                let left = if i > 0 { 1 << (i - 1) } else { 0 };
                let right = if i + 1 < cells { 1 << (i + 1) } else { 0 };
                left | right
            })
            .collect();
        Local::new(&around, [0, 0])
    }

    #[test]
    fn sets_are_connected_through_their_neighbours() {
        for cells in [1, 7, 8, 9, 63, 64] {
            let local = row(cells);
            assert_eq!(local.all().count_ones() as usize, cells);
            assert_eq!(local.connected(1, local.all()), local.all());
            let with_gap = local.all() & !(1 << (cells / 2));
            assert_eq!(local.parts(with_gap).fold(0, |all, part| all | part), with_gap);
            assert_eq!(local.parts(with_gap).count(), if cells > 2 { 2 } else { cells - 1 });
            for cell in 0..cells {
                assert_eq!(local.around(1 << cell), local.beside(cell));
            }
        }
    }
}
