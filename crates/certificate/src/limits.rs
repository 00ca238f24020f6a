//! What a check may cost.
//!
//! Nobody has to trust who sent a certificate, so its check must be bounded: 2 KB about a graph
//! game can ask for a walk of 2^60 steps, a file of 20 KB for gigabytes of lemmas. A limit that was
//! hit is no answer.

use std::io;
use std::time::Duration;

use threefold_game::clock::Instant;

use hashbrown::HashTable;
use thiserror::Error;

/// What a check may cost; without a limit by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckLimits {
    /// Bytes for what the walk remembers: positions, lemmas, the path; and for lines that are kept.
    /// While a table grows both copies count. The reader takes a megabyte or two beside it, and a
    /// decoder of zstd up to 128 MiB, or a quarter of this where that is less.
    pub memory: Option<usize>,
    /// How long the check of one block, or reading a whole file, may take.
    pub time: Option<Duration>,
}

/// Which limit ended a check: nothing is known about the certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum CheckLimit {
    /// [`CheckLimits::memory`].
    #[error("not checked: memory")]
    Memory,
    /// [`CheckLimits::time`].
    #[error("not checked: time")]
    Time,
}

impl CheckLimit {
    /// The limit that an input met ([`decompressed_within`](crate::decompressed_within)).
    pub(crate) fn of(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }

    /// The name in the output: `memory`, `time`.
    pub const fn name(self) -> &'static str {
        match self {
            CheckLimit::Memory => "memory",
            CheckLimit::Time => "time",
        }
    }
}

/// Steps of a walk between two looks at the clock: a step takes a microsecond or a few.
pub(crate) const STEPS: u32 = 256;

/// And between two looks at the memory in use.
const SIZED: u32 = 16;

/// Watches over a walk.
pub(crate) struct Watch {
    memory: usize,
    deadline: Option<Instant>,
    steps: u32,
}

impl Watch {
    pub(crate) fn new(limits: &CheckLimits) -> Self {
        Watch {
            memory: limits.memory.unwrap_or(usize::MAX),
            // A time that no clock can show is none.
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            steps: 0,
        }
    }

    /// To be called after every step; `bytes` are those in use.
    /// Whether it has looked at the clock.
    pub(crate) fn step(&mut self, bytes: impl FnOnce() -> usize) -> Result<bool, CheckLimit> {
        if self.steps.is_multiple_of(SIZED) && bytes() > self.memory {
            return Err(CheckLimit::Memory);
        }
        self.steps += 1;
        if self.steps < STEPS {
            return Ok(false);
        }
        self.steps = 0;
        self.look().map(|()| true)
    }

    /// Looks at the clock.
    pub(crate) fn look(&self) -> Result<(), CheckLimit> {
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(CheckLimit::Time),
            _ => Ok(()),
        }
    }
}

/// What a few steps may add to a table before its size is looked at again.
const SLACK: usize = 1024;

/// The bytes of a vector; if it may grow at the next step, with those of the new one.
pub(crate) fn growing<T>(vector: &Vec<T>) -> usize {
    let bytes = vector.capacity() * size_of::<T>();
    if vector.len() + SLACK > vector.capacity() { 3 * bytes } else { bytes }
}

/// The same of a hash table.
pub(crate) fn growing_table<T>(table: &HashTable<T>) -> usize {
    let bytes = table.allocation_size();
    if table.len() + SLACK > table.capacity() { 3 * bytes } else { bytes }
}
