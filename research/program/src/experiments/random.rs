//! Where the random numbers of a case begin.

use threefold_game::SplitMix;

/// Numbers for case number `index` of a run with `seed`: cases are independent of the thread that
/// works on them.
pub fn random(seed: u64, index: u64) -> SplitMix {
    let start = SplitMix::new(seed).bits() ^ index.wrapping_mul(0xD129_0D31_9E8F_3F85);
    let mut random = SplitMix::new(start);
    random.bits();
    random
}
