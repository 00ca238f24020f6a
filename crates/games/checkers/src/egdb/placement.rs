//! One placement of the men, with all placements of the kings and both sides to move.
//!
//! Positions are kept as the side to move sees them. Their number in a placement is that of the
//! other side's kings, times the sets of own kings, plus that of the own kings, both among the sets
//! on the whole board: a number of a king's step away is then read from a list, in the same row for
//! a step back, and what it costs is a third of the numbers unused (with three kings a side; less
//! with fewer).

use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;

use super::generate::Pair;
use super::slice::{BINOMIAL, MOST};
use super::target::{Row, Target, Targets};
use super::value::{DRAW, Depth, LONGEST, UNKNOWN, bits_of};
use crate::board::{BLACK_FORWARD, BOTTOM, bits, step};
use crate::movegen::{Jump, View};

/// Never becomes a loss: a draw is at hand, or a win by an irreversible move.
const NEVER_LOST: u8 = 255;
/// A count that says: no quiet move is to be counted here, because a capture is due or everything
/// is known.
const SEALED: u8 = 255;
/// Placements of kings from which on one placement of the men is shared out to the threads: few in
/// tests, in which there are never so many.
const SHARED: usize = if cfg!(test) { 1 << 4 } else { 1 << 18 };
/// In so many steps, so that what the threads have found by themselves and not yet handed over
/// stays small.
pub(super) const STEPS: usize = 8;
/// Rows of results that are collected at a time: the own kings of so many stand together in memory.
pub(super) const TILE: usize = 16;

/// A list of positions that is longer than this is given back when it is done with: the next
/// placement may need others.
const KEPT: usize = 1 << 14;

/// What is known of a position while its placement is being solved.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    /// The result, or [`UNKNOWN`].
    value: Depth,
    /// King moves whose results are open.
    count: u8,
    /// The longest loss by an irreversible move, or [`NEVER_LOST`].
    floor: u8,
}

/// Memory that a thread uses for one placement after the other.
pub(super) struct Work<'a> {
    cells: [Vec<Cell>; 2],
    /// Positions to go back from: by depth, or all in the first.
    buckets: Vec<Vec<u32>>,
    targets: Targets<'a>,
    own: Vec<Kings>,
    their: Vec<Kings>,
    tile: Vec<Depth>,
}

impl Work<'_> {
    pub fn new() -> Self {
        Work {
            cells: [Vec::new(), Vec::new()],
            buckets: Vec::new(),
            targets: Targets::default(),
            own: Vec::new(),
            their: Vec::new(),
            tile: Vec::new(),
        }
    }
}

/// A set of kings that stands on no man.
#[derive(Clone, Copy)]
pub(super) struct Kings {
    number: u32,
    squares: u32,
}

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

/// The men as one side sees them that is to move.
struct Side<'a> {
    own_men: u32,
    their_men: u32,
    moves: Vec<ManMove<'a>>,
}

/// A quiet move of a man.
struct ManMove<'a> {
    to: u32,
    /// `to` if the man is crowned, or nothing.
    crowned: u32,
    target: Target<'a>,
}

/// The same with the other side's kings in their places.
struct RowMove<'a> {
    to: u32,
    crowned: u32,
    row: Row<'a>,
}

/// The results of the moves looked at so far, for the side to move.
struct Best {
    win: Depth,
    draw: bool,
    loss: Depth,
}

impl Best {
    const NONE: Self = Best { win: DRAW, draw: false, loss: 0 };

    /// The value; without a move, or if every move loses at once, a loss in no time.
    fn value(&self) -> Depth {
        if self.win != DRAW {
            self.win
        } else if self.draw {
            DRAW
        } else {
            self.loss
        }
    }
}

impl<const DEPTHS: bool> Pair<'_, DEPTHS> {
    /// Solves a placement of the men; the number of positions. With `in_parts` a large one is
    /// shared out to the threads.
    pub(super) fn solve<'s>(&'s self, work: &mut Work<'s>, number: u64, in_parts: bool) -> u64 {
        let (black, white) = self.layouts[0].men(number);
        let sides =
            [self.side(0, black, white), self.side(1, white.reverse_bits(), black.reverse_bits())];
        work.buckets.resize_with(if DEPTHS { usize::from(LONGEST) + 1 } else { 1 }, Vec::new);
        if !DEPTHS {
            // Every position waits at most once. Pages that are not written to cost nothing.
            work.buckets[0].reserve_exact(2 * self.layouts[0].kings as usize);
        }
        let size = self.sets[0].len() * self.sets[1].len();
        for (x, side) in sides.iter().enumerate() {
            work.cells[x].resize(size, Cell { value: UNKNOWN, count: SEALED, floor: 0 });
            self.forwards(x, side, work, in_parts && size >= SHARED);
        }
        self.backwards(&sides, work);
        let mirror = self.layouts[1].config(sides[1].own_men, sides[1].their_men);
        let is_own_mirror = self.is_symmetric && mirror == number;
        self.store(0, number, &sides[0], work);
        if !is_own_mirror {
            self.store(1, mirror, &sides[1], work);
        }
        self.layouts[0].kings * if is_own_mirror { 1 } else { 2 }
    }

    fn side(&self, x: usize, own_men: u32, their_men: u32) -> Side<'_> {
        let free = !(own_men | their_men);
        let mut moves = Vec::new();
        for from in bits(own_men) {
            for to in BLACK_FORWARD.into_iter().map(|d| step(from, d) & free) {
                if to != 0 {
                    let crowned = to & BOTTOM;
                    let men = [own_men ^ from | to ^ crowned, their_men];
                    let kings = self.kings(x) + crowned.count_ones();
                    let target = self.target(x, men, kings, self.kings(1 - x));
                    moves.push(ManMove { to, crowned, target });
                }
            }
        }
        Side { own_men, their_men, moves }
    }

    /// The first part: what irreversible moves decide, and how many others there are.
    fn forwards<'s>(&'s self, x: usize, side: &Side<'s>, work: &mut Work<'s>, in_parts: bool) {
        let Work { cells, buckets, targets, own, .. } = work;
        let white = if x == 1 { WHITE } else { 0 };
        let men = side.own_men | side.their_men;
        list(own, &self.sets[x].squares, men);
        let (rows, columns) = (self.sets[1 - x].len(), self.sets[x].len());
        if !in_parts || rows == 1 {
            self.rows(x, side, own, 0, targets, &mut cells[x], &mut |bucket, index| {
                buckets[usize::from(bucket)].push(index | white);
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
                    self.rows(x, side, own, first, targets, cells, &mut |bucket, index| {
                        list.push((bucket, index | white));
                    });
                    list
                })
                .collect();
            for (bucket, entry) in lists.into_iter().flatten() {
                buckets[usize::from(bucket)].push(entry);
            }
        }
    }

    /// Consecutive sets of the other side's kings, from number `first` on.
    #[expect(clippy::too_many_arguments)]
    fn rows<'s>(
        &'s self,
        x: usize,
        side: &Side<'s>,
        own: &[Kings],
        first: usize,
        targets: &mut Targets<'s>,
        cells: &mut [Cell],
        push: &mut impl FnMut(u8, u32),
    ) {
        let columns = self.sets[x].len();
        let men = side.own_men | side.their_men;
        let mut moves = Vec::with_capacity(side.moves.len());
        for (row, cells) in cells.chunks_mut(columns).enumerate() {
            let row = first + row;
            let theirs = self.sets[1 - x].squares[row];
            if theirs & men != 0 {
                continue;
            }
            moves.clear();
            moves.extend(side.moves.iter().filter(|m| m.to & theirs == 0).map(|m| RowMove {
                to: m.to,
                crowned: m.crowned,
                row: m.target.row(theirs),
            }));
            let them = side.their_men | theirs;
            let free = !(men | theirs);
            // Where a jump could begin, as far as own kings are not in the way.
            let over = |d: usize| step(step(free, 3 - d) & them, 3 - d);
            let ahead = over(0) | over(1);
            let around = ahead | over(2) | over(3);
            let men_jump = ahead & side.own_men != 0;
            for kings in own.iter().filter(|kings| kings.squares & theirs == 0) {
                let mine = kings.squares;
                let view = View { men: side.own_men, kings: mine, them, white: false };
                let mut cell = if (men_jump || around & mine != 0) && view.jumpers() != 0 {
                    self.captures(x, side, view, theirs, targets)
                } else {
                    let steps = self.sets[x].steps(kings.number as usize);
                    self.quiet(&moves, mine, steps, free)
                };
                let index = row * columns + kings.number as usize;
                // What is known already waits for its turn, or with depths is known when that
                // comes.
                let known =
                    if DEPTHS { std::mem::replace(&mut cell.value, UNKNOWN) } else { cell.value };
                match known {
                    UNKNOWN => {}
                    DRAW => cell.value = DRAW,
                    depth => push(if DEPTHS { depth } else { 0 }, index as u32),
                }
                cells[kings.number as usize] = cell;
            }
        }
    }

    /// A position in which a capture is due.
    fn captures<'s>(
        &'s self,
        x: usize,
        side: &Side<'s>,
        view: View,
        theirs: u32,
        targets: &mut Targets<'s>,
    ) -> Cell {
        let mut best = Best::NONE;
        view.each_jump(|jump: Jump| {
            if !DEPTHS && best.win != DRAW {
                return;
            }
            let (mut men, mut mine) = (view.men, view.kings);
            if view.kings & jump.from != 0 {
                mine = mine & !jump.from | jump.to;
            } else {
                men ^= jump.from;
                let crowned = jump.to & BOTTOM;
                men |= jump.to ^ crowned;
                mine |= crowned;
            }
            let men = [men, side.their_men & !jump.captured];
            let theirs = theirs & !jump.captured;
            let captured = self.kings(1 - x) - theirs.count_ones();
            let target = targets.get(x, men, captured, || {
                self.target(x, men, mine.count_ones(), theirs.count_ones())
            });
            self.consider(&mut best, target.value::<DEPTHS>(theirs, mine));
        });
        Cell { value: best.value(), count: SEALED, floor: NEVER_LOST }
    }

    /// What the moves of men say about a position, and how many moves of kings there are.
    #[inline(always)]
    fn quiet(&self, moves: &[RowMove<'_>], mine: u32, steps: &[u32], free: u32) -> Cell {
        let mut best = Best::NONE;
        for m in moves.iter().filter(|m| m.to & mine == 0) {
            self.consider(&mut best, m.row.value::<DEPTHS>(mine | m.crowned));
            if !DEPTHS && best.win != DRAW {
                return Cell { value: best.win, count: SEALED, floor: NEVER_LOST };
            }
        }
        let count: u32 = steps.iter().map(|step| free >> (step & 31) & 1).sum();
        let floor = if best.win != DRAW || best.draw { NEVER_LOST } else { best.loss };
        if best.win != DRAW {
            // A king may win sooner.
            return Cell { value: best.win, count: count as u8, floor };
        }
        if count == 0 {
            return Cell { value: best.value(), count: SEALED, floor };
        }
        Cell { value: UNKNOWN, count: count as u8, floor }
    }

    /// Counts a move that leads to a position with `value` for the other side.
    #[inline]
    fn consider(&self, best: &mut Best, value: Depth) {
        match value {
            DRAW => best.draw = true,
            value if value % 2 == 0 => best.win = best.win.min(self.before(value)),
            value => best.loss = best.loss.max(self.before(value)),
        }
    }

    /// The value one ply earlier, for the other side.
    #[inline]
    fn before(&self, value: Depth) -> Depth {
        if !DEPTHS {
            return value ^ 1;
        }
        if value >= LONGEST {
            self.too_deep.store(true, Ordering::Relaxed);
            // Of the right parity, and thrown away.
            return value - 1;
        }
        value + 1
    }

    /// The second part.
    fn backwards(&self, sides: &[Side<'_>; 2], work: &mut Work<'_>) {
        for depth in 0..work.buckets.len() {
            while let Some(entry) = work.buckets[depth].pop() {
                let (x, index) = (usize::from(entry & WHITE != 0), (entry & !WHITE) as usize);
                let cell = &mut work.cells[x][index];
                if DEPTHS {
                    if cell.value == UNKNOWN {
                        cell.value = depth as Depth;
                    } else if usize::from(cell.value) != depth || cell.count == SEALED {
                        // Known to be won sooner, or met before with the same depth.
                        continue;
                    }
                    cell.count = SEALED;
                }
                let value = cell.value;
                self.predecessors(x, index, value, &sides[1 - x], work);
            }
            if DEPTHS && work.buckets[depth].capacity() > KEPT {
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
        work: &mut Work<'_>,
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
            work.buckets[if DEPTHS { usize::from(depth) } else { 0 }].push(entry);
        }
    }

    /// Writes the results of a placement; what is not known is drawn.
    fn store(&self, x: usize, number: u64, side: &Side<'_>, work: &mut Work<'_>) {
        let Work { cells, own, their, tile, .. } = work;
        let layout = &self.layouts[x];
        let subs = layout.subs as usize;
        let columns = self.sets[x].len();
        let men = side.own_men | side.their_men;
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

/// Makes a list of the sets that stand on no man.
fn list(kings: &mut Vec<Kings>, sets: &[u32], men: u32) {
    kings.clear();
    let all = (0..).zip(sets).map(|(number, &squares)| Kings { number, squares });
    kings.extend(all.filter(|kings| kings.squares & men == 0));
}

/// Writes consecutive results.
struct Writer<'a, 'b, const DEPTHS: bool> {
    pair: &'a Pair<'b, DEPTHS>,
    x: usize,
    /// The slice's results.
    values: &'a [AtomicU8],
    depths: &'a [AtomicU8],
    at: u64,
    byte: u8,
    /// The byte may belong to another placement as well.
    is_shared: bool,
    longest: Depth,
}

impl<'a, 'b, const DEPTHS: bool> Writer<'a, 'b, DEPTHS> {
    fn new(pair: &'a Pair<'b, DEPTHS>, x: usize, at: u64) -> Self {
        let slot = if pair.is_symmetric { 0 } else { x };
        let (values, depths) = (&pair.values[slot][..], &pair.depths[slot][..]);
        let is_shared = !at.is_multiple_of(4);
        Writer { pair, x, values, depths, at, byte: 0, is_shared, longest: 0 }
    }

    fn write(&mut self, results: &[Depth]) {
        if DEPTHS {
            let depths = &self.depths[self.at as usize..][..results.len()];
            for (depth, &result) in depths.iter().zip(results) {
                depth.store(if result == UNKNOWN { DRAW } else { result }, Ordering::Relaxed);
            }
            let wins = results.iter().filter(|&&result| result <= LONGEST && result % 2 == 1);
            self.longest = self.longest.max(wins.copied().max().unwrap_or(0));
        }
        for &result in results {
            self.byte |= bits_of(result) << (self.at % 4 * 2);
            self.at += 1;
            if self.at.is_multiple_of(4) {
                self.put(self.is_shared);
                self.is_shared = false;
            }
        }
    }

    fn put(&mut self, is_shared: bool) {
        let byte = &self.values[((self.at - 1) / 4) as usize];
        if is_shared {
            byte.fetch_or(self.byte, Ordering::Relaxed);
        } else {
            byte.store(self.byte, Ordering::Relaxed);
        }
        self.byte = 0;
    }

    fn finish(mut self) {
        if !self.at.is_multiple_of(4) {
            self.put(true);
        }
        self.pair.longest[self.x].fetch_max(self.longest, Ordering::Relaxed);
    }
}
