//! Moves, and how USI writes them.

use std::fmt;

use crate::{Kind, Square};

/// A move: of a piece on the board, or a drop. Two bytes.
///
/// ```text
/// bits  0..7     7..14                            14
///       to       from, or 81 + the kind dropped   promotes
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

const PROMOTES: u16 = 1 << 14;

impl Move {
    /// A move on the board.
    #[inline]
    pub(crate) const fn board(from: Square, to: Square, promotes: bool) -> Move {
        let flag = if promotes { PROMOTES } else { 0 };
        Move(to.index() as u16 | (from.index() as u16) << 7 | flag)
    }

    /// A drop of a kind that can be in hand.
    #[inline]
    pub(crate) const fn drop(kind: Kind, to: Square) -> Move {
        Move(to.index() as u16 | ((Square::COUNT + kind.index()) as u16) << 7)
    }

    /// Where it leads.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0 & 127) as usize)
    }

    /// Where it comes from; `None` for drops.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        let from = (self.0 >> 7 & 127) as usize;
        if from < Square::COUNT { Some(Square::new(from)) } else { None }
    }

    /// What is dropped; `None` for moves on the board.
    #[inline]
    pub const fn dropped(self) -> Option<Kind> {
        let from = (self.0 >> 7 & 127) as usize;
        if from < Square::COUNT { None } else { Some(Kind::from_index(from - Square::COUNT)) }
    }

    /// Whether the piece promotes.
    #[inline]
    pub const fn promotes(self) -> bool {
        self.0 & PROMOTES != 0
    }

    /// The move as a number, different for different moves.
    #[inline]
    pub const fn code(self) -> u16 {
        self.0
    }

    /// The move with this number; `None` if there is none.
    pub(crate) const fn from_code(code: u16) -> Option<Move> {
        let (to, from) = ((code & 127) as usize, (code >> 7 & 127) as usize);
        let promotes = code & PROMOTES != 0;
        if code >> 15 != 0
            || to >= Square::COUNT
            || from >= Square::COUNT + Kind::IN_HAND.len()
            || from >= Square::COUNT && promotes
        {
            return None;
        }
        Some(Move(code))
    }

    /// The bytes of USI, the first first: moves in this order are in the order of their notation.
    #[inline]
    pub(crate) fn sort_key(self) -> u64 {
        let [to_file, to_rank] = self.to().usi();
        let [a, b] = match (self.from(), self.dropped()) {
            (Some(from), _) => from.usi(),
            (None, kind) => [kind.map_or(0, Kind::letter), b'*'],
        };
        let plus = if self.promotes() { b'+' } else { 0 };
        u64::from_be_bytes([0, 0, 0, a, b, to_file, to_rank, plus])
    }

    /// Appends it as USI has it: `7g7f`, `8h2b+`, `P*5e`.
    pub(crate) fn write_usi(self, out: &mut String) {
        for byte in self.sort_key().to_be_bytes() {
            if byte != 0 {
                out.push(byte as char);
            }
        }
    }

    /// Reads USI; whether the move is legal anywhere is another matter.
    pub(crate) fn from_usi(text: &str) -> Option<Move> {
        let (first, promotes) = match text.as_bytes() {
            [a, b, c, d] => ([*a, *b, *c, *d], false),
            [a, b, c, d, b'+'] => ([*a, *b, *c, *d], true),
            _ => return None,
        };
        let [a, b, c, d] = first;
        let to = Square::from_usi([c, d])?;
        if b == b'*' {
            let kind = Kind::from_letter(a).filter(|&kind| kind != Kind::King)?;
            return (!promotes).then_some(Move::drop(kind, to));
        }
        Some(Move::board(Square::from_usi([a, b])?, to, promotes))
    }
}

impl fmt::Display for Move {
    /// As in USI.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        self.write_usi(&mut out);
        f.write_str(&out)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usi_is_read_as_written_and_codes_are_unique() {
        let mut texts = Vec::new();
        for code in 0..=u16::MAX {
            let Some(m) = Move::from_code(code) else { continue };
            let text = m.to_string();
            assert_eq!(Move::from_usi(&text), Some(m), "{text}");
            texts.push((m.sort_key(), text));
        }
        texts.sort_unstable();
        assert!(texts.windows(2).all(|pair| pair[0].1.as_bytes() < pair[1].1.as_bytes()));
        assert_eq!(texts.len(), 81 * (81 * 2 + 7));
    }

    #[test]
    fn what_is_no_move_is_refused() {
        for text in ["", "7g7", "7g7f++", "0g7f", "7g7j", "K*5e", "P*5e+", "p*5e", "7g7f=", "７g7f"]
        {
            assert_eq!(Move::from_usi(text), None, "{text}");
        }
    }
}
