//! Where the random numbers of a case begin.

use threefold_game::{SplitMix, splitmix};

/// Numbers for case `index` of a run with `seed`.
pub(super) fn random(seed: u64, index: u64) -> SplitMix {
    SplitMix::new(splitmix(seed).wrapping_add(splitmix(index ^ 0xD129_0D31_9E8F_3F85)))
}
