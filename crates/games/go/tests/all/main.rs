//! All tests of the crate from outside, in one program: what is generic is compiled once.

mod at_once;
mod basic_ko;
mod common;
mod counts;
mod death;
mod frame;
mod life;
mod lockstep;
mod miai;
mod problem_text;
mod problems;
mod properties;
mod race;
mod sgf;
mod values;
mod wall;
mod zone;
