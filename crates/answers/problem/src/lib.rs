//! Problems of Go: life and death, the one-eye problem.

pub mod at_hand;
pub mod best_move;
mod climbing;
pub mod collection;
pub mod first_moves;
pub mod grade;
pub mod kept;
pub mod played;
pub mod question;
pub mod report;
pub mod row;
mod searched;
pub mod solution;
pub mod subject;
pub mod tree;
pub mod zones;
