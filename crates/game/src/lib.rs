//! What a two-player game is, for everything else in threefold.
//!
//! This crate depends on nothing inside the workspace: the certificate checker
//! builds on it alone, so that what verifies an answer shares no code with what
//! found it.
//!
//! A game implements [`Game`], its rules and its notation, which is all that a
//! checker trusts; one that is to be searched implements [`Searchable`] on top.
//! What is known from elsewhere, as from an endgame database, is [`Knowledge`]
//! and comes from beside the game. A question is a [`Question`]: can the attacker
//! force a win, and what does a repeated position count as?

pub mod clock;
mod components;
mod distances;
mod footprint;
mod game;
mod history;
mod knowledge;
mod mix;
mod notation;
mod occurrences;
mod outcome;
mod player;
mod question;
mod quote;
mod rule;
mod searchable;

pub use components::{Components, Exit, Look, Shape, SolvedComponents, Spot, Step, Through, Turn};
pub use distances::Distances;
pub use footprint::{ExactFootprint, Footprint};
pub use game::{Game, Packed};
pub use history::{History, HistoryError, HistoryReader};
pub use knowledge::Knowledge;
pub use mix::{SplitMix, mix, splitmix};
pub use notation::NotationError;
pub use occurrences::Occurrences;
pub use outcome::Outcome;
pub use player::Player;
pub use question::Question;
pub use quote::quote;
pub use rule::RepetitionRule;
pub use searchable::{Leaf, Searchable, key_with_hands};
