//! Protocols by which other programs ask threefold.
//!
//! A protocol reads lines, makes requests of `threefold-session` of them, and writes the answers.
//! It has no command line and no terminal: who runs it hands it lines and takes what it writes.
//! What flags a command may have, and what they mean, is told by who runs it as well.
//!
//! | protocol | module |
//! |---|---|
//! | the Go Text Protocol: problems of Go | [`gtp`] |
//! | the Hub protocol: proved moves of checkers | [`hub`] |
//! | the Universal Chess Interface: mates | [`uci`] |
//! | the Universal Shogi Interface: mate problems | [`usi`] |

mod events;
pub mod gtp;
pub mod hub;
pub mod lines;
mod proofs;
mod turns;
pub mod uci;
pub mod usi;
