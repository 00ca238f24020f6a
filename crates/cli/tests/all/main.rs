//! All tests of the crate from outside, in one program: what is generic is compiled once.

mod certificates;
mod check;
mod checkers;
mod chess;
mod common;
mod explore;
mod files;
mod go;
mod jobs;
mod library;
mod mate;
mod problems;
mod program;
mod serve;
mod shogi;
mod solve;
mod time;
mod way;

/// The program that is tested.
const PROGRAM: &str = env!("CARGO_BIN_EXE_threefold");
/// Where the examples of graph games are.
const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/graph/fixtures");
