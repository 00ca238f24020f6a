//! One question about a position of any game: answered, certified, checked, shown.
//!
//! Requests and answers are plain values. What knows the types of a game stands behind the pointers
//! of [`any`]; the crates that make them ([`row::Row`], a crate a game) are the only ones in which
//! the searches of that game are compiled. Programs begin with the crate `threefold-session`, which
//! has the registry of all games.

pub mod alone;
pub mod answer;
pub mod any;
pub mod ask;
pub mod asked;
pub mod attacker;
pub mod convention;
pub mod effort;
pub mod error;
pub mod finding;
pub mod jobs;
pub mod leaves;
pub mod library;
pub mod listed;
pub mod made;
pub mod mate;
pub mod observer;
pub mod place;
pub mod posed;
pub mod record;
pub mod row;
pub mod shown;
pub mod slices;
pub mod solve;
pub mod standing;
pub mod strategy;
pub mod task;
pub mod under;
pub mod words;

pub use attacker::Attacker;
pub use effort::Effort;
pub use error::Error;
pub use observer::Observer;
pub use under::Databases;
