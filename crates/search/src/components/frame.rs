//! The walk of the search through components, as far as it has come.

use threefold_game::{SplitMix, Spot};

/// A walk that was interrupted.
pub(super) struct Paused {
    pub from: Spot,
    pub stack: Vec<Frame>,
    pub random: SplitMix,
}

/// A position that is being worked on.
pub(super) struct Frame {
    pub number: u32,
    pub spot: Spot,
    /// The largest cost at which work goes on.
    pub threshold: u8,
    /// What it was when the component was looked at.
    pub cost: u8,
    /// Ways that are left before it is looked at again.
    pub ways: u32,
    pub is_first: bool,
    /// How much was known then.
    pub at: u64,
}

impl Frame {
    pub const fn new(number: u32, spot: Spot, threshold: u8) -> Self {
        Frame { number, spot, threshold, cost: 0, ways: 0, is_first: true, at: 0 }
    }
}
