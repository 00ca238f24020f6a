//! What a worker calls. Texts cross as bytes in the memory of the module: a place for them is made
//! with [`threefold_room`], and what comes back lies where [`threefold_answer`] says.
//!
//! The module asks for two functions: `now`, the milliseconds since some moment, and `tell`, which
//! is handed messages about progress.

#![allow(unsafe_code)]

use std::cell::RefCell;
use std::time::Duration;

use crate::{Means, answer};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    safe fn now() -> f64;
    fn tell(text: *const u8, length: usize);
}

thread_local! {
    /// The text that was written last, by either side: a module has one thread.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Room for a text of so many bytes, until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn threefold_room(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        *text = vec![0; length];
        text.as_mut_ptr()
    })
}

/// Answers the request that has been written there; returns where the answer lies, until the next
/// call.
#[unsafe(no_mangle)]
pub extern "C" fn threefold_answer() -> *const u8 {
    threefold_game::clock::set(|| Duration::from_secs_f64(now().max(0.0) / 1000.0));
    let request = TEXT.take();
    let request = String::from_utf8_lossy(&request);
    // SAFETY: the text lives until `tell` returns, which copies it.
    let mut say = |text: &str| unsafe { tell(text.as_ptr(), text.len()) };
    let answer = answer(&request, &Means::default(), &mut say);
    TEXT.with_borrow_mut(|text| {
        *text = answer.into_bytes();
        text.as_ptr()
    })
}

/// How many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn threefold_length() -> usize {
    TEXT.with_borrow(Vec::len)
}
