//! The squares of the board.

use std::fmt;

/// One of the 81 squares. Numbered file by file from the right, each from the top: 1a is 0, 1b is
/// 1, 9i is 80, so that a step forward for White is +1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 81;

    /// The square on `file` 1 to 9 (from Black's right) and `rank` 1 to 9 (from the top), `None`
    /// off the board.
    ///
    /// ```
    /// use threefold_shogi::Square;
    /// assert_eq!(Square::at(7, 6).unwrap().to_string(), "7f");
    /// assert_eq!(Square::at(0, 6), None);
    /// ```
    pub const fn at(file: u8, rank: u8) -> Option<Square> {
        if 1 <= file && file <= 9 && 1 <= rank && rank <= 9 {
            Some(Square((file - 1) * 9 + rank - 1))
        } else {
            None
        }
    }

    /// The square with this number, below [`Square::COUNT`].
    #[inline]
    pub(crate) const fn new(index: usize) -> Square {
        debug_assert!(index < Square::COUNT);
        Square(index as u8)
    }

    /// Its number, from 0 to 80.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 1 to 9, from Black's right to his left.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// 1 to 9, from White's side to Black's.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// All squares, by number.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..Square::COUNT).map(Square::new)
    }

    /// Reads the two characters of USI, `7f`.
    pub(crate) fn from_usi(text: [u8; 2]) -> Option<Square> {
        Square::at(text[0].wrapping_sub(b'0'), text[1].wrapping_sub(b'a').wrapping_add(1))
    }

    /// The two characters of USI.
    #[inline]
    pub(crate) const fn usi(self) -> [u8; 2] {
        [b'0' + self.file(), b'a' - 1 + self.rank()]
    }
}

impl fmt::Display for Square {
    /// As in USI: `7f`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [file, rank] = self.usi();
        write!(f, "{}{}", file as char, rank as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
