//! Any text as a file of positions: no panic, and records are written as they were read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use threefold::chess::epd;

fuzz_target!(|text: &str| {
    for (_, record) in epd::read(text) {
        let Ok(record) = record else { continue };
        let written = record.to_string();
        let again = epd::parse_line(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(again.position(), record.position(), "{written}");
        assert_eq!(again.operations(), record.operations(), "{written}");
    }
});
