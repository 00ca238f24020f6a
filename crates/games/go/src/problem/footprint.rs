//! What large sets of situations are kept as in certificates under superko.

use threefold_game::Footprint;

use super::position::ProblemSituation;
use crate::{Interval, Points};

/// An interval as for boards ([`Interval`]), over the cells of the region. Ko threats are not
/// looked at: situations that differ in nothing else count as contained together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProblemFootprint<S: Points = u64>(Interval<S>);

impl<S: Points> Footprint<ProblemSituation<S>> for ProblemFootprint<S> {
    const KIND: &'static str = "interval";
    const MOST: usize = Interval::<S>::MOST;

    fn insert(&mut self, situation: &ProblemSituation<S>) {
        self.0.unite(&Interval::of(situation.stones, situation.turn));
    }

    fn merge(&mut self, other: &Self) {
        self.0.unite(&other.0);
    }

    fn contains(&self, situation: &ProblemSituation<S>) -> bool {
        self.0.has(situation.stones, situation.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Colour;

    fn situation(black: u64, white: u64, turn: Option<Colour>) -> ProblemSituation {
        ProblemSituation { stones: [black, white], turn, threats: [0, 0] }
    }

    #[test]
    fn what_lies_between_is_contained_whatever_the_threats() {
        let mut footprint = ProblemFootprint::<u64>::default();
        assert!(!footprint.contains(&situation(0, 0, None)));
        for n in 1..=1001 {
            footprint.insert(&situation(1 << 20 | n, 1 << 30, None));
        }
        for (stones, contained) in [
            ((1 << 20 | 5, 1 << 30), true),
            ((1 << 20 | 1020, 1 << 30), true), // not put in, but between
            ((5, 1 << 30), false),             // a stone of all is missing
            ((1 << 20 | 1 << 21, 1 << 30), false), // a stone of none is there
            ((1 << 20, 1 << 30), false),       // too few stones of black
            ((1 << 20 | 5, 0), false),
        ] {
            let situation = situation(stones.0, stones.1, None);
            assert_eq!(footprint.contains(&situation), contained);
            let threat = ProblemSituation { threats: [1, 0], ..situation };
            assert_eq!(footprint.contains(&threat), contained);
            let black = ProblemSituation { turn: Some(Colour::Black), ..situation };
            assert!(!footprint.contains(&black));
        }
    }
}
