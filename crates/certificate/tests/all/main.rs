//! All tests of the crate from outside, in one program: what is generic is compiled once.

mod common;
mod deep;
mod format;
mod random;
mod refutations;
mod superko;
mod walk;
