//! A list that grows while others read it.

use std::array;
use std::sync::OnceLock;

/// Values in the first part; each part has twice as many as the one before.
const FIRST: usize = 64;
/// Parts: numbers have 32 bits.
const PARTS: usize = 27;

/// Values with numbers. A value keeps its place, so that it can be read while others are added.
pub struct Arena<T> {
    parts: [OnceLock<Box<[OnceLock<T>]>>; PARTS],
}

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena { parts: array::from_fn(|_| OnceLock::new()) }
    }
}

impl<T> Arena<T> {
    /// The part that a number is in, and its place there.
    fn place(number: u32) -> (usize, usize) {
        let above = number as usize / FIRST + 1;
        let part = above.ilog2() as usize;
        (part, number as usize - FIRST * ((1 << part) - 1))
    }

    /// Puts a value where there is none. The number has to be the next one.
    pub fn put(&self, number: u32, value: T) {
        let (part, place) = Self::place(number);
        let part =
            self.parts[part].get_or_init(|| (0..FIRST << part).map(|_| OnceLock::new()).collect());
        let _ = part[place].set(value);
    }

    /// The value with a number.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn get(&self, number: u32) -> &T {
        let (part, place) = Self::place(number);
        let value = self.parts[part].get().and_then(|part| part[place].get());
        value.expect("numbers are given to values that are there")
    }
}
