//! What is on the board, and how files are named for it.

use cozy_chess::Piece;

/// Kings included.
pub(super) const MOST: usize = 7;
const LETTERS: [char; 5] = ['Q', 'R', 'B', 'N', 'P'];
pub(super) const PIECES: [Piece; 5] =
    [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
pub(super) const PAWN: usize = 4;

/// How many of each kind White and Black have, kings apart; or a file's first side and its second.
pub(super) type Men = [[u8; 5]; 2];

pub(super) fn count(men: &Men) -> usize {
    2 + men.iter().flatten().map(|&count| usize::from(count)).sum::<usize>()
}

pub(super) fn exchanged([white, black]: Men) -> Men {
    [black, white]
}

/// `KQvKR`.
pub(super) fn read_name(name: &str) -> Option<Men> {
    let (one, other) = name.split_once('v')?;
    let mut men = Men::default();
    for (side, text) in men.iter_mut().zip([one, other]) {
        for letter in text.strip_prefix('K')?.chars() {
            side[LETTERS.iter().position(|&one| one == letter)?] += 1;
        }
    }
    (3..=MOST).contains(&count(&men)).then_some(men)
}
