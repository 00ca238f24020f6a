//! Retrograde analysis of one slice and its mirror image.
//!
//! ```text
//!   men's placements, by how far the men have gone: the furthest first
//!      each placement with all placements of the kings, and both sides to move, at once:
//!         1. forwards: captures, crownings and moves of men lead to what is finished
//!         2. backwards over the quiet moves of kings, from what is won or lost
//!         3. what is left is drawn
//! ```
//! Placements of the same advancement do not depend on each other, and are shared out to the
//! threads. The working memory is that of one placement per thread (kings alone: 18 million
//! positions with six pieces, 118 million with seven), besides the finished values of the slice,
//! packed.
//!
//! With depths the second part visits positions in the order of their depth, so that the first win
//! found is the shortest one, and a loss is complete with its longest defence.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use rayon::prelude::*;
use threefold_game::Player;

use super::database::Database;
use super::error::EgdbError;
use super::kings::{KingTables, below, numbers, spread};
use super::slice::{Layout, Material, deposit};
use super::value::{DRAW, DRAW_BITS, Depth, LONGEST, LOSS_BITS, UNKNOWN, WIN_BITS, bits_of};
use crate::board::{bits, crown_row, forward, step};
use crate::movegen::View;
use crate::position::CheckersPosition;

/// A finished slice.
pub(crate) struct Generated {
    pub material: Material,
    pub values: Vec<u8>,
    pub depths: Option<Vec<u8>>,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub longest: u8,
}

/// Solves the slice of `material` and, if that is another one, its mirror image. Everything that
/// its captures and crownings lead to must be in `database`, with depths if they are wanted. `done`
/// is told numbers of positions that are finished.
pub(crate) fn generate(
    material: Material,
    database: &Database,
    depths: bool,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Generated>, EgdbError> {
    if depths {
        Pair::<true>::new(material, database, done).run()
    } else {
        Pair::<false>::new(material, database, done).run()
    }
}

/// Never becomes a loss: a draw is at hand, or a win by an irreversible move.
const NEVER_LOST: u8 = 255;
/// A count that says: no quiet move leads here, because a capture is due or everything is known.
const SEALED: u8 = 255;
/// Placements of kings from which on one placement of the men is shared out to the threads.
const SHARED: u64 = 1 << 18;

/// What is known of a position while its group is being solved.
#[derive(Clone, Copy)]
struct Cell {
    /// The result, or [`UNKNOWN`].
    value: Depth,
    /// King moves whose results are open.
    count: u8,
    /// The longest loss by an irreversible move, or [`NEVER_LOST`].
    floor: u8,
}

/// A slice and its mirror image. Positions are kept as they stand on the board: `x` is the side to
/// move, 0 for Black in the first slice, 1 for White in the second.
struct Pair<'a, const DEPTHS: bool> {
    database: &'a Database,
    done: &'a (dyn Fn(u64) + Sync),
    layouts: [Layout; 2],
    is_symmetric: bool,
    tables: KingTables,
    /// Two bits a position; all drawn to begin with. The second is empty in a symmetric slice.
    values: [Vec<AtomicU8>; 2],
    depths: [Vec<AtomicU8>; 2],
    too_deep: AtomicBool,
    longest: [AtomicU8; 2],
}

/// Memory that a thread uses for one placement after the other.
#[derive(Default)]
struct Work {
    cells: [Vec<Cell>; 2],
    /// The mover's kings on the board, by number.
    own: [Vec<u32>; 2],
    /// Positions to go back from: by depth, or all in the first.
    buckets: Vec<Vec<u32>>,
}

/// The bit of an entry of a bucket that says that White is to move.
const WHITE: u32 = 1 << 31;

/// A placement of the men, and where a number of the kings is found.
struct Config {
    men: [u32; 2],
    /// The free squares.
    free: [u32; 32],
    /// How many of them are below a square.
    below: [u8; 32],
    man_moves: [Vec<ManMove>; 2],
}

/// A quiet move of a man.
struct ManMove {
    from: u32,
    to: u32,
    /// Where its result stands: the first number of the placement it leads to, and the free squares
    /// there. `None` for a crowning.
    leads_to: Option<(u64, [u8; 32])>,
}

/// The results of the moves looked at so far, for the side to move.
struct Best {
    win: Depth,
    draw: bool,
    loss: Depth,
}

impl<'a, const DEPTHS: bool> Pair<'a, DEPTHS> {
    fn new(material: Material, database: &'a Database, done: &'a (dyn Fn(u64) + Sync)) -> Self {
        let layouts = [Layout::new(material), Layout::new(material.mirrored())];
        let is_symmetric = material == material.mirrored();
        let kings = [material.own_kings.into(), material.their_kings.into()];
        let array = |x: usize, size: u64| {
            let size = if x == 1 && is_symmetric { 0 } else { size };
            let mut array = Vec::new();
            array.resize_with(size as usize, || AtomicU8::new(0));
            array
        };
        Pair {
            database,
            done,
            layouts,
            is_symmetric,
            tables: KingTables::new(layouts[0].free, kings),
            values: [0, 1].map(|x| array(x, layouts[x].size.div_ceil(4))),
            depths: [0, 1].map(|x| array(x, if DEPTHS { layouts[x].size } else { 0 })),
            too_deep: AtomicBool::new(false),
            longest: [AtomicU8::new(0), AtomicU8::new(0)],
        }
    }

    fn run(self) -> Result<Vec<Generated>, EgdbError> {
        let finished = AtomicU64::new(0);
        for level in self.levels() {
            level.par_iter().for_each_init(Work::default, |work, &config| {
                let positions = self.solve(work, config.into());
                // Telling costs more than a small placement.
                let before = finished.fetch_add(positions, Ordering::Relaxed);
                const PORTION: u64 = 1 << 20;
                let portions = (before + positions) / PORTION - before / PORTION;
                if portions > 0 {
                    (self.done)(portions * PORTION);
                }
            });
            if self.too_deep.load(Ordering::Relaxed) {
                return Err(EgdbError::TooDeep(self.layouts[0].material.to_string()));
            }
        }
        (self.done)(finished.into_inner() % (1 << 20));
        let longest = self.longest.map(AtomicU8::into_inner);
        let symmetric = self.is_symmetric;
        let [first, second] = self.values;
        let [first_depths, second_depths] = self.depths;
        let both = [
            (
                self.layouts[0],
                first,
                first_depths,
                longest[0].max(if symmetric { longest[1] } else { 0 }),
            ),
            (self.layouts[1], second, second_depths, longest[1]),
        ];
        let slices = both.into_iter().take(if symmetric { 1 } else { 2 });
        Ok(slices
            .map(|(layout, values, depths, longest)| {
                finish(layout, plain(values), DEPTHS.then(|| plain(depths)), longest)
            })
            .collect())
    }

    /// The men's placements by advancement, the furthest first. Of two that are each other's mirror
    /// image in a symmetric slice one is enough.
    fn levels(&self) -> Vec<Vec<u32>> {
        let layout = &self.layouts[0];
        let mut levels: Vec<Vec<u32>> = Vec::new();
        for config in 0..layout.configs {
            let (own, their) = layout.men(config);
            if self.is_symmetric && layout.config(their.reverse_bits(), own.reverse_bits()) < config
            {
                continue;
            }
            let row = |bit: u32| bit.trailing_zeros() as usize / 4;
            let level = bits(own).map(row).sum::<usize>()
                + bits(their).map(|bit| 7 - row(bit)).sum::<usize>();
            if levels.len() <= level {
                levels.resize_with(level + 1, Vec::new);
            }
            levels[level].push(config as u32);
        }
        levels.reverse();
        levels
    }

    /// Solves a placement of the men; the number of positions.
    fn solve(&self, work: &mut Work, number: u64) -> u64 {
        let (black, white) = self.layouts[0].men(number);
        let config = self.config([black, white]);
        let free = !(black | white);
        let kings = self.layouts[0].kings as usize;
        if DEPTHS {
            work.buckets.resize_with(usize::from(LONGEST) + 1, Vec::new);
        } else {
            work.buckets.resize_with(1, Vec::new);
        }
        for x in 0..2 {
            work.own[x].clear();
            work.own[x].extend(self.tables.own[x].iter().map(|&set| deposit(set, free)));
            work.cells[x].clear();
            work.cells[x].resize(kings, Cell { value: UNKNOWN, count: SEALED, floor: 0 });
            self.forwards(x, &config, work);
        }
        self.backwards(&config, work);
        let mirror = self.layouts[1].config(white.reverse_bits(), black.reverse_bits());
        let is_own_mirror = self.is_symmetric && mirror == number;
        self.store(0, number, &work.cells[0]);
        if !is_own_mirror {
            self.store(1, mirror, &work.cells[1]);
        }
        kings as u64 * if is_own_mirror { 1 } else { 2 }
    }

    fn config(&self, men: [u32; 2]) -> Config {
        let free = !(men[0] | men[1]);
        let squares_below = below(free);
        let has_kings = self.layouts[0].kings > 1;
        let man_moves = [0, 1].map(|x| {
            let mut moves = Vec::new();
            for from in bits(men[x]) {
                for to in forward(x == 1).into_iter().map(|d| step(from, d) & free) {
                    if to == 0 {
                        continue;
                    }
                    let is_crowned = to & crown_row(x == 1) != 0;
                    let leads_to = (!is_crowned).then(|| {
                        let mut after = men;
                        after[x] ^= from | to;
                        let y = 1 - x;
                        let turn = |set: u32| if y == 1 { set.reverse_bits() } else { set };
                        let layout = &self.layouts[y];
                        let number = layout.config(turn(after[y]), turn(after[x]));
                        let free = if has_kings { below(free ^ from ^ to) } else { [0; 32] };
                        (number * layout.kings, free)
                    });
                    moves.push(ManMove { from, to, leads_to });
                }
            }
            moves
        });
        let mut squares = [0; 32];
        squares.iter_mut().zip(bits(free)).for_each(|(square, bit)| *square = bit);
        Config { men, free: squares, below: squares_below, man_moves }
    }

    /// The first part: what irreversible moves decide, and how many others there are.
    fn forwards(&self, x: usize, config: &Config, work: &mut Work) {
        let Work { cells, own, buckets } = work;
        let subs = self.tables.sub[x].len();
        let own = &own[x];
        let white = if x == 1 { WHITE } else { 0 };
        if (own.len() * subs) as u64 >= SHARED && own.len() > 1 {
            // A few rows at a time, each with a list of its own.
            let rows = (own.len() / 256).max(1);
            let lists: Vec<Vec<(u8, u32)>> = cells[x]
                .par_chunks_mut(rows * subs)
                .enumerate()
                .map(|(chunk, cells)| {
                    let mut list = Vec::new();
                    self.rows(x, config, own, chunk * rows, cells, &mut |bucket, index| {
                        list.push((bucket, index | white));
                    });
                    list
                })
                .collect();
            for (bucket, entry) in lists.into_iter().flatten() {
                buckets[usize::from(bucket)].push(entry);
            }
        } else {
            self.rows(x, config, own, 0, &mut cells[x], &mut |bucket, index| {
                buckets[usize::from(bucket)].push(index | white);
            });
        }
    }

    /// Consecutive placements of the mover's kings, from number `first` on.
    fn rows(
        &self,
        x: usize,
        config: &Config,
        own: &[u32],
        first: usize,
        cells: &mut [Cell],
        push: &mut impl FnMut(u8, u32),
    ) {
        let subs = &self.tables.sub[x];
        let men = config.men[0] | config.men[1];
        let mut squares = [0u32; 32];
        for (row, cells) in cells.chunks_mut(subs.len()).enumerate() {
            let number = first + row;
            let mine = own[number];
            for (square, bit) in squares.iter_mut().zip(bits(!(men | mine))) {
                *square = bit;
            }
            for (j, cell) in cells.iter_mut().enumerate() {
                let theirs =
                    bits(subs[j]).fold(0, |set, bit| set | squares[bit.trailing_zeros() as usize]);
                *cell = self.look(x, config, mine, theirs);
                // What is known already waits for its turn, or with depths is known when that
                // comes.
                let known =
                    if DEPTHS { std::mem::replace(&mut cell.value, UNKNOWN) } else { cell.value };
                match known {
                    UNKNOWN => {}
                    DRAW => cell.value = DRAW,
                    depth => push(if DEPTHS { depth } else { 0 }, (number * subs.len() + j) as u32),
                }
            }
        }
    }

    /// What the moves that are no quiet moves of kings say about a position.
    #[inline]
    fn look(&self, x: usize, config: &Config, mine: u32, theirs: u32) -> Cell {
        let y = 1 - x;
        let view =
            View { men: config.men[x], kings: mine, them: config.men[y] | theirs, white: x == 1 };
        let mut best = Best { win: DRAW, draw: false, loss: 0 };
        if view.jumpers() != 0 {
            view.each_jump(|jump| {
                if !DEPTHS && best.win != DRAW {
                    return;
                }
                let is_king = mine & jump.from != 0 || jump.to & crown_row(x == 1) != 0;
                let mut after = CheckersPosition {
                    pieces: [0; 2],
                    kings: mine & !jump.from | theirs & !jump.captured,
                    turn: if x == 0 { Player::Second } else { Player::First },
                };
                after.pieces[x] = (view.men | mine) & !jump.from | jump.to;
                after.pieces[y] = view.them & !jump.captured;
                if is_king {
                    after.kings |= jump.to;
                }
                self.consider(&mut best, self.finished(&after));
            });
            return Cell { value: best.value(), count: SEALED, floor: NEVER_LOST };
        }
        let kings = mine | theirs;
        for m in &config.man_moves[x] {
            if m.to & kings != 0 {
                continue;
            }
            let value = match &m.leads_to {
                Some((base, below)) => {
                    let index = self.stored_index(y, theirs, mine, below);
                    self.stored(y, base + index)
                }
                None => {
                    let mut after = CheckersPosition {
                        pieces: [0; 2],
                        kings: kings | m.to,
                        turn: if x == 0 { Player::Second } else { Player::First },
                    };
                    after.pieces[x] = (view.men | mine) ^ m.from ^ m.to;
                    after.pieces[y] = view.them;
                    self.finished(&after)
                }
            };
            self.consider(&mut best, value);
            if !DEPTHS && best.win != DRAW {
                return Cell { value: best.win, count: SEALED, floor: NEVER_LOST };
            }
        }
        let empty = view.empty();
        let count: u32 = (0..4).map(|d| (step(mine, d) & empty).count_ones()).sum();
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

    /// A value for the other side, from the slices that are finished.
    #[inline]
    fn finished(&self, position: &CheckersPosition) -> Depth {
        if DEPTHS {
            self.database.depth_byte(position).expect("smaller slices are finished")
        } else {
            use super::value::Value;
            match self.database.lookup(position).expect("smaller slices are finished") {
                Value::Win => 1,
                Value::Draw => DRAW,
                Value::Loss => 0,
            }
        }
    }

    /// A value of this slice, of a placement that is finished.
    #[inline]
    fn stored(&self, x: usize, index: u64) -> Depth {
        let x = if self.is_symmetric { 0 } else { x };
        if DEPTHS {
            return self.depths[x][index as usize].load(Ordering::Relaxed);
        }
        let byte = self.values[x][(index / 4) as usize].load(Ordering::Relaxed);
        match byte >> (index % 4 * 2) & 3 {
            WIN_BITS => 1,
            LOSS_BITS => 0,
            _ => DRAW,
        }
    }

    /// The number of the kings in the slice of the side to move `x`.
    #[inline]
    fn stored_index(&self, x: usize, mine: u32, theirs: u32, below: &[u8; 32]) -> u64 {
        let (i, j) = numbers(mine, theirs, below);
        let subs = self.tables.sub[x].len() as u64;
        if x == 0 {
            u64::from(i) * subs + u64::from(j)
        } else {
            let i = self.tables.own_turned[1][i as usize];
            u64::from(i) * subs + u64::from(self.tables.sub_turned[1][j as usize])
        }
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
    fn backwards(&self, config: &Config, work: &mut Work) {
        if self.layouts[0].kings == 1 && !DEPTHS {
            work.buckets[0].clear();
            return;
        }
        for depth in 0..work.buckets.len() {
            while let Some(entry) = work.buckets[depth].pop() {
                let (x, index) = (usize::from(entry & WHITE != 0), (entry & !WHITE) as usize);
                let cell = &mut work.cells[x][index];
                if DEPTHS {
                    if cell.value != UNKNOWN {
                        continue;
                    }
                    cell.value = depth as Depth;
                }
                let value = cell.value;
                self.predecessors(x, index, value, config, work);
            }
        }
    }

    /// Tells the positions from which a quiet move of a king leads to this one.
    #[inline]
    fn predecessors(&self, x: usize, index: usize, value: Depth, config: &Config, work: &mut Work) {
        let y = 1 - x;
        let subs = self.tables.sub[x].len();
        let (i, j) = (index / subs, index % subs);
        let mine = work.own[x][i];
        let men = config.men[0] | config.men[1];
        let theirs = spread(self.tables.sub[x][j], self.tables.own[x][i], &config.free);
        let empty = !(men | mine | theirs);
        let white = if y == 1 { WHITE } else { 0 };
        for to in bits(theirs) {
            for from in (0..4).map(|d| step(to, d) & empty) {
                if from == 0 {
                    continue;
                }
                let (i, j) = numbers(theirs ^ to ^ from, mine, &config.below);
                let index = i as usize * self.tables.sub[y].len() + j as usize;
                let cell = &mut work.cells[y][index];
                if cell.value != UNKNOWN || cell.count == SEALED {
                    continue;
                }
                if value.is_multiple_of(2) {
                    let depth = self.before(value);
                    if DEPTHS {
                        work.buckets[usize::from(depth)].push(index as u32 | white);
                    } else {
                        cell.value = depth;
                        work.buckets[0].push(index as u32 | white);
                    }
                } else {
                    cell.count -= 1;
                    if cell.count == 0 && cell.floor != NEVER_LOST {
                        let depth = self.before(value).max(cell.floor);
                        if DEPTHS {
                            work.buckets[usize::from(depth)].push(index as u32 | white);
                        } else {
                            cell.value = depth;
                            work.buckets[0].push(index as u32 | white);
                        }
                    }
                }
            }
        }
    }

    /// Writes the results of a placement; what is not known is drawn.
    fn store(&self, x: usize, number: u64, cells: &[Cell]) {
        let slot = if self.is_symmetric { 0 } else { x };
        let base = number * self.layouts[x].kings;
        let subs = self.tables.sub[x].len();
        let mut at = base;
        let mut byte = 0;
        let mut longest = 0;
        for i in 0..cells.len() / subs {
            let row = if x == 0 { i } else { self.tables.own_turned[1][i] as usize };
            for j in 0..subs {
                let column = if x == 0 { j } else { self.tables.sub_turned[1][j] as usize };
                let value = match cells[row * subs + column].value {
                    UNKNOWN => DRAW,
                    value => value,
                };
                if DEPTHS {
                    self.depths[slot][at as usize].store(value, Ordering::Relaxed);
                    if value % 2 == 1 && value <= LONGEST {
                        longest = longest.max(value);
                    }
                }
                byte |= bits_of(value) << (at % 4 * 2);
                at += 1;
                if at.is_multiple_of(4) || at == base + self.layouts[x].kings {
                    // The first and the last byte may be shared with other placements.
                    self.values[slot][((at - 1) / 4) as usize].fetch_or(byte, Ordering::Relaxed);
                    byte = 0;
                }
            }
        }
        self.longest[x].fetch_max(longest, Ordering::Relaxed);
    }
}

impl Best {
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

fn plain(array: Vec<AtomicU8>) -> Vec<u8> {
    array.into_iter().map(AtomicU8::into_inner).collect()
}

fn finish(layout: Layout, values: Vec<u8>, depths: Option<Vec<u8>>, longest: u8) -> Generated {
    let [wins, losses] = [WIN_BITS, LOSS_BITS].map(|wanted| {
        let count = |&byte: &u8| (0..4).filter(|i| byte >> (2 * i) & 3 == wanted).count() as u64;
        values.par_iter().with_min_len(1 << 16).map(count).sum::<u64>()
    });
    debug_assert_eq!(DRAW_BITS, 0, "what is behind the last position counts as nothing");
    Generated {
        material: layout.material,
        draws: layout.size - wins - losses,
        values,
        depths,
        wins,
        losses,
        longest,
    }
}
