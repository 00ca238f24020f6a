//! All tests of the crate from outside, in one program: what is generic is compiled once.

mod alphabeta_chess;
mod alphabeta_fixtures;
mod alphabeta_questions;
mod alphabeta_scores;
mod alphabeta_study;
mod campbell;
mod compare;
mod play;
mod shrink;
mod treatments;
