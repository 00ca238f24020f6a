//! The table of one thread, or a handle of the one that several share, or a small one over that.
//! The first becomes the second when a search turns out to be long.

use super::{BUCKET, Drops, Entry, OverTable, SharedTable, Table, nonzero};

/// A table. Which of the three it is, is asked at each look-up: a branch that is always taken the
/// same way costs less than compiling the search twice.
pub(crate) enum AnyTable {
    Private(Table),
    Shared(SharedTable),
    /// Boxed, since the others are what a search by one thread has.
    Over(Box<OverTable>),
}

/// A table that is smaller than this share of its full size is copied to be shared: memory that is
/// not touched costs nothing, and two tables fit.
const BESIDE: usize = 16;

/// Calls a method of whichever it is. The second argument is how one gets at the own part of a
/// table over another, `own` or `own_mut`.
macro_rules! of_any {
    ($table:expr, $own:ident, $of:ident => $call:expr) => {
        match $table {
            AnyTable::Private($of) => $call,
            AnyTable::Shared($of) => $call,
            AnyTable::Over(over) => {
                let $of = over.$own();
                $call
            }
        }
    };
}

impl AnyTable {
    /// That of one thread, of at most this many bytes.
    pub fn new(bytes: usize, drops: Drops) -> Self {
        AnyTable::Private(Table::new(bytes, drops))
    }

    /// From now on several threads may have it. What is in it is kept.
    pub fn open_to_threads(&mut self, drops: Drops) {
        if let AnyTable::Private(table) = self {
            let shared = if table.bytes() > table.max_bytes() / BESIDE {
                // There is no room for two.
                let mut table = std::mem::replace(table, Table::new(0, Drops::new(0, 1)));
                table.have_full_size();
                SharedTable::of(table, drops)
            } else {
                let mut shared = SharedTable::new(table.max_bytes(), drops);
                for entry in table.entries() {
                    shared.keep(entry);
                }
                shared.tell();
                shared
            };
            *self = AnyTable::Shared(shared);
        }
    }

    /// From now on it belongs to one thread again, unless another has a handle.
    pub fn close_to_threads(&mut self) {
        if let AnyTable::Shared(shared) = self {
            let nothing = SharedTable::new(0, Drops::new(0, 1));
            *self = match std::mem::replace(shared, nothing).into_private() {
                Ok(table) => AnyTable::Private(table),
                Err(shared) => AnyTable::Shared(shared),
            };
        }
    }

    /// A handle for another thread; `None` of a table that is not shared.
    pub fn share(&self, drops: Drops) -> Option<Self> {
        match self {
            AnyTable::Private(_) | AnyTable::Over(_) => None,
            AnyTable::Shared(table) => Some(AnyTable::Shared(table.share(drops))),
        }
    }

    /// A table of at most this many bytes over a shared one, which it only reads; `None` over any
    /// other.
    pub fn over(&self, bytes: usize, drops: Drops) -> Option<Self> {
        match self {
            AnyTable::Private(_) | AnyTable::Over(_) => None,
            AnyTable::Shared(below) => {
                let below = below.share(Drops::new(0, 1));
                Some(AnyTable::Over(Box::new(OverTable::new(below, bytes, drops))))
            }
        }
    }

    /// Takes over what is stored in another table, with what the game said of leaves.
    pub fn keep_all(&mut self, other: &AnyTable) {
        let AnyTable::Shared(table) = self else { return };
        match other {
            AnyTable::Over(over) => over.own().entries().for_each(|entry| table.keep(entry)),
            AnyTable::Private(_) | AnyTable::Shared(_) => {}
        }
        table.tell();
    }

    /// Tells the other handles what has been counted here.
    pub fn tell(&mut self) {
        if let AnyTable::Shared(table) = self {
            table.tell();
        }
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        of_any!(self, own_mut, table => table.clear());
    }

    /// Forgets the numbers of unsolved positions and keeps what is solved.
    pub fn forget_bounds(&mut self) {
        of_any!(self, own_mut, table => table.forget_bounds());
    }

    /// Entries in use, leaves apart.
    pub fn used(&self) -> u64 {
        of_any!(self, own, table => table.used())
    }

    /// Entries of other positions that were overwritten.
    pub fn evictions(&self) -> u64 {
        of_any!(self, own, table => table.evictions())
    }

    /// Entries the table may have room for.
    pub fn max_capacity(&self) -> u64 {
        of_any!(self, own, table => table.max_capacity())
    }

    /// Hands over a copy of every entry.
    pub fn each<E>(&self, take: &mut dyn FnMut(Entry) -> Result<(), E>) -> Result<(), E> {
        match self {
            AnyTable::Private(table) => table.entries().try_for_each(take),
            AnyTable::Shared(table) => table.entries().try_for_each(take),
            AnyTable::Over(over) => over.own().entries().try_for_each(take),
        }
    }

    /// Bytes that the entries may take in the end.
    pub fn max_bytes(&self) -> usize {
        match self {
            AnyTable::Private(table) => table.max_bytes(),
            AnyTable::Shared(table) => table.bytes(),
            AnyTable::Over(over) => over.own().max_bytes(),
        }
    }

    /// From now on it has at most so many bytes, results the last to go, until it is cleared. A
    /// shared one stays as it is, since others read it. Whether it is so small now.
    pub fn limit_to(&mut self, bytes: usize) -> bool {
        if let AnyTable::Private(table) = self {
            table.limit_to(bytes);
        }
        self.max_bytes() <= bytes
    }

    /// Bytes allocated.
    pub fn bytes(&self) -> usize {
        of_any!(self, own, table => table.bytes())
    }

    /// Copies of the entries with this key.
    #[inline]
    pub fn find(&self, key: u64) -> impl Iterator<Item = Entry> + use<> {
        let key = nonzero(key);
        let entries = self.copy(key);
        entries.into_iter().filter(move |entry| entry.key() == key)
    }

    /// The same, one by one: nothing else is copied.
    #[inline]
    pub fn look_up(&self, key: u64, visit: impl FnMut(Entry)) {
        match self {
            AnyTable::Private(table) => table.look_up(key).for_each(visit),
            AnyTable::Shared(table) => table.look_up(key).for_each(visit),
            AnyTable::Over(_) => self.find(key).for_each(visit),
        }
    }

    /// Copies of all entries of a bucket, whatever their keys.
    #[inline]
    pub(super) fn copy(&self, key: u64) -> [Entry; BUCKET] {
        match self {
            AnyTable::Private(table) => table.copy(key),
            AnyTable::Shared(table) => table.copy(key),
            AnyTable::Over(over) => over.copy(key),
        }
    }

    /// Begins to fetch what [`AnyTable::find`] will look at.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        match self {
            AnyTable::Private(table) => table.prefetch(key),
            AnyTable::Shared(table) => table.prefetch(key),
            AnyTable::Over(over) => over.prefetch(key),
        }
    }

    /// Stores an entry.
    #[inline]
    pub fn store(&mut self, entry: Entry) {
        of_any!(self, own_mut, table => table.store(entry));
    }

    /// The same with another say on what it replaces of what has its key.
    #[inline]
    pub fn store_over(&mut self, entry: Entry, replaces: impl Fn(&Entry) -> bool) {
        of_any!(self, own_mut, table => table.store_over(entry, replaces));
    }

    /// Stores what the game said of a leaf of which there is no entry.
    #[inline]
    pub fn store_leaf(&mut self, entry: Entry) {
        of_any!(self, own_mut, table => table.store_leaf(entry));
    }
}
