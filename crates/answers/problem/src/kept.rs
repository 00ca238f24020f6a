//! What earlier searches have found out, kept in memory: the same question asked once more, with
//! another limit, goes on where it was.
//!
//! A problem is many searches (fate, ko threats, each first move), whose solvers do not outlive
//! them. So what each of them knows at its end is kept as a checkpoint, under what it is about:
//! whatever changes the meaning of an entry is a part of that name, so that nothing has to be
//! forgotten for an answer to be right.

use std::collections::{HashMap, VecDeque};
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use threefold_game::{History, Searchable};
use threefold_search::Solver;

/// A search that took fewer nodes is done again sooner than its table is written down.
const LEAST_NODES: u64 = 500;

/// Checkpoints in memory.
#[derive(Debug)]
pub struct Kept {
    most: usize,
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// By what the search is about.
    checkpoints: HashMap<String, Vec<u8>>,
    /// The oldest first.
    order: VecDeque<String>,
    bytes: usize,
}

impl Kept {
    /// Nothing yet, and at most so many bytes: the oldest go first, and one that has no room is not
    /// kept.
    pub fn new(most: usize) -> Self {
        Kept { most, inner: Mutex::default() }
    }

    /// Forgets all of it.
    pub fn forget(&self) {
        *self.lock() = Inner::default();
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.lock().bytes
    }

    /// Has the solver go on where the last search for the root of `history` has ended, if that is
    /// kept. Nodes of that search and of those before it.
    pub(super) fn take_up<G: Searchable>(
        &self,
        solver: &mut Solver<'_, G>,
        history: &History<G>,
    ) -> u64 {
        let inner = self.lock();
        let kept = inner.checkpoints.get(&solver.about(history));
        // What was written for this search can be read for it.
        let resumed = kept.and_then(|kept| solver.resume(history, &mut kept.as_slice()).ok());
        resumed.map_or(0, |resumed| resumed.nodes)
    }

    /// Keeps what the solver knows after a search for the root of `history`; `nodes` were spent on
    /// it by now.
    pub(super) fn keep<G: Searchable>(
        &self,
        solver: &Solver<'_, G>,
        history: &History<G>,
        nodes: u64,
    ) {
        if nodes < LEAST_NODES {
            return;
        }
        let mut out = Bounded { bytes: Vec::new(), most: self.most };
        if solver.save(history, nodes, &mut out).is_err() {
            return;
        }
        let (name, bytes) = (solver.about(history), out.bytes);
        let mut inner = self.lock();
        inner.remove(&name);
        while inner.bytes + bytes.len() > self.most
            && let Some(oldest) = inner.order.front().cloned()
        {
            inner.remove(&oldest);
        }
        inner.bytes += bytes.len();
        inner.order.push_back(name.clone());
        inner.checkpoints.insert(name, bytes);
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn remove(&mut self, name: &str) {
        if let Some(bytes) = self.checkpoints.remove(name) {
            self.bytes -= bytes.len();
            self.order.retain(|other| other != name);
        }
    }
}

/// Takes so many bytes and no more.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
}

impl Write for Bounded {
    fn write(&mut self, some: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + some.len() > self.most {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(some);
        Ok(some.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
