//! Where the position of a line comes from: a FEN or the start of the game, and moves.

use threefold_game::{Game, History, HistoryReader, RepetitionRule, quote};

use super::operation::Placed;
use super::{EpdError, EpdErrorKind, Operand};
use crate::fen::{Field, fields};
use crate::pgn::{Lexer, PgnErrorKind, Token, is_en_passant_mark, without_number};
use crate::{Chess, ChessPosition, san};

/// The position that the line begins with.
pub(super) struct Start {
    pub position: ChessPosition,
    /// Halfmove clock and move number, if all six fields are there.
    pub clocks: Option<(u32, u32)>,
    /// The byte where it ends.
    pub end: usize,
}

/// Reads `[position] startpos`, `[position] [fen] FEN`.
pub(super) fn parse_start(line: &str) -> Result<Start, EpdError> {
    // Two words of UCI, the six fields.
    let all: Vec<Field> = fields(line).take(8).collect();
    let word = |i: usize| all.get(i).map_or("", |field| field.text.trim_end_matches(';'));
    let skipped = usize::from(word(0) == "position");
    if word(skipped) == "startpos" {
        let end = all[skipped].offset + "startpos".len();
        let position = ChessPosition::startpos();
        return Ok(Start { position, clocks: Some((0, 1)), end });
    }
    let skipped = skipped + usize::from(word(skipped) == "fen");
    let fields = &all[skipped..all.len().min(skipped + 6)];
    let Some(first) = fields.first() else {
        let at = all.last().map_or(0, Field::end);
        return Err(EpdError::at(line, at, EpdErrorKind::Empty));
    };
    let number = |field: &Field| {
        let digits = field.text.trim_end_matches(';');
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        // What is too long for a clock is refused with the FEN.
        is_number.then(|| digits.parse::<u32>().unwrap_or(u32::MAX))
    };
    // Two numbers after the four fields are the clocks of a FEN.
    let clocks = match fields {
        [_, _, _, _, clock, moves] => number(clock).zip(number(moves)),
        _ => None,
    };
    let len = if clocks.is_some() { 6 } else { fields.len().min(4) };
    // A semicolon ends what stands before it wherever it is.
    let end = fields[len - 1].end();
    let end = first.offset + line[first.offset..end].trim_end_matches(';').len();
    let position = Chess.parse_position(&line[first.offset..end]).map_err(|error| {
        let error = error.shifted(first.offset);
        EpdError::at(line, error.offset(), EpdErrorKind::Position(error))
    })?;
    Ok(Start { position, clocks, end })
}

/// Reads moves that begin with a move number, from byte `at` up to a semicolon; the second value is
/// the byte where they end. Without a number there are none.
pub(super) fn parse_numbered(
    line: &str,
    start: &ChessPosition,
    at: usize,
) -> Result<(Option<History<Chess>>, usize), EpdError> {
    let rest = line[at..].trim_start();
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.len() == rest.len() || !behind.starts_with(['.', '\u{2026}']) {
        return Ok((None, at));
    }
    let end = at + line[at..].find(';').unwrap_or(line.len() - at);
    let mut lexer = Lexer::new(&line[..end], at);
    let mut reader = HistoryReader::new(&Chess, start.clone(), RepetitionRule::Draw);
    let mut result = None;
    loop {
        let token = lexer.next().map_err(|(at, kind)| text_error(line, at, kind))?;
        match token {
            None => return Ok((Some(reader.finish()), end)),
            Some((at, Token::Tag { .. })) => return Err(unexpected(line, at, "[")),
            Some((at, Token::Move(text))) if result.is_some() => {
                return Err(unexpected(line, at, text));
            }
            Some((at, Token::Move(text))) => {
                san::play(&mut reader, text)
                    .map_err(|error| EpdError::at(line, at, EpdErrorKind::Moves(error)))?;
            }
            Some((at, Token::Result(text))) => {
                if result.replace(text).is_some() {
                    return Err(unexpected(line, at, text));
                }
            }
        }
    }
}

fn text_error(line: &str, at: usize, kind: PgnErrorKind) -> EpdError {
    EpdError::at(line, at, EpdErrorKind::MoveText(kind))
}

fn unexpected(line: &str, at: usize, found: &str) -> EpdError {
    text_error(line, at, PgnErrorKind::Unexpected { found: quote(found) })
}

/// Plays the operation `moves`.
pub(super) fn play(
    line: &str,
    start: ChessPosition,
    placed: &Placed,
) -> Result<History<Chess>, EpdError> {
    let mut reader = HistoryReader::new(&Chess, start, RepetitionRule::Draw);
    let words = placed.operation.operands().iter().map(Operand::as_str);
    for (text, &at) in words.zip(&placed.operand_offsets) {
        let text = without_number(text);
        if !text.is_empty() && !is_en_passant_mark(text) {
            san::play(&mut reader, text)
                .map_err(|error| EpdError::at(line, at, EpdErrorKind::Moves(error)))?;
        }
    }
    Ok(reader.finish())
}

/// With what people begin who write a question behind a position. None is an operation of EPD.
const WORDS: [&str; 8] = ["mate", "Mate", "checkmate", "white", "White", "black", "Black", "draw"];

/// Refuses plain words, and an operation that must be a move: `<fen> Nf3 d5` would be an operation
/// `Nf3`, and the position another one than whoever wrote it thinks. `c3` and the like are comments
/// if a text follows.
pub(super) fn refuse_move(
    line: &str,
    position: &ChessPosition,
    placed: &Placed,
) -> Result<(), EpdError> {
    let opcode = placed.operation.opcode();
    let is_comment = matches!(placed.operation.operands(), [Operand::Text(_), ..]);
    if WORDS.contains(&opcode) && !is_comment {
        let found = quote(line[placed.offset..].split(';').next().unwrap_or_default());
        return Err(EpdError::at(line, placed.offset, EpdErrorKind::Words { found }));
    }
    if is_comment || san::parse(position, opcode).is_err() {
        return Ok(());
    }
    let found = quote(opcode);
    Err(EpdError::at(line, placed.offset, EpdErrorKind::MoveWithoutNumber { found }))
}
