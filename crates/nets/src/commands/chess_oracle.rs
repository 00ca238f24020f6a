//! Every position of a chess ending against retrograde analysis.

use std::time::{Duration, Instant};

use clap::Args;
use threefold_certificate::check;
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_search::{Limits, Options, Reason, Solver, Verdict};

use crate::bytes;
use crate::endings::{Ending, retrograde};
use crate::failure::Failure;
use crate::parallel::for_each;
use crate::policies::PolicyName;
use crate::print::Columns;
use crate::random::Random;

#[derive(Args)]
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
    #[arg(long, default_value = "16M", value_parser = bytes::parse)]
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

#[derive(Default)]
struct Row {
    asked: u64,
    wrong: u64,
    unknown: u64,
    /// Of the unknown ones: numbers that grew beyond all bounds.
    saturated: u64,
    nodes: u64,
    most_nodes: u64,
    time: Duration,
    certified: u64,
    not_certified: u64,
    certificate_positions: u64,
}

impl Row {
    fn add(&mut self, other: &Row) {
        self.asked += other.asked;
        self.wrong += other.wrong;
        self.unknown += other.unknown;
        self.saturated += other.saturated;
        self.nodes += other.nodes;
        self.most_nodes = self.most_nodes.max(other.most_nodes);
        self.time += other.time;
        self.certified += other.certified;
        self.not_certified += other.not_certified;
        self.certificate_positions += other.certificate_positions;
    }
}

/// Drawn positions, won positions, and the first problem.
#[derive(Default)]
struct Tally {
    rows: [Row; 2],
    first: Option<(u64, String)>,
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
        Random::new(args.seed, 0).shuffle(&mut positions);
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
        |group, tally: &mut Tally| {
            let mut solver = Solver::new(&Chess, question, options.clone());
            solver.limit(Limits::nodes(args.nodes));
            for (i, position) in groups[group as usize].iter().enumerate() {
                let index = group * keep + i as u64;
                let truth = oracle.answer(position, question).expect("a root of the oracle");
                ask(args, &mut solver, position, index, truth, tally);
            }
        },
        |all, tally| {
            all.rows.iter_mut().zip(&tally.rows).for_each(|(all, row)| all.add(row));
            let firsts = [all.first.take(), tally.first].into_iter().flatten();
            all.first = firsts.min();
        },
    );
    let mut columns = Columns::new([
        "truth",
        "asked",
        "wrong",
        "unknown",
        "saturated",
        "nodes",
        "nodes each",
        "most",
        "CPU s",
        "certified",
        "positions in them",
        "not certified",
    ]);
    let mut total = Row::default();
    tally.rows.iter().for_each(|row| total.add(row));
    for (name, row) in [("won", &tally.rows[1]), ("drawn", &tally.rows[0]), ("all", &total)] {
        columns.row([
            name.to_owned(),
            row.asked.to_string(),
            row.wrong.to_string(),
            row.unknown.to_string(),
            row.saturated.to_string(),
            row.nodes.to_string(),
            format!("{:.0}", row.nodes as f64 / row.asked.max(1) as f64),
            row.most_nodes.to_string(),
            format!("{:.2}", row.time.as_secs_f64()),
            row.certified.to_string(),
            row.certificate_positions.to_string(),
            row.not_certified.to_string(),
        ]);
    }
    columns.print();
    println!("{:.1} s", started.elapsed().as_secs_f64());
    match tally.first {
        Some((_, problem)) => Err(Failure::check(problem)),
        None => Ok(()),
    }
}

fn ask(
    args: &ChessOracle,
    solver: &mut Solver<'_, Chess>,
    position: &ChessPosition,
    index: u64,
    truth: bool,
    tally: &mut Tally,
) {
    let row = &mut tally.rows[usize::from(truth)];
    let history = History::new(position.clone());
    let answer = solver.solve(&history);
    row.asked += 1;
    row.nodes += answer.stats.nodes;
    row.most_nodes = row.most_nodes.max(answer.stats.nodes);
    row.time += answer.stats.time;
    let problem = match answer.verdict.decided() {
        None => {
            row.unknown += 1;
            let saturated = answer.verdict == Verdict::Unknown(Reason::Saturated);
            row.saturated += u64::from(saturated);
            "unknown"
        }
        Some(proven) if proven != truth => {
            row.wrong += 1;
            "wrong"
        }
        Some(proven) if args.certify > 0 && index.is_multiple_of(args.certify) => {
            let extracted = solver.certificate(&history, proven, RepetitionRule::Draw);
            let checked = extracted
                .map_err(|error| error.to_string())
                .and_then(|e| check(&Chess, &e.block).map_err(|refuted| refuted.to_string()));
            match checked {
                Ok(verified) => {
                    row.certified += 1;
                    row.certificate_positions += verified.positions;
                    return;
                }
                Err(error) => {
                    row.not_certified += 1;
                    &error.clone()
                }
            }
        }
        Some(_) => return,
    };
    let text = format!("{problem}: {position}, truth {}", if truth { "won" } else { "drawn" });
    tally.first = [tally.first.take(), Some((index, text))].into_iter().flatten().min();
}
