//! Any bytes as a graph game.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| threefold_fuzz::graph::read(bytes));
