//! Boards of chess and checkers, as inline SVG.

use std::fmt::Write;

use threefold_terminal::html::escape;

const SIDE: usize = 45;

/// What stands under every man of chess. These drawings are those of the explorer
/// (`crates/explorer/assets/view/pieces.js`); a test compares them.
const BASE: &str = "M11.5 38.5c0-3 2.2-5 5-5h12c2.8 0 5 2 5 5z";

/// Outlines and the lines on them, by letter, in squares of 45.
const MEN: [(char, &str, &str); 6] = [
    (
        'p',
        "M22.5 10.5a5 5 0 0 1 3.4 8.7h1.6v2.6h-1.9c.5 4.600 1.900 8.500 4.400 11.700h-15\
         c2.500-3.200 3.900-7.100 4.400-11.700h-1.900v-2.600h1.600a5 5 0 0 1 3.400-8.700z",
        "",
    ),
    (
        'n',
        "M14.500 33.500c0-6 2.500-9.500 6.500-13l-6 3.200\
         c-1.500.8-3 2.600-4.300 2.200-1.800-.5-2.600-2.300-1.900-3.900l4.400-9.300\
         c.9-1.900 2.400-3.100 4.300-3.700l.9-4 3.200 3.300\
         c7.500.9 11.900 7.500 11.900 16.200 0 3.200-.6 6.200-1.500 9z",
        "M17.200 14.700h.1 M25.500 12c3.600 2 5.500 6.500 5.300 12",
    ),
    (
        'b',
        "M22.500 5.500a2.300 2.300 0 0 1 1.400 4.100\
         c4.300 3.200 6.600 7 6.600 10.900 0 2.700-1.300 4.900-3.400 6.300h1.900v2.600h-2.300\
         c.4 1.600 1 2.900 1.800 4.100h-12c.8-1.200 1.400-2.500 1.800-4.100h-2.300v-2.600\
         h1.900c-2.100-1.400-3.400-3.600-3.400-6.300 0-3.900 2.300-7.700 6.600-10.900\
         a2.300 2.300 0 0 1 1.400-4.100z",
        "M25.800 13.200l-4.200 6.600",
    ),
    (
        'r',
        "M12.500 8.500h4.200v3h3.700v-3h4.200v3h3.700v-3h4.200v7.300\
         l-3.300 2.700.9 11 2.300 4h-19.800l2.300-4 .9-11-3.300-2.700z",
        "M16 18.500h13 M15 29.500h15",
    ),
    (
        'q',
        "M22.500 6.200a2.200 2.200 0 0 1 1.100 4.100l3.800 10.300 5.700-7.200\
         a2.100 2.100 0 1 1 2.100.9l-4.200 14.700-1.600 4.500h-13.800\
         l-1.600-4.500-4.200-14.700a2.100 2.100 0 1 1 2.100-.9l5.700 7.200 3.800-10.300\
         a2.200 2.200 0 0 1 1.100-4.100z",
        "M14.500 29h16",
    ),
    (
        'k',
        "M21.100 4.500h2.800v2.700h2.800v2.800h-2.800v3\
         c1.300.7 2.200 1.900 2.600 3.300 3.800-2 9 .1 9 5.100 0 4.600-3.800 7-5.300 12.100\
         h-15.400\
         c-1.500-5.100-5.300-7.500-5.300-12.100 0-5 5.200-7.100 9-5.100.4-1.400 1.300-2.600 \
         2.600-3.300\
         v-3h-2.800v-2.800h2.800z",
        "M15.200 29h14.600 M22.500 17v8.500",
    ),
];

/// A crown in a square of 20.
const CROWN: &str = "M3 15.500l-1-9 4.600 4 3.400-6.500 3.400 6.500 4.600-4-1 9z";

/// The games that have boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Chess,
    Checkers,
}

/// A man on a square: column and row from the upper left corner, and what it is.
struct Man {
    column: usize,
    row: usize,
    white: bool,
    /// A letter of a FEN, in lower case; of checkers `m` or `k`.
    letter: char,
}

/// A position, written as the game writes it, with an arrow for the move that led to it, as the
/// game writes that. `None` if it is not a position of the game.
pub fn draw(kind: Kind, position: &str, last: Option<&str>) -> Option<String> {
    let men = match kind {
        Kind::Chess => chess(position)?,
        Kind::Checkers => checkers(position)?,
    };
    let size = 8 * SIDE;
    let mut out = format!(
        "<svg class=\"board\" viewBox=\"0 0 {size} {size}\" role=\"img\" aria-label=\"{}\">",
        escape(position)
    );
    for row in 0..8 {
        for column in 0..8 {
            let shade = if (row + column) % 2 == 1 { "dark-square" } else { "light-square" };
            let (x, y) = (column * SIDE, row * SIDE);
            let _ = write!(
                out,
                "<rect class=\"{shade}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" \
                 height=\"{SIDE}\"/>"
            );
        }
    }
    let ends = last.and_then(|last| ends(kind, last));
    for (column, row) in ends.into_iter().flatten() {
        let (x, y) = (column * SIDE, row * SIDE);
        let _ = write!(
            out,
            "<rect class=\"mark-last\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" \
             height=\"{SIDE}\"/>"
        );
    }
    coordinates(&mut out, kind);
    if let Some([from, to]) = ends {
        arrow(&mut out, from, to);
    }
    for man in &men {
        draw_man(&mut out, kind, man);
    }
    Some(out + "</svg>")
}

fn draw_man(out: &mut String, kind: Kind, man: &Man) {
    let (x, y) = (man.column * SIDE, man.row * SIDE);
    let class = if man.white { "white-man" } else { "black-man" };
    let _ = write!(out, "<g class=\"man {class}\" transform=\"translate({x} {y})\">");
    match kind {
        Kind::Chess => {
            if let Some((_, outline, lines)) = MEN.iter().find(|(letter, ..)| *letter == man.letter)
            {
                let _ = write!(
                    out,
                    "<path class=\"outline\" d=\"{outline} {BASE}\"/><path class=\"lines\" \
                     d=\"{lines}\"/>"
                );
            }
        }
        Kind::Checkers => {
            *out += "<circle class=\"outline\" cx=\"22.5\" cy=\"22.5\" r=\"16.5\"/><circle \
                     class=\"lines\" cx=\"22.5\" cy=\"22.5\" r=\"12\"/>";
            if man.letter == 'k' {
                let _ = write!(
                    out,
                    "<path class=\"crown\" transform=\"translate(13.5 12.5) scale(0.85)\" \
                     d=\"{CROWN}\"/>"
                );
            }
        }
    }
    *out += "</g>";
}

/// Letters and digits at the edges; of checkers the numbers of the squares.
fn coordinates(out: &mut String, kind: Kind) {
    let mut text = |x: usize, y: usize, shade: &str, text: &str| {
        let _ = write!(out, "<text class=\"coordinate {shade}\" x=\"{x}\" y=\"{y}\">{text}</text>");
    };
    match kind {
        Kind::Chess => {
            for (i, file) in ('a'..='h').enumerate() {
                let (of_file, of_rank) = match i % 2 {
                    0 => ("on-dark", "on-light"),
                    _ => ("on-light", "on-dark"),
                };
                text(i * SIDE + 37, 8 * SIDE - 3, of_file, &file.to_string());
                text(2, i * SIDE + 10, of_rank, &(8 - i).to_string());
            }
        }
        Kind::Checkers => {
            for square in 1..=32 {
                let (column, row) = dark_square(square);
                text(column * SIDE + 2, row * SIDE + 10, "on-dark", &square.to_string());
            }
        }
    }
}

fn arrow(out: &mut String, from: (usize, usize), to: (usize, usize)) {
    let middle =
        |(column, row): (usize, usize)| ((column * SIDE) as f64 + 22.5, (row * SIDE) as f64 + 22.5);
    let ((x0, y0), (x1, y1)) = (middle(from), middle(to));
    let length = (x1 - x0).hypot(y1 - y0).max(1.0);
    let (dx, dy) = ((x1 - x0) / length, (y1 - y0) / length);
    let _ = write!(
        out,
        "<path class=\"moved\" d=\"M{:.1} {:.1}L{:.1} {:.1}\" \
         marker-end=\"url(#arrow-played)\"/>",
        x0 + 8.0 * dx,
        y0 + 8.0 * dy,
        x1 - 4.0 * dx,
        y1 - 4.0 * dy
    );
}

fn chess(fen: &str) -> Option<Vec<Man>> {
    let mut men = Vec::new();
    let rows: Vec<&str> = fen.split_whitespace().next()?.split('/').collect();
    if rows.len() != 8 {
        return None;
    }
    for (row, text) in rows.into_iter().enumerate() {
        let mut column = 0;
        for c in text.chars() {
            match c.to_digit(10) {
                Some(empty) => column += empty as usize,
                None => {
                    let letter = c.to_ascii_lowercase();
                    let white = c.is_ascii_uppercase();
                    men.push(Man { column, row, white, letter });
                    column += 1;
                }
            }
        }
        if column != 8 {
            return None;
        }
    }
    Some(men)
}

/// Column and row of a numbered square; 1 is in the upper row, which has the first dark square in
/// its second column.
fn dark_square(number: usize) -> (usize, usize) {
    let row = (number - 1) / 4;
    (2 * ((number - 1) % 4) + usize::from(row.is_multiple_of(2)), row)
}

fn checkers(fen: &str) -> Option<Vec<Man>> {
    let mut men = Vec::new();
    for side in fen.split(':').skip(1) {
        let (colour, squares) = (side.get(..1)?, side.get(1..)?);
        for square in squares.split(',').filter(|square| !square.is_empty()) {
            let number = square.trim_start_matches('K');
            let number: usize = number.trim().parse().ok().filter(|n| (1..=32).contains(n))?;
            let (column, row) = dark_square(number);
            let letter = if square.starts_with('K') { 'k' } else { 'm' };
            men.push(Man { column, row, white: colour == "W", letter });
        }
    }
    Some(men)
}

/// Where a move begins and ends.
fn ends(kind: Kind, m: &str) -> Option<[(usize, usize); 2]> {
    match kind {
        Kind::Chess => {
            let square = |text: &str| {
                let mut bytes = text.bytes();
                let file = bytes.next()?.checked_sub(b'a').filter(|file| *file < 8)?;
                let rank = bytes.next()?.checked_sub(b'1').filter(|rank| *rank < 8)?;
                Some((usize::from(file), 7 - usize::from(rank)))
            };
            Some([square(m.get(..2)?)?, square(m.get(2..4)?)?])
        }
        Kind::Checkers => {
            let mut numbers = m.split(['-', 'x']).map(|text| text.parse().ok());
            let first = numbers.next()??;
            let last = numbers.next_back()??;
            let is_square = |number: usize| (1..=32).contains(&number);
            (is_square(first) && is_square(last)).then(|| [dark_square(first), dark_square(last)])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_man_is_drawn_once_on_its_square() {
        let svg = draw(Kind::Chess, "4k3/Q7/3K4/8/8/8/8/8 w - -", Some("a7e7")).unwrap();
        assert_eq!(svg.matches("class=\"man ").count(), 3);
        assert!(svg.contains("class=\"man white-man\" transform=\"translate(0 45)\""));
        assert!(svg.contains("class=\"man black-man\" transform=\"translate(180 0)\""));
        assert_eq!(svg.matches("class=\"mark-last\"").count(), 2);
        let svg = draw(Kind::Checkers, "W:W18,K22:B5,K13", Some("9x18x25")).unwrap();
        assert_eq!(svg.matches("class=\"man ").count(), 4);
        assert_eq!(svg.matches("class=\"crown\"").count(), 2);
        assert!(svg.contains("class=\"man black-man\" transform=\"translate(0 45)\""), "square 5");
    }

    #[test]
    fn what_is_no_position_is_not_drawn() {
        for bad in ["", "8/8", "9/8/8/8/8/8/8/8 w", "x"] {
            assert!(draw(Kind::Chess, bad, None).is_none(), "{bad}");
        }
        assert!(draw(Kind::Checkers, "W:W33", None).is_none());
        let strange = draw(Kind::Chess, "8/8/8/8/8/8/8/8 w - -", Some("pass")).unwrap();
        assert!(!strange.contains("moved"), "a move that is on no square has no arrow");
    }

    #[test]
    fn the_drawings_are_those_of_the_explorer() {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/explorer/assets/view/pieces.js");
        let pieces = std::fs::read_to_string(path).unwrap();
        for (letter, outline, lines) in MEN {
            assert!(pieces.contains(outline) && pieces.contains(lines), "{letter}");
        }
        assert!(pieces.contains(BASE) && pieces.contains(CROWN));
    }
}
