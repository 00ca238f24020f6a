//! All tests of the crate from outside, in one program: what is generic is compiled once.

mod certificates;
mod check;
mod checkers;
mod common;
mod compare;
mod files;
mod go;
mod problems;
mod program;
mod solve;
