//! df-pn with every treatment of repetition.

pub mod base_twin;
pub mod ignore;
pub mod loop_depth;
mod solver;
