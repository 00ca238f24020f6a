//! Any bytes as positions, games and records of chess.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| threefold_fuzz::chess::read(bytes));
