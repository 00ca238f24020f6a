//! The need of correctness: what stands in the table, against retrograde analysis.

use clap::Args;
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_search::{Limits, Options, Policy, Solver};

use super::endings::{Ending, retrograde};
use super::failure::Failure;
use super::parallel::for_each;
use super::random::random;
use crate::columns::Columns;
use crate::units::parse_bytes;

#[derive(Debug, Args)]
pub struct TableAudit {
    /// KRvK, KPvK, ...
    #[arg(long)]
    ending: Ending,
    /// How many positions are searched, chosen at random
    #[arg(long, default_value_t = 200)]
    positions: usize,
    /// Nodes for each
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Memory for the table
    #[arg(long, default_value = "64M", value_parser = parse_bytes)]
    table: usize,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

#[derive(Default)]
struct Tally {
    proven: u64,
    wrong_proven: u64,
    disproven: u64,
    wrong_disproven: u64,
    collisions: u64,
    verdicts: u64,
    wrong_verdicts: u64,
    nodes: u64,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.proven += other.proven;
        self.wrong_proven += other.wrong_proven;
        self.disproven += other.disproven;
        self.wrong_disproven += other.wrong_disproven;
        self.collisions += other.collisions;
        self.verdicts += other.verdicts;
        self.wrong_verdicts += other.wrong_verdicts;
        self.nodes += other.nodes;
    }
}

pub fn run(args: &TableAudit) -> Result<(), Failure> {
    let mut positions = args.ending.positions();
    let oracle = retrograde(positions.iter().cloned())?;
    random(args.seed, 0).shuffle(&mut positions);
    positions.truncate(args.positions);
    let question = Question::new(Player::First, RepetitionRule::Draw);
    let truth = |position: &ChessPosition| {
        oracle.answer(position, question).expect("the search reaches no other")
    };
    let mut columns = Columns::new([
        "policy",
        "positions",
        "nodes",
        "verdicts",
        "wrong",
        "proofs stored",
        "wrong",
        "disproofs stored",
        "wrong",
        "share",
        "collisions",
    ]);
    let mut bad = 0;
    for policy in [Policy::BaseTwin, Policy::Ignore] {
        let options = Options {
            table_bytes: args.table,
            policy,
            detect_collisions: true,
            ..Options::default()
        };
        let tally = for_each(
            positions.len() as u64,
            args.threads,
            policy.name(),
            |i, tally: &mut Tally| {
                let position = &positions[i as usize];
                let mut solver = Solver::new(&Chess, question, options.clone());
                solver.limit(Limits::nodes(args.nodes));
                let answer = solver.solve(&History::new(position.clone()));
                tally.nodes += answer.stats.nodes;
                tally.collisions += answer.stats.collisions;
                if let Some(proven) = answer.verdict.decided() {
                    tally.verdicts += 1;
                    tally.wrong_verdicts += u64::from(proven != truth(position));
                }
                for (stored, proven) in solver.base_results() {
                    let wrong = u64::from(proven != truth(stored));
                    if proven {
                        tally.proven += 1;
                        tally.wrong_proven += wrong;
                    } else {
                        tally.disproven += 1;
                        tally.wrong_disproven += wrong;
                    }
                }
            },
            Tally::add,
        );
        let share = 100.0 * tally.wrong_disproven as f64 / tally.disproven.max(1) as f64;
        columns.row([
            policy.name().to_owned(),
            positions.len().to_string(),
            tally.nodes.to_string(),
            tally.verdicts.to_string(),
            tally.wrong_verdicts.to_string(),
            tally.proven.to_string(),
            tally.wrong_proven.to_string(),
            tally.disproven.to_string(),
            tally.wrong_disproven.to_string(),
            format!("{share:.2} %"),
            tally.collisions.to_string(),
        ]);
        if policy == Policy::BaseTwin {
            bad = tally.wrong_proven
                + tally.wrong_disproven
                + tally.wrong_verdicts
                + tally.collisions;
        }
    }
    print!("{}", columns.to_text());
    if bad > 0 {
        return Err(Failure::check(format!("{bad} results of base-twin are wrong")));
    }
    Ok(())
}
