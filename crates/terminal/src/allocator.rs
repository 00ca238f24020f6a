//! The allocator of a program: that of the system, and a sentence where that has nothing left.
//!
//! Rust ends a program whose memory is exhausted by an abort, which looks like a crash and has an
//! exit status that says nothing. Whatever a limit of memory does not foresee ends here instead:
//! a line on standard error, and the exit status of an answer that was not found.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Write;

use crate::exit::Exit;
use crate::output::program;

/// What a program allocates with: it declares a static of this type as its global allocator.
pub struct Telling;

thread_local! {
    /// Whether who asks copes with a refusal. It has no destructor, so that it needs no memory.
    static ASKING: Cell<bool> = const { Cell::new(false) };
}

/// Has every large block lie by itself, so that it is given back when it is freed and grows where
/// it is. Left alone, glibc puts blocks of up to 32 MB between others after the first such block
/// was freed: what a set of positions has left behind then counts for as long as the program runs.
pub fn keep_large_blocks_apart() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// From this size on, in bytes.
        const LARGE: libc::c_int = 256 << 10;
        // SAFETY: it sets a number; called before there are threads.
        unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE) };
    }
}

/// Runs code that asks for memory with `try_reserve` and the like, and copes with a refusal.
pub fn asking<T>(ask: impl FnOnce() -> T) -> T {
    let before = ASKING.replace(true);
    let answer = ask();
    ASKING.set(before);
    answer
}

/// Ends the program, unless who asks copes with it.
fn refused(layout: Layout) {
    if ASKING.get() {
        return;
    }
    // What is written must need no memory itself: the message is put together on the stack.
    let mut text = [0u8; 160];
    let mut rest = &mut text[..];
    let _ = writeln!(
        rest,
        "{}: out of memory: {} bytes more cannot be had; see --memory",
        program(),
        layout.size()
    );
    let left = rest.len();
    let length = text.len() - left;
    let _ = std::io::stderr().write_all(&text[..length]);
    std::process::exit(Exit::Unknown.code().into());
}

// SAFETY: every call is handed on to the system's allocator as it is, which keeps the contract. A
// null pointer is returned only where that returns one.
unsafe impl GlobalAlloc for Telling {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc`.
        let pointer = unsafe { System.alloc(layout) };
        if pointer.is_null() {
            refused(layout);
        }
        pointer
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        let pointer = unsafe { System.alloc_zeroed(layout) };
        if pointer.is_null() {
            refused(layout);
        }
        pointer
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `realloc`.
        let pointer = unsafe { System.realloc(pointer, layout, size) };
        if pointer.is_null() {
            refused(layout);
        }
        pointer
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }
}
