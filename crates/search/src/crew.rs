//! Several workers at one question: what they share beside the table, and how they keep out of each
//! other's way.
//!
//! Each thread runs df-pn from the root, on a path of its own, with the table in common. What they
//! tell each other apart from that:
//!
//! ```text
//!   crowds     how many threads are below an edge of the graph: virtual proof numbers
//!   spent      nodes of the common limit that have been handed out
//!   steps      how often the first thread has expanded something new, or solved something
//!   outcome    what the first to end has found, which stops the others
//! ```
//!
//! # Why several threads are as right as one
//! 1. An entry is read whole or not at all (`table/words.rs`), and copied before it is judged.
//! 2. What a result relies on is computed by the thread that finds it, from what it found valid on
//!    its own path. It is never taken over from an entry: an entry says where it holds (everywhere;
//!    where these ancestors are; where the path has this code; where these conditions are met), and
//!    whoever reads it judges that on the path at hand. Who wrote it does not matter, nor when.
//! 3. Private are the path, the stack, the stacks of conditions, loop closing (a result is freed of
//!    the position that its own thread leaves), closed sets while they grow, failed simulations.
//!    What a closed set leans on beside itself are results that hold on every path, and such a
//!    result never ceases to hold.
//! 4. All threads have the same task: game, root, history, question, options, keys. Codes of paths
//!    begin with the same seed.
//! 5. Forgetting an entry at any time changes the work and no answer. So two that write at the same
//!    place may lose both; what is solved is not replaced by numbers all the same
//!    (`table/shared.rs`).
//! 6. Proofs lean on proofs that were complete before them, in whatever thread, so they never lean
//!    on each other in a circle. The *moves* in the table may, as with one thread when something
//!    is found again after it was overwritten; extraction, which is left to one thread, mends that.
//!    It is kept rare: a way replaces a way only if it is shorter.
//! 7. A thread whose path leads through a position that another has solved unwinds to it
//!    (`dfpn/together.rs`). That saves work; what it returns with is looked up on its own
//!    path like everything else.
//!
//! What a crew does *not* have is the proof that threshold control always gets through to a new
//! position: it is about one walk, whose numbers no one else changes. So there is a watchdog. A
//! thread that has expanded nothing new and solved nothing for [`PATIENCE`] nodes stops avoiding
//! the others, and after [`PARKED_AFTER`] it waits until the first thread has got on. The first
//! thread never waits: if all others do, it is a search by one thread, which gets through. A thread
//! that unwinds in vain waits twice as long before it looks again, so that this cannot keep it from
//! getting on either.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::found::Found;
use crate::limits::Reason;

/// Stack of a thread: simulation recurses.
pub(crate) const STACK_BYTES: usize = 8 << 20;
/// Crowds are counted in so many cells. Two edges that share one mislead the choice, no more.
const CELLS: usize = 1 << 16;
/// Nodes of the limit that a thread takes at a time, at most.
const SHARE: u64 = 64;
/// Nodes without getting on after which a thread looks for the best child like any other.
const PATIENCE: u64 = 1 << 10;
/// Nodes without getting on after which it waits.
const PARKED_AFTER: u64 = 1 << 13;
/// How long it waits before it looks again.
const NAP: Duration = Duration::from_micros(200);
/// Nodes between two looks at whether an ancestor has been solved, if the path is short.
const LOOK_EVERY: u64 = 512;

/// What the threads of one search share.
pub(crate) struct Crew {
    threads: usize,
    crowds: Box<[AtomicU8]>,
    /// The common limit, and how much of it has been handed out.
    limit: u64,
    spent: AtomicU64,
    steps: AtomicU64,
    /// The first thread has ended: there is no one to wait for.
    first_ended: AtomicBool,
    stopped: AtomicBool,
    outcome: Mutex<Option<(Found, Option<Reason>)>>,
}

impl Crew {
    /// So many threads that have so many nodes between them.
    pub fn new(threads: usize, limit: u64) -> Self {
        Crew {
            threads,
            crowds: (0..CELLS).map(|_| AtomicU8::new(0)).collect(),
            limit,
            spent: AtomicU64::new(0),
            steps: AtomicU64::new(0),
            first_ended: AtomicBool::new(false),
            stopped: AtomicBool::new(false),
            outcome: Mutex::new(None),
        }
    }

    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Nodes that have been handed out.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed).min(self.limit)
    }

    /// Whether someone has ended the search.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Ends the search.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Hands out some nodes of the limit; 0 if there are none left.
    pub fn claim(&self) -> u64 {
        let share = (self.limit / (16 * self.threads as u64)).clamp(1, SHARE);
        let before = self.spent.fetch_add(share, Ordering::Relaxed);
        // It stands still at the limit, as far as anyone sees: no overflow in this universe.
        self.limit.saturating_sub(before).min(share)
    }

    /// The thread with this number ends its search so. The first to do so for good stops the
    /// others; who has used up the limit leaves what is left of it to them.
    pub fn end(&self, number: usize, found: &Found, reason: Option<Reason>) {
        if number == 0 {
            self.first_ended.store(true, Ordering::Relaxed);
        }
        let mut outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
        let is_better = match &*outcome {
            None => true,
            Some((_, old)) => old.is_some() && reason.is_none(),
        };
        debug_assert!(
            !matches!(&*outcome, Some((other, None))
                if reason.is_none() && other.is_proven() != found.is_proven()),
            "two threads have found different answers"
        );
        if is_better {
            *outcome = Some((*found, reason));
        }
        if reason != Some(Reason::Nodes) {
            self.stop();
        }
    }

    /// What the search has come to, when all threads have ended.
    pub fn outcome(&self) -> Option<(Found, Option<Reason>)> {
        *self.outcome.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A thread's part in it.
pub(crate) struct Member<'c> {
    crew: &'c Crew,
    number: usize,
    /// Node counts: when it last got on, when it looks at its ancestors next, and how long after
    /// that once more.
    step_at: u64,
    look_at: u64,
    look_every: u64,
}

/// Cell of an edge.
#[derive(Clone, Copy)]
pub(crate) struct Edge(usize);

impl Edge {
    /// The move with this number from the position with this key.
    #[inline]
    pub fn new(key: u64, mv: u32) -> Self {
        let mixed = (key ^ u64::from(mv)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Edge((mixed >> 48) as usize % CELLS)
    }
}

impl<'c> Member<'c> {
    /// The thread with this number; the first has 0.
    pub fn new(crew: &'c Crew, number: usize) -> Self {
        Member { crew, number, step_at: 0, look_at: LOOK_EVERY, look_every: LOOK_EVERY }
    }

    #[inline]
    pub fn crew(&self) -> &'c Crew {
        self.crew
    }

    /// Whether there is another thread; a leader of rounds has none.
    #[inline]
    pub fn has_others(&self) -> bool {
        self.crew.threads > 1
    }

    /// It goes below an edge.
    #[inline]
    pub fn enter(&self, edge: Edge) {
        self.crew.crowds[edge.0].fetch_add(1, Ordering::Relaxed);
    }

    /// It comes back.
    #[inline]
    pub fn leave(&self, edge: Edge) {
        self.crew.crowds[edge.0].fetch_sub(1, Ordering::Relaxed);
    }

    /// How many threads are below an edge.
    #[inline]
    pub fn crowd(&self, edge: Edge) -> u32 {
        self.crew.crowds[edge.0].load(Ordering::Relaxed).into()
    }

    /// Whether it keeps out of the others' way: not if that leads to nothing new.
    #[inline]
    pub fn avoids_others(&self, nodes: u64) -> bool {
        nodes - self.step_at < PATIENCE
    }

    /// It has got on: expanded something new, or solved something.
    #[inline]
    pub fn gets_on(&mut self, nodes: u64) {
        self.step_at = nodes;
        if self.number == 0 {
            self.crew.steps.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Whether it has to wait, because it has not got on for long.
    #[inline]
    pub fn has_to_wait(&self, nodes: u64) -> bool {
        self.number != 0 && nodes - self.step_at >= PARKED_AFTER
    }

    /// Waits until the first thread has got on, or `stop` says why not.
    #[cold]
    pub fn wait(
        &mut self,
        nodes: u64,
        stop: impl Fn() -> Result<(), Reason>,
    ) -> Result<(), Reason> {
        let before = self.crew.steps.load(Ordering::Relaxed);
        while self.crew.steps.load(Ordering::Relaxed) == before
            && !self.crew.first_ended.load(Ordering::Relaxed)
        {
            stop()?;
            std::thread::sleep(NAP);
        }
        self.step_at = nodes;
        Ok(())
    }

    /// Whether it is time to look whether an ancestor has been solved; the path is `depth` long.
    #[inline]
    pub fn looks_up(&mut self, nodes: u64, depth: usize) -> bool {
        let is_due = nodes >= self.look_at;
        if is_due {
            self.look_at = nodes + self.look_every.max(4 * depth as u64);
        }
        is_due
    }

    /// Whether the look was of use: else the next comes later.
    pub fn has_looked(&mut self, was_of_use: bool) {
        self.look_every = if was_of_use { LOOK_EVERY } else { self.look_every.saturating_mul(2) };
    }
}
