//! Child look-ups per second, against the rate at which cozy-chess makes moves.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use threefold_chess::Chess;
use threefold_chess::cozy_chess::Board;
use threefold_search::{Limits, Options, Solver};

use super::cpu_time::CpuClock;
use super::failure::Failure;
use super::input;
use crate::columns::Columns;
use crate::units::parse_bytes;

#[derive(Debug, Args)]
pub struct Speed {
    /// Positions (EPD or FEN)
    input: PathBuf,
    /// Nodes for each position
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    /// Memory for the table
    #[arg(long, default_value = "64M", value_parser = parse_bytes)]
    memory: usize,
}

/// Moves made in perft per position: about as much work as a search.
const MOVES: u64 = 1_000_000;

pub fn run(args: &Speed) -> Result<(), Failure> {
    let items = input::read(&args.input)?;
    let (mut lookups, mut nodes, mut searching) = (0, 0, Duration::ZERO);
    let (mut moves, mut playing) = (0, Duration::ZERO);
    for item in &items {
        let options = Options { table_bytes: args.memory, ..Options::default() };
        let mut solver = Solver::new(&Chess, item.question(), options);
        solver.limit(Limits::nodes(args.nodes));
        let clock = CpuClock::start();
        let answer = solver.solve(item.history());
        searching += clock.elapsed();
        lookups += answer.stats.lookups;
        nodes += answer.stats.nodes;

        let board = item.record.position().board();
        let clock = CpuClock::start();
        moves += perft_about(board, MOVES);
        playing += clock.elapsed();
    }
    let rate = |count: u64, time: Duration| count as f64 / time.as_secs_f64().max(1e-9);
    let mut columns = Columns::new(["", "count", "CPU s", "million per s"]);
    for (name, count, time) in [
        ("child look-ups", lookups, searching),
        ("nodes", nodes, searching),
        ("moves made in perft", moves, playing),
    ] {
        columns.row([
            name.to_owned(),
            count.to_string(),
            format!("{:.2}", time.as_secs_f64()),
            format!("{:.2}", rate(count, time) / 1e6),
        ]);
    }
    print!("{}", columns.to_text());
    println!("look-ups per move made: {:.3}", rate(lookups, searching) / rate(moves, playing));
    Ok(())
}

/// Perft to the depth that makes about `wanted` moves, repeated where even a deep one is small;
/// returns the moves made.
fn perft_about(board: &Board, wanted: u64) -> u64 {
    let (mut depth, mut made) = (1, 0);
    while made < wanted && depth <= 8 {
        made += perft(board, depth);
        depth += 1;
    }
    made
}

/// Makes every move, those to the leaves included, and returns how many.
fn perft(board: &Board, depth: u32) -> u64 {
    let mut made = 0;
    board.generate_moves(|moves| {
        for m in moves {
            let mut child = board.clone();
            child.play_unchecked(m);
            made += 1;
            if depth > 1 {
                made += perft(&child, depth - 1);
            } else {
                std::hint::black_box(&child);
            }
        }
        false
    });
    made
}
