//! The games, a file each: how its texts are read, and what is asked about them. A file is a
//! [`Row`](row::Row) of the registry.

pub mod board;
pub mod checkers;
pub mod chess;
pub mod graph;
pub mod problem;
pub mod row;
pub mod tsume;
