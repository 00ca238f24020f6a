//! All tests of the crate from outside, in one program: what is generic is compiled once.

mod aims;
mod bounded;
mod checkpoint;
mod chess_endings;
mod closed_sets;
mod collisions;
mod common;
mod components;
mod distance;
mod hands;
mod history;
mod limits;
mod mutations;
// What `threefold-lab fuzz-graphs` is run with at any size.
#[allow(dead_code)]
#[path = "../../../../research/program/src/experiments/option_sets.rs"]
mod option_sets;
mod random_clocks;
mod random_graphs;
mod random_hands;
mod table_sizes;
mod threads;
mod twins;
