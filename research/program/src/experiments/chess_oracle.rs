//! Every position of a chess ending against retrograde analysis.

use std::time::Instant;

use clap::Args;
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_search::{Limits, Options, Solver};

use super::endings::{Ending, retrograde};
use super::failure::Failure;
use super::parallel::for_each;
use super::policies::PolicyName;
use super::random::random;
use super::tally::{Known, Tally};
use crate::units::parse_bytes;

#[derive(Debug, Args)]
pub struct ChessOracle {
    /// KQvK, KRvK, KPvK, ...
    #[arg(long)]
    ending: Ending,
    /// How many positions, chosen at random
    #[arg(long, default_value_t = 2000, conflicts_with = "all")]
    sample: usize,
    /// All positions
    #[arg(long)]
    all: bool,
    /// Which positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Memory for the table of each thread
    #[arg(long, default_value = "16M", value_parser = parse_bytes)]
    table: usize,
    /// How many positions are answered before the table is emptied
    #[arg(long, default_value_t = 1)]
    keep: u64,
    /// Nodes for each position
    #[arg(long, default_value_t = 10_000_000)]
    nodes: u64,
    /// Every how many positions the certificate is verified; 0 for never
    #[arg(long, default_value_t = 10)]
    certify: u64,
    #[arg(long, value_enum, default_value_t = PolicyName::BaseTwin)]
    policy: PolicyName,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

pub fn run(args: &ChessOracle) -> Result<(), Failure> {
    let started = Instant::now();
    let mut positions = args.ending.positions();
    let oracle = retrograde(positions.iter().cloned())?;
    println!(
        "{} legal positions, {} reachable with {} moves, solved backwards in {:.1} s",
        positions.len(),
        oracle.len(),
        oracle.moves(),
        started.elapsed().as_secs_f64()
    );
    if !args.all {
        random(args.seed, 0).shuffle(&mut positions);
        positions.truncate(args.sample);
    }
    let question = Question::new(Player::First, RepetitionRule::Draw);
    let options =
        Options { table_bytes: args.table, policy: args.policy.into(), ..Options::default() };
    let keep = args.keep.max(1);
    let groups: Vec<&[ChessPosition]> = positions.chunks(keep as usize).collect();
    let started = Instant::now();
    let tally = for_each(
        groups.len() as u64,
        args.threads,
        "positions",
        |group, tally: &mut Tally<2>| {
            let mut solver = Solver::new(&Chess, question, options.clone());
            solver.limit(Limits::nodes(args.nodes));
            for (i, position) in groups[group as usize].iter().enumerate() {
                let index = group * keep + i as u64;
                let truth = oracle.answer(position, question).expect("a root of the oracle");
                let known = Known {
                    game: &Chess,
                    history: &History::new(position.clone()),
                    truth,
                    row: usize::from(!truth),
                    index,
                    certify: args.certify > 0 && index.is_multiple_of(args.certify),
                };
                tally.ask(&mut solver, &known);
            }
        },
        Tally::merge,
    );
    let result = tally.report(["won", "drawn"]);
    println!("{:.1} s", started.elapsed().as_secs_f64());
    result?;
    match tally.unknown() {
        0 => Ok(()),
        unknown => Err(Failure::check(format!("{unknown} positions unknown"))),
    }
}
