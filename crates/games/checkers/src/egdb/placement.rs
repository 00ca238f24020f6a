//! One placement of the men, with all placements of the kings and both sides to move.
//!
//! Positions are kept as the side to move sees them. The kings of a side are numbered among the
//! sets on the whole board, so that the number of a king's step away is read from a list; what it
//! costs is a third of the numbers unused (with three kings a side; less with fewer).
//!
//! What captures and moves of men decide is found out here. What follows from it by the quiet moves
//! of kings is found in `by_depth.rs` where depths are wanted, else in `one_sided.rs` where at most
//! one side has kings, and in `sweeps.rs` where both have.

use std::sync::atomic::{AtomicU8, Ordering};

use super::pair::Pair;
use super::target::{Row, Target, Targets};
use super::value::{DRAW, Depth, LONGEST, UNKNOWN, bits_of};
use crate::board::{BLACK_FORWARD, BOTTOM, bits, step};
use crate::movegen::{Jump, View};

/// Never becomes a loss: a draw is at hand, or a win by an irreversible move.
pub(super) const NEVER_LOST: u8 = 255;
/// A count that says: no quiet move is to be counted here, because a capture is due or everything
/// is known.
pub(super) const SEALED: u8 = 255;
/// What is known of a position while its placement is being solved.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    /// The result, or [`UNKNOWN`].
    pub value: Depth,
    /// King moves whose results are open, if depths are wanted.
    pub count: u8,
    /// The longest loss by an irreversible move, or [`NEVER_LOST`].
    pub floor: u8,
}

/// Lists that a thread uses for one placement after the other.
#[derive(Default)]
pub(super) struct Lists<'a> {
    pub targets: Targets<'a>,
    pub own: Vec<Kings>,
    pub their: Vec<Kings>,
}

/// A set of kings that stands on no man.
#[derive(Clone, Copy)]
pub(super) struct Kings {
    pub number: u32,
    pub squares: u32,
}

/// The men as one side sees them that is to move.
pub(super) struct Side<'a> {
    pub own_men: u32,
    pub their_men: u32,
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
    /// The number on the board as Black sees it of a set of kings of the side `of`, as `x` sees it;
    /// or the other way.
    #[inline]
    pub(super) fn as_black_sees(&self, x: usize, of: usize, number: usize) -> usize {
        if x == 0 { number } else { self.sets[of].turned[number] as usize }
    }

    pub(super) fn side(&self, x: usize, own_men: u32, their_men: u32) -> Side<'_> {
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

    /// What irreversible moves decide with these sets of the other side's kings, and how many moves
    /// of kings there are. `put` is told it of each position, with the place in `rows` of their
    /// set and the number of the own one.
    pub(super) fn rows<'s>(
        &'s self,
        x: usize,
        side: &Side<'s>,
        own: &[Kings],
        rows: impl Iterator<Item = usize>,
        targets: &mut Targets<'s>,
        put: &mut impl FnMut(usize, u32, Cell),
    ) {
        let men = side.own_men | side.their_men;
        let mut moves = Vec::with_capacity(side.moves.len());
        for (place, row) in rows.enumerate() {
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
                let cell = if (men_jump || around & mine != 0) && view.jumpers() != 0 {
                    self.captures(x, side, view, theirs, targets)
                } else {
                    let steps = self.sets[x].steps(kings.number as usize);
                    self.quiet(&moves, mine, steps, free)
                };
                put(place, kings.number, cell);
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
        let floor = if best.win != DRAW || best.draw { NEVER_LOST } else { best.loss };
        if !DEPTHS {
            return Cell { value: UNKNOWN, count: 0, floor };
        }
        let count: u32 = steps.iter().map(|step| free >> (step & 31) & 1).sum();
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
    pub(super) fn before(&self, value: Depth) -> Depth {
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
}

/// Makes a list of the sets that stand on no man.
pub(super) fn list(kings: &mut Vec<Kings>, sets: &[u32], men: u32) {
    kings.clear();
    let all = (0..).zip(sets).map(|(number, &squares)| Kings { number, squares });
    kings.extend(all.filter(|kings| kings.squares & men == 0));
}

/// Writes consecutive results.
pub(super) struct Writer<'a, 'b, const DEPTHS: bool> {
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
    pub fn new(pair: &'a Pair<'b, DEPTHS>, x: usize, at: u64) -> Self {
        let slot = if pair.is_symmetric { 0 } else { x };
        let (values, depths) = (&pair.values[slot][..], &pair.depths[slot][..]);
        let is_shared = !at.is_multiple_of(4);
        Writer { pair, x, values, depths, at, byte: 0, is_shared, longest: 0 }
    }

    /// Depths, and the values that follow from them.
    pub fn write(&mut self, results: &[Depth]) {
        let depths = &self.depths[self.at as usize..][..results.len()];
        for (depth, &result) in depths.iter().zip(results) {
            depth.store(if result == UNKNOWN { DRAW } else { result }, Ordering::Relaxed);
        }
        let wins = results.iter().filter(|&&result| result <= LONGEST && result % 2 == 1);
        self.longest = self.longest.max(wins.copied().max().unwrap_or(0));
        results.iter().for_each(|&result| self.write_bits(bits_of(result)));
    }

    /// A value.
    #[inline]
    pub fn write_bits(&mut self, value: u8) {
        self.byte |= value << (self.at % 4 * 2);
        self.at += 1;
        if self.at.is_multiple_of(4) {
            self.put(self.is_shared);
            self.is_shared = false;
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

    pub fn finish(mut self) {
        if !self.at.is_multiple_of(4) {
            self.put(true);
        }
        self.pair.longest[self.x].fetch_max(self.longest, Ordering::Relaxed);
    }
}
