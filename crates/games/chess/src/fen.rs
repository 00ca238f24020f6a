//! Positions as FEN.

use std::fmt;
use std::str::FromStr;

use cozy_chess::{
    Board, BoardBuilder, BoardBuilderError, Color, File, Piece, Rank, Square, get_king_moves,
};
use threefold_game::{NotationError, quote};

use crate::ChessPosition;
use crate::castling::is_chess960;
use crate::ep::{legal_ep_file, legal_ep_square};
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
    match legal_ep_square(board) {
        Some(square) => {
            out.push(char::from(b'a' + square.file() as u8));
            out.push(char::from(b'1' + square.rank() as u8));
        }
        None => out.push('-'),
    }
}

/// `KQkq`, or the files of the rooks if one of the rights is none of standard chess.
fn write_rights(board: &Board, out: &mut String) {
    let by_file = is_chess960(board);
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
    check_men(board, &builder)?;
    parse_castling(castling, &mut builder)?;
    let without_ep = build(&builder, board, castling, ep)?;
    let result = match parse_ep(ep, &builder)? {
        None => without_ep,
        Some(square) => {
            builder.en_passant = Some(square);
            let with_ep = build(&builder, board, castling, ep)?;
            if legal_ep_file(&with_ep).is_some() { with_ep } else { without_ep }
        }
    };
    for (clock, name) in clocks.iter().zip(["halfmove clock", "move number"]) {
        if clock.text.len() > 9 || !clock.text.bytes().all(|byte| byte.is_ascii_digit()) {
            let found = quote(clock.text);
            return Err(clock.error(format!("the {name} is a number, found {found}")));
        }
    }
    Ok(ChessPosition { board: result })
}

fn wrong_number_of_fields(text: &str, found: usize) -> NotationError {
    // Past the sixth field, the first one too many; otherwise the end, where some are missing.
    let offset = fields(text).nth(6).map_or(text.len(), |field| field.offset);
    NotationError::at(
        offset,
        format!(
            "a FEN has 4 fields (board, side to move, castling rights, en passant square) or 6 \
             (and two clocks), found {found}"
        ),
    )
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

/// What can be wrong with the men alone. Promoted men are not counted against missing pawns:
/// composed problems need not be reachable.
fn check_men(field: Field, builder: &BoardBuilder) -> Result<(), NotationError> {
    for &color in &Color::ALL {
        let name = color_name(color);
        let men = |wanted: Option<Piece>| {
            let is_wanted = |&&(piece, owner): &&(Piece, Color)| {
                owner == color && wanted.is_none_or(|wanted| piece == wanted)
            };
            builder.board.iter().flatten().filter(is_wanted).count()
        };
        match men(Some(Piece::King)) {
            1 => {}
            0 => return Err(field.error(format!("{name} has no king"))),
            n => return Err(field.error(format!("{name} has {n} kings"))),
        }
        if men(Some(Piece::Pawn)) > 8 {
            return Err(field.error(format!("{name} has more than 8 pawns")));
        }
        if men(None) > 16 {
            return Err(field.error(format!("{name} has more than 16 men")));
        }
    }
    for &square in &Square::ALL {
        let is_pawn = matches!(builder.square(square), Some((Piece::Pawn, _)));
        if is_pawn && matches!(square.rank(), Rank::First | Rank::Eighth) {
            return Err(field.error(format!("a pawn stands on {square}")));
        }
    }
    let king = |color| {
        Square::ALL.into_iter().find(|&square| builder.square(square) == Some((Piece::King, color)))
    };
    match (king(Color::White), king(Color::Black)) {
        (Some(white), Some(black)) if get_king_moves(white).has(black) => {
            Err(field.error("the kings stand on adjacent squares"))
        }
        _ => Ok(()),
    }
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

fn parse_ep(field: Field, builder: &BoardBuilder) -> Result<Option<Square>, NotationError> {
    if field.text == "-" {
        return Ok(None);
    }
    let square = match *field.text.as_bytes() {
        [file, rank] => parse_square(file, rank),
        _ => None,
    };
    let square = square.ok_or_else(|| {
        let found = quote(field.text);
        field.error(format!("the en passant square is - or like e3, found {found}"))
    })?;
    let them = !builder.side_to_move;
    let on = |rank: Rank| builder.square(Square::new(square.file(), rank.relative_to(them)));
    let is_double_step = square.rank() == Rank::Third.relative_to(them)
        && on(Rank::Second).is_none()
        && on(Rank::Third).is_none()
        && on(Rank::Fourth) == Some((Piece::Pawn, them));
    if is_double_step {
        Ok(Some(square))
    } else {
        let name = color_name(them);
        Err(field.error(format!(
            "en passant on {square} is impossible: no {name} pawn can just have passed it"
        )))
    }
}

/// Builds the board; what the readers of the fields have let through is refused here.
fn build(
    builder: &BoardBuilder,
    board: Field,
    castling: Field,
    ep: Field,
) -> Result<Board, NotationError> {
    let built = builder.build().map_err(|error| match error {
        BoardBuilderError::InvalidBoard => {
            let name = color_name(!builder.side_to_move);
            board.error(format!("{name} is in check, but it is not {name}'s turn"))
        }
        BoardBuilderError::InvalidCastlingRights => {
            castling.error("the castling rights do not fit the board")
        }
        _ => ep.error(
            "en passant is impossible here: the check does not come from the pawn's double step",
        ),
    })?;
    // No move gives check with more than two men, and generators of evasions rely on that.
    if built.checkers().len() > 2 {
        return Err(board.error("more than two men give check"));
    }
    Ok(built)
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
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
