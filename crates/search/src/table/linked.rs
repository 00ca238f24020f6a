//! Linked buckets, for games in which players hold pieces.
//!
//! All entries of a board lie in the bucket of its key, whatever the hands, because a result for
//! one hand answers for others. Some boards come up with more hands than a bucket has places, and a
//! larger table would not help. So a bucket that is full of entries of one key continues in
//! another:
//!
//! ```text
//!   bucket of key        K K K K        full of this key: look further
//!   bucket of next(key)  K' K' A B      it ends here
//! ```
//! An entry of another key may push one of them out of the first bucket; a filter of the keys that
//! have begun a further bucket says that there is more all the same. Without it the rest would be
//! cut off until the bucket is full of the key again: proofs were lost so, and proven again by ways
//! that lead round in a circle, which the extraction has to repair.

use super::{AnyTable, BUCKET, Entry, Filter, Kind, nonzero};
use crate::mix::mix;

/// Buckets that one key may fill.
const LINKS: u32 = 16;

/// The key under which entries lie that found no place in the bucket of `key`.
#[inline]
fn next(key: u64) -> u64 {
    nonzero(mix(key ^ 0x5851_F42D_4C95_7F2D))
}

/// Whether an entry has the key and stays: leaves give way to everything.
#[inline]
fn is_own(entry: &Entry, key: u64) -> bool {
    entry.key() == key && !matches!(entry.kind(), Kind::Leaf | Kind::Empty)
}

impl AnyTable {
    /// Hands over the entries with this key, from all buckets that it fills. `further` has the keys
    /// of further buckets ([`AnyTable::store_linked`]).
    #[inline]
    pub fn look_up_linked(&self, key: u64, further: &Filter, mut visit: impl FnMut(Entry)) {
        let mut key = nonzero(key);
        for _ in 0..LINKS {
            let mut own = 0;
            self.look_up(key, |entry| {
                own += usize::from(is_own(&entry, key));
                visit(entry);
            });
            let following = next(key);
            if own < BUCKET && !further.may_contain(following) {
                break;
            }
            key = following;
        }
    }

    /// Begins to fetch what [`AnyTable::look_up_linked`] mostly looks at.
    #[inline]
    pub fn prefetch_linked(&self, key: u64, further: &Filter) {
        self.prefetch(key);
        further.prefetch(next(nonzero(key)));
    }

    /// Notes in `further` every key of a further bucket, where entries were not stored by
    /// [`AnyTable::store_linked`] but one by one, under the keys that it gave them. Of a key of
    /// which nothing is left in the bucket before, nobody knows any more where it goes on.
    pub fn note_linked(&self, further: &mut Filter) {
        let mut note = |entry: Entry| {
            let following = next(entry.key());
            if self.find(following).any(|entry| is_own(&entry, following)) {
                further.add(following);
            }
            Ok::<(), std::convert::Infallible>(())
        };
        let Ok(()) = self.each(&mut note);
    }

    /// [`AnyTable::store_over`], in the bucket that has something to be replaced, else in the first
    /// that is not full of the key. A bucket that is begun is noted in `further`.
    pub fn store_linked(
        &mut self,
        entry: Entry,
        replaces: impl Fn(&Entry) -> bool,
        further: &mut Filter,
    ) {
        let mut key = nonzero(entry.key());
        let mut room = None;
        for left in (0..LINKS).rev() {
            let bucket = self.copy(key);
            if bucket.iter().filter(|old| is_own(old, key)).any(&replaces) {
                room = Some(key);
                break;
            }
            let is_full = bucket.iter().all(|old| is_own(old, key));
            if !is_full {
                room = room.or(Some(key));
            }
            let following = next(key);
            if left == 0 || !is_full && !further.may_contain(following) {
                break;
            }
            if room.is_none() {
                further.add(following);
            }
            key = following;
        }
        // Where all are full, the last.
        self.store_over(entry.with_key(room.unwrap_or(key)), replaces);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Drops, Solved};

    fn found(table: &AnyTable, key: u64, further: &Filter) -> Vec<Entry> {
        let mut found = Vec::new();
        table.look_up_linked(key, further, |entry| found.push(entry));
        found
    }

    #[test]
    fn more_entries_of_a_key_than_a_bucket_has_places_are_all_found() {
        for is_shared in [false, true] {
            more_are_found(is_shared);
        }
    }

    fn more_are_found(is_shared: bool) {
        let mut table = AnyTable::new(1 << 20, Drops::new(0, 1));
        if is_shared {
            table.open_to_threads(Drops::new(0, 1));
        }
        let mut further = Filter::new();
        let solved = Solved { proven: true, mv: 5, length: 2 };
        for hand in 0..20 {
            let entry = Entry::base(77, hand, solved);
            table.store_linked(entry, |old| entry.replaces(old), &mut further);
        }
        let hands = |table: &AnyTable, further: &Filter| {
            let entries = found(table, 77, further);
            let mut hands: Vec<u32> = entries.iter().map(Entry::hand).collect();
            hands.sort_unstable();
            hands
        };
        assert_eq!(hands(&table, &further), (0..20).collect::<Vec<_>>());
        assert_eq!(table.find(77).count(), BUCKET);
        // One that is known already takes the place of the old one, wherever that is.
        for hand in 0..20 {
            let entry = Entry::base(77, hand, Solved { mv: 6, length: 1, ..solved });
            table.store_linked(entry, |old| entry.replaces(old), &mut further);
        }
        assert_eq!(hands(&table, &further), (0..20).collect::<Vec<_>>());
        assert!(found(&table, 77, &further).iter().all(|entry| entry.mv() == 6));
        assert_eq!((table.used(), table.evictions()), (20, 0));
        // What pushes one of them out does not cut the others off: a key of the same bucket.
        table.store(Entry::base(78, 0, solved));
        let left = hands(&table, &further);
        assert_eq!(left.len(), 19);
        // There is one of each, whatever is stored again.
        for hand in 0..20 {
            let entry = Entry::base(77, hand, solved);
            table.store_linked(entry, |old| entry.replaces(old), &mut further);
        }
        assert_eq!(hands(&table, &further), (0..20).collect::<Vec<_>>());
    }

    #[test]
    fn further_buckets_are_found_again_in_a_table_of_another_size() {
        let (mut table, mut further) = (AnyTable::new(1 << 20, Drops::new(0, 1)), Filter::new());
        // Three that lie apart from each other, and one where 78 lies, too.
        for (key, hands) in [(77, 20), (mix(5), 5), (mix(6), 4), (mix(7), 1)] {
            for hand in 0..hands {
                let entry = Entry::bounds(key, hand, 1, 1, 0);
                table.store_linked(entry, |old| entry.replaces(old), &mut further);
            }
        }
        let mut other = AnyTable::new(1 << 16, Drops::new(0, 1));
        let Ok(()) = table.each(&mut |entry| {
            other.store(entry);
            Ok::<(), std::convert::Infallible>(())
        });
        let mut noted = Filter::new();
        other.note_linked(&mut noted);
        // One of them is pushed out of the first bucket: the rest is found all the same.
        let solved = Solved { proven: true, mv: 5, length: 2 };
        other.store(Entry::base(78, 0, solved));
        assert_eq!(found(&other, 77, &Filter::new()).len(), BUCKET - 1);
        assert_eq!(found(&other, 77, &noted).len(), 19);
        assert_eq!(found(&other, mix(5), &noted).len(), 5);
        assert!(!noted.may_contain(next(mix(6))) && !noted.may_contain(next(mix(7))));
    }

    #[test]
    fn an_empty_table_has_no_entry_of_any_key() {
        let table = AnyTable::new(4096, Drops::new(0, 1));
        let further = Filter::new();
        assert!((0..100).all(|key| found(&table, key, &further).is_empty()));
    }
}
