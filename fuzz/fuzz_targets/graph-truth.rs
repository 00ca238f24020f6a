//! VERIFIED implies the claim, in graph games of up to seven positions.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| threefold_fuzz::truth::graph(bytes));
