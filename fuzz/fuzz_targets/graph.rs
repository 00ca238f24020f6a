//! Any text as a graph game: no panic, and games are written as they were read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use threefold::graph::{parse, to_dot};

fuzz_target!(|text: &str| {
    let Ok(file) = parse(text) else { return };
    let written = file.to_string();
    let again = parse(&written).unwrap_or_else(|error| panic!("{written}\n{error}"));
    assert_eq!(again.to_string(), written);
    assert_eq!(again.game.nodes().len(), file.game.nodes().len());
    to_dot(&file);
});
