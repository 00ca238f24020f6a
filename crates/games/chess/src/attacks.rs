//! What men attack.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
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

/// What `men` of one color attack together, men of their own included, if `occupied` is all that
/// stands in the way of sliders.
#[inline]
pub(crate) fn attacked(board: &Board, men: BitBoard, color: Color, occupied: BitBoard) -> BitBoard {
    let queens = board.pieces(Piece::Queen);
    let mut attacked = pawn_attacks(board.pieces(Piece::Pawn) & men, color);
    for square in board.pieces(Piece::King) & men {
        attacked |= get_king_moves(square);
    }
    for square in board.pieces(Piece::Knight) & men {
        attacked |= get_knight_moves(square);
    }
    for square in (board.pieces(Piece::Bishop) | queens) & men {
        attacked |= get_bishop_moves(square, occupied);
    }
    for square in (board.pieces(Piece::Rook) | queens) & men {
        attacked |= get_rook_moves(square, occupied);
    }
    attacked
}

/// What all pawns attack together.
#[inline]
fn pawn_attacks(pawns: BitBoard, color: Color) -> BitBoard {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    let (to_h, to_a) = (pawns.0 & !(A_FILE << 7), pawns.0 & !A_FILE);
    BitBoard(match color {
        Color::White => to_h << 9 | to_a << 7,
        Color::Black => to_h >> 7 | to_a >> 9,
    })
}
