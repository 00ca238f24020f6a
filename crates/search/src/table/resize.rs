//! A table of another size in the same memory.
//!
//! The high bits of a key choose its bucket, so that entries lie in the order of their keys, bucket
//! by bucket, whatever the size. What moves, moves to a larger number if the table grows, and to a
//! smaller one if it shrinks: nothing that has not been read yet is overwritten.
//! ```text
//!   grow     |a b c d|               from the last bucket on
//!            |a . . b . . c . . d . .|
//!   shrink   |a b c d e f g h|       from the first bucket on
//!            |abc def gh |
//! ```
//! The allocator moves large memory without copying it, so that a table never exists twice.

use super::entry::WORDS;
use super::single::first_aligned;
use super::{ALIGN_WORDS, BUCKET, BUCKET_BYTES, Entry, Kind, Table, ask_for_huge_pages};

/// Words of a bucket.
const BUCKET_WORDS: usize = BUCKET * WORDS;
/// No table is made smaller than this, in buckets.
const FEWEST: usize = super::SMALLEST / BUCKET_BYTES;

impl Table {
    /// From now on it has at most so many bytes; if it has more, what is worth least goes: leaves
    /// first, then numbers of unsolved positions. [`Table::clear`] ends that.
    pub fn limit_to(&mut self, bytes: usize) {
        self.max_buckets = (bytes / BUCKET_BYTES).clamp(FEWEST, self.usual_buckets);
        if self.buckets > self.max_buckets {
            self.resize(self.max_buckets);
        }
    }

    /// Gives it all the room that it may have.
    pub fn have_full_size(&mut self) {
        if self.buckets < self.max_buckets {
            self.resize(self.max_buckets);
        }
    }

    /// Gives it so many buckets.
    pub(super) fn resize(&mut self, buckets: usize) {
        let old = std::mem::replace(&mut self.buckets, buckets);
        self.used = 0;
        if buckets > old {
            self.settle(old * BUCKET_WORDS, buckets);
            self.spread(old);
        } else {
            self.compact(old);
            self.settle(buckets * BUCKET_WORDS, buckets);
        }
    }

    /// Moves the entries of so many buckets to those that they belong to now, which are more. What
    /// comes to one of them from two comes in the order in which it lay there.
    fn spread(&mut self, old: usize) {
        let mut pending: Vec<Entry> = Vec::new();
        let mut later: Vec<Entry> = Vec::new();
        for number in (0..old).rev() {
            // To the first of the new buckets the one before may have something to add.
            let first_key = ((number as u128) << 64).div_ceil(old as u128) as u64;
            let shared = if number == 0 { usize::MAX } else { self.bucket_start(first_key) };
            for entry in self.take_bucket(number).into_iter().chain(pending.drain(..)) {
                match entry.kind() {
                    Kind::Empty => {}
                    _ if self.bucket_start(entry.key()) == shared => later.push(entry),
                    Kind::Leaf => self.store_leaf(entry),
                    _ => self.add(entry),
                }
            }
            std::mem::swap(&mut pending, &mut later);
        }
    }

    /// Moves the entries of so many buckets to those that they belong to now, which are fewer.
    fn compact(&mut self, old: usize) {
        let mut kept: Vec<Entry> = Vec::new();
        let mut target = self.first;
        for number in 0..old {
            let mut entries = self.take_bucket(number);
            entries.sort_unstable_by_key(Entry::key);
            for entry in entries.into_iter().filter(|entry| entry.kind() != Kind::Empty) {
                let start = self.bucket_start(entry.key());
                if start != target {
                    self.fill(target, &mut kept);
                    target = start;
                }
                kept.push(entry);
            }
        }
        self.fill(target, &mut kept);
    }

    /// Puts into an empty bucket what is worth most.
    fn fill(&mut self, start: usize, entries: &mut Vec<Entry>) {
        let stays = |entry: &Entry| entry.kind() != Kind::Leaf;
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.value()));
        self.evictions += entries.iter().skip(BUCKET).filter(|entry| stays(entry)).count() as u64;
        entries.truncate(BUCKET);
        self.used += entries.iter().filter(|entry| stays(entry)).count() as u64;
        for (place, entry) in entries.drain(..).enumerate() {
            self.write(start, place, &entry);
        }
    }

    /// Takes the entries out of a bucket.
    fn take_bucket(&mut self, number: usize) -> [Entry; BUCKET] {
        let start = self.first + number * BUCKET_WORDS;
        let words = &mut self.words[start..start + BUCKET_WORDS];
        let entries = std::array::from_fn(|i| Entry::from_words(&words[i * WORDS..][..WORDS]));
        words.fill(0);
        entries
    }

    /// Memory for so many buckets; the first `used` words of the table stay what they are, and the
    /// others are empty.
    fn settle(&mut self, used: usize, buckets: usize) {
        let words = buckets * BUCKET_WORDS + ALIGN_WORDS;
        let old = self.first;
        if words < self.words.len() {
            self.words.truncate(words);
            self.words.shrink_to_fit();
        } else {
            self.words.reserve_exact(words - self.words.len());
            ask_for_huge_pages(self.words.spare_capacity_mut());
            self.words.resize(words, 0);
        }
        // It may lie elsewhere now, and begin at another distance from a multiple of a bucket.
        self.first = first_aligned(&self.words);
        if self.first != old {
            self.words.copy_within(old..old + used, self.first);
            let end = self.first + used;
            if self.first > old {
                self.words[old..self.first].fill(0);
            } else {
                self.words[end..old + used].fill(0);
            }
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::mix::mix;
    use crate::table::{Drops, Solved};

    const SOLVED: Solved = Solved { proven: true, mv: 5, length: 1 };

    /// A table of so many bytes with so many results in it, a tenth of them leaves.
    fn filled(bytes: usize, count: u64) -> Table {
        let mut table = Table::new(bytes, Drops::new(0, 1));
        for i in 0..count {
            let key = mix(i + 1);
            match i % 10 {
                0 => table.store_leaf(Entry::leaf(key, 0, 3, 2, i as u32, 0)),
                n if n < 5 => table.store(Entry::base(key, 0, Solved { mv: i as u32, ..SOLVED })),
                _ => table.store(Entry::bounds(key, 0, i as u32, 1, 0)),
            }
        }
        table
    }

    /// Every entry lies in the bucket of its key, and counts.
    fn is_sound(table: &Table) -> bool {
        let places = table.words[table.first..].chunks_exact(BUCKET_WORDS).take(table.buckets);
        let mut used = 0;
        for (number, bucket) in places.enumerate() {
            for entry in bucket.chunks_exact(WORDS).map(Entry::from_words) {
                if entry.kind() == Kind::Empty {
                    continue;
                }
                used += u64::from(entry.kind() != Kind::Leaf);
                if table.bucket_start(entry.key()) != table.first + number * BUCKET_WORDS {
                    return false;
                }
            }
        }
        used == table.used
            && table.words[table.first..].as_ptr().cast::<u8>().align_offset(128) == 0
    }

    #[test]
    fn a_table_of_another_size_has_the_same_entries() {
        for buckets in [33, 40, 63, 64, 100, 1000, 1024, 5000] {
            // A few entries, so that no bucket overflows.
            let mut table = filled(64 * BUCKET_BYTES, 20);
            let sorted = |table: &Table| {
                let mut entries: Vec<Entry> = table.entries().collect();
                entries.sort_by_key(Entry::key);
                entries
            };
            let before = sorted(&table);
            table.resize(buckets);
            assert!(is_sound(&table), "{buckets}");
            assert_eq!(sorted(&table), before);
            assert_eq!(table.words.len(), buckets * BUCKET_WORDS + ALIGN_WORDS);
            table.resize(64);
            assert!(is_sound(&table), "{buckets}");
            assert_eq!((sorted(&table), table.evictions), (before, 0));
        }
    }

    #[test]
    fn results_are_the_last_to_go() {
        let mut table = filled(1 << 20, 20_000);
        assert_eq!(table.capacity(), 1 << 15);
        let count = |table: &Table, kind| table.entries().filter(|it| it.kind() == kind).count();
        let leaves = count(&table, Kind::Leaf);
        let (base, all) = (count(&table, Kind::Base), table.used + table.evictions);
        table.limit_to(1 << 19);
        assert!(is_sound(&table));
        assert_eq!(table.used + table.evictions, all);
        let left = |kind| count(&table, kind);
        assert!(left(Kind::Leaf) * 2 < leaves, "{} of {leaves}", left(Kind::Leaf));
        assert!(left(Kind::Base) * 20 > base * 19, "{} of {base}", left(Kind::Base));
        table.limit_to(0);
        assert_eq!((table.buckets, table.used), (FEWEST, (FEWEST * BUCKET) as u64));
        assert_eq!(count(&table, Kind::Base), FEWEST * BUCKET);
        // It does not grow again before it is emptied.
        for i in 0..1000 {
            table.store(Entry::base(mix(i), 0, SOLVED));
        }
        assert_eq!(table.buckets, FEWEST);
        table.clear();
        assert_eq!((table.capacity(), table.used), (1 << 15, 0));
    }
}
