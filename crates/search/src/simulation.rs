//! Kawano's simulation: a stored (dis)proof is replayed on the path at hand.
//!
//! At the claimant's positions the stored move is played (if it is legal), at the others every
//! legal move; the replay stops at finished games, at results that hold on this path, and fails on
//! anything else. It never orders moves and never searches. Every position it verifies is stored
//! for this path, so that a certificate can be read from the table without holes.
//!
//! The stored moves may also be those of another position, the *model*, that is played along: the
//! refutation of a sibling move (`siblings.rs`). What is verified is the position on the path,
//! whatever the model is.
//!
//! Kawano 1996; for twins: Kishimoto and Mueller 2004, section "Simulation".

use threefold_game::Searchable;

use crate::dependency::Dependencies;
use crate::lookup::Known;
use crate::search::{Arrival, Found, Id, Search};
use crate::siblings::Model;
use crate::table::{Entry, Kind, NO_MOVE};

/// Why a replay stopped.
pub(crate) enum Failure {
    /// The stored result does not hold here, or is not in the table any more.
    Refuted,
    /// More positions than the budget allows.
    Budget,
}

/// What is replayed at a position: who succeeds, and the move if it is his turn.
#[derive(Clone, Copy)]
pub(crate) struct Stored {
    pub proven: bool,
    pub mv: u32,
}

impl From<&Entry> for Stored {
    fn from(entry: &Entry) -> Self {
        Stored { proven: entry.is_proven(), mv: entry.mv() }
    }
}

/// The replay recurses once per ply, and a ply costs a position of the budget: this bounds the
/// machine stack (a few hundred bytes each).
pub(crate) const LARGEST_BUDGET: u32 = 2000;

/// Positions that simulation may visit per node of the search before its budget falls, and how far
/// it falls. Measured on Go boards from 1x8 to 4x4: most need a tenth of a position per node; 1x10
/// under positional superko went from 24 positions per node to 5, in a third of the time.
const SHARE: u64 = 2;
const LEAST: u64 = 10;

impl<G: Searchable> Search<'_, G> {
    /// Replays the result of `entry`, a twin of the position at hand that is not known to hold on
    /// the path, which reaches the position by `arrival`.
    #[inline(never)]
    pub fn simulate(&mut self, id: Id, arrival: Arrival, entry: &Entry) -> Result<Found, Failure> {
        let mut budget = self.allowed();
        let result = self.replay(id, arrival, entry.into(), None, &mut budget);
        self.stats.simulations_succeeded += u64::from(result.is_ok());
        self.stats.simulations_failed += u64::from(result.is_err());
        self.stats.simulations_over_budget += u64::from(matches!(result, Err(Failure::Budget)));
        result
    }

    /// Positions that the next simulation may visit. Under superko there are games in which most of
    /// what is replayed fails in the end (one row of points): once simulation has visited more than
    /// its share, it has to make do with less.
    fn allowed(&self) -> u32 {
        let budget = u64::from(self.simulation_budget.min(LARGEST_BUDGET));
        let share = SHARE * self.stats.nodes + LARGEST_BUDGET as u64;
        let visited = self.stats.simulation_nodes;
        let allowed = if self.superko && visited > share {
            (budget * share / visited).max(LEAST.min(budget))
        } else {
            budget
        };
        allowed as u32
    }

    /// Replays a result below the position at hand, the moves below coming from the model if there
    /// is one.
    pub fn replay(
        &mut self,
        id: Id,
        arrival: Arrival,
        stored: Stored,
        model: Option<&Model<G>>,
        budget: &mut u32,
    ) -> Result<Found, Failure> {
        *budget = budget.checked_sub(1).ok_or(Failure::Budget)?;
        self.stats.simulation_nodes += 1;
        self.push(id, arrival);
        let mark = self.conditions.mark();
        let result = if self.is_or_node() == stored.proven {
            self.replay_claimant(stored, mark, model, budget)
        } else {
            self.replay_other(stored.proven, mark, model, budget)
        };
        if result.is_err() {
            self.conditions.truncate(mark);
        }
        let result = result.map(|found| self.store_solved(id, found, 1));
        self.path.pop();
        result
    }

    fn replay_claimant(
        &mut self,
        stored: Stored,
        mark: u32,
        model: Option<&Model<G>>,
        budget: &mut u32,
    ) -> Result<Found, Failure> {
        let Stored { proven, mv } = stored;
        if mv == NO_MOVE {
            return Err(Failure::Refuted);
        }
        let m = self.game.decode_move(&self.position, mv).ok_or(Failure::Refuted)?;
        let arrival = self.arrival(m);
        let undo = self.game.make(&mut self.position, m);
        let model = model.and_then(|model| model.after(self.game, mv));
        let child = self.replay_child(arrival, proven, model, budget);
        self.game.undo(&mut self.position, m, undo);
        let child = child?.ok_or(Failure::Refuted)?;
        let dependencies = if self.conditional {
            self.derive_choice(m, arrival, child.dependencies, mark)
        } else {
            child.dependencies
        };
        Ok(Found::solved(proven, dependencies, mv, child.length.saturating_add(1)))
    }

    fn replay_other(
        &mut self,
        proven: bool,
        mark: u32,
        model: Option<&Model<G>>,
        budget: &mut u32,
    ) -> Result<Found, Failure> {
        let first = self.moves.len();
        self.game.moves(&self.position, &mut self.moves);
        let last = self.moves.len();
        let banned = self.banned.len();
        let mut dependencies = Dependencies::NONE;
        let mut length = 0;
        let mut legal = first;
        let mut pass = false;
        let mut failure = None;
        for i in first..last {
            let m = self.moves[i];
            let arrival = self.arrival(m);
            let undo = self.game.make(&mut self.position, m);
            let model = model.and_then(|model| model.after(self.game, arrival.mv));
            let child = self.replay_child(arrival, proven, model, budget);
            self.game.undo(&mut self.position, m, undo);
            match child {
                Ok(Some(child)) => {
                    // Legal moves gather in front.
                    self.moves[legal] = m;
                    legal += 1;
                    pass |= arrival.pass;
                    length = length.max(child.length.saturating_add(1));
                    if !self.conditional {
                        dependencies.merge(&child.dependencies);
                    } else if child.dependencies == Dependencies::PATH {
                        dependencies = Dependencies::PATH;
                    }
                }
                // A reply that is banned on this path: the result relies on the path.
                Ok(None) if !self.conditional => dependencies = Dependencies::PATH,
                Ok(None) => {}
                Err(error) => {
                    failure = Some(error);
                    break;
                }
            }
        }
        let supports = self.question.is_success(self.game.stuck(&self.position)) == proven;
        if failure.is_none() && legal == first && !supports {
            failure = Some(Failure::Refuted);
        }
        if failure.is_none() && self.conditional {
            self.conditions.begin();
            (mark..self.conditions.mark()).for_each(|number| self.conditions.add(number));
            if dependencies == Dependencies::PATH {
                self.conditions.lose();
            }
            let others = if supports || pass { first } else { legal };
            let others = first..others;
            dependencies = self.derive_all(banned, others, mark);
        }
        self.moves.truncate(first);
        self.banned.truncate(banned);
        match failure {
            Some(failure) => Err(failure),
            None => Ok(Found::solved(proven, dependencies, NO_MOVE, length)),
        }
    }

    /// `Ok(None)`: the move is illegal under superko.
    fn replay_child(
        &mut self,
        arrival: Arrival,
        proven: bool,
        model: Option<Model<G>>,
        budget: &mut u32,
    ) -> Result<Option<Found>, Failure> {
        let id = self.id(arrival);
        match self.by_rules(id, arrival) {
            None => {
                self.banned.push(id.repetition_key);
                return Ok(None);
            }
            Some(Some(found)) => return right_sign(found, proven).map(Some),
            Some(None) => {}
        }
        let (known, _) = self.base(id);
        if let Known::Base(found) = known {
            return right_sign(found, proven).map(Some);
        }
        if let Some(found) = self.valid_twin(id, arrival) {
            return right_sign(found, proven).map(Some);
        }
        let candidate = self.table.find(Self::twin_key(id)).find(|entry| {
            matches!(entry.kind(), Kind::Ancestors | Kind::Prefix | Kind::Candidate)
                && entry.is_proven() == proven
        });
        let candidate = match candidate {
            None if self.conditional => self.conditional_candidate(id, proven),
            candidate => candidate,
        };
        if let Some(entry) = candidate {
            return self.replay(id, arrival, (&entry).into(), None, budget).map(Some);
        }
        // What the rules show at once.
        let found = match known {
            Known::Leaf(found) => found,
            _ => self.leaf(),
        };
        if found.is_solved() {
            return right_sign(found, proven).map(Some);
        }
        if let Some(model) = model
            && let Some(stored) = self.solved_model(&model, proven)
        {
            return self.replay(id, arrival, stored, Some(&model), budget).map(Some);
        }
        Err(Failure::Refuted)
    }
}

fn right_sign(found: Found, proven: bool) -> Result<Found, Failure> {
    if found.is_proven() == proven { Ok(found) } else { Err(Failure::Refuted) }
}
