//! What the processor and the system are told about the memory of a table: hints, which change
//! nothing but time.
//!
//! # Fetching
//! A look-up in a table larger than the caches waits for memory, a fifth of the time of a search on
//! `examples/mates.epd`. The children of a position are all known before the first is looked up, so
//! the waiting can overlap. A plain read does not do: the processor cannot retire it, and stands
//! still as soon as its window is full.
//!
//! # Huge pages
//! Look-ups go to places all over the table, and each page that is not among the few thousand that
//! the processor remembers has to be found in the page tables first: to fetch a line ahead of time
//! waits for that, too. With pages of 2 MiB a table of 256 MiB has 128. Two threads at two rook
//! endings (1.7 million nodes, 256 MiB) took 10.3 to 11.7 CPU s with small pages, half of them in
//! these fetches, and 6.6 to 6.8 with huge ones. Linux hands them out to those who ask.
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

/// Bytes of a huge page, or a multiple of it, on all machines where pages of that order exist.
#[cfg(all(target_os = "linux", not(miri)))]
const HUGE: usize = 2 << 20;

/// Asks for huge pages behind these words, as far as they fill such pages. To be called before the
/// memory is touched: what has small pages already keeps them.
pub(crate) fn ask_for_huge_pages<W>(words: &[W]) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        let bytes = words.as_ptr_range();
        let start = (bytes.start as usize).next_multiple_of(HUGE);
        let end = bytes.end as usize / HUGE * HUGE;
        if start < end {
            let place = bytes.start.cast::<u8>().wrapping_add(start - bytes.start as usize);
            // SAFETY: these are whole pages inside of memory that the slice borrows. The advice
            // says which pages shall back them, and leaves what is in them as it is; a system that
            // does not know it returns an error, which is of no account.
            let _ =
                unsafe { libc::madvise(place.cast_mut().cast(), end - start, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = words;
}
