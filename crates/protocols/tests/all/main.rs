//! Protocols, line by line.

mod common;
mod uci;
mod usi;
