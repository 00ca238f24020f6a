//! All tests of the crate from outside, in one program: what is generic is compiled once.

mod random_games;
mod rules;
