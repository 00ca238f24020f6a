//! df-pn by several threads: what `crew.rs` explains, at the stack of one of them.

use threefold_game::Searchable;

use super::Dfpn;
use crate::combine::Numbers;
use crate::crew::{Crew, Edge, Member, STACK_BYTES};
use crate::found::{Arrival, Found};
use crate::limits::{Halt, Reason};
use crate::memory::Memory;
use crate::numbers::{INFINITY, LARGEST};
use crate::place::Place;
use crate::progress::Monitor;
use crate::stack::Stack;
use crate::stats::Stats;
use crate::task::Task;
use crate::turns::Manner;
use crate::worker::{Account, FailedSimulations, Worker};

/// A child's virtual number: a sixteenth of its number more for each thread that is below it, and
/// one more at least. With half of it and one for each, 16 threads went below moves that lead
/// nowhere, and took two thirds more nodes.
fn with_virtual(number: u32, crowd: u32) -> u32 {
    let more = (u64::from(number) * u64::from(crowd)).div_ceil(16);
    (u64::from(number) + more).min(LARGEST.into()) as u32
}

/// The same for the leader of rounds, whose jobs are long and are to be far from each other.
fn with_virtual_of_jobs(number: u32, crowd: u32) -> u32 {
    let more = (number / 4).saturating_mul(2).saturating_add(1);
    number.saturating_add(crowd.saturating_mul(more)).min(LARGEST)
}

/// All threads search until one of them ends the search. What each has done.
pub(super) fn run<G: Searchable>(
    task: &Task<'_, G>,
    manner: Manner,
    threads: usize,
    memory: &mut Memory<G>,
    failed: &mut FailedSimulations,
    monitor: Option<Monitor<'_>>,
) -> ((Found, Option<Reason>), Vec<Stats>) {
    let crew = &Crew::new(threads, task.limits().nodes);
    memory.part_among(threads);
    let handles: Vec<_> = (1..threads).filter_map(|number| memory.share(number)).collect();
    let stats = std::thread::scope(|scope| {
        let others: Vec<_> = (1..)
            .zip(handles)
            .filter_map(|(number, mut memory)| {
                let search = move || {
                    let mut failed = FailedSimulations::new();
                    one(task, crew, number, manner, &mut memory, &mut failed, None)
                };
                // Where there is no room for another thread, those that there are do the work.
                std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, search).ok()
            })
            .collect();
        let mut stats = vec![one(task, crew, 0, manner, memory, failed, monitor)];
        for other in others {
            match other.join() {
                Ok(of_other) => stats.push(of_other),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        stats
    });
    (crew.outcome().expect("every thread has ended with something"), stats)
}

/// Stops the crew when its thread panics: the others might wait for it.
struct StopsOnPanic<'c>(&'c Crew);

impl Drop for StopsOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

/// What one thread does.
fn one<G: Searchable>(
    task: &Task<'_, G>,
    crew: &Crew,
    number: usize,
    manner: Manner,
    memory: &mut Memory<G>,
    failed: &mut FailedSimulations,
    monitor: Option<Monitor<'_>>,
) -> Stats {
    let _guard = StopsOnPanic(crew);
    let evictions = memory.evictions();
    let (mut place, mut account) = (Place::root(task), Account::open(memory.capacity()));
    let worker = Worker::new(task, memory, &mut place, &mut account, failed).of_crew(crew);
    let member = Some(Member::new(crew, number));
    let mut dfpn = Dfpn::new(worker, manner, monitor, member);
    let (found, halt) = dfpn.run(Arrival::ROOT);
    crew.end(number, &found, halt.map(Halt::reason));
    memory.tell();
    Stats { evictions: memory.evictions() - evictions, ..account.close() }
}

impl<G: Searchable> Dfpn<'_, '_, G> {
    /// Chooses another child than the best if others are at work below that. Not one that the
    /// thresholds would not let in.
    pub(super) fn keep_clear(&self, numbers: &mut Numbers) {
        let Some(member) = &self.member else { return };
        if !member.avoids_others(self.worker.nodes()) {
            return;
        }
        let frame = self.stack.top();
        let threshold = if frame.or_node { frame.thresholds.pn } else { frame.thresholds.dn };
        // The child of the smallest number with others, and what of it and the second best counts
        // for the threshold: without others, or it would stay there long after they have left.
        let (mut best, mut smallest, mut own) = (numbers.best, INFINITY, INFINITY);
        let (mut second, mut tie) = (INFINITY, u32::MAX);
        for (i, child) in Stack::<G>::that_count(self.stack.children()) {
            let (pn, dn) = child.counts_for(frame.or_node);
            let (choice, other) = if frame.or_node { (pn, dn) } else { (dn, pn) };
            if choice >= INFINITY {
                continue;
            }
            let crowd = member.crowd(Edge::new(frame.id.name.key, child.arrival.mv));
            let (weighed, counted) = match member.has_others() {
                true => (with_virtual(choice, crowd), choice),
                false => [with_virtual_of_jobs(choice, crowd); 2].into(),
            };
            let may = choice < threshold || i == numbers.best;
            if may && (weighed < smallest || weighed == smallest && other < tie) {
                second = second.min(own);
                (best, smallest, own, tie) = (i, weighed, counted, other);
            } else {
                second = second.min(counted);
            }
        }
        // What must not be chosen may have the smallest number.
        (numbers.best, numbers.second) = (best, second.max(own));
    }

    /// The edge from the position at hand to its child that is being searched.
    fn edge(&self) -> Edge {
        let frames = self.stack.frames();
        let mv = self.stack.selected(frames.len() - 1).arrival.mv;
        Edge::new(self.stack.top().id.name.key, mv)
    }

    /// Goes below the chosen child.
    #[inline]
    pub(super) fn go_below(&self) {
        if let Some(member) = &self.member {
            member.enter(self.edge());
        }
    }

    /// Has come back from there.
    #[inline]
    pub(super) fn come_back(&self) {
        if let Some(member) = &self.member {
            member.leave(self.edge());
        }
    }

    /// Notes that it has solved something.
    #[inline]
    pub(super) fn note_result(&mut self) {
        if let Some(member) = &mut self.member {
            member.gets_on(self.worker.nodes());
        }
    }

    /// Notes that a position is expanded, for the first time or again, and waits if the thread has
    /// not got on for long.
    #[inline]
    pub(super) fn note_expansion(&mut self, is_new: bool) -> Result<(), Reason> {
        let Some(member) = &mut self.member else { return Ok(()) };
        let nodes = self.worker.nodes();
        if is_new {
            member.gets_on(nodes);
        } else if member.has_to_wait(nodes) {
            self.worker.stats().waits += 1;
            member.wait(nodes, || self.worker.check_clock())?;
        }
        Ok(())
    }

    /// Leaves the positions of the path down from one that another thread has solved, if there is
    /// one; its parent is told what is known of it on this path.
    pub(super) fn unwind(&mut self) {
        let frames = self.stack.frames().len();
        let nodes = self.worker.nodes();
        let is_due = self.member.as_mut().is_some_and(|member| member.looks_up(nodes, frames));
        if !is_due {
            return;
        }
        // The root's frame is not left: whoever has solved the root ends the search.
        let outer = self.worker.path().level() - frames as u32;
        let is_solved = |i: &usize| {
            let frame = &self.stack.frames()[*i];
            self.worker.seems_solved(frame.id, outer + *i as u32 + 1)
        };
        let Some(solved) = (1..frames).find(is_solved) else { return };
        self.worker.stats().unwound += 1;
        loop {
            let last = self.stack.frames().len() - 1;
            let numbers = self.stack.numbers(last, &self.worker);
            let mut found = self.leave(&numbers);
            if last == solved {
                // The path ends with the parent, and the position is still at hand.
                let arrival = self.stack.selected(last - 1).arrival;
                let known = self.worker.look_up(arrival);
                if known.is_solved() {
                    found = known;
                }
                if let Some(member) = &mut self.member {
                    member.has_looked(found.is_solved());
                }
            }
            self.back_to_parent(found);
            if last == solved {
                return;
            }
        }
    }
}
