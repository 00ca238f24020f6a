//! Who mates? The df-pn search on the positions of an EPD file, without certificates: what it
//! costs.
//!
//! ```sh
//! cargo run --release -p threefold-search --example solve_epd -- FILE [NODES [TABLE_BYTES]]
//! ```
//! The attacker is the side to move, or the other one if a record says `bm #-N`. Two builds do the
//! same work if they print the same but for the last line, which has the time.

use std::process::ExitCode;

use threefold_chess::{Chess, EpdRecord};
use threefold_game::{Game, History, Question, RepetitionRule};
use threefold_search::{Limits, Options, Solver, Stats};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else {
        eprintln!("expected FILE [NODES [TABLE_BYTES]]");
        return ExitCode::from(2);
    };
    let mut number = |otherwise| match arguments.next().map(|text| text.parse::<u64>()) {
        None => Some(otherwise),
        Some(number) => number.ok(),
    };
    let (Some(nodes), Some(bytes)) = (number(1_000_000), number(64 << 20)) else {
        eprintln!("expected a number of nodes, and of bytes");
        return ExitCode::from(2);
    };
    let text = match std::fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::from(2);
        }
    };
    let (mut all, mut solved, mut positions) = (Stats::default(), 0, 0);
    for (line, text) in text.lines().enumerate().filter(|(_, text)| !text.trim().is_empty()) {
        let record: EpdRecord = match text.parse() {
            Ok(record) => record,
            Err(error) => {
                eprintln!("{file}:{}: {error}", line + 1);
                return ExitCode::from(2);
            }
        };
        let mover = Chess.player_to_move(record.position());
        let is_mated = record.expected().ok().and_then(|it| it.mate()).is_some_and(|mate| mate < 0);
        let attacker = if is_mated { mover.opponent() } else { mover };
        let question = Question::new(attacker, RepetitionRule::Draw);
        let options = Options { table_bytes: bytes as usize, ..Options::default() };
        let mut solver = Solver::new(&Chess, question, options);
        solver.limit(Limits::nodes(nodes));
        let answer = solver.solve(&History::new(record.position().clone()));
        let stats = &answer.stats;
        println!(
            "{:?} nodes {} lookups {} depth {} restarts {} evictions {} sets {}/{}  {}",
            answer.verdict,
            stats.nodes,
            stats.lookups,
            stats.max_depth,
            stats.restarts,
            stats.evictions,
            stats.closed_sets,
            stats.closed_set_positions,
            text.split(';').next().unwrap_or_default()
        );
        positions += 1;
        solved += u32::from(answer.verdict.decided().is_some());
        all.add(stats);
    }
    println!("{positions} positions, {solved} solved, {} nodes", all.nodes);
    let seconds = cpu_seconds();
    println!("{seconds:.2} CPU s, {:.0} nodes/s", all.nodes as f64 / seconds);
    ExitCode::SUCCESS
}

/// Processor time of this program, where the system says it.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds: f64 =
        text.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0.0);
    nanoseconds / 1e9
}
