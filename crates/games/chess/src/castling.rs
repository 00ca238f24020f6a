//! Rights to castle, and which of them only Chess960 knows.

use cozy_chess::{BitBoard, Board, Color, File, Square};

/// Whether a right to castle, of either side, is none of standard chess: the king does not stand on
/// the e-file or the rook not in the corner. All notation of castling depends on this.
///
/// A position without such a right is one of standard chess, wherever it comes from: castling has
/// the same rules then.
#[inline]
pub(crate) fn is_chess960(board: &Board) -> bool {
    Color::ALL.iter().any(|&color| !has_standard_rights(board, color))
}

/// Whether the castling rights, if any, are those of a king on e1 (e8) and rooks in the corners.
fn has_standard_rights(board: &Board, color: Color) -> bool {
    let rights = board.castle_rights(color);
    let no_rights = rights.short.is_none() && rights.long.is_none();
    no_rights
        || (board.king(color) == Square::E1.relative_to(color)
            && rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A))
}

/// The rooks with which the side to move has a right to castle.
#[inline(always)]
pub(crate) fn rooks(board: &Board) -> BitBoard {
    rooks_of(board, board.side_to_move())
}

/// The rooks with which anybody has a right to castle.
#[inline(always)]
pub(crate) fn all_rooks(board: &Board) -> BitBoard {
    rooks_of(board, Color::White) | rooks_of(board, Color::Black)
}

/// Most positions of a search have no such rooks: that is seen here, without a call.
#[inline(always)]
pub(crate) fn rooks_of(board: &Board, color: Color) -> BitBoard {
    let rights = board.castle_rights(color);
    if rights.short.is_none() && rights.long.is_none() {
        return BitBoard::EMPTY;
    }
    let rank = board.king(color).rank();
    let rook = |file| Square::new(file, rank).bitboard();
    let none = BitBoard::EMPTY;
    rights.short.map_or(none, rook) | rights.long.map_or(none, rook)
}
