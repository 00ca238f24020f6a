//! Checkers positions with n + 1 pieces, searched with the endgame database of n pieces, against
//! the database of n + 1.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use threefold_certificate::check;
use threefold_checkers::egdb::{BuildOptions, Database, Value};
use threefold_checkers::{Checkers, CheckersPosition};
use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_search::{Limits, Options, Solver};

use crate::bytes;
use crate::failure::Failure;
use crate::parallel::for_each;
use crate::policies::PolicyName;
use crate::print::Columns;
use crate::random::Random;

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
    /// All positions, without those in which nothing but captures can be played
    #[arg(long)]
    all: bool,
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

#[derive(Default)]
struct Row {
    asked: u64,
    right: u64,
    wrong: u64,
    unknown: u64,
    nodes: u64,
    time: Duration,
    certified: u64,
    not_certified: u64,
}

impl Row {
    fn add(&mut self, other: &Row) {
        self.asked += other.asked;
        self.right += other.right;
        self.wrong += other.wrong;
        self.unknown += other.unknown;
        self.nodes += other.nodes;
        self.time += other.time;
        self.certified += other.certified;
        self.not_certified += other.not_certified;
    }
}

/// Wins, draws and losses of the side to move, and the first problem.
#[derive(Default)]
struct Tally {
    rows: [Row; 3],
    first: Option<(u64, String)>,
}

pub fn run(args: &CheckersOracle) -> Result<(), Failure> {
    let options = BuildOptions { pieces: args.pieces, depths: 0, threads: args.threads };
    let failure = |error: threefold_checkers::egdb::EgdbError| Failure::usage(error.to_string());
    Database::build(&args.dir, &options, &()).map_err(failure)?;
    let open = |pieces| Database::open(&args.dir, Some(pieces)).map_err(failure);
    let truth = open(args.pieces)?;
    let game = Checkers::with_database(Arc::new(open(args.pieces - 1)?));

    let all = truth.count_of(args.pieces);
    let count = if args.all { all } else { args.sample.min(all) };
    let keep = args.keep.max(1);
    let started = Instant::now();
    let tally = for_each(
        count.div_ceil(keep),
        args.threads,
        "groups of positions",
        |group, tally: &mut Tally| {
            let solver = |player| {
                let question = Question::new(player, RepetitionRule::Draw);
                let options = Options {
                    table_bytes: args.table / 2,
                    policy: args.policy.into(),
                    ..Options::default()
                };
                let mut solver = Solver::new(&game, question, options);
                solver.limit(Limits::nodes(args.nodes));
                solver
            };
            let mut solvers = Player::ALL.map(solver);
            for index in group * keep..((group + 1) * keep).min(count) {
                let number =
                    if args.all { index } else { Random::new(args.seed, index).below(all) };
                let position = truth.position(args.pieces, number);
                for solver in &mut solvers {
                    ask(args, &game, solver, &position, index, &truth, tally);
                }
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
        "questions",
        "right",
        "wrong",
        "unknown",
        "nodes",
        "CPU s",
        "certified",
        "not certified",
    ]);
    let mut total = Row::default();
    tally.rows.iter().for_each(|row| total.add(row));
    for (name, row) in ["win", "draw", "loss"].into_iter().zip(&tally.rows).chain([("all", &total)])
    {
        columns.row([
            name.to_owned(),
            row.asked.to_string(),
            row.right.to_string(),
            row.wrong.to_string(),
            row.unknown.to_string(),
            row.nodes.to_string(),
            format!("{:.2}", row.time.as_secs_f64()),
            row.certified.to_string(),
            row.not_certified.to_string(),
        ]);
    }
    columns.print();
    println!("{count} of {all} positions, {:.1} s", started.elapsed().as_secs_f64());
    match tally.first {
        Some((_, problem)) => Err(Failure::check(problem)),
        None => Ok(()),
    }
}

fn ask(
    args: &CheckersOracle,
    game: &Checkers,
    solver: &mut Solver<'_, Checkers>,
    position: &CheckersPosition,
    index: u64,
    truth: &Database,
    tally: &mut Tally,
) {
    let value = truth.probe(position).expect("the position is in the database");
    let row = &mut tally.rows[value as usize];
    let attacker = solver.question().attacker;
    let wins = match value {
        Value::Win => attacker == position.turn(),
        Value::Draw => false,
        Value::Loss => attacker != position.turn(),
    };
    let history = History::new(*position);
    let answer = solver.solve(&history);
    row.asked += 1;
    row.nodes += answer.stats.nodes;
    row.time += answer.stats.time;
    let problem = match answer.verdict.decided() {
        None => {
            row.unknown += 1;
            return;
        }
        Some(proven) if proven != wins => {
            row.wrong += 1;
            "wrong".to_owned()
        }
        Some(proven) => {
            row.right += 1;
            if args.certify == 0 || !index.is_multiple_of(args.certify) {
                return;
            }
            let extracted = solver.certificate(&history, proven, RepetitionRule::Draw);
            let checked = match extracted {
                // The nodes of the question may not do for what was evicted.
                Err(threefold_search::ExtractError::Limit(_)) => return,
                Err(error) => Err(error.to_string()),
                Ok(extracted) => {
                    check(game, &extracted.block).map_err(|refuted| refuted.to_string())
                }
            };
            match checked {
                Ok(_) => {
                    row.certified += 1;
                    return;
                }
                Err(error) => {
                    row.not_certified += 1;
                    error
                }
            }
        }
    };
    let text = format!("{problem}: {position}, a {}, {attacker:?} attacks", value.name());
    tally.first = [tally.first.take(), Some((index, text))].into_iter().flatten().min();
}
