//! Unpacked blocks, as many as fit in a number of bytes.
//!
//! A block may stand in one of a few places, found by its number; the one that was not asked for
//! for longest makes room. Each set of places has a lock of its own, held for one byte at a time,
//! and not while a block is read.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use zstd::bulk::Decompressor;

use crate::blocks::Stored;
use crate::error::FileError;
use crate::file::{About, BLOCK};

/// Places in which a block may stand.
const WAYS: usize = 8;

/// Unpacked blocks.
pub struct Cache {
    sets: Vec<Mutex<Set>>,
    /// Idle ones: each has 150 KB of its own.
    decompressors: Mutex<Vec<Decompressor<'static>>>,
}

#[derive(Default)]
struct Set {
    clock: u32,
    places: [Place; WAYS],
}

#[derive(Default)]
struct Place {
    /// Of the file and the block in it.
    key: u64,
    used: u32,
    block: Option<Box<[u8]>>,
}

impl Cache {
    /// Of at most so many bytes, and not fewer than those of a few blocks.
    pub fn new(bytes: u64) -> Self {
        let sets = (bytes / (WAYS * BLOCK) as u64).clamp(1, 1 << 24);
        let sets = (0..sets).map(|_| Mutex::default()).collect();
        Cache { sets, decompressors: Mutex::default() }
    }

    /// A byte of what a file holds.
    ///
    /// # Errors
    /// As for [`Cache::read`].
    #[inline]
    pub fn byte<A: About>(&self, stored: &Stored<A>, at: usize) -> Result<u8, FileError> {
        self.read(stored, at).map(|[byte]| byte)
    }

    /// So many bytes of what a file holds, all of them in one block.
    ///
    /// # Errors
    /// The block is not here, and the file cannot be read, or is damaged; there is no memory.
    #[inline]
    pub fn read<A: About, const N: usize>(
        &self,
        stored: &Stored<A>,
        at: usize,
    ) -> Result<[u8; N], FileError> {
        let (key, at) = (stored.code() << 32 | (at / BLOCK) as u64, at % BLOCK);
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let set = &self.sets[((u128::from(mixed) * self.sets.len() as u128) >> 64) as usize];
        let mut places = lock(set);
        if let Some(bytes) = places.get(key, at) {
            return Ok(bytes);
        }
        drop(places);
        self.load(stored, key, at, set)
    }

    #[cold]
    fn load<A: About, const N: usize>(
        &self,
        stored: &Stored<A>,
        key: u64,
        at: usize,
        set: &Mutex<Set>,
    ) -> Result<[u8; N], FileError> {
        let idle = lock(&self.decompressors).pop();
        let mut decompressor = match idle {
            Some(decompressor) => decompressor,
            None => Decompressor::new().map_err(|_| stored.no_memory())?,
        };
        let block = stored.block(key as u32 as usize, &mut decompressor);
        lock(&self.decompressors).push(decompressor);
        let block = block?;
        let bytes = *block[at..].first_chunk().ok_or_else(|| stored.changed())?;
        lock(set).put(key, block);
        Ok(bytes)
    }
}

impl Set {
    #[inline]
    fn get<const N: usize>(&mut self, key: u64, at: usize) -> Option<[u8; N]> {
        let place = self.places.iter_mut().find(|place| place.key == key)?;
        let bytes = *place.block.as_ref()?.get(at..)?.first_chunk()?;
        self.clock = self.clock.wrapping_add(1);
        place.used = self.clock;
        Some(bytes)
    }

    fn put(&mut self, key: u64, block: Box<[u8]>) {
        self.clock = self.clock.wrapping_add(1);
        let clock = self.clock;
        // Another thread may have been faster, with the same block.
        let age = |place: &Place| match &place.block {
            None => u32::MAX,
            Some(_) => clock.wrapping_sub(place.used),
        };
        let same = self.places.iter().position(|place| place.block.is_some() && place.key == key);
        let oldest = || (0..WAYS).max_by_key(|&i| age(&self.places[i])).unwrap_or_default();
        let at = same.unwrap_or_else(oldest);
        self.places[at] = Place { key, used: clock, block: Some(block) };
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing is left half done in there.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for Cache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache").field("sets", &self.sets.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_asked_for_for_longest_makes_room() {
        let mut set = Set::default();
        for key in 1..=WAYS as u64 {
            set.put(key, Box::new([key as u8]));
        }
        assert_eq!(set.get(1, 0), Some([1]));
        set.put(100, Box::new([100]));
        assert_eq!(set.get::<1>(2, 0), None, "the oldest");
        assert_eq!((set.get(1, 0), set.get(100, 0)), (Some([1]), Some([100])));
        // The same block from another thread takes no second place.
        set.put(100, Box::new([100]));
        assert_eq!(set.get(3, 0), Some([3]));
        // Key 0 is no block that is there.
        assert_eq!(Set::default().get::<1>(0, 0), None);
    }

    #[test]
    fn never_without_a_place() {
        assert_eq!(Cache::new(0).sets.len(), 1);
        assert_eq!(Cache::new(256 << 20).sets.len(), 1024);
    }
}
