//! Sets of situations for certificates, kept as intervals.

use std::collections::HashMap;

use threefold_game::Footprint;

use crate::{Board, Colour, Points, zobrist};

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

    #[inline]
    fn key(&self) -> u64 {
        match self.turn {
            Some(Colour::White) => self.board.key() ^ zobrist::WHITE_TO_MOVE,
            _ => self.board.key(),
        }
    }
}

/// A set of situations: one by one up to [`Interval::MOST`] of them, and of more an interval: for each
/// colour the stones that all of them have, the stones that at least one of them has, and the fewest
/// and the most stones that one of them has. What lies between counts as contained, if its side to
/// move is that of a member.
///
/// Too wide only means that a position of a certificate is walked again. So the members are kept by
/// their keys: two situations with one key can make the set wider, never narrower.
///
/// On 1x11 intervals alone made a certificate of 168,000 lines, for 10,000 positions, which takes 6,000
/// lines without them. On larger boards the sets are larger, and memory is what limits them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interval<P> {
    /// The keys of the members, ascending; empty if there are too many.
    keys: Vec<u64>,
    /// There are too many.
    many: bool,
    /// Stones of black and white that all members have.
    all: [P; 2],
    /// Stones that some member has.
    any: [P; 2],
    /// The fewest stones of black and white that a member has.
    fewest: [u32; 2],
    /// The most.
    most: [u32; 2],
    /// Sides to move among the members: bit 0 black, 1 white, 2 not compared. 0: there is no member.
    turns: u8,
}

impl<P: Points> Default for Interval<P> {
    fn default() -> Self {
        Interval {
            keys: Vec::new(),
            many: false,
            all: [P::EMPTY; 2],
            any: [P::EMPTY; 2],
            fewest: [0; 2],
            most: [0; 2],
            turns: 0,
        }
    }
}

pub(crate) fn turn_bit(turn: Option<Colour>) -> u8 {
    1 << turn.map_or(2, Colour::index)
}

impl<P: Points> Interval<P> {
    /// How many situations are kept one by one. Part of the format of certificates: writer and
    /// checker have to skip the same positions.
    pub const MOST: usize = 1000;

    /// Whether the situation counts as contained.
    #[inline]
    pub fn contains(&self, situation: &Situation<P>) -> bool {
        self.has(situation.stones(), situation.turn, || situation.key())
    }

    /// Whether a situation with these stones of black and white, this side to move and this key
    /// counts as contained.
    #[inline]
    pub(crate) fn has(
        &self,
        stones: [P; 2],
        turn: Option<Colour>,
        key: impl FnOnce() -> u64,
    ) -> bool {
        self.turns & turn_bit(turn) != 0
            && (0..2).all(|i| {
                self.all[i].is_within(stones[i])
                    && stones[i].is_within(self.any[i])
                    && (self.fewest[i]..=self.most[i]).contains(&stones[i].count())
            })
            && (self.many || self.keys.binary_search(&key()).is_ok())
    }

    /// The set of one situation.
    pub(crate) fn of(stones: [P; 2], turn: Option<Colour>, key: u64) -> Self {
        let counts = stones.map(Points::count);
        Interval {
            keys: vec![key],
            many: false,
            all: stones,
            any: stones,
            fewest: counts,
            most: counts,
            turns: turn_bit(turn),
        }
    }

    /// Whether nothing was put in.
    pub(crate) fn is_empty(&self) -> bool {
        self.turns == 0
    }

    /// Whether the members are no longer kept one by one.
    #[cfg(test)]
    pub(crate) fn is_wide(&self) -> bool {
        self.many && self.keys.is_empty()
    }

    /// Adds all that the other one contains.
    pub(crate) fn unite(&mut self, other: &Self) {
        if self.is_empty() {
            self.clone_from(other);
            return;
        }
        if other.is_empty() {
            return;
        }
        for i in 0..2 {
            self.all[i] &= other.all[i];
            self.any[i] |= other.any[i];
            self.fewest[i] = self.fewest[i].min(other.fewest[i]);
            self.most[i] = self.most[i].max(other.most[i]);
        }
        self.turns |= other.turns;
        if !self.many && !other.many {
            self.add(&other.keys);
        }
        if other.many || self.keys.len() > Self::MOST {
            self.many = true;
            self.keys = Vec::new();
        }
    }

    /// Adds keys, ascending.
    fn add(&mut self, keys: &[u64]) {
        if let [key] = keys {
            if let Err(place) = self.keys.binary_search(key) {
                self.keys.insert(place, *key);
            }
            return;
        }
        let mut old = std::mem::take(&mut self.keys).into_iter().peekable();
        let mut new = keys.iter().copied().peekable();
        let mut all = Vec::with_capacity(old.len().max(new.len()));
        while let Some(next) = match (old.peek(), new.peek()) {
            (Some(a), Some(b)) => Some(*a.min(b)),
            (a, b) => a.or(b).copied(),
        } {
            old.next_if_eq(&next);
            new.next_if_eq(&next);
            all.push(next);
        }
        self.keys = all;
    }
}

impl<P: Points> Footprint<Situation<P>> for Interval<P> {
    const KIND: &'static str = "interval";

    fn insert(&mut self, situation: &Situation<P>) {
        self.unite(&Interval::of(situation.stones(), situation.turn, situation.key()));
    }

    fn merge(&mut self, other: &Self) {
        self.unite(other);
    }

    fn meets(&self, on_path: &HashMap<Situation<P>, u32>) -> bool {
        !self.is_empty() && on_path.keys().any(|situation| self.contains(situation))
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

    fn path(black: u64, white: u64, turn: Option<Colour>) -> HashMap<Situation<u64>, u32> {
        HashMap::from([(situation(black, white, turn), 1)])
    }

    #[test]
    fn some_are_kept_one_by_one() {
        let mut interval = Interval::default();
        assert!(!interval.meets(&path(0, 0, WHITE)));
        for _ in 0..2 {
            interval.insert(&situation(0b00001, 0, WHITE));
            interval.insert(&situation(0b00111, 0b10000, WHITE));
        }
        assert_eq!(interval.keys.len(), 2);
        assert!(interval.meets(&path(0b00111, 0b10000, WHITE)));
        assert!(!interval.meets(&path(0b00011, 0b10000, WHITE)), "between, and no member");
        assert!(!interval.meets(&path(0b00001, 0, Some(Colour::Black))));
        let mut other = Interval::default();
        other.merge(&interval);
        other.merge(&Interval::default());
        assert_eq!(other, interval);
    }

    /// Members: the point 0 and one, two or three of the points 1 to 9 black, and one of the points 10 to 18
    /// white. Point 19 keeps chains alive that have no other liberty.
    #[test]
    fn of_many_what_lies_between_counts() {
        let sets = (0..1u64 << 10).filter(|set| set & 1 == 1 && (2..=4).contains(&set.count()));
        let members: Vec<_> =
            sets.flat_map(|black| (10..19).map(move |i| (black, 1u64 << i))).collect();
        assert!(members.len() > Interval::<u64>::MOST);
        let mut interval = Interval::default();
        let mut parts = vec![Interval::default(); 7];
        for (i, &(black, white)) in members.iter().enumerate() {
            interval.insert(&situation(black, white, WHITE));
            parts[i % 7].insert(&situation(black, white, WHITE));
        }
        assert!(interval.many && interval.keys.is_empty());
        assert!(parts.iter().all(|part| !part.many && part.keys.is_sorted()));
        let mut all = Interval::default();
        parts.iter().for_each(|part| all.merge(part));
        assert_eq!(all, interval);
        assert!(interval.meets(&path(0b1000101, 1 << 11, WHITE)));
        assert!(!interval.meets(&path(0b1000101, 1 << 11, Some(Colour::Black))));
        assert!(!interval.meets(&path(0b1000100, 1 << 11, WHITE)), "a stone of all is missing");
        assert!(!interval.meets(&path(0b1000101, 1 << 19, WHITE)), "a stone of none is there");
        assert!(!interval.meets(&path(1, 1 << 11, WHITE)), "too few stones");
        assert!(!interval.meets(&path(0b1010111, 1 << 11, WHITE)), "too many stones");
        assert!(!interval.meets(&path(0b1000101, 0b11 << 11, WHITE)), "too many white stones");
    }
}
