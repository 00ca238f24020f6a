//! Insufficient material: nobody can ever be mated.

use cozy_chess::{BitBoard, Piece};

use crate::Board;

/// Whether neither side can mate with what is on the board, whatever the other side does: there
/// are no pawns, rooks or queens, and at most one minor piece in total, or only bishops that all
/// stand on squares of one colour.
///
/// ```
/// use threefold_chess::{ChessPosition, is_insufficient_material};
/// let knight: ChessPosition = "4k3/8/8/8/8/8/8/4KN2 w - -".parse()?;
/// assert!(is_insufficient_material(knight.board()));
/// // A helpmate exists with two knights.
/// let knights: ChessPosition = "4k3/8/8/8/8/8/8/3NKN2 w - -".parse()?;
/// assert!(!is_insufficient_material(knights.board()));
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
#[inline]
pub fn is_insufficient_material(board: &Board) -> bool {
    mating(board).is_empty() && minors_cannot_mate(board)
}

/// The men of which one is enough for mate to be possible.
#[inline]
pub(crate) fn mating(board: &Board) -> BitBoard {
    board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen)
}

fn minors_cannot_mate(board: &Board) -> bool {
    let knights = board.pieces(Piece::Knight);
    let bishops = board.pieces(Piece::Bishop);
    let one_colour = (bishops & BitBoard::DARK_SQUARES).is_empty()
        || (bishops & BitBoard::LIGHT_SQUARES).is_empty();
    (knights | bishops).len() <= 1 || (knights.is_empty() && one_colour)
}
