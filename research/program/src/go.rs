//! Questions about small boards of Go, as the program `threefold` reads them.

#[path = "../../../crates/cli/src/go/position.rs"]
mod position;
#[path = "../../../crates/cli/src/go/question.rs"]
pub mod question;
