//! Seeded pseudo-random numbers, the same on every machine.

use crate::mix::mix;

/// splitmix64 (Steele, Lea and Flood 2014).
pub(super) struct Random(u64);

impl Random {
    /// Numbers for case `index` of a run with `seed`.
    pub fn new(seed: u64, index: u64) -> Self {
        Random(mix(seed).wrapping_add(mix(index ^ 0xD129_0D31_9E8F_3F85)))
    }

    pub fn next(&mut self) -> u64 {
        let out = mix(self.0);
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        out
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// One of some values.
    pub fn choose<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len() as u64) as usize]
    }
}
