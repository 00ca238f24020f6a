//! What a search for a distance says of itself while it runs.

use std::time::Duration;

/// What the search is doing, and what it has found out so far.
#[derive(Clone, Copy, Debug)]
pub struct DistanceProgress {
    /// Nodes so far, those of the search for any win included.
    pub nodes: u64,
    /// The number of plies that is being asked about; `None` while any win is looked for.
    pub plies: Option<u32>,
    /// Proof number of the position that is being asked about.
    pub pn: u32,
    /// Its disproof number.
    pub dn: u32,
    /// It is proved that there is no win within fewer plies than this. `None`: there is no win at
    /// all. Of the question [`shortest`](super::DistanceSolver::shortest); 0 for others.
    pub at_least: Option<u32>,
    /// It is proved that there is a win within so many plies. Of the same question.
    pub at_most: Option<u32>,
    /// Share of the table in use, 0 to 1.
    pub table_fill: f64,
    /// Since the search began.
    pub elapsed: Duration,
}

/// Called every few thousand nodes with the state of the search, and whenever a bound has become
/// better.
pub type DistanceMonitor<'m> = &'m mut dyn FnMut(&DistanceProgress);
