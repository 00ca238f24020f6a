//! The values of one placement of the men, without depths: 64 positions at a time.
//!
//! A quiet move of a king changes the kings of one side, and leaves those of the other where they
//! are. So positions stand in rows, a row for each set of own kings, a bit for each set of the
//! other side's; a step of a king leads from a row to a row, whatever the other side has, but for
//! the squares that it stands on:
//!
//! ```text
//!   won[from]  |= open[from] & (lost by them[to] & !standing on the square)     some step
//!   lost[from] |= bare[from] & (won by them[to]  |  standing on the square)     every step
//! ```
//! What is known with the other side to move is wanted in rows of *its opponent's* kings, so that
//! both sides' results are kept both ways round. Sides take turns, and look again at the rows that
//! something new can be reached from, until there is nothing new. Order does not matter: what is
//! won or lost stays so.
//!
//! Taking back the moves of one position after the other, as with depths, finds the same, but
//! touches another part of the memory with each of them: with four kings against three it waits for
//! that most of the time.

use rayon::prelude::*;

use super::matrix::{Matrix, transpose};
use super::pair::Pair;
use super::placement::{Kings, Lists, NEVER_LOST, Side, Writer, list};
use super::target::Targets;
use super::value::{DRAW, DRAW_BITS, LOSS_BITS, UNKNOWN, WIN_BITS};

/// Rows of a placement that is shared out are looked at in so many parts.
const PARTS: usize = 1024;

/// What is known of the positions with one side to move. Sets of kings have their numbers on the
/// board as Black sees it.
struct Known {
    /// A row for each set of own kings.
    won: Matrix,
    lost: Matrix,
    /// No capture is due, and no move of a man wins.
    open: Matrix,
    /// And each one loses.
    bare: Matrix,
    /// A row for each set of the other side's kings.
    won_by_their: Matrix,
    lost_by_their: Matrix,
    /// Rows to look at.
    waiting: Vec<bool>,
    /// Words of 64 rows in which there is something new.
    new: Vec<bool>,
}

/// Memory for one placement after the other.
pub(super) struct Sweeps {
    known: [Known; 2],
    /// `open` and `bare`, a row for each set of the other side's kings.
    before: [[Matrix; 2]; 2],
    /// Rows of the other side in which there is something new.
    changed: Vec<bool>,
}

impl Sweeps {
    /// For so many sets of both sides' kings.
    pub fn new(sets: [usize; 2]) -> Self {
        let by_own = |x: usize| Matrix::new(sets[x], sets[1 - x]);
        let by_their = |x: usize| Matrix::new(sets[1 - x], sets[x]);
        let known = |x: usize| Known {
            won: by_own(x),
            lost: by_own(x),
            open: by_own(x),
            bare: by_own(x),
            won_by_their: by_their(x),
            lost_by_their: by_their(x),
            waiting: vec![false; sets[x]],
            new: vec![false; sets[x].div_ceil(64) * sets[1 - x].div_ceil(64)],
        };
        Sweeps {
            known: [known(0), known(1)],
            before: [0, 1].map(|x| [by_their(x), by_their(x)]),
            changed: Vec::new(),
        }
    }

    /// Bytes that it takes, of so many sets.
    pub const fn bytes(sets: [u64; 2]) -> u64 {
        // Of both sides.
        let by_own = Matrix::bytes(sets[0], sets[1]) + Matrix::bytes(sets[1], sets[0]);
        let blocks = sets[0].div_ceil(64) * sets[1].div_ceil(64);
        8 * by_own + 2 * (sets[0] + sets[1]) + 2 * blocks
    }
}

impl<const DEPTHS: bool> Pair<'_, DEPTHS> {
    /// Solves a placement of the men. With `in_parts` it is shared out to the threads.
    pub(super) fn sweep<'s>(
        &'s self,
        sides: &[Side<'s>; 2],
        sweeps: &mut Option<Sweeps>,
        lists: &mut Lists<'s>,
        in_parts: bool,
    ) {
        let sets = [0, 1].map(|x| self.sets[x].len());
        let Lists { targets, own, .. } = lists;
        let sweeps = sweeps.get_or_insert_with(|| Sweeps::new(sets));
        for (x, side) in sides.iter().enumerate() {
            list(own, &self.sets[x].squares, side.own_men | side.their_men);
            self.irreversible(x, side, own, targets, sweeps, in_parts);
            let Known { won, lost, open, bare, won_by_their, lost_by_their, waiting, .. } =
                &mut sweeps.known[x];
            let [open_by_their, bare_by_their] = &sweeps.before[x];
            turn(won_by_their, won, in_parts);
            turn(lost_by_their, lost, in_parts);
            turn(open_by_their, open, in_parts);
            turn(bare_by_their, bare, in_parts);
            waiting.fill(true);
        }
        let men = sides[0].own_men | sides[0].their_men;
        while let Some(x) = (0..2).find(|&x| sweeps.known[x].waiting.contains(&true)) {
            for x in [x, 1 - x] {
                self.side_to_move(x, men, sweeps, in_parts);
            }
        }
    }

    /// What captures and moves of men decide, a row for each set of the other side's kings.
    fn irreversible<'s>(
        &'s self,
        x: usize,
        side: &Side<'s>,
        own: &[Kings],
        targets: &mut Targets<'s>,
        sweeps: &mut Sweeps,
        in_parts: bool,
    ) {
        let Known { won_by_their: won, lost_by_their: lost, .. } = &mut sweeps.known[x];
        let [open, bare] = &mut sweeps.before[x];
        for matrix in [&mut *won, &mut *lost, &mut *open, &mut *bare] {
            matrix.clear();
        }
        let width = won.width;
        let rows = |first: usize, words: [&mut [u64]; 4], targets: &mut Targets<'s>| {
            let [won, lost, open, bare] = words;
            let rows = (first..first + won.len() / width).map(|n| self.as_black_sees(x, 1 - x, n));
            self.rows(x, side, own, rows, targets, &mut |row, number, cell| {
                let column = self.as_black_sees(x, x, number as usize);
                let (at, bit) = (row * width + column / 64, 1 << (column % 64));
                match cell.value {
                    UNKNOWN => {
                        open[at] |= bit;
                        if cell.floor != NEVER_LOST {
                            bare[at] |= bit;
                        }
                    }
                    DRAW => {}
                    0 => lost[at] |= bit,
                    _ => won[at] |= bit,
                }
            });
        };
        if !in_parts {
            let all = [won.words_mut(), lost.words_mut(), open.words_mut(), bare.words_mut()];
            rows(0, all, targets);
            return;
        }
        let some = (self.sets[1 - x].len() / PARTS).max(1);
        let parts = won
            .rows_mut(some)
            .zip(lost.rows_mut(some))
            .zip(open.rows_mut(some))
            .zip(bare.rows_mut(some));
        let parts: Vec<_> = parts.enumerate().collect();
        parts.into_par_iter().for_each_init(
            Targets::default,
            |targets, (part, (((won, lost), open), bare))| {
                rows(part * some, [won, lost, open, bare], targets);
            },
        );
    }

    /// One side's rows that wait to be looked at, and what the other side has to look at then.
    fn side_to_move(&self, x: usize, men: u32, sweeps: &mut Sweeps, in_parts: bool) {
        let Sweeps { known, changed, .. } = sweeps;
        let [black, white] = known;
        let (own, theirs) = if x == 0 { (black, white) } else { (white, black) };
        let width = own.won.width;
        let (waiting, open, bare) = (&own.waiting, &own.open, &own.bare);
        // 64 rows, of which each word has its mark.
        type Rows<'a> = ((&'a mut [u64], &'a mut [u64]), &'a mut [bool]);
        let block = |[some, every]: &mut [Vec<u64>; 2], first: usize, rows: Rows<'_>| {
            let ((won, lost), new) = rows;
            let rows = won.chunks_mut(width).zip(lost.chunks_mut(width));
            for (row, (won, lost)) in (first..).zip(rows) {
                if !waiting[row] || self.sets[x].squares[row] & men != 0 {
                    continue;
                }
                some.fill(0);
                every.fill(!0);
                for step in self.sets[x].steps(row) {
                    let (square, to) = (step & 31, (step >> 5) as usize);
                    if men >> square & 1 == 1 {
                        continue;
                    }
                    let standing = self.standing[1 - x].row(square as usize);
                    let (won, lost) = (theirs.won_by_their.row(to), theirs.lost_by_their.row(to));
                    for i in 0..width {
                        some[i] |= lost[i] & !standing[i];
                        every[i] &= won[i] | standing[i];
                    }
                }
                let (open, bare) = (open.row(row), bare.row(row));
                for i in 0..width {
                    let (more_won, more_lost) = (some[i] & open[i], every[i] & bare[i]);
                    new[i] |= more_won & !won[i] | more_lost & !lost[i] != 0;
                    won[i] |= more_won;
                    lost[i] |= more_lost;
                }
            }
        };
        let buffers = || [vec![0; width], vec![0; width]];
        let blocks = own.won.rows_mut(64).zip(own.lost.rows_mut(64)).zip(own.new.chunks_mut(width));
        let blocks = blocks.enumerate();
        if in_parts {
            let blocks: Vec<_> = blocks.collect();
            blocks.into_par_iter().for_each_init(buffers, |buffers, (i, rows)| {
                block(buffers, 64 * i, rows);
            });
        } else {
            let mut buffers = buffers();
            blocks.for_each(|(i, rows)| block(&mut buffers, 64 * i, rows));
        }
        own.waiting.fill(false);
        self.tell(x, own, theirs, changed, in_parts);
    }

    /// Puts what is new into the rows of the other side's kings. It looks again where a step leads
    /// there.
    fn tell(
        &self,
        x: usize,
        own: &mut Known,
        theirs: &mut Known,
        changed: &mut Vec<bool>,
        in_parts: bool,
    ) {
        if !own.new.contains(&true) {
            return;
        }
        changed.clear();
        changed.resize(self.sets[1 - x].len(), false);
        let (width, their_width) = (own.won.width, own.won_by_their.width);
        let Known { won, lost, won_by_their, lost_by_their, new, .. } = own;
        let (won, lost, marks) = (&*won, &*lost, &*new);
        type Rows<'a> = ((&'a mut [u64], &'a mut [u64]), &'a mut [bool]);
        // 64 rows, which are a word of 64 rows the other way round.
        let block = |(word, rows): (usize, Rows<'_>)| {
            let ((won_by_their, lost_by_their), changed) = rows;
            for from in (0..their_width).filter(|from| marks[from * width + word]) {
                for (matrix, to) in [(won, &mut *won_by_their), (lost, &mut *lost_by_their)] {
                    let mut square = matrix.block(64 * from, word);
                    transpose(&mut square);
                    let places = to.iter_mut().skip(from).step_by(their_width);
                    for ((place, bits), changed) in places.zip(square).zip(&mut *changed) {
                        *changed |= *place != bits;
                        *place = bits;
                    }
                }
            }
        };
        let rows = won_by_their.rows_mut(64).zip(lost_by_their.rows_mut(64));
        let rows = rows.zip(changed.chunks_mut(64)).enumerate();
        if in_parts {
            rows.collect::<Vec<_>>().into_par_iter().for_each(block);
        } else {
            rows.for_each(block);
        }
        new.fill(false);
        for row in (0..changed.len()).filter(|&row| changed[row]) {
            for step in self.sets[1 - x].steps(row) {
                theirs.waiting[(step >> 5) as usize] = true;
            }
        }
    }

    /// Writes the values of a placement for the side `x` to move; what is not known is drawn.
    pub(super) fn store_values(
        &self,
        x: usize,
        number: u64,
        men: u32,
        sweeps: &Option<Sweeps>,
        lists: &mut Lists<'_>,
    ) {
        let Lists { own, their, .. } = lists;
        let known = &sweeps.as_ref().expect("the placement has been solved").known[x];
        list(own, &self.sets[x].squares, men);
        list(their, &self.sets[1 - x].squares, men);
        // In the order of the slice, the columns that they have.
        for kings in &mut *their {
            kings.number = self.as_black_sees(x, 1 - x, kings.number as usize) as u32;
        }
        let mut writer = Writer::new(self, x, number * self.layouts[x].kings);
        for own in &*own {
            let row = self.as_black_sees(x, x, own.number as usize);
            let (won, lost) = (known.won.row(row), known.lost.row(row));
            for their in their.iter().filter(|their| their.squares & own.squares == 0) {
                let (word, bit) = (their.number as usize / 64, their.number % 64);
                const { assert!(DRAW_BITS == 0 && WIN_BITS == 1 && LOSS_BITS == 2) };
                let value = won[word] >> bit & 1 | (lost[word] >> bit & 1) << 1;
                writer.write_bits(value as u8);
            }
        }
        writer.finish();
    }
}

/// Writes a matrix the other way round.
fn turn(from: &Matrix, to: &mut Matrix, in_parts: bool) {
    let width = to.width;
    let block = |(word, rows): (usize, &mut [u64])| {
        for column in 0..width {
            let mut square = from.block(64 * column, word);
            transpose(&mut square);
            let places = rows.iter_mut().skip(column).step_by(width);
            places.zip(square).for_each(|(place, bits)| *place = bits);
        }
    };
    let rows = to.rows_mut(64).enumerate();
    if in_parts {
        rows.collect::<Vec<_>>().into_par_iter().for_each(block);
    } else {
        rows.for_each(block);
    }
}
