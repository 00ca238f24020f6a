//! Whether an en passant capture is legal, the only thing about the en passant square that counts
//! for the identity of a position.

use cozy_chess::{Board, File, Move, Rank, Square, get_pawn_attacks};

/// The file of the en passant square, if a capture there is legal.
///
/// Not [`Board::same_position`]'s notion, which takes any piece that can move to the square for
/// one that captures en passant.
#[inline]
pub(crate) fn legal_ep_file(board: &Board) -> Option<File> {
    let file = board.en_passant()?;
    has_capturer(board, file).then_some(file)
}

/// The en passant square, if a capture there is legal.
pub(crate) fn legal_ep_square(board: &Board) -> Option<Square> {
    legal_ep_file(board).map(|file| ep_square(board, file))
}

/// The square behind the pawn that has just made a double step on `file`.
#[inline]
pub(crate) fn ep_square(board: &Board, file: File) -> Square {
    Square::new(file, Rank::Sixth.relative_to(board.side_to_move()))
}

/// Few double steps end beside an enemy pawn, so the legality test proper is out of line.
#[inline]
fn has_capturer(board: &Board, file: File) -> bool {
    let us = board.side_to_move();
    let to = ep_square(board, file);
    let capturers = get_pawn_attacks(to, !us) & board.colored_pieces(us, cozy_chess::Piece::Pawn);
    !capturers.is_empty()
        && capturers.iter().any(|from| board.is_legal(Move { from, to, promotion: None }))
}
