//! The positions that a walk has met, and the situations, numbered in the order in which it met
//! them.

use std::hash::{BuildHasher, Hash};

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::limits::{growing, growing_table};

/// A position's number, or a situation's.
pub(crate) type Id = u32;

/// Values by number and numbers by value. Values are compared as they are, so that no collision of
/// keys can make a false certificate pass.
///
/// Forgetting the latest ones ([`Store::truncate`]) is what makes a walk's rollback cheap.
pub(crate) struct Store<P> {
    values: Vec<P>,
    table: HashTable<Id>,
    hasher: DefaultHashBuilder,
}

impl<P: Clone + Eq + Hash> Store<P> {
    pub(crate) fn new() -> Self {
        Store { values: Vec::new(), table: HashTable::new(), hasher: DefaultHashBuilder::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn get(&self, id: Id) -> &P {
        &self.values[id as usize]
    }

    pub(crate) fn find(&self, value: &P) -> Option<Id> {
        let hash = self.hasher.hash_one(value);
        self.table.find(hash, |&id| self.values[id as usize] == *value).copied()
    }

    /// The value's number, and whether it is new.
    pub(crate) fn intern(&mut self, value: &P) -> (Id, bool) {
        let Store { values, table, hasher } = self;
        let hash = hasher.hash_one(value);
        if let Some(&id) = table.find(hash, |&id| values[id as usize] == *value) {
            return (id, false);
        }
        let id = Id::try_from(values.len()).expect("fewer than 2^32 positions fit in memory");
        values.push(value.clone());
        table.insert_unique(hash, id, |&id| hasher.hash_one(&values[id as usize]));
        (id, true)
    }

    /// Forgets all but the first `len` values.
    pub(crate) fn truncate(&mut self, len: usize) {
        for id in len..self.values.len() {
            let hash = self.hasher.hash_one(&self.values[id]);
            if let Ok(entry) = self.table.find_entry(hash, |&other| other as usize == id) {
                entry.remove();
            }
        }
        self.values.truncate(len);
    }

    /// Bytes in use; while a table grows, with those of the new one.
    pub(crate) fn bytes(&self) -> usize {
        growing(&self.values) + growing_table(&self.table)
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
        store.truncate(10);
        assert_eq!(store.len(), 10);
        assert_eq!(store.find(&9), Some(9));
        assert_eq!(store.find(&10), None);
        assert_eq!(store.intern(&500), (10, true));
        assert_eq!(store.intern(&5), (5, false));
    }
}
