//! Boards of Go: questions about them, and their exact values.

pub mod board;
pub mod history;
pub mod ko;
pub mod question;
pub mod row;
pub mod ruling;
pub mod value;
