//! The 64-bit mixing function behind path codes and slots of the table.

/// The finaliser of splitmix64 (Steele, Lea, Flood 2014): a bijection in which every input bit
/// reaches every output bit. A weaker mix would make path codes of similar paths collide.
#[inline]
pub(crate) fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
