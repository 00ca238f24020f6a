//! All tests of the program from outside.

mod audit;
#[allow(dead_code)]
#[path = "../../../../crates/cli/tests/all/common/mod.rs"]
mod common;
mod compare;
mod files;
mod play;
mod study;

/// The program that is tested.
const PROGRAM: &str = env!("CARGO_BIN_EXE_threefold-lab");
/// Where the examples of graph games are.
const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/games/graph/fixtures");
