//! Requests and answers, from outside and without a terminal.

mod boards;
mod certificates;
mod chess;
mod jobs;
mod library;
mod listed;
mod mates;
mod positions;
mod problems;
mod registry;
mod strategies;
mod tables;
mod tsume;
mod tsume_line;
mod watching;
