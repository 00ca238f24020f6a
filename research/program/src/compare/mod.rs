//! `threefold-lab compare`.

mod assumed;
mod json;
mod model;
mod pages;
mod positions;
mod random;
mod report;
mod saves;
mod section;
mod settings;
mod story;
mod text;
mod values;

use threefold_terminal::problem::QuestionArgs;

use crate::args::CompareArgs;
use crate::exit::Exit;
use crate::output::Stop;

pub fn run(args: &CompareArgs) -> Result<Exit, Stop> {
    if let (Some(_), Some(flag)) = (args.random.random, given(&args.problem)) {
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

/// The first flag about problems of Go that was given.
fn given(problem: &QuestionArgs) -> Option<&'static str> {
    [
        (problem.goal.is_some(), "--goal"),
        (problem.region.is_some(), "--region"),
        (problem.target.is_some(), "--target"),
        (problem.eye.is_some(), "--eye"),
        (problem.safe.is_some(), "--safe"),
        (problem.to_play.is_some(), "--to-play"),
        (problem.ko.is_some(), "--ko"),
        (problem.threats.is_some(), "--threats"),
    ]
    .into_iter()
    .find_map(|(given, flag)| given.then_some(flag))
}
