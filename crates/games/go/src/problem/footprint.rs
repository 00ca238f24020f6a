//! Sets of situations as intervals: for certificates under superko.

use std::collections::HashMap;

use threefold_game::Footprint;

use super::position::ProblemSituation;
use crate::Colour;

/// Of the situations put in, for each colour the stones that all have and those that any has, the
/// smallest and the largest number of them, and the sides to move: a situation between counts as
/// contained, if its side to move is that of one that was put in. Ko threats are not looked at. Too wide only means that a part of a certificate is walked again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProblemFootprint {
    all: [u64; 2],
    any: [u64; 2],
    fewest: [u32; 2],
    most: [u32; 2],
    /// Bit 0 black, 1 white, 2 not compared. 0: nothing was put in.
    turns: u8,
}

fn turn_bit(turn: Option<Colour>) -> u8 {
    1 << turn.map_or(2, Colour::index)
}

impl Footprint<ProblemSituation> for ProblemFootprint {
    const KIND: &'static str = "interval";

    fn insert(&mut self, situation: &ProblemSituation) {
        let stones = situation.stones;
        let counts = stones.map(u64::count_ones);
        self.merge(&ProblemFootprint {
            all: stones,
            any: stones,
            fewest: counts,
            most: counts,
            turns: turn_bit(situation.turn),
        });
    }

    fn merge(&mut self, other: &Self) {
        if self.turns == 0 {
            *self = other.clone();
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

    fn meets(&self, on_path: &HashMap<ProblemSituation, u32>) -> bool {
        let is_between = |stones: [u64; 2]| {
            (0..2).all(|i| {
                self.all[i] & !stones[i] == 0
                    && stones[i] & !self.any[i] == 0
                    && (self.fewest[i]..=self.most[i]).contains(&stones[i].count_ones())
            })
        };
        self.turns != 0
            && on_path.keys().any(|situation| {
                turn_bit(situation.turn) & self.turns != 0 && is_between(situation.stones)
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
            ((0b0001, 0b1000), true),
            ((0b0001, 0b1100), false), // too many stones of white
            ((0b0001, 0b0000), false), // too few stones of white
            ((0b0010, 0b1000), false),
            ((0b0111, 0b1000), false),
        ] {
            assert_eq!(footprint.meets(&path(situation(stones.0, stones.1, black))), contained);
            let white = situation(stones.0, stones.1, Some(Colour::White));
            assert!(!footprint.meets(&path(white)));
        }
    }
}
