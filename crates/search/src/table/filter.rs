//! Which keys have been stored under beside those of positions: a filter, for games in which
//! players hold pieces.
//!
//! A position with pieces in hand has its twins in a bucket of their own ([`Name::twin_key`]), and
//! a board that comes up with many hands fills further buckets (`linked.rs`). Hardly any position
//! has either. Asking these buckets each time is a wait for memory that a small set of bits, which
//! stays in the caches, saves nearly always. A bit is never taken back before everything is
//! forgotten: a key may look as if it had been stored under when it has not, never the other way
//! round.
//!
//! [`Name::twin_key`]: crate::found::Name::twin_key

use crate::mix::mix;

/// Bits of the filter: half a megabyte, of which a search of a million positions sets a tenth.
const BITS: usize = 1 << 22;

/// A set of keys, with more in it than were added.
pub(crate) struct Filter {
    /// Empty until the first key is added.
    words: Vec<u64>,
}

impl Filter {
    /// One without a key.
    pub const fn new() -> Self {
        Filter { words: Vec::new() }
    }

    /// Adds a key.
    pub fn add(&mut self, key: u64) {
        if self.words.is_empty() {
            self.words.resize(BITS / 64, 0);
        }
        let (word, bit) = place(key);
        self.words[word] |= bit;
    }

    /// Whether a key may have been added; `false` is certain.
    #[inline]
    pub fn may_contain(&self, key: u64) -> bool {
        let (word, bit) = place(key);
        self.words.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// Takes all keys out.
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }
}

#[inline]
fn place(key: u64) -> (usize, u64) {
    let hash = mix(key) as usize % BITS;
    (hash / 64, 1 << (hash % 64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_is_found_and_little_else() {
        let mut filter = Filter::new();
        assert!(!filter.may_contain(0) && filter.bytes() == 0);
        let key = |i: u64| mix(i + 1);
        (0..100_000).for_each(|i| filter.add(key(i)));
        assert!((0..100_000).all(|i| filter.may_contain(key(i))));
        let others = (100_000..200_000).filter(|&i| filter.may_contain(key(i))).count();
        assert!(others < 5000, "{others} of 100,000");
        filter.clear();
        assert!((0..100_000).all(|i| !filter.may_contain(key(i))));
    }
}
