//! The key of the position behind a move, without playing it.
//!
//! A search looks up all children of a position, and learns of many that it need not see them:
//! playing a move costs ten times as much as its key. The numbers behind the board's hash are no
//! part of `cozy_chess`'s interface, so they are read off boards: the hash is an exclusive or of
//! one number per man and square, of which differences are all that is needed here.

use std::sync::LazyLock;

use cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, File, Move, Piece, Rank, Square, get_king_moves,
};

use crate::{castling, material};

/// What a man on a square adds to the hash; a king's number is that of his square, up to a number
/// that is the same for all squares.
struct Numbers {
    men: [[[u64; Square::NUM]; Piece::NUM]; Color::NUM],
    side_to_move: u64,
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(Numbers::new);

/// The key of the position behind a legal move, or `None` where only playing it tells: castling
/// rights or the en passant square change, or the game may be over for want of material.
#[inline]
pub(crate) fn key_after(board: &Board, m: Move) -> Option<u64> {
    let (us, to) = (board.side_to_move(), m.to.bitboard());
    let piece = board.piece_on(m.from)?;
    if !board.colors(us).is_disjoint(to) || touches_rights(board, m) {
        return None;
    }
    let numbers = &NUMBERS.men;
    let mut key = board.hash_without_ep() ^ NUMBERS.side_to_move;
    let dropped = m.promotion.unwrap_or(piece);
    key ^= numbers[us as usize][piece as usize][m.from as usize];
    key ^= numbers[us as usize][dropped as usize][m.to as usize];
    let captured = board.occupied().has(m.to);
    if captured {
        let victim = board.piece_on(m.to)?;
        key ^= numbers[!us as usize][victim as usize][m.to as usize];
    }
    if piece == Piece::Pawn {
        let is_double_step = m.from.rank() == Rank::Second.relative_to(us)
            && m.to.rank() == Rank::Fourth.relative_to(us);
        let is_en_passant = !captured && m.from.file() != m.to.file();
        if is_double_step || is_en_passant {
            return None;
        }
    }
    // Material becomes insufficient only when something leaves the board: a man, or a pawn.
    let mut gone = if captured { to } else { BitBoard::EMPTY };
    if m.promotion.is_some() {
        gone |= m.from.bitboard();
    }
    (gone.is_empty() || !(material::mating(board) & !gone).is_empty()).then_some(key)
}

/// Whether a right to castle, of either side, may be lost.
#[inline]
fn touches_rights(board: &Board, m: Move) -> bool {
    let rooks = castling::all_rooks(board);
    !rooks.is_empty()
        && (rooks.has(m.from) || rooks.has(m.to) || board.king(board.side_to_move()) == m.from)
}

impl Numbers {
    /// Of boards with both kings and one man more.
    #[cold]
    fn new() -> Self {
        let mut men = [[[0; Square::NUM]; Piece::NUM]; Color::NUM];
        for color in Color::ALL {
            for square in Square::ALL {
                men[color as usize][Piece::King as usize][square as usize] = king(color, square);
            }
            for piece in Piece::ALL.into_iter().filter(|&piece| piece != Piece::King) {
                for square in Square::ALL {
                    let number = &mut men[color as usize][piece as usize][square as usize];
                    *number = man(color, piece, square);
                }
            }
        }
        let kings =
            |side| hash(side, [(Color::White, Square::A1), (Color::Black, Square::H8)], None);
        Numbers { men, side_to_move: kings(Color::White) ^ kings(Color::Black) }
    }
}

/// The number of a man who is no king; 0 for a pawn where none can stand.
fn man(color: Color, piece: Piece, square: Square) -> u64 {
    if piece == Piece::Pawn && matches!(square.rank(), Rank::First | Rank::Eighth) {
        return 0;
    }
    // The corners of another file: the man does not stand on them.
    let file = if square.file() == File::A { File::H } else { File::A };
    let corners = [Square::new(file, Rank::First), Square::new(file, Rank::Eighth)];
    let kings = [(color, corners[0]), (!color, corners[1])];
    // The other side is to move: its king may be in check.
    hash(!color, kings, Some((color, piece, square))) ^ hash(!color, kings, None)
}

/// The number of a king on a square, beside that of one on e5.
fn king(color: Color, square: Square) -> u64 {
    let near = |corner: Square| (get_king_moves(corner) | corner.bitboard()).has(square);
    let other = (!color, if near(Square::A1) { Square::H8 } else { Square::A1 });
    let with = |square| hash(color, [(color, square), other], None);
    with(square) ^ with(Square::E5)
}

/// The hash of a board with two kings and perhaps one man more.
fn hash(side: Color, kings: [(Color, Square); 2], man: Option<(Color, Piece, Square)>) -> u64 {
    let mut board = BoardBuilder::empty();
    board.side_to_move = side;
    for (color, square) in kings {
        *board.square_mut(square) = Some((Piece::King, color));
    }
    if let Some((color, piece, square)) = man {
        *board.square_mut(square) = Some((piece, color));
    }
    board.build().expect("kings apart, and only the side to move in check").hash()
}
