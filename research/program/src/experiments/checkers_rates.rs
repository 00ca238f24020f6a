//! How fast an endgame database of checkers is asked: at random and in searches.

use std::hint::black_box;
use std::path::PathBuf;

use clap::Args;
use threefold_checkers::egdb::Database;
use threefold_checkers::{Checkers, CheckersPosition};
use threefold_game::{History, Question, RepetitionRule};
use threefold_search::{Limits, Options, Solver, Stats};

use super::cpu_time::CpuClock;
use super::failure::Failure;
use super::random::random;
use crate::columns::Columns;
use crate::units::parse_bytes;

#[derive(Debug, Args)]
pub struct CheckersRates {
    /// The endgame database
    #[arg(long, required_unless_present = "raw")]
    egdb: Option<PathBuf>,
    /// Of that, what may be unpacked at once
    #[arg(long, value_parser = parse_bytes, value_name = "BYTES")]
    cache: Option<usize>,
    /// Instead: every value in memory as it is, up to so many pieces
    #[arg(
        long, value_name = "PIECES", conflicts_with_all = ["egdb", "cache"],
        value_parser = clap::value_parser!(u8).range(2..=5)
    )]
    raw: Option<u8>,
    /// Pieces of the positions that are searched; one more than the database has
    #[arg(long, value_parser = clap::value_parser!(u8).range(3..=8))]
    pieces: Option<u8>,
    /// Positions that are looked up
    #[arg(long, default_value_t = 2_000_000)]
    probes: u64,
    /// Positions that are searched
    #[arg(long, default_value_t = 2000)]
    searches: u64,
    /// Nodes for each of them
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Which positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: &CheckersRates) -> Result<(), Failure> {
    let mut columns = Columns::new(["", "count", "CPU s", "million/s"]);
    let mut row = |name: &str, count: u64, started: CpuClock| {
        let seconds = started.elapsed().as_secs_f64();
        let rate = count as f64 / seconds / 1e6;
        columns.row([
            name.to_owned(),
            count.to_string(),
            format!("{seconds:.2}"),
            format!("{rate:.2}"),
        ]);
    };
    let database = match (&args.egdb, args.raw) {
        (Some(directory), _) => {
            let database = Database::open(directory, None);
            let database = database.map_err(|error| Failure::usage(error.to_string()))?;
            database.with_cache(args.cache.map_or(Database::CACHE, |bytes| bytes as u64))
        }
        (None, raw) => Database::in_memory(raw.unwrap_or(5)),
    };
    let pieces = database.pieces();
    let all = database.count_of(pieces);
    let mut random = random(args.seed, 0);
    let positions: Vec<CheckersPosition> =
        (0..args.probes).map(|_| database.position(pieces, random.below(all))).collect();
    for name in ["first", "again"] {
        let started = CpuClock::start();
        for position in &positions {
            black_box(database.probe(black_box(position)));
        }
        row(&format!("random look-ups, {pieces} pieces, {name}"), args.probes, started);
    }
    // One piece more than the database has.
    let more = args.pieces.unwrap_or((pieces + 1).min(8));
    let (stats, seconds) = search(args, &database, more);
    for (name, count) in [
        ("nodes", stats.nodes),
        ("positions looked up in the table and elsewhere", stats.lookups),
        ("positions found in the database", stats.database_hits),
    ] {
        columns.row([
            format!("searches with {more} pieces: {name}"),
            count.to_string(),
            format!("{seconds:.2}"),
            format!("{:.2}", count as f64 / seconds / 1e6),
        ]);
    }
    print!("{}", columns.to_text());
    Ok(())
}

/// What searches of random positions did, and their seconds of processor time.
fn search(args: &CheckersRates, database: &Database, pieces: u8) -> (Stats, f64) {
    let game = Checkers::new();
    let all = database.count_of(pieces);
    let mut random = random(args.seed, 1);
    let mut stats = Stats::default();
    let mut seconds = 0.0;
    for _ in 0..args.searches {
        let position = database.position(pieces, random.below(all));
        let question = Question::new(position.turn(), RepetitionRule::Draw);
        let mut solver = Solver::new(&game, question, Options::default()).knowledge(database);
        solver.limit(Limits::nodes(args.nodes));
        let started = CpuClock::start();
        stats.add(&solver.solve(&History::new(position)).stats);
        seconds += started.elapsed().as_secs_f64();
    }
    (stats, seconds)
}
