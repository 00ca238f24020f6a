//! Positions as FEN.

use std::fmt;
use std::str::FromStr;

use cozy_chess::{BoardBuilder, Color, File, Piece, Rank, Square};
use threefold_game::{NotationError, quote};

use crate::board::Board;
use crate::position::{ChessPosition, Part, color_name};
use crate::uci::parse_square;

/// A field of the text and the byte where it begins.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    pub offset: usize,
    pub text: &'a str,
}

impl Field<'_> {
    fn error(&self, message: impl Into<String>) -> NotationError {
        NotationError::at(self.offset, message)
    }

    pub(crate) fn end(&self) -> usize {
        self.offset + self.text.len()
    }
}

/// The parts of the text between white space.
pub(crate) fn fields(text: &str) -> impl Iterator<Item = Field<'_>> {
    let base = text.as_ptr() as usize;
    text.split_whitespace().map(move |text| Field { offset: text.as_ptr() as usize - base, text })
}

/// Appends the first four fields, the en passant square only if a capture there is legal: equal
/// positions are written equally.
pub(crate) fn write(position: &ChessPosition, out: &mut String) {
    let board = &position.board;
    for &rank in Rank::ALL.iter().rev() {
        write_rank(board, rank, out);
        out.push(if rank == Rank::First { ' ' } else { '/' });
    }
    out.push(if board.side_to_move() == Color::White { 'w' } else { 'b' });
    out.push(' ');
    write_rights(board, out);
    out.push(' ');
    match board.ep().next_square() {
        Some(square) => {
            out.push(char::from(b'a' + square.file() as u8));
            out.push(char::from(b'1' + square.rank() as u8));
        }
        None => out.push('-'),
    }
}

/// `KQkq`, or the files of the rooks if one of the rights is none of standard chess.
fn write_rights(board: &Board, out: &mut String) {
    let by_file = board.is_chess960();
    let before = out.len();
    for color in [Color::White, Color::Black] {
        let rights = board.castle_rights(color);
        for (file, letter) in [(rights.short, 'k'), (rights.long, 'q')] {
            let Some(file) = file else { continue };
            let letter = if by_file { char::from(b'a' + file as u8) } else { letter };
            let white = color == Color::White;
            out.push(if white { letter.to_ascii_uppercase() } else { letter });
        }
    }
    if out.len() == before {
        out.push('-');
    }
}

fn write_rank(board: &Board, rank: Rank, out: &mut String) {
    let mut empty = 0;
    let flush = |empty: &mut u8, out: &mut String| {
        if *empty > 0 {
            out.push(char::from(b'0' + *empty));
            *empty = 0;
        }
    };
    for &file in &File::ALL {
        let square = Square::new(file, rank);
        match board.piece_on(square) {
            None => empty += 1,
            Some(piece) => {
                flush(&mut empty, out);
                let letter = char::from(piece);
                let white = board.colors(Color::White).has(square);
                out.push(if white { letter.to_ascii_uppercase() } else { letter });
            }
        }
    }
    flush(&mut empty, out);
}

/// Reads four fields, or all six. The clocks are checked and then forgotten: nothing that threefold
/// asks depends on them.
pub(crate) fn parse(text: &str) -> Result<ChessPosition, NotationError> {
    let fields: Vec<Field> = fields(text).collect();
    let (&[board, turn, castling, ep], clocks) =
        fields.split_first_chunk().ok_or_else(|| wrong_number_of_fields(text, fields.len()))?;
    if !matches!(clocks.len(), 0 | 2) {
        return Err(wrong_number_of_fields(text, fields.len()));
    }

    let mut builder = BoardBuilder::empty();
    parse_board(board, &mut builder)?;
    builder.side_to_move = match turn.text {
        "w" => Color::White,
        "b" => Color::Black,
        other => {
            let other = quote(other);
            return Err(turn.error(format!("the side to move is w or b, found {other}")));
        }
    };
    parse_castling(castling, &mut builder)?;
    builder.en_passant = parse_ep(ep)?;
    let position = ChessPosition::set_up(&builder).map_err(|(part, what)| match part {
        Part::Men => board.error(what),
        Part::Castling => castling.error(what),
        Part::EnPassant => ep.error(what),
    })?;
    for (clock, name) in clocks.iter().zip(["halfmove clock", "move number"]) {
        if clock.text.len() > 9 || !clock.text.bytes().all(|byte| byte.is_ascii_digit()) {
            let found = quote(clock.text);
            return Err(clock.error(format!("the {name} is a number, found {found}")));
        }
    }
    Ok(position)
}

fn wrong_number_of_fields(text: &str, found: usize) -> NotationError {
    // Past the sixth field, the first one too many; otherwise the end, where some are missing.
    let offset = fields(text).nth(6).map_or(text.len(), |field| field.offset);
    let what = match found {
        1 if text.contains('/') => {
            "behind the board the side to move, castling rights and en passant square are \
              missing: write for example w - -"
                .to_owned()
        }
        _ => format!(
            "a FEN has 4 fields (board, side to move, castling rights, en passant square) or 6 \
             (and two clocks), found {found}"
        ),
    };
    NotationError::at(offset, what)
}

fn parse_board(field: Field, builder: &mut BoardBuilder) -> Result<(), NotationError> {
    let found = field.text.split('/').count();
    if found != Rank::NUM {
        return Err(field.error(format!("the board has 8 ranks, found {found}")));
    }
    let mut offset = field.offset;
    for (row, &rank) in field.text.split('/').zip(Rank::ALL.iter().rev()) {
        parse_rank(Field { offset, text: row }, rank, builder)?;
        offset += row.len() + 1;
    }
    Ok(())
}

fn parse_rank(field: Field, rank: Rank, builder: &mut BoardBuilder) -> Result<(), NotationError> {
    let mut files = 0;
    for (i, c) in field.text.char_indices() {
        if let '1'..='8' = c {
            files += c as usize - '0' as usize;
        } else if let Some(man) = man(c) {
            // Men beyond the h-file are only counted.
            if let Some(file) = File::try_index(files) {
                *builder.square_mut(Square::new(file, rank)) = Some(man);
            }
            files += 1;
        } else {
            let c = quote(c.encode_utf8(&mut [0; 4]));
            return Err(NotationError::at(
                field.offset + i,
                format!("{c} is neither a piece (PNBRQK pnbrqk) nor a number of empty squares"),
            ));
        }
    }
    if files == File::NUM {
        Ok(())
    } else {
        let rank = rank as usize + 1;
        Err(field.error(format!("rank {rank} has {files} files instead of 8")))
    }
}

fn man(c: char) -> Option<(Piece, Color)> {
    let piece = match c.to_ascii_lowercase() {
        'p' => Piece::Pawn,
        'n' => Piece::Knight,
        'b' => Piece::Bishop,
        'r' => Piece::Rook,
        'q' => Piece::Queen,
        'k' => Piece::King,
        _ => return None,
    };
    Some((piece, if c.is_ascii_uppercase() { Color::White } else { Color::Black }))
}

/// Reads `KQkq`, where each letter means the rook that is farthest from the king on its side
/// (X-FEN; in standard chess it is that in the corner), and the files of the rooks (Shredder-FEN).
fn parse_castling(field: Field, builder: &mut BoardBuilder) -> Result<(), NotationError> {
    if field.text == "-" {
        return Ok(());
    }
    for (i, c) in field.text.char_indices() {
        let error = |message| NotationError::at(field.offset + i, message);
        if !matches!(c.to_ascii_lowercase(), 'a'..='h' | 'k' | 'q') {
            let c = quote(c.encode_utf8(&mut [0; 4]));
            return Err(error(format!(
                "castling rights are - or some of KQkq, or files of rooks as HAha, found {c}"
            )));
        }
        let color = if c.is_ascii_uppercase() { Color::White } else { Color::Black };
        let (king, rook) = castling_men(builder, color, c.to_ascii_lowercase())
            .map_err(|needed| error(format!("castling right '{c}' needs {needed}")))?;
        let rights = builder.castle_rights_mut(color);
        let right = if rook > king { &mut rights.short } else { &mut rights.long };
        if right.replace(rook).is_some() {
            return Err(error(format!("castling right '{c}' is given twice")));
        }
    }
    Ok(())
}

/// The files of the king and of the rook that a letter in lower case means, or what is missing.
fn castling_men(
    builder: &BoardBuilder,
    color: Color,
    letter: char,
) -> Result<(File, File), String> {
    let name = color_name(color);
    let home = Rank::First.relative_to(color);
    let on = |file| builder.square(Square::new(file, home));
    let is_rook = |&file: &File| on(file) == Some((Piece::Rook, color));
    let king = File::ALL.into_iter().find(|&file| on(file) == Some((Piece::King, color)));
    let Some(king) = king else {
        return Err(format!("the {name} king on rank {}", home as usize + 1));
    };
    let rook = match letter {
        'k' => File::ALL.into_iter().rev().take_while(|&file| file > king).find(is_rook),
        'q' => File::ALL.into_iter().take_while(|&file| file < king).find(is_rook),
        _ => File::try_index(letter as usize - 'a' as usize).filter(is_rook),
    };
    let king_at = Square::new(king, home);
    rook.map(|rook| (king, rook)).ok_or_else(|| match letter {
        'k' => format!("a {name} rook on the h-side of the king on {king_at}"),
        'q' => format!("a {name} rook on the a-side of the king on {king_at}"),
        file => format!("a {name} rook on {file}{}", home as usize + 1),
    })
}

fn parse_ep(field: Field) -> Result<Option<Square>, NotationError> {
    if field.text == "-" {
        return Ok(None);
    }
    let square = match *field.text.as_bytes() {
        [file, rank] => parse_square(file, rank),
        _ => None,
    };
    square.map(Some).ok_or_else(|| {
        let found = quote(field.text);
        field.error(format!("the en passant square is - or like e3, found {found}"))
    })
}

impl FromStr for ChessPosition {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        parse(text)
    }
}

impl fmt::Display for ChessPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::with_capacity(80);
        write(self, &mut out);
        f.write_str(&out)
    }
}
