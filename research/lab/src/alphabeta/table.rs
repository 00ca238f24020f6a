//! A transposition table of bounded size, whatever its entries are.

use crate::mix::mix;

/// Entries of one bucket, searched one by one.
const WAYS: usize = 4;
/// Buckets to begin with: games of a few positions are searched by the million.
const SMALLEST: usize = 64;

/// What a table keeps. The key is 64 bits; two positions with one key are taken for the same.
#[derive(Clone, Debug)]
pub struct Table<T> {
    slots: Vec<Option<(u64, T)>>,
    used: usize,
    /// As many slots as fit into the budget, a power of two.
    largest: usize,
    /// The most slots there have been.
    peak: usize,
}

/// Which of two entries is worth more when there is no room for both.
pub trait Worth {
    /// Higher is kept.
    fn worth(&self) -> u64;
}

impl<T: Copy + Worth> Table<T> {
    /// An empty table of at most `bytes`.
    pub fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<Option<(u64, T)>>()).max(SMALLEST * WAYS);
        // The largest power of two that fits.
        let largest = 1 << slots.ilog2();
        Table { slots: vec![None; SMALLEST * WAYS], used: 0, largest, peak: SMALLEST * WAYS }
    }

    /// A table that keeps nothing.
    pub fn disabled() -> Self {
        Table { slots: Vec::new(), used: 0, largest: 0, peak: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(None);
        self.used = 0;
    }

    /// The most memory it has occupied, in bytes.
    pub fn bytes(&self) -> u64 {
        (self.peak * size_of::<Option<(u64, T)>>()) as u64
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let first = (mix(key) as usize & (self.slots.len() / WAYS - 1)) * WAYS;
        first..first + WAYS
    }

    /// The entry with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<&T> {
        if self.slots.is_empty() {
            return None;
        }
        let mut slots = self.slots[self.bucket(key)].iter().flatten();
        slots.find(|(stored, _)| *stored == key).map(|(_, entry)| entry)
    }

    /// Stores an entry in place of the one with the same key, or of the one worth least.
    pub fn put(&mut self, key: u64, entry: T) {
        if self.slots.is_empty() {
            return;
        }
        if self.used * 2 > self.slots.len() && self.slots.len() < self.largest {
            self.grow();
        }
        self.place(key, entry);
    }

    fn place(&mut self, key: u64, entry: T) {
        let bucket = self.bucket(key);
        let slots = &mut self.slots[bucket];
        if let Some(slot) = slots.iter_mut().find(|slot| slot.is_some_and(|(old, _)| old == key)) {
            *slot = Some((key, entry));
            return;
        }
        let worth = |slot: &Option<(u64, T)>| slot.as_ref().map(|(_, entry)| entry.worth());
        let slot = slots.iter_mut().min_by_key(|slot| worth(slot)).expect("WAYS is not 0");
        self.used += usize::from(slot.is_none());
        *slot = Some((key, entry));
    }

    fn grow(&mut self) {
        let doubled = vec![None; self.slots.len() * 2];
        let old = std::mem::replace(&mut self.slots, doubled);
        self.used = 0;
        self.peak = self.peak.max(self.slots.len());
        for (key, entry) in old.into_iter().flatten() {
            self.place(key, entry);
        }
    }
}

/// What a bound says about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The value is the score.
    Exact,
    /// It is at least the score.
    Lower,
    /// It is at most the score.
    Upper,
}

impl Kind {
    /// What a search of the window (alpha, beta) that came back with `score` has found out.
    #[inline]
    pub fn of(score: i32, alpha: i32, beta: i32) -> Self {
        if score >= beta {
            Kind::Lower
        } else if score <= alpha {
            Kind::Upper
        } else {
            Kind::Exact
        }
    }

    /// Whether this knowledge about `score` settles a search of the window.
    #[inline]
    pub fn settles(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Kind::Exact => true,
            Kind::Lower => score >= beta,
            Kind::Upper => score <= alpha,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Worth for u64 {
        fn worth(&self) -> u64 {
            *self
        }
    }

    #[test]
    fn a_table_grows_to_its_budget_and_then_keeps_what_is_worth_most() {
        let mut table = Table::<u64>::new(1 << 20);
        for i in 0..200_000 {
            table.put(mix(i), i);
        }
        assert!(table.bytes() <= 1 << 20);
        assert_eq!(table.get(mix(199_999)), Some(&199_999));
        let kept = (0..200_000).filter(|&i| table.get(mix(i)) == Some(&i)).count();
        assert!(kept > 20_000, "{kept}");
        table.clear();
        assert_eq!(table.get(mix(199_999)), None);
    }

    #[test]
    fn a_disabled_table_keeps_nothing() {
        let mut table = Table::<u64>::disabled();
        table.put(1, 2);
        assert_eq!(table.get(1), None);
        table.clear();
        assert_eq!(table.bytes(), 0);
    }
}
