//! All tests of the crate from outside, in one program: what is generic is compiled once.

mod fixtures;
mod reader;
