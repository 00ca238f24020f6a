//! Moves written as SAN.

use std::fmt::Write;

use cozy_chess::{BitBoard, Color, Move, Piece, Square};

use crate::attacks::attacks;
use crate::{Board, ChessPosition};

/// Appends a legal move of the position as SAN.
///
/// ```
/// use threefold_chess::{Chess, ChessPosition, san};
/// use threefold_game::Game;
/// // Three queens, each of which can go to e1: two are not told apart by file or rank alone.
/// let position: ChessPosition = "1k6/8/8/8/4Q2Q/8/2K5/7Q w - -".parse()?;
/// let mut out = String::from("1. ");
/// san::write(&position, Chess.parse_move(&position, "h4e1")?, &mut out);
/// assert_eq!(out, "1. Qh4e1");
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
pub fn write(position: &ChessPosition, m: Move, out: &mut String) {
    let board = &position.board;
    match board.piece_on(m.from) {
        _ if board.colors(board.side_to_move()).has(m.to) => {
            out.push_str(if m.to.file() > m.from.file() { "O-O" } else { "O-O-O" });
        }
        Some(Piece::Pawn) | None => write_pawn_move(m, out),
        Some(piece) => write_piece_move(board, piece, m, out),
    }
    if let Some(sign) = sign_of_check(board, m) {
        out.push(sign);
    }
}

/// What stands behind a move that checks or mates.
fn sign_of_check(board: &Board, m: Move) -> Option<char> {
    let after = board.after(m);
    (!after.checkers().is_empty()).then(|| if after.can_move() { '+' } else { '#' })
}

/// A legal move of the position as composers of problems write it: both squares, `*` for a
/// capture, a check or mate apart. The knight is an N.
///
/// ```
/// use threefold_chess::{Chess, ChessPosition, san};
/// use threefold_game::Game;
/// let position: ChessPosition = "3rk3/2P5/8/8/8/8/3P4/R3K3 w Q -".parse()?;
/// let long = |text| Chess.parse_move(&position, text).map(|m| san::long_text(&position, m));
/// assert_eq!(long("c7d8q")?, "c7*d8=Q +");
/// assert_eq!(long("a1a8")?, "Ra1-a8");
/// assert_eq!(long("e1c1")?, "0-0-0");
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
pub fn long_text(position: &ChessPosition, m: Move) -> String {
    let board = &position.board;
    let mut out = String::with_capacity(10);
    if board.colors(board.side_to_move()).has(m.to) {
        out.push_str(if m.to.file() > m.from.file() { "0-0" } else { "0-0-0" });
    } else {
        let piece = board.piece_on(m.from).unwrap_or(Piece::Pawn);
        if piece != Piece::Pawn {
            out.push(letter(piece));
        }
        push_square(m.from, &mut out);
        let en_passant =
            piece == Piece::Pawn && m.from.file() != m.to.file() && !board.occupied().has(m.to);
        out.push(if en_passant || board.occupied().has(m.to) { '*' } else { '-' });
        push_square(m.to, &mut out);
        if let Some(piece) = m.promotion {
            out.push('=');
            out.push(letter(piece));
        }
        if en_passant {
            out.push_str(" ep.");
        }
    }
    if let Some(sign) = sign_of_check(board, m) {
        out.push(' ');
        out.push(sign);
    }
    out
}

/// A legal move of the position as SAN.
///
/// ```
/// use threefold_chess::{Chess, ChessPosition, san};
/// use threefold_game::Game;
/// let position: ChessPosition = "6k1/5ppp/8/8/8/8/8/4R1K1 w - -".parse()?;
/// let m = Chess.parse_move(&position, "e1e8")?;
/// assert_eq!(san::text(&position, m), "Re8#");
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
pub fn text(position: &ChessPosition, m: Move) -> String {
    let mut out = String::with_capacity(7);
    write(position, m, &mut out);
    out
}

/// A line of legal moves from a position on as SAN with numbers, the first of which is 1.
///
/// ```
/// use threefold_chess::{ChessPosition, san};
/// let mut position: ChessPosition = "7k/8/5K2/8/8/8/6Q1/8 b - -".parse()?;
/// let mut moves = Vec::new();
/// let start = position.clone();
/// for text in ["Kh7", "Qg7#"] {
///     let m = san::parse(&position, text)?;
///     moves.push(m);
///     position = position.after(m);
/// }
/// assert_eq!(san::line(&start, &moves), "1... Kh7 2. Qg7#");
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
pub fn line(start: &ChessPosition, moves: &[Move]) -> String {
    let mut out = String::new();
    let mut position = start.clone();
    let mut number = 1;
    for (i, &m) in moves.iter().enumerate() {
        let white = position.board.side_to_move() == Color::White;
        if i > 0 {
            out.push(' ');
        }
        if white || i == 0 {
            // Writing to a string does not fail.
            let _ = write!(out, "{number}{} ", if white { "." } else { "..." });
        }
        write(&position, m, &mut out);
        position = position.after(m);
        number += u32::from(!white);
    }
    out
}

fn write_pawn_move(m: Move, out: &mut String) {
    if m.from.file() != m.to.file() {
        out.push(char::from(m.from.file()));
        out.push('x');
    }
    push_square(m.to, out);
    if let Some(piece) = m.promotion {
        out.push('=');
        out.push(letter(piece));
    }
}

fn write_piece_move(board: &Board, piece: Piece, m: Move, out: &mut String) {
    out.push(letter(piece));
    let rivals = rivals(board, piece, m);
    if !rivals.is_empty() {
        let same_file = rivals & m.from.file().bitboard();
        let same_rank = rivals & m.from.rank().bitboard();
        if same_file.is_empty() || !same_rank.is_empty() {
            out.push(char::from(m.from.file()));
        }
        if !same_file.is_empty() {
            out.push(char::from(m.from.rank()));
        }
    }
    if board.occupied().has(m.to) {
        out.push('x');
    }
    push_square(m.to, out);
}

/// The other pieces of that kind that can go to the same square, too.
fn rivals(board: &Board, piece: Piece, m: Move) -> BitBoard {
    let us = board.side_to_move();
    let reach = attacks(piece, us, m.to, board.occupied());
    (reach & board.colored_pieces(us, piece) & !m.from.bitboard())
        .into_iter()
        .filter(|&from| board.is_legal(Move { from, ..m }))
        .fold(BitBoard::EMPTY, |rivals, from| rivals | from.bitboard())
}

fn push_square(square: Square, out: &mut String) {
    out.push(char::from(square.file()));
    out.push(char::from(square.rank()));
}

fn letter(piece: Piece) -> char {
    char::from(piece).to_ascii_uppercase()
}
