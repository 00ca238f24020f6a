//! Simulations that failed, so that they are not run again at each visit.

/// A direct-mapped set of hashes of (position, path, what was simulated). Forgetting one costs time
/// only.
pub(crate) struct FailedSimulations {
    slots: Vec<u64>,
    /// How many were put off.
    put_off: u64,
}

impl FailedSimulations {
    /// Slots: 128 KiB. Larger did not help; much smaller, and simulations repeat.
    const SLOTS: usize = 1 << 14;

    pub fn new() -> Self {
        FailedSimulations { slots: vec![0; Self::SLOTS], put_off: 0 }
    }

    pub fn clear(&mut self) {
        self.slots.fill(0);
        self.put_off = 0;
    }

    #[inline]
    pub fn contains(&self, hash: u64) -> bool {
        self.slots[hash as usize % Self::SLOTS] == hash
    }

    /// Whether a simulation is put off where few are worth their time: all but each sixteenth.
    pub fn puts_off(&mut self) -> bool {
        self.put_off += 1;
        !self.put_off.is_multiple_of(16)
    }

    pub fn insert(&mut self, hash: u64) {
        self.slots[hash as usize % Self::SLOTS] = hash;
    }
}
