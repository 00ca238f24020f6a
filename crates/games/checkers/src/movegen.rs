//! Legal moves.

use crate::board::{bits, crown_row, forward, step};
use crate::moves::{CheckersMove, MOST_JUMPS};
use crate::position::CheckersPosition;

/// A position as the side to move sees it, without knowing which colour it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View {
    pub men: u32,
    pub kings: u32,
    pub them: u32,
    pub white: bool,
}

impl View {
    #[inline(always)]
    pub fn of(position: &CheckersPosition) -> Self {
        let us = position.turn.index();
        let pieces = position.pieces[us];
        View {
            men: pieces & !position.kings,
            kings: pieces & position.kings,
            them: position.pieces[1 - us],
            white: us == 1,
        }
    }

    #[inline(always)]
    pub fn empty(&self) -> u32 {
        !(self.men | self.kings | self.them)
    }

    /// The pieces that can jump.
    #[inline(always)]
    pub fn jumpers(&self) -> u32 {
        let empty = self.empty();
        let [a, b] = forward(self.white);
        let over = |d: usize| step(step(empty, 3 - d) & self.them, 3 - d);
        let ahead = over(a) | over(b);
        let mut jumpers = ahead & (self.men | self.kings);
        if self.kings != 0 {
            jumpers |= (over(3 - a) | over(3 - b)) & self.kings;
        }
        jumpers
    }

    /// How many moves without a capture there are.
    #[inline(always)]
    pub fn count_quiet(&self) -> u32 {
        let empty = self.empty();
        let [a, b] = forward(self.white);
        let ahead = self.men | self.kings;
        (step(ahead, a) & empty).count_ones()
            + (step(ahead, b) & empty).count_ones()
            + (step(self.kings, 3 - a) & empty).count_ones()
            + (step(self.kings, 3 - b) & empty).count_ones()
    }

    /// Whether there is a move without a capture.
    #[inline(always)]
    pub fn any_quiet(&self) -> bool {
        let empty = self.empty();
        let [a, b] = forward(self.white);
        let ahead = self.men | self.kings;
        (step(ahead, a) | step(ahead, b) | step(self.kings, 3 - a) | step(self.kings, 3 - b))
            & empty
            != 0
    }

    /// Calls `visit` with every jump.
    #[inline]
    pub fn each_jump(&self, mut visit: impl FnMut(Jump)) {
        for from in bits(self.jumpers()) {
            let jumper = Jumper {
                is_king: self.kings & from != 0,
                from,
                // The square it comes from is empty while it jumps.
                empty: self.empty() | from,
                white: self.white,
            };
            jumper.go(
                from,
                self.them,
                Jump { from, to: from, captured: 0, jumps: 0, path: 0 },
                &mut visit,
            );
        }
    }
}

/// A jump that is complete, or on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Jump {
    pub from: u32,
    #[cfg_attr(target_family = "wasm", allow(dead_code))]
    pub to: u32,
    pub captured: u32,
    pub jumps: u32,
    /// Two bits a direction.
    pub path: u32,
}

struct Jumper {
    is_king: bool,
    from: u32,
    empty: u32,
    white: bool,
}

impl Jumper {
    fn go(&self, at: u32, them: u32, so_far: Jump, visit: &mut impl FnMut(Jump)) {
        let mut is_over = true;
        // A man that has just been crowned may not go on.
        if self.is_king || at & crown_row(self.white) == 0 {
            let directions = if self.is_king { 0..4 } else { forward_range(self.white) };
            for d in directions {
                let over = step(at, d) & them;
                let to = step(over, d) & self.empty;
                if to != 0 {
                    is_over = false;
                    debug_assert!((so_far.jumps as usize) < MOST_JUMPS);
                    let next = Jump {
                        from: self.from,
                        to,
                        captured: so_far.captured | over,
                        jumps: so_far.jumps + 1,
                        path: so_far.path | (d as u32) << (2 * so_far.jumps),
                    };
                    self.go(to, them & !over, next, visit);
                }
            }
        }
        if is_over && so_far.jumps > 0 {
            visit(so_far);
        }
    }
}

const fn forward_range(white: bool) -> std::ops::Range<usize> {
    if white { 2..4 } else { 0..2 }
}

/// Appends the legal moves: by square, then by direction.
#[inline]
pub(crate) fn generate(position: &CheckersPosition, moves: &mut Vec<CheckersMove>) {
    let view = View::of(position);
    if view.jumpers() != 0 {
        view.each_jump(|jump| moves.push(CheckersMove::jumps(jump.from, jump.jumps, jump.path)));
        return;
    }
    let empty = view.empty();
    let [first, last] = forward(view.white);
    for from in bits(view.men | view.kings) {
        let directions = if view.kings & from != 0 { 0..4 } else { first..last + 1 };
        for d in directions {
            if step(from, d) & empty != 0 {
                moves.push(CheckersMove::quiet(from, d));
            }
        }
    }
}

/// Whether the side to move has a legal move.
#[inline]
pub(crate) fn any(position: &CheckersPosition) -> bool {
    let view = View::of(position);
    view.any_quiet() || view.jumpers() != 0
}

/// Plays a legal move.
#[inline]
pub(crate) fn make(position: &mut CheckersPosition, m: CheckersMove) {
    let us = position.turn.index();
    let from = m.from();
    let (to, captured) = m.effect();
    let is_king = position.kings & from != 0;
    // In this order: a king may return to where he came from.
    position.pieces[us] = position.pieces[us] & !from | to;
    position.pieces[1 - us] &= !captured;
    position.kings &= !(from | captured);
    if is_king || to & crown_row(us == 1) != 0 {
        position.kings |= to;
    }
    position.turn = position.turn.opponent();
}
