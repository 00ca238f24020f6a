//! Moves as PDN has them: `11-15`, `15x22`, and `15x22x31` where `15x31` could be two moves.

use std::fmt::Write;

use threefold_game::{NotationError, quote};

use crate::movegen;
use crate::moves::CheckersMove;
use crate::position::CheckersPosition;

/// Appends the move. The squares between the first and the last are named only if there is another
/// legal move with the same first and last square.
pub(crate) fn write(position: &CheckersPosition, m: CheckersMove, out: &mut String) {
    let is_ambiguous = m.captures() > 1 && {
        let mut moves = Vec::new();
        movegen::generate(position, &mut moves);
        is_ambiguous(&moves, m)
    };
    write_knowing(m, is_ambiguous, out);
}

fn is_ambiguous(moves: &[CheckersMove], m: CheckersMove) -> bool {
    moves.iter().any(|&other| other != m && other.from() == m.from() && other.to() == m.to())
}

fn write_knowing(m: CheckersMove, is_ambiguous: bool, out: &mut String) {
    let separator = if m.is_capture() { 'x' } else { '-' };
    let last = m.captures().max(1) as usize;
    for (i, square) in m.path().enumerate() {
        if i > 0 && i < last && !is_ambiguous {
            continue;
        }
        if i > 0 {
            out.push(separator);
        }
        // Writing to a string does not fail.
        let _ = write!(out, "{square}");
    }
}

/// Sorts by the bytes of the notation.
pub(crate) fn sort(moves: &mut [CheckersMove]) {
    if moves.iter().any(|m| m.is_capture()) {
        let all = moves.to_vec();
        moves.sort_by_cached_key(|&m| {
            let mut text = String::new();
            write_knowing(m, m.captures() > 1 && is_ambiguous(&all, m), &mut text);
            text
        });
    } else {
        moves.sort_unstable_by_key(|&m| quiet_key(m));
    }
}

/// The bytes of `11-15`, big-endian, zeros behind: as numbers they sort as the texts do.
fn quiet_key(m: CheckersMove) -> u64 {
    let mut bytes = [0; 8];
    let mut length = 0;
    let mut push = |byte: u8| {
        bytes[length] = byte;
        length += 1;
    };
    for (i, square) in m.path().enumerate() {
        if i > 0 {
            push(b'-');
        }
        if square >= 10 {
            push(b'0' + (square / 10) as u8);
        }
        push(b'0' + (square % 10) as u8);
    }
    u64::from_be_bytes(bytes)
}

/// Reads a legal move. Either separator will do, old files have `10x14` for a plain move; all
/// squares of a path may be named, or only as many as it takes.
pub(crate) fn parse(
    position: &CheckersPosition,
    text: &str,
) -> Result<CheckersMove, NotationError> {
    let squares = squares(text).ok_or_else(|| {
        let text = quote(text);
        NotationError::new(format!("{text} is not a move (expected like 11-15 or 15x22)"))
    })?;
    let mut moves = Vec::new();
    movegen::generate(position, &mut moves);
    // A full path is exact, even where a longer one passes through the same squares.
    if let Some(&exact) = moves.iter().find(|m| m.path().eq(squares.iter().copied())) {
        return Ok(exact);
    }
    moves.retain(|m| fits(*m, &squares));
    let Some((&first, others)) = moves.split_first() else {
        let text = quote(text);
        return Err(NotationError::new(format!("{text} is not a legal move here")));
    };
    // Paths that capture the same pieces are the same move to whoever wrote it.
    if others.iter().any(|m| m.effect() != first.effect()) {
        let mut all = Vec::new();
        for &m in &moves {
            let mut path = String::new();
            write_knowing(m, true, &mut path);
            all.push(path);
        }
        let text = quote(text);
        let all = all.join(" or ");
        return Err(NotationError::new(format!("{text} is more than one move: {all}")));
    }
    Ok(first)
}

fn squares(text: &str) -> Option<Vec<u32>> {
    let squares: Option<Vec<u32>> = text
        .split(['-', 'x', ':'])
        .map(|number| {
            let is_number =
                matches!(number.len(), 1 | 2) && number.bytes().all(|byte| byte.is_ascii_digit());
            let number = if is_number { number.parse().ok()? } else { 0 };
            (1..=32).contains(&number).then_some(number)
        })
        .collect();
    squares.filter(|squares| squares.len() >= 2)
}

/// First and last square agree, and the squares between are met in their order.
fn fits(m: CheckersMove, squares: &[u32]) -> bool {
    let path: Vec<u32> = m.path().collect();
    if path.first() != squares.first() || path.last() != squares.last() {
        return false;
    }
    let mut inner = path[1..path.len() - 1].iter();
    squares[1..squares.len() - 1].iter().all(|wanted| inner.any(|square| square == wanted))
}
