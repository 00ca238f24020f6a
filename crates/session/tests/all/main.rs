//! Requests and answers, from outside and without a terminal.

mod boards;
mod certificates;
mod chess;
mod positions;
mod problems;
mod registry;
mod watching;
