//! Positions as SFEN.

use std::fmt;
use std::str::FromStr;

use threefold_game::{NotationError, quote};

use crate::{Color, Hand, Kind, Piece, Position, Setup, Square};

/// The position in which a game begins.
pub(crate) const STARTPOS: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// The order of hands in SFEN.
const HAND_ORDER: [Kind; 7] =
    [Kind::Rook, Kind::Bishop, Kind::Gold, Kind::Silver, Kind::Knight, Kind::Lance, Kind::Pawn];

/// Appends a hand, small letters if `small`; nothing if it is empty.
pub(crate) fn write_hand(hand: Hand, small: bool, out: &mut String) {
    for kind in HAND_ORDER {
        let count = hand.count(kind);
        if count > 1 {
            out.push_str(&count.to_string());
        }
        if count > 0 {
            let letter = kind.letter();
            out.push(if small { letter.to_ascii_lowercase() } else { letter } as char);
        }
    }
}

/// Appends the position: board, side, hands in the order `RBGSNLP`, Black's first, and 1 for the
/// number of the move, which nothing depends on.
pub(crate) fn write(position: &Position, out: &mut String) {
    for rank in 1..=9 {
        if rank > 1 {
            out.push('/');
        }
        let mut empty = 0u8;
        for file in (1..=9).rev() {
            let piece = Square::at(file, rank).and_then(|square| position.piece_at(square));
            let Some(Piece { color, kind }) = piece else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                out.push((b'0' + empty) as char);
                empty = 0;
            }
            if kind.is_promoted() {
                out.push('+');
            }
            let letter = kind.letter();
            out.push(match color {
                Color::Black => letter,
                Color::White => letter.to_ascii_lowercase(),
            } as char);
        }
        if empty > 0 {
            out.push((b'0' + empty) as char);
        }
    }
    out.push_str(match position.side_to_move() {
        Color::Black => " b ",
        Color::White => " w ",
    });
    let before = out.len();
    write_hand(position.hand(Color::Black), false, out);
    write_hand(position.hand(Color::White), true, out);
    if out.len() == before {
        out.push('-');
    }
    out.push_str(" 1");
}

/// Reads SFEN. More is read than written: the words `sfen`, `position sfen` before it, `startpos`,
/// hands in any order, any number of the move or none, any white space between the fields.
pub(crate) fn parse(text: &str) -> Result<Position, NotationError> {
    setup(text)?.position()
}

/// A field and where it begins.
type Field<'a> = (usize, &'a str);

/// The same, without a look at whether it is a position of shogi.
pub(crate) fn setup(text: &str) -> Result<Setup, NotationError> {
    let mut fields = fields(text);
    let mut board = fields.next();
    if matches!(board, Some((_, "position"))) {
        board = fields.next();
    }
    if matches!(board, Some((_, "startpos"))) {
        return match fields.next() {
            None => setup(STARTPOS),
            Some((at, text)) => Err(surplus(at, text)),
        };
    }
    if matches!(board, Some((_, "sfen"))) {
        board = fields.next();
    }
    let expected = "expected '<board> b|w <hands>', for example \
                    '4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1'";
    let Some(board) = board else { return Err(NotationError::new(expected)) };
    let mut setup = Setup::new(Color::Black);
    read_board(board, &mut setup)?;
    let Some((at, side)) = fields.next() else {
        return Err(NotationError::at(text.len(), "the side to move is missing: b or w"));
    };
    setup.side_to_move(match side {
        "b" => Color::Black,
        "w" => Color::White,
        _ => {
            let message = format!("{} is no side to move: b or w", quote(side));
            return Err(NotationError::at(at, message));
        }
    });
    let Some(hands) = fields.next() else {
        return Err(NotationError::at(text.len(), "the hands are missing: '-' if they are empty"));
    };
    read_hands(hands, &mut setup)?;
    if let Some((at, number)) = fields.next()
        && (number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()))
    {
        let message = format!("{} is no number of the move", quote(number));
        return Err(NotationError::at(at, message));
    }
    match fields.next() {
        None => Ok(setup),
        Some((at, text)) => Err(surplus(at, text)),
    }
}

fn surplus(at: usize, text: &str) -> NotationError {
    NotationError::at(at, format!("{} behind the position", quote(text)))
}

fn fields(text: &str) -> impl Iterator<Item = Field<'_>> {
    let start = text.as_ptr() as usize;
    text.split_whitespace().map(move |field| (field.as_ptr() as usize - start, field))
}

fn read_board((at, board): Field<'_>, setup: &mut Setup) -> Result<(), NotationError> {
    let ranks = board.split('/').count();
    if ranks != 9 {
        return Err(NotationError::at(at, format!("the board has {ranks} ranks, not 9")));
    }
    let mut offset = at;
    for (rank, text) in (1u8..).zip(board.split('/')) {
        let mut files = 0u32; // squares that have been named, from the left
        let mut promoted = false;
        for (i, c) in text.char_indices() {
            let wrong = |message: String| Err(NotationError::at(offset + i, message));
            if let Some(digit) = c.to_digit(10).filter(|_| !promoted) {
                if digit == 0 {
                    return wrong(format!("rank {rank}: 0 empty squares"));
                }
                files += digit;
                continue;
            }
            if c == '+' && !promoted {
                promoted = true;
                continue;
            }
            let kind = u8::try_from(c.to_ascii_uppercase()).ok().and_then(Kind::from_letter);
            let kind = if promoted { kind.and_then(Kind::promoted) } else { kind };
            let Some(kind) = kind else {
                let plus = if promoted { "+" } else { "" };
                return wrong(format!("rank {rank}: {} is no piece", quote(&format!("{plus}{c}"))));
            };
            promoted = false;
            let color = if c.is_ascii_uppercase() { Color::Black } else { Color::White };
            let file = 9u32.saturating_sub(files) as u8;
            if let Some(square) = Square::at(file, rank) {
                setup.put(square, Piece { color, kind });
            }
            files += 1;
        }
        if promoted {
            let message = format!("rank {rank} ends with '+'");
            return Err(NotationError::at(offset, message));
        }
        if files != 9 {
            let message = format!("rank {rank} has {files} squares, not 9");
            return Err(NotationError::at(offset, message));
        }
        offset += text.len() + 1;
    }
    Ok(())
}

fn read_hands((at, hands): Field<'_>, setup: &mut Setup) -> Result<(), NotationError> {
    if hands == "-" {
        return Ok(());
    }
    let mut count: Option<u32> = None;
    for (i, c) in hands.char_indices() {
        let wrong = |message: String| Err(NotationError::at(at + i, message));
        if let Some(digit) = c.to_digit(10) {
            let value = count.unwrap_or(0) * 10 + digit;
            if value == 0 || value > 40 {
                return wrong("a count in hand is from 1 to 18".to_owned());
            }
            count = Some(value);
            continue;
        }
        let kind = u8::try_from(c.to_ascii_uppercase())
            .ok()
            .and_then(Kind::from_letter)
            .filter(|&kind| kind != Kind::King);
        let Some(kind) = kind else {
            return wrong(format!("{} is no piece in hand", quote(&c.to_string())));
        };
        let color = if c.is_ascii_uppercase() { Color::Black } else { Color::White };
        setup.add_to_hand(color, kind, count.take().unwrap_or(1));
    }
    match count {
        None => Ok(()),
        Some(_) => Err(NotationError::at(at + hands.len(), "a count in hand without a piece")),
    }
}

impl Position {
    /// The position in which a game begins.
    pub fn startpos() -> Position {
        STARTPOS.parse().expect("the starting position is one")
    }
}

impl FromStr for Position {
    type Err = NotationError;

    /// Reads SFEN, `startpos`, and both with `position` before them.
    fn from_str(text: &str) -> Result<Position, NotationError> {
        parse(text)
    }
}

impl fmt::Display for Position {
    /// As SFEN, in its one canonical form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        write(self, &mut out);
        f.write_str(&out)
    }
}

impl fmt::Debug for Hand {
    /// In the order of SFEN, in capital letters: `R2P`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        write_hand(*self, false, &mut out);
        f.write_str(if out.is_empty() { "-" } else { &out })
    }
}
