//! Any bytes as positions, problems and files of Go.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| threefold_fuzz::go::read(bytes));
