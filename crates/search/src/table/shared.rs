//! The table that several threads write to, a handle for each.
//!
//! What is stored says by itself where it holds, so that it does not matter who stored it, and what
//! is lost when two write at once costs work and nothing else. Look-ups and stores are those of
//! [`Table`](super::Table), with three differences:
//!
//! - it has its full size from the beginning: a search begins with the other table, and few have to
//!   go on with this one;
//! - a result is not replaced by numbers, nor one that decides by a longer way: another thread may
//!   have found it since the one that stores looked the position up, and a shorter way keeps the
//!   moves in the table from going round in a circle;
//! - counters lag behind by what the other handles have not told yet ([`SharedTable::tell`]).

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use super::entry::{Entry, Kind, WORDS};
use super::words::{Raw, Word};
use super::{
    ALIGN_WORDS, BUCKET, BUCKET_BYTES, Drops, SMALLEST, Table, ask_for_huge_pages, nonzero,
    prefetch,
};

/// How often a store is tried again where another thread writes.
const ATTEMPTS: u32 = 4;

/// The memory of the table.
struct Places {
    words: Box<[AtomicU64]>,
    first: usize,
    buckets: usize,
    used: AtomicI64,
}

impl Places {
    fn new(buckets: usize) -> Self {
        let words: Box<[AtomicU64]> =
            bytemuck::zeroed_slice_box(buckets * BUCKET * WORDS + ALIGN_WORDS);
        ask_for_huge_pages(&words);
        let misaligned = words.as_ptr() as usize / 8 % ALIGN_WORDS;
        let first = (ALIGN_WORDS - misaligned) % ALIGN_WORDS;
        Places { words, first, buckets, used: AtomicI64::new(0) }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let bucket = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let start = self.first + bucket * BUCKET * WORDS;
        &self.words[start..start + BUCKET * WORDS]
    }

    /// All places.
    fn all(&self) -> impl Iterator<Item = &[AtomicU64]> {
        let words = self.buckets * BUCKET * WORDS;
        self.words[self.first..self.first + words].chunks_exact(WORDS)
    }
}

/// A thread's handle.
pub(crate) struct SharedTable {
    places: Arc<Places>,
    /// What this handle has added and not told yet.
    used: i64,
    evictions: u64,
    drops: Drops,
}

impl SharedTable {
    /// A table of at most `bytes` bytes (but at least 4 KiB).
    pub fn new(bytes: usize, drops: Drops) -> Self {
        let buckets = (bytes / BUCKET_BYTES).max(SMALLEST / BUCKET_BYTES);
        SharedTable { places: Arc::new(Places::new(buckets)), used: 0, evictions: 0, drops }
    }

    /// The memory of a table of one thread, and what is in it.
    pub fn of(table: Table, drops: Drops) -> Self {
        let Table { words, first, buckets, used, .. } = table;
        // Words of the same size: this is done where they are.
        let words: Vec<AtomicU64> = words.into_iter().map(AtomicU64::new).collect();
        let used = AtomicI64::new(used as i64);
        let places = Places { words: words.into_boxed_slice(), first, buckets, used };
        for place in places.all() {
            let words: [u64; WORDS] = std::array::from_fn(|i| place[i].read());
            Raw::of(&Entry::from_words(&words)).put(place);
        }
        SharedTable { places: Arc::new(places), used: 0, evictions: 0, drops }
    }

    /// The same way back; the handle itself if there are others.
    pub fn into_private(self) -> Result<Table, Self> {
        let SharedTable { places, used, evictions, drops } = self;
        let places = match Arc::try_unwrap(places) {
            Ok(places) => places,
            Err(places) => return Err(SharedTable { places, used, evictions, drops }),
        };
        let Places { words, first, buckets, .. } = places;
        let words: Vec<u64> = words.into_vec().into_iter().map(AtomicU64::into_inner).collect();
        let mut table = Table {
            words,
            first,
            buckets,
            min_buckets: buckets,
            max_buckets: buckets,
            usual_buckets: buckets,
            used: 0,
            evictions,
            drops,
        };
        let mut used = 0;
        for start in (first..first + buckets * BUCKET * WORDS).step_by(WORDS) {
            let entry = Raw::read_plain(&table.words[start..start + WORDS]).entry();
            // One that is torn does not belong where it lies.
            let bucket = start - (start - first) % (BUCKET * WORDS);
            let is_whole = entry.kind() != Kind::Empty && table.bucket_start(entry.key()) == bucket;
            used += u64::from(is_whole && entry.kind() != Kind::Leaf);
            let words = if is_whole { *entry.words() } else { [0; WORDS] };
            table.words[start..start + WORDS].copy_from_slice(&words);
        }
        table.used = used;
        Ok(table)
    }

    /// Another handle.
    pub fn share(&self, drops: Drops) -> Self {
        SharedTable { places: self.places.clone(), used: 0, evictions: 0, drops }
    }

    /// Tells the other handles how much has been added.
    pub fn tell(&mut self) {
        self.places.used.fetch_add(self.used, Ordering::Relaxed);
        self.used = 0;
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        let buckets = self.places.buckets;
        self.used = 0;
        match Arc::get_mut(&mut self.places) {
            // New memory is not touched before it is used.
            Some(places) => *places = Places::new(buckets),
            None => {
                self.places.words.iter().for_each(|word| word.write(0));
                self.places.used.store(0, Ordering::Relaxed);
            }
        }
    }

    /// Forgets the numbers of unsolved positions and keeps what is solved.
    pub fn forget_bounds(&mut self) {
        for place in self.places.all() {
            let raw = Raw::read(place);
            if raw.entry().kind() == Kind::Bounds && Raw::EMPTY.replace(place, &raw) {
                self.used -= 1;
            }
        }
        self.tell();
    }

    /// Entries in use, leaves apart.
    pub fn used(&self) -> u64 {
        (self.places.used.load(Ordering::Relaxed) + self.used).max(0) as u64
    }

    /// Entries of other positions that this handle has overwritten.
    pub fn evictions(&self) -> u64 {
        self.evictions
    }

    /// Entries the table has room for.
    pub fn max_capacity(&self) -> u64 {
        (self.places.buckets * BUCKET) as u64
    }

    /// Bytes allocated.
    pub fn bytes(&self) -> usize {
        self.places.words.len() * 8
    }

    /// Copies of all entries. One that is torn may be among them, under a key that no one asks for.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        let entries = self.places.all().map(|place| Raw::read(place).entry());
        entries.filter(|entry| entry.kind() != Kind::Empty)
    }

    /// Copies of the entries in the bucket of `key`, whatever their keys.
    #[inline]
    pub fn copy(&self, key: u64) -> [Entry; BUCKET] {
        let bucket = self.places.bucket(key);
        std::array::from_fn(|i| Raw::read(&bucket[i * WORDS..][..WORDS]).entry())
    }

    /// Copies of the entries with this key, one by one as they are asked for.
    #[inline]
    pub fn look_up(&self, key: u64) -> impl Iterator<Item = Entry> + '_ {
        let key = nonzero(key);
        let places = self.places.bucket(key).chunks_exact(WORDS);
        let some = places.filter(move |place| Raw::may_have(place, key));
        some.filter_map(move |place| Raw::read(place).entry_of(key))
    }

    /// Begins to fetch the bucket of `key`, so that it is there when it is looked at.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        let bucket = self.places.bucket(key);
        prefetch(&bucket[0]);
        prefetch(&bucket[BUCKET * WORDS / 2]);
    }

    /// Stores an entry, as [`Table::store`](super::Table::store) does.
    pub fn store(&mut self, entry: Entry) {
        self.store_over(entry, |old| entry.replaces(old));
    }

    /// The same with another say on what it replaces of what has its key.
    pub fn store_over(&mut self, entry: Entry, replaces: impl Fn(&Entry) -> bool) {
        if !self.drops.next() {
            self.put(entry, replaces);
        }
    }

    /// Takes over an entry of another table.
    pub fn keep(&mut self, entry: Entry) {
        match entry.kind() {
            Kind::Leaf => self.store_leaf(entry),
            _ => self.put(entry, |old| entry.replaces(old)),
        }
    }

    fn put(&mut self, entry: Entry, replaces: impl Fn(&Entry) -> bool) {
        let entry = entry.with_key(nonzero(entry.key()));
        for _ in 0..ATTEMPTS {
            if self.try_store(&entry, &replaces) {
                return;
            }
        }
    }

    /// The same, unless another thread writes at the same place.
    fn try_store(&mut self, entry: &Entry, replaces: impl Fn(&Entry) -> bool) -> bool {
        let bucket = self.places.bucket(entry.key());
        let place = |i: usize| &bucket[i * WORDS..][..WORDS];
        let seen: [Raw; BUCKET] = std::array::from_fn(|i| Raw::read(place(i)));
        let old = seen.map(|raw| raw.entry_of(entry.key()).filter(|old| old.kind() != Kind::Empty));
        if old.iter().flatten().any(|old| outdoes(old, entry)) {
            return true;
        }
        let is_leaf = |i: usize| seen[i].entry().kind() == Kind::Leaf;
        let mut replaced = (0..BUCKET).filter(|&i| old[i].is_some_and(|old| replaces(&old)));
        let (chosen, added, evicted) = match replaced.next() {
            Some(i) => (i, i64::from(is_leaf(i)), 0),
            None => {
                let least = (0..BUCKET).min_by_key(|&i| seen[i].value());
                let least = least.expect("a bucket is not empty");
                match seen[least].entry().kind() {
                    Kind::Empty | Kind::Leaf => (least, 1, 0),
                    _ => (least, 0, 1),
                }
            }
        };
        if !Raw::of(entry).replace(place(chosen), &seen[chosen]) {
            return false;
        }
        self.used += added;
        self.evictions += evicted;
        for i in replaced {
            if Raw::EMPTY.replace(place(i), &seen[i]) {
                self.used -= i64::from(!is_leaf(i));
            }
        }
        true
    }

    /// Stores what the game said of a leaf, if there is a place that nothing else needs.
    #[inline]
    pub fn store_leaf(&mut self, entry: Entry) {
        let entry = entry.with_key(nonzero(entry.key()));
        let bucket = self.places.bucket(entry.key());
        let places = bucket.chunks_exact(WORDS).map(|place| (place, Raw::read(place)));
        let (place, seen) =
            places.min_by_key(|(_, raw)| raw.value()).expect("a bucket is not empty");
        if seen.value() <= entry.value() {
            Raw::of(&entry).replace(place, &seen);
        }
    }
}

/// Whether an entry of the same key says all that a new one would.
fn outdoes(old: &Entry, new: &Entry) -> bool {
    old.kind() == Kind::Base
        && old.hand() == new.hand()
        && match new.kind() {
            Kind::Bounds | Kind::Leaf => true,
            Kind::Base => old.is_proven() == new.is_proven() && old.length() <= new.length(),
            _ => false,
        }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::mix::mix;
    use crate::table::{NO_MOVE, Solved, Table};

    fn table(bytes: usize) -> SharedTable {
        SharedTable::new(bytes, Drops::new(0, 1))
    }

    fn find(table: &SharedTable, key: u64) -> Vec<Entry> {
        let key = nonzero(key);
        table.copy(key).into_iter().filter(|entry| entry.key() == key).collect()
    }

    /// An entry of any kind, of which all fields follow from a number.
    fn entry(key: u64, number: u64) -> Entry {
        let random = mix(number);
        let small = |shift: u32| (random >> shift & 31) as u32;
        let solved =
            Solved { proven: random & 1 == 0, mv: small(8), length: (random >> 16 & 7) as u16 };
        match random >> 60 & 3 {
            0 => Entry::base(key, small(5) & 1, solved),
            1 => Entry::prefix(key, solved, random >> 32 & 3, small(13)),
            _ => Entry::bounds(key, small(5) & 1, small(20) + 1, small(30) + 1, small(40)),
        }
        .with_work(random >> 50)
    }

    #[test]
    fn a_table_is_opened_and_closed_where_it_is() {
        let mut private = Table::new(1 << 16, Drops::new(0, 1));
        for i in 0..5000u64 {
            private.store(entry(mix(i), mix(i)));
        }
        let all = |table: &Table| table.entries().collect::<Vec<_>>();
        let (before, used) = (all(&private), private.used());
        let mut shared = SharedTable::of(private, Drops::new(0, 1));
        assert_eq!(shared.entries().collect::<Vec<_>>(), before);
        assert_eq!(shared.used(), used);
        // Half of an entry and half of another.
        let place = shared.places.all().next().expect("a place");
        place[2].write(place[2].read() ^ 77);
        let handle = shared.share(Drops::new(0, 2));
        shared = shared.into_private().err().expect("there is another handle");
        drop(handle);
        let private = shared.into_private().ok().expect("there is no other handle");
        assert_eq!(all(&private), before[1..]);
        assert_eq!(private.used(), used - 1);
    }

    /// With one thread it does what the other table does, apart from the entries that are kept.
    #[test]
    fn one_thread_finds_in_it_what_it_finds_in_the_other_table() {
        let (mut shared, mut private) = (table(4096), Table::new(4096, Drops::new(0, 1)));
        for i in 0..100_000u64 {
            let key = mix(mix(i) % 300);
            let new = entry(key, i);
            // What the other table would replace, this one keeps.
            if find(&shared, key).iter().any(|old| outdoes(old, &new)) {
                continue;
            }
            shared.store(new);
            private.store(new);
            let found: Vec<Entry> = private.find(key).collect();
            assert_eq!(find(&shared, key), found, "store {i}");
        }
        assert_eq!((shared.used(), shared.evictions()), (private.used(), private.evictions()));
        assert!(shared.evictions() > 1000);
    }

    #[test]
    fn what_is_solved_is_not_replaced_by_numbers_nor_a_short_way_by_a_long_one() {
        let mut table = table(4096);
        let solved = |length: u16| Solved { proven: true, mv: length.into(), length };
        table.store(Entry::base(1, 0, solved(5)));
        table.store(Entry::bounds(1, 0, 3, 4, 0));
        table.store(Entry::base(1, 0, solved(7)));
        assert_eq!(find(&table, 1), [Entry::base(1, 0, solved(5))]);
        table.store(Entry::base(1, 0, solved(2)));
        assert_eq!(find(&table, 1), [Entry::base(1, 0, solved(2))]);
        // Of another hand it says nothing.
        table.store(Entry::bounds(1, 9, 3, 4, 0));
        assert_eq!((find(&table, 1).len(), table.used()), (2, 2));
        table.forget_bounds();
        assert_eq!((find(&table, 1).len(), table.used()), (1, 1));
        table.clear();
        assert_eq!((find(&table, 1).len(), table.used()), (0, 0));
    }

    #[test]
    fn handles_see_what_others_store() {
        let mut one = table(1 << 16);
        let mut other = one.share(Drops::new(0, 2));
        one.store_leaf(Entry::leaf(5, 0, 3, 2, NO_MOVE, 0));
        assert_eq!(find(&other, 5)[0].pn(), 3);
        other.store(Entry::bounds(5, 0, 8, 2, 0));
        assert_eq!(find(&one, 5)[0].pn(), 8);
        other.tell();
        assert_eq!((one.used(), one.max_capacity()), (1, (1 << 16) / 32));
        other.clear();
        assert!(find(&one, 5).is_empty());
    }

    /// Threads write entries of few positions into few buckets as fast as they can, and read them:
    /// what is found was stored by one of them, whole.
    #[test]
    fn many_threads_find_nothing_that_none_has_stored() {
        const THREADS: u64 = 4;
        const STORES: u64 = 100_000;
        const KEYS: u64 = 7;
        // In every entry one field says what the others have to be.
        let whole = |key: u64, number: u32| {
            let random = mix(u64::from(number)) as u32;
            Entry::bounds(key, number, random % 50 + 1, random / 64 % 50 + 1, random / 4096 % 9)
                .with_work(u64::from(random >> 20))
        };
        let first = table(4096);
        let found: u64 = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..THREADS)
                .map(|thread| {
                    let mut table = first.share(Drops::new(0, 1));
                    scope.spawn(move || {
                        let mut found = 0;
                        for i in 0..STORES {
                            let key = mix(i ^ thread << 40) % KEYS + 1;
                            // Few hands, so that entries are replaced all the time.
                            let number = (mix(i * THREADS + thread) % 40) as u32;
                            table.store(whole(key, number));
                            for entry in find(&table, mix(i) % KEYS + 1) {
                                assert_eq!(entry, whole(entry.key(), entry.hand()));
                                found += 1;
                            }
                        }
                        found
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("no thread panics")).sum()
        });
        assert!(found > 1000);
    }
}
