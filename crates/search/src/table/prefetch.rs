//! Begins to fetch memory before it is needed.
//!
//! A look-up in a table larger than the caches waits for memory, a fifth of the time of a search on
//! `examples/mates.epd`. The children of a position are all known before the first is looked up, so
//! the waiting can overlap. A plain read does not do: the processor cannot retire it, and stands
//! still as soon as its window is full.
//!
//! This is the only module with `unsafe` in the crate.
#![allow(unsafe_code)]

/// Begins to fetch the cache line of `word`. A hint: it changes nothing but time.
#[inline(always)]
pub(crate) fn prefetch<W>(word: &W) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the instruction reads nothing into the program and cannot fault, whatever the
        // address; this one is that of a live reference. SSE, which it belongs to, is part of
        // x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = word;
}
