//! The transposition table: a fixed number of entries in buckets of two cache lines.
//!
//! A position's base entry and its twins lie in the bucket of its key, so that one look-up sees
//! them all; only twins that are valid on a single path lie in the bucket of position and path.
//! A store always succeeds: it overwrites the entry worth least ([`Entry::value`]). What is
//! overwritten changes the work, never a verdict.

mod entry;

pub(crate) use entry::{Entry, Kind, NO_MOVE};

/// Entries in a bucket. The two lines of a bucket are neighbours, which the processor fetches
/// together; more entries cost more than their hits are worth.
const BUCKET: usize = 4;
const WORDS: usize = 4;
/// Words in a pair of cache lines, on which buckets are aligned.
const ALIGN_WORDS: usize = 128 / 8;

/// The table.
pub(crate) struct Table {
    /// All entries; the first bucket begins at `first`. Words rather than entries because the
    /// allocator hands out zeroed words without touching them: a large table costs nothing until
    /// it is used.
    words: Vec<u64>,
    first: usize,
    buckets: usize,
    used: u64,
    pub evictions: u64,
    /// Stores that are dropped, of 256; the state of the generator that chooses them.
    drop_256ths: u32,
    drop_state: u64,
}

impl Table {
    /// A table of at most `bytes` bytes (but at least 4 KiB).
    pub fn new(bytes: usize, drop_256ths: u32) -> Self {
        let bucket_bytes = BUCKET * size_of::<Entry>();
        let buckets = (bytes / bucket_bytes).max(4096 / bucket_bytes);
        // The largest power of two that fits.
        let buckets = 1usize << buckets.ilog2();
        let mut table = Table {
            words: Vec::new(),
            first: 0,
            buckets,
            used: 0,
            evictions: 0,
            drop_256ths,
            drop_state: 1,
        };
        table.clear();
        table
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.words = Vec::new();
        self.words = vec![0; self.buckets * BUCKET * WORDS + ALIGN_WORDS];
        let misaligned = self.words.as_ptr() as usize / 8 % ALIGN_WORDS;
        self.first = (ALIGN_WORDS - misaligned) % ALIGN_WORDS;
        self.used = 0;
    }

    /// Entries in use.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Entries the table has room for.
    pub fn capacity(&self) -> u64 {
        (self.buckets * BUCKET) as u64
    }

    /// Bytes allocated.
    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    #[inline]
    fn bucket_start(&self, key: u64) -> usize {
        // The high bits choose the bucket; games that mix low bits badly do no harm.
        let bucket = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        self.first + bucket * BUCKET * WORDS
    }

    /// The four entries of the bucket of `key`, whatever their keys.
    #[inline]
    pub fn bucket(&self, key: u64) -> [Entry; BUCKET] {
        let start = self.bucket_start(key);
        let words: &[u64; BUCKET * WORDS] =
            self.words[start..start + BUCKET * WORDS].try_into().expect("a bucket has this length");
        std::array::from_fn(|i| {
            Entry([words[i * 4], words[i * 4 + 1], words[i * 4 + 2], words[i * 4 + 3]])
        })
    }

    /// The entries of the bucket with this key.
    #[inline]
    pub fn find(&self, key: u64) -> impl Iterator<Item = Entry> + use<> {
        let key = nonzero(key);
        self.bucket(key).into_iter().filter(move |entry| entry.key() == key)
    }

    /// Stores an entry. It replaces the first entry of its key for which `replaces` holds, else an
    /// empty one, else the one worth least. Further entries for which `replaces` holds are
    /// emptied.
    pub fn store(&mut self, mut entry: Entry, replaces: impl Fn(&Entry) -> bool) {
        if self.drop_256ths > 0 {
            self.drop_state = crate::mix::mix(self.drop_state.wrapping_add(0x9E37_79B9_7F4A_7C15));
            if (self.drop_state & 255) < u64::from(self.drop_256ths) {
                return;
            }
        }
        entry.0[0] = nonzero(entry.0[0]);
        let key = entry.key();
        let start = self.bucket_start(key);
        let old = self.bucket(key);
        let mut place = None;
        for (i, candidate) in old.iter().enumerate() {
            if candidate.key() == key && candidate.kind() != Kind::Empty && replaces(candidate) {
                if place.is_none() {
                    place = Some(i);
                } else {
                    self.words[start + i * WORDS..][..WORDS].fill(0);
                    self.used -= 1;
                }
            }
        }
        let place = place.unwrap_or_else(|| {
            let (i, least) = old
                .iter()
                .enumerate()
                .min_by_key(|(_, candidate)| candidate.value())
                .expect("a bucket is not empty");
            if least.kind() == Kind::Empty {
                self.used += 1;
            } else {
                self.evictions += 1;
            }
            i
        });
        self.words[start + place * WORDS..][..WORDS].copy_from_slice(&entry.0);
    }
}

/// A key of zero would look like an empty entry.
#[inline]
fn nonzero(key: u64) -> u64 {
    if key == 0 { 0x9E37_79B9_7F4A_7C15 } else { key }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys that share the first bucket.
    fn key(i: u64) -> u64 {
        i + 1
    }

    #[test]
    fn a_bucket_is_two_aligned_lines() {
        let table = Table::new(1 << 16, 0);
        assert_eq!(table.bytes(), (1 << 16) + 128);
        assert_eq!(table.capacity(), (1 << 16) / 32);
        assert_eq!(table.words[table.first..].as_ptr() as usize % 128, 0);
    }

    #[test]
    fn bounds_are_overwritten_before_twins_and_base_results() {
        let mut table = Table::new(4096, 0);
        table.store(Entry::solved(key(0), Kind::Base, true, [0, 0], 5, 1).with_work(1), |_| false);
        table.store(Entry::solved(key(1), Kind::Prefix, true, [0, 0], 5, 1).with_work(1), |_| false);
        for i in 2..200 {
            table.store(Entry::bounds(key(i), 0, 1, 1, 0).with_work(1000), |_| false);
        }
        assert_eq!(table.find(key(0)).count(), 1);
        assert_eq!(table.find(key(1)).count(), 1);
        assert_eq!(table.find(key(199)).count(), 1, "a store always succeeds");
        assert_eq!((table.used(), table.evictions), (4, 196));
    }

    #[test]
    fn a_store_replaces_what_it_is_told_to() {
        let mut table = Table::new(4096, 0);
        table.store(Entry::bounds(0, 0, 3, 4, 0), |_| true);
        table.store(Entry::bounds(0, 1, 5, 6, 0), |old| old.hand() == 1);
        assert_eq!(table.find(0).count(), 2);
        table.store(Entry::solved(0, Kind::Base, true, [0, 0], 5, 1), |_| true);
        let found: Vec<_> = table.find(0).collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].kind(), Kind::Base);
        assert_eq!(table.used(), 1);
    }

    #[test]
    fn sizes_are_rounded_down_but_never_to_nothing() {
        assert_eq!(Table::new(0, 0).capacity(), 128);
        assert_eq!(Table::new(100_000, 0).capacity(), 2048);
    }
}
