//! The conditional results of one thread, or a handle of those that several share.
//!
//! Shared ones lie in shards, each a store of its own behind a lock, chosen by the position.
//! Records differ in size, so that nothing less will do; they are copied while the lock is held,
//! and judged afterwards.

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
    /// A store of at most `bytes` bytes; with none it keeps nothing, and there is no lock to take.
    fn new(bytes: usize, drops: impl Fn(u64) -> Drops) -> Self {
        let count = if bytes == 0 { 0 } else { (bytes / SMALLEST).clamp(1, SHARDS) };
        let shard = |i| Mutex::new(ConditionalStore::new(bytes / count, drops(i as u64)));
        SharedConditional { shards: (0..count).map(shard).collect(), copies: Vec::new() }
    }

    /// The shard of a position. No thread panics while it holds a lock, and if one did, what is
    /// left would be a store all the same.
    #[inline]
    fn shard(&self, key: u64) -> Option<MutexGuard<'_, ConditionalStore>> {
        // Not the bits by which a store chooses a slot.
        let shard = (mix(key) as u32 as usize).checked_rem(self.shards.len())?;
        Some(lock(&self.shards[shard]))
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
    /// That of one thread, of at most this many bytes.
    pub fn new(bytes: usize, drops: Drops) -> Self {
        AnyConditional::Private(ConditionalStore::new(bytes, drops))
    }

    /// From now on several threads may have it. What is in it is kept.
    pub fn open_to_threads(&mut self, drops: impl Fn(u64) -> Drops) {
        if let AnyConditional::Private(store) = self {
            let shared = SharedConditional::new(store.bytes(), drops);
            for (key, record) in store.all() {
                if let Some(mut shard) = shared.shard(key) {
                    shard.store(key, record.symmetry, record.solved, &record.condition);
                }
            }
            *self = AnyConditional::Shared(shared);
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

    /// Hands over every result, with the key of its position.
    pub fn each<E>(&self, take: &mut dyn FnMut(u64, Record<'_>) -> Result<(), E>) -> Result<(), E> {
        let mut of_one =
            |store: &ConditionalStore| store.all().try_for_each(|(key, record)| take(key, record));
        match self {
            AnyConditional::Private(store) => of_one(store),
            AnyConditional::Shared(store) => {
                store.shards.iter().try_for_each(|shard| of_one(&lock(shard)))
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

    /// Bytes that have been written to.
    pub fn used_bytes(&self) -> usize {
        match self {
            AnyConditional::Private(store) => store.used_bytes(),
            AnyConditional::Shared(store) => store.sum(|shard| shard.used_bytes() as u64) as usize,
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
    #[inline(always)]
    pub fn may_contain(&self, key: u64) -> bool {
        match self {
            AnyConditional::Private(store) => store.may_contain(key),
            AnyConditional::Shared(store) => {
                store.shard(key).is_some_and(|shard| shard.may_contain(key))
            }
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
                if let Some(shard) = store.shard(key) {
                    shard.copy(key, &mut copies);
                }
                store.copies = copies;
                Records::Copied(Copies(&store.copies))
            }
        }
    }

    /// Notes that a result of the position was of use.
    pub fn touch(&mut self, key: u64, place: u64) {
        match self {
            AnyConditional::Private(store) => store.touch(place),
            AnyConditional::Shared(store) => {
                if let Some(mut shard) = store.shard(key) {
                    shard.touch(place);
                }
            }
        }
    }

    /// Stores a result.
    pub fn store(&mut self, key: u64, symmetry: u8, solved: Solved, condition: &Condition<'_>) {
        match self {
            AnyConditional::Private(store) => store.store(key, symmetry, solved, condition),
            AnyConditional::Shared(store) => {
                if let Some(mut shard) = store.shard(key) {
                    shard.store(key, symmetry, solved, condition);
                }
            }
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn private(bytes: usize) -> AnyConditional {
        AnyConditional::new(bytes, Drops::new(0, 1))
    }

    fn shared(bytes: usize) -> AnyConditional {
        let mut store = private(bytes);
        store.open_to_threads(|seed| Drops::new(0, seed));
        store
    }

    fn found(store: &mut AnyConditional, key: u64) -> Vec<(Solved, Vec<u64>)> {
        let copy = |record: Record<'_>| (record.solved, record.condition.needed.to_vec());
        store.find(key).map(copy).collect()
    }

    #[test]
    fn a_handle_finds_what_another_has_stored() {
        let mut one = shared(1 << 20);
        let mut other = one.share().expect("it is shared");
        let mut private = private(1 << 20);
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

    #[test]
    fn what_one_thread_has_stored_is_there_when_others_come() {
        let mut store = private(1 << 20);
        let condition = Condition { needed: &[4, 5], created: Some(&[]), interval: &[] };
        for key in 0..500u64 {
            for mv in 0..key as u32 % 3 {
                let solved = Solved { proven: mv == 0, mv, length: 1 };
                store.store(key, 0, solved, &condition);
            }
        }
        let before: Vec<_> = (0..500).map(|key| found(&mut store, key)).collect();
        store.open_to_threads(|seed| Drops::new(0, seed));
        assert!(store.share().is_some());
        assert!((0..500).all(|key| found(&mut store, key) == before[key as usize]));
        let mut nothing = shared(0);
        assert!(!nothing.may_contain(1) && found(&mut nothing, 1).is_empty());
        nothing.store(1, 0, Solved { proven: true, mv: 1, length: 1 }, &condition);
        assert!(!nothing.may_contain(1));
    }

    /// A place may be overwritten between look-up and note: nothing else is noted then.
    #[test]
    fn a_note_about_what_is_gone_changes_nothing() {
        let mut store = shared(1 << 13);
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
