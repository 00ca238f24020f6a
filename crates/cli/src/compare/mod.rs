//! `threefold compare`.

mod any_game;
mod json;
mod positions;
mod random;
mod report;
mod section;
mod story;
mod text;
mod values;

use crate::args::CompareArgs;
use crate::exit::Exit;
use crate::output::Stop;

pub fn run(args: &CompareArgs) -> Result<Exit, Stop> {
    match args.random.random {
        Some(games) => random::run(args, games),
        None => positions::run(args),
    }
}
