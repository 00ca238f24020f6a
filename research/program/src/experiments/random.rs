//! Seeded pseudo-random numbers, the same on every machine and for ever.

/// splitmix64 (Steele, Lea and Flood 2014).
pub struct Random(u64);

impl Random {
    /// A generator for case number `index` of a run with `seed`: cases are independent of the
    /// thread that works on them.
    pub fn new(seed: u64, index: u64) -> Self {
        let mut random = Random(seed);
        let start = random.next() ^ index.wrapping_mul(0xD129_0D31_9E8F_3F85);
        let mut random = Random(start);
        random.next();
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    /// A number below `bound`, which must not be 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// One of some values.
    pub fn choose<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len() as u64) as usize]
    }

    /// Brings the items into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}
