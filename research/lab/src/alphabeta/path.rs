//! The positions from the start of the game to the one at hand.
//!
//! ```text
//!   level     0         1       2       3
//!           history | root -- P1 ---- P2      ply of a position = level - 1
//! ```

use threefold_game::{History, Occurrences, RepetitionRule};

use crate::Informed;
use crate::mix::{mix, path_code};

/// A position of the path.
#[derive(Clone, Copy, Debug)]
struct Ply {
    key: u64,
    /// Code of the positions of the path down to here, in order.
    code: u64,
    /// Code of its moves ([`path_code`]).
    moves_code: u64,
    /// The level from which on positions can recur here (0: those of the history too).
    segment: u32,
    /// Draft it was asked for.
    draft: u32,
}

/// An earlier occurrence of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// The level of the first occurrence on the path; 0 for the history.
    pub level: u32,
    /// How often the position has occurred before, history included.
    pub times: u32,
    /// How often from the root on.
    pub in_tree: u32,
    /// Whether the history alone makes another occurrence a repetition.
    pub decided: bool,
    /// Whether it is one, by the rule of the game or by that of the tree.
    pub repeats: bool,
}

/// The path.
#[derive(Clone, Debug)]
pub struct Path {
    plies: Vec<Ply>,
    /// Positions of the history that can recur.
    history: Occurrences<u64>,
    /// From which occurrence on a position of the game repeats, and one of the tree.
    enough: (u32, u32),
    seed: u64,
}

impl Path {
    /// The path before the root.
    pub(crate) fn new<G: Informed>(
        game: &G,
        history: &History<G>,
        rule: RepetitionRule,
        tree: u32,
    ) -> Self {
        // Under superko a board may come back after a pass, so that all of it counts.
        let positions = if rule.is_superko() { history.positions() } else { history.recurring() };
        let keys = positions.iter().map(|position| game.repetition_key(position, rule));
        let seed = keys.clone().fold(0x3C6E_F372_FE94_F82B, |seed, key| mix(seed ^ key));
        let enough = (game.occurrences(), tree);
        Path { plies: Vec::new(), history: Occurrences::count(game, rule, keys), enough, seed }
    }

    /// No history and nothing after it.
    pub(crate) fn fresh(&self) -> Self {
        let Path { enough, .. } = *self;
        Path { plies: Vec::new(), history: Occurrences::default(), enough, seed: 0 }
    }

    /// How many positions there are from the root on.
    #[inline]
    pub fn level(&self) -> u32 {
        self.plies.len() as u32
    }

    /// What the repetition rule compares of each position, the root first.
    pub(crate) fn keys(&self) -> impl Iterator<Item = u64> {
        self.plies.iter().map(|ply| ply.key)
    }

    /// The draft that the position at `level`, at least 1, was asked for.
    #[inline]
    pub(crate) fn draft(&self, level: u32) -> u32 {
        self.plies[level as usize - 1].draft
    }

    /// The key of the position at `level`, if there is one that can recur.
    pub(crate) fn recurring_key(&self, level: u32) -> Option<u64> {
        let segment = self.plies.last().map_or(0, |ply| ply.segment).max(1);
        (level >= segment).then(|| self.plies[level as usize - 1].key)
    }

    /// Whether and where a position has occurred before, if the move to it is the next one.
    pub(crate) fn met(&self, key: u64, irreversible: bool) -> Option<Met> {
        if irreversible {
            return None;
        }
        let segment = self.plies.last().map_or(0, |ply| ply.segment);
        let before = if segment == 0 { self.history.times(&key) } else { 0 };
        let decided = before > 0 && self.history.decides(&key);
        let (mut first, mut in_tree) = (None, 0);
        for level in segment.max(1)..=self.level() {
            if self.plies[level as usize - 1].key == key {
                first = first.or(Some(level));
                in_tree += 1;
            }
        }
        let times = before + in_tree;
        let (game, tree) = self.enough;
        (times > 0).then(|| Met {
            // An occurrence before the root that does not decide relies on nothing.
            level: first.filter(|_| !decided).unwrap_or(0),
            times,
            in_tree,
            decided,
            repeats: decided
                || in_tree + 1 >= tree
                || before > 0 && in_tree > 0 && times + 1 >= game,
        })
    }

    /// The code that the path will have with this position.
    #[inline]
    pub(crate) fn code_after(&self, key: u64, irreversible: bool) -> u64 {
        // Nothing before an irreversible move can recur, so that the code begins anew.
        if irreversible {
            return mix(0x6A09_E667_F3BC_C908 ^ key);
        }
        let before = self.plies.last().map_or(self.seed, |ply| ply.code);
        mix(before.rotate_left(1) ^ key)
    }

    /// The code of the moves that the path will have with this one.
    #[inline]
    pub(crate) fn moves_code_after(&self, m: u32) -> u64 {
        self.plies.last().map_or(0, |ply| path_code(ply.moves_code, m, self.level()))
    }

    /// Puts a position on the path: its repetition key, and the code of the moves to it.
    pub(crate) fn push(&mut self, (key, moves_code): (u64, u64), irreversible: bool, draft: u32) {
        let code = self.code_after(key, irreversible);
        let level = self.level() + 1;
        let segment = match self.plies.last() {
            Some(_) if irreversible => level,
            Some(parent) => parent.segment,
            None => 0,
        };
        self.plies.push(Ply { key, code, moves_code, segment, draft });
    }

    pub(crate) fn pop(&mut self) {
        self.plies.pop().expect("pop without push");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path() -> Path {
        // A game in which the third occurrence decides.
        let history = Occurrences::count(&threefold_chess::Chess, RepetitionRule::Draw, [9]);
        Path { plies: Vec::new(), history, enough: (3, 2), seed: 1 }
    }

    #[test]
    fn occurrences_are_counted_back_to_the_last_irreversible_move() {
        let mut path = path();
        path.push((5, 0), false, 0);
        path.push((6, 0), false, 0);
        path.push((5, 0), false, 0);
        let met = |level, times, in_tree, repeats| {
            Some(Met { level, times, in_tree, decided: false, repeats })
        };
        assert_eq!(path.met(5, false), met(1, 2, 2, true));
        assert_eq!(path.met(5, true), None);
        assert_eq!(path.met(9, false), met(0, 1, 0, false));
        path.push((9, 0), false, 0);
        assert_eq!(path.met(9, false), met(4, 2, 1, true));
        path.enough = (3, 3);
        assert_eq!(path.met(9, false), met(4, 2, 1, true), "the third occurrence of the game");
        assert_eq!(path.met(6, false), met(2, 1, 1, false));
        path.push((7, 0), true, 0);
        assert_eq!(path.met(5, false), None);
        assert_eq!(path.met(7, false).map(|met| met.level), Some(5));
        path.pop();
        assert_eq!(path.met(6, false).map(|met| met.level), Some(2));
    }

    #[test]
    fn codes_depend_on_order_and_begin_anew_after_an_irreversible_move() {
        let code = |keys: &[(u64, bool)]| {
            let mut path = path();
            for &(key, irreversible) in keys {
                path.push((key, 0), irreversible, 0);
            }
            path.code_after(3, false)
        };
        assert_ne!(code(&[(1, false), (2, false)]), code(&[(2, false), (1, false)]));
        assert_eq!(code(&[(1, false), (2, true)]), code(&[(4, false), (2, true)]));
    }
}
