//! Sets of situations for certificates under superko: one by one, and as intervals where there are
//! too many.

use std::collections::HashMap;

use threefold_game::Footprint;

use super::position::{ProblemSituation, mix};
use crate::{Colour, Interval};

/// A set of situations: one by one up to as many as on boards ([`Interval::MOST`]), and of more an
/// interval: for each colour the stones that all have and those that any has, the smallest and the
/// largest number of them. A situation between counts as contained, if its side to move is that of
/// one that was put in; ko threats are not looked at there. Too wide only means that a part of a
/// certificate is walked again, so that keys do for the situations kept one by one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProblemFootprint {
    /// Ascending; empty if there are too many.
    keys: Vec<u64>,
    many: bool,
    all: [u64; 2],
    any: [u64; 2],
    fewest: [u32; 2],
    most: [u32; 2],
    /// Bit 0 black, 1 white, 2 not compared. 0: nothing was put in.
    turns: u8,
}

/// Part of the format of certificates.
const MOST: usize = Interval::<u64>::MOST;

fn turn_bit(turn: Option<Colour>) -> u8 {
    1 << turn.map_or(2, Colour::index)
}

fn key(situation: &ProblemSituation) -> u64 {
    let [black, white] = situation.threats.map(u64::from);
    let rest = u64::from(turn_bit(situation.turn)) | black << 8 | white << 16;
    mix(situation.stones[0] ^ mix(situation.stones[1] ^ mix(rest)))
}

impl ProblemFootprint {
    fn contains(&self, situation: &ProblemSituation) -> bool {
        turn_bit(situation.turn) & self.turns != 0
            && (0..2).all(|i| {
                let stones = situation.stones[i];
                self.all[i] & !stones == 0
                    && stones & !self.any[i] == 0
                    && (self.fewest[i]..=self.most[i]).contains(&stones.count_ones())
            })
            && (self.many || self.keys.binary_search(&key(situation)).is_ok())
    }
}

impl Footprint<ProblemSituation> for ProblemFootprint {
    const KIND: &'static str = "interval";

    fn insert(&mut self, situation: &ProblemSituation) {
        let stones = situation.stones;
        let counts = stones.map(u64::count_ones);
        self.merge(&ProblemFootprint {
            keys: vec![key(situation)],
            many: false,
            all: stones,
            any: stones,
            fewest: counts,
            most: counts,
            turns: turn_bit(situation.turn),
        });
    }

    fn merge(&mut self, other: &Self) {
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
        self.many |= other.many;
        if !self.many {
            // Both are sorted: this sort is a merge.
            self.keys.extend_from_slice(&other.keys);
            self.keys.sort();
            self.keys.dedup();
            self.many = self.keys.len() > MOST;
        }
        if self.many {
            self.keys = Vec::new();
        }
    }

    fn meets(&self, on_path: &HashMap<ProblemSituation, u32>) -> bool {
        self.turns != 0 && on_path.keys().any(|situation| self.contains(situation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn situation(black: u64, white: u64, turn: Option<Colour>) -> ProblemSituation {
        ProblemSituation { stones: [black, white], turn, threats: [0, 0] }
    }

    fn path(situation: ProblemSituation) -> HashMap<ProblemSituation, u32> {
        HashMap::from([(situation, 1)])
    }

    #[test]
    fn few_situations_are_kept_one_by_one() {
        let black = Some(Colour::Black);
        let mut footprint = ProblemFootprint::default();
        assert!(!footprint.meets(&path(situation(0, 0, None))));
        footprint.insert(&situation(0b0011, 0b1000, black));
        let mut other = ProblemFootprint::default();
        other.insert(&situation(0b0001, 0b0100, black));
        footprint.merge(&other);
        assert!(footprint.meets(&path(situation(0b0011, 0b1000, black))));
        assert!(footprint.meets(&path(situation(0b0001, 0b0100, black))));
        assert!(!footprint.meets(&path(situation(0b0001, 0b1000, black))));
        assert!(!footprint.meets(&path(situation(0b0011, 0b1000, Some(Colour::White)))));
        let threat = ProblemSituation { threats: [1, 0], ..situation(0b0011, 0b1000, black) };
        assert!(!footprint.meets(&path(threat)));
    }

    #[test]
    fn of_many_what_lies_between_is_contained() {
        let mut footprint = ProblemFootprint::default();
        for n in 1..=MOST as u64 + 1 {
            footprint.insert(&situation(1 << 20 | n, 1 << 30, None));
        }
        assert!(footprint.many && footprint.keys.is_empty());
        for (stones, contained) in [
            ((1 << 20 | 5, 1 << 30), true),
            ((1 << 20 | 1020, 1 << 30), true), // not put in, but between
            ((5, 1 << 30), false),             // a stone of all is missing
            ((1 << 20 | 1 << 21, 1 << 30), false), // a stone of none is there
            ((1 << 20, 1 << 30), false),       // too few stones of black
            ((1 << 20 | 5, 0), false),
        ] {
            assert_eq!(footprint.meets(&path(situation(stones.0, stones.1, None))), contained);
        }
    }
}
