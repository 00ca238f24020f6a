//! Twins, as Kishimoto and Mueller (2004) print them.

use std::collections::HashMap;

use threefold_search::Reason;

/// A result that met a repetition, on one path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Twin {
    /// Code of the path from the root to the position.
    pub code: u64,
    /// How many moves that path has.
    pub depth: u32,
    pub proven: bool,
    /// The move that shows it, where it is the turn of the player whom the result favours.
    pub best: Option<u32>,
}

/// The twins of every position. None is ever dropped.
#[derive(Default)]
pub(super) struct Twins {
    pub of: HashMap<u64, Vec<Twin>>,
    count: usize,
    pub simulations: u64,
    pub failed: u64,
    /// Positions visited in simulations.
    pub visited: u64,
    /// A limit was hit in a simulation.
    pub stopped_by: Option<Reason>,
}

impl Twins {
    /// Bytes that the twins take, about.
    pub fn bytes(&self) -> usize {
        let per_position = size_of::<(u64, Vec<Twin>)>();
        self.count * size_of::<Twin>() * 3 / 2 + self.of.capacity() * per_position
    }

    pub fn find(&self, key: u64, code: u64) -> Option<Twin> {
        self.of.get(&key)?.iter().find(|twin| twin.code == code).copied()
    }

    /// A position has been solved on a path.
    pub fn store(&mut self, key: u64, code: u64, depth: u32, proven: bool, best: Option<u32>) {
        let twins = self.of.entry(key).or_default();
        if !twins.iter().any(|twin| twin.code == code) {
            twins.push(Twin { code, depth, proven, best });
            self.count += 1;
        }
    }
}
