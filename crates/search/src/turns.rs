//! Turns: a search that takes long goes by factors of moves, without them, and with other sums.
//!
//! Factors (`factor.rs`) bring most searches to their end sooner, and lead some astray: when the
//! move that decides looks unlikely, it comes late at every position where it is the one. No number
//! tells which case it is. So a search that is not over after `FIRST_TURN` nodes gives half as many
//! to each of two others, and goes on by turns that double:
//!
//! ```text
//!   with factors, numbers add up as the options say     FIRST          2 FIRST           ...
//!   without, numbers add up as the options say               FIRST/2           FIRST
//!   without, numbers do not add up (weak)                    FIRST/2           FIRST
//! ```
//! What is solved in one turn helps all that follow. Numbers are forgotten: they say how far the
//! manner of that turn is from its end, and no other finds its way by them. Seven searches about
//! problems of Go that took more than 900,000 nodes: two ended in a turn with factors, three in one
//! without, two in a weak one.

use crate::combine::Combining;
use crate::limits::{Halt, Reason};
#[cfg(test)]
use crate::options::FIRST_TURN as FIRST;
use crate::options::Options;

/// A turn without factors has this share of the nodes of one with them.
const SHARE: u64 = 2;

/// In what manner a search chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Manner {
    /// How numbers add up.
    pub combining: Combining,
    /// Whether unlikely moves count for more than their numbers.
    pub has_factors: bool,
}

impl Manner {
    /// Numbers that cannot grow by being added up in circles, each as it is.
    pub const WEAK: Manner = Manner { combining: Combining::WEAK, has_factors: false };

    /// That of the options. Weak numbers, which a search falls back on when its own have
    /// saturated, are without factors: with them it has led nowhere.
    pub fn new(options: &Options, game_has_factors: bool) -> Self {
        let combining = Combining::new(options);
        let may_have = game_has_factors && combining != Combining::WEAK;
        Manner { combining, has_factors: may_have && options.move_factors }
    }
}

/// A part of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub manner: Manner,
    /// After so many nodes it is over.
    pub nodes: u64,
}

/// The turns of one search, without end.
#[derive(Clone, Debug)]
pub(crate) struct Turns {
    first: Manner,
    /// Nodes of the next turn in that manner.
    nodes: u64,
    /// As many at least: for the first turn only.
    at_least: u64,
    /// How many of the three turns of the round there have been.
    of_round: usize,
}

impl Turns {
    /// Of a search in this manner, for which so many nodes were searched before and not forgotten:
    /// the first turn is as long at least, so that a search that a limit has ended goes on where it
    /// was.
    pub fn new(first: Manner, options: &Options, nodes_before: u64) -> Self {
        Turns { first, nodes: options.first_turn.max(1), at_least: nodes_before, of_round: 0 }
    }

    /// The next one.
    pub fn next(&mut self) -> Turn {
        let Turns { first, nodes, of_round, .. } = *self;
        let manners = [first, Manner { has_factors: false, ..first }, Manner::WEAK];
        self.of_round = (of_round + 1) % manners.len();
        if self.of_round == 0 {
            self.nodes = nodes.saturating_mul(2);
        }
        let nodes = match of_round {
            // Nothing interrupts a search that has nothing to do without.
            0 if !first.has_factors => u64::MAX,
            0 => nodes.max(std::mem::take(&mut self.at_least)),
            _ => nodes / SHARE,
        };
        Turn { manner: manners[of_round], nodes }
    }

    /// Whether a search that has come to this in a turn is over, and not only the turn.
    pub fn end_with(&self, turn: Turn, halt: Option<Halt>) -> bool {
        match halt {
            Some(Halt::Pause) => false,
            // What leads nowhere in another manner may lead somewhere in this one.
            Some(Halt::TurnedBack | Halt::Limit(Reason::Saturated | Reason::Depth)) => {
                turn.manner == self.first
            }
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_search(options: &Options, game_has_factors: bool, before: u64) -> Turns {
        Turns::new(Manner::new(options, game_has_factors), options, before)
    }

    fn with_factors() -> Options {
        Options { move_factors: true, ..Options::default() }
    }

    #[test]
    fn each_turn_with_factors_is_as_long_as_the_two_without_that_follow_and_half_the_next() {
        let mut turns = of_search(&with_factors(), true, 0);
        for nodes in [FIRST, 2 * FIRST, 4 * FIRST] {
            let [first, second, third] = [(); 3].map(|()| turns.next());
            assert!(first.manner.has_factors && first.nodes == nodes);
            assert_eq!(second.manner, Manner { has_factors: false, ..first.manner });
            assert_eq!(third.manner, Manner::WEAK);
            assert_eq!([second, third].map(|turn| turn.nodes), [nodes / 2; 2]);
        }
    }

    #[test]
    fn what_goes_on_is_not_interrupted_before_it_is_where_it_was() {
        let mut turns = of_search(&with_factors(), true, 10 * FIRST);
        let nodes = [(); 4].map(|()| turns.next().nodes);
        assert_eq!(nodes, [10 * FIRST, FIRST / 2, FIRST / 2, 2 * FIRST]);
    }

    #[test]
    fn a_search_without_factors_has_one_turn() {
        let weak = crate::Combine::Weak;
        let weak = Options { pn_combine: weak, dn_combine: weak, ..with_factors() };
        for (options, game_has_factors) in
            [(Options::default(), true), (with_factors(), false), (weak, true)]
        {
            let mut turns = of_search(&options, game_has_factors, 0);
            let turn = turns.next();
            assert_eq!((turn.manner, turn.nodes), (turns.first, u64::MAX));
            assert!(turns.end_with(turn, Some(Halt::Limit(Reason::Saturated))));
        }
    }

    #[test]
    fn a_turn_that_leads_nowhere_ends_the_search_only_if_it_is_the_first() {
        let mut turns = of_search(&with_factors(), true, 0);
        let (first, second) = (turns.next(), turns.next());
        let nowhere =
            [Halt::Limit(Reason::Saturated), Halt::Limit(Reason::Depth), Halt::TurnedBack];
        for halt in nowhere.map(Some) {
            assert!(turns.end_with(first, halt) && !turns.end_with(second, halt));
        }
        assert!(!turns.end_with(first, Some(Halt::Pause)));
        for reason in [Reason::Nodes, Reason::Time, Reason::Memory] {
            assert!(turns.end_with(second, Some(Halt::Limit(reason))));
        }
        assert!(turns.end_with(second, None));
    }
}
