//! KIF: one numbered move a line, with the square where it comes from.

use threefold_game::quote;

use super::header::Header;
use super::{Lines, Record, RecordError};
use crate::{Color, Kind, Move, Square, attacks, japanese};

/// What ends a game in place of a move.
pub(super) const ENDINGS: [&str; 14] = [
    "中断",
    "投了",
    "持将棋",
    "千日手",
    "詰み",
    "詰",
    "切れ負け",
    "反則勝ち",
    "反則負け",
    "入玉勝ち",
    "不戦勝",
    "不戦敗",
    "不詰",
    "封じ手",
];

pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let mut header = Header::default();
    let mut lines: Option<Lines> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim();
        // Comments, marks of favourite places, and the summary behind the moves.
        if trimmed.is_empty() || trimmed.starts_with(['#', '*', '&']) || trimmed.starts_with("まで")
        {
            continue;
        }
        if let Some(first) = variation(trimmed, number)? {
            begun(&mut lines, &header)?.branch(first, number)?;
            continue;
        }
        let Some((count, what)) = numbered(trimmed) else {
            if lines.is_some() || !header.take(number, line) {
                let message = format!("{} is neither header nor move", quote(trimmed));
                return Err(RecordError::new(number, message));
            }
            continue;
        };
        let lines = begun(&mut lines, &header)?;
        if ENDINGS.iter().any(|ending| what.starts_with(ending)) {
            continue;
        }
        let expected = lines.next_number();
        if count != expected {
            let message = format!("move {count} where move {expected} comes next");
            return Err(RecordError::new(number, message));
        }
        let m = read_move(lines, what)
            .ok_or_else(|| RecordError::new(number, format!("{} is no move", quote(what))))?;
        lines.push(m, number, what)?;
    }
    let lines = match lines {
        Some(lines) => lines,
        None => Lines::new(header.position()?),
    };
    Ok(lines.finish(header.pairs))
}

fn begun<'a>(lines: &'a mut Option<Lines>, header: &Header) -> Result<&'a mut Lines, RecordError> {
    match lines {
        Some(lines) => Ok(lines),
        None => Ok(lines.insert(Lines::new(header.position()?))),
    }
}

/// The number of the move that a variation replaces, if the text begins one: `変化：N手`.
pub(super) fn variation(text: &str, line: usize) -> Result<Option<usize>, RecordError> {
    let rest = text.strip_prefix("変化").and_then(|rest| rest.strip_prefix(['：', ':']));
    let Some(rest) = rest else { return Ok(None) };
    let digits = rest.trim().trim_end_matches('手').trim();
    let count = digits.chars().try_fold(0usize, |value, c| {
        let digit = if matches!(c, '０' | '0') { 0 } else { japanese::number(c)? };
        value.checked_mul(10)?.checked_add(usize::from(digit))
    });
    count
        .filter(|_| !digits.is_empty())
        .map(Some)
        .ok_or_else(|| RecordError::new(line, format!("{} is no number of a move", quote(digits))))
}

/// `12 ７六歩(77)` without its time: number and move.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let digits = line.find(|c: char| !c.is_ascii_digit())?;
    let count = line.get(..digits)?.parse().ok()?;
    let rest = line[digits..].trim_start_matches(char::is_whitespace);
    (digits > 0 && rest.len() < line.len() - digits && !rest.is_empty()).then_some((count, rest))
}

/// `７六歩(77)`, `同　銀成(31)`, `５二金打`.
fn read_move(lines: &Lines, text: &str) -> Option<Move> {
    let text = text.trim_start_matches(['▲', '△', '▼', '▽', '☗', '☖']);
    let (to, rest) = match text.strip_prefix('同') {
        Some(rest) => (lines.last_to()?, rest.trim_start()),
        None => japanese::read_square(text)?,
    };
    let (kind, rest) = japanese::read_name(rest.trim_start())?;
    if let Some(behind) = rest.strip_prefix('打') {
        let drops = Kind::IN_HAND.contains(&kind) && ends(behind);
        return drops.then(|| Move::drop(kind, to));
    }
    let (promotes, rest) = match rest.strip_prefix("不成") {
        Some(rest) => (false, rest),
        None => match rest.strip_prefix('成') {
            Some(rest) => (true, rest),
            None => (false, rest),
        },
    };
    let (from, behind) = japanese::read_square(rest.strip_prefix('(')?)?;
    if !ends(behind.strip_prefix(')')?) {
        return None;
    }
    let piece = lines.position.piece_at(from)?;
    let us: Color = lines.position.side_to_move();
    // What moves has to be what is named, before the move.
    let zone = attacks::ZONE[us.index()];
    let fits = piece.color == us
        && piece.kind == kind
        && (!promotes || kind.promoted().is_some() && (zone.has(from) || zone.has(to)));
    fits.then(|| Move::board(from, to, promotes))
}

/// Nothing else follows a move but blanks, the time in brackets, and the mark `+` of a variation.
fn ends(behind: &str) -> bool {
    let behind = behind.trim_start();
    behind.is_empty() || behind.starts_with(['(', '+', '#', '*'])
}

/// The square before a move in KIF.
pub(super) fn origin(square: Square) -> String {
    format!("({}{})", square.file(), square.rank())
}
