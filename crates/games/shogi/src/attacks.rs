//! What a piece attacks: tables that the compiler computes, and rays cut off by what stands on
//! them.

use crate::bitboard::Bitboard;
use crate::{Color, Kind, Square};

/// Steps (file, rank) of the eight directions, seen from Black's side: the number of the square
/// grows in the first four of them. Direction `d` is opposite to `7 - d`.
const STEPS: [(i8, i8); 8] = [(0, 1), (1, -1), (1, 0), (1, 1), (-1, -1), (-1, 0), (-1, 1), (0, -1)];
const DOWN: usize = 0;
const UP: usize = 7;
const NO_DIRECTION: u8 = 8;

const fn shifted(square: usize, file: i8, rank: i8) -> Option<usize> {
    let (f, r) = ((square / 9) as i8 + file, (square % 9) as i8 + rank);
    if 0 <= f && f < 9 && 0 <= r && r < 9 { Some((f * 9 + r) as usize) } else { None }
}

/// All squares in a direction, up to the edge.
static RAYS: [[Bitboard; Square::COUNT]; 8] = {
    let mut rays = [[Bitboard::EMPTY; Square::COUNT]; 8];
    let mut d = 0;
    while d < 8 {
        let mut square = 0;
        while square < Square::COUNT {
            let mut next = shifted(square, STEPS[d].0, STEPS[d].1);
            while let Some(to) = next {
                rays[d][square].0 |= 1 << to;
                next = shifted(to, STEPS[d].0, STEPS[d].1);
            }
            square += 1;
        }
        d += 1;
    }
    rays
};

/// In which direction one square sees another.
static DIRECTION: [[u8; Square::COUNT]; Square::COUNT] = {
    let mut table = [[NO_DIRECTION; Square::COUNT]; Square::COUNT];
    let mut d = 0;
    while d < 8 {
        let mut square = 0;
        while square < Square::COUNT {
            let mut next = shifted(square, STEPS[d].0, STEPS[d].1);
            while let Some(to) = next {
                table[square][to] = d as u8;
                next = shifted(to, STEPS[d].0, STEPS[d].1);
            }
            square += 1;
        }
        d += 1;
    }
    table
};

const fn step_table(steps: &[(i8, i8)]) -> [[Bitboard; Square::COUNT]; 2] {
    let mut table = [[Bitboard::EMPTY; Square::COUNT]; 2];
    let mut square = 0;
    while square < Square::COUNT {
        let mut i = 0;
        while i < steps.len() {
            if let Some(to) = shifted(square, steps[i].0, steps[i].1) {
                table[0][square].0 |= 1 << to;
            }
            if let Some(to) = shifted(square, steps[i].0, -steps[i].1) {
                table[1][square].0 |= 1 << to;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

static PAWN: [[Bitboard; Square::COUNT]; 2] = step_table(&[(0, -1)]);
static KNIGHT: [[Bitboard; Square::COUNT]; 2] = step_table(&[(-1, -2), (1, -2)]);
static SILVER: [[Bitboard; Square::COUNT]; 2] =
    step_table(&[(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)]);
static GOLD: [[Bitboard; Square::COUNT]; 2] =
    step_table(&[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)]);
static KING: [[Bitboard; Square::COUNT]; 2] = step_table(&STEPS);

const fn ranks(from: u32, to: u32) -> Bitboard {
    let mut set = 0;
    let mut square = 0;
    while square < Square::COUNT {
        let rank = (square % 9 + 1) as u32;
        if from <= rank && rank <= to {
            set |= 1 << square;
        }
        square += 1;
    }
    Bitboard(set)
}

/// Where pieces of a colour promote.
pub(crate) static ZONE: [Bitboard; 2] = [ranks(1, 3), ranks(7, 9)];

/// Where an unpromoted piece of a kind in hand may not stand, because it could never move again.
pub(crate) static DEAD: [[Bitboard; 8]; 2] = {
    let mut table = [[Bitboard::EMPTY; 8]; 2];
    table[0][0] = ranks(1, 1);
    table[0][1] = ranks(1, 1);
    table[0][2] = ranks(1, 2);
    table[1][0] = ranks(9, 9);
    table[1][1] = ranks(9, 9);
    table[1][2] = ranks(8, 9);
    table
};

/// The squares of a file, from 0.
#[inline]
pub(crate) const fn file(index: u8) -> Bitboard {
    Bitboard(0x1ff << (9 * index))
}

/// The ray that leads from `from` through `to`, up to the edge; empty if none does.
#[inline]
pub(crate) fn ray_through(from: Square, to: Square) -> Bitboard {
    match DIRECTION[from.index()][to.index()] {
        NO_DIRECTION => Bitboard::EMPTY,
        d => RAYS[d as usize][from.index()],
    }
}

/// The squares between two that see each other in a straight line; else none.
#[inline]
pub(crate) fn between(a: Square, b: Square) -> Bitboard {
    match DIRECTION[a.index()][b.index()] {
        NO_DIRECTION => Bitboard::EMPTY,
        d => RAYS[d as usize][a.index()] & RAYS[7 - d as usize][b.index()],
    }
}

/// A ray to squares with larger numbers, up to what stands on it first, which is part of it.
#[inline]
fn rising(d: usize, square: Square, occupied: Bitboard) -> Bitboard {
    let ray = RAYS[d][square.index()].0;
    let blockers = ray & occupied.0;
    Bitboard((blockers ^ blockers.wrapping_sub(1)) & ray)
}

/// The same to squares with smaller numbers.
#[inline]
fn falling(d: usize, square: Square, occupied: Bitboard) -> Bitboard {
    let ray = RAYS[d][square.index()].0;
    let highest = 127 - (ray & occupied.0 | 1).leading_zeros();
    Bitboard((u128::MAX << highest) & ray)
}

#[inline]
pub(crate) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    rising(1, square, occupied)
        | rising(3, square, occupied)
        | falling(4, square, occupied)
        | falling(6, square, occupied)
}

#[inline]
pub(crate) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    rising(DOWN, square, occupied)
        | rising(2, square, occupied)
        | falling(5, square, occupied)
        | falling(UP, square, occupied)
}

/// Where a bishop, a rook, or a lance of each colour would attack on an empty board.
static BISHOP_LINES: [Bitboard; Square::COUNT] = lines(&[1, 3, 4, 6]);
static ROOK_LINES: [Bitboard; Square::COUNT] = lines(&[DOWN, 2, 5, UP]);
static LANCE_LINES: [[Bitboard; Square::COUNT]; 2] = [lines(&[UP]), lines(&[DOWN])];

const fn lines(directions: &[usize]) -> [Bitboard; Square::COUNT] {
    let mut lines = [Bitboard::EMPTY; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut i = 0;
        while i < directions.len() {
            lines[square].0 |= RAYS[directions[i]][square].0;
            i += 1;
        }
        square += 1;
    }
    lines
}

#[inline]
pub(crate) fn bishop_lines(square: Square) -> Bitboard {
    BISHOP_LINES[square.index()]
}

#[inline]
pub(crate) fn rook_lines(square: Square) -> Bitboard {
    ROOK_LINES[square.index()]
}

#[inline]
pub(crate) fn lance_lines(color: Color, square: Square) -> Bitboard {
    LANCE_LINES[color.index()][square.index()]
}

#[inline]
pub(crate) fn lance(color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match color {
        Color::Black => falling(UP, square, occupied),
        Color::White => rising(DOWN, square, occupied),
    }
}

#[inline]
pub(crate) fn king(square: Square) -> Bitboard {
    KING[0][square.index()]
}

#[inline]
pub(crate) fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

#[inline]
pub(crate) fn knight(color: Color, square: Square) -> Bitboard {
    KNIGHT[color.index()][square.index()]
}

#[inline]
pub(crate) fn silver(color: Color, square: Square) -> Bitboard {
    SILVER[color.index()][square.index()]
}

#[inline]
pub(crate) fn gold(color: Color, square: Square) -> Bitboard {
    GOLD[color.index()][square.index()]
}

/// Files so near that a piece that moves by steps may give check from there with its next move.
#[inline]
pub(crate) fn vicinity(square: Square) -> Bitboard {
    let files = (1 << 45) - 1;
    let first = square.index() / 9 * 9;
    Bitboard(if first < 18 { files >> (18 - first) } else { files << (first - 18) })
        & Bitboard::FULL
}

/// Where a step leads from all squares of a set.
#[inline]
fn stepped<const FILE: i8, const RANK: i8>(set: Bitboard) -> Bitboard {
    // From other ranks it leads to another file.
    let stays = const {
        let rank = RANK.unsigned_abs() as u32;
        if RANK < 0 { ranks(1 + rank, 9) } else { ranks(1, 9 - rank) }
    };
    let (from, by) = (set.0 & stays.0, FILE * 9 + RANK);
    Bitboard(if by < 0 { from >> -by } else { from << by }) & Bitboard::FULL
}

/// What pawns, knights, silvers and golds of a colour attack. A king is silver and gold.
#[inline]
pub(crate) fn all_steps(color: Color, sets: [Bitboard; 4]) -> Bitboard {
    match color {
        Color::Black => steps_towards::<-1, 1, -2>(sets),
        Color::White => steps_towards::<1, -1, 2>(sets),
    }
}

#[inline]
fn steps_towards<const UP: i8, const DOWN: i8, const FAR: i8>(
    [pawns, knights, silvers, golds]: [Bitboard; 4],
) -> Bitboard {
    stepped::<0, UP>(pawns | silvers | golds)
        | stepped::<-1, UP>(silvers | golds)
        | stepped::<1, UP>(silvers | golds)
        | stepped::<-1, 0>(golds)
        | stepped::<1, 0>(golds)
        | stepped::<0, DOWN>(golds)
        | stepped::<-1, DOWN>(silvers)
        | stepped::<1, DOWN>(silvers)
        | stepped::<-1, FAR>(knights)
        | stepped::<1, FAR>(knights)
}

/// What a piece of the kind and colour attacks from a square.
#[inline]
pub(crate) fn of(color: Color, kind: Kind, square: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Pawn => pawn(color, square),
        Kind::Lance => lance(color, square, occupied),
        Kind::Knight => knight(color, square),
        Kind::Silver => silver(color, square),
        Kind::Gold | Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => {
            gold(color, square)
        }
        Kind::Bishop => bishop(square, occupied),
        Kind::Rook => rook(square, occupied),
        Kind::King => king(square),
        Kind::Horse => bishop(square, occupied) | king(square),
        Kind::Dragon => rook(square, occupied) | king(square),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walking step by step.
    fn walked(square: Square, occupied: Bitboard, directions: &[usize]) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for &d in directions {
            let mut next = shifted(square.index(), STEPS[d].0, STEPS[d].1);
            while let Some(to) = next {
                set.0 |= 1 << to;
                if occupied.has(Square::new(to)) {
                    break;
                }
                next = shifted(to, STEPS[d].0, STEPS[d].1);
            }
        }
        set
    }

    #[test]
    fn sliders_go_up_to_what_is_in_their_way() {
        let mut seed = 1u128;
        for round in 0..2000 {
            seed = seed.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645).wrapping_add(1);
            let noise = seed ^ seed >> 47;
            let occupied = Bitboard(noise & noise.rotate_left(31 + round % 7)) & Bitboard::FULL;
            for square in Square::all() {
                assert_eq!(rook(square, occupied), walked(square, occupied, &[0, 2, 5, 7]));
                assert_eq!(bishop(square, occupied), walked(square, occupied, &[1, 3, 4, 6]));
                assert_eq!(lance(Color::Black, square, occupied), walked(square, occupied, &[7]));
                assert_eq!(lance(Color::White, square, occupied), walked(square, occupied, &[0]));
            }
        }
    }

    #[test]
    fn squares_between_are_those_of_both_rays() {
        let at = |file, rank| Square::at(file, rank).unwrap();
        assert_eq!(between(at(1, 1), at(1, 4)).into_iter().count(), 2);
        assert_eq!(between(at(1, 1), at(9, 9)).into_iter().count(), 7);
        assert!(between(at(1, 1), at(2, 3)).is_empty());
        assert!(between(at(5, 5), at(5, 6)).is_empty());
        for d in 0..8 {
            assert_eq!((STEPS[d].0, STEPS[d].1), (-STEPS[7 - d].0, -STEPS[7 - d].1));
        }
    }
}
