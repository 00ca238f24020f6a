//! Any bytes as positions, games and database files of checkers.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| threefold_fuzz::checkers::read(bytes));
