//! Any bytes as a position and moves of chess as players write them.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| threefold_fuzz::chess::moves(bytes));
