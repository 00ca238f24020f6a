//! A plain transposition table that grows up to a fixed size.
//!
//! ```text
//!   word 0   key                      word 2   kind (2 bits), work (62 bits)
//!   word 1   pn, dn                   word 3   level relied on, least depth
//! ```
//! Four entries next to each other are searched; the one with the least work makes room. Dropping
//! an entry changes the work, never an answer.

/// Entries that share a place.
const BUCKET: usize = 4;

type Words = [u64; 4];

/// What an entry says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stored {
    /// Numbers of an unsolved position, and the least distance from the root at which it was
    /// expanded.
    Numbers { pn: u32, dn: u32, min_depth: u32 },
    /// Proven or not, and the shallowest level relied on ([`NOTHING`](super::core::NOTHING) if
    /// none).
    Solved { proven: bool, relies_on: u32 },
}

pub(crate) struct Table {
    slots: Vec<Words>,
    mask: usize,
    used: usize,
    /// Entries that the table may grow to.
    most: usize,
}

/// Entries of a new table. Small, because most of the laboratory's games are.
const FIRST: usize = 256;

impl Table {
    /// As many entries as fit, a power of two, at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Words>()).max(BUCKET);
        let most = 1 << most.ilog2();
        let entries = FIRST.min(most);
        Table { slots: vec![[0; 4]; entries], mask: entries - 1, used: 0, most }
    }

    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Words>()
    }

    fn bucket(&self, key: u64) -> usize {
        key as usize & self.mask & !(BUCKET - 1)
    }

    pub fn find(&self, key: u64) -> Option<Stored> {
        let first = self.bucket(key);
        let words = self.slots[first..first + BUCKET]
            .iter()
            .find(|words| words[0] == key && words[2] & 3 != 0)?;
        Some(match words[2] & 3 {
            1 => Stored::Numbers {
                pn: words[1] as u32,
                dn: (words[1] >> 32) as u32,
                min_depth: (words[3] >> 32) as u32,
            },
            kind => Stored::Solved { proven: kind == 2, relies_on: words[3] as u32 },
        })
    }

    /// Replaces what was known about the key.
    pub fn store(&mut self, key: u64, stored: Stored, work: u64) {
        let work = work.min(u64::MAX >> 2);
        let words = match stored {
            Stored::Numbers { pn, dn, min_depth } => [
                key,
                u64::from(pn) | u64::from(dn) << 32,
                work << 2 | 1,
                u64::from(min_depth) << 32,
            ],
            Stored::Solved { proven, relies_on } => {
                [key, 0, work << 2 | if proven { 2 } else { 3 }, u64::from(relies_on)]
            }
        };
        let first = self.bucket(key);
        let bucket = &mut self.slots[first..first + BUCKET];
        let place = bucket.iter().position(|old| old[0] == key && old[2] & 3 != 0);
        let place = place.unwrap_or_else(|| {
            let work = |i: &usize| bucket[*i][2];
            (0..BUCKET).min_by_key(work).expect("a bucket is not empty")
        });
        self.used += usize::from(bucket[place][2] & 3 == 0);
        bucket[place] = words;
        if self.used * 2 > self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
    }

    /// Doubles the table. An entry's new bucket holds only entries of its old one, so that
    /// nothing is lost.
    fn grow(&mut self) {
        let entries = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![[0; 4]; entries]);
        self.mask = entries - 1;
        for words in old {
            if words[2] & 3 != 0 {
                let first = self.bucket(words[0]);
                let bucket = &mut self.slots[first..first + BUCKET];
                let free = bucket.iter().position(|slot| slot[2] & 3 == 0);
                bucket[free.expect("an old bucket has no more entries than a new one")] = words;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix::mix;

    #[test]
    fn entries_are_read_back_and_the_least_work_makes_room() {
        assert_eq!(size_of::<Words>(), 32);
        let mut table = Table::new(BUCKET * 32);
        assert_eq!(table.bytes(), 128);
        for key in 0..4u64 {
            let stored = Stored::Numbers { pn: 3, dn: key as u32 + 1, min_depth: 9 };
            table.store(key, stored, 10 + key);
            assert_eq!(table.find(key), Some(stored));
        }
        let solved = Stored::Solved { proven: true, relies_on: 7 };
        table.store(2, solved, 1);
        assert_eq!(table.find(2), Some(solved));
        table.store(9, Stored::Solved { proven: false, relies_on: 1 }, 50);
        assert_eq!(table.find(2), None);
        assert!(table.find(0).is_some() && table.find(9).is_some());
    }

    #[test]
    fn a_growing_table_keeps_what_it_has() {
        let mut table = Table::new(1 << 20);
        for key in 1..=2000u64 {
            let solved = Stored::Solved { proven: key % 2 == 0, relies_on: key as u32 };
            table.store(mix(key), solved, 1);
        }
        let kept = (1..=2000u64).filter(|&key| {
            let solved = Stored::Solved { proven: key % 2 == 0, relies_on: key as u32 };
            table.find(mix(key)) == Some(solved)
        });
        // Buckets overflow now and then while the table is half full.
        assert!(kept.count() > 1800);
        assert!(table.bytes() < 1 << 18);
    }
}
