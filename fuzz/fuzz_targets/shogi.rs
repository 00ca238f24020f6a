//! Any bytes as what is read of shogi.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| threefold_fuzz::shogi::read(bytes));
