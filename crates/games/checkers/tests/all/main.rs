//! All tests of the crate from outside, in one program: what is generic is compiled once.

#[path = "../common/mod.rs"]
mod common;
mod egdb;
mod egdb_damage;
mod endings;
mod exactness;
mod fen;
mod pdn;
mod perft;
mod properties;
mod rules;
