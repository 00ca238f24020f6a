//! Moves as 15-bit numbers, for the table.
//!
//! from (6 bits) | to (6 bits) | promotion (3 bits: 0 none, 1 knight, 2 bishop, 3 rook, 4 queen).
//! Castling is written as the king taking its own rook, as `cozy_chess` has it.

use cozy_chess::{Move, Piece, Square};

use crate::Board;

const PROMOTIONS: [Option<Piece>; 5] =
    [None, Some(Piece::Knight), Some(Piece::Bishop), Some(Piece::Rook), Some(Piece::Queen)];

/// The move as a number below 2^15.
#[inline]
pub(crate) fn encode(m: Move) -> u32 {
    // Piece::Pawn is 0 and never a promotion, so the discriminant is the code.
    let promotion = m.promotion.map_or(0, |piece| piece as u32);
    m.from as u32 | (m.to as u32) << 6 | promotion << 12
}

/// The legal move with this number.
#[inline]
pub(crate) fn decode(board: &Board, code: u32) -> Option<Move> {
    let promotion = *PROMOTIONS.get((code >> 12) as usize)?;
    let from = Square::index((code & 63) as usize);
    let to = Square::index((code >> 6 & 63) as usize);
    let m = Move { from, to, promotion };
    board.is_legal(m).then_some(m)
}
