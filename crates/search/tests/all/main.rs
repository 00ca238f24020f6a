//! All tests of the crate from outside, in one program: what is generic is compiled once.

mod chess_endings;
mod closed_sets;
mod collisions;
mod common;
mod hands;
mod history;
mod limits;
mod mutations;
mod random_graphs;
mod table_sizes;
mod twins;
