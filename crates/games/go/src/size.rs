//! Sizes of boards, their points, and the coordinates of GTP.

use std::fmt;
use std::str::FromStr;

use threefold_game::NotationError;

/// The letters of the columns. GTP leaves out `I`, which looks like `J` in print.
const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

/// The most rows and the most columns.
pub(crate) const MOST: u8 = 19;

/// A point of a board: row by row, the top left corner is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u16);

impl Point {
    /// The point with this number; it has to be less than [`Size::points`] of the board it is
    /// used with.
    #[inline]
    pub const fn from_index(index: usize) -> Point {
        Point(index as u16)
    }

    /// Row times columns plus column, both from 0 at the top left.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Rows and columns, 1 to 19 of each. Written `3x4`: three rows of four points.
///
/// ```
/// use threefold_go::Size;
/// let size: Size = "3x4".parse()?;
/// assert_eq!((size.rows(), size.columns(), size.points()), (3, 4, 12));
/// // GTP counts rows from the bottom and leaves out the letter I.
/// assert_eq!(size.point("a3")?.index(), 0);
/// assert_eq!(size.coordinates(size.at(2, 3)).to_string(), "D1");
/// assert!(size.point("E1").is_err());
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    rows: u8,
    columns: u8,
}

impl Size {
    /// A board of so many rows and columns.
    ///
    /// # Errors
    /// One of them is 0 or above 19.
    pub fn new(rows: usize, columns: usize) -> Result<Size, NotationError> {
        let range = 1..=MOST as usize;
        if !range.contains(&rows) || !range.contains(&columns) {
            return Err(NotationError::new(format!(
                "boards have 1 to {MOST} rows and columns, not {rows}x{columns}"
            )));
        }
        Ok(Size { rows: rows as u8, columns: columns as u8 })
    }

    /// Rows, 1 to 19.
    #[inline]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Columns, 1 to 19.
    #[inline]
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// Rows times columns.
    #[inline]
    pub const fn points(self) -> usize {
        self.rows as usize * self.columns as usize
    }

    /// The point in a row and column, both from 0 at the top left.
    ///
    /// # Panics
    /// If there is no such point.
    #[inline]
    pub fn at(self, row: usize, column: usize) -> Point {
        assert!(row < self.rows() && column < self.columns(), "a point of the board");
        Point::from_index(row * self.columns() + column)
    }

    /// The row of a point, 0 at the top.
    #[inline]
    pub const fn row(self, point: Point) -> usize {
        point.index() / self.columns as usize
    }

    /// The column of a point, 0 at the left.
    #[inline]
    pub const fn column(self, point: Point) -> usize {
        point.index() % self.columns as usize
    }

    /// The point as GTP writes it: a letter for the column, without `I`, and the row, 1 at the
    /// bottom.
    pub fn coordinates(self, point: Point) -> impl fmt::Display {
        Coordinates {
            column: char::from(COLUMNS[self.column(point)]),
            row: self.rows() - self.row(point),
        }
    }

    /// Reads a point in the coordinates of GTP, in capital or small letters.
    ///
    /// # Errors
    /// The text is no point, or none of this board.
    pub fn point(self, text: &str) -> Result<Point, NotationError> {
        let wrong = || {
            let last = char::from(COLUMNS[self.columns() - 1]);
            NotationError::new(format!(
                "'{text}' is no point of a board of {self}, which has A1 to {last}{}",
                self.rows()
            ))
        };
        let mut bytes = text.bytes();
        let letter = bytes.next().ok_or_else(wrong)?.to_ascii_uppercase();
        let column = COLUMNS.iter().position(|&c| c == letter).ok_or_else(wrong)?;
        let digits = &text[1..];
        if !digits.bytes().all(|c| c.is_ascii_digit()) || digits.starts_with('0') {
            return Err(wrong());
        }
        let row: usize = digits.parse().map_err(|_| wrong())?;
        if column >= self.columns() || row == 0 || row > self.rows() {
            return Err(wrong());
        }
        Ok(self.at(self.rows() - row, column))
    }
}

struct Coordinates {
    column: char,
    row: usize,
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.column, self.row)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for Size {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Size, NotationError> {
        let wrong = || {
            NotationError::new(format!(
                "'{text}' is no size of a board; expected rows and columns, as in 3x4"
            ))
        };
        let (rows, columns) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
        let number = |digits: &str| {
            let is_number = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
            if is_number { digits.parse().ok() } else { None }
        };
        Size::new(number(rows).ok_or_else(wrong)?, number(columns).ok_or_else(wrong)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_read_as_they_are_written() {
        for (rows, columns) in [(1, 1), (1, 19), (19, 1), (3, 4), (19, 19)] {
            let size = Size::new(rows, columns).unwrap();
            for index in 0..size.points() {
                let point = Point::from_index(index);
                let text = size.coordinates(point).to_string();
                assert!(!text.contains('I'));
                assert_eq!(size.point(&text), Ok(point));
                assert_eq!(size.point(&text.to_lowercase()), Ok(point));
                assert_eq!(size.at(size.row(point), size.column(point)), point);
            }
        }
    }

    #[test]
    fn what_is_no_point() {
        let size = Size::new(9, 9).unwrap();
        for text in ["", "A", "I5", "A0", "A10", "K1", "5A", "A+1", "A01", "AA1", "ä1", "pass"] {
            assert!(size.point(text).is_err(), "{text}");
        }
        for text in ["", "3", "x", "3x", "0x3", "3x20", "3x4x5", "-1x3", "+3x3", "99999999999x1"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }
}
