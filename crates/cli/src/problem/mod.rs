//! Problems of Go: life and death, the one-eye problem.

pub mod args;
pub mod check_sgf;
mod report;
pub mod solve;

use threefold::session::registry::GameName;
use threefold_terminal::inputs;

/// Whether an input is a file of Go problems: `FILE.sgf`, `FILE.sgf#3` or `FILE.sgf#3:24`.
pub fn is_problem(input: &str) -> bool {
    GameName::of_file_alone(inputs::split(input).0) == Some(GameName::Problem)
}
