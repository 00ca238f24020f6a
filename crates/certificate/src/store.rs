//! The positions that a walk has met, numbered in the order in which it met them.

use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

/// A position's number.
pub(crate) type Id = u32;

/// Positions by number and numbers by position. Positions are compared by value, so that no
/// collision of keys can make a false certificate pass.
///
/// Forgetting the latest positions ([`Store::truncate`]) is what makes a walk's rollback cheap.
pub(crate) struct Store<P> {
    positions: Vec<P>,
    closed: Vec<bool>,
    table: HashTable<Id>,
    hasher: DefaultHashBuilder,
}

impl<P: Clone + Eq + Hash> Store<P> {
    pub(crate) fn new() -> Self {
        Store {
            positions: Vec::new(),
            closed: Vec::new(),
            table: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(crate) fn get(&self, id: Id) -> &P {
        &self.positions[id as usize]
    }

    pub(crate) fn find(&self, position: &P) -> Option<Id> {
        let hash = self.hasher.hash_one(position);
        self.table.find(hash, |&id| self.positions[id as usize] == *position).copied()
    }

    /// The position's number, and whether it is new.
    pub(crate) fn intern(&mut self, position: &P) -> (Id, bool) {
        let Store { positions, closed, table, hasher } = self;
        let hash = hasher.hash_one(position);
        if let Some(&id) = table.find(hash, |&id| positions[id as usize] == *position) {
            return (id, false);
        }
        let id = Id::try_from(positions.len()).expect("fewer than 2^32 positions");
        positions.push(position.clone());
        closed.push(false);
        table.insert_unique(hash, id, |&id| hasher.hash_one(&positions[id as usize]));
        (id, true)
    }

    pub(crate) fn is_closed(&self, id: Id) -> bool {
        self.closed[id as usize]
    }

    pub(crate) fn close(&mut self, id: Id) {
        self.closed[id as usize] = true;
    }

    /// Forgets all but the first `len` positions.
    pub(crate) fn truncate(&mut self, len: usize) {
        for id in len..self.positions.len() {
            let hash = self.hasher.hash_one(&self.positions[id]);
            if let Ok(entry) = self.table.find_entry(hash, |&other| other as usize == id) {
                entry.remove();
            }
        }
        self.positions.truncate(len);
        self.closed.truncate(len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_a_truncation() {
        let mut store = Store::new();
        for n in 0..1000u32 {
            assert_eq!(store.intern(&n), (n, true));
        }
        store.close(5);
        store.truncate(10);
        assert_eq!(store.len(), 10);
        assert_eq!(store.find(&9), Some(9));
        assert_eq!(store.find(&10), None);
        assert_eq!(store.intern(&500), (10, true));
        assert_eq!(store.intern(&5), (5, false));
        assert!(store.is_closed(5) && !store.is_closed(10));
    }
}
