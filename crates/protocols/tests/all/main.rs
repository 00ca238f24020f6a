//! Protocols, line by line.

mod common;
mod gtp;
mod hub;
mod played;
mod uci;
mod usi;
