//! The table of one thread.

use super::entry::{Entry, Kind, WORDS, value};
use super::{Drops, ask_for_huge_pages, prefetch};

/// Entries in a bucket. The two lines of a bucket are neighbours, which the processor fetches
/// together; more entries cost more than their hits are worth.
pub(super) const BUCKET: usize = 4;
pub(super) const BUCKET_BYTES: usize = BUCKET * size_of::<Entry>();
/// The smallest table, in bytes.
pub(super) const SMALLEST: usize = 4096;
/// Tables up to this size, in bytes, have it from the beginning; larger ones begin no larger. Half
/// of a usual second-level cache.
pub(super) const AT_ONCE: usize = 1 << 20;
/// By how much a table grows at a time. A larger factor copies less often, and leaves the entries
/// farther apart in memory.
pub(super) const GROWTH: usize = 2;
/// By how much it grows the last time, from which on it does not have to grow any more. What the
/// size before it would take is left to others.
pub(super) const LAST_GROWTH: usize = 8;
/// Words in a pair of cache lines, on which buckets are aligned.
pub(super) const ALIGN_WORDS: usize = 128 / 8;

/// The table.
pub(crate) struct Table {
    /// All entries; the first bucket begins at `first`. Words rather than entries because the
    /// allocator hands out zeroed words without touching them: a large table costs nothing until
    /// it is used.
    pub(super) words: Vec<u64>,
    pub(super) first: usize,
    pub(super) buckets: usize,
    /// At the beginning, and as many as the budget allows.
    pub(super) min_buckets: usize,
    pub(super) max_buckets: usize,
    /// The same as long as nobody else needs memory.
    pub(super) usual_buckets: usize,
    pub(super) used: u64,
    pub(super) evictions: u64,
    pub(super) drops: Drops,
}

impl Table {
    /// A table of at most `bytes` bytes (but at least 4 KiB).
    pub fn new(bytes: usize, drops: Drops) -> Self {
        let buckets = (bytes / BUCKET_BYTES).max(SMALLEST / BUCKET_BYTES);
        let (mut min_buckets, mut max_buckets) = (buckets, buckets);
        if buckets * BUCKET_BYTES > AT_ONCE {
            // Room for the final size and the one before it.
            min_buckets = buckets / (LAST_GROWTH + 1);
            max_buckets = min_buckets * LAST_GROWTH;
            while min_buckets * BUCKET_BYTES > AT_ONCE {
                min_buckets = min_buckets.div_ceil(GROWTH);
            }
        }
        let mut table = Table {
            words: Vec::new(),
            first: 0,
            buckets: 0,
            min_buckets,
            max_buckets,
            usual_buckets: max_buckets,
            used: 0,
            evictions: 0,
            drops,
        };
        table.clear();
        table
    }

    /// Empties the table, and lets it have its usual size again.
    pub fn clear(&mut self) {
        self.words = Vec::new();
        self.max_buckets = self.usual_buckets;
        self.allocate(self.min_buckets.min(self.max_buckets));
    }

    pub(super) fn allocate(&mut self, buckets: usize) {
        self.buckets = buckets;
        self.words = vec![0; buckets * BUCKET * WORDS + ALIGN_WORDS];
        ask_for_huge_pages(&self.words);
        self.first = first_aligned(&self.words);
        self.used = 0;
    }

    /// Forgets the numbers of unsolved positions and keeps what is solved.
    pub fn forget_bounds(&mut self) {
        let count = self.capacity() as usize;
        for words in self.words[self.first..].chunks_exact_mut(WORDS).take(count) {
            if Entry::from_words(words).kind() == Kind::Bounds {
                words.fill(0);
                self.used -= 1;
            }
        }
    }

    /// Moves to the next larger size.
    #[cold]
    pub(super) fn grow(&mut self) {
        let last = self.max_buckets / LAST_GROWTH;
        let buckets =
            if self.buckets < last { (self.buckets * GROWTH).min(last) } else { self.max_buckets };
        debug_assert!(buckets <= self.max_buckets);
        self.resize(buckets);
    }

    /// Entries in use, leaves apart: those fill whatever is free.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Entries of other positions that were overwritten.
    pub fn evictions(&self) -> u64 {
        self.evictions
    }

    /// Entries the table has room for at its present size.
    pub(super) fn capacity(&self) -> u64 {
        (self.buckets * BUCKET) as u64
    }

    /// Entries the table may have room for.
    pub fn max_capacity(&self) -> u64 {
        (self.max_buckets * BUCKET) as u64
    }

    /// Bytes allocated.
    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    /// Bytes that the entries may take in the end.
    pub fn max_bytes(&self) -> usize {
        self.max_buckets * BUCKET_BYTES
    }

    /// Copies of all entries.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        let places = self.words[self.first..].chunks_exact(WORDS).take(self.capacity() as usize);
        places.map(Entry::from_words).filter(|entry| entry.kind() != Kind::Empty)
    }

    #[inline]
    pub(super) fn bucket_start(&self, key: u64) -> usize {
        // The high bits choose the bucket; games that mix low bits badly do no harm.
        let bucket = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        self.first + bucket * BUCKET * WORDS
    }

    /// The entries of the bucket of `key`, whatever their keys.
    #[inline]
    pub(super) fn bucket(&self, key: u64) -> &[u64; BUCKET * WORDS] {
        let start = self.bucket_start(key);
        self.words[start..start + BUCKET * WORDS].try_into().expect("a bucket has this length")
    }

    /// Copies of the entries with this key.
    #[cfg(test)]
    pub fn find(&self, key: u64) -> impl Iterator<Item = Entry> + use<> {
        let key = nonzero(key);
        self.copy(key).into_iter().filter(move |entry| entry.key() == key)
    }

    /// The same, copied one by one as they are asked for: for a look-up, which finds one or none.
    #[inline]
    pub fn look_up(&self, key: u64) -> impl Iterator<Item = Entry> + '_ {
        let key = nonzero(key);
        let entries = self.bucket(key).chunks_exact(WORDS);
        entries.filter(move |words| words[0] == key).map(Entry::from_words)
    }

    /// A copy of the bucket of `key`, whatever the keys of its entries.
    #[inline]
    pub(super) fn copy(&self, key: u64) -> [Entry; BUCKET] {
        let words = self.bucket(key);
        std::array::from_fn(|i| Entry::from_words(&words[i * WORDS..][..WORDS]))
    }

    /// Begins to fetch the bucket of `key`, so that it is there when it is looked at.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        let bucket = self.bucket(key);
        prefetch(&bucket[0]);
        prefetch(&bucket[BUCKET * WORDS / 2]);
    }

    /// Stores an entry. It takes the place of the first that it replaces ([`Entry::replaces`]),
    /// else of an empty one, else of the one worth least. Further entries that it replaces are
    /// emptied.
    pub fn store(&mut self, entry: Entry) {
        self.store_over(entry, |old| entry.replaces(old));
    }

    /// The same with another say on what it replaces of what has its key.
    pub fn store_over(&mut self, entry: Entry, replaces: impl Fn(&Entry) -> bool) {
        if self.drops.next() {
            return;
        }
        // A third full: with four entries to a bucket, few overflow.
        if self.used * 3 > self.capacity() && self.buckets < self.max_buckets {
            self.grow();
        }
        let entry = entry.with_key(nonzero(entry.key()));
        let (start, old) = (self.bucket_start(entry.key()), self.copy(entry.key()));
        let mut place = None;
        for (i, old) in old.iter().enumerate() {
            if old.key() == entry.key() && old.kind() != Kind::Empty && replaces(old) {
                if place.is_none() {
                    place = Some(i);
                    self.used += u64::from(old.kind() == Kind::Leaf);
                } else {
                    self.words[start + i * WORDS..][..WORDS].fill(0);
                    self.used -= u64::from(old.kind() != Kind::Leaf);
                }
            }
        }
        match place {
            Some(place) => self.write(start, place, &entry),
            None => self.add(entry),
        }
    }

    /// Stores what the game said of a leaf, if there is a place that nothing else needs. The caller
    /// has seen that the position has no entry.
    #[inline]
    pub fn store_leaf(&mut self, entry: Entry) {
        debug_assert_eq!(entry.kind(), Kind::Leaf);
        let entry = entry.with_key(nonzero(entry.key()));
        let start = self.bucket_start(entry.key());
        let (place, least) = self.least(start);
        if least <= entry.value() {
            self.write(start, place, &entry);
        }
    }

    /// The place of the bucket that is worth least, the first of several, and what it is worth.
    #[inline]
    pub(super) fn least(&self, start: usize) -> (usize, u32) {
        let words = &self.words[start..start + BUCKET * WORDS];
        let mut least = (0, value(words[WORDS - 1]));
        for place in 1..BUCKET {
            let value = value(words[place * WORDS + WORDS - 1]);
            if value < least.1 {
                least = (place, value);
            }
        }
        least
    }

    /// Puts an entry, which replaces none, in place of an empty one or of the one worth least.
    pub(super) fn add(&mut self, entry: Entry) {
        let start = self.bucket_start(entry.key());
        let (place, _) = self.least(start);
        let least = Entry::from_words(&self.words[start + place * WORDS..][..WORDS]);
        if matches!(least.kind(), Kind::Empty | Kind::Leaf) {
            self.used += 1;
        } else {
            self.evictions += 1;
        }
        self.write(start, place, &entry);
    }

    #[inline]
    pub(super) fn write(&mut self, start: usize, place: usize, entry: &Entry) {
        self.words[start + place * WORDS..][..WORDS].copy_from_slice(entry.words());
    }
}

/// The first word that is aligned as buckets are.
pub(super) fn first_aligned(words: &[u64]) -> usize {
    let misaligned = words.as_ptr() as usize / 8 % ALIGN_WORDS;
    (ALIGN_WORDS - misaligned) % ALIGN_WORDS
}

/// A key of zero would look like an empty entry.
#[inline]
pub(super) fn nonzero(key: u64) -> u64 {
    if key == 0 { 0x9E37_79B9_7F4A_7C15 } else { key }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::table::{NO_MOVE, Solved};

    const SOLVED: Solved = Solved { proven: true, mv: 5, length: 1 };

    fn table(bytes: usize) -> Table {
        Table::new(bytes, Drops::new(0, 1))
    }

    /// Keys that share the first bucket.
    fn key(i: u64) -> u64 {
        i + 1
    }

    #[test]
    fn a_bucket_is_two_aligned_lines() {
        let table = table(1 << 16);
        assert_eq!(table.bytes(), (1 << 16) + 128);
        assert_eq!(table.max_capacity(), (1 << 16) / 32);
        assert_eq!(table.words[table.first..].as_ptr() as usize % 128, 0);
    }

    #[test]
    fn bounds_are_overwritten_before_twins_and_base_results() {
        let mut table = table(4096);
        table.store(Entry::base(key(0), 0, SOLVED).with_work(1));
        table.store(Entry::prefix(key(1), SOLVED, 0, 0).with_work(1));
        for i in 2..200 {
            table.store(Entry::bounds(key(i), 0, 1, 1, 0).with_work(1000));
        }
        assert_eq!(table.find(key(0)).count(), 1);
        assert_eq!(table.find(key(1)).count(), 1);
        assert_eq!(table.find(key(199)).count(), 1, "a store always succeeds");
        assert_eq!((table.used(), table.evictions), (4, 196));
    }

    #[test]
    fn leaves_fill_free_places_only() {
        let mut table = table(4096);
        let leaf = |i| Entry::leaf(key(i), 0, 3, 2, NO_MOVE, 0);
        for i in 0..10 {
            table.store_leaf(leaf(i));
        }
        assert_eq!(table.used(), 0, "leaves do not make the table grow");
        assert_eq!((0..10).filter(|&i| table.find(key(i)).count() == 1).count(), BUCKET);
        for i in 20..24 {
            table.store(Entry::bounds(key(i), 0, 1, 1, 0).with_work(1));
        }
        assert_eq!((table.used(), table.evictions), (4, 0));
        table.store_leaf(leaf(30));
        assert_eq!(table.find(key(30)).count(), 0);
        assert!((20..24).all(|i| table.find(key(i)).count() == 1));
    }

    #[test]
    fn what_is_found_out_takes_the_place_of_the_leaf() {
        let mut table = table(4096);
        table.store_leaf(Entry::leaf(key(0), 0, 3, 2, NO_MOVE, 0));
        table.store(Entry::bounds(key(0), 0, 7, 1, 0));
        let entries: Vec<_> = table.find(key(0)).collect();
        assert_eq!((entries.len(), entries[0].pn(), table.used()), (1, 7, 1));
    }

    #[test]
    fn a_store_takes_the_place_of_all_that_it_replaces() {
        let mut table = table(4096);
        table.store(Entry::bounds(0, 0, 3, 4, 0));
        table.store(Entry::bounds(0, 1, 5, 6, 0));
        table.store(Entry::candidate(0, SOLVED));
        assert_eq!((table.find(0).count(), table.used()), (3, 3));
        table.store(Entry::base(0, 0, SOLVED));
        let found: Vec<_> = table.find(0).map(|entry| (entry.kind(), entry.hand())).collect();
        assert_eq!(found, [(Kind::Base, 0), (Kind::Bounds, 1)]);
        assert_eq!(table.used(), 2);
    }

    #[test]
    fn sizes_are_rounded_down_but_never_to_nothing() {
        assert_eq!(table(0).max_capacity(), 128);
        assert_eq!(table(100_000).max_capacity(), 100_000 / 128 * 4);
    }

    #[test]
    fn a_table_grows_within_its_budget_and_keeps_its_entries() {
        let budget = 20 << 20;
        let mut table = table(budget);
        assert!(table.bytes() < AT_ONCE + 1024);
        let spread = |i: u64| crate::mix::mix(i + 1);
        let count = table.max_capacity() / 8;
        for i in 0..count {
            let before = table.bytes();
            table.store(Entry::base(spread(i), 0, Solved { mv: i as u32, ..SOLVED }));
            if table.bytes() != before {
                assert!(before + table.bytes() <= budget + 2 * 128);
            }
        }
        assert_eq!(table.capacity(), table.max_capacity());
        assert!(table.used() + table.evictions >= count);
        let kept =
            (0..count).filter(|&i| table.find(spread(i)).any(|e| e.mv() == i as u32)).count();
        assert_eq!(kept as u64, table.used());
        assert!(table.evictions < count / 20, "{} of {count}", table.evictions);
    }
}
