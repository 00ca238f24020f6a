//! What is known about a position on the path at hand: the order of the look-up.
//!
//! ```text
//! the move repeats, under superko              -> illegal
//! the game is over                             -> exact
//! repetition with the path or the history      -> by the rule, noting which ancestor
//! endgame database                             -> exact
//! base entry solved                            -> exact on every path
//! twin that holds on this path                 -> exact on this path
//! another twin, of either sign                 -> simulation; success is stored
//! base entry unsolved                          -> its numbers
//! nothing                                      -> the game's estimate of a leaf
//! ```
//! The first four are [`by_rules`](crate::rules::by_rules).

use threefold_game::Searchable;

use super::Worker;
use crate::found::{Arrival, Found, Id};
use crate::memory::Known;
use crate::rules::{self, ByRules};

/// What the table says of a position that is not at hand.
pub(crate) enum Without {
    Found(Found),
    /// There is no entry: the game is to be asked.
    Nothing,
    /// There are twins, which may have to be simulated.
    Unclear,
}

impl<G: Searchable> Worker<'_, G> {
    /// Looks the position at hand up, which the path (to its parent) reaches by `arrival`.
    ///
    /// # Panics
    /// If the move is illegal, under superko.
    #[inline]
    pub fn look_up(&mut self, arrival: Arrival) -> Found {
        self.account.stats.lookups += 1;
        let id = self.id(arrival);
        match self.by_rules(id, arrival) {
            ByRules::Illegal => unreachable!("it was legal when the position was expanded"),
            ByRules::Over(found) => found,
            ByRules::Open => self.beyond_rules(id, arrival),
        }
    }

    /// What table and game say of the position at hand, of which the rules say nothing.
    #[inline]
    pub fn beyond_rules(&mut self, id: Id, arrival: Arrival) -> Found {
        if self.memory.is_collision(self.task.game(), id, &self.place.position) {
            self.account.stats.collisions += 1;
        }
        let (known, twins) = self.memory.known(self.task, id.name, self.place.path.level());
        if twins && let Some(found) = self.by_twins(id, arrival) {
            return found;
        }
        if let Some(found) = self.counted(known) {
            return found;
        }
        self.new_leaf_here(id)
    }

    /// The same as far as it can be said without having the position at hand.
    #[inline]
    pub fn without_position(&mut self, id: Id) -> Without {
        if self.memory.detects_collisions() {
            return Without::Unclear;
        }
        match self.memory.known(self.task, id.name, self.place.path.level()) {
            (_, true) => Without::Unclear,
            (known, false) => self.counted(known).map_or(Without::Nothing, Without::Found),
        }
    }

    /// What the game says of the position at hand.
    #[inline]
    pub fn leaf(&mut self) -> Found {
        rules::leaf(self.task, &mut self.place.position, &mut self.account.stats)
    }

    /// What holds of a position on every path, if it is solved.
    pub fn base(&mut self, id: Id) -> Option<Found> {
        match self.memory.known(self.task, id.name, self.place.path.level()) {
            (Known::Base(found), _) => Some(found),
            _ => None,
        }
    }

    /// What the game says of the position at hand, of which the table has no entry: it is stored.
    #[inline]
    pub fn new_leaf_here(&mut self, id: Id) -> Found {
        let found = self.leaf();
        self.memory.store_leaf(id.name, &found);
        found
    }

    /// What the game says of a position of which the table has no entry: it is stored.
    #[inline]
    pub fn new_leaf(&mut self, id: Id, position: &mut G::Position) -> Found {
        let found = rules::leaf(self.task, position, &mut self.account.stats);
        self.memory.store_leaf(id.name, &found);
        found
    }

    /// The same of the position behind a move of the one at hand, if the game need not play it.
    #[inline]
    pub fn new_leaf_after(&mut self, id: Id, m: G::Move) -> Option<Found> {
        let stats = &mut self.account.stats;
        let found = rules::leaf_after(self.task, &self.place.position, m, stats)?;
        self.memory.store_leaf(id.name, &found);
        Some(found)
    }

    /// The same where the game may be over.
    #[inline]
    pub fn new_end_or_leaf(&mut self, id: Id, position: &mut G::Position) -> Found {
        match rules::end(self.task, position, &mut self.account.stats) {
            Some(found) => {
                self.memory.store_leaf(id.name, &found);
                found
            }
            None => self.new_leaf(id, position),
        }
    }

    /// The result at hand if the game is over.
    #[inline]
    pub fn end(&mut self) -> Option<Found> {
        rules::end(self.task, &self.place.position, &mut self.account.stats)
    }

    /// Begins to fetch what will be looked at.
    #[inline]
    pub fn prefetch(&self, id: Id) {
        self.memory.prefetch(id.name);
    }

    /// What twins say, those that hold on the path first.
    #[inline(never)]
    fn by_twins(&mut self, id: Id, arrival: Arrival) -> Option<Found> {
        self.valid_twin(id, arrival).or_else(|| self.simulate(id, arrival))
    }

    /// Counts the kind of answer.
    #[inline]
    fn counted(&mut self, known: Known) -> Option<Found> {
        let stats = &mut self.account.stats;
        match known {
            Known::Base(found) => {
                stats.base_hits += 1;
                Some(found)
            }
            Known::Bounds(found) => {
                stats.bound_hits += 1;
                Some(found)
            }
            Known::Leaf(found) => {
                stats.leaf_hits += 1;
                Some(found)
            }
            Known::Nothing => None,
        }
    }
}
