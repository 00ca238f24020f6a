//! Asks "mate in N" of the positions of an EPD file, N from `bm #N`.
//!
//! ```sh
//! cargo run --release -p threefold-search -F measure --example mate_in -- \
//!     keys|within|shortest|certify FILE [NODES]
//! ```
//! `certify` writes two certificates of each shortest mate, within N plies and not within fewer, to
//! the files `mate-LINE.cert` and `mate-LINE.2.cert` of the working directory.

use std::process::ExitCode;

use threefold_certificate::{Certificate, check, write_file};
use threefold_chess::{Chess, EpdRecord};
use threefold_game::{Game, History, RepetitionRule};
use threefold_search::distance::{DistanceOptions, DistanceSolver};
use threefold_search::{Limits, Verdict};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (task, file, nodes) = match &arguments[..] {
        [task, file] => (task, file, u64::MAX),
        [task, file, nodes] => match nodes.parse() {
            Ok(nodes) => (task, file, nodes),
            Err(_) => return usage(),
        },
        _ => return usage(),
    };
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::from(2);
        }
    };
    let mut total = Total::default();
    for (number, line) in text.lines().enumerate() {
        if let Err(error) = solve(line, task, nodes, &mut total) {
            eprintln!("{file}:{}: {error}", number + 1);
            return ExitCode::from(2);
        }
    }
    let Total { positions, solved, nodes, .. } = total;
    println!("{positions} positions, {solved} solved, {nodes} nodes, {:.2} CPU s", cpu_seconds());
    ExitCode::SUCCESS
}

#[derive(Default)]
struct Total {
    positions: u64,
    solved: u64,
    nodes: u64,
}

fn usage() -> ExitCode {
    eprintln!("expected keys|within|shortest|certify FILE [NODES]");
    ExitCode::from(2)
}

/// One line of the file; empty ones are passed over.
fn solve(line: &str, task: &str, nodes: u64, total: &mut Total) -> Result<(), String> {
    if line.trim().is_empty() {
        return Ok(());
    }
    let record: EpdRecord = line.parse().map_err(|error| format!("{error}"))?;
    let position = record.position().clone();
    let mate: i64 = line
        .split_once("bm #")
        .and_then(|(_, rest)| rest.split(';').next())
        .and_then(|number| number.trim().parse().ok())
        .ok_or("expected bm #N")?;
    let mover = Chess.player_to_move(&position);
    let (attacker, plies) = match mate > 0 {
        true => (mover, 2 * mate as u32 - 1),
        false => (mover.opponent(), 2 * mate.unsigned_abs() as u32),
    };
    let history = History::new(position);
    let mut solver = DistanceSolver::new(&Chess, attacker, DistanceOptions::default());
    solver.limit(Limits::nodes(nodes));
    let before = cpu_seconds();
    let (solved, spent, what) = ask(&mut solver, &history, task, plies, total.positions + 1)?;
    total.positions += 1;
    total.solved += u64::from(solved);
    total.nodes += spent;
    let took = cpu_seconds() - before;
    println!(
        "#{mate} {spent:>10} nodes {took:8.3} s  {what}  {}",
        line.split(" bm").next().unwrap()
    );
    Ok(())
}

fn ask(
    solver: &mut DistanceSolver<'_, Chess>,
    history: &History<Chess>,
    task: &str,
    plies: u32,
    number: u64,
) -> Result<(bool, u64, String), String> {
    let text = |m| Chess.move_text(history.root(), m);
    Ok(match task {
        "within" => {
            let answer = solver.within(history, plies);
            let solved = answer.verdict == Verdict::Proven;
            (
                solved,
                answer.stats.nodes,
                format!("{:?} {:?}", answer.verdict, answer.best.map(text)),
            )
        }
        "keys" => {
            let keys = solver.keys(history, plies);
            let found: Vec<_> = keys.keys().map(text).collect();
            (keys.reason.is_none(), keys.stats.nodes, format!("{:?} {found:?}", keys.reason))
        }
        "shortest" => {
            let shortest = solver.shortest(history);
            let solved = shortest.exact().is_some_and(|exact| exact <= plies);
            let (nodes, any) = (shortest.stats.nodes, shortest.stats.unbounded_nodes);
            let (low, high) = (shortest.at_least, shortest.at_most);
            (
                solved,
                nodes + any,
                format!("{low:?} to {high:?} of {plies} any {any} {:?}", shortest.reason),
            )
        }
        "certify" => {
            let rule = RepetitionRule::Draw;
            let mut lines = Vec::new();
            for (plies, proven, name) in [(plies, true, ""), (plies - 1, false, ".2")] {
                let written = solver.certificate(history, plies, proven, rule);
                let certificate = written.map_err(|error| error.to_string())?;
                check(&Chess, &certificate.block).map_err(|error| error.to_string())?;
                lines.push(certificate.block.header.moves);
                let file = Certificate { blocks: vec![certificate.block] };
                write_file(format!("mate-{number}{name}.cert"), &file)
                    .map_err(|error| error.to_string())?;
            }
            (true, 0, format!("{lines:?} lines"))
        }
        _ => return Err("expected keys, within or shortest".to_owned()),
    })
}

/// Processor time of this program.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds: f64 =
        text.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0.0);
    nanoseconds / 1e9
}
