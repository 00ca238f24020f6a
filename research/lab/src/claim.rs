//! What a treatment is asked about a position, what it says, and what that took.

use std::time::Duration;

use threefold_game::{History, Question};
use threefold_search::{Interrupt, Limits, Verdict};

use crate::Informed;

/// What a treatment is asked.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a, G: Informed> {
    /// The rules.
    pub game: &'a G,
    /// About the root of the history.
    pub question: Question,
    /// See `question`.
    pub history: &'a History<G>,
    /// A limit that is hit makes the answer unknown.
    pub limits: &'a Limits,
    /// The most that an empty table or tree may grow to.
    pub memory_bytes: usize,
    /// Ends the search when it is raised.
    pub interrupt: &'a Interrupt,
}

/// The answer of a treatment to a boolean question: claimed, not verified.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claim {
    /// What it says. A limit that was hit is never a verdict.
    pub verdict: Verdict,
    /// What it took.
    pub cost: Cost,
}

/// What a search took. Counters of a mechanism that a treatment does not have are 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Positions expanded (proof-number searches) or visited (alpha-beta), re-visits included.
    pub nodes: u64,
    /// Look-ups in the table.
    pub lookups: u64,
    /// Simulations run.
    pub simulations: u64,
    /// Simulations that failed.
    pub simulations_failed: u64,
    /// Positions visited in simulations.
    pub simulation_nodes: u64,
    /// The most memory the table or tree occupied, in bytes.
    pub memory_bytes: u64,
    /// Time spent.
    pub time: Duration,
}

impl Cost {
    /// Adds what another search took; of the memory the larger.
    pub fn add(&mut self, other: &Cost) {
        self.nodes += other.nodes;
        self.lookups += other.lookups;
        self.simulations += other.simulations;
        self.simulations_failed += other.simulations_failed;
        self.simulation_nodes += other.simulation_nodes;
        self.memory_bytes = self.memory_bytes.max(other.memory_bytes);
        self.time += other.time;
    }
}
