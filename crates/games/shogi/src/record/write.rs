//! Writing KIF, with variations.

use super::{Record, kif};
use crate::{Color, Kind, Move, Position, Square, diagram, japanese};

/// The record as KIF: headers, the board, the main line and the variations. Ends where the lines
/// do.
///
/// Variations have to be in the order in which KIF has them: each replaces a move of the line
/// before it, with which it shares its beginning ([`super::Line::shared`]).
pub fn kif(record: &Record) -> String {
    let mut out = String::new();
    for (key, value) in &record.headers {
        out.push_str(&format!("{key}：{value}\n"));
    }
    out.push_str(&diagram::japanese(&record.start));
    if record.start.side_to_move() == Color::White {
        out.push_str("後手番\n");
    }
    out.push_str("手数----指手---------消費時間--\n");
    for (i, line) in record.lines.iter().enumerate() {
        if i > 0 {
            out.push_str(&format!("\n変化：{}手\n", line.shared + 1));
        }
        let mut position = record.start.clone();
        let mut last = None;
        let comments = |number: usize, out: &mut String| {
            let here = line.comments.iter().filter(|(behind, _)| *behind == number);
            here.for_each(|(_, text)| out.push_str(&format!("*{text}\n")));
        };
        comments(0, &mut out);
        for (number, &m) in (1..).zip(&line.moves) {
            if number > line.shared {
                out.push_str(&format!("{number:>4} {}\n", move_text(&position, m, last)));
                comments(number, &mut out);
            }
            position.make(m);
            last = Some(m.to());
        }
        if position.is_mate() {
            out.push_str(&format!("{:>4} 詰み\n", line.moves.len() + 1));
        }
    }
    out
}

/// `７六歩(77)`, `同　銀成(31)`, `５二金打`.
fn move_text(position: &Position, m: Move, last: Option<Square>) -> String {
    let mut out = String::new();
    if last == Some(m.to()) {
        out.push_str("同　");
    } else {
        japanese::write_square(m.to(), &mut out);
    }
    let Some(from) = m.from() else {
        out.push_str(m.dropped().map_or("", japanese::name));
        out.push('打');
        return out;
    };
    let kind = position.piece_at(from).map_or(Kind::King, |piece| piece.kind);
    out.push_str(japanese::name(kind));
    if m.promotes() {
        out.push('成');
    }
    out.push_str(&kif::origin(from));
    out
}
