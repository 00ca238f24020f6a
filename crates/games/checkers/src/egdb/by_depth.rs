//! One placement of the men, with depths: positions in the order of their depth.
//!
//! The number of a position in a placement is that of the other side's kings, times the sets of own
//! kings, plus that of the own kings: a step of an own king stays in the row.

use rayon::prelude::*;

use super::pair::Pair;
use super::placement::{Cell, Lists, NEVER_LOST, SEALED, Side, Writer, list};
use super::slice::{BINOMIAL, MOST};
use super::target::Targets;
use super::value::{DRAW, Depth, LONGEST, UNKNOWN};

/// In so many steps, so that what the threads have found by themselves and not yet handed over
/// stays small.
pub(super) const STEPS: usize = 8;
/// Rows of results that are collected at a time: the own kings of so many stand together in memory.
pub(super) const TILE: usize = 16;

/// A list of positions that is longer than this is given back when it is done with: the next
/// placement may need others.
const KEPT: usize = 1 << 14;

/// The bit of an entry of a bucket that says that White is to move.
const WHITE: u32 = 1 << 31;

// The other bits hold the number of a position in its placement. With 8 pieces there are up to 1.3
// thousand million, four kings a side, of 2.1 thousand million that fit; fewer pieces have fewer.
const _: () = {
    let mut own = 0;
    while own <= MOST {
        assert!(BINOMIAL[32][own] * BINOMIAL[32][MOST - own] <= WHITE as u64);
        own += 1;
    }
};

/// Memory for one placement after the other.
#[derive(Default)]
pub(super) struct ByDepth {
    cells: [Vec<Cell>; 2],
    /// Positions to go back from, by depth.
    buckets: Vec<Vec<u32>>,
    tile: Vec<Depth>,
}

impl<const DEPTHS: bool> Pair<'_, DEPTHS> {
    /// Solves a placement of the men. With `in_parts` the first part is shared out to the threads.
    pub(super) fn by_depth<'s>(
        &'s self,
        sides: &[Side<'s>; 2],
        work: &mut ByDepth,
        lists: &mut Lists<'s>,
        in_parts: bool,
    ) {
        let size = self.sets[0].len() * self.sets[1].len();
        work.buckets.resize_with(usize::from(LONGEST) + 1, Vec::new);
        for (x, side) in sides.iter().enumerate() {
            let nothing = Cell { value: UNKNOWN, count: SEALED, floor: 0 };
            work.cells[x].resize(size, nothing);
            self.forwards(x, side, work, lists, in_parts);
        }
        self.backwards(sides, work);
    }

    /// The first part: what irreversible moves decide, and how many others there are.
    fn forwards<'s>(
        &'s self,
        x: usize,
        side: &Side<'s>,
        work: &mut ByDepth,
        lists: &mut Lists<'s>,
        in_parts: bool,
    ) {
        let ByDepth { cells, buckets, .. } = work;
        let Lists { targets, own, .. } = lists;
        let white = if x == 1 { WHITE } else { 0 };
        list(own, &self.sets[x].squares, side.own_men | side.their_men);
        let (rows, columns) = (self.sets[1 - x].len(), self.sets[x].len());
        if !in_parts || rows == 1 {
            let cells = &mut cells[x];
            self.rows(x, side, own, 0..rows, targets, &mut |row, number, cell| {
                let index = row * columns + number as usize;
                let (cell, depth) = waits(cell);
                cells[index] = cell;
                if let Some(depth) = depth {
                    buckets[usize::from(depth)].push(index as u32 | white);
                }
            });
            return;
        }
        // A few rows at a time, each with a list of its own.
        let own = &*own;
        let (step, some) = (rows.div_ceil(STEPS), (rows / 1024).max(1));
        for (i, cells) in cells[x].chunks_mut(step * columns).enumerate() {
            let lists: Vec<Vec<(u8, u32)>> = cells
                .par_chunks_mut(some * columns)
                .enumerate()
                .map_init(Targets::default, |targets, (chunk, cells)| {
                    let mut list = Vec::new();
                    let first = i * step + chunk * some;
                    let rows = first..first + cells.len() / columns;
                    self.rows(x, side, own, rows, targets, &mut |row, number, cell| {
                        let at = row * columns + number as usize;
                        let (cell, depth) = waits(cell);
                        cells[at] = cell;
                        if let Some(depth) = depth {
                            list.push((depth, (first * columns + at) as u32 | white));
                        }
                    });
                    list
                })
                .collect();
            for (bucket, entry) in lists.into_iter().flatten() {
                buckets[usize::from(bucket)].push(entry);
            }
        }
    }

    /// The second part.
    fn backwards(&self, sides: &[Side<'_>; 2], work: &mut ByDepth) {
        for depth in 0..work.buckets.len() {
            while let Some(entry) = work.buckets[depth].pop() {
                let (x, index) = (usize::from(entry & WHITE != 0), (entry & !WHITE) as usize);
                let cell = &mut work.cells[x][index];
                if cell.value == UNKNOWN {
                    cell.value = depth as Depth;
                } else if usize::from(cell.value) != depth || cell.count == SEALED {
                    // Known to be won sooner, or met before with the same depth.
                    continue;
                }
                cell.count = SEALED;
                let value = cell.value;
                self.predecessors(x, index, value, &sides[1 - x], work);
            }
            if work.buckets[depth].capacity() > KEPT {
                work.buckets[depth] = Vec::new();
            }
        }
    }

    /// Tells the positions from which a quiet move of a king leads to this one. `before` is the
    /// side that makes it.
    #[inline]
    fn predecessors(
        &self,
        x: usize,
        index: usize,
        value: Depth,
        before: &Side<'_>,
        work: &mut ByDepth,
    ) {
        let y = 1 - x;
        let columns = self.sets[x].len();
        let (theirs, mine) = (index / columns, index % columns);
        // As the other side sees it.
        let row = self.sets[x].turned[mine] as usize;
        let own = self.sets[y].turned[theirs] as usize;
        let blocked = before.own_men | before.their_men | self.sets[x].squares[row];
        let first = row * self.sets[y].len();
        let depth = self.before(value);
        let white = if y == 1 { WHITE } else { 0 };
        let cells = &mut work.cells[y][first..first + self.sets[y].len()];
        for &step in self.sets[y].steps(own) {
            if blocked >> (step & 31) & 1 == 1 {
                continue;
            }
            let number = (step >> 5) as usize;
            let cell = &mut cells[number];
            if cell.value != UNKNOWN || cell.count == SEALED {
                continue;
            }
            let depth = if value.is_multiple_of(2) {
                depth
            } else {
                cell.count -= 1;
                if cell.count > 0 || cell.floor == NEVER_LOST {
                    continue;
                }
                depth.max(cell.floor)
            };
            cell.value = depth;
            let entry = (first + number) as u32 | white;
            work.buckets[usize::from(depth)].push(entry);
        }
    }

    /// Writes the results of a placement; what is not known is drawn.
    pub(super) fn store_depths(
        &self,
        x: usize,
        number: u64,
        men: u32,
        work: &mut ByDepth,
        lists: &mut Lists<'_>,
    ) {
        let ByDepth { cells, tile, .. } = work;
        let Lists { own, their, .. } = lists;
        let layout = &self.layouts[x];
        let subs = layout.subs as usize;
        let columns = self.sets[x].len();
        list(own, &self.sets[x].squares, men);
        list(their, &self.sets[1 - x].squares, men);
        // What is no position goes behind the row, and is overwritten.
        let stride = subs + 1;
        tile.resize(TILE * stride, DRAW);
        let mut writer = Writer::new(self, x, number * layout.kings);
        for own in own.chunks(TILE) {
            let mut lengths = [0; TILE];
            for theirs in &*their {
                let cells = &cells[x][theirs.number as usize * columns..][..columns];
                for (i, (kings, length)) in own.iter().zip(&mut lengths).enumerate() {
                    tile[i * stride + *length] = cells[kings.number as usize].value;
                    *length += usize::from(kings.squares & theirs.squares == 0);
                }
            }
            debug_assert!(lengths[..own.len()].iter().all(|&length| length == subs));
            for row in tile.chunks_exact(stride).take(own.len()) {
                writer.write(&row[..subs]);
            }
        }
        writer.finish();
    }
}

/// What is known of a position already waits for its turn, and is known when that comes.
#[inline]
fn waits(mut cell: Cell) -> (Cell, Option<Depth>) {
    match std::mem::replace(&mut cell.value, UNKNOWN) {
        UNKNOWN => (cell, None),
        DRAW => (Cell { value: DRAW, ..cell }, None),
        depth => (cell, Some(depth)),
    }
}
