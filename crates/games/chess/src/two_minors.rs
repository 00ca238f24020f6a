//! Two minor pieces against a bare king: how far every position is from mate.
//!
//! With bishop and knight the king has to be driven across the board, for up to 33 moves, and to
//! the right corner. A proof has a few thousand positions then, but nothing that can be seen of a
//! position tells a search which way it leads: where the kings stand leaves
//! an error of two to three moves on average, and that costs the search a factor each time. So the
//! distances are worked out backwards from all mates, when a search asks
//! for them the first time (a second, and five megabytes). They are guesses as far as the search
//! is concerned: where it looks first. What it answers it proves by itself.
//!
//! ```text
//!   index   the defending king's square in the triangle a1-d1-d4, to which the board is turned
//!           (10) | the attacking king's (64) | first piece (64) | second piece (64)
//! ```

use std::sync::LazyLock;

use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
};

/// What is said where the attacker does not win: captures and stalemates are in the way.
const NO_WIN: u8 = u8::MAX;
const SQUARES: usize = Square::NUM;
const TRIANGLE: usize = 10;
const POSITIONS: usize = TRIANGLE * SQUARES * SQUARES * SQUARES;

/// The pairs of pieces with which there are mates to be forced, of which one needs long ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pair {
    BishopKnight,
    BishopBishop,
}

static BISHOP_KNIGHT: LazyLock<Distances> = LazyLock::new(|| Distances::new(Pair::BishopKnight));
static BISHOP_BISHOP: LazyLock<Distances> = LazyLock::new(|| Distances::new(Pair::BishopBishop));

/// Whether something is known of positions with these men.
#[inline]
pub(crate) fn are_left(board: &Board, attacker: Color) -> bool {
    pair(board, attacker).is_some()
}

/// Plies to mate, [`u32::MAX`] where there is none; nothing of other men.
pub(crate) fn plies(board: &Board, attacker: Color) -> Option<u32> {
    let distances = match pair(board, attacker)? {
        Pair::BishopKnight => &*BISHOP_KNIGHT,
        Pair::BishopBishop => &*BISHOP_BISHOP,
    };
    let men = board.colors(attacker);
    let mut minors = (men & board.pieces(Piece::Bishop)).into_iter();
    let first = minors.next()?;
    let second = minors.next().or_else(|| (men & board.pieces(Piece::Knight)).next_square())?;
    let place =
        Place { king: board.king(!attacker), attacker: board.king(attacker), first, second };
    let table =
        if board.side_to_move() == attacker { &distances.attacker } else { &distances.defender };
    Some(match table[place.index()] {
        NO_WIN => u32::MAX,
        plies => u32::from(plies),
    })
}

/// What the attacker has, if the defender has nothing.
#[inline]
fn pair(board: &Board, attacker: Color) -> Option<Pair> {
    let men = board.colors(attacker);
    if men.len() != 3 || board.colors(!attacker).len() != 1 {
        return None;
    }
    let count = |piece| (men & board.pieces(piece)).len();
    match (count(Piece::Bishop), count(Piece::Knight)) {
        (1, 1) => Some(Pair::BishopKnight),
        (2, 0) => Some(Pair::BishopBishop),
        _ => None,
    }
}

/// Where the men stand.
#[derive(Clone, Copy)]
struct Place {
    /// The defender.
    king: Square,
    attacker: Square,
    first: Square,
    second: Square,
}

impl Place {
    /// The place in the tables, of the board turned so that the king stands in the triangle.
    #[inline]
    fn index(self) -> usize {
        let (turn, number) = TURNS[self.king as usize];
        let [attacker, first, second] =
            [self.attacker, self.first, self.second].map(|square| turned(square as usize, turn));
        ((number as usize * SQUARES + attacker) * SQUARES + first) * SQUARES + second
    }

    /// That of an index.
    fn of(index: usize) -> Self {
        let square = |shift: u32| Square::index(index >> shift & (SQUARES - 1));
        let king = Square::index(usize::from(KINGS[index >> 18]));
        Place { king, attacker: square(12), first: square(6), second: square(0) }
    }

    /// With the king on the diagonal there are two places for what is the same but for a
    /// reflection.
    #[inline]
    fn image(self) -> Option<usize> {
        let turn = |square| Square::index(turned(square as usize, TRANSPOSED));
        let Place { king, attacker, first, second } = self;
        let image =
            Place { king, attacker: turn(attacker), first: turn(first), second: turn(second) };
        (turn(king) == king).then(|| image.index())
    }

    /// Whether no two men stand on one square, and the kings not side by side.
    #[inline]
    fn is_possible(self) -> bool {
        let men = self.pieces() | self.king.bitboard();
        men.len() == 4 && !get_king_moves(self.king).has(self.attacker)
    }

    /// The attacker's men.
    #[inline]
    fn pieces(self) -> BitBoard {
        self.attacker.bitboard() | self.first.bitboard() | self.second.bitboard()
    }
}

/// Distances by [`Place::index`], in plies.
struct Distances {
    /// The attacker is to move.
    attacker: Vec<u8>,
    /// The defender is.
    defender: Vec<u8>,
}

impl Distances {
    /// Backwards from all mates.
    fn new(pair: Pair) -> Self {
        let (mut attacker, mut defender) = (vec![NO_WIN; POSITIONS], vec![NO_WIN; POSITIONS]);
        let none = &attacker;
        for (index, plies) in defender.iter_mut().enumerate() {
            let place = Place::of(index);
            if place.is_possible() && pair.resistance(place, none) == Some(0) {
                *plies = 0;
            }
        }
        for plies in (0..NO_WIN - 1).step_by(2) {
            let mut found = false;
            for (index, _) in defender.iter().enumerate().filter(|&(_, &found)| found == plies) {
                pair.before_attacker(Place::of(index), |before| {
                    let before = &mut attacker[before.index()];
                    *before = (*before).min(plies + 1);
                });
            }
            let now = attacker.iter().enumerate().filter(|&(_, &found)| found == plies + 1);
            for (index, _) in now {
                let place = Place::of(index);
                for king in get_king_moves(place.king) {
                    let before = Place { king, ..place }.index();
                    for before in [Some(before), Place::of(before).image()].into_iter().flatten() {
                        if defender[before] == NO_WIN
                            && Place::of(before).is_possible()
                            && let Some(plies) = pair.resistance(Place::of(before), &attacker)
                        {
                            defender[before] = plies;
                            found = true;
                        }
                    }
                }
            }
            if !found {
                break;
            }
        }
        Distances { attacker, defender }
    }
}

impl Pair {
    /// What first and second piece attack over these men.
    #[inline]
    fn attacks(self, place: Place, occupied: BitBoard) -> (BitBoard, BitBoard) {
        let second = match self {
            Pair::BishopKnight => get_knight_moves(place.second),
            Pair::BishopBishop => get_bishop_moves(place.second, occupied),
        };
        (get_bishop_moves(place.first, occupied), second)
    }

    /// How long the defender resists, who is to move: the longest of his moves, 0 if he is mated;
    /// nothing if one of them is not known to lose, or he is stalemated.
    fn resistance(self, place: Place, attacker: &[u8]) -> Option<u8> {
        // The king does not shield what is behind him; a man that he takes does not either, but
        // nothing stands behind that which the others could attack, the man itself apart.
        let (first, second) = self.attacks(place, place.pieces());
        let near = get_king_moves(place.attacker);
        let attacked = first | second | near;
        let mut longest = None;
        for king in get_king_moves(place.king) & !attacked {
            if place.pieces().has(king) {
                return None;
            }
            match attacker[Place { king, ..place }.index()] {
                NO_WIN => return None,
                plies => longest = longest.max(Some(plies + 1)),
            }
        }
        longest.or_else(|| attacked.has(place.king).then_some(0))
    }

    /// The positions with the attacker to move from which one of his moves leads here.
    fn before_attacker(self, place: Place, mut take: impl FnMut(Place)) {
        let occupied = place.pieces() | place.king.bitboard();
        let mut offer = |before: Place| {
            // The defender, who has moved there, is not in check.
            let (first, second) = self.attacks(before, before.pieces() | before.king.bitboard());
            if before.is_possible() && !(first | second).has(before.king) {
                take(before);
            }
        };
        let (first, second) = self.attacks(place, occupied);
        for attacker in get_king_moves(place.attacker) & !occupied {
            offer(Place { attacker, ..place });
        }
        for first in first & !occupied {
            offer(Place { first, ..place });
        }
        for second in second & !occupied {
            offer(Place { second, ..place });
        }
    }
}

/// The squares of the triangle.
const KINGS: [u8; TRIANGLE] = {
    let mut kings = [0; TRIANGLE];
    let (mut square, mut count) = (0, 0);
    while square < SQUARES {
        if is_in_triangle(square) {
            kings[count] = square as u8;
            count += 1;
        }
        square += 1;
    }
    kings
};

/// For each square how the board is turned to bring it into the triangle, and its number there.
const TURNS: [(u8, u8); SQUARES] = {
    let mut turns = [(0, 0); SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut turn = 0;
        while !is_in_triangle(turned(square, turn)) {
            turn += 1;
        }
        let mut number = 0;
        while KINGS[number] as usize != turned(square, turn) {
            number += 1;
        }
        turns[square] = (turn, number as u8);
        square += 1;
    }
    turns
};

/// Files a to d, and not above the diagonal.
const fn is_in_triangle(square: usize) -> bool {
    square % 8 < 4 && square / 8 <= square % 8
}

/// The turn that exchanges files and ranks.
const TRANSPOSED: u8 = 4;

/// A square of the board after one of its eight symmetries; 0 leaves it as it is.
#[inline]
const fn turned(square: usize, turn: u8) -> usize {
    let square = if turn & 1 == 0 { square } else { square ^ 7 };
    let square = if turn & 2 == 0 { square } else { square ^ 56 };
    if turn & 4 == 0 { square } else { square >> 3 | (square & 7) << 3 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen;

    fn of(fen: &str, attacker: Color) -> Option<u32> {
        plies(&fen.parse().unwrap(), attacker)
    }

    /// Eight of another program.
    #[test]
    fn distances_of_bishop_and_knight() {
        for (men, plies) in [
            ("6k1/8/2K1N3/8/8/B7/8/8 w", 29),
            ("8/3K4/7B/5k2/8/8/4N3/8 w", 53),
            ("8/8/8/N7/5k2/8/1B6/1K6 w", 57),
            ("8/3K2kN/8/8/8/8/8/4B3 w", 55),
            ("2N5/8/8/8/6KB/8/8/k7 b", 42),
            ("6k1/8/8/K1B5/8/4N3/8/8 b", 44),
            ("8/8/K7/8/8/5k2/7N/2B5 b", 62),
            ("8/2N5/8/8/8/2K5/5k2/2B5 b", 54),
        ] {
            assert_eq!(of(&format!("{men} - - 0 1"), Color::White), Some(plies), "{men}");
        }
        let black_attacks = "8/8/b7/8/8/2k1n3/8/6K1 b - - 0 1";
        assert_eq!(of(black_attacks, Color::Black), Some(29));
        assert_eq!(of(black_attacks, Color::White), None);
        // The knight is lost.
        assert_eq!(of("8/8/8/8/8/1k6/N7/B6K b - - 0 1", Color::White), Some(u32::MAX));
        assert_eq!(of("8/8/8/8/6P1/1k6/N7/B6K b - - 0 1", Color::White), None);
    }

    /// Each distance from those of the next positions, by the moves of the game.
    #[test]
    fn every_distance_is_one_more_than_the_next() {
        let mut longest = [0, 0];
        for (pair, men) in [(0, [Piece::Bishop, Piece::Knight]), (1, [Piece::Bishop; 2])] {
            for index in (0..2 * POSITIONS as u64).step_by(997) {
                let place = Place::of(index as usize / 2);
                let side = if index % 2 == 0 { Color::White } else { Color::Black };
                let Some(board) = board(place, men, side) else { continue };
                let next = |m| {
                    let mut board = board.clone();
                    board.play_unchecked(m);
                    plies(&board, Color::White).unwrap_or(u32::MAX)
                };
                let mut moves = Vec::new();
                movegen::generate(&board, |more| moves.extend(more));
                let next: Vec<u32> = moves.into_iter().map(next).collect();
                let best = match side {
                    Color::White => next.iter().min(),
                    Color::Black => next.iter().max(),
                };
                let expected = match best {
                    None if board.checkers().is_empty() => u32::MAX,
                    None => 0,
                    Some(&plies) => plies.saturating_add(1),
                };
                assert_eq!(plies(&board, Color::White), Some(expected), "{board}");
                if expected != u32::MAX {
                    longest[pair] = longest[pair].max(expected);
                }
            }
        }
        assert!(longest[0] > 60 && longest[1] > 30, "{longest:?}");
    }

    /// The board, if the rules allow it.
    fn board(place: Place, men: [Piece; 2], side: Color) -> Option<Board> {
        if !place.is_possible() {
            return None;
        }
        let mut board = cozy_chess::BoardBuilder::empty();
        board.side_to_move = side;
        *board.square_mut(place.king) = Some((Piece::King, Color::Black));
        *board.square_mut(place.attacker) = Some((Piece::King, Color::White));
        *board.square_mut(place.first) = Some((men[0], Color::White));
        *board.square_mut(place.second) = Some((men[1], Color::White));
        let board = board.build().ok()?;
        (!crate::is_insufficient_material(&board)).then_some(board)
    }
}
