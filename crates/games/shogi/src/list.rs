//! Lists of positions: a line each, SFEN alone or in a table with tabs.

use thiserror::Error;
use threefold_game::{NotationError, quote};

use crate::{Move, Position, sfen};

/// A line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The line of the file, from 1.
    pub line: usize,
    /// The field before the position, if there is one.
    pub name: Option<String>,
    /// The position, behind the moves if there are any.
    pub position: Position,
    /// The moves that led to it.
    pub moves: Vec<Move>,
    /// The fields behind the position.
    pub remarks: Vec<String>,
}

/// A line without a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {error}")]
pub struct ListError {
    /// The line of the file, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: NotationError,
}

/// Reads a list. Lines that are empty or begin with `#` are passed over. In a table the position is
/// the first field, or the second behind a name.
///
/// # Errors
/// A line has no position; the rest of the list is read all the same.
///
/// ```
/// use threefold_shogi::list;
/// let text = "# name and position\nmate\t4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\t1\n";
/// let items: Vec<_> = list::read(text).collect::<Result<_, _>>()?;
/// assert_eq!(items[0].name.as_deref(), Some("mate"));
/// assert_eq!(items[0].remarks, ["1"]);
/// # Ok::<(), list::ListError>(())
/// ```
pub fn read(text: &str) -> impl Iterator<Item = Result<Item, ListError>> + '_ {
    (1..).zip(text.lines()).filter_map(|(line, content)| {
        let content = content.trim_start_matches('\u{feff}');
        if content.trim().is_empty() || content.starts_with('#') {
            return None;
        }
        Some(item(line, content).map_err(|error| ListError { line, error }))
    })
}

fn item(line: usize, content: &str) -> Result<Item, NotationError> {
    let mut fields = content.split('\t');
    let first = fields.next().unwrap_or("");
    let (name, text, at) = match fields.clone().next() {
        Some(second) if !first.contains('/') && !first.trim().starts_with("position") => {
            fields.next();
            (Some(first.trim().to_owned()), second, first.len() + 1)
        }
        _ => (None, first, 0),
    };
    let (position, moves) = position_with_moves(text).map_err(|error| error.shifted(at))?;
    Ok(Item { line, name, position, moves, remarks: fields.map(str::to_owned).collect() })
}

/// Reads a position as USI sends it, `[position] [sfen] <sfen>|startpos [moves <move>...]`; also
/// the position behind the moves. They are moves of a game, legal and nothing more.
///
/// # Errors
/// What is wrong with it, and where.
pub fn position_with_moves(text: &str) -> Result<(Position, Vec<Move>), NotationError> {
    let (start, moves_at) = match text.find(" moves") {
        Some(at) => (&text[..at], at + " moves".len()),
        None => (text, text.len()),
    };
    let mut position = sfen::parse(start)?;
    let mut moves = Vec::new();
    for word in text[moves_at..].split_whitespace() {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        let m = Move::from_usi(word).filter(|&m| position.is_legal(m));
        let Some(m) = m else {
            let message = format!("{} is not a legal move here", quote(word));
            return Err(NotationError::at(at, message));
        };
        position.make(m);
        moves.push(m);
    }
    Ok((position, moves))
}
