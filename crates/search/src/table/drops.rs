//! For tests: stores that are dropped on purpose. What is forgotten at any time changes the work,
//! never an answer, and this is how that is tested
//! ([`Options::drop_256ths`](crate::Options::drop_256ths)).

use crate::mix::mix;

/// Chooses the stores that are dropped.
pub(crate) struct Drops {
    /// How many of 256.
    share: u32,
    state: u64,
}

impl Drops {
    /// Different seeds choose different stores.
    pub fn new(share: u32, seed: u64) -> Self {
        Drops { share, state: seed }
    }

    /// Whether the next store is dropped.
    #[inline]
    pub fn next(&mut self) -> bool {
        self.share > 0 && {
            self.state = mix(self.state.wrapping_add(0x9E37_79B9_7F4A_7C15));
            (self.state & 255) < u64::from(self.share)
        }
    }
}
