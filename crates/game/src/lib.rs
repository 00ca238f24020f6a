//! What a two-player game is, for everything else in threefold.
//!
//! This crate depends on nothing inside the workspace: the certificate checker
//! builds on it alone, so that what verifies an answer shares no code with what
//! found it.
//!
//! A game implements [`Game`]; a question about it is a [`Question`]: can the
//! attacker force a win, and what does a repeated position count as?

mod distances;
mod footprint;
mod game;
mod history;
mod notation;
mod outcome;
mod player;
mod question;
mod quote;
mod rule;

pub use distances::Distances;
pub use footprint::{ExactFootprint, Footprint};
pub use game::{Game, Leaf};
pub use history::{History, HistoryError, HistoryReader};
pub use notation::NotationError;
pub use outcome::Outcome;
pub use player::Player;
pub use question::Question;
pub use quote::quote;
pub use rule::RepetitionRule;
