//! Conditional results of the whole search: a log in a ring of memory.
//!
//! ```text
//!   record   key 64 | older 64 | move 32, length 16, needed 16
//!            words 24, created 24, symmetry 8, flags 8
//!            needed keys .. | created, two to a word .. | interval ..   (a multiple of 4 words)
//!
//!   ring     ######new######|      free      |old############
//!                           ^ head           ^ tail
//! ```
//! A record is found by a slot chosen by its key, which leads to the newest record of the slot;
//! each leads to the next older one. Records are addressed by how many words had been written
//! before them: what lies before the tail has been overwritten, and so has everything older, where
//! a chain ends. When room is needed, the oldest record goes, unless it was used since it was
//! written: then it goes back to the head once more. What is forgotten changes the work, never a
//! verdict.

use super::conditions::Condition;
use crate::mix::mix;
use crate::table::{Drops, Solved, prefetch};

/// Words before the sets.
const HEADER: usize = 4;
/// Records begin at multiples of this, so that what is left at the end of the ring has room for a
/// header.
const ALIGN: usize = 4;
/// In place of the words of created situations: only the interval is known.
const WIDE: usize = (1 << 24) - 1;
/// Flags of a record.
const PROVEN: u64 = 1;
const USED: u64 = 2;
/// Not to be found: removed, or the unused end of the ring.
const DEAD: u64 = 4;
/// Where the symmetry begins in the word of the flags: a byte; the words of created situations, and
/// of both sets with the interval: three bytes each.
const SYMMETRY: u32 = 8;
const CREATED: u32 = 16;
const WORDS: u32 = 40;
/// Records that one store may save from being overwritten: bounds its time.
const SAVED: u32 = 4;
/// Results kept of one position, all of which are tried at each look-up. On Go boards up to 3x4 and
/// 1x10 sixteen save nothing more; three double the work of 1x10.
const PER_POSITION: usize = 8;
/// Ring words per slot of the index.
const WORDS_PER_SLOT: usize = 16;
/// No record.
const NONE: u64 = 0;

/// Words behind the header.
#[inline]
fn words_of(flags: u64) -> usize {
    (flags >> WORDS) as usize
}

/// A conditional result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record<'a> {
    /// Where it is: its name until it is overwritten.
    pub place: u64,
    pub solved: Solved,
    /// Which of the positions with the key it is about
    /// ([`Searchable::symmetry`](threefold_game::Searchable::symmetry)).
    pub symmetry: u8,
    pub condition: Condition<'a>,
}

impl<'a> Record<'a> {
    /// The record that begins with these words.
    fn read(place: u64, words: &'a [u64]) -> Self {
        let [what, flags] = [words[2], words[3]];
        let needed = usize::from(what as u16);
        let created = (flags >> CREATED) as usize & WIDE;
        let created = (created != WIDE).then_some(created);
        let sets = &words[HEADER..HEADER + words_of(flags)];
        Record {
            place,
            solved: Solved {
                proven: flags & PROVEN != 0,
                mv: (what >> 32) as u32,
                length: (what >> 16) as u16,
            },
            symmetry: (flags >> SYMMETRY) as u8,
            condition: Condition::from_parts(sets, needed, created),
        }
    }
}

/// Reads what [`ConditionalStore::copy`] has copied.
pub(super) struct Copies<'a>(pub &'a [u64]);

impl<'a> Iterator for Copies<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        let (&place, words) = self.0.split_first()?;
        let record = Record::read(place, words);
        self.0 = &words[HEADER + words_of(words[3])..];
        Some(record)
    }
}

/// The store.
pub(crate) struct ConditionalStore {
    ring: Vec<u64>,
    /// The newest record of each slot.
    slots: Vec<u64>,
    /// Words written so far, and the address of the oldest record. Addresses begin after 0, which
    /// means "no record".
    head: u64,
    tail: u64,
    records: u64,
    evictions: u64,
    /// A record that is being moved.
    saved: Vec<u64>,
    drops: Drops,
}

impl ConditionalStore {
    /// A store of at most `bytes` bytes; with few, or none, it keeps nothing.
    pub fn new(bytes: usize, drops: Drops) -> Self {
        let words = bytes / 8;
        let slots = words / (WORDS_PER_SLOT + 1);
        let ring = (words - slots) / ALIGN * ALIGN;
        // The allocator hands out zeroed memory without touching it.
        let mut store = ConditionalStore {
            ring: vec![0; ring],
            slots: vec![NONE; slots],
            head: 0,
            tail: 0,
            records: 0,
            evictions: 0,
            saved: Vec::new(),
            drops,
        };
        store.clear();
        store
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        if self.head > self.ring.len() as u64 {
            self.ring = vec![0; self.ring.len()];
            self.slots = vec![NONE; self.slots.len()];
        }
        self.records = 0;
        // Place 0 means "no record".
        self.head = self.ring.len() as u64;
        self.tail = self.head;
    }

    /// Bytes allocated.
    pub fn bytes(&self) -> usize {
        (self.ring.len() + self.slots.len()) * 8
    }

    /// Bytes that have been written to: the system gives no memory for the others. Of the slots,
    /// which are written to here and there, as many pages as there may be.
    pub fn used_bytes(&self) -> usize {
        const PAGE: usize = 4096;
        let written = self.head as usize - self.ring.len();
        // A record takes a few words at least.
        let pages = (written / (2 * HEADER)).saturating_mul(PAGE);
        written.min(self.ring.len()) * 8 + pages.min(self.slots.len() * 8)
    }

    /// Results that were overwritten.
    pub fn evictions(&self) -> u64 {
        self.evictions
    }

    /// Results in the store.
    #[cfg(test)]
    pub fn len(&self) -> u64 {
        self.records
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        ((u128::from(mix(key)) * self.slots.len() as u128) >> 64) as usize
    }

    #[inline]
    fn index(&self, place: u64) -> usize {
        (place % self.ring.len() as u64) as usize
    }

    /// Begins to fetch the slot of the position, so that it is there when it is looked at.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if !self.slots.is_empty() {
            prefetch(&self.slots[self.slot(key)]);
        }
    }

    /// Whether there may be results of the position.
    #[inline]
    pub fn may_contain(&self, key: u64) -> bool {
        !self.slots.is_empty() && {
            let place = self.slots[self.slot(key)];
            place >= self.tail && place != NONE
        }
    }

    /// The results of the position, newest first.
    pub fn find(&self, key: u64) -> impl Iterator<Item = Record<'_>> {
        self.places(key).map(|place| self.record(place))
    }

    /// Their places.
    fn places(&self, key: u64) -> impl Iterator<Item = u64> {
        let mut place = self.slots.get(self.slot(key)).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            while place >= self.tail && place != NONE {
                let at = self.index(place);
                let here = place;
                let found = self.ring[at] == key && self.ring[at + 3] & DEAD == 0;
                place = self.ring[at + 1];
                if found {
                    return Some(here);
                }
            }
            None
        })
    }

    /// All results with the keys of their positions, oldest first.
    pub fn all(&self) -> impl Iterator<Item = (u64, Record<'_>)> {
        let mut place = self.tail;
        std::iter::from_fn(move || {
            while place < self.head {
                let (here, at) = (place, self.index(place));
                let flags = self.ring[at + 3];
                place += (HEADER + words_of(flags)).next_multiple_of(ALIGN) as u64;
                if flags & DEAD == 0 {
                    return Some((self.ring[at], self.record(here)));
                }
            }
            None
        })
    }

    /// Copies the results of the position to `copies`, newest first: read by [`Copies`].
    pub fn copy(&self, key: u64, copies: &mut Vec<u64>) {
        for place in self.places(key) {
            let at = self.index(place);
            let words = HEADER + words_of(self.ring[at + 3]);
            copies.push(place);
            copies.extend_from_slice(&self.ring[at..at + words]);
        }
    }

    /// The result at a place that [`ConditionalStore::find`] has just given.
    fn record(&self, place: u64) -> Record<'_> {
        Record::read(place, &self.ring[self.index(place)..])
    }

    /// Notes that a result was of use, unless it has been overwritten.
    pub fn touch(&mut self, place: u64) {
        if place >= self.tail {
            let at = self.index(place);
            self.ring[at + 3] |= USED;
        }
    }

    /// Stores a result. Those of the same position and sign that ask for more go, and the oldest if
    /// there are too many.
    pub fn store(&mut self, key: u64, symmetry: u8, solved: Solved, condition: &Condition<'_>) {
        if self.drops.next() {
            return;
        }
        let needed = condition.needed.len();
        let created = condition.created.map_or(WIDE, <[u64]>::len);
        let words = condition.words();
        // A record that fills much of the ring would push out everything.
        if needed > usize::from(u16::MAX) || words >= WIDE || (HEADER + words) * 4 > self.ring.len()
        {
            return;
        }
        self.thin_out(key, symmetry, solved.proven, condition);
        let what = u64::from(solved.mv) << 32 | u64::from(solved.length) << 16 | needed as u64;
        let sizes = (words as u64) << WORDS | (created as u64) << CREATED;
        let flags = sizes | u64::from(symmetry) << SYMMETRY | u64::from(solved.proven);
        let place = self.allocate(HEADER + words);
        let slot = self.slot(key);
        let at = self.index(place);
        self.ring[at..at + HEADER].copy_from_slice(&[key, self.slots[slot], what, flags]);
        let mut to = at + HEADER;
        for part in condition.parts() {
            self.ring[to..to + part.len()].copy_from_slice(part);
            to += part.len();
        }
        self.slots[slot] = place;
        self.records += 1;
    }

    /// Removes the results that `condition` makes superfluous, and takes what is removed out of the
    /// chain: else a position whose results follow one another quickly would have a long one.
    fn thin_out(&mut self, key: u64, symmetry: u8, proven: bool, condition: &Condition<'_>) {
        let slot = self.slot(key);
        let mut others = 1;
        // The record that leads to `place`, if it is not the slot.
        let mut newer = None;
        let mut place = self.slots[slot];
        while place >= self.tail && place != NONE {
            let at = self.index(place);
            let older = self.ring[at + 1];
            let mut dead = self.ring[at + 3] & DEAD != 0;
            if !dead && self.ring[at] == key {
                let record = self.record(place);
                let same = record.solved.proven == proven
                    && (record.symmetry == symmetry || condition.is_symmetric());
                dead = same && condition.is_weaker(&record.condition) || others >= PER_POSITION;
                if dead {
                    self.ring[at + 3] = self.ring[at + 3] & !USED | DEAD;
                    self.records -= 1;
                } else {
                    others += 1;
                }
            }
            match newer {
                _ if !dead => newer = Some(at),
                None => self.slots[slot] = older,
                Some(at) => self.ring[at + 1] = older,
            }
            place = older;
        }
    }

    /// Room for a record.
    fn allocate(&mut self, words: usize) -> u64 {
        let mut saved = 0;
        loop {
            let size = words.next_multiple_of(ALIGN) as u64;
            let capacity = self.ring.len() as u64;
            let left = capacity - self.head % capacity;
            // A record does not wrap: what is left is skipped.
            let wanted = if left < size { left + size } else { size };
            if self.head + wanted - self.tail <= capacity {
                if left < size {
                    self.skip(left);
                }
                let place = self.head;
                self.head += size;
                return place;
            }
            saved += u32::from(self.drop_oldest(saved < SAVED));
        }
    }

    /// Marks the rest of the ring as unused.
    fn skip(&mut self, words: u64) {
        let at = self.index(self.head);
        let flags = (words - HEADER as u64) << WORDS | DEAD;
        self.ring[at..at + HEADER].copy_from_slice(&[0, NONE, 0, flags]);
        self.head += words;
    }

    /// Frees the oldest record, or moves it to the head if it may and should be saved.
    fn drop_oldest(&mut self, save: bool) -> bool {
        let at = self.index(self.tail);
        let flags = self.ring[at + 3];
        let size = (HEADER + words_of(flags)).next_multiple_of(ALIGN);
        self.tail += size as u64;
        if save && flags & USED != 0 {
            let mut record = std::mem::take(&mut self.saved);
            record.clear();
            record.extend_from_slice(&self.ring[at..at + size]);
            record[3] &= !USED;
            let capacity = self.ring.len() as u64;
            let left = capacity - self.head % capacity;
            let wanted = if left < size as u64 { left + size as u64 } else { size as u64 };
            let fits = self.head + wanted - self.tail <= capacity;
            if fits {
                if left < size as u64 {
                    self.skip(left);
                }
                let slot = self.slot(record[0]);
                record[1] = self.slots[slot];
                let to = self.index(self.head);
                self.ring[to..to + size].copy_from_slice(&record);
                self.slots[slot] = self.head;
                self.head += size as u64;
            }
            self.saved = record;
            if fits {
                return true;
            }
        }
        if flags & DEAD == 0 {
            self.records -= 1;
            self.evictions += 1;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(proven: bool, mv: u32) -> Solved {
        Solved { proven, mv, length: 1 }
    }

    fn empty(bytes: usize) -> ConditionalStore {
        ConditionalStore::new(bytes, Drops::new(0, 1))
    }

    fn needs<'a>(needed: &'a [u64]) -> Condition<'a> {
        Condition { needed, created: Some(&[]), interval: &[] }
    }

    #[test]
    fn what_is_stored_is_found_until_it_is_overwritten() {
        let mut store = empty(1 << 14);
        let mut state = 1;
        // A model that forgets nothing: what the store finds must be in it, and the newest result
        // of the whole run must be found.
        let mut model: Vec<(u64, Vec<u64>, u32)> = Vec::new();
        for i in 0..20_000 {
            state = mix(state + i);
            let key = state % 50;
            let needed: Vec<u64> = (0..state >> 8 & 7).map(|n| n * 3).collect();
            store.store(key, 0, solved(true, i as u32), &needs(&needed));
            model.push((key, needed, i as u32));
            let newest = store.find(key).next().expect("has just been stored");
            assert_eq!(newest.solved.mv, i as u32);
            for record in store.find(key) {
                let (wanted, needed, _) = &model[record.solved.mv as usize];
                assert_eq!((*wanted, &needed[..]), (key, record.condition.needed));
            }
            if i % 3 == 0 {
                let place = newest.place;
                store.touch(place);
            }
        }
        assert!(store.evictions > 1000);
        let found: usize = (0..50).map(|key| store.find(key).count()).sum();
        assert_eq!(found as u64, store.len());
        store.clear();
        assert!((0..50).all(|key| store.find(key).count() == 0 && !store.may_contain(key)));
    }

    #[test]
    fn a_result_takes_the_place_of_those_that_ask_for_more() {
        let mut store = empty(1 << 14);
        store.store(7, 0, solved(true, 1), &needs(&[3, 4]));
        store.store(7, 0, solved(false, 2), &needs(&[3, 4]));
        store.store(7, 0, solved(true, 3), &needs(&[4]));
        let found: Vec<_> = store.find(7).map(|record| record.solved.mv).collect();
        assert_eq!(found, [3, 2]);
        for mv in 0..20 {
            store.store(7, 0, solved(true, mv), &needs(&[u64::from(mv) + 10]));
        }
        assert_eq!(store.find(7).count(), PER_POSITION);
    }

    #[test]
    fn what_is_used_stays() {
        let mut store = empty(1 << 14);
        store.store(7, 0, solved(true, 1), &needs(&[3]));
        for key in 100..2000 {
            let place = store.find(7).next().expect("used all the time").place;
            store.touch(place);
            store.store(key, 0, solved(true, 1), &needs(&[3]));
        }
        assert!(store.evictions > 1000);
    }

    #[test]
    fn without_memory_nothing_is_kept() {
        let mut store = empty(0);
        store.store(7, 0, solved(true, 1), &needs(&[3]));
        assert_eq!((store.find(7).count(), store.bytes()), (0, 0));
        assert!(!store.may_contain(7));
    }
}
