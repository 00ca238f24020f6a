//! Explicit graph games: every position and every move written down.
//!
//! The smallest games in which repetition matters, and so the first to test a solver on. They
//! come from a file ([`parse`], [`GraphFile`] describes the format), from a [`GraphBuilder`] or at
//! random ([`RandomGraph`]); [`to_dot`] draws them.
//!
//! ```
//! use threefold_game::Game;
//!
//! let file = threefold_graph::parse("\
//! threefold game 1
//! note: Going round with B is no success: A has to go to the end at once.
//! rule: attacker-loses
//! root: A
//! A first: B end
//! B second: A
//! end win-first
//! ").unwrap();
//! let mut moves = Vec::new();
//! file.game.moves(file.root(), &mut moves);
//! assert_eq!(file.game.move_text(file.root(), moves[1]), "end");
//! ```

mod builder;
mod components;
mod dot;
mod format;
mod game;
mod node;
mod occurrences;
mod random;
mod reduce;

pub use builder::{GraphBuilder, GraphError};
pub use dot::to_dot;
pub use format::{GraphFile, ParseError, ParseErrorKind, parse};
pub use game::GraphGame;
pub use node::{Edge, Node, NodeId, Status};
pub use occurrences::OccurrenceRule;
pub use random::{RandomGraph, random_history};
pub use reduce::{reduce, replay};
