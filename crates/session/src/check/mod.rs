//! Certificates: do they hold, and do they answer a question?

pub mod checker;
pub mod questions;

pub use checker::Checker;
pub use threefold_answer::finding;
