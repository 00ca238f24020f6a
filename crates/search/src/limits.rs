//! What may stop a search, and why it stopped.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use threefold_game::clock::Instant;

/// Bounds on one search. A bound that is hit makes the answer `Unknown`, never a verdict.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Positions expanded, re-expansions included.
    pub nodes: u64,
    /// Wall-clock time of each search.
    pub time: Option<Duration>,
    /// When searches, certificates and checks that share a time have to end, however many of them
    /// there are ([`Limits::together`]).
    pub deadline: Option<Instant>,
    /// Length of a path in plies, counted from the root.
    pub depth: u32,
    /// Bytes for the current path and the moves of its positions, if that is less than what the
    /// table can leave to them ([`Options::table_bytes`](crate::Options::table_bytes)).
    pub path_bytes: usize,
}

impl Default for Limits {
    /// No bound on nodes and time; paths up to 1,000,000 plies and 1 GiB.
    fn default() -> Self {
        Limits {
            nodes: u64::MAX,
            time: None,
            deadline: None,
            depth: 1_000_000,
            path_bytes: 1 << 30,
        }
    }
}

impl Limits {
    /// At most this many nodes.
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes, ..Limits::default() }
    }

    /// The same, with the time for everything from now on together instead of for each search. A
    /// deadline that comes sooner stays.
    ///
    /// ```
    /// use std::time::Duration;
    /// use threefold_search::Limits;
    /// let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() }.together();
    /// assert_eq!(limits.time, None);
    /// assert!(limits.time_left() <= Some(Duration::from_secs(10)));
    /// // What comes first gets half of what is left.
    /// assert!(limits.part(0.5).time_left() <= Some(Duration::from_secs(5)));
    /// ```
    pub fn together(self) -> Self {
        // A time that no clock can show is none.
        let end = self.time.and_then(|time| Instant::now().checked_add(time));
        let deadline = [self.deadline, end].into_iter().flatten().min();
        Limits { time: None, deadline, ..self }
    }

    /// What is left until the deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// The same, with a deadline after this part of the time that is left.
    pub fn part(&self, part: f64) -> Self {
        let left = self.time_left().map(|left| left.mul_f64(part.clamp(0.0, 1.0)));
        let deadline = left.map(|left| Instant::now() + left).min(self.deadline);
        Limits { deadline, ..self.clone() }
    }

    /// Whether the deadline has passed.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Whether a search that began then is out of time.
    pub(crate) fn is_over(&self, started: Instant) -> bool {
        self.is_late() || self.time.is_some_and(|time| started.elapsed() >= time)
    }
}

/// Why there is no verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// [`Limits::nodes`] was reached.
    Nodes,
    /// [`Limits::time`] or [`Limits::deadline`] was reached.
    Time,
    /// A path reached [`Limits::depth`].
    Depth,
    /// The path needed more than [`Limits::path_bytes`], or everything together more than
    /// [`Options::table_bytes`](crate::Options::table_bytes): a path or a certificate is too large.
    Memory,
    /// The numbers at the root saturated at [`LARGEST`](crate::LARGEST).
    Saturated,
    /// [`Interrupt::raise`] was called.
    Interrupted,
    /// A question that this one consists of (a draw is two) has no answer.
    Incomplete,
    /// The attacker was content with some of his moves, and another one may win.
    Restricted,
}

impl Reason {
    /// The name used in output: `nodes`, `time`, ...
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Nodes => "nodes",
            Reason::Time => "time",
            Reason::Depth => "depth",
            Reason::Memory => "memory",
            Reason::Saturated => "saturated",
            Reason::Interrupted => "interrupted",
            Reason::Incomplete => "incomplete",
            Reason::Restricted => "restricted",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Nodes => "node limit reached",
            Reason::Time => "time limit reached",
            Reason::Depth => "a path became too long",
            Reason::Memory => "the path or the certificate needs more memory than allowed",
            Reason::Saturated => "proof numbers saturated",
            Reason::Interrupted => "interrupted",
            Reason::Incomplete => "one of its questions has no answer",
            Reason::Restricted => "the attacker has other moves",
        })
    }
}

/// Stops a search from another thread. Clones share one flag.
///
/// ```
/// use threefold_search::Interrupt;
/// let interrupt = Interrupt::default();
/// let handle = interrupt.clone();
/// std::thread::spawn(move || handle.raise()).join().unwrap();
/// assert!(interrupt.is_raised());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Asks every search that holds a clone to stop. It does so within about a thousand nodes.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`raise`](Interrupt::raise) has been called.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a run has ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// A limit was reached.
    Limit(Reason),
    /// It has had the nodes that the schedule gave it.
    Pause,
    /// It went farther than the schedule lets it go.
    TurnedBack,
}

impl Halt {
    /// The limit, as the caller of a search is told.
    pub fn reason(self) -> Reason {
        match self {
            Halt::Limit(reason) => reason,
            Halt::Pause => Reason::Nodes,
            Halt::TurnedBack => Reason::Depth,
        }
    }
}

impl From<Reason> for Halt {
    fn from(reason: Reason) -> Self {
        Halt::Limit(reason)
    }
}
