//! Sets of situations as intervals: for certificates under superko.

use std::collections::HashMap;

use threefold_game::Footprint;

use super::position::ProblemSituation;
use crate::Colour;

/// For each side to move, the stones that all situations put in have in common, and the stones
/// that any of them has: a situation between the two counts as contained. Ko threats are not
/// looked at. Too wide only means that a part of a certificate is walked again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProblemFootprint([Option<Interval>; 2]);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Interval {
    all: [u64; 2],
    any: [u64; 2],
}

impl Interval {
    fn merge(self, other: Interval) -> Interval {
        Interval {
            all: [self.all[0] & other.all[0], self.all[1] & other.all[1]],
            any: [self.any[0] | other.any[0], self.any[1] | other.any[1]],
        }
    }

    fn contains(&self, stones: [u64; 2]) -> bool {
        (0..2).all(|i| self.all[i] & !stones[i] == 0 && stones[i] & !self.any[i] == 0)
    }
}

/// Under positional superko, where the side does not matter, there is one interval.
fn place(situation: &ProblemSituation) -> usize {
    situation.turn.map_or(0, Colour::index)
}

impl ProblemFootprint {
    fn add(&mut self, place: usize, interval: Interval) {
        let slot = &mut self.0[place];
        *slot = Some(slot.map_or(interval, |old| old.merge(interval)));
    }
}

impl Footprint<ProblemSituation> for ProblemFootprint {
    const KIND: &'static str = "interval";

    fn insert(&mut self, situation: &ProblemSituation) {
        let interval = Interval { all: situation.stones, any: situation.stones };
        self.add(place(situation), interval);
    }

    fn merge(&mut self, other: &Self) {
        for (place, interval) in other.0.iter().enumerate() {
            if let Some(interval) = interval {
                self.add(place, *interval);
            }
        }
    }

    fn meets(&self, on_path: &HashMap<ProblemSituation, u32>) -> bool {
        *self != ProblemFootprint::default()
            && on_path.keys().any(|situation| {
                self.0[place(situation)].is_some_and(|interval| interval.contains(situation.stones))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn situation(black: u64, white: u64, turn: Option<Colour>) -> ProblemSituation {
        ProblemSituation { stones: [black, white], turn, threats: [0, 0] }
    }

    #[test]
    fn what_lies_between_is_contained() {
        let mut footprint = ProblemFootprint::default();
        let path = |s: ProblemSituation| HashMap::from([(s, 1)]);
        assert!(!footprint.meets(&path(situation(0, 0, None))));
        let black = Some(Colour::Black);
        footprint.insert(&situation(0b0011, 0b1000, black));
        let mut other = ProblemFootprint::default();
        other.insert(&situation(0b0001, 0b0100, black));
        footprint.merge(&other);
        for (stones, contained) in [
            ((0b0011, 0b1000), true),
            ((0b0001, 0b1100), true),
            ((0b0001, 0b0000), true),
            ((0b0010, 0b1000), false),
            ((0b0111, 0b1000), false),
        ] {
            assert_eq!(footprint.meets(&path(situation(stones.0, stones.1, black))), contained);
            let white = situation(stones.0, stones.1, Some(Colour::White));
            assert!(!footprint.meets(&path(white)));
        }
    }
}
