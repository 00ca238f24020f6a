//! Legal moves, in the order of `cozy_chess`.
//!
//! `cozy_chess` asks for each square beside the king whether it is attacked. One look at what the
//! other side attacks is faster, and much faster where there are few men.

use cozy_chess::{BitBoard, Board, Color, Move, Piece, PieceMoves, Square, get_king_moves};

use crate::attacks::attacked;
use crate::castling;

/// Calls `listener` with the legal moves, man by man.
#[inline]
pub(crate) fn generate(board: &Board, listener: impl FnMut(PieceMoves)) {
    generate_knowing(board, None, listener);
}

/// The same; `attacked` is [`attacked_past_king`] for the side not to move, if it is known.
#[inline]
fn generate_knowing(
    board: &Board,
    attacked: Option<BitBoard>,
    mut listener: impl FnMut(PieceMoves),
) {
    let king = board.king(board.side_to_move());
    board.generate_moves_for(!king.bitboard(), |moves| {
        listener(moves);
        false
    });
    let to = king_moves(board, king, attacked);
    if !to.is_empty() {
        listener(PieceMoves { piece: Piece::King, from: king, to });
    }
}

/// Where the king can go; to his own rook if he can castle.
#[inline]
fn king_moves(board: &Board, king: Square, attacked: Option<BitBoard>) -> BitBoard {
    let us = board.side_to_move();
    let mut to = get_king_moves(king) & !board.colors(us);
    if !to.is_empty() {
        to &= !attacked.unwrap_or_else(|| attacked_past_king(board, !us));
    }
    for rook in castling::rooks(board) {
        if board.is_legal(Move { from: king, to: rook, promotion: None }) {
            to |= rook.bitboard();
        }
    }
    to
}

/// What a side attacks. The enemy king does not shield the squares behind him.
#[inline]
pub(crate) fn attacked_past_king(board: &Board, by: Color) -> BitBoard {
    let occupied = board.occupied() & !board.king(!by).bitboard();
    attacked(board, board.colors(by), by, occupied)
}

/// How many legal moves there are, given [`attacked_past_king`] for the side not to move.
#[inline]
pub(crate) fn count(board: &Board, attacked: BitBoard) -> u32 {
    let mut count = 0;
    generate_knowing(board, Some(attacked), |moves| count += moves.len() as u32);
    count
}

/// Whether there is a legal move.
#[inline]
pub(crate) fn any(board: &Board) -> bool {
    board.generate_moves(|_| true)
}
