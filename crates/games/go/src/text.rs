//! Positions as text.

use threefold_game::NotationError;

use crate::{Board, Colour, Geometry, GoMove, GoPosition, Point, Points, Size};

impl<P: Points> GoPosition<P> {
    /// The position in text.
    pub fn text(&self, geometry: &Geometry<P>) -> String {
        let mut out = String::new();
        write(self, geometry, &mut out);
        out
    }

    /// Reads a position: rows from the top with `/` between them, `.` for an empty point, `X` or
    /// `x` for black, `O` or `o` for white; then the side to move, `B` or `W` (`black`, `white`);
    /// then, if the last move was a pass, `pass` (or the number of passes, `0`, `1`, `2`), and
    /// `over` after two of them. Without a side to move it is Black's turn. `ko:B1` says where a ko
    /// may not be retaken under basic ko.
    ///
    /// # Errors
    /// What is wrong and where; among it a board of another size, and a chain without liberties.
    pub fn parse(text: &str, geometry: &Geometry<P>) -> Result<Self, NotationError> {
        parse(text, geometry)
    }
}

pub(crate) fn write<P: Points>(position: &GoPosition<P>, geometry: &Geometry<P>, out: &mut String) {
    let size = geometry.size();
    for row in 0..size.rows() {
        if row > 0 {
            out.push('/');
        }
        for column in 0..size.columns() {
            out.push(position.board.at(size.at(row, column)).map_or('.', Colour::stone));
        }
    }
    out.push(' ');
    out.push(position.turn.letter());
    out.push_str(["", " pass", " over"][position.passes as usize]);
    if let Some(point) = position.ko {
        out.push_str(&format!(" ko:{}", size.coordinates(point)));
    }
}

pub(crate) fn parse<P: Points>(
    text: &str,
    geometry: &Geometry<P>,
) -> Result<GoPosition<P>, NotationError> {
    let mut words = Words { text, at: 0 };
    let Some((at, diagram)) = words.next() else {
        return Err(NotationError::new("expected a position, as in '.X./O.. B'"));
    };
    let board = stones(diagram, geometry).map_err(|error| error.shifted(at))?;
    let turn = match words.next() {
        None => Colour::Black,
        Some((at, word)) => match word.to_ascii_lowercase().as_str() {
            "b" | "black" => Colour::Black,
            "w" | "white" => Colour::White,
            _ => {
                let message = format!("expected the side to move, B or W, found '{word}'");
                return Err(NotationError::at(at, message));
            }
        },
    };
    let mut ko = None;
    let passes = match words.next() {
        None => 0,
        Some((at, word)) if word.starts_with("ko:") => {
            let point = geometry.size().point(&word[3..]);
            let point = point.map_err(|error| NotationError::at(at + 3, error.to_string()))?;
            if !can_be_retaken(&board, geometry, turn, point) {
                let point = geometry.size().coordinates(point);
                let message = format!("{turn} has not just lost a ko at {point}");
                return Err(NotationError::at(at, message));
            }
            ko = Some(point);
            0
        }
        Some((at, word)) => match word.to_ascii_lowercase().as_str() {
            "0" => 0,
            "1" | "pass" => 1,
            "2" | "over" => 2,
            _ => {
                let message = format!(
                    "expected 'pass' if the last move was one, 'over' after two, \
                     'ko:' and a point, or nothing, found '{word}'"
                );
                return Err(NotationError::at(at, message));
            }
        },
    };
    if let Some((at, word)) = words.next() {
        return Err(NotationError::at(at, format!("expected the end, found '{word}'")));
    }
    Ok(GoPosition { ko, ..GoPosition::new(board, turn).with_passes(passes) })
}

/// Whether the last move can have taken a single stone on the point in a ko: there is a stone
/// beside it that could have been put there, took that stone and nothing else, and could be taken
/// back.
fn can_be_retaken<P: Points>(
    board: &Board<P>,
    geometry: &Geometry<P>,
    turn: Colour,
    point: Point,
) -> bool {
    if board.occupied().contains(point) {
        return false;
    }
    let [ours, theirs] = [turn, turn.opponent()].map(|colour| board.stones(colour));
    (geometry.around(point) & theirs).iter().any(|taker| {
        let (ours, theirs) = (ours | P::single(point), theirs & !P::single(taker));
        let (black, white) = match turn {
            Colour::Black => (ours, theirs),
            Colour::White => (theirs, ours),
        };
        // A board with a chain without liberties is none that a game comes to.
        let Ok(before) = Board::new(geometry, black, white) else { return false };
        let mut after = GoPosition::new(before, turn.opponent());
        after.play_basic_ko(geometry, GoMove::Play(taker));
        after.board == *board && after.ko == Some(point)
    })
}

fn stones<P: Points>(diagram: &str, geometry: &Geometry<P>) -> Result<Board<P>, NotationError> {
    let size = geometry.size();
    let found = size_of(diagram)?;
    if found != size {
        return Err(NotationError::new(format!(
            "expected a board of {size}, found one of {found}"
        )));
    }
    let mut stones = [P::EMPTY; 2];
    for (row, line) in diagram.split('/').enumerate() {
        for (column, c) in line.chars().enumerate() {
            let colour = match c {
                'X' | 'x' => Colour::Black,
                'O' | 'o' => Colour::White,
                _ => continue,
            };
            stones[colour.index()] |= P::single(size.at(row, column));
        }
    }
    Board::new(geometry, stones[0], stones[1])
}

/// The size of the board of a position's text, for a reader who does not know it yet.
pub(crate) fn size_of(diagram: &str) -> Result<Size, NotationError> {
    let mut columns = None;
    let mut rows = 0;
    let mut at = 0;
    for line in diagram.split('/') {
        if let Some((i, c)) =
            line.char_indices().find(|&(_, c)| !matches!(c, '.' | 'X' | 'O' | 'x' | 'o'))
        {
            let message = format!("expected '.', 'X', 'O' or '/', found '{}'", c.escape_debug());
            return Err(NotationError::at(at + i, message));
        }
        let expected = *columns.get_or_insert(line.len());
        if line.len() != expected {
            let message =
                format!("this row has {} points, the first one has {expected}", line.len());
            return Err(NotationError::at(at, message));
        }
        rows += 1;
        at += line.len() + 1;
    }
    Size::new(rows, columns.unwrap_or(0))
}

/// Words with the places where they begin.
struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Iterator for Words<'t> {
    type Item = (usize, &'t str);

    fn next(&mut self) -> Option<(usize, &'t str)> {
        let rest = &self.text[self.at..];
        let begin = self.at + rest.find(|c: char| !c.is_whitespace())?;
        let rest = &self.text[begin..];
        let end = begin + rest.find(char::is_whitespace).unwrap_or(rest.len());
        self.at = end;
        Some((begin, &self.text[begin..end]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn geometry(size: &str) -> Geometry<u64> {
        Geometry::new(size.parse().unwrap()).unwrap()
    }

    #[test]
    fn what_is_read() {
        let geometry = geometry("2x3");
        for (text, written) in [
            (".X./O.. W", ".X./O.. W"),
            ("  .x./o.. ", ".X./O.. B"),
            (".X./O.. black 1", ".X./O.. B pass"),
            (".X./O.. W pass", ".X./O.. W pass"),
            ("...\t/... W".replace('\t', "").as_str(), ".../... W"),
            (".../... B 0", ".../... B"),
            (".../... B 2", ".../... B over"),
        ] {
            assert_eq!(parse(text, &geometry).unwrap().text(&geometry), written);
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let geometry = geometry("2x3");
        for (text, at, message) in [
            ("", 0, "expected a position, as in '.X./O.. B'"),
            (".../..# B", 6, "expected '.', 'X', 'O' or '/', found '#'"),
            (".../.. B", 4, "this row has 2 points, the first one has 3"),
            ("... B", 0, "expected a board of 2x3, found one of 1x3"),
            (" XO./O.. B", 1, "the black chain at A2 has no liberty"),
            (".../... Z", 8, "expected the side to move, B or W, found 'Z'"),
            (
                ".../... B ko",
                10,
                "expected 'pass' if the last move was one, 'over' after two, \
                 'ko:' and a point, or nothing, found 'ko'",
            ),
            (".../... B pass B", 15, "expected the end, found 'B'"),
            ("X../... B ko:B1", 10, "black has not just lost a ko at B1"),
            ("X../... B ko:D1", 13, "'D1' is no point of a board of 2x3, which has A1 to C2"),
        ] {
            let error = parse(text, &geometry).unwrap_err();
            assert_eq!((error.to_string().as_str(), error.offset()), (message, at), "{text}");
        }
    }

    #[test]
    fn points_are_numbered_from_the_top_left() {
        let geometry = geometry("2x3");
        let position = parse("X../..O B", &geometry).unwrap();
        assert_eq!(position.board().stones(Colour::Black), u64::single(Point::from_index(0)));
        assert_eq!(position.board().stones(Colour::White), u64::single(Point::from_index(5)));
    }
}
