//! df-pn with every treatment of repetition.

pub mod base_twin;
pub mod closed_sets;
pub mod conditional;
mod core;
pub mod exact_path;
pub mod ignore;
mod judge;
pub mod kishimoto_mueller;
pub mod loop_depth;
pub mod nagai;
pub mod nagai_as_printed;
pub mod nagai_no_store;
pub mod no_store;
pub mod plain;
mod solver;
mod table;

pub(crate) use core::{Keeping, ask_judged};
pub(crate) use judge::{Suspicion, WrongUse};
