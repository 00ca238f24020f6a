//! An index of the path: at which level a key is on it.
//!
//! A hash multimap from keys to levels in which only the entry added last may be removed: then
//! linear probing needs no tombstones.

/// The index.
#[derive(Debug)]
pub(super) struct LifoIndex {
    slots: Vec<Slot>,
    used: usize,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    level: u32,
}

const FREE: u32 = u32::MAX;

impl LifoIndex {
    pub fn new() -> Self {
        LifoIndex { slots: vec![Slot { key: 0, level: FREE }; 256], used: 0 }
    }

    #[inline]
    pub fn find(&self, key: u64) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut i = key as usize & mask;
        loop {
            let slot = &self.slots[i];
            if slot.level == FREE {
                return None;
            }
            if slot.key == key {
                return Some(slot.level);
            }
            i = (i + 1) & mask;
        }
    }

    /// All levels with this key.
    #[inline]
    pub fn find_all(&self, key: u64) -> impl Iterator<Item = u32> {
        let mask = self.slots.len() - 1;
        let from = key as usize & mask;
        (0..self.slots.len())
            .map(move |i| &self.slots[(from + i) & mask])
            .take_while(|slot| slot.level != FREE)
            .filter(move |slot| slot.key == key)
            .map(|slot| slot.level)
    }

    /// Runs begin where the lowest bits of a key say.
    #[inline]
    pub fn contains_half(&self, half: u32) -> bool {
        let mask = self.slots.len() - 1;
        debug_assert!(mask <= u32::MAX as usize);
        let mut i = half as usize & mask;
        loop {
            let slot = &self.slots[i];
            if slot.level == FREE || slot.key as u32 == half {
                return slot.level != FREE;
            }
            i = (i + 1) & mask;
        }
    }

    pub fn push(&mut self, key: u64, level: u32) {
        if (self.used + 1) * 2 > self.slots.len() {
            self.grow();
        }
        self.place(key, level);
        self.used += 1;
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
    }

    fn place(&mut self, key: u64, level: u32) {
        let mask = self.slots.len() - 1;
        let mut i = key as usize & mask;
        while self.slots[i].level != FREE {
            i = (i + 1) & mask;
        }
        self.slots[i] = Slot { key, level };
    }

    /// Doubles the slots. Levels are placed in ascending order, so that an entry never stands
    /// before one that was added earlier in its run: what `pop` relies on.
    fn grow(&mut self) {
        let doubled = vec![Slot { key: 0, level: FREE }; self.slots.len() * 2];
        let mut entries = std::mem::replace(&mut self.slots, doubled);
        entries.retain(|slot| slot.level != FREE);
        entries.sort_by_key(|slot| slot.level);
        for slot in entries {
            self.place(slot.key, slot.level);
        }
    }

    pub fn pop(&mut self, key: u64, level: u32) {
        let mask = self.slots.len() - 1;
        let mut i = key as usize & mask;
        loop {
            let slot = &mut self.slots[i];
            debug_assert!(slot.level != FREE, "the position to remove is not on the path");
            if slot.key == key && slot.level == level {
                slot.level = FREE;
                self.used -= 1;
                return;
            }
            i = (i + 1) & mask;
        }
    }
}
