//! What the fuzz targets do with an input. Each target calls one function of this crate; whatever
//! must not happen is a panic.
//!
//! | target | input |
//! |---|---|
//! | `chess` | [`chess::read`]: FEN, EPD, a position with the moves played from it |
//! | `pgn` | [`chess::games`]: files of games |
//! | `san` | [`chess::moves`]: a position, and moves as players write them |
//! | `checkers` | [`checkers::read`]: FEN, PDN, a position with moves, a file of the database |
//! | `go` | [`go::read`]: parameters and positions of boards and problems, with moves; SGF |
//! | `graph` | [`graph::read`]: `.game` files |
//! | `shogi` | [`shogi::read`]: SFEN with moves, lists, KIF, KI2, CSA, JKF |
//! | `certificate` | [`certificate::read`]: certificates of every game, compressed or not |
//! | `graph-truth` | [`truth::graph`]: a graph game, and strategies for a claim about it |
//! | `go-truth` | [`truth::go`]: a tiny board of Go, and strategies for a claim about it |
//!
//! The targets `gtp`, `uci` and `usi` drive the protocols, and have no function here.

pub mod bytes;
pub mod certificate;
pub mod checkers;
pub mod chess;
pub mod go;
pub mod graph;
pub mod positions;
pub mod shogi;
pub mod truth;
