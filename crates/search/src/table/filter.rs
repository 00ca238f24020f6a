//! Which keys have been stored under beside those of positions: a filter, for games in which
//! players hold pieces.
//!
//! A position with pieces in hand has its twins in a bucket of their own ([`Name::twin_key`]), and
//! a board that comes up with many hands fills further buckets (`linked.rs`). Hardly any position
//! has either. Asking these buckets each time is a wait for memory that a small set of bits, which
//! stays in the caches, saves nearly always. A bit is never taken back before everything is
//! forgotten: a key may look as if it had been stored under when it has not, never the other way
//! round. Threads with a table in common have one filter; if a bit of another thread comes late,
//! what it has stored is found late, which costs work and nothing else.
//!
//! [`Name::twin_key`]: crate::found::Name::twin_key

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::prefetch;
use crate::mix::mix;

/// Bits of the filter: half a megabyte, of which a search of a million positions sets a tenth.
const BITS: usize = 1 << 22;

/// A set of keys, with more in it than were added.
pub(crate) struct Filter {
    /// There when the first key is added, or another thread has a handle.
    words: Option<Arc<[AtomicU64]>>,
}

impl Filter {
    /// One without a key.
    pub const fn new() -> Self {
        Filter { words: None }
    }

    /// From now on several threads may have it.
    pub fn open_to_threads(&mut self) {
        self.words();
    }

    /// A handle for another thread; of one that is not open, an empty filter.
    pub fn share(&self) -> Self {
        Filter { words: self.words.clone() }
    }

    fn words(&mut self) -> &[AtomicU64] {
        self.words.get_or_insert_with(|| bytemuck::zeroed_slice_box(BITS / 64).into())
    }

    /// Adds a key.
    pub fn add(&mut self, key: u64) {
        let (word, bit) = place(key);
        let word = &self.words()[word];
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Whether a key may have been added; `false` is certain.
    #[inline]
    pub fn may_contain(&self, key: u64) -> bool {
        let (word, bit) = place(key);
        self.words.as_ref().is_some_and(|words| words[word].load(Ordering::Relaxed) & bit != 0)
    }

    /// Begins to fetch what says whether a key may have been added.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if let Some(words) = &self.words {
            prefetch(&words[place(key).0]);
        }
    }

    /// Takes all keys out.
    pub fn clear(&mut self) {
        match &mut self.words {
            Some(words) if Arc::strong_count(words) > 1 => {
                words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
            }
            words => *words = None,
        }
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.words.as_ref().map_or(0, |words| words.len() * size_of::<u64>())
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
        assert!((0..100_000).all(|i| !filter.may_contain(key(i))) && filter.bytes() == 0);
    }

    #[test]
    fn handles_have_one_filter() {
        let mut one = Filter::new();
        one.add(1);
        one.open_to_threads();
        let mut other = one.share();
        other.add(2);
        assert!(one.may_contain(2) && other.may_contain(1));
        one.clear();
        assert!(!other.may_contain(1) && !other.may_contain(2));
        // One that nobody has opened is its owner's.
        let mut own = Filter::new();
        let copy = own.share();
        own.add(1);
        assert!(!copy.may_contain(1));
    }
}
