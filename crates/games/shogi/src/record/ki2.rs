//! KI2: moves as books print them, `▲７六歩 △３四歩`, without the square where they come from.

use threefold_game::quote;

use super::header::Header;
use super::kif::variation;
use super::{Lines, Record, RecordError};
use crate::{Color, Kind, Move, Piece, japanese};

const BLACK: [char; 3] = ['▲', '☗', '▼'];
const WHITE: [char; 3] = ['△', '☖', '▽'];

fn is_mark(c: char) -> bool {
    BLACK.contains(&c) || WHITE.contains(&c)
}

/// Whether a line begins with a mark of a side: neither KIF nor CSA has that.
pub(super) fn is_ki2(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with(is_mark))
}

pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let mut header = Header::default();
    let mut lines: Option<Lines> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with(['#', '*', '&']) || trimmed.starts_with("まで")
        {
            continue;
        }
        let moves = trimmed.starts_with(is_mark);
        let branch = variation(trimmed, number)?;
        if !moves && branch.is_none() {
            if lines.is_some() || !header.take(number, line) {
                let message = format!("{} is neither header nor move", quote(trimmed));
                return Err(RecordError::new(number, message));
            }
            continue;
        }
        let lines = match &mut lines {
            Some(lines) => lines,
            None => lines.insert(Lines::new(header.position()?)),
        };
        if let Some(first) = branch {
            lines.branch(first, number)?;
            continue;
        }
        for text in split(trimmed) {
            let m = read_move(lines, text).map_err(|message| {
                RecordError::new(number, format!("{}: {message}", quote(text)))
            })?;
            lines.push(m, number, text)?;
        }
    }
    let lines = match lines {
        Some(lines) => lines,
        None => Lines::new(header.position()?),
    };
    Ok(lines.finish(header.pairs))
}

/// Cuts before each mark.
fn split(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?.len_utf8();
        let end = rest[first..].find(is_mark).map_or(rest.len(), |at| at + first);
        let (text, behind) = rest.split_at(end);
        rest = behind;
        Some(text.trim())
    })
}

/// The one legal move that the text fits.
fn read_move(lines: &Lines, text: &str) -> Result<Move, String> {
    let position = &lines.position;
    let us = position.side_to_move();
    let mut chars = text.chars();
    let mark = chars.next().unwrap_or(' ');
    let whose = if BLACK.contains(&mark) { Color::Black } else { Color::White };
    if whose != us {
        return Err(format!("it is {}'s turn", us.name()));
    }
    let text = chars.as_str();
    let (to, rest) = match text.strip_prefix('同') {
        Some(rest) => (lines.last_to().ok_or("同 without a move before it")?, rest),
        None => japanese::read_square(text).ok_or("no square")?,
    };
    let (kind, which) = japanese::read_name(rest.trim_start()).ok_or("no piece")?;
    let drop = which.ends_with('打');
    let (promotes, stays) = match which.strip_suffix("不成") {
        Some(_) => (false, true),
        None => (which.ends_with('成'), false),
    };
    let which: String = which
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '不' | '成' | '打' | '生'))
        .collect();
    let fits = |m: &Move| match (m.from(), m.dropped()) {
        (_, Some(dropped)) => dropped == kind && !promotes && !stays && which.is_empty(),
        (Some(from), None) => {
            let piece = Piece { color: us, kind };
            !drop && m.promotes() == promotes && position.piece_at(from) == Some(piece)
        }
        (None, None) => false,
    };
    let mut legal = Vec::new();
    position.legal_moves(&mut legal);
    legal.retain(|m| m.to() == to && fits(m));
    // Without 打 a piece on the board moves, if one can.
    if !drop && legal.iter().any(|m| m.from().is_some()) {
        legal.retain(|m| m.from().is_some());
    }
    let exact = |m: &Move| {
        let mut out = String::new();
        japanese::write_piece(position, *m, &mut out);
        let name = japanese::name(kind);
        let behind = out.strip_prefix(name).unwrap_or("");
        behind.chars().filter(|c| !matches!(c, '不' | '成' | '打')).eq(which.chars())
    };
    match legal.iter().filter(|m| exact(m)).count() {
        1 => legal.retain(exact),
        _ => legal.retain(|m| {
            m.from().is_none_or(|from| which.chars().all(|c| describes(c, us, kind, from, to)))
        }),
    }
    match legal[..] {
        [m] => Ok(m),
        [] => Err("not a legal move here".to_owned()),
        _ => Err("more than one move fits".to_owned()),
    }
}

/// Whether a word about the piece, more than would have been needed, is true of it.
fn describes(word: char, color: Color, kind: Kind, from: crate::Square, to: crate::Square) -> bool {
    let (ahead, right) = japanese::offset(color, from, to);
    match word {
        '右' => right > 0 || right == 0 && matches!(kind, Kind::Horse | Kind::Dragon),
        '左' => right < 0 || right == 0 && matches!(kind, Kind::Horse | Kind::Dragon),
        '直' => right == 0 && ahead < 0,
        '上' | '行' | '入' => ahead < 0,
        '寄' => ahead == 0,
        '引' | '下' => ahead > 0,
        _ => false,
    }
}
