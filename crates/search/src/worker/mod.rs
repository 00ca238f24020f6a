//! A worker: what one thread owns while it answers, at work on what all threads share.
//!
//! ```text
//!   shared    Task     game, question, options, limits             read
//!             Memory   table, conditional results                  read and written, by value
//!   its own   Place    the path, and the position at its end
//!             Account  counters, and the time it began
//!             failed simulations, scratch space, conditions of the results at hand
//! ```
//! Its methods are here and in the files below, a technique each; none of these imports one that
//! stands above it:
//!
//! ```text
//!   lookup       the order in which a position is looked up
//!   simulation   a stored result is replayed on the path at hand
//!   twins        results that hold on some paths: does one hold on this?
//!   store        where results go: base entry or twin
//!   support      what a position relies on, from what its children rely on
//! ```

mod failed;
mod lookup;
mod simulation;
mod store;
mod support;
mod twins;

use std::time::Duration;

use threefold_game::clock::Instant;

use threefold_game::Searchable;

pub(crate) use failed::FailedSimulations;
pub(crate) use lookup::Without;
pub(crate) use simulation::Model;
pub(crate) use support::Support;

use crate::conditional::Conditions;
use crate::crew::Crew;
use crate::found::{Arrival, Id};
use crate::limits::Reason;
use crate::memory::Memory;
use crate::path::Path;
use crate::place::Place;
use crate::rules::{self, ByRules};
use crate::stats::Stats;
use crate::task::Task;

/// What a worker has done, against the limits.
pub(crate) struct Account {
    pub stats: Stats,
    pub started: Instant,
    /// Bytes that are in use around the search: those of a certificate of which a hole is searched.
    pub outside: usize,
}

impl Account {
    /// It begins now.
    pub fn open(table_capacity: u64) -> Self {
        let stats = Stats { table_capacity, ..Stats::default() };
        Account { stats, started: Instant::now(), outside: 0 }
    }

    /// The counters, with the time up to now.
    pub fn close(mut self) -> Stats {
        self.stats.time = self.started.elapsed();
        self.stats
    }
}

/// How high the stacks of a worker are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    banned: u32,
    conditions: u32,
}

/// A worker.
pub(crate) struct Worker<'w, G: Searchable> {
    task: &'w Task<'w, G>,
    memory: &'w mut Memory<G>,
    place: &'w mut Place<G>,
    account: &'w mut Account,
    failed: &'w mut FailedSimulations,
    /// Scratch space for moves; used as a stack.
    moves: Vec<G::Move>,
    /// Repetition keys of the situations to which illegal moves of the path lead; used as a stack.
    banned: Vec<u64>,
    /// Scratch space for the bits of a situation.
    bits: Vec<u64>,
    /// Conditions of the results at hand.
    conditions: Conditions,
    /// The threads that it works with.
    crew: Option<&'w Crew>,
    /// Up to which node it may go before it asks them for more.
    allowance: u64,
}

impl<'w, G: Searchable> Worker<'w, G> {
    /// A worker that stands at `place` and adds to `account`.
    pub fn new(
        task: &'w Task<'w, G>,
        memory: &'w mut Memory<G>,
        place: &'w mut Place<G>,
        account: &'w mut Account,
        failed: &'w mut FailedSimulations,
    ) -> Self {
        let (max_needed, max_created) = (task.options().max_needed, task.options().max_created);
        Worker {
            task,
            memory,
            place,
            account,
            failed,
            moves: Vec::new(),
            banned: Vec::new(),
            bits: Vec::new(),
            conditions: Conditions::new(G::SITUATION_WORDS, max_needed, max_created),
            crew: None,
            allowance: 0,
        }
    }

    /// The same as one of several threads, from the beginning of its account.
    pub fn of_crew(self, crew: &'w Crew) -> Self {
        Worker { crew: Some(crew), ..self }
    }

    /// How many threads share the limits.
    #[inline]
    pub fn threads(&self) -> usize {
        self.crew.map_or(1, Crew::threads)
    }

    #[inline]
    pub fn task(&self) -> &'w Task<'w, G> {
        self.task
    }

    #[inline]
    pub fn memory(&mut self) -> &mut Memory<G> {
        self.memory
    }

    #[inline]
    pub fn path(&self) -> &Path {
        &self.place.path
    }

    #[inline]
    pub fn position(&self) -> &G::Position {
        &self.place.position
    }

    /// Plays a move in the position at hand.
    #[inline]
    pub fn make(&mut self, m: G::Move) -> G::Undo {
        self.task.game().make(&mut self.place.position, m)
    }

    /// Takes it back.
    #[inline]
    pub fn undo(&mut self, m: G::Move, undo: G::Undo) {
        self.task.game().undo(&mut self.place.position, m, undo);
    }

    /// Takes over a position, for a look at it.
    pub fn stand_at(&mut self, position: &G::Position) {
        self.place.position.clone_from(position);
    }

    /// Exchanges the position at hand, for a look at another.
    #[inline]
    pub fn swap_position(&mut self, position: &mut G::Position) {
        std::mem::swap(&mut self.place.position, position);
    }

    /// The position at hand, which the path (to its parent) reaches by `arrival`.
    #[inline]
    pub fn id(&self, arrival: Arrival) -> Id {
        self.place.id(self.task, arrival)
    }

    /// How the path would reach the position behind `m`.
    #[inline]
    pub fn arrival(&self, m: G::Move) -> Arrival {
        self.task.arrival(&self.place.position, m)
    }

    /// Whether the attacker is to move.
    #[inline]
    pub fn is_or_node(&self) -> bool {
        self.task.is_or_node(&self.place.position)
    }

    /// Puts the position at hand on the path.
    #[inline]
    pub fn push(&mut self, id: Id, arrival: Arrival) {
        self.place.push(self.task, id, arrival);
    }

    /// Takes the last position off the path.
    #[inline]
    pub fn pop(&mut self) {
        self.place.path.pop();
    }

    /// Takes everything off the path beyond this level, behind which stands this position.
    pub fn return_to(&mut self, level: u32, position: G::Position) {
        while self.place.path.level() > level {
            self.pop();
        }
        self.place.position = position;
        self.drop_all();
    }

    /// What rules, path and database say of the position at hand, to which `arrival` leads.
    #[inline]
    pub fn by_rules(&mut self, id: Id, arrival: Arrival) -> ByRules {
        rules::by_rules(self.task, self.place, &mut self.account.stats, id, arrival)
    }

    /// The position behind a move of the position at hand, and what path and rules say of it, where
    /// both can be said without playing the move.
    #[inline]
    pub fn ahead(&mut self, m: G::Move, arrival: Arrival) -> Option<(Id, ByRules)> {
        let id = self.task.id_after(&self.place.position, m)?;
        let stats = &mut self.account.stats;
        Some((id, rules::by_path(self.task, self.place, stats, id, arrival, None)))
    }

    /// The same as far as the path goes: the game may be over there.
    #[inline]
    pub fn ahead_or_over(&mut self, m: G::Move, arrival: Arrival) -> Option<(Id, ByRules)> {
        let id = self.task.id_after_or_over(&self.place.position, m)?;
        let stats = &mut self.account.stats;
        Some((id, rules::by_path(self.task, self.place, stats, id, arrival, None)))
    }

    /// Notes that a move of the position at hand is illegal because of this situation.
    #[inline]
    pub fn ban(&mut self, repetition_key: u64) {
        self.banned.push(repetition_key);
    }

    /// The height of the stacks.
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark { banned: self.banned.len() as u32, conditions: self.conditions.mark() }
    }

    /// Takes what lies above the mark off the stack of conditions.
    pub fn drop_conditions(&mut self, mark: Mark) {
        self.conditions.truncate(mark.conditions);
    }

    /// Takes what lies above the mark off the stack of banned situations.
    #[inline]
    pub fn drop_banned(&mut self, mark: Mark) {
        self.banned.truncate(mark.banned as usize);
    }

    /// Empties all stacks.
    pub fn drop_all(&mut self) {
        self.moves.clear();
        self.banned.clear();
        self.conditions.truncate(0);
    }

    /// Bytes of path and conditions.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.place.path.bytes() + self.conditions.bytes()
    }

    /// Whether the path, and so many bytes beside it, are within the limits; the table gets smaller
    /// for them if need be.
    #[inline]
    pub fn has_room(&mut self, beside: usize) -> bool {
        let bytes = self.bytes() + beside;
        bytes <= self.task.limits().path_bytes / self.threads()
            && self.memory.has_room(bytes + self.account.outside)
    }

    /// Counters.
    #[inline]
    pub fn stats(&mut self) -> &mut Stats {
        &mut self.account.stats
    }

    /// The same, to read.
    #[inline]
    pub fn stats_so_far(&self) -> &Stats {
        &self.account.stats
    }

    /// Positions expanded so far.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.account.stats.nodes
    }

    /// Time since the account was opened.
    pub fn elapsed(&self) -> Duration {
        self.account.started.elapsed()
    }

    /// Whether a bound has been hit. Cheap for nodes; the clock is read now and then.
    #[inline]
    pub fn check_limits(&mut self) -> Result<(), Reason> {
        match self.crew {
            Some(crew) => self.check_crew(crew)?,
            None if self.nodes() >= self.task.limits().nodes => return Err(Reason::Nodes),
            None => {}
        }
        if self.nodes() & 255 == 0 {
            self.check_clock()?;
        }
        Ok(())
    }

    /// Whether there is a node left for it, and no other thread has ended the search.
    fn check_crew(&mut self, crew: &Crew) -> Result<(), Reason> {
        if crew.is_stopped() {
            return Err(Reason::Interrupted);
        }
        if self.nodes() >= self.allowance {
            let share = crew.claim();
            if share == 0 {
                return Err(Reason::Nodes);
            }
            self.allowance = self.nodes() + share;
        }
        Ok(())
    }

    /// Whether the time is up, or the search has been interrupted or ended.
    #[cold]
    pub fn check_clock(&self) -> Result<(), Reason> {
        if self.task.interrupt().is_raised() || self.crew.is_some_and(Crew::is_stopped) {
            return Err(Reason::Interrupted);
        }
        match self.task.limits().is_over(self.account.started) {
            true => Err(Reason::Time),
            false => Ok(()),
        }
    }
}
