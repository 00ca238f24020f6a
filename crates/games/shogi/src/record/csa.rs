//! CSA: the format of computer shogi, `+7776FU`.

use threefold_game::quote;

use super::{Lines, Record, RecordError};
use crate::{Color, Kind, Move, Piece, Position, Setup, Square};

const KINDS: [(&str, Kind); 14] = [
    ("FU", Kind::Pawn),
    ("KY", Kind::Lance),
    ("KE", Kind::Knight),
    ("GI", Kind::Silver),
    ("KI", Kind::Gold),
    ("KA", Kind::Bishop),
    ("HI", Kind::Rook),
    ("OU", Kind::King),
    ("TO", Kind::ProPawn),
    ("NY", Kind::ProLance),
    ("NK", Kind::ProKnight),
    ("NG", Kind::ProSilver),
    ("UM", Kind::Horse),
    ("RY", Kind::Dragon),
];

pub(super) fn kind(text: &str) -> Option<Kind> {
    KINDS.iter().find(|(name, _)| *name == text).map(|&(_, kind)| kind)
}

/// Whether a line is one that only CSA has: its version, a board, the first move.
pub(super) fn is_csa(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim();
        line == "V2"
            || line.starts_with("V2.")
            || line.starts_with("V3")
            || line.starts_with("PI")
            || line.starts_with("P1")
            || line == "+"
            || line == "-"
    })
}

/// What the words about the position have said so far.
struct Board {
    setup: Setup,
    /// The line of the first of them.
    line: Option<usize>,
    /// Who has all pieces that are nowhere else.
    rest: Option<Color>,
}

pub(super) fn read(text: &str) -> Result<Record, RecordError> {
    let mut board = Board { setup: Setup::new(Color::Black), line: None, rest: None };
    let mut headers = Vec::new();
    let mut lines: Option<Lines> = None;
    for (number, line) in (1..).zip(text.lines()) {
        if line.starts_with('\'') {
            continue;
        }
        if let Some((key, value)) = line.strip_prefix('$').and_then(|line| line.split_once(':')) {
            headers.push((key.trim().to_owned(), value.trim().to_owned()));
            continue;
        }
        if let Some(name) = line.strip_prefix("N+").or_else(|| line.strip_prefix("N-")) {
            headers.push((line[..2].to_owned(), name.trim().to_owned()));
            continue;
        }
        // Several statements stand on a line with commas between them, but for ranks of the board.
        let statements: Vec<&str> =
            if line.starts_with('P') { vec![line] } else { line.split(',').collect() };
        for statement in statements {
            statement_of(number, statement, &mut board, &mut lines)?;
        }
    }
    let lines = match lines {
        Some(lines) => lines,
        None => Lines::new(board.position()?),
    };
    Ok(lines.finish(headers))
}

fn statement_of(
    number: usize,
    statement: &str,
    board: &mut Board,
    lines: &mut Option<Lines>,
) -> Result<(), RecordError> {
    let text = statement.trim_end();
    let wrong = |what: &str| RecordError::new(number, format!("{}: {what}", quote(text)));
    if text.is_empty() || text.starts_with(['\'', 'V', 'T', '%', '$']) {
        return Ok(());
    }
    if let Some(rest) = text.strip_prefix('P') {
        if lines.is_some() {
            return Err(wrong("a board behind the first move"));
        }
        board.line.get_or_insert(number);
        return board.take(rest).map_err(wrong);
    }
    let (color, rest) = match text.strip_prefix('+') {
        Some(rest) => (Color::Black, rest),
        None => (Color::White, text.strip_prefix('-').ok_or_else(|| wrong("no statement of CSA"))?),
    };
    if rest.is_empty() {
        if lines.is_none() {
            board.setup.side_to_move(color);
            *lines = Some(Lines::new(board.position()?));
        }
        return Ok(());
    }
    let lines = match lines {
        Some(lines) => lines,
        None => {
            board.setup.side_to_move(color);
            lines.insert(Lines::new(board.position()?))
        }
    };
    if lines.position.side_to_move() != color {
        return Err(wrong("it is the other side's turn"));
    }
    let m = read_move(&lines.position, rest).ok_or_else(|| wrong("no move here"))?;
    lines.push(m, number, text)
}

/// `7776FU`: from, to (00 for a drop), and what the piece is after the move.
fn read_move(position: &Position, text: &str) -> Option<Move> {
    let (from, to) = (text.get(..2)?, square(text.get(2..4)?)?);
    let after = kind(text.get(4..)?)?;
    if from == "00" {
        return Kind::IN_HAND.contains(&after).then(|| Move::drop(after, to));
    }
    let from = square(from)?;
    let before = position.piece_at(from)?.kind;
    if before == after {
        Some(Move::board(from, to, false))
    } else {
        (before.promoted() == Some(after)).then(|| Move::board(from, to, true))
    }
}

fn square(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [file, rank] => Square::at(file.wrapping_sub(b'0'), rank.wrapping_sub(b'0')),
        _ => None,
    }
}

impl Board {
    /// What follows the `P`.
    fn take(&mut self, text: &str) -> Result<(), &'static str> {
        if let Some(removed) = text.strip_prefix('I') {
            let start = crate::sfen::setup(crate::sfen::STARTPOS).map_err(|_| "no start")?;
            self.setup = start;
            for (at, _) in pieces(removed)? {
                self.setup.clear(at.ok_or("00 is no square")?);
            }
            return Ok(());
        }
        if let Some(text) = text.strip_prefix('+') {
            return self.take_pieces(Color::Black, text);
        }
        if let Some(text) = text.strip_prefix('-') {
            return self.take_pieces(Color::White, text);
        }
        let rank = text.get(..1).and_then(|rank| rank.parse().ok()).ok_or("no rank")?;
        let cells = text.get(1..).ok_or("no rank")?;
        for file in (1..=9u8).rev() {
            let at = usize::from(9 - file) * 3;
            let cell = cells.get(at..(at + 3).min(cells.len())).unwrap_or("").trim();
            let square = Square::at(file, rank).ok_or("no rank of the board")?;
            if cell.is_empty() || cell == "*" {
                self.setup.clear(square);
                continue;
            }
            let (color, name) = cell.split_at_checked(1).ok_or("no piece")?;
            let color = match color {
                "+" => Color::Black,
                "-" => Color::White,
                _ => return Err("a piece without + or -"),
            };
            self.setup.put(square, Piece { color, kind: kind(name).ok_or("no piece")? });
        }
        Ok(())
    }

    /// Single pieces, on squares or in hand (00); `AL` in hand is all the rest.
    fn take_pieces(&mut self, color: Color, text: &str) -> Result<(), &'static str> {
        for (at, name) in pieces(text)? {
            match at {
                None if name == "AL" => self.rest = Some(color),
                None => {
                    let kind = kind(name).filter(|kind| Kind::IN_HAND.contains(kind));
                    self.setup.add_to_hand(color, kind.ok_or("no piece in hand")?, 1);
                }
                Some(square) => {
                    let kind = kind(name).ok_or("no piece")?;
                    self.setup.put(square, Piece { color, kind });
                }
            }
        }
        Ok(())
    }

    fn position(&mut self) -> Result<Position, RecordError> {
        if let Some(color) = self.rest.take() {
            self.setup.rest_in_hand(color);
        }
        let line = self.line.unwrap_or(1);
        self.setup.position().map_err(|error| RecordError { line, error })
    }
}

/// `82HI22KA`: squares and kinds.
fn pieces(text: &str) -> Result<Vec<(Option<Square>, &str)>, &'static str> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (at, behind) = rest.split_at_checked(2).ok_or("no square")?;
        let (name, behind) = behind.split_at_checked(2).ok_or("no piece")?;
        let at = if at == "00" { None } else { Some(square(at).ok_or("no square")?) };
        found.push((at, name));
        rest = behind;
    }
    Ok(found)
}
