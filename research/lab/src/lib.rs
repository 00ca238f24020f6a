//! The laboratory: every treatment of the graph-history interaction that the literature describes,
//! as a working search that can be run on the same positions as every other.
//!
//! Most of them are wrong now and then; each says when. None is used by the solver itself.

pub mod alphabeta;
mod any_policy;
mod case;
mod cause;
mod claim;
pub mod compare;
pub mod dfpn;
mod experiment;
mod informed;
mod mix;
mod pawn_game;
pub mod play;
pub mod pns;
mod random_study;
mod rules;
mod shrink;
pub mod study;
mod treatment;

pub use any_policy::{WithPolicy, with_treatment};
pub use case::Case;
pub use cause::{Cause, Causes, GhiError};
pub use claim::{Claim, Cost, Query};
pub use informed::Informed;
pub use pawn_game::{AdvanceScores, PawnGame, PawnScores};
pub use random_study::{RandomStudy, Row};
pub use shrink::{Shrink, Smaller, shrink, smaller_games};
pub use treatment::{Treatment, UnknownTreatment};
