//! What is tried when: the runs of df-pn that together are one search.
//!
//! ```text
//!   1  near         under superko: no farther than FAR plies (wandering.rs)
//!   2  by turns     with factors of moves, without, with weak numbers (turns.rs)
//!   3  bounded      where numbers saturate and it looks like a win: within more and more plies
//!   4  weak         from scratch, with numbers that cannot grow in circles
//! ```
//! Each is given up for the next where it leads nowhere; what it has solved stays in the table.
//! Several threads do without 1, which the one that begins alone has tried.

use threefold_game::Searchable;

use super::{Dfpn, progress, rounds, together};
use crate::bounded::{self, Effort};
use crate::found::{Arrival, Found};
use crate::limits::{Halt, Limits, Reason};
use crate::memory::Memory;
use crate::numbers::LARGEST;
use crate::options::Policy;
use crate::phases::Phases;
use crate::place::Place;
use crate::progress::Monitor;
use crate::stack::Stack;
use crate::stats::Stats;
use crate::task::{Keeping, Task};
use crate::turns::{Manner, Turns};
use crate::wandering;
use crate::worker::{Account, FailedSimulations, Worker};

/// What a search has found, and the limit that has ended it if it is no answer.
type Ended = (Found, Option<Reason>);

/// Solves the position at hand, which the path (to its parent) reaches by `arrival`, or says why
/// not, with the numbers it has reached.
pub(crate) fn solve<G: Searchable>(
    worker: Worker<'_, G>,
    arrival: Arrival,
    monitor: Option<Monitor<'_>>,
) -> Ended {
    let manner = Manner::new(worker.task().options(), G::FACTORS);
    let mut dfpn = Dfpn::new(worker, manner, monitor, None);
    let first = dfpn.worker.task().options().bounded_first;
    if first > 0
        && let Some(result) = dfpn.bounded(arrival, &[bounded::first_in_tests(first)])
    {
        return result;
    }
    let (found, halt) = dfpn.near(arrival).unwrap_or_else(|| dfpn.by_turns(arrival));
    if halt != Some(Halt::Limit(Reason::Saturated)) || dfpn.manner() == Manner::WEAK {
        return (found, halt.map(Halt::reason));
    }
    // Numbers that add up in circles. If it is the disproof that has become too hard, it looks like
    // a win: first under a bound on the plies, where there are no circles.
    dfpn.worker.memory().forget_bounds();
    dfpn.worker.stats().restarts += 1;
    if found.pn < found.dn {
        if let Some(result) = dfpn.bounded(arrival, &bounded::LADDER) {
            return result;
        }
        dfpn.worker.memory().forget_bounds();
    }
    // Then once more, from scratch, with some that cannot.
    dfpn.take(Manner::WEAK);
    let (found, halt) = dfpn.run(arrival);
    (found, halt.map(Halt::reason))
}

impl<G: Searchable> Dfpn<'_, '_, G> {
    /// The manner in which it searches.
    fn manner(&self) -> Manner {
        Manner { combining: self.stack.combining(), has_factors: self.expansion.has_factors }
    }

    /// Searches in this manner from now on.
    fn take(&mut self, manner: Manner) {
        // Holes of a certificate are many, and searched with a stack that is there already.
        if manner.combining != self.stack.combining() {
            self.stack = Stack::new(manner.combining);
        }
        self.expansion.has_factors = manner.has_factors;
    }

    /// Searches in the manner at hand, and if that takes long in others by turns (`turns.rs`).
    fn by_turns(&mut self, arrival: Arrival) -> (Found, Option<Halt>) {
        let first = self.manner();
        let name = self.worker.id(arrival).name;
        let work_before = self.worker.memory().work_on(name);
        let mut turns = Turns::new(first, self.worker.task().options(), work_before);
        loop {
            let turn = turns.next();
            self.take(turn.manner);
            self.pause_at = self.worker.nodes().saturating_add(turn.nodes);
            let (found, halt) = self.run(arrival);
            self.pause_at = u64::MAX;
            if turns.end_with(turn, halt) {
                self.take(first);
                return (found, halt);
            }
            self.worker.memory().forget_bounds();
            self.worker.stats().turns += 1;
        }
    }

    /// Under superko: searches that do not go far (`wandering.rs`). What the first of them that is
    /// not turned back has found, if there is one.
    fn near(&mut self, arrival: Arrival) -> Option<(Found, Option<Halt>)> {
        let task = self.worker.task();
        if task.keeping() != Keeping::Conditions || task.limits().depth <= wandering::FAR {
            return None;
        }
        let (chosen, level) = (self.manner(), self.worker.path().level());
        self.turn_back_at = level.saturating_add(wandering::FAR);
        for combining in wandering::ladder(chosen.combining) {
            self.take(Manner { combining, ..chosen });
            let result = self.by_turns(arrival);
            if result.1 != Some(Halt::TurnedBack) {
                self.turn_back_at = u32::MAX;
                return Some(result);
            }
            self.worker.memory().forget_bounds();
            self.worker.stats().restarts += 1;
        }
        self.turn_back_at = u32::MAX;
        self.take(chosen);
        None
    }

    /// Whether a win within a number of plies can be asked for.
    fn can_be_bounded(&self) -> bool {
        let task = self.worker.task();
        task.keeping() == Keeping::Levels
            && task.options().policy == Policy::BaseTwin
            && task.question().repetition_succeeds() == Some(false)
    }

    /// Looks for a win within more and more plies, if that can be asked; the result, if there is
    /// one.
    fn bounded(&mut self, arrival: Arrival, ladder: &[Effort]) -> Option<Ended> {
        if !self.can_be_bounded() {
            return None;
        }
        for &effort in ladder {
            let mut tell = |worker: &mut Worker<'_, G>, numbers, depth| {
                if let Some(monitor) = &mut self.monitor {
                    monitor(&progress(worker, numbers, depth));
                }
            };
            match bounded::attempt(&mut self.worker, arrival, effort, &mut tell) {
                bounded::Outcome::Proven(found) => return Some((found, None)),
                bounded::Outcome::Limit(reason) => {
                    return Some((Found::bounds(LARGEST, 1, None), Some(reason)));
                }
                bounded::Outcome::NotWithin | bounded::Outcome::Spent => {}
            }
        }
        None
    }
}

/// Solves the root in so many threads, the caller's among them, or says why not. `memory` and
/// `failed` are those of the caller's thread; `memory` is shared. As with one thread
/// ([`solve`]), numbers that saturate are not the end.
pub(crate) fn solve_together<G: Searchable>(
    task: &Task<'_, G>,
    memory: &mut Memory<G>,
    failed: &mut FailedSimulations,
    threads: usize,
    monitor: Option<Monitor<'_>>,
) -> (Found, Option<Reason>, Stats) {
    let with = match task.options().deterministic {
        true => rounds::run,
        false => together::run,
    };
    let mut phases = Phases::new(monitor);
    let (found, reason) = one_by_one(task, memory, failed, &mut phases, |search, monitor| {
        let Search { task, manner, memory, failed } = search;
        with(task, manner, threads, memory, failed, monitor)
    });
    (found, reason, std::mem::take(phases.stats()))
}

/// What a search by several threads is about.
struct Search<'s, 't, G: Searchable> {
    task: &'s Task<'t, G>,
    manner: Manner,
    memory: &'s mut Memory<G>,
    failed: &'s mut FailedSimulations,
}

/// One search after another: by turns, in the manner of the options first; where numbers saturate
/// and it looks like a win, under a bound on the plies; and then from scratch, with numbers that
/// cannot grow in circles.
fn one_by_one<G: Searchable>(
    task: &Task<'_, G>,
    memory: &mut Memory<G>,
    failed: &mut FailedSimulations,
    phases: &mut Phases<'_>,
    mut search: impl FnMut(Search<'_, '_, G>, Option<Monitor<'_>>) -> (Ended, Vec<Stats>),
) -> Ended {
    let first = Manner::new(task.options(), G::FACTORS);
    let at_first = task.options().bounded_first;
    if at_first > 0 {
        let ladder = [bounded::first_in_tests(at_first)];
        let result = phases.search(task.limits(), |limits, monitor| {
            bounded_alone(&task.with_limits(limits), &ladder, memory, failed, monitor)
        });
        if let Some(result) = result {
            return result;
        }
    }
    let (found, reason) = turns_together(task, first, memory, failed, phases, &mut search);
    if reason != Some(Reason::Saturated) || first == Manner::WEAK {
        return (found, reason);
    }
    memory.forget_bounds();
    phases.stats().restarts += 1;
    if found.pn < found.dn {
        let result = phases.search(task.limits(), |limits, monitor| {
            bounded_alone(&task.with_limits(limits), &bounded::LADDER, memory, failed, monitor)
        });
        if let Some(result) = result {
            return result;
        }
        memory.forget_bounds();
    }
    phases.search(task.limits(), |limits, monitor| {
        let task = &task.with_limits(limits);
        search(Search { task, manner: Manner::WEAK, memory, failed }, monitor)
    })
}

/// Searches in this manner, and if that takes long in others by turns (`turns.rs`).
fn turns_together<G: Searchable>(
    task: &Task<'_, G>,
    first: Manner,
    memory: &mut Memory<G>,
    failed: &mut FailedSimulations,
    phases: &mut Phases<'_>,
    search: &mut impl FnMut(Search<'_, '_, G>, Option<Monitor<'_>>) -> (Ended, Vec<Stats>),
) -> Ended {
    let mut turns = Turns::new(first, task.options(), memory.work_on(task.name(task.root())));
    loop {
        let turn = turns.next();
        let pause_at = phases.stats().nodes.saturating_add(turn.nodes);
        let nodes = task.limits().nodes.min(pause_at);
        let until_then = Limits { nodes, ..task.limits().clone() };
        let (found, reason) = phases.search(&until_then, |limits, monitor| {
            let task = &task.with_limits(limits);
            search(Search { task, manner: turn.manner, memory, failed }, monitor)
        });
        let halt = reason.map(|reason| match reason {
            Reason::Nodes if pause_at < task.limits().nodes => Halt::Pause,
            reason => Halt::Limit(reason),
        });
        if turns.end_with(turn, halt) {
            return (found, reason);
        }
        memory.forget_bounds();
        phases.stats().turns += 1;
    }
}

/// Looks for a win within more and more plies, in one thread: the others wait. What it proves is
/// in the table for all.
fn bounded_alone<G: Searchable>(
    task: &Task<'_, G>,
    ladder: &[Effort],
    memory: &mut Memory<G>,
    failed: &mut FailedSimulations,
    monitor: Option<Monitor<'_>>,
) -> (Option<Ended>, Vec<Stats>) {
    let (mut place, mut account) = (Place::root(task), Account::open(memory.capacity()));
    memory.part_among(1);
    let worker = Worker::new(task, memory, &mut place, &mut account, failed);
    let mut dfpn = Dfpn::new(worker, Manner::new(task.options(), G::FACTORS), monitor, None);
    let result = dfpn.bounded(Arrival::ROOT, ladder);
    (result, vec![account.close()])
}
