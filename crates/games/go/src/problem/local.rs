//! The region of a problem as a small graph: cells, and sets of cells as bits.
//!
//! Outside the region nothing changes any more: there are the edge of the board, stones that are
//! never captured, and nothing else. So all that the rules need of a point is which cells it is
//! next to, and whether it is next to such a safe stone of either colour.
//!
//! A region of up to 64 points has sets of one word (`u64`), a larger one those of as many words as
//! it takes ([`Words`]), up to those of a whole board. Everything is compiled for each, so that the
//! many small problems do not pay for the few large ones.

use threefold_game::splitmix;

use super::nearby::Nearby;
use crate::{Colour, Point, Points, Wide, Words};

/// The most cells of a region whose sets are one word.
pub const MOST_CELLS: usize = 64;

/// Sets of cells: a word for regions of up to 64 points (`u64`), several for larger ones
/// ([`Words`]).
pub trait CellSet: Points {
    /// The cells next to each cell.
    type Each: AsRef<[Self]> + Clone + std::fmt::Debug + Send + Sync;
    /// What makes the cells around a set quick to find.
    type Tables: Clone + std::fmt::Debug + Send + Sync;

    /// Words of a situation that the search compares: stones, turn and threats, numbers of stones.
    const SITUATION_WORDS: usize = 4 * Self::WORDS + 1;

    /// What is next to each of the cells.
    fn each(around: &[Self]) -> Self::Each;

    /// What [`CellSet::around`] looks up.
    fn tables(each: &Self::Each, cells: usize) -> Self::Tables;

    /// The cells next to a cell of the set.
    fn around(self, each: &Self::Each, tables: &Self::Tables) -> Self;

    /// The first `count` cells.
    fn first_cells(count: usize) -> Self;

    /// The key of the stones of a colour.
    fn stones_key(self, colour: Colour) -> u64;

    /// The set of one cell.
    #[inline(always)]
    fn cell(cell: usize) -> Self {
        Self::single(Point::from_index(cell))
    }

    /// Whether the cell is in the set.
    #[inline(always)]
    fn has(self, cell: usize) -> bool {
        self.contains(Point::from_index(cell))
    }

    /// Takes the first cell out of the set.
    #[inline(always)]
    fn take_first(&mut self) -> Option<usize> {
        let cell = self.first_cell()?;
        *self ^= self.lowest();
        Some(cell)
    }

    /// The first cell.
    #[inline(always)]
    fn first_cell(self) -> Option<usize> {
        self.first().map(Point::index)
    }

    /// The cells, ascending.
    #[inline(always)]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
}

impl CellSet for u64 {
    type Each = [u64; MOST_CELLS];
    type Tables = Nearby;

    fn each(around: &[u64]) -> [u64; MOST_CELLS] {
        let mut each = [0; MOST_CELLS];
        each[..around.len()].copy_from_slice(around);
        each
    }

    fn tables(each: &[u64; MOST_CELLS], cells: usize) -> Nearby {
        Nearby::of(&each[..cells])
    }

    #[inline]
    fn around(self, _: &[u64; MOST_CELLS], nearby: &Nearby) -> u64 {
        nearby.around(self)
    }

    fn first_cells(count: usize) -> u64 {
        if count == MOST_CELLS { u64::MAX } else { (1 << count) - 1 }
    }

    #[inline]
    fn stones_key(self, colour: Colour) -> u64 {
        let mut key = 0;
        let mut left = self;
        while left != 0 {
            key ^= STONES[colour.index()][left.trailing_zeros() as usize];
            left &= left - 1;
        }
        key
    }

    #[inline(always)]
    fn cell(cell: usize) -> u64 {
        1 << cell
    }

    #[inline(always)]
    fn has(self, cell: usize) -> bool {
        self >> cell & 1 != 0
    }
}

impl<const N: usize> CellSet for Words<N> {
    type Each = Box<[Words<N>]>;
    /// As for one word. Only what is not empty is looked up: most sets are a few chains.
    type Tables = Box<[[Words<N>; 256]]>;

    fn each(around: &[Words<N>]) -> Box<[Words<N>]> {
        around.into()
    }

    fn tables(each: &Box<[Words<N>]>, cells: usize) -> Box<[[Words<N>; 256]]> {
        let table = |byte: usize| {
            std::array::from_fn(|bits: usize| {
                let near = |bit| each.get(8 * byte + bit).copied().unwrap_or_default();
                Cells(bits as u64).fold(Words::EMPTY, |set, bit| set | near(bit))
            })
        };
        (0..cells.div_ceil(8)).map(table).collect()
    }

    #[inline]
    fn around(self, _: &Box<[Words<N>]>, tables: &Box<[[Words<N>; 256]]>) -> Words<N> {
        let mut around = Words::EMPTY;
        for i in 0..N {
            let mut left = self.words()[i];
            while left != 0 {
                let byte = left.trailing_zeros() / 8;
                around |= tables[8 * i + byte as usize][(left >> (8 * byte) & 255) as usize];
                left &= !(255 << (8 * byte));
            }
        }
        around
    }

    fn first_cells(count: usize) -> Words<N> {
        Words::below(count)
    }

    #[inline(always)]
    fn take_first(&mut self) -> Option<usize> {
        self.take_first_point().map(Point::index)
    }

    #[inline]
    fn stones_key(self, colour: Colour) -> u64 {
        Cells(self).fold(0, |key, cell| key ^ WIDE_STONES[colour.index()][cell])
    }
}

const fn stones_table<const CELLS: usize>(from: u64) -> [[u64; CELLS]; 2] {
    let mut table = [[0; CELLS]; 2];
    let mut i = 0;
    while i < 2 * CELLS {
        table[i / CELLS][i % CELLS] = splitmix(from + i as u64);
        i += 1;
    }
    table
}

const STONES: [[u64; MOST_CELLS]; 2] = stones_table(0x676f_2000);
static WIDE_STONES: [[u64; Wide::CAPACITY]; 2] = stones_table(0x676f_3000);

/// A region: cells below `cells`, numbered as their points are on the board, row by row.
#[derive(Clone, Debug)]
pub struct Local<S: CellSet = u64> {
    cells: usize,
    all: S,
    around: S::Each,
    /// Cells next to a safe stone of each colour outside the region.
    beside_safe: [S; 2],
    tables: S::Tables,
    /// The cells next to each cell one by one; where there are fewer than four, the number of
    /// cells, which is that of none.
    near: Box<[[u16; 4]]>,
}

/// The cells of a set, ascending.
#[derive(Clone, Copy, Debug)]
pub struct Cells<S>(pub S);

impl<S: CellSet> Iterator for Cells<S> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        self.0.take_first()
    }
}

impl<S: CellSet> Local<S> {
    /// A region of the cells `all`, in which cell `i` is next to the cells `around[i]`. Numbers of
    /// other cells are next to none.
    ///
    /// # Panics
    /// There are more cells than a set can have.
    pub fn new(all: S, around: &[S], beside_safe: [S; 2]) -> Self {
        let cells = around.len();
        assert!(cells <= S::CAPACITY, "a region of at most {} cells", S::CAPACITY);
        let around = S::each(around);
        let tables = S::tables(&around, cells);
        let near = |cell: usize| {
            let mut near = around.as_ref()[cell].cells();
            std::array::from_fn(|_| near.next().unwrap_or(cells) as u16)
        };
        let near = (0..cells).map(near).collect();
        Local { cells, all, around, beside_safe, tables, near }
    }

    /// The same region with sets of another kind.
    pub fn map<T: CellSet>(&self, of: impl Fn(S) -> T) -> Local<T> {
        let around: Vec<T> = (0..self.cells).map(|cell| of(self.beside(cell))).collect();
        Local::new(of(self.all), &around, self.beside_safe.map(of))
    }

    /// No cell has a number as high as this.
    #[inline]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Whether there is such a cell.
    #[inline]
    pub fn has(&self, cell: usize) -> bool {
        cell < self.cells && self.all.has(cell)
    }

    /// All cells.
    #[inline]
    pub fn all(&self) -> S {
        self.all
    }

    /// The cells next to one cell.
    #[inline]
    pub fn beside(&self, cell: usize) -> S {
        self.around.as_ref()[cell]
    }

    /// A number for each cell: 1 for an empty one, 3 for one with a stone of `theirs`, and 0 for
    /// what is neither.
    #[inline]
    pub fn numbers(&self, empty: S, theirs: S) -> Numbers {
        let mut numbers = Numbers([0; NUMBERS]);
        let [mut empty_words, mut their_words] = [[0; Wide::WORDS]; 2];
        empty.write_words(&mut empty_words);
        theirs.write_words(&mut their_words);
        let bytes = self.cells.div_ceil(8);
        for (i, numbers) in numbers.0.chunks_exact_mut(8).take(bytes).enumerate() {
            let eight = |words: &[u64]| EIGHT[(words[i / 8] >> (8 * (i % 8)) & 255) as usize];
            let each = eight(&empty_words) + 3 * eight(&their_words);
            numbers.copy_from_slice(&each.to_le_bytes());
        }
        numbers
    }

    /// The sum of the numbers of the cells next to a cell.
    #[inline]
    pub fn sum_beside(&self, cell: usize, numbers: &Numbers) -> u32 {
        let [a, b, c, d] = self.near[cell];
        let of = |near: u16| numbers.of(near.into());
        of(a) + of(b) + of(c) + of(d)
    }

    /// The cells next to a safe stone of the colour outside the region.
    #[inline]
    pub fn beside_safe(&self, colour: Colour) -> S {
        self.beside_safe[colour.index()]
    }

    /// The cells next to a cell of the set.
    #[inline]
    pub fn around(&self, set: S) -> S {
        set.around(&self.around, &self.tables)
    }

    /// The cells of `within` that are connected, through `within`, to a cell of `seed` in it.
    #[inline]
    pub fn connected(&self, seed: S, within: S) -> S {
        let mut set = seed & within;
        let mut new = set;
        while !new.is_empty() {
            new = self.around(new) & within & !set;
            set |= new;
        }
        set
    }

    /// The cells of `within` that are connected, through `within`, to the cell `seed`, which is one
    /// of them, if none of them is beside one of `open`. Of stones and empty cells: the chain, if
    /// it has no liberty. Mostly that is over at the first stone.
    #[inline]
    pub fn enclosed(&self, seed: S, within: S, open: S) -> Option<S> {
        let mut set = seed;
        let mut new = seed;
        while !new.is_empty() {
            let around = self.around(new);
            if around.meets(open) {
                return None;
            }
            new = around & within & !set;
            set |= new;
        }
        Some(set)
    }

    /// The connected parts of a set, ordered by their first cells.
    #[inline]
    pub fn parts(&self, set: S) -> Parts<'_, S> {
        Parts { local: self, left: set }
    }
}

/// More than there are cells: every index up to a power of two has a place.
const NUMBERS: usize = 512;

/// A small number for each cell ([`Local::numbers`]), and 0 for none.
#[derive(Clone, Debug)]
pub struct Numbers([u8; NUMBERS]);

impl Numbers {
    /// The number of a cell.
    #[inline(always)]
    pub fn of(&self, cell: usize) -> u32 {
        self.0[cell % NUMBERS].into()
    }
}

/// The eight bits of each byte as bytes.
const EIGHT: [u64; 256] = {
    let mut eight = [0; 256];
    let mut i = 0;
    while i < 8 * 256 {
        let (byte, bit) = (i / 8, i % 8);
        eight[byte] |= ((byte >> bit & 1) as u64) << (8 * bit);
        i += 1;
    }
    eight
};

/// The connected parts of a set.
#[derive(Clone, Debug)]
pub struct Parts<'a, S: CellSet = u64> {
    local: &'a Local<S>,
    left: S,
}

impl<S: CellSet> Iterator for Parts<'_, S> {
    type Item = S;

    #[inline]
    fn next(&mut self) -> Option<S> {
        if self.left.is_empty() {
            return None;
        }
        let part = self.local.connected(self.left.lowest(), self.left);
        self.left &= !part;
        Some(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of cells.
    fn row<S: CellSet>(cells: usize) -> Local<S> {
        let around: Vec<S> = (0..cells)
            .map(|i| {
                let left = if i > 0 { S::cell(i - 1) } else { S::EMPTY };
                let right = if i + 1 < cells { S::cell(i + 1) } else { S::EMPTY };
                left | right
            })
            .collect();
        Local::new(S::first_cells(cells), &around, [S::EMPTY; 2])
    }

    fn sets_are_connected<S: CellSet>(sizes: &[usize]) {
        for &cells in sizes {
            let local = row::<S>(cells);
            assert_eq!(local.all().count() as usize, cells);
            assert_eq!(local.connected(S::cell(0), local.all()), local.all());
            let with_gap = local.all() & !S::cell(cells / 2);
            assert_eq!(local.parts(with_gap).fold(S::EMPTY, |all, part| all | part), with_gap);
            assert_eq!(local.parts(with_gap).count(), if cells > 2 { 2 } else { cells - 1 });
            for cell in 0..cells {
                assert_eq!(local.around(S::cell(cell)), local.beside(cell));
            }
            assert_eq!(local.all().cells().collect::<Vec<_>>(), (0..cells).collect::<Vec<_>>());
            assert_eq!(local.all().has_two(), cells > 1);
        }
    }

    #[test]
    fn sets_are_connected_through_their_neighbours() {
        sets_are_connected::<u64>(&[1, 7, 8, 9, 63, 64]);
        sets_are_connected::<Words<2>>(&[1, 7, 64, 65, 127, 128]);
        sets_are_connected::<Words<3>>(&[1, 7, 64, 65, 130, 192]);
        sets_are_connected::<Wide>(&[1, 7, 8, 64, 65, 128, 129, 361]);
    }

    #[test]
    fn keys_of_stones_add_up() {
        let cells = [0, 5, 63, 64, 200, 360];
        let set = cells.iter().fold(Wide::EMPTY, |set, &cell| set | Wide::cell(cell));
        for colour in Colour::ALL {
            let each = cells.iter().map(|&cell| Wide::cell(cell).stones_key(colour));
            assert_eq!(set.stones_key(colour), each.fold(0, |key, one| key ^ one));
        }
        assert_ne!(set.stones_key(Colour::Black), set.stones_key(Colour::White));
    }
}
