//! All tests of the crate from outside, in one program: what is generic is compiled once.

mod chess960;
mod common;
mod components;
mod diagram;
mod epd;
mod fen;
mod perft;
mod pgn;
mod properties;
mod repetition;
mod rules;
mod san;
mod syzygy;
mod tables;
