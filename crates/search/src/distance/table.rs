//! The table of distances: what is known of a position for every number of plies.
//!
//! ```text
//!   word 0   key                                          64   (0: the entry is empty)
//!   word 1   pn 32 | dn 32                                numbers for r plies
//!   word 2   lo 16 | hi 16 | r 16 | work 16
//!   word 3   move 32 | 0
//!
//!            disproved         open          proved
//!   plies  0 ........... lo-1 | lo ... hi-1 | hi .........
//! ```
//! A win within `n` plies is one within more, so that one entry answers for every number of plies.
//! Nothing depends on the way to a position, so that there is one entry to a position. What is
//! overwritten costs work, and never an answer.

use crate::mix::mix;
use crate::numbers::{INFINITY, LARGEST};
use crate::table::ask_for_huge_pages;

/// Entries that a position can be stored in: two cache lines.
const BUCKET: usize = 4;
const WORDS: usize = 4;
/// Words of a bucket.
const SIZE: usize = BUCKET * WORDS;
/// A table of so many buckets is not cut down further at the beginning: half of a usual
/// second-level cache.
const AT_ONCE: usize = (1 << 20) / (SIZE * 8);
/// A number of plies that is never reached: nothing is proved yet, or there is no win at all.
pub(crate) const NEVER: u16 = u16::MAX;
/// A move number that no game uses.
pub(crate) const NO_MOVE: u32 = u32::MAX;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// There is no win within fewer plies than this; [`NEVER`]: there is none at all.
    pub lo: u16,
    /// There is a win within so many plies; [`NEVER`]: none is known.
    pub hi: u16,
    /// Where the attacker is to move, his move of `hi`; else the reply that refutes `lo - 1`.
    pub mv: u32,
    /// How many plies the numbers are for.
    pub plies: u16,
    pub pn: u32,
    pub dn: u32,
}

impl Known {
    /// Nothing but an estimate.
    pub fn estimate(plies: u16, pn: u32, dn: u32) -> Self {
        let (pn, dn) = (pn.clamp(1, LARGEST), dn.clamp(1, LARGEST));
        Known { lo: 0, hi: NEVER, mv: NO_MOVE, plies, pn, dn }
    }

    /// A win within `hi` plies.
    pub fn proven(hi: u16, mv: u32) -> Self {
        Known { lo: 0, hi, mv, plies: 0, pn: 1, dn: 1 }
    }

    /// No win within fewer than `lo` plies.
    pub fn disproven(lo: u16, mv: u32) -> Self {
        Known { lo, hi: NEVER, mv, plies: 0, pn: 1, dn: 1 }
    }

    /// Whether the attacker wins within so many plies, if that is known.
    #[inline]
    pub fn decides(&self, plies: u16) -> Option<bool> {
        if self.hi <= plies {
            Some(true)
        } else if plies < self.lo {
            Some(false)
        } else {
            None
        }
    }

    /// Proof and disproof number of a win within so many plies. Those that were found out for
    /// another number of plies are as good an estimate as any.
    #[inline]
    pub fn numbers(&self, plies: u16) -> (u32, u32) {
        match self.decides(plies) {
            Some(true) => (0, INFINITY),
            Some(false) => (INFINITY, 0),
            None => (self.pn, self.dn),
        }
    }
}

/// Distances by position, in at most a fixed number of bytes.
///
/// In a large one a short search would touch a huge page for each position, and the system would
/// clear it. So it begins small, and doubles whenever a bucket overflows: what is overwritten is
/// what would be with all memory from the beginning. The high bits of a key choose its bucket, so
/// that one becomes two neighbours, in which entries keep their order.
pub(crate) struct Table {
    words: Vec<u64>,
    buckets: usize,
    /// As many as it begins with, and as it may have.
    min_buckets: usize,
    max_buckets: usize,
    used: u64,
    pub evictions: u64,
    drop_256ths: u32,
    drop_state: u64,
}

impl Table {
    /// A table of at most `bytes`, and at least one bucket. `drop_256ths` of the stores are
    /// dropped, for tests.
    pub fn new(bytes: usize, drop_256ths: u32) -> Self {
        let mut min_buckets = (bytes / (SIZE * 8)).max(1);
        let mut doublings = 0;
        // It can be halved three times.
        while min_buckets > AT_ONCE || doublings < 3 && min_buckets > 1 {
            (min_buckets, doublings) = (min_buckets / 2, doublings + 1);
        }
        let max_buckets = min_buckets << doublings;
        let (buckets, evictions, drop_state) = (0, 0, 0);
        let words = Vec::new();
        let mut table = Table {
            words,
            buckets,
            min_buckets,
            max_buckets,
            used: 0,
            evictions,
            drop_256ths,
            drop_state,
        };
        table.clear();
        table
    }

    pub fn clear(&mut self) {
        self.buckets = self.min_buckets.min(self.max_buckets);
        self.words = vec![0; self.buckets * SIZE];
        self.used = 0;
    }

    /// Makes it twice as large.
    #[cold]
    fn grow(&mut self) {
        let old = self.buckets;
        self.buckets *= 2;
        self.words.reserve_exact(old * SIZE);
        ask_for_huge_pages(self.words.spare_capacity_mut());
        self.words.resize(self.buckets * SIZE, 0);
        // From the last on, so that nothing is overwritten that has not been moved.
        for number in (0..old).rev() {
            let bucket = &mut self.words[number * SIZE..][..SIZE];
            let entries: [u64; SIZE] = std::array::from_fn(|i| std::mem::take(&mut bucket[i]));
            let mut ends = [2 * number * SIZE, (2 * number + 1) * SIZE];
            for words in entries.chunks_exact(WORDS).filter(|words| words[0] != 0) {
                let end = &mut ends[self.start(words[0]) / SIZE - 2 * number];
                self.words[*end..*end + WORDS].copy_from_slice(words);
                *end += WORDS;
            }
        }
    }

    /// Forgets the numbers of what is not solved; bounds on distances stay.
    pub fn forget_numbers(&mut self) {
        for words in self.words.chunks_exact_mut(WORDS) {
            words[2] &= !(0xFFFF << 16);
        }
    }

    /// Makes it half as large, unless it would have fewer bytes than `least` then: of what shares a
    /// bucket now stays what took the most work.
    pub fn halve(&mut self, least: usize) -> bool {
        if !self.max_buckets.is_multiple_of(2) || self.bytes() / 2 < least {
            return false;
        }
        self.max_buckets /= 2;
        if self.buckets <= self.max_buckets {
            return true;
        }
        self.buckets = self.max_buckets;
        self.used = 0;
        for number in 0..self.buckets {
            // The high bits of a key choose its bucket: these two become one.
            let mut entries = [[0; WORDS]; 2 * BUCKET];
            let both = self.words[2 * number * SIZE..2 * (number + 1) * SIZE].chunks_exact(WORDS);
            entries.iter_mut().zip(both).for_each(|(entry, words)| entry.copy_from_slice(words));
            let worth = |entry: &[u64; WORDS]| (entry[0] != 0, entry[2] & 0xFFFF);
            entries.sort_unstable_by_key(|entry| std::cmp::Reverse(worth(entry)));
            let in_use = entries.iter().filter(|entry| entry[0] != 0).count();
            self.used += in_use.min(BUCKET) as u64;
            self.evictions += in_use.saturating_sub(BUCKET) as u64;
            let bucket = self.words[number * SIZE..(number + 1) * SIZE].chunks_exact_mut(WORDS);
            bucket.zip(&entries).for_each(|(words, entry)| words.copy_from_slice(entry));
        }
        self.words.truncate(self.buckets * SIZE);
        self.words.shrink_to_fit();
        true
    }

    pub fn used(&self) -> u64 {
        self.used
    }

    /// The share of it that is in use.
    pub fn fill(&self) -> f64 {
        self.used as f64 / (self.max_buckets * BUCKET) as f64
    }

    /// Those that it may have.
    pub fn bytes(&self) -> usize {
        self.max_buckets * SIZE * 8
    }

    #[inline]
    fn start(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets as u128) >> 64) as usize * SIZE
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn find(&self, key: u64) -> Option<Known> {
        let key = key.max(1);
        let start = self.start(key);
        let bucket = &self.words[start..start + SIZE];
        let words = bucket.chunks_exact(WORDS).find(|words| words[0] == key)?;
        Some(unpack(words))
    }

    /// Adds to what is known of the position: bounds only ever become tighter. `work` is how many
    /// nodes it took.
    pub fn store(&mut self, key: u64, new: Known, work: u64) {
        if self.drop_256ths > 0 {
            self.drop_state = mix(self.drop_state.wrapping_add(0x9E37_79B9_7F4A_7C15));
            if (self.drop_state & 255) < u64::from(self.drop_256ths) {
                return;
            }
        }
        let key = key.max(1);
        let full = |words: &[u64]| words.chunks_exact(WORDS).all(|it| it[0] != 0 && it[0] != key);
        while self.buckets < self.max_buckets && full(&self.words[self.start(key)..][..SIZE]) {
            self.grow();
        }
        let start = self.start(key);
        let bucket = &mut self.words[start..start + SIZE];
        let mut work = logarithm(work);
        let (mut place, mut least) = (0, u64::MAX);
        let mut known = new;
        for (i, words) in bucket.chunks_exact(WORDS).enumerate() {
            if words[0] == key {
                known = merge(unpack(words), new);
                work = work.max(words[2] & 0xFFFF);
                (place, least) = (i, u64::MAX);
                break;
            }
            let worth = if words[0] == 0 { 0 } else { 1 + (words[2] & 0xFFFF) };
            if worth < least {
                (place, least) = (i, worth);
            }
        }
        match least {
            u64::MAX => {}
            0 => self.used += 1,
            _ => self.evictions += 1,
        }
        bucket[place * WORDS..][..WORDS].copy_from_slice(&[
            key,
            u64::from(known.pn) << 32 | u64::from(known.dn),
            u64::from(known.lo) << 48
                | u64::from(known.hi) << 32
                | u64::from(known.plies) << 16
                | work,
            u64::from(known.mv) << 32,
        ]);
    }
}

fn unpack(words: &[u64]) -> Known {
    Known {
        pn: (words[1] >> 32) as u32,
        dn: words[1] as u32,
        lo: (words[2] >> 48) as u16,
        hi: (words[2] >> 32) as u16,
        plies: (words[2] >> 16) as u16,
        mv: (words[3] >> 32) as u32,
    }
}

/// The tighter of all bounds, with the move that goes with the new one if it is.
fn merge(old: Known, new: Known) -> Known {
    let tighter = new.hi < old.hi || new.lo > old.lo;
    let solved = new.hi != NEVER || new.lo != 0;
    // A new result leaves numbers that were for a number of plies it says nothing about.
    let numbers = if solved { old } else { new };
    Known {
        lo: old.lo.max(new.lo),
        hi: old.hi.min(new.hi),
        mv: if tighter && new.mv != NO_MOVE { new.mv } else { old.mv },
        plies: numbers.plies,
        pn: numbers.pn,
        dn: numbers.dn,
    }
}

/// Four times the logarithm: entries are compared by order of magnitude.
fn logarithm(nodes: u64) -> u64 {
    let nodes = nodes.max(1);
    let log = u64::from(nodes.ilog2());
    log * 4 + if log >= 2 { (nodes >> (log - 2)) & 3 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_only_become_tighter() {
        let mut table = Table::new(4096, 0);
        table.store(7, Known::disproven(4, 1), 10);
        table.store(7, Known::proven(9, 2), 10);
        table.store(7, Known::disproven(2, 3), 10);
        table.store(7, Known::estimate(5, 30, 40), 10);
        let known = table.find(7).unwrap();
        assert_eq!((known.lo, known.hi, known.mv), (4, 9, 2));
        assert_eq!(known.decides(3), Some(false));
        assert_eq!(known.decides(9), Some(true));
        assert_eq!((known.numbers(5), known.numbers(8)), ((30, 40), (30, 40)));
        assert_eq!(table.used(), 1);
    }

    /// Nothing gets lost, and nothing is overwritten before it has all the room that it may have.
    #[test]
    fn a_table_that_grows_keeps_everything() {
        let mut table = Table::new(16 << 20, 0);
        let (mut key, mut keys) = (1_u64, Vec::new());
        let begun = table.words.len();
        while table.buckets < table.max_buckets {
            key = mix(key);
            keys.push(key);
            table.store(key, Known::proven(keys.len() as u16, 0), 1);
        }
        assert_eq!((table.used(), table.evictions), (keys.len() as u64, 0));
        assert!(begun * 8 == 1 << 20 && table.words.len() * 8 == 16 << 20);
        let hi = |n: usize| table.find(keys[n]).map(|known| known.hi);
        assert!((0..keys.len()).all(|n| hi(n) == Some(1 + n as u16)));
        table.clear();
        assert_eq!((table.words.len(), table.find(keys[0])), (begun, None));
    }

    #[test]
    fn a_full_bucket_gives_up_what_took_the_least_work() {
        let mut table = Table::new(0, 0);
        for key in 1..=4 {
            table.store(key, Known::proven(1, 0), key * 100);
        }
        table.store(9, Known::proven(1, 0), 1);
        assert_eq!(table.find(1), None);
        assert!(table.find(2).is_some() && table.find(9).is_some());
        assert_eq!((table.used(), table.evictions), (4, 1));
    }

    #[test]
    fn half_a_table_keeps_what_took_the_most_work() {
        let mut table = Table::new(1 << 16, 0);
        let mut key = 1_u64;
        let keys: Vec<u64> = std::iter::repeat_with(|| {
            key = mix(key);
            key
        })
        .take(1500)
        .collect();
        for (n, &key) in keys.iter().enumerate() {
            table.store(key, Known::proven(1 + n as u16, n as u32), 1 + n as u64);
        }
        let before = table.used();
        assert!(table.halve(1 << 15) && !table.halve(1 << 15) && table.halve(1 << 13));
        assert_eq!(table.bytes(), 1 << 14);
        assert!(table.used() < before && table.used() > 256);
        let found = keys.iter().enumerate().filter(|&(n, &key)| {
            let known = table.find(key);
            assert!(known.is_none_or(|known| known == Known::proven(1 + n as u16, n as u32)));
            known.is_some()
        });
        let found: Vec<usize> = found.map(|(n, _)| n).collect();
        assert_eq!(found.len() as u64, table.used());
        assert!(found.iter().sum::<usize>() / found.len() > 900);
    }

    #[test]
    fn there_is_no_win_within_any_number_of_plies_below_never() {
        let known = Known::disproven(NEVER, NO_MOVE);
        assert_eq!(known.decides(NEVER - 1), Some(false));
        assert_eq!(known.decides(0), Some(false));
    }
}
