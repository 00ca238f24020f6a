//! Checkers positions with n + 1 pieces, searched with the endgame database of n pieces, against
//! the database of n + 1.

use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Instant;

use clap::Args;
use threefold_checkers::Checkers;
use threefold_checkers::egdb::{BuildOptions, Database, Value};
use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_search::{Limits, Options, Solver};

use crate::bytes;
use crate::failure::Failure;
use crate::parallel::for_each;
use crate::policies::PolicyName;
use crate::random::Random;
use crate::tally::{Known, Tally};

#[derive(Args)]
pub struct CheckersOracle {
    /// Pieces on the board; the search has the database with one less
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u8).range(3..=6))]
    pieces: u8,
    /// Where the database is, or is built
    #[arg(long, default_value = "egdb")]
    dir: PathBuf,
    /// How many positions, chosen at random
    #[arg(long, default_value_t = 2000, conflicts_with = "all")]
    sample: u64,
    /// All positions, Black to move (White to move is the same with the board turned)
    #[arg(long)]
    all: bool,
    /// A part of them, for long runs: K/N is the K-th of N
    #[arg(long, default_value = "1/1", value_name = "K/N")]
    part: Part,
    /// Which positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Memory for the tables of each thread, two of them
    #[arg(long, default_value = "16M", value_parser = bytes::parse)]
    table: usize,
    /// How many positions are answered before the tables are emptied
    #[arg(long, default_value_t = 64)]
    keep: u64,
    /// Nodes for each question
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    /// Every how many positions the certificates are verified; 0 for never
    #[arg(long, default_value_t = 10)]
    certify: u64,
    #[arg(long, value_enum, default_value_t = PolicyName::BaseTwin)]
    policy: PolicyName,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

/// `2/10`: the second of ten parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    number: u64,
    of: u64,
}

impl FromStr for Part {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers = text.split_once('/');
        let numbers =
            numbers.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if 1 <= number && number <= of => Ok(Part { number, of }),
            _ => Err("expected K/N with K from 1 to N"),
        }
    }
}

impl Part {
    /// The part of the numbers below `count`.
    fn range(self, count: u64) -> Range<u64> {
        let until = |k: u64| (u128::from(count) * u128::from(k) / u128::from(self.of)) as u64;
        until(self.number - 1)..until(self.number)
    }
}

pub fn run(args: &CheckersOracle) -> Result<(), Failure> {
    let options = BuildOptions { pieces: args.pieces, depths: 0, threads: args.threads };
    let failure = |error: threefold_checkers::egdb::EgdbError| Failure::usage(error.to_string());
    Database::build(&args.dir, &options, &()).map_err(failure)?;
    let open = |pieces| Database::open(&args.dir, Some(pieces)).map_err(failure);
    let truth = open(args.pieces)?;
    let (game, database) = (Checkers::new(), open(args.pieces - 1)?);

    let all = truth.count_of(args.pieces);
    let count = if args.all { all } else { args.sample.min(all) };
    let range = args.part.range(count);
    let keep = args.keep.max(1);
    let started = Instant::now();
    let tally = for_each(
        (range.end - range.start).div_ceil(keep),
        args.threads,
        "groups of positions",
        |group, tally: &mut Tally<3>| {
            let solver = |player| {
                let question = Question::new(player, RepetitionRule::Draw);
                let options = Options {
                    table_bytes: args.table / 2,
                    policy: args.policy.into(),
                    ..Options::default()
                };
                let mut solver = Solver::new(&game, question, options).knowledge(&database);
                solver.limit(Limits::nodes(args.nodes));
                solver
            };
            let mut solvers = Player::ALL.map(solver);
            let first = range.start + group * keep;
            for index in first..(first + keep).min(range.end) {
                let number =
                    if args.all { index } else { Random::new(args.seed, index).below(all) };
                let position = truth.position(args.pieces, number);
                let value = truth.probe(&position).expect("the position is in the database");
                let history = History::new(position);
                for solver in &mut solvers {
                    let is_mover = solver.question().attacker == position.turn();
                    let truth = match value {
                        Value::Win => is_mover,
                        Value::Draw => false,
                        Value::Loss => !is_mover,
                    };
                    let known = Known {
                        game: &game,
                        history: &history,
                        truth,
                        row: value as usize,
                        index,
                        certify: args.certify > 0 && index.is_multiple_of(args.certify),
                    };
                    tally.ask(solver, &known);
                }
            }
        },
        Tally::merge,
    );
    let result = tally.report(["win", "draw", "loss"]);
    let positions = range.end - range.start;
    println!("{positions} of {all} positions, {:.1} s", started.elapsed().as_secs_f64());
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_make_up_the_whole() {
        let part = |text: &str| text.parse::<Part>();
        let parts = ["1/3", "2/3", "3/3"].map(|text| part(text).unwrap().range(10));
        assert_eq!(parts, [0..3, 3..6, 6..10]);
        for text in ["0/3", "4/3", "1", "1/0", "a/b"] {
            assert!(part(text).is_err(), "{text}");
        }
    }
}
