//! Legal moves, in the order of `cozy_chess`.
//!
//! `cozy_chess` asks for each square beside the king whether it is attacked. One look at what the
//! other side attacks is faster, and much faster where there are few men.

use cozy_chess::{BitBoard, Board, Move, Piece, PieceMoves, Square, get_king_moves};

use crate::bare::Bare;
use crate::castling;

/// Calls `listener` with the legal moves, man by man.
#[inline]
pub(crate) fn generate(board: &Board, mut listener: impl FnMut(PieceMoves)) {
    let king = board.king(board.side_to_move());
    board.generate_moves_for(!king.bitboard(), |moves| {
        listener(moves);
        false
    });
    let to = king_moves(board, king);
    if !to.is_empty() {
        listener(PieceMoves { piece: Piece::King, from: king, to });
    }
}

/// Where the king can go; to his own rook if he can castle.
#[inline]
fn king_moves(board: &Board, king: Square) -> BitBoard {
    let us = board.side_to_move();
    let mut to = get_king_moves(king) & !board.colors(us);
    if !to.is_empty() {
        to &= !Bare::of(board).cover(!us).all;
    }
    for rook in castling::rooks(board) {
        if board.is_legal(Move { from: king, to: rook, promotion: None }) {
            to |= rook.bitboard();
        }
    }
    to
}

/// Whether there is a legal move.
#[inline]
pub(crate) fn any(board: &Board) -> bool {
    board.generate_moves(|_| true)
}
