//! Squares and sets of squares on a turned board.

/// The squares of the triangle a1-d1-d4.
pub(super) const TRIANGLE: usize = 10;
/// The view that exchanges files and ranks. It leaves the diagonal of the triangle as it is.
pub(super) const TRANSPOSED: u8 = 4;

const A_FILE: u64 = 0x0101_0101_0101_0101;
const H_FILE: u64 = A_FILE << 7;

/// A square after one of the eight symmetries of the board; 0 leaves it as it is.
#[inline]
pub(super) const fn square(square: u8, view: u8) -> u8 {
    let square = if view & 1 == 0 { square } else { square ^ 7 };
    let square = if view & 2 == 0 { square } else { square ^ 56 };
    if view & TRANSPOSED == 0 { square } else { square >> 3 | (square & 7) << 3 }
}

/// The squares that are in `word` on the turned board.
#[inline]
pub(super) const fn word(word: u64, view: u8) -> u64 {
    let word = if view & TRANSPOSED == 0 { word } else { transposed(word) };
    let word = if view & 2 == 0 { word } else { word.swap_bytes() };
    // Bits of each byte in the other order: those of the whole word, then the bytes again.
    if view & 1 == 0 { word } else { word.reverse_bits().swap_bytes() }
}

/// Exchanges files and ranks.
const fn transposed(word: u64) -> u64 {
    /// Exchanges the bits under the mask with those that many places above them.
    const fn exchanged(word: u64, mask: u64, distance: u32) -> u64 {
        let differ = (word ^ word >> distance) & mask;
        word ^ differ ^ differ << distance
    }
    let word = exchanged(word, 0x00AA_00AA_00AA_00AA, 7);
    let word = exchanged(word, 0x0000_CCCC_0000_CCCC, 14);
    exchanged(word, 0x0000_0000_F0F0_F0F0, 28)
}

/// Where kings get from these squares. Staying is no move: a square counts only if there is another
/// beside it.
#[inline]
pub(super) const fn near(word: u64) -> u64 {
    let beside = (word & !H_FILE) << 1 | (word & !A_FILE) >> 1;
    let row = word | beside;
    beside | row << 8 | row >> 8
}

/// For each square the view that brings it into the triangle, and its number there.
pub(super) const VIEWS: [(u8, u8); 64] = {
    let mut views = [(0, 0); 64];
    let mut from = 0;
    while from < 64 {
        let mut view = 0;
        while number(square(from, view)).is_none() {
            view += 1;
        }
        if let Some(number) = number(square(from, view)) {
            views[from as usize] = (view, number);
        }
        from += 1;
    }
    views
};

/// The squares of the triangle by their numbers.
pub(super) const SQUARES: [u8; TRIANGLE] = {
    let mut squares = [0; TRIANGLE];
    let mut square = 0;
    while square < 64 {
        if let Some(number) = number(square) {
            squares[number as usize] = square;
        }
        square += 1;
    }
    squares
};

/// The number of a square of the triangle: a1, b1, b2, c1 and so on.
const fn number(square: u8) -> Option<u8> {
    let (file, rank) = (square & 7, square >> 3);
    if file < 4 && rank <= file { Some(file * (file + 1) / 2 + rank) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_turned_as_squares_are() {
        for view in 0..8 {
            for from in 0..64 {
                assert_eq!(word(1 << square(from, view), view), 1 << from, "{from} {view}");
            }
        }
        for from in 0..64u8 {
            let (view, number) = VIEWS[from as usize];
            assert_eq!(SQUARES[number as usize], square(from, view));
            let king = cozy_chess::get_king_moves(cozy_chess::Square::index(from.into()));
            assert_eq!(near(1 << from), king.0, "{from}");
        }
    }
}
