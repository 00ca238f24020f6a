//! Problems of Go: life and death, the one-eye problem.

pub mod args;
pub mod check_sgf;
mod report;
pub mod solve;

use threefold::session::registry::GameName;
use threefold_terminal::inputs;

/// Whether an input is a file of Go problems: `FILE.sgf`, `FILE.sgf#3` or `FILE.sgf#3:24`, or any
/// that begins like one. One that cannot be read is none: whoever reads it says so.
pub fn is_problem(input: &str, game: Option<GameName>) -> bool {
    matches!(inputs::game_of(input, game), Ok(Some(GameName::Problem)))
}
