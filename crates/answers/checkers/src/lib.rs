//! Questions about American checkers: how its texts are read, its endgame databases, and its
//! searches, compiled here and nowhere else.

pub mod database;
pub mod row;
