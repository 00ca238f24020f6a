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

use super::{Support, Worker};
use crate::conditional::Record;
use crate::found::{Arrival, Found, Id};
use crate::memory::{Known, Memory};
use crate::mix::mix;
use crate::rules::ByRules;
use crate::table::{Entry, NO_MOVE};
use crate::task::Task;

/// Why a replay stopped.
enum Failure {
    /// The stored result does not hold here, or is not in the table any more.
    Refuted,
    /// More positions than the budget allows.
    Budget,
}

/// What is replayed at a position: who succeeds, and the move if it is his turn.
#[derive(Clone, Copy)]
struct Stored {
    proven: bool,
    mv: u32,
    /// By which stored results of the position are told apart.
    fingerprint: u64,
}

impl From<Entry> for Stored {
    fn from(twin: Entry) -> Self {
        Stored { proven: twin.is_proven(), mv: twin.mv(), fingerprint: twin.fingerprint() }
    }
}

impl From<Record<'_>> for Stored {
    fn from(record: Record<'_>) -> Self {
        let as_twin = Stored::from(Entry::candidate(0, record.solved));
        Stored { fingerprint: as_twin.fingerprint ^ record.place, ..as_twin }
    }
}

/// A position beside the path.
pub(crate) struct Model<G: Searchable>(pub G::Position);

impl<G: Searchable> Model<G> {
    /// The model after the move with this number, if it has that move.
    fn after(&self, game: &G, mv: u32) -> Option<Self> {
        if game.terminal(&self.0).is_some() {
            return None;
        }
        let m = game.decode_move(&self.0, mv)?;
        let mut position = self.0.clone();
        game.make(&mut position, m);
        Some(Model(position))
    }

    /// How it is solved, on whatever path: it is a suggestion, no proof.
    fn solved(&self, task: &Task<'_, G>, memory: &mut Memory<G>, proven: bool) -> Option<Stored> {
        let name = task.name(&self.0);
        if let Some(solved) = memory.solved_anywhere(task, name, proven) {
            return Some(Stored { proven, mv: solved.mv, fingerprint: 0 });
        }
        let mut twins = memory.twins(name).chain(memory.board_twins(task, name)).map(Stored::from);
        let twin = twins.find(|twin| twin.proven == proven);
        drop(twins);
        twin.or_else(|| {
            let mut records = memory.conditional_results(name).map(Stored::from);
            records.find(|record| record.proven == proven)
        })
    }
}

/// A move that was replayed.
enum Replayed {
    Illegal,
    /// The position behind it has the result.
    Holds(Found),
}

/// The replay recurses once per ply, and a ply costs a position of the budget: this bounds the
/// machine stack (a few hundred bytes each).
const LARGEST_BUDGET: u32 = 2000;

/// Positions that simulation may visit per node of the search before its budget falls, and how far
/// it falls. Measured on Go boards from 1x8 to 4x4: most need a tenth of a position per node; 1x10
/// under positional superko went from 24 positions per node to 5, in a third of the time.
const SHARE: u64 = 2;
const LEAST: u64 = 10;

/// Elsewhere than under superko: nodes of the search for each position that simulation visits
/// before most of it is put off. Where it pays it visits far less; in a drawn ending of a bishop
/// and the wrong pawn it visited 15 positions a node, nearly all in vain.
const NODES_PER_VISIT: u64 = 4;

/// What simulation may cost.
#[derive(Clone, Copy)]
struct Allowance {
    /// Positions that one may visit.
    budget: u32,
    /// All together have a share of the search, and what was too much to replay on one path is not
    /// tried on another. Under superko there are games in which most of what is replayed fails in
    /// the end (one row of points).
    is_shared: bool,
}

impl Allowance {
    /// Positions that the next simulation may visit, after so many in a search of so many nodes:
    /// once simulation has visited more than its share, it has to make do with less.
    fn next(&self, visited: u64, nodes: u64) -> u32 {
        let budget = u64::from(self.budget.min(LARGEST_BUDGET));
        let share = SHARE * nodes + LARGEST_BUDGET as u64;
        let allowed = if self.is_shared && visited > share {
            (budget * share / visited).max(LEAST.min(budget))
        } else {
            budget
        };
        allowed as u32
    }
}

impl<G: Searchable> Worker<'_, G> {
    /// Tries what is stored of the position at hand and not known to hold on the path, which
    /// reaches it by `arrival`: the newest conditional result of either sign, then the twins.
    pub(super) fn simulate(&mut self, id: Id, arrival: Arrival) -> Option<Found> {
        if self.allowance().budget == 0 {
            return None;
        }
        let code = self.place.code(id, arrival);
        for proven in [true, false] {
            let mut records = self.memory.conditional_results(id.name);
            let record = records.find(|record| record.solved.proven == proven).map(Stored::from);
            drop(records);
            if let Some(stored) = record
                && let Some(found) = self.simulate_new(id, arrival, code, stored)
            {
                return Some(found);
            }
        }
        let task = self.task;
        let found = self
            .memory
            .twins(id.name)
            .find_map(|twin| self.simulate_new(id, arrival, code, twin.into()));
        if found.is_some() || !G::HANDS {
            return found;
        }
        let of_board: Vec<Entry> = self.memory.board_twins(task, id.name).collect();
        of_board.into_iter().find_map(|twin| self.simulate_new(id, arrival, code, twin.into()))
    }

    /// Replays, unless that has failed before: on the same path, or on another because there was
    /// too much to replay.
    fn simulate_new(
        &mut self,
        id: Id,
        arrival: Arrival,
        code: u64,
        stored: Stored,
    ) -> Option<Found> {
        let what = mix(stored.fingerprint);
        let here = mix(id.name.key ^ code ^ what);
        let anywhere = mix(!id.name.key ^ what);
        let allowance = self.allowance();
        if self.failed.contains(here) || allowance.is_shared && self.failed.contains(anywhere) {
            return None;
        }
        let visited = self.account.stats.simulation_nodes;
        let has_paid = visited <= self.nodes() / NODES_PER_VISIT + u64::from(LARGEST_BUDGET);
        if !allowance.is_shared && !has_paid && self.failed.puts_off() {
            return None;
        }
        let mut budget = allowance.next(visited, self.nodes());
        let result = self.replay(id, arrival, stored, None, &mut budget);
        let stats = &mut self.account.stats;
        match result {
            Ok(found) => {
                stats.simulations_succeeded += 1;
                return Some(found);
            }
            Err(Failure::Budget) => {
                stats.simulations_over_budget += 1;
                self.failed.insert(if allowance.is_shared { anywhere } else { here });
            }
            Err(Failure::Refuted) => self.failed.insert(here),
        }
        stats.simulations_failed += 1;
        None
    }

    /// Replays in the position at hand, reached by `arrival`, how the model is solved.
    pub fn simulate_model(
        &mut self,
        arrival: Arrival,
        model: &Model<G>,
        proven: bool,
        budget: u32,
    ) -> Option<Found> {
        let stored = model.solved(self.task, self.memory, proven)?;
        let id = self.id(arrival);
        // The share of the other simulations is not to suffer.
        let before = self.account.stats.simulation_nodes;
        let mut budget = budget.min(LARGEST_BUDGET);
        let result = self.replay(id, arrival, stored, Some(model), &mut budget);
        let stats = &mut self.account.stats;
        stats.sibling_simulation_nodes += stats.simulation_nodes - before;
        stats.simulation_nodes = before;
        stats.sibling_simulations_succeeded += u64::from(result.is_ok());
        stats.sibling_simulations_failed += u64::from(result.is_err());
        result.ok()
    }

    /// What simulation may cost.
    fn allowance(&self) -> Allowance {
        let options = self.task.options();
        if self.task.bans_repetition() {
            Allowance { budget: options.superko_simulation_budget, is_shared: true }
        } else {
            Allowance { budget: options.simulation_budget, is_shared: false }
        }
    }

    /// Replays a result below the position at hand, the moves below coming from the model if there
    /// is one.
    fn replay(
        &mut self,
        id: Id,
        arrival: Arrival,
        stored: Stored,
        model: Option<&Model<G>>,
        budget: &mut u32,
    ) -> Result<Found, Failure> {
        *budget = budget.checked_sub(1).ok_or(Failure::Budget)?;
        self.account.stats.simulation_nodes += 1;
        self.push(id, arrival);
        let mark = self.mark();
        let result = if self.is_or_node() == stored.proven {
            self.replay_claimant(stored, model, budget)
        } else {
            self.replay_other(stored.proven, model, budget)
        };
        if result.is_err() {
            self.drop_conditions(mark);
        }
        let result = result.map(|found| self.store_solved(id, found, 1));
        self.pop();
        result
    }

    /// The claimant plays the stored move.
    fn replay_claimant(
        &mut self,
        stored: Stored,
        model: Option<&Model<G>>,
        budget: &mut u32,
    ) -> Result<Found, Failure> {
        if stored.mv == NO_MOVE {
            return Err(Failure::Refuted);
        }
        let m = self.task.game().decode_move(&self.place.position, stored.mv);
        let m = m.ok_or(Failure::Refuted)?;
        let (arrival, mark) = (self.arrival(m), self.mark());
        match self.replay_move(m, arrival, stored.proven, model, budget)? {
            Replayed::Illegal => Err(Failure::Refuted),
            Replayed::Holds(child) => Ok(self.by_choice(m, arrival, &child, mark)),
        }
    }

    /// The other player has all his moves.
    fn replay_other(
        &mut self,
        proven: bool,
        model: Option<&Model<G>>,
        budget: &mut u32,
    ) -> Result<Found, Failure> {
        let (first, mark) = (self.moves.len(), self.mark());
        self.task.game().moves(&self.place.position, &mut self.moves);
        let result = self.replay_all(first, proven, model, budget);
        let result = result.map(|(support, legal)| {
            // What the children left on the stack is what they rely on.
            let conditions = mark.conditions..self.conditions.mark();
            let copy = |moves: &mut Vec<G::Move>| moves.extend_from_within(first..legal);
            self.by_all(proven, support, conditions, copy, mark)
        });
        self.moves.truncate(first);
        self.drop_banned(mark);
        result
    }

    /// Replays all moves of the scratch space from `first` on, and says where the legal ones end,
    /// which gather in front.
    fn replay_all(
        &mut self,
        first: usize,
        proven: bool,
        model: Option<&Model<G>>,
        budget: &mut u32,
    ) -> Result<(Support, usize), Failure> {
        let (mut support, mut legal) = (Support::none(), first);
        for i in first..self.moves.len() {
            let m = self.moves[i];
            let arrival = self.arrival(m);
            match self.replay_move(m, arrival, proven, model, budget)? {
                Replayed::Illegal => {}
                Replayed::Holds(child) => {
                    support.take(self.task, &self.place.position, m, &child, arrival);
                    self.moves[legal] = m;
                    legal += 1;
                }
            }
        }
        if legal == first && self.task.is_success_stuck(&self.place.position) != proven {
            return Err(Failure::Refuted);
        }
        Ok((support, legal))
    }

    /// Replays a move of the position at hand.
    fn replay_move(
        &mut self,
        m: G::Move,
        arrival: Arrival,
        proven: bool,
        model: Option<&Model<G>>,
        budget: &mut u32,
    ) -> Result<Replayed, Failure> {
        let undo = self.make(m);
        let model = model.and_then(|model| model.after(self.task.game(), arrival.mv));
        let child = self.replay_child(arrival, proven, model, budget);
        self.undo(m, undo);
        child
    }

    /// Replays the position at hand, reached by `arrival`.
    fn replay_child(
        &mut self,
        arrival: Arrival,
        proven: bool,
        model: Option<Model<G>>,
        budget: &mut u32,
    ) -> Result<Replayed, Failure> {
        let id = self.id(arrival);
        match self.by_rules(id, arrival) {
            ByRules::Illegal => {
                self.ban(id.repetition_key);
                return Ok(Replayed::Illegal);
            }
            ByRules::Over(found) => return right_sign(found, proven),
            ByRules::Open => {}
        }
        let (known, _) = self.memory.known(self.task, id.name, self.place.path.level());
        if let Known::Base(found) = known {
            return right_sign(found, proven);
        }
        if let Some(found) = self.valid_twin(id, arrival) {
            return right_sign(found, proven);
        }
        let of_board = self.memory.board_twins(self.task, id.name);
        let mut twins = self.memory.twins(id.name).chain(of_board).map(Stored::from);
        let stored = twins.find(|twin| twin.proven == proven);
        drop(twins);
        let stored = stored.or_else(|| {
            let mut records = self.memory.conditional_results(id.name).map(Stored::from);
            records.find(|record| record.proven == proven)
        });
        if let Some(stored) = stored {
            return self.replay(id, arrival, stored, None, budget).map(Replayed::Holds);
        }
        // What the rules show at once.
        let found = match known {
            Known::Leaf(found) => found,
            _ => self.leaf(),
        };
        if found.is_solved() {
            return right_sign(found, proven);
        }
        if let Some(model) = model
            && let Some(stored) = model.solved(self.task, self.memory, proven)
        {
            return self.replay(id, arrival, stored, Some(&model), budget).map(Replayed::Holds);
        }
        Err(Failure::Refuted)
    }
}

fn right_sign(found: Found, proven: bool) -> Result<Replayed, Failure> {
    if found.is_proven() == proven { Ok(Replayed::Holds(found)) } else { Err(Failure::Refuted) }
}
