//! The numbers of positions in a Syzygy file.
//!
//! Men that look alike are a *group*, numbered as a set. The first group leads: the two kings, or
//! three men that nobody else looks like, turned into the triangle a1-d1-d4; with pawns, those of
//! the side that has fewer, but some. There is a part for each file of their leading pawn, a to d.
//! A man is 1 (pawn), knight, bishop, rook, queen or 6 (king); the second side's 8 more.

use std::cmp::Reverse;
use std::sync::LazyLock;

use cozy_chess::{Color, Piece};

use crate::board::Board;

use super::men::{MOST, Men, PAWN, count};

const KINDS: [Piece; 6] =
    [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];

/// How positions are numbered.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    /// In the order of the squares.
    men: Vec<u8>,
    lead: Lead,
    /// How many men each group has, and what a number of it is worth.
    groups: Vec<(usize, u64)>,
    /// All positions.
    pub count: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    Kings,
    Three,
    /// Of one side, and of the other.
    Pawns(usize, usize),
}

/// Where the men stand.
pub(super) type Squares = [u8; MOST];

fn lead_of(men: &Men) -> Lead {
    match men.map(|side| usize::from(side[PAWN])) {
        [0, 0] if men.iter().flatten().all(|&count| count != 1) => Lead::Kings,
        [0, 0] => Lead::Three,
        [0, one] | [one, 0] => Lead::Pawns(one, 0),
        [one, other] => Lead::Pawns(one.min(other), one.max(other)),
    }
}

fn choose(n: u64, k: usize) -> u64 {
    (0..k as u64).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1))
}

/// Ranks above the diagonal a1-h8.
fn above(square: u8) -> i8 {
    (square >> 3) as i8 - (square & 7) as i8
}

/// Squares of the triangle: those below the diagonal first.
const TRIANGLE: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

/// Pairs of kings, the first one in the triangle: both on the diagonal last.
static KINGS: LazyLock<Vec<(u8, u8)>> = LazyLock::new(|| {
    let far = |one: u8, two: u8| one.abs_diff(two) > 1;
    let pairs = TRIANGLE.into_iter().flat_map(|one| (0..64).map(move |two| (one, two)));
    let mut pairs: Vec<(u8, u8)> = pairs
        .filter(|(one, two)| far(one & 7, two & 7) || far(one >> 3, two >> 3))
        .filter(|&(one, two)| above(one) < 0 || above(two) <= 0)
        .collect();
    pairs.sort_by_key(|&(one, two)| above(one) == 0 && above(two) == 0);
    pairs
});

static KING_NUMBERS: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let mut numbers = vec![u64::MAX; 64 * 64];
    for (number, &(one, two)) in KINGS.iter().enumerate() {
        numbers[usize::from(one) << 6 | usize::from(two)] = number as u64;
    }
    numbers
});

/// Three men, the first of them that is not on the diagonal below it.
fn three(one: u8, two: u8, three: u8) -> u64 {
    let after = |square: u8, other: u8| u64::from(square > other);
    let skips = [after(two, one), after(three, one) + after(three, two)];
    let rank = |square: u8| u64::from(square >> 3);
    // Squares below the diagonal.
    let below =
        |square: u8| rank(square) * (15 - rank(square)) / 2 + above(square).abs_diff(0) as u64 - 1;
    if above(one) != 0 {
        let first = TRIANGLE.iter().position(|&square| square == one).unwrap_or(0) as u64;
        return (first * 63 + u64::from(two) - skips[0]) * 62 + u64::from(three) - skips[1];
    }
    let base = 6 * 63 * 62;
    if above(two) != 0 {
        return base + (rank(one) * 28 + below(two)) * 62 + u64::from(three) - skips[1];
    }
    let (base, second) = (base + 4 * 28 * 62, rank(two) - skips[0]);
    if above(three) != 0 {
        return base + (rank(one) * 7 + second) * 28 + below(three);
    }
    base + 4 * 7 * 28 + (rank(one) * 7 + second) * 6 + rank(three) - skips[1]
}

/// How early a pawn leads: files from the edge, then ranks.
fn flap(square: u8) -> u8 {
    let file = square & 7;
    6 * file.min(7 - file) + (square >> 3) - 1
}

/// The number of the square of another pawn of that side: later ones have smaller numbers.
fn twist(square: u8) -> u64 {
    let file = square & 7;
    u64::from(49 - u8::from(file > 3) - 12 * file.min(7 - file) - 2 * (square >> 3))
}

/// How many sets so many pawns have whose leading one is on its file before a place.
fn led_before(pawns: usize, place: u8, file: u8) -> u64 {
    (6 * file..place).map(|flap| choose(twist((flap % 6 + 1) * 8 + file), pawns - 1)).sum()
}

impl Numbering {
    /// Bytes of the header about it.
    pub fn bytes(men: &Men) -> usize {
        1 + count(men) + usize::from(matches!(lead_of(men), Lead::Pawns(_, 1..)))
    }

    /// What the header says, in the bits from `shift` on, of the leading pawn on a file.
    pub fn read(of: &Men, head: &[u8], shift: u8, file: u8) -> Option<Self> {
        let lead = lead_of(of);
        let mut groups = match lead {
            Lead::Kings => vec![2],
            Lead::Three => vec![3],
            Lead::Pawns(own, 0) => vec![own],
            Lead::Pawns(own, other) => vec![own, other],
        };
        // At first, when it is the turn of the leading group, and of the other pawns.
        let special = head.len() - count(of);
        let mut turns: Vec<usize> =
            head.iter().map(|byte| usize::from(byte >> shift & 15)).collect();
        let men: Vec<u8> = turns.split_off(special).into_iter().map(|man| man as u8).collect();
        let has = |man: usize| men.iter().filter(|&&one| usize::from(one) == man).count();
        let is_as_named = (0..2).all(|side| {
            let named = of[side].iter().zip([5, 4, 3, 2, 1]);
            has(8 * side + 6) == 1
                && named.into_iter().all(|(&n, kind)| has(8 * side + kind) == usize::from(n))
        });
        let mut free = 64 - groups.iter().sum::<usize>() as u64;
        while let Some(man) = men.get(groups.iter().sum::<usize>()) {
            groups.push(has(usize::from(*man)));
        }
        let mut worth = vec![0; groups.len()];
        let (mut product, mut next) = (1_u64, special..);
        for turn in 0..groups.len() {
            let group = turns.iter().position(|&one| one == turn).or_else(|| next.next())?;
            *worth.get_mut(group)? = product;
            product = product.checked_mul(match (group, lead) {
                (0, Lead::Kings) => KINGS.len() as u64,
                (0, Lead::Three) => 31332,
                (0, Lead::Pawns(own, _)) => led_before(own, 6 * file + 6, file),
                (1, Lead::Pawns(own, 1..)) => choose(48 - own as u64, groups[1]),
                _ => {
                    free = free.checked_sub(groups[group] as u64)?;
                    choose(free + groups[group] as u64, groups[group])
                }
            })?;
        }
        let is_whole = is_as_named && !worth.contains(&0);
        let groups = groups.into_iter().zip(worth).collect();
        is_whole.then_some(Numbering { men, lead, groups, count: product })
    }

    /// The part that a position is in; with pawns, also where the leading ones are.
    pub fn part<T>(
        parts: &[[(Self, T); 2]],
        board: &Board,
        turned: bool,
    ) -> Option<(usize, Squares)> {
        let (first, _) = &parts.first()?[0];
        let mut squares = Squares::default();
        let Lead::Pawns(own, _) = first.lead else { return Some((0, squares)) };
        first.fill(board, turned, 0, &mut squares)?;
        let leading = (0..own).min_by_key(|&at| flap(squares[at]))?;
        squares.swap(0, leading);
        Some((usize::from(flap(squares[0]) / 6), squares))
    }

    /// Puts the men that look like one of them from its place on; how many they are.
    fn fill(&self, board: &Board, turned: bool, at: usize, squares: &mut Squares) -> Option<usize> {
        let man = self.men[at];
        let color = if (man < 8) == turned { Color::Black } else { Color::White };
        let set = board.colored_pieces(color, KINDS[usize::from(man & 7) - 1]);
        let flip = if turned && matches!(self.lead, Lead::Pawns(..)) { 56 } else { 0 };
        for (number, square) in set.into_iter().enumerate() {
            *squares.get_mut(at + number)? = square as u8 ^ flip;
        }
        Some(set.len() as usize).filter(|&count| count > 0)
    }

    /// The number of a position.
    pub fn place(&self, board: &Board, turned: bool, leading: Squares) -> Option<u64> {
        let mut squares = leading;
        let mut at = if let Lead::Pawns(own, _) = self.lead { own } else { 0 };
        while at < self.men.len() {
            at += self.fill(board, turned, at, &mut squares)?;
        }
        let squares = &mut squares[..self.men.len()];
        if squares[0] & 4 != 0 {
            squares.iter_mut().for_each(|square| *square ^= 7);
        }
        let (leading, worth) = self.groups[0];
        let number = if let Lead::Pawns(own, _) = self.lead {
            squares[1..own].sort_by_key(|&square| Reverse(twist(square)));
            let others = squares[1..own].iter().enumerate();
            let others = others.map(|(at, &square)| choose(twist(square), own - 1 - at));
            led_before(own, flap(squares[0]), squares[0] & 7) + others.sum::<u64>()
        } else {
            if squares[0] & 32 != 0 {
                squares.iter_mut().for_each(|square| *square ^= 56);
            }
            let off = squares.iter().position(|&square| above(square) != 0);
            if off.is_some_and(|off| off < leading && above(squares[off]) > 0) {
                squares.iter_mut().for_each(|square| *square = *square >> 3 | (*square & 7) << 3);
            }
            match self.lead {
                Lead::Kings => KING_NUMBERS[usize::from(squares[0]) << 6 | usize::from(squares[1])],
                _ => three(squares[0], squares[1], squares[2]),
            }
        };
        let (mut sum, mut placed) = (number.checked_mul(worth)?, leading);
        for (group, &(size, worth)) in self.groups.iter().enumerate().skip(1) {
            // The other pawns are not on the first rank.
            let from = if group == 1 && matches!(self.lead, Lead::Pawns(_, 1..)) { 8 } else { 0 };
            let (before, rest) = squares.split_at_mut(placed);
            rest[..size].sort_unstable();
            for (at, &square) in rest[..size].iter().enumerate() {
                let taken = before.iter().filter(|&&other| other < square).count() as u64;
                sum += choose(u64::from(square).saturating_sub(taken + from), at + 1) * worth;
            }
            placed += size;
        }
        (sum < self.count).then_some(sum)
    }
}
