//! Limits and progress of a search through components.

use threefold_game::clock::Instant;

use crate::limits::{Interrupt, Limits, Reason};
use crate::progress::{MONITOR_INTERVAL, Monitor, Progress};

/// Rows that count as a node: they take 5 microseconds, as a node of df-pn does in a large
/// table.
const ROWS: u64 = 32;
/// Calls without a node between two looks at the clock.
const CALLS: u32 = 64;

/// What may end a search, and who is told how far it is.
pub(crate) struct Watch<'a, 'm> {
    limits: &'a Limits,
    interrupt: &'a Interrupt,
    monitor: Option<Monitor<'m>>,
    started: Instant,
    rows: u64,
    /// The count at which the clock is read.
    due: u64,
    /// Calls since then: a certificate is written without a node.
    calls: u32,
    /// Nodes after which it is another search's turn.
    pub pause_at: u64,
    /// Bytes for everything.
    room: usize,
    /// The cost of the root, and how many components are open, for the monitor.
    pub cost: u8,
    pub depth: u32,
}

impl<'a, 'm> Watch<'a, 'm> {
    pub fn new(
        limits: &'a Limits,
        interrupt: &'a Interrupt,
        monitor: Option<Monitor<'m>>,
        room: usize,
    ) -> Self {
        let started = Instant::now();
        Watch {
            limits,
            interrupt,
            monitor,
            started,
            rows: 0,
            due: 0,
            calls: 0,
            pause_at: u64::MAX,
            room,
            cost: 1,
            depth: 0,
        }
    }

    /// Rows looked at, of up to 64 positions each, so many to a node as take its time.
    pub fn nodes(&self) -> u64 {
        self.rows / ROWS
    }

    pub fn elapsed(&self) -> std::time::Duration {
        self.started.elapsed()
    }

    /// Bytes for everything.
    pub fn room(&self) -> usize {
        self.room
    }

    /// From now on so many bytes; whether these are more.
    pub fn set_room(&mut self, room: usize) -> bool {
        room > std::mem::replace(&mut self.room, room)
    }

    /// Counts a row.
    #[inline]
    pub fn count(&mut self) {
        self.rows += 1;
    }

    /// Whether to go on, with so many bytes in use.
    #[inline]
    pub fn check(&mut self, bytes: usize) -> Result<(), Reason> {
        if self.nodes() >= self.limits.nodes {
            return Err(Reason::Nodes);
        }
        if bytes > self.room {
            return Err(Reason::Memory);
        }
        self.calls += 1;
        if self.rows < self.due && self.calls < CALLS { Ok(()) } else { self.look(bytes) }
    }

    #[cold]
    fn look(&mut self, bytes: usize) -> Result<(), Reason> {
        (self.due, self.calls) = (self.rows + MONITOR_INTERVAL, 0);
        let nodes = self.nodes();
        if let Some(monitor) = &mut self.monitor {
            monitor(&Progress {
                nodes,
                pn: u32::from(self.cost),
                dn: 1,
                depth: self.depth,
                table_fill: bytes as f64 / self.room.max(1) as f64,
                elapsed: self.started.elapsed(),
            });
        }
        if self.interrupt.is_raised() {
            return Err(Reason::Interrupted);
        }
        if self.limits.is_over(self.started) { Err(Reason::Time) } else { Ok(()) }
    }
}
