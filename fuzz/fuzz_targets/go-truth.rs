//! VERIFIED implies the claim, on boards of Go of up to four points.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| threefold_fuzz::truth::go(bytes));
