//! Any bytes as a file of games of chess.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| threefold_fuzz::chess::games(bytes));
