//! The numbers of positions in a Syzygy file.
//!
//! Men that look alike are a *group*, which is numbered as a set. The first group leads: the two
//! kings, or three men that nobody else looks like, turned into the triangle a1-d1-d4; with pawns,
//! those of the side that has fewer (but some). There is a part for each file of the pawn that
//! leads them, a to d. Men are those of the header: pawn 1, knight, bishop, rook, queen, king 6;
//! the second side's 8 more.

use cozy_chess::{Board, Color, Piece};

use super::unpack::Packed;
use super::{MOST, Men, PAWN, count};

const KINDS: [Piece; 6] =
    [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];

/// How positions are numbered.
#[derive(Clone, Debug)]
pub(super) struct Numbering {
    /// In this order.
    men: [u8; MOST],
    total: usize,
    lead: Lead,
    /// How many men each group has, and what a number of it is worth.
    groups: Vec<(usize, u64)>,
    /// All positions.
    count: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    Kings,
    Three,
    /// Of one side, and of the other.
    Pawns(usize, usize),
}

/// The squares of the men, in their order.
pub(super) type Squares = [u8; MOST];

fn choose(n: u64, k: usize) -> u64 {
    (0..k as u64).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1))
}

fn lead_of(men: &Men) -> Lead {
    let pawns = men.map(|side| usize::from(side[PAWN]));
    match pawns {
        [0, 0] => {
            let single = men.iter().flatten().filter(|&&count| count == 1).count();
            if single == 0 { Lead::Kings } else { Lead::Three }
        }
        [0, one] | [one, 0] => Lead::Pawns(one, 0),
        [one, other] => Lead::Pawns(one.min(other), one.max(other)),
    }
}

/// Ranks above the diagonal a1-h8.
fn above(square: u8) -> i8 {
    (square >> 3) as i8 - (square & 7) as i8
}

/// Of two ranks or files below the diagonal, all pairs in order; then the diagonal.
fn below(square: u8) -> u64 {
    let (rank, file) = (u64::from(square >> 3), u64::from(square & 7));
    match rank == file {
        true => 28 + rank,
        false => rank * (15 - rank) / 2 + file - rank - 1,
    }
}

/// Squares of the triangle: those below the diagonal first.
const TRIANGLE: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

fn triangle(square: u8) -> Option<u64> {
    TRIANGLE.iter().position(|&one| one == square).map(|number| number as u64)
}

/// Where the second king stands with the first one in the triangle, both on the diagonal last.
fn kings(first: u8, second: u8) -> Option<u64> {
    let mut number = 0;
    for on_diagonal in [false, true] {
        for king in TRIANGLE {
            for other in 0..64 {
                let far = |one: u8, two: u8| one.abs_diff(two) > 1;
                let apart = far(king & 7, other & 7) || far(king >> 3, other >> 3);
                let are_both_on = above(king) == 0 && above(other) == 0;
                let is_counted = above(king) < 0 || above(other) <= 0;
                if apart && is_counted && are_both_on == on_diagonal {
                    if (king, other) == (first, second) {
                        return Some(number);
                    }
                    number += 1;
                }
            }
        }
    }
    None
}

/// How early a pawn leads: files from the edge, then ranks.
fn flap(square: u8) -> u8 {
    let file = square & 7;
    6 * file.min(7 - file) + (square >> 3) - 1
}

/// The number of the square of another pawn of that side: what comes after has smaller ones.
fn twist(square: u8) -> u64 {
    let (rank, file) = (square >> 3, square & 7);
    let from_edge = file.min(7 - file);
    u64::from(47 - u8::from(file > 3) - 12 * from_edge - 2 * (rank - 1))
}

/// How many sets so many pawns have with the leading one before a place.
fn led_before(pawns: usize, file: u8, before: u8) -> u64 {
    (6 * file..before).map(|flap| choose(twist((flap % 6 + 1) * 8 + flap / 6), pawns - 1)).sum()
}

impl Numbering {
    /// Bytes of the header about it.
    pub fn bytes(men: &Men) -> usize {
        1 + count(men) + usize::from(matches!(lead_of(men), Lead::Pawns(_, 1..)))
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    /// What the header says, in the bits from `shift` on, of the leading pawn on a file.
    pub fn read(of: &Men, head: &[u8], shift: u8, file: u8) -> Option<Self> {
        let nibble = |at: usize| head.get(at).map(|byte| byte >> shift & 15);
        let (total, lead) = (count(of), lead_of(of));
        let (first, mut groups) = match lead {
            Lead::Kings => (1, vec![2]),
            Lead::Three => (1, vec![3]),
            Lead::Pawns(own, 0) => (1, vec![own]),
            Lead::Pawns(own, other) => (2, vec![own, other]),
        };
        let mut men = [0; MOST];
        for (at, man) in men.iter_mut().enumerate().take(total) {
            *man = nibble(first + at)?;
        }
        let has = |side: u8, kind: u8| {
            let code = side << 3 | kind;
            men[..total].iter().filter(|&&man| man == code).count()
        };
        let is_as_named = (0..2).all(|side| {
            let named = of[usize::from(side)].iter().zip([5, 4, 3, 2, 1]);
            has(side, 6) == 1 && named.into_iter().all(|(&n, kind)| has(side, kind) == n.into())
        });
        let led = usize::from(matches!(lead, Lead::Pawns(..)));
        let is_ordered = led == 0 || men[..groups.iter().sum()].iter().all(|man| man & 7 == 1);
        if !is_as_named || !is_ordered {
            return None;
        }
        let mut at: usize = groups.iter().sum();
        while at < total {
            let same = men[at..total].iter().take_while(|&&man| man == men[at]).count();
            groups.push(same);
            at += same;
        }
        // The header says when it is the turn of the leading group, and of the other pawns.
        let special = if first == 2 { 2 } else { 1 };
        let turns: Vec<usize> =
            (0..special).map(|at| nibble(at).map(usize::from)).collect::<Option<_>>()?;
        let mut worth = vec![0; groups.len()];
        let mut free = 64 - groups[..special].iter().sum::<usize>() as u64;
        let (mut product, mut next) = (1_u64, special);
        for turn in 0..groups.len() {
            let group = match turns.iter().position(|&one| one == turn) {
                Some(group) => group,
                None => {
                    next += 1;
                    next - 1
                }
            };
            *worth.get_mut(group)? = product;
            let size = groups[group];
            let sets = match (group, lead) {
                (0, Lead::Kings) => 462,
                (0, Lead::Three) => 31332,
                (0, Lead::Pawns(own, _)) => led_before(own, file, 6 * file + 6),
                (1, Lead::Pawns(own, 1..)) => choose(48 - own as u64, size),
                _ => {
                    free -= size as u64;
                    choose(free + size as u64, size)
                }
            };
            product = product.checked_mul(sets)?;
        }
        if worth.contains(&0) {
            return None;
        }
        let groups = groups.into_iter().zip(worth).collect();
        Some(Numbering { men, total, lead, groups, count: product })
    }

    /// The part that a position is in; with pawns, also where the leading ones are.
    pub fn part(
        parts: &[[(Self, Packed); 2]],
        board: &Board,
        turned: bool,
    ) -> Option<(usize, Squares)> {
        let (first, _) = &parts.first()?[0];
        let mut squares = Squares::default();
        let Lead::Pawns(own, _) = first.lead else { return Some((0, squares)) };
        first.fill(board, turned, 0, &mut squares)?;
        let leading = (0..own).min_by_key(|&at| flap(squares[at]))?;
        squares.swap(0, leading);
        let file = squares[0] & 7;
        Some((usize::from(file.min(7 - file)), squares))
    }

    /// Puts the men that look like one of them from its place on; how many they are.
    fn fill(&self, board: &Board, turned: bool, at: usize, squares: &mut Squares) -> Option<usize> {
        let man = self.men[at];
        let is_white = (man >> 3 == 0) != turned;
        let color = if is_white { Color::White } else { Color::Black };
        let set = board.colored_pieces(color, KINDS[usize::from(man & 7) - 1]);
        // Without pawns the board may be turned later, but is not here.
        let flip = if turned && matches!(self.lead, Lead::Pawns(..)) { 56 } else { 0 };
        for (number, square) in set.into_iter().enumerate() {
            *squares.get_mut(at + number)? = square as u8 ^ flip;
        }
        Some(set.len() as usize)
    }

    /// The number of a position.
    pub fn place(&self, board: &Board, turned: bool, leading: Squares) -> Option<u64> {
        let mut squares = leading;
        let mut at = match self.lead {
            Lead::Pawns(own, _) => own,
            _ => 0,
        };
        while at < self.total {
            at += self.fill(board, turned, at, &mut squares)?.max(1);
        }
        let squares = &mut squares[..self.total];
        let turn = |squares: &mut [u8], how: &dyn Fn(u8) -> u8| {
            squares.iter_mut().for_each(|square| *square = how(*square));
        };
        if squares[0] & 4 != 0 {
            turn(squares, &|square| square ^ 7);
        }
        let number = match self.lead {
            Lead::Pawns(own, _) => {
                // The last ones of all squares first.
                squares[1..own].sort_by_key(|&square| std::cmp::Reverse(twist(square)));
                let leading = flap(squares[0]);
                let before = led_before(own, leading / 6, leading);
                let others = squares[1..own].iter().enumerate();
                let others = others.map(|(at, &square)| choose(twist(square), own - 1 - at));
                before + others.sum::<u64>()
            }
            lead => {
                if squares[0] & 32 != 0 {
                    turn(squares, &|square| square ^ 56);
                }
                let leading = if lead == Lead::Kings { 2 } else { 3 };
                let off = squares.iter().position(|&square| above(square) != 0);
                if off.is_some_and(|off| off < leading && above(squares[off]) > 0) {
                    turn(squares, &|square| square >> 3 | (square & 7) << 3);
                }
                match lead {
                    Lead::Kings => kings_number(squares[0], squares[1])?,
                    _ => three(squares[0], squares[1], squares[2])?,
                }
            }
        };
        let (leading, worth) = self.groups[0];
        let (mut sum, mut placed) = (number * worth, leading);
        for (group, &(size, worth)) in self.groups.iter().enumerate().skip(1) {
            // The other pawns have no first rank.
            let from = if group == 1 && matches!(self.lead, Lead::Pawns(_, 1..)) { 8 } else { 0 };
            let (before, rest) = squares.split_at_mut(placed);
            let set = &mut rest[..size];
            set.sort_unstable();
            let ranked = set.iter().enumerate().map(|(at, &square)| {
                let taken = before.iter().filter(|&&other| other < square).count() as u64;
                choose(u64::from(square).saturating_sub(taken + from), at + 1)
            });
            sum += ranked.sum::<u64>() * worth;
            placed += size;
        }
        (sum < self.count).then_some(sum)
    }
}

fn kings_number(first: u8, second: u8) -> Option<u64> {
    use std::sync::LazyLock;
    static ALL: LazyLock<Vec<Option<u16>>> = LazyLock::new(|| {
        (0..64 * 64).map(|at| kings((at >> 6) as u8, (at & 63) as u8).map(|n| n as u16)).collect()
    });
    ALL[usize::from(first) << 6 | usize::from(second)].map(u64::from)
}

/// Three men, the first of them that is not on the diagonal below it.
fn three(one: u8, two: u8, three: u8) -> Option<u64> {
    let after = |square: u8, other: u8| u64::from(square > other);
    let second = u64::from(two) - after(two, one);
    let third = u64::from(three) - after(three, one) - after(three, two);
    let diagonal = |square: u8| u64::from(square >> 3);
    let on = [6 * 63 * 62, 4 * 28 * 62, 4 * 7 * 28];
    Some(if above(one) != 0 {
        triangle(one)? * 63 * 62 + second * 62 + third
    } else if above(two) != 0 {
        on[0] + diagonal(one) * 28 * 62 + below(two) * 62 + third
    } else if above(three) != 0 {
        let second = diagonal(two) - after(two, one);
        on[0] + on[1] + diagonal(one) * 7 * 28 + second * 28 + below(three)
    } else {
        let second = diagonal(two) - after(two, one);
        let third = diagonal(three) - after(three, one) - after(three, two);
        on.iter().sum::<u64>() + diagonal(one) * 7 * 6 + second * 6 + third
    })
}
