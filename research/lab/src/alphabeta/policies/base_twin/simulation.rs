//! Simulation (Kawano 1996): an answer that was found on another path is replayed on this one.
//!
//! Where it is the turn of the player whom the answer favours, its stored move is replayed; else
//! all legal moves are. A line ends, in this order, where
//!
//! ```text
//! the move repeats, under superko   -> it is illegal here
//! the game is over, database        \
//! the position has occurred before   > the score is on the side of the answer, or the replay fails
//! the table says so on this path    /
//! horizon                          /
//! an answer of another path         -> is replayed
//! otherwise                            -> the replay fails
//! ```
//! It never orders moves and never searches. Each position that it gets through is stored: in the
//! twin for this path or, if nothing of the path was needed, in the base entry.

use threefold_search::Reason;

use super::{Answer, Failed, Place, Rests};
use crate::Informed;
use crate::alphabeta::evaluate::Evaluate;
use crate::alphabeta::options::{COMPLETE, DraftRule};
use crate::alphabeta::policy::{Policy, Repetition};
use crate::alphabeta::score::Score;
use crate::alphabeta::search::Core;

/// What a table knows of a claim.
pub(super) enum Recall {
    /// It is so on the path at hand.
    Holds(Rests),
    /// It is not so.
    Refuted,
    /// It was so on another path.
    Elsewhere(Answer),
    Unknown,
}

/// A table of base and twin entries, as far as simulation needs it.
pub(super) trait Twins: Policy {
    /// Whether the answer about a position, which is not on the path yet, is `holds`.
    fn recall<G: Informed, E: Evaluate<G>>(
        &self,
        core: &Core<'_, G, E>,
        place: &Place,
        holds: bool,
    ) -> Recall;

    /// Stores what a replay has shown for the position at hand, last of the path. Gives what the
    /// answer rests on once loops are closed.
    fn verified<G: Informed, E: Evaluate<G>>(
        &mut self,
        core: &Core<'_, G, E>,
        place: &Place,
        answer: Answer,
    ) -> Rests;

    fn failed(&mut self) -> &mut Failed;
}

/// Whether an answer stands in the position at hand, which is not on the path yet, and on what it
/// rests there. `attempt` is a key for the answer on this path: what has failed once is not tried
/// again.
///
/// # Errors
/// A limit was hit.
pub(super) fn simulate<G: Informed, E: Evaluate<G>, T: Twins>(
    twins: &mut T,
    core: &mut Core<'_, G, E>,
    place: &Place,
    answer: &Answer,
    attempt: u64,
) -> Result<Option<Rests>, Reason> {
    let budget = core.options.simulation_budget;
    if budget == 0 || twins.failed().0.contains(&attempt) {
        return Ok(None);
    }
    core.cost.simulations += 1;
    match (Replay { twins, core, holds: answer.holds, budget }).position(place, answer) {
        Ok(rests) => Ok(Some(rests)),
        Err(Failure::Refuted) => {
            core.cost.simulations_failed += 1;
            twins.failed().insert(attempt);
            Ok(None)
        }
        Err(Failure::Limit(reason)) => Err(reason),
    }
}

/// Why a replay stopped.
enum Failure {
    /// It does not show the answer, or not within its budget.
    Refuted,
    Limit(Reason),
}

struct Replay<'r, 'a, G: Informed, E, T> {
    twins: &'r mut T,
    core: &'r mut Core<'a, G, E>,
    /// The answer.
    holds: bool,
    /// How many positions may still be visited.
    budget: u32,
}

impl<G: Informed, E: Evaluate<G>, T: Twins> Replay<'_, '_, G, E, T> {
    /// Replays an answer in the position at hand, which is not on the path yet.
    fn position(&mut self, place: &Place, answer: &Answer) -> Result<Rests, Failure> {
        self.budget = self.budget.checked_sub(1).ok_or(Failure::Refuted)?;
        self.core.cost.simulation_nodes += 1;
        // What rests on no horizon is replayed to its ends, however far they are.
        let solved = self.core.options.draft != DraftRule::Exact && !answer.rests.horizon;
        let place = &Place { draft: if solved { COMPLETE } else { place.draft }, ..*place };
        self.core.path.push((place.repetition_key, 0), place.irreversible, place.draft);
        let replayed = match answer.best {
            Some(code) if self.core.is_maximizing() == self.holds => self.stored_move(place, code),
            _ => self.all_moves(place),
        };
        let holds = self.holds;
        let rests = replayed.map(|(best, rests)| {
            self.twins.verified(self.core, place, Answer { holds, best, rests })
        });
        self.core.path.pop();
        rests
    }

    fn stored_move(&mut self, place: &Place, code: u32) -> Result<(Option<u32>, Rests), Failure> {
        let core = &self.core;
        let m = core.game.decode_move(&core.position, code).ok_or(Failure::Refuted)?;
        let rests = self.make(place, m)?.ok_or(Failure::Refuted)?;
        Ok((Some(code), rests))
    }

    fn all_moves(&mut self, place: &Place) -> Result<(Option<u32>, Rests), Failure> {
        let mut moves = Vec::new();
        self.core.game.moves(&self.core.position, &mut moves);
        let mut all = Rests::FREE;
        let mut first = None;
        for m in moves {
            let rests = self.make(place, m)?;
            if rests.is_some() {
                let core = &self.core;
                first = first.or_else(|| Some(core.game.encode_move(&core.position, m)));
            }
            // That a move is illegal depends on the path.
            all = all.and(rests.unwrap_or(Rests::on(0)));
        }
        if first.is_none() {
            let stuck = self.core.game.stuck(&self.core.position);
            self.must_agree(self.core.ended(stuck, place.level - 1), place)?;
        }
        Ok((first, all))
    }

    /// `None`: the move is illegal under superko.
    fn make(&mut self, parent: &Place, m: G::Move) -> Result<Option<Rests>, Failure> {
        let core = &mut *self.core;
        let arrival = core.arrival(m);
        let maximizing = core.is_maximizing();
        let undo = core.game.make(&mut core.position, m);
        let repetition_key = core.game.repetition_key(&core.position, core.rules.rule);
        let place = Place {
            key: core.game.key(&core.position),
            repetition_key,
            irreversible: arrival.irreversible,
            code: core.path.code_after(repetition_key, arrival.irreversible),
            level: parent.level + 1,
            draft: if parent.draft == COMPLETE { COMPLETE } else { parent.draft - 1 },
            bound: core.aging.beta(parent.bound, maximizing),
        };
        let rests = self.child(&place, arrival.pass);
        self.core.game.undo(&mut self.core.position, m, undo);
        rests
    }

    fn child(&mut self, place: &Place, pass: bool) -> Result<Option<Rests>, Failure> {
        let met = self.core.path.met(place.repetition_key, place.irreversible);
        let repetition = self.core.rules.repetition();
        if let (Some(_), None, false) = (met, repetition, pass) {
            return Ok(None);
        }
        if let Some(score) = self.core.by_rules() {
            return self.must_agree(score, place).map(|()| Some(Rests::FREE));
        }
        if let (Some(met), Some(score)) = (met, repetition)
            && self.twins.repetition(met, &self.core.path) == Repetition::Scored
        {
            return self.must_agree(score, place).map(|()| Some(Rests::on(met.level)));
        }
        self.core.cost.lookups += 1;
        match self.twins.recall(self.core, place, self.holds) {
            Recall::Holds(rests) => Ok(Some(rests)),
            Recall::Refuted => Err(Failure::Refuted),
            // A solved answer may be replayed below any draft, so that the horizon comes this late.
            _ if place.draft == 0 => {
                let (alpha, beta) = (place.bound - 1, place.bound);
                let (score, _) = self.core.horizon(alpha, beta).map_err(Failure::Limit)?;
                let rests = Rests { horizon: true, ..Rests::FREE };
                self.must_agree(score, place).map(|()| Some(rests))
            }
            Recall::Elsewhere(answer) => self.position(place, &answer).map(Some),
            Recall::Unknown => Err(Failure::Refuted),
        }
    }

    fn must_agree(&self, score: Score, place: &Place) -> Result<(), Failure> {
        if (score >= place.bound) == self.holds { Ok(()) } else { Err(Failure::Refuted) }
    }
}
