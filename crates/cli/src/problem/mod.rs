//! Problems of Go: life and death, the one-eye problem.

pub mod args;
pub mod check_sgf;
pub mod grade;
pub mod input;
pub mod played;
mod report;
pub mod solve;
mod tree;
