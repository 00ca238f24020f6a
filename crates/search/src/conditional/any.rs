//! The conditional results of one thread, or a handle of those that several share.
//!
//! Shared ones lie in shards, each a store of its own behind a lock, chosen by the position. Records
//! differ in size, so that nothing less will do; they are copied while the lock is held, and judged
//! afterwards.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::store::Copies;
use super::{Condition, ConditionalStore, Record};
use crate::mix::mix;
use crate::table::{Drops, Solved};

/// Shards at most. Two threads seldom meet in one of so many.
const SHARDS: usize = 64;
/// No shard is smaller, in bytes: a record that fills much of its store is not kept.
const SMALLEST: usize = 64 << 10;

/// Conditional results.
pub(crate) enum AnyConditional {
    Private(ConditionalStore),
    Shared(SharedConditional),
}

/// A thread's handle.
pub(crate) struct SharedConditional {
    shards: Arc<[Mutex<ConditionalStore>]>,
    /// Records that were looked up last.
    copies: Vec<u64>,
}

impl SharedConditional {
    fn new(bytes: usize, drops: impl Fn(u64) -> Drops) -> Self {
        let count = (bytes / SMALLEST).clamp(1, SHARDS);
        let shard = |i| Mutex::new(ConditionalStore::new(bytes / count, drops(i as u64)));
        SharedConditional { shards: (0..count).map(shard).collect(), copies: Vec::new() }
    }

    /// The shard of a position. No thread panics while it holds a lock, and if one did, what is
    /// left would be a store all the same.
    #[inline]
    fn shard(&self, key: u64) -> MutexGuard<'_, ConditionalStore> {
        // Not the bits by which a store chooses a slot.
        let shard = mix(key) as u32 as usize % self.shards.len();
        lock(&self.shards[shard])
    }

    fn sum(&self, of: impl Fn(&ConditionalStore) -> u64) -> u64 {
        self.shards.iter().map(|shard| of(&lock(shard))).sum()
    }
}

fn lock(shard: &Mutex<ConditionalStore>) -> MutexGuard<'_, ConditionalStore> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The results of a position, newest first.
enum Records<R, C> {
    InPlace(R),
    Copied(C),
}

impl<'a, R, C> Iterator for Records<R, C>
where
    R: Iterator<Item = Record<'a>>,
    C: Iterator<Item = Record<'a>>,
{
    type Item = Record<'a>;

    #[inline]
    fn next(&mut self) -> Option<Record<'a>> {
        match self {
            Records::InPlace(records) => records.next(),
            Records::Copied(records) => records.next(),
        }
    }
}

impl AnyConditional {
    /// At most this many bytes, shared or not.
    pub fn new(bytes: usize, is_shared: bool, drops: impl Fn(u64) -> Drops) -> Self {
        if is_shared {
            AnyConditional::Shared(SharedConditional::new(bytes, drops))
        } else {
            AnyConditional::Private(ConditionalStore::new(bytes, drops(0)))
        }
    }

    /// A handle for another thread; `None` of a store that is not shared.
    pub fn share(&self) -> Option<Self> {
        match self {
            AnyConditional::Private(_) => None,
            AnyConditional::Shared(store) => Some(AnyConditional::Shared(SharedConditional {
                shards: store.shards.clone(),
                copies: Vec::new(),
            })),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        match self {
            AnyConditional::Private(store) => store.clear(),
            AnyConditional::Shared(store) => {
                store.shards.iter().for_each(|shard| lock(shard).clear());
            }
        }
    }

    /// Bytes allocated.
    pub fn bytes(&self) -> usize {
        match self {
            AnyConditional::Private(store) => store.bytes(),
            AnyConditional::Shared(store) => store.sum(|shard| shard.bytes() as u64) as usize,
        }
    }

    /// Results that were overwritten, by whatever thread.
    pub fn evictions(&self) -> u64 {
        match self {
            AnyConditional::Private(store) => store.evictions(),
            AnyConditional::Shared(store) => store.sum(ConditionalStore::evictions),
        }
    }

    /// Begins to fetch the slot of the position, so that it is there when it is looked at.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if let AnyConditional::Private(store) = self {
            store.prefetch(key);
        }
    }

    /// Whether there may be results of the position.
    #[inline]
    pub fn may_contain(&self, key: u64) -> bool {
        match self {
            AnyConditional::Private(store) => store.may_contain(key),
            AnyConditional::Shared(store) => store.shard(key).may_contain(key),
        }
    }

    /// The results of the position, newest first.
    #[inline]
    pub fn find(&mut self, key: u64) -> impl Iterator<Item = Record<'_>> {
        match self {
            AnyConditional::Private(store) => Records::InPlace(store.find(key)),
            AnyConditional::Shared(store) => {
                let mut copies = std::mem::take(&mut store.copies);
                copies.clear();
                store.shard(key).copy(key, &mut copies);
                store.copies = copies;
                Records::Copied(Copies(&store.copies))
            }
        }
    }

    /// Notes that a result of the position was of use.
    pub fn touch(&mut self, key: u64, place: u64) {
        match self {
            AnyConditional::Private(store) => store.touch(place),
            AnyConditional::Shared(store) => store.shard(key).touch(place),
        }
    }

    /// Stores a result.
    pub fn store(&mut self, key: u64, symmetry: u8, solved: Solved, condition: &Condition<'_>) {
        match self {
            AnyConditional::Private(store) => store.store(key, symmetry, solved, condition),
            AnyConditional::Shared(store) => {
                store.shard(key).store(key, symmetry, solved, condition);
            }
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn store(bytes: usize, is_shared: bool) -> AnyConditional {
        AnyConditional::new(bytes, is_shared, |seed| Drops::new(0, seed))
    }

    fn found(store: &mut AnyConditional, key: u64) -> Vec<(Solved, Vec<u64>)> {
        let copy = |record: Record<'_>| (record.solved, record.condition.needed.to_vec());
        store.find(key).map(copy).collect()
    }

    #[test]
    fn a_handle_finds_what_another_has_stored() {
        let mut one = store(1 << 20, true);
        let mut other = one.share().expect("it is shared");
        let mut private = store(1 << 20, false);
        assert!(private.share().is_none());
        for i in 0..3000u32 {
            let key = u64::from(i % 400);
            let needed: Vec<u64> = (0..u64::from(i % 6)).collect();
            let condition = Condition { needed: &needed, created: Some(&[]), interval: &[] };
            let solved = Solved { proven: i % 7 < 3, mv: i, length: 2 };
            one.store(key, 0, solved, &condition);
            private.store(key, 0, solved, &condition);
            assert!(other.may_contain(key));
            assert_eq!(found(&mut other, key), found(&mut private, key));
        }
        one.clear();
        assert!(found(&mut other, 5).is_empty());
    }

    /// A place may be overwritten between look-up and note: nothing else is noted then.
    #[test]
    fn a_note_about_what_is_gone_changes_nothing() {
        let mut store = store(1 << 13, true);
        let needed = [u64::MAX; 40];
        let condition = Condition { needed: &needed, created: Some(&[]), interval: &[] };
        let solved = |mv| Solved { proven: true, mv, length: 0 };
        store.store(1, 0, solved(1), &condition);
        let place = store.find(1).next().expect("just stored").place;
        for key in 2..500 {
            store.store(key, 0, solved(key as u32), &condition);
            store.touch(1, place);
            for (found, words) in found(&mut store, key) {
                assert_eq!((found.mv, &words[..]), (key as u32, &needed[..]));
            }
        }
        assert!(store.evictions() > 400);
    }
}
