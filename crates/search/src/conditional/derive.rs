//! How the conditions of a position follow from those of its children, and where they hold.

use std::ops::Range;

use threefold_game::{RepetitionRule, Searchable};

use super::Condition;
use super::conditions::pairs;
use crate::dependency::Dependencies;
use crate::path::Path;
use crate::search::{Arrival, Id, Search};

impl<G: Searchable> Search<'_, G> {
    /// Words of a situation's bits, where they are kept.
    pub const BITS: usize = G::SITUATION_WORDS;

    /// Puts the position at hand on the path.
    #[inline]
    pub fn push(&mut self, id: Id, arrival: Arrival) {
        self.path.push(id.repetition_key, arrival.mv, arrival.irreversible);
        if self.conditional {
            let (game, rule) = (self.game, self.question.rule);
            note_situation(game, rule, &self.position, &mut self.path);
        }
    }

    /// What the position at hand, the last of the path, relies on if the claimant's move `m`
    /// decides it, which leads to a position that relies on `child`. Of the stack of conditions all
    /// that lies above the mark is taken off.
    pub fn derive_choice(
        &mut self,
        m: G::Move,
        arrival: Arrival,
        child: Dependencies,
        mark: u32,
    ) -> Dependencies {
        if child.is_none() && self.trust_base {
            self.conditions.truncate(mark);
            return Dependencies::NONE;
        }
        self.conditions.begin();
        self.gather(child);
        if !arrival.pass {
            self.create(m);
        }
        self.derived(mark)
    }

    /// What the position at hand, the last of the path, relies on if all its moves, of which the
    /// legal ones have been gathered ([`Search::gather`]), support the claimant. `banned` are the
    /// situations to which the illegal ones lead, from this place of the stack on.
    ///
    /// `others`: the opponent's legal moves in [`Search::moves`], if he has no pass and would be
    /// better off if he could not move; then a path must not ban the last of them.
    pub fn derive_all(&mut self, banned: usize, others: Range<usize>, mark: u32) -> Dependencies {
        self.conditions.need(&self.banned[banned..]);
        for i in others {
            self.create(self.moves[i]);
        }
        self.derived(mark)
    }

    /// Adds what a child relies on.
    pub fn gather(&mut self, child: Dependencies) {
        if let Some(number) = child.conditions() {
            self.conditions.add(number);
        } else if !child.is_none() {
            self.conditions.lose();
        }
    }

    /// Adds the situation behind `m` to those that are created.
    fn create(&mut self, m: G::Move) {
        let rule = self.question.rule;
        let undo = self.game.make(&mut self.position, m);
        let key = self.game.repetition_image(&self.position, rule);
        self.bits.clear();
        self.bits.resize(Self::BITS, 0);
        self.game.situation_bits(&self.position, rule, &mut self.bits);
        self.game.undo(&mut self.position, m, undo);
        self.conditions.create(key, &self.bits);
    }

    /// Puts the conditions of a result on the stack. If it is about a mirrored position
    /// ([`Condition::is_frameless`]), so that its interval is about mirrored situations, that is
    /// made to cover all of them.
    pub fn take_over(&mut self, place: u64, mirrored: bool) -> u32 {
        let record = self.conditional_store.record(place);
        let number = self.conditions.push(&record.condition);
        if mirrored && Self::BITS > 0 {
            let interval = self.conditions.interval_mut(number);
            if !interval.is_empty() {
                let (all, any) = interval.split_at_mut(Self::BITS);
                self.game.widen_to_images(all, any);
            }
        }
        number
    }

    fn derived(&mut self, mark: u32) -> Dependencies {
        let own = self.path.repetition_key(self.path.level());
        let Some(number) = self.conditions.finish(mark, own) else {
            self.stats.conditions_too_large += 1;
            return Dependencies::PATH;
        };
        if self.conditions.get(number).is_empty() {
            self.conditions.truncate(mark);
            return Dependencies::NONE;
        }
        Dependencies::on_conditions(number)
    }

    /// Whether a result of the position at hand, to which `arrival` leads from the end of the path,
    /// holds there. `mirrored`: it is one of a mirrored position, and asks nothing of the frame.
    ///
    /// The position itself is not tested against what is created: none of the claimant's moves
    /// leads back to it, since it was on the path when they were found legal. Only an interval
    /// could contain it, without cause.
    pub fn holds(&self, condition: &Condition<'_>, mirrored: bool, arrival: Arrival) -> bool {
        if arrival.irreversible {
            // Nothing that has been on the path can occur any more.
            return condition.needed.is_empty();
        }
        if !condition.needed.iter().all(|&key| self.path.find(key).is_some()) {
            return false;
        }
        let Some(created) = condition.created else {
            return !self.meets_interval(condition.interval);
        };
        // The interval settles most of the large sets at a fraction of the price.
        let by_interval = Self::BITS > 0 && created.len() > 4 && !mirrored;
        by_interval && !self.meets_interval(condition.interval)
            || !pairs(created).any(|half| self.path.contains_half(half))
    }

    /// Whether a situation of the path that can still recur lies in the interval.
    fn meets_interval(&self, interval: &[u64]) -> bool {
        let (and, or) = interval.split_at(Self::BITS);
        self.path
            .recurring_bits()
            .chunks_exact(Self::BITS)
            .any(|bits| (0..Self::BITS).all(|i| and[i] & !bits[i] | bits[i] & !or[i] == 0))
    }
}

/// Adds to the path what conditions are tested against, of the position that has just been added.
pub(crate) fn note_situation<G: Searchable>(
    game: &G,
    rule: RepetitionRule,
    position: &G::Position,
    path: &mut Path,
) {
    if game.symmetries() > 1 {
        path.push_image(game.repetition_image(position, rule));
    }
    if G::SITUATION_WORDS > 0 {
        game.situation_bits(position, rule, path.push_bits());
    }
}
