//! Any bytes as a certificate of any game.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| threefold_fuzz::certificate::read(bytes));
