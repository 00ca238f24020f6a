//! Twins: results that hold on some paths. Does one hold on the path at hand?
//!
//! Kishimoto and Mueller 2004, whose twins hold on the one path with their code; twins that hold
//! where their ancestors are, and their promotion, were worked out here, as were conditions.

use threefold_game::Searchable;

use super::Worker;
use crate::conditional::holds;
use crate::found::{Arrival, Found, Id};
use crate::memory::{Known, Memory};
use crate::name::Name;
use crate::options::TwinKind;
use crate::place::Place;
use crate::reliance::Reliance;
use crate::table::{Entry, Kind, Solved};

impl<G: Searchable> Worker<'_, G> {
    /// The result of a twin of the position at hand that holds on the path. One whose ancestors
    /// have all been solved since becomes a base entry.
    pub(super) fn valid_twin(&mut self, id: Id, arrival: Arrival) -> Option<Found> {
        if let Some(found) = self.valid_conditional(id, arrival) {
            return Some(found);
        }
        match self.task.twins() {
            TwinKind::ExactPath => {
                let code = self.place.code(id, arrival);
                let solved = self.memory.exact_twin(id.exact_key(code))?;
                self.account.stats.twin_hits += 1;
                Some(Found::solved(solved, id.name.hand, Reliance::Path))
            }
            TwinKind::Ancestors => {
                let mut twins = self.memory.twins(id.name);
                let found = twins.find_map(|twin| {
                    let reliance = relied_on_here(&twin, arrival, self.place, self.memory)?;
                    Some((twin.says(), id.name, reliance))
                });
                let (twin, name, reliance) = match found {
                    None if G::HANDS => self.valid_board_twin(id, arrival)?,
                    found => found?,
                };
                if reliance.is_nothing() {
                    self.account.stats.twins_promoted += 1;
                    self.store_base(name, twin, 1);
                } else {
                    self.account.stats.twin_hits += 1;
                }
                Some(Found::solved(twin, name.hand, reliance))
            }
        }
    }

    /// The same of the twins of the board: what one says, for which hand, and what it relies on
    /// here. An ancestor may stand for another that is no better, and one that is solved the same
    /// way on every path need not be there (`docs/ghi-hands.md`, lemma 3).
    fn valid_board_twin(&self, id: Id, arrival: Arrival) -> Option<(Solved, Name, Reliance)> {
        let mut twins = self.memory.board_twins(self.task, id.name);
        twins.find_map(|twin| {
            let (ancestor, proven) = (twin.board_relied_on(), twin.is_proven());
            let level = self.place.at_least_as_good(self.task, ancestor);
            let reliance = match level.filter(|_| !arrival.irreversible) {
                Some(level) => Reliance::on(level),
                None => {
                    self.memory.solved_anywhere(self.task, ancestor, proven)?;
                    Reliance::Nothing
                }
            };
            Some((twin.says(), Name { hand: twin.hand(), ..id.name }, reliance))
        })
    }

    /// Whether a position of the path, at this level, seems to have been solved since it was
    /// entered: a hint, which a look-up on the path down to its parent has to confirm.
    pub fn seems_solved(&self, id: Id, level: u32) -> bool {
        match self.memory.known(self.task, id.name, level) {
            (Known::Base(_), _) => return true,
            (_, false) => return false,
            (_, true) => {}
        }
        let path = &self.place.path;
        match self.task.twins() {
            TwinKind::ExactPath => {
                let (code, _) = path.prefix(level);
                self.memory.exact_twin(id.exact_key(code)).is_some()
            }
            TwinKind::Ancestors => {
                self.memory.twins(id.name).any(|twin| {
                    let above = |key| path.find(key).is_some_and(|other| other < level);
                    twin.kind() == Kind::Ancestors
                        && twin
                            .relied_on()
                            .all(|key| above(key) || self.memory.is_base(key, twin.is_proven()))
                }) || G::HANDS
                    && self.memory.board_twins(self.task, id.name).any(|twin| {
                        let above = self.place.at_least_as_good(self.task, twin.board_relied_on());
                        above.is_some_and(|other| other < level)
                    })
            }
        }
    }

    /// A conditional result that holds on the path at hand.
    #[inline]
    fn valid_conditional(&mut self, id: Id, arrival: Arrival) -> Option<Found> {
        let path = &self.place.path;
        let record = self.memory.conditional_results(id.name).find(|record| {
            let mirrored = record.symmetry != id.symmetry;
            (!mirrored || record.condition.is_symmetric())
                && holds::<G>(&record.condition, mirrored, arrival.irreversible, path)
        })?;
        let (place, solved, mirrored) =
            (record.place, record.solved, record.symmetry != id.symmetry);
        let number = self.conditions.push(&record.condition);
        if mirrored {
            // It is about mirrored situations, too: its interval is made to cover all of them.
            let interval = self.conditions.interval_mut(number);
            if !interval.is_empty() {
                let (all, any) = interval.split_at_mut(G::SITUATION_WORDS);
                self.task.game().widen_to_images(all, any);
            }
        }
        self.memory.touch(id.name, place);
        self.account.stats.conditional_hits += 1;
        Some(Found::solved(solved, id.name.hand, Reliance::Conditions(number)))
    }
}

/// If the twin holds on the path at hand: what it relies on there.
fn relied_on_here<G: Searchable>(
    twin: &Entry,
    arrival: Arrival,
    place: &Place<G>,
    memory: &Memory<G>,
) -> Option<Reliance> {
    match twin.kind() {
        Kind::Ancestors => {
            let mut reliance = Reliance::Nothing;
            for ancestor in twin.relied_on() {
                match place.repeats(ancestor, arrival) {
                    Some(level) => reliance.merge(&Reliance::on(level)),
                    // An ancestor that has itself been solved the same way, on every path, need not
                    // be on this one.
                    None if memory.is_base(ancestor, twin.is_proven()) => {}
                    None => return None,
                }
            }
            Some(reliance)
        }
        Kind::Prefix if !arrival.irreversible => {
            let (code, prefix) = twin.code_and_place();
            if !place.path.has_prefix(code, prefix) {
                return None;
            }
            let (min, max) = place.path.prefix_levels(prefix)?;
            Some(Reliance::Range { min, max })
        }
        _ => None,
    }
}
