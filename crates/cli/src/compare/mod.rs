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
    if let (Some(_), Some(flag)) = (args.random.random, args.problem.given()) {
        return Err(Stop::Message(format!(
            "{flag}: for problems of Go only, not for random games"
        )));
    }
    if args.rule.is_some() && args.problem.ko.is_some() {
        return Err(Stop::Message("--ko and --rule both name a rule: expected one".to_owned()));
    }
    match args.random.random {
        Some(games) => random::run(args, games),
        None => positions::run(args),
    }
}
