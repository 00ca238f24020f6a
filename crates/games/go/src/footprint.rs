//! Sets of situations for certificates, kept as intervals.

use std::collections::HashMap;

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

/// A set of situations kept as an interval: for each colour the stones that all of them have, the
/// stones that at least one of them has, and the fewest and the most stones that one of them has.
/// What lies between counts as contained, if its side to move is that of a member.
///
/// Too wide only means that a position of a certificate is walked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interval<P> {
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
        Interval { all: [P::EMPTY; 2], any: [P::EMPTY; 2], fewest: [0; 2], most: [0; 2], turns: 0 }
    }
}

fn turn_bit(turn: Option<Colour>) -> u8 {
    1 << turn.map_or(2, Colour::index)
}

impl<P: Points> Interval<P> {
    /// Whether the situation lies in the interval.
    #[inline]
    pub fn contains(&self, situation: &Situation<P>) -> bool {
        self.turns & turn_bit(situation.turn) != 0
            && Colour::ALL.into_iter().all(|colour| {
                let stones = situation.board.stones(colour);
                let i = colour.index();
                self.all[i].is_within(stones)
                    && stones.is_within(self.any[i])
                    && (self.fewest[i]..=self.most[i]).contains(&stones.count())
            })
    }
}

impl<P: Points> Footprint<Situation<P>> for Interval<P> {
    const KIND: &'static str = "interval";

    fn insert(&mut self, situation: &Situation<P>) {
        let stones = Colour::ALL.map(|colour| situation.board.stones(colour));
        let counts = stones.map(Points::count);
        self.merge(&Interval {
            all: stones,
            any: stones,
            fewest: counts,
            most: counts,
            turns: turn_bit(situation.turn),
        });
    }

    fn merge(&mut self, other: &Self) {
        if self.turns == 0 {
            *self = *other;
        } else if other.turns != 0 {
            for i in 0..2 {
                self.all[i] &= other.all[i];
                self.any[i] |= other.any[i];
                self.fewest[i] = self.fewest[i].min(other.fewest[i]);
                self.most[i] = self.most[i].max(other.most[i]);
            }
            self.turns |= other.turns;
        }
    }

    fn meets(&self, on_path: &HashMap<Situation<P>, u32>) -> bool {
        self.turns != 0 && on_path.keys().any(|situation| self.contains(situation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_between_counts() {
        let geometry = crate::Geometry::<u64>::new("1x5".parse().unwrap()).unwrap();
        let situation = |black, white, turn| Situation {
            board: Board::new(&geometry, black, white).unwrap(),
            turn,
        };
        let mut interval = Interval::default();
        let white = Some(Colour::White);
        let path = |situation| HashMap::from([(situation, 1)]);
        assert!(!interval.meets(&path(situation(0, 0, white))));
        interval.insert(&situation(0b00001, 0, white));
        interval.insert(&situation(0b00111, 0b10000, white));
        assert!(interval.meets(&path(situation(0b00011, 0b10000, white))));
        assert!(interval.meets(&path(situation(0b00101, 0, white))));
        assert!(interval.meets(&path(situation(0b00001, 0b10000, white))));
        assert!(!interval.meets(&path(situation(0b00101, 0, Some(Colour::Black)))));
        assert!(!interval.meets(&path(situation(0b00100, 0, white))), "a stone of all is missing");
        assert!(!interval.meets(&path(situation(0b01001, 0, white))), "a stone of none is there");
        let mut counts = Interval::default();
        counts.insert(&situation(0b00011, 0, white));
        counts.insert(&situation(0b01100, 0, white));
        assert!(counts.meets(&path(situation(0b00101, 0, white))));
        assert!(!counts.meets(&path(situation(0b00111, 0, white))), "too many stones");
        assert!(!counts.meets(&path(situation(0b00001, 0, white))), "too few");
        let mut other = Interval::default();
        other.merge(&interval);
        other.merge(&Interval::default());
        assert_eq!(other, interval);
    }
}
