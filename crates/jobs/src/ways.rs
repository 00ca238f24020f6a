//! Superko: the situations on the way to a position.
//!
//! What a position is worth depends on the set of situations that are on the path, and on nothing
//! else of it. So the leader's graph has a node for each position *and* set. No move but a pass
//! leads to a situation that is on the path, and passes never go round: this graph has no circles,
//! and both winning and holding are least fixpoints on it.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use threefold_game::{Game, History, RepetitionRule};

/// The situations on the way to a position and its own, but those before the question's root, which
/// are on all ways: their numbers, ascending. `None` where the way to a position does not matter.
pub(crate) type Way = Option<Arc<[u32]>>;

/// Situations, by number.
pub(crate) struct Ways<G: Game> {
    rule: RepetitionRule,
    numbers: HashMap<G::Situation, u32>,
    list: Vec<G::Situation>,
    /// So many are before the root.
    before: usize,
}

impl<G: Game> Ways<G> {
    /// Of a question about the root of a game that was played.
    pub fn new(game: &G, rule: RepetitionRule, history: &History<G>) -> Self {
        let mut ways = Ways { rule, numbers: HashMap::new(), list: Vec::new(), before: 0 };
        for position in history.positions() {
            ways.number(game.situation(position, rule));
        }
        ways.before = ways.list.len();
        ways
    }

    fn number(&mut self, situation: G::Situation) -> u32 {
        let next = u32::try_from(self.list.len()).expect("fewer than 2^32 fit in memory");
        let number = *self.numbers.entry(situation.clone()).or_insert(next);
        if number == next {
            self.list.push(situation);
        }
        number
    }

    fn is_on(&self, way: &[u32], number: u32) -> bool {
        (number as usize) < self.before || way.binary_search(&number).is_ok()
    }

    /// Whether a position's situation is on a way.
    pub fn has(&self, game: &G, way: &[u32], position: &G::Position) -> bool {
        let number = self.numbers.get(&game.situation(position, self.rule));
        number.is_some_and(|&number| self.is_on(way, number))
    }

    /// The way that goes on to a position.
    pub fn to(&mut self, game: &G, way: &Arc<[u32]>, position: &G::Position) -> Arc<[u32]> {
        let number = self.number(game.situation(position, self.rule));
        if self.is_on(way, number) {
            return Arc::clone(way);
        }
        let place = way.partition_point(|&one| one < number);
        [&way[..place], &[number], &way[place..]].concat().into()
    }

    /// All situations of a way, and those before the root.
    pub fn path(&self, way: &[u32]) -> HashSet<G::Situation> {
        let situations = way.iter().map(|&number| &self.list[number as usize]);
        situations.chain(&self.list[..self.before]).cloned().collect()
    }

    /// The way that consists of these positions, behind those before the root, if it may be one to
    /// a node.
    pub fn of<'p>(
        &self,
        game: &G,
        positions: impl Iterator<Item = &'p G::Position>,
    ) -> Option<Arc<[u32]>>
    where
        G::Position: 'p,
    {
        let number = |position| self.numbers.get(&game.situation(position, self.rule)).copied();
        let mut way: Vec<u32> = positions.map(number).collect::<Option<_>>()?;
        way.retain(|&number| number as usize >= self.before);
        way.sort_unstable();
        way.dedup();
        Some(way.into())
    }

    /// The situation of a position.
    pub fn situation(&self, game: &G, position: &G::Position) -> G::Situation {
        game.situation(position, self.rule)
    }
}
