//! Mixed bits: for keys of positions and paths, and for seeded pseudo-random numbers. Written out,
//! so that a key and a seed mean the same on every machine and for ever.

/// The increment of splitmix64: 2^64 divided by the golden ratio.
const GAMMA: u64 = 0x9E37_79B9_7F4A_7C15;

/// The finaliser of splitmix64 (Steele, Lea and Flood 2014): a bijection on 64 bits in which every
/// input bit reaches every output bit. 0 stays 0.
#[inline]
pub const fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// What splitmix64 gives in the state `x`: a bijection like [`mix`], for numbers that begin at 0.
#[inline]
pub const fn splitmix(x: u64) -> u64 {
    mix(x.wrapping_add(GAMMA))
}

/// The generator splitmix64: the same seed gives the same numbers for ever.
///
/// ```
/// use threefold_game::SplitMix;
///
/// let mut random = SplitMix::new(1_234_567);
/// assert_eq!(random.bits(), 6_457_827_717_110_365_317);
/// assert!(random.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// A generator in the state `seed`.
    pub const fn new(seed: u64) -> Self {
        SplitMix(seed)
    }

    /// The next 64 bits.
    #[inline]
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        mix(self.0)
    }

    /// A number below `bound`; 0 if `bound` is 0. The bias of the multiplication is below
    /// `bound / 2^64`.
    #[inline]
    pub const fn below(&mut self, bound: u64) -> u64 {
        ((self.bits() as u128 * bound as u128) >> 64) as u64
    }

    /// A place among `len`; 0 if `len` is 0.
    #[inline]
    pub const fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// True in `percent` of 100 cases.
    pub const fn percent(&mut self, percent: u32) -> bool {
        self.below(100) < percent as u64
    }

    /// One of some values.
    ///
    /// # Panics
    /// If there is none.
    pub fn choose<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.index(values.len())]
    }

    /// Brings the items into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.index(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values_of_splitmix64() {
        // The reference implementation's first outputs for the seed 1234567.
        let mut random = SplitMix::new(1_234_567);
        assert_eq!(random.bits(), 6_457_827_717_110_365_317);
        assert_eq!(random.bits(), 3_203_168_211_198_807_973);
        assert_eq!(splitmix(1_234_567), 6_457_827_717_110_365_317);
    }

    #[test]
    fn numbers_below_a_bound_are_all_there_is_below_it() {
        let mut random = SplitMix::new(1);
        let mut seen = [0; 5];
        (0..1000).for_each(|_| seen[random.index(5)] += 1);
        assert!(seen.iter().all(|&times| times > 150), "{seen:?}");
        assert_eq!((random.below(0), random.below(1)), (0, 0));
        let mut items: Vec<u32> = (0..100).collect();
        random.shuffle(&mut items);
        assert_ne!(items, (0..100).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..100).collect::<Vec<_>>());
    }
}
