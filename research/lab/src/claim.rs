//! What a treatment says about a position, and what that took.

use std::time::Duration;

use threefold_search::Verdict;

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
