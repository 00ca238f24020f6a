//! What men attack.

use cozy_chess::{
    BitBoard, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

/// What a piece attacks.
#[inline]
pub(crate) fn attacks(piece: Piece, color: Color, from: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(from, color),
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
    }
}

/// What all pawns attack together.
#[inline]
pub(crate) fn pawn_attacks(pawns: BitBoard, color: Color) -> BitBoard {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    let (to_h, to_a) = (pawns.0 & !(A_FILE << 7), pawns.0 & !A_FILE);
    BitBoard(match color {
        Color::White => to_h << 9 | to_a << 7,
        Color::Black => to_h >> 7 | to_a >> 9,
    })
}
