//! df-pn by several threads whose work does not depend on who is faster.
//!
//! Rounds of jobs. In each the leader chooses as many jobs as there are threads, the same number
//! however many processors there are; a job is a position on its path, so many nodes, and a table
//! of its own over the common one, which nobody changes meanwhile. Then the tables are taken over,
//! in the order of the jobs:
//!
//! ```text
//!              leader: walks down from the root where most is to be hoped for, and keeps
//!                      out of the way of the jobs that are chosen already
//!   job 1   |======================|
//!   job 2   |==================|         each reads the common table, and writes its own
//!   job 3   |======================|
//!              leader: takes over 1, 2, 3; is the root solved? next round
//! ```
//! What is taken over is right for the same reasons as with threads that share a table (`crew.rs`):
//! every result says by itself where it holds, and what it relies on was found by the job on its
//! own path, which is one from the same root. So nothing that is stored depends on time or on the
//! number of processors; the numbers of nodes do not, either.
//!
//! The leader's walk is df-pn itself: it stores the numbers of what it leaves, so that what the
//! jobs have found out reaches the root. It goes below a position when [`ROUNDS_BELOW`] jobs' worth
//! of nodes have been spent there. A job gets thresholds a few times as far as the numbers are, so
//! that it ends where the position turns out to be worse than it seemed.

use std::collections::HashMap;
use std::time::Duration;

use threefold_game::Searchable;

use super::{Below, Dfpn, Step};
use crate::crew::{Crew, Member, STACK_BYTES};
use crate::found::{Arrival, Found};
use crate::limits::{Halt, Limits, Reason};
use crate::memory::Memory;
use crate::numbers::LARGEST;
use crate::place::Place;
use crate::progress::{Monitor, Progress};
use crate::stats::Stats;
use crate::task::Task;
use crate::threshold::Thresholds;
use crate::turns::Manner;
use crate::worker::{Account, FailedSimulations, Worker};

/// Nodes of a job: at first, and at most. Between, this share of all nodes is one round. Fewer at
/// first where all threads are to begin with fewer ([`Options::alone`](crate::Options::alone)).
const LEAST_NODES: u64 = 4;
const FIRST_NODES: u64 = 512;
const MOST_NODES: u64 = 1 << 15;
const SHARE_OF_ALL: u64 = 32;
/// So many jobs' nodes are spent on a position before the leader goes below it.
const ROUNDS_BELOW: u64 = 2;
/// What a job counts at the least, so that the leader gets below positions that take none.
const LEAST_COUNTED: u64 = 32;
/// How many times as large the numbers of a job's position may get.
const SLACK: u32 = 4;
/// Positions that the leader enters for one job. Beyond that the round has fewer jobs.
const STEPS: u64 = 1 << 12;
/// The share of all memory that the table of a job has, for all of them together; and at most and
/// at least so much, in bytes.
const TABLE_SHARE: usize = 16;
const TABLE_BYTES: std::ops::RangeInclusive<usize> = (64 << 10)..=(16 << 20);
/// Positions whose nodes are remembered.
const REMEMBERED: usize = 1 << 20;

/// A part of a round.
struct Job<M> {
    /// The moves from the root to its position.
    moves: Vec<M>,
    /// The keys of the positions on the way, its own last.
    keys: Vec<u64>,
    thresholds: Thresholds,
}

/// What has come of it.
struct Done<G: Searchable> {
    memory: Memory<G>,
    reason: Option<Reason>,
    stats: Stats,
}

/// What the leader comes to.
enum Walk<M> {
    Job(Job<M>),
    /// The root is solved, or saturated.
    Over(Found),
    /// There is no further job in this round.
    Nothing,
    Limit(Halt),
}

/// Searches in rounds of so many jobs. `memory` is shared, and nobody else has a handle.
pub(super) fn run<G: Searchable>(
    task: &Task<'_, G>,
    manner: Manner,
    threads: usize,
    memory: &mut Memory<G>,
    failed: &mut FailedSimulations,
    mut monitor: Option<Monitor<'_>>,
) -> ((Found, Option<Reason>), Vec<Stats>) {
    let whole = Account::open(memory.capacity());
    let evictions = memory.evictions();
    let mut stats = Stats::default();
    let mut spent: HashMap<u64, u64> = HashMap::new();
    let first_nodes = task.options().alone.clamp(LEAST_NODES, FIRST_NODES);
    let result = loop {
        let time = task.limits().time.map(|time| time.saturating_sub(whole.started.elapsed()));
        let nodes = task.limits().nodes.saturating_sub(stats.nodes);
        let limits = Limits { nodes, time, ..task.limits().clone() };
        let job_nodes =
            (stats.nodes / (SHARE_OF_ALL * threads as u64)).clamp(first_nodes, MOST_NODES);
        let mut leader = Leader { spent: &spent, below: ROUNDS_BELOW * job_nodes, threads };
        memory.part_among(1);
        let (jobs, root, over, of_leader) =
            leader.choose(&task.with_limits(&limits), memory, failed, manner);
        stats.add(&of_leader);
        if let Some(reason) = over {
            break (root, reason);
        }
        // What is left of the limit is shared out, the odd nodes to the first.
        let left = task.limits().nodes.saturating_sub(stats.nodes);
        let count = jobs.len() as u64;
        let shares = (0..count).map(|i| job_nodes.min(left / count + u64::from(i < left % count)));
        let shares: Vec<u64> = shares.collect();
        memory.part_among(threads);
        let done = do_all(task, &limits, memory, &jobs, &shares, manner);
        let mut ended = None;
        for (job, done) in jobs.iter().zip(done) {
            memory.keep_all(&done.memory);
            for &key in &job.keys {
                *spent.entry(key).or_default() += done.stats.nodes.max(LEAST_COUNTED);
            }
            stats.add(&done.stats);
            // The limit of nodes is that of the job; numbers that saturate are the leader's affair.
            ended = ended.or(done
                .reason
                .filter(|reason| !matches!(reason, Reason::Nodes | Reason::Saturated)));
        }
        if spent.len() > REMEMBERED {
            spent.clear();
        }
        if let Some(monitor) = &mut monitor {
            let table_fill = memory.used() as f64 / memory.capacity() as f64;
            let (nodes, elapsed) = (stats.nodes, whole.started.elapsed());
            let depth = jobs.first().map_or(0, |job| job.moves.len() as u32);
            let (pn, dn) = (root.pn, root.dn);
            monitor(&Progress { nodes, pn, dn, depth, table_fill, elapsed });
        }
        if ended.is_some() {
            break (root, ended);
        }
    };
    let (time, evictions) = (whole.close().time, memory.evictions() - evictions);
    (result, vec![Stats { time, evictions, table_capacity: memory.capacity(), ..stats }])
}

/// The jobs of a round, each in a thread. What has come of them, in their order.
fn do_all<G: Searchable>(
    task: &Task<'_, G>,
    limits: &Limits,
    memory: &Memory<G>,
    jobs: &[Job<G::Move>],
    shares: &[u64],
    manner: Manner,
) -> Vec<Done<G>> {
    let bytes = memory.budget().0 / TABLE_SHARE / jobs.len().max(1);
    let bytes = bytes.clamp(*TABLE_BYTES.start(), *TABLE_BYTES.end());
    let one = |number: usize| {
        let memory = memory.over(number, bytes).expect("the common table is shared");
        let limits = Limits { nodes: shares[number], ..limits.clone() };
        let started = threefold_game::clock::Instant::now();
        let (memory, reason, stats) =
            search(&task.with_limits(&limits), memory, &jobs[number], manner);
        Done { memory, reason, stats: Stats { time: started.elapsed(), ..stats } }
    };
    let one = &one;
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..jobs.len())
            .map(|number| {
                let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
                (number, builder.spawn_scoped(scope, move || one(number)))
            })
            .collect();
        let mut done = Vec::with_capacity(jobs.len());
        if !jobs.is_empty() {
            done.push(one(0));
        }
        for (number, thread) in others {
            done.push(match thread.map(|thread| thread.join()) {
                Ok(Ok(of_other)) => of_other,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                // Where there is no room for a thread, its job is done here.
                Err(_) => one(number),
            });
        }
        done
    })
}

/// One job.
fn search<G: Searchable>(
    task: &Task<'_, G>,
    mut memory: Memory<G>,
    job: &Job<G::Move>,
    manner: Manner,
) -> (Memory<G>, Option<Reason>, Stats) {
    let (mut place, mut account) = (Place::root(task), Account::open(memory.capacity()));
    let mut arrival = Arrival::ROOT;
    for &m in &job.moves {
        let id = place.id(task, arrival);
        place.push(task, id, arrival);
        arrival = task.arrival(&place.position, m);
        task.game().make(&mut place.position, m);
    }
    let mut failed = FailedSimulations::new();
    let worker = Worker::new(task, &mut memory, &mut place, &mut account, &mut failed);
    let (_, halt) = Dfpn::new(worker, manner, None, None).run_within(arrival, job.thresholds);
    let stats = Stats { time: Duration::ZERO, ..account.close() };
    (memory, halt.map(Halt::reason), stats)
}

/// Who chooses jobs.
struct Leader<'l> {
    /// Nodes below positions, by key.
    spent: &'l HashMap<u64, u64>,
    /// The leader goes below a position on which so many were spent.
    below: u64,
    threads: usize,
}

impl Leader<'_> {
    /// The jobs of a round, the numbers of the root, whether the search is over and why, and what
    /// it took.
    #[expect(clippy::type_complexity, reason = "said once, and taken apart at once")]
    fn choose<G: Searchable>(
        &mut self,
        task: &Task<'_, G>,
        memory: &mut Memory<G>,
        failed: &mut FailedSimulations,
        manner: Manner,
    ) -> (Vec<Job<G::Move>>, Found, Option<Option<Reason>>, Stats) {
        let crew = Crew::new(1, u64::MAX);
        let (mut place, mut account) = (Place::root(task), Account::open(memory.capacity()));
        let mut jobs = Vec::new();
        let worker = Worker::new(task, memory, &mut place, &mut account, failed);
        let member = Some(Member::new(&crew, 0));
        let mut dfpn = Dfpn::new(worker, manner, None, member);
        let mut root = Found::bounds(1, 1, None);
        let mut over = None;
        while jobs.len() < self.threads && over.is_none() {
            match dfpn.walk(self, &jobs, &mut root) {
                Walk::Job(job) => jobs.push(job),
                Walk::Over(found) => {
                    root = found;
                    over = Some((!found.is_solved()).then_some(Reason::Saturated));
                }
                Walk::Nothing => break,
                Walk::Limit(halt) => over = Some(Some(halt.reason())),
            }
        }
        // Nothing to do and nothing decided: it goes round and round.
        if jobs.is_empty() && over.is_none() {
            over = Some(Some(Reason::Saturated));
        }
        let mut stats = account.close();
        stats.time = Duration::ZERO;
        (jobs, root, over, stats)
    }

    /// Whether a position is to be searched as a job.
    fn is_job<M>(&self, key: u64, jobs: &[Job<M>]) -> bool {
        self.spent.get(&key).is_none_or(|&nodes| nodes < self.below)
            && !jobs.iter().any(|job| job.keys.last() == Some(&key))
    }
}

impl<G: Searchable> Dfpn<'_, '_, G> {
    /// Walks down from the root to the next job.
    fn walk(
        &mut self,
        leader: &Leader<'_>,
        jobs: &[Job<G::Move>],
        known: &mut Found,
    ) -> Walk<G::Move> {
        let root = self.worker.look_up(Arrival::ROOT);
        if root.is_solved() {
            return Walk::Over(root);
        }
        (known.pn, known.dn) = (root.pn, root.dn);
        self.worker.drop_all();
        let (level, position) = (self.worker.path().level(), self.worker.position().clone());
        let began = self.worker.nodes();
        let walk = match self.enter(Arrival::ROOT, &root, Thresholds::ROOT, false) {
            Ok(()) => self.walk_on(leader, jobs, &position, began),
            Err(halt) => Walk::Limit(halt),
        };
        if !self.stack.frames().is_empty() {
            let numbers = self.stack.numbers(0, &self.worker);
            (known.pn, known.dn) = (numbers.pn.max(1), numbers.dn.max(1));
            self.abandon(level);
        }
        self.worker.return_to(level, position);
        walk
    }

    fn walk_on(
        &mut self,
        leader: &Leader<'_>,
        jobs: &[Job<G::Move>],
        root: &G::Position,
        began: u64,
    ) -> Walk<G::Move> {
        loop {
            self.closed_sets.look(&mut self.worker, &self.stack, root);
            let below = match self.step() {
                Step::Over(found) => return Walk::Over(found),
                Step::Again => continue,
                Step::Below(below) => below,
            };
            let key = self.worker.id(below.arrival).name.key;
            if leader.is_job(key, jobs) {
                return Walk::Job(self.job(key, &below));
            }
            if self.worker.nodes() - began >= STEPS {
                return Walk::Nothing;
            }
            if let Err(halt) = self.enter_below(&below) {
                return Walk::Limit(halt);
            }
        }
    }

    /// The job of searching the position at hand, the selected child of the last frame.
    fn job(&self, key: u64, Below { found, thresholds, .. }: &Below) -> Job<G::Move> {
        let frames = self.stack.frames();
        let moves = (0..frames.len()).map(|i| self.stack.selected(i).m).collect();
        let keys = frames.iter().map(|frame| frame.id.name.key).chain([key]).collect();
        let farther = |number: u32, threshold: u32| {
            number.saturating_add(1).saturating_mul(SLACK).max(threshold).min(LARGEST)
        };
        let thresholds = Thresholds {
            pn: farther(found.pn, thresholds.pn),
            dn: farther(found.dn, thresholds.dn),
        };
        Job { moves, keys, thresholds }
    }
}
