//! Sets of situations for certificates, kept as intervals.

use threefold_game::Footprint;

use crate::{Board, Colour, Points};

/// What a superko rule compares: the stones, and under situational superko whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Situation<P: Points> {
    /// The stones.
    pub board: Board<P>,
    /// The side to move; `None` under positional superko.
    pub turn: Option<Colour>,
}

impl<P: Points> Situation<P> {
    /// Of black and of white.
    #[inline]
    fn stones(&self) -> [P; 2] {
        Colour::ALL.map(|colour| self.board.stones(colour))
    }
}

/// What a large set of situations is kept as: an interval, for each colour the stones that all of
/// them have, the stones that at least one of them has, and the fewest and the most stones that one
/// of them has. What lies between counts as contained, if its side to move is that of a member.
///
/// On 1x11 intervals for all sets made a certificate of 168,000 lines, for 10,000 positions, which
/// takes 6,000 lines if sets of up to 1000 situations are kept one by one. On larger boards the
/// sets are larger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval<P> {
    /// Stones of black and white that all members have.
    all: [P; 2],
    /// Stones that some member has.
    any: [P; 2],
    /// The fewest stones of black and white that a member has.
    fewest: [u32; 2],
    /// The most.
    most: [u32; 2],
    /// Sides to move among the members: bit 0 black, 1 white, 2 not compared. 0: there is no
    /// member.
    turns: u8,
}

impl<P: Points> Default for Interval<P> {
    fn default() -> Self {
        Interval { all: [P::EMPTY; 2], any: [P::EMPTY; 2], fewest: [0; 2], most: [0; 2], turns: 0 }
    }
}

fn turn_bit(turn: Option<Colour>) -> u8 {
    1 << turn.map_or(2, Colour::index)
}

impl<P: Points> Interval<P> {
    /// How many situations are kept one by one. Part of the format of certificates: writer and
    /// checker have to skip the same positions.
    pub const MOST: usize = 1000;

    /// Whether a situation with these stones of black and white and this side to move counts as
    /// contained.
    #[inline]
    pub(crate) fn has(&self, stones: [P; 2], turn: Option<Colour>) -> bool {
        self.turns & turn_bit(turn) != 0
            && (0..2).all(|i| {
                self.all[i].is_within(stones[i])
                    && stones[i].is_within(self.any[i])
                    && (self.fewest[i]..=self.most[i]).contains(&stones[i].count())
            })
    }

    /// The set of one situation.
    pub(crate) fn of(stones: [P; 2], turn: Option<Colour>) -> Self {
        let counts = stones.map(Points::count);
        Interval { all: stones, any: stones, fewest: counts, most: counts, turns: turn_bit(turn) }
    }

    /// Adds all that the other one contains.
    pub(crate) fn unite(&mut self, other: &Self) {
        if self.turns == 0 {
            self.clone_from(other);
            return;
        }
        if other.turns == 0 {
            return;
        }
        for i in 0..2 {
            self.all[i] &= other.all[i];
            self.any[i] |= other.any[i];
            self.fewest[i] = self.fewest[i].min(other.fewest[i]);
            self.most[i] = self.most[i].max(other.most[i]);
        }
        self.turns |= other.turns;
    }
}

impl<P: Points> Footprint<Situation<P>> for Interval<P> {
    const KIND: &'static str = "interval";
    const MOST: usize = Interval::<P>::MOST;

    fn insert(&mut self, situation: &Situation<P>) {
        self.unite(&Interval::of(situation.stones(), situation.turn));
    }

    fn merge(&mut self, other: &Self) {
        self.unite(other);
    }

    fn contains(&self, situation: &Situation<P>) -> bool {
        self.has(situation.stones(), situation.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Geometry;

    const WHITE: Option<Colour> = Some(Colour::White);

    fn situation(black: u64, white: u64, turn: Option<Colour>) -> Situation<u64> {
        let geometry = Geometry::new("4x5".parse().unwrap()).unwrap();
        Situation { board: Board::new(&geometry, black, white).unwrap(), turn }
    }

    /// Members: the point 0 and one, two or three of the points 1 to 9 black, and one of the points
    /// 10 to 18 white. Point 19 keeps chains alive that have no other liberty.
    #[test]
    fn what_lies_between_counts() {
        let sets = (0..1u64 << 10).filter(|set| set & 1 == 1 && (2..=4).contains(&set.count()));
        let members: Vec<_> =
            sets.flat_map(|black| (10..19).map(move |i| (black, 1u64 << i))).collect();
        let mut interval = Interval::default();
        assert!(!interval.contains(&situation(0, 0, WHITE)));
        let mut parts = vec![Interval::default(); 7];
        for (i, &(black, white)) in members.iter().enumerate() {
            interval.insert(&situation(black, white, WHITE));
            parts[i % 7].insert(&situation(black, white, WHITE));
        }
        let mut all = Interval::default();
        parts.iter().for_each(|part| all.merge(part));
        assert_eq!(all, interval, "whatever the order");
        for &(black, white) in &members {
            assert!(interval.contains(&situation(black, white, WHITE)));
        }
        let has = |black, white, turn| interval.contains(&situation(black, white, turn));
        assert!(has(0b1000101, 1 << 11, WHITE));
        assert!(!has(0b1000101, 1 << 11, Some(Colour::Black)));
        assert!(!has(0b1000100, 1 << 11, WHITE), "a stone of all is missing");
        assert!(!has(0b1000101, 1 << 19, WHITE), "a stone of none is there");
        assert!(!has(1, 1 << 11, WHITE), "too few stones");
        assert!(!has(0b1010111, 1 << 11, WHITE), "too many stones");
        assert!(!has(0b1000101, 0b11 << 11, WHITE), "too many white stones");
    }
}
