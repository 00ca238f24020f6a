//! The key of a position, also of the one behind a move without playing it.
//!
//! A search looks up all children of a position, and learns of many that it need not see them:
//! playing a move costs several times as much as its key. A key is an exclusive or of one number
//! for each man on his square, each right to castle, the en passant file, and the side to move.

use cozy_chess::{BitBoard, Color, File, Move, Piece, Rank, Square, get_pawn_attacks};

use crate::board::{Board, passed_by};
use crate::material;

struct Numbers {
    men: [[[u64; Square::NUM]; Piece::NUM]; Color::NUM],
    rights: [[u64; File::NUM]; Color::NUM],
    ep: [u64; File::NUM],
    black_to_move: u64,
}

static NUMBERS: Numbers = Numbers::new();

impl Numbers {
    /// From a generator of O'Neill's (PCG, 64 bits, XSL RR, multiplicative). With this seed and
    /// order keys are the hashes of `cozy_chess`, which a test compares.
    const fn new() -> Self {
        const MULTIPLIER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;
        let mut state: u128 = 0x7369_7874_6565_6e20_6279_7465_206e_756d;
        let mut numbers = Numbers {
            men: [[[0; Square::NUM]; Piece::NUM]; Color::NUM],
            rights: [[0; File::NUM]; Color::NUM],
            ep: [0; File::NUM],
            black_to_move: 0,
        };
        let of_color = File::NUM + Piece::NUM * Square::NUM;
        let mut i = 0;
        while i <= File::NUM + Color::NUM * of_color {
            state = state.wrapping_mul(MULTIPLIER);
            let folded = (state >> 64) as u64 ^ state as u64;
            let number = folded.rotate_right((state >> 122) as u32);
            if i < File::NUM {
                numbers.ep[i] = number;
            } else {
                let (color, place) = ((i - File::NUM) / of_color, (i - File::NUM) % of_color);
                if color == Color::NUM {
                    numbers.black_to_move = number;
                } else if place < File::NUM {
                    numbers.rights[color][place] = number;
                } else {
                    let man = place - File::NUM;
                    numbers.men[color][man / Square::NUM][man % Square::NUM] = number;
                }
            }
            i += 1;
        }
        numbers
    }
}

/// The exclusive or of the keys of two boards.
#[inline]
pub(crate) fn between(a: &Board, b: &Board) -> u64 {
    let mut key = if a.side_to_move() == b.side_to_move() { 0 } else { NUMBERS.black_to_move };
    for color in Color::ALL {
        for piece in Piece::ALL {
            let numbers = &NUMBERS.men[color as usize][piece as usize];
            for square in a.colored_pieces(color, piece) ^ b.colored_pieces(color, piece) {
                key ^= numbers[square as usize];
            }
        }
    }
    for rook in a.castling() ^ b.castling() {
        let color = if rook.rank() == Rank::First { Color::White } else { Color::Black };
        key ^= NUMBERS.rights[color as usize][rook.file() as usize];
    }
    for square in a.ep() ^ b.ep() {
        key ^= NUMBERS.ep[square.file() as usize];
    }
    key
}

/// What a legal move does to the key, or `None` where only playing it tells: rights to castle are
/// touched, there may be an en passant square, or the game may be over for want of material.
#[inline]
pub(crate) fn change(board: &Board, m: Move) -> Option<u64> {
    let (key, gone) = plain(board, m)?;
    // Material becomes insufficient only when something leaves the board: a man, or a pawn.
    (gone.is_empty() || !(material::mating(board) & !gone).is_empty()).then_some(key)
}

/// The same of a move that is nothing but a step, a capture or a promotion; and from where
/// something leaves the board.
#[inline]
pub(crate) fn plain(board: &Board, m: Move) -> Option<(u64, BitBoard)> {
    let (us, from, to) = (board.side_to_move(), m.from.bitboard(), m.to.bitboard());
    let piece = board.piece_on(m.from)?;
    if !board.colors(us).is_disjoint(to) || touches_rights(board, piece, from | to) {
        return None;
    }
    if piece == Piece::Pawn {
        let takers = |square| get_pawn_attacks(square, us) & board.colored_pieces(!us, Piece::Pawn);
        if board.ep().has(m.to) || passed_by(m).is_some_and(|square| !takers(square).is_empty()) {
            return None;
        }
    }
    let numbers = &NUMBERS.men;
    let dropped = m.promotion.unwrap_or(piece);
    let mut key = NUMBERS.black_to_move
        ^ numbers[us as usize][piece as usize][m.from as usize]
        ^ numbers[us as usize][dropped as usize][m.to as usize];
    for square in board.ep() {
        key ^= NUMBERS.ep[square.file() as usize];
    }
    let mut gone = if m.promotion.is_some() { from } else { BitBoard::EMPTY };
    if board.occupied().has(m.to) {
        let victim = board.piece_on(m.to)?;
        key ^= numbers[!us as usize][victim as usize][m.to as usize];
        gone |= to;
    }
    Some((key, gone))
}

/// Whether a right to castle, of either side, may be lost.
#[inline]
fn touches_rights(board: &Board, piece: Piece, squares: BitBoard) -> bool {
    let rooks = board.castling();
    !rooks.is_empty() && (piece == Piece::King || !(rooks & squares).is_empty())
}
