//! Sets of situations for certificates under superko: one by one, and as intervals where there are
//! too many.

use std::collections::HashMap;

use threefold_game::Footprint;

use super::position::{ProblemSituation, mix};
use crate::Interval;
use crate::footprint::turn_bit;

/// A set of situations: that of boards ([`Interval`]) over the cells of the region. Ko threats belong
/// to what is kept one by one, and are not looked at in an interval.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProblemFootprint(Interval<u64>);

fn key(situation: &ProblemSituation) -> u64 {
    let [black, white] = situation.threats.map(u64::from);
    let rest = u64::from(turn_bit(situation.turn)) | black << 8 | white << 16;
    mix(situation.stones[0] ^ mix(situation.stones[1] ^ mix(rest)))
}

impl ProblemFootprint {
    fn contains(&self, situation: &ProblemSituation) -> bool {
        self.0.has(situation.stones, situation.turn, || key(situation))
    }
}

impl Footprint<ProblemSituation> for ProblemFootprint {
    const KIND: &'static str = "interval";

    fn insert(&mut self, situation: &ProblemSituation) {
        self.0.unite(&Interval::of(situation.stones, situation.turn, key(situation)));
    }

    fn merge(&mut self, other: &Self) {
        self.0.unite(&other.0);
    }

    fn meets(&self, on_path: &HashMap<ProblemSituation, u32>) -> bool {
        !self.0.is_empty() && on_path.keys().any(|situation| self.contains(situation))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Colour;

    const MOST: usize = Interval::<u64>::MOST;

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
        assert!(footprint.0.is_wide());
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
