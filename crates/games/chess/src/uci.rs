//! Moves in UCI notation: e2e4, e7e8q, and e1g1 for castling; in a position of Chess960 castling is
//! the king taking his rook, e1h1.

use cozy_chess::{File, Move, Piece, Rank, Square};
use threefold_game::{NotationError, quote};

use crate::Board;

/// Where the notation says that the move ends. `cozy_chess` has the king take its own rook when
/// castling; so has UCI in Chess960, and names the square where the king lands otherwise.
#[inline]
fn written_to(board: &Board, m: Move) -> Square {
    if board.colors(board.side_to_move()).has(m.to) && !board.is_chess960() {
        let file = if m.to.file() > m.from.file() { File::G } else { File::C };
        Square::new(file, m.to.rank())
    } else {
        m.to
    }
}

fn promotion_byte(piece: Piece) -> u8 {
    match piece {
        Piece::Knight => b'n',
        Piece::Bishop => b'b',
        Piece::Rook => b'r',
        _ => b'q',
    }
}

/// The notation's bytes, big-endian, the fifth one zero without a promotion: as numbers they sort
/// as the texts do.
#[inline]
pub(crate) fn sort_key(board: &Board, m: Move) -> u64 {
    let to = written_to(board, m);
    let bytes = [
        b'a' + m.from.file() as u8,
        b'1' + m.from.rank() as u8,
        b'a' + to.file() as u8,
        b'1' + to.rank() as u8,
        m.promotion.map_or(0, promotion_byte),
    ];
    bytes.iter().fold(0, |key, &byte| key << 8 | u64::from(byte))
}

/// Appends the move.
pub(crate) fn write(board: &Board, m: Move, out: &mut String) {
    let key = sort_key(board, m).to_be_bytes();
    let len = if m.promotion.is_some() { 5 } else { 4 };
    out.extend(key[3..3 + len].iter().map(|&byte| char::from(byte)));
}

/// Reads a legal move.
pub(crate) fn parse(board: &Board, text: &str) -> Result<Move, NotationError> {
    let written = parse_squares(text).ok_or_else(|| {
        let text = quote(text);
        NotationError::new(format!("{text} is not a UCI move (expected like e2e4 or e7e8q)"))
    })?;
    resolve(board, written).ok_or_else(|| {
        let queen = Move { promotion: Some(Piece::Queen), ..written };
        let text = quote(text);
        NotationError::new(if written.promotion.is_none() && board.is_legal(queen) {
            format!("{text} needs the piece that the pawn becomes (like e7e8q)")
        } else {
            format!("{text} is not a legal move here")
        })
    })
}

/// The move as it is written, legal or not.
fn parse_squares(text: &str) -> Option<Move> {
    let bytes = text.as_bytes();
    let (squares, promotion) = bytes.split_at_checked(4)?;
    let promotion = match promotion {
        [] => None,
        b"n" => Some(Piece::Knight),
        b"b" => Some(Piece::Bishop),
        b"r" => Some(Piece::Rook),
        b"q" => Some(Piece::Queen),
        _ => return None,
    };
    let from = parse_square(squares[0], squares[1])?;
    let to = parse_square(squares[2], squares[3])?;
    Some(Move { from, to, promotion })
}

/// The square named by the bytes of its file and rank.
pub(crate) fn parse_square(file: u8, rank: u8) -> Option<Square> {
    let file = File::try_index(file.checked_sub(b'a')?.into())?;
    let rank = Rank::try_index(rank.checked_sub(b'1')?.into())?;
    Some(Square::new(file, rank))
}

/// The legal move that is written like this.
fn resolve(board: &Board, written: Move) -> Option<Move> {
    let us = board.side_to_move();
    let mut m = written;
    if !board.is_chess960() {
        // The king taking its own rook is not how castling is written.
        if board.colors(us).has(written.to) {
            return None;
        }
        let home = Square::E1.relative_to(us);
        if written.from == home && board.king(us) == Some(home) {
            // No other king's move leads from e1 to g1 or c1.
            if written.to == Square::G1.relative_to(us) {
                m.to = Square::H1.relative_to(us);
            } else if written.to == Square::C1.relative_to(us) {
                m.to = Square::A1.relative_to(us);
            }
        }
    }
    board.is_legal(m).then_some(m)
}
