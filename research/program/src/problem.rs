//! Problems of Go, as the program `threefold` reads them.

#[path = "../../../crates/cli/src/problem/args.rs"]
pub mod args;
#[path = "../../../crates/cli/src/problem/input.rs"]
pub mod input;
#[path = "../../../crates/cli/src/problem/played.rs"]
pub mod played;
