//! A table over another one, which it only reads: what a job of `dfpn/rounds.rs` finds out is kept
//! apart until its turn to be taken over comes.

use super::{BUCKET, Drops, Entry, Kind, SharedTable, Table, nonzero};

/// A small table of one thread's own, over one that nobody changes meanwhile.
pub(crate) struct OverTable {
    below: SharedTable,
    own: Table,
}

impl OverTable {
    /// An empty table of at most `bytes` bytes over that of a handle.
    pub fn new(below: SharedTable, bytes: usize, drops: Drops) -> Self {
        OverTable { below, own: Table::new(bytes, drops) }
    }

    /// What was stored here.
    pub fn own(&self) -> &Table {
        &self.own
    }

    pub fn own_mut(&mut self) -> &mut Table {
        &mut self.own
    }

    /// Copies of the entries with this key among which those from below come after those that were
    /// stored here, without what these replace; other places are empty. Where they are more than a
    /// bucket has, the last are left out.
    #[inline]
    pub fn copy(&self, key: u64) -> [Entry; BUCKET] {
        let key = nonzero(key);
        let is_here = |entry: &Entry| entry.key() == key && entry.kind() != Kind::Empty;
        let own = self.own.copy(key);
        let own = || own.iter().filter(|entry| is_here(entry));
        let below = self.below.copy(key);
        let below = below.iter().filter(|old| is_here(old));
        let below = below.filter(|old| !own().any(|new| new.replaces(old)));
        let mut found = [Entry::from_words(&[0; super::entry::WORDS]); BUCKET];
        found.iter_mut().zip(own().chain(below)).for_each(|(place, entry)| *place = *entry);
        found
    }

    /// Begins to fetch what a look-up will look at.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        self.own.prefetch(key);
        self.below.prefetch(key);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::table::Solved;

    #[test]
    fn what_is_stored_here_comes_first_and_hides_what_it_replaces() {
        let drops = || Drops::new(0, 1);
        let mut below = SharedTable::new(4096, drops());
        let solved = |length| Solved { proven: true, mv: 3, length };
        let twin = |place| Entry::prefix(5, solved(9), 77, place);
        below.store(Entry::bounds(5, 0, 3, 4, 0));
        below.store(twin(1));
        below.store(Entry::bounds(6, 0, 1, 2, 0));
        let mut over = OverTable::new(below.share(drops()), 4096, drops());
        let all = |table: &OverTable, key: u64| -> Vec<Entry> {
            let entries = table.copy(key).into_iter();
            entries.filter(|entry| entry.kind() != Kind::Empty).collect()
        };
        assert_eq!(all(&over, 5), [Entry::bounds(5, 0, 3, 4, 0), twin(1)]);
        over.own_mut().store(Entry::bounds(5, 0, 7, 8, 0));
        over.own_mut().store(twin(2));
        assert_eq!(all(&over, 5), [Entry::bounds(5, 0, 7, 8, 0), twin(2), twin(1)]);
        over.own_mut().store(Entry::base(5, 0, solved(4)));
        assert_eq!(all(&over, 5), [Entry::base(5, 0, solved(4))]);
        // What lies below is as it was, and nobody else sees what is stored here.
        assert_eq!(all(&over, 6), [Entry::bounds(6, 0, 1, 2, 0)]);
        let other = OverTable::new(below.share(drops()), 4096, drops());
        assert_eq!(all(&other, 5), [Entry::bounds(5, 0, 3, 4, 0), twin(1)]);
    }
}
