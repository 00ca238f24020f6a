//! The same questions with tables of several sizes.

use std::path::PathBuf;

use clap::Args;
use threefold_chess::Chess;
use threefold_search::{Limits, Options, Solver, Stats, Verdict};

use super::failure::Failure;
use super::input;
use crate::columns::Columns;
use crate::progress::bar;
use crate::units::{self, parse_bytes};

#[derive(Debug, Args)]
pub struct TableSizes {
    /// Positions (EPD or FEN)
    input: PathBuf,
    /// Sizes, separated by commas
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "64K,1M,16M,256M",
        value_parser = parse_bytes
    )]
    sizes: Vec<usize>,
    /// Nodes for each position
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
}

pub fn run(args: &TableSizes) -> Result<(), Failure> {
    let items = input::read(&args.input)?;
    let mut columns = Columns::new([
        "table",
        "proven",
        "disproven",
        "unknown",
        "nodes",
        "most",
        "evictions",
        "fill",
        "s",
    ]);
    let mut verdicts: Vec<Option<bool>> = vec![None; items.len()];
    let mut disagreements = Vec::new();
    for &bytes in &args.sizes {
        let mut total = Stats::default();
        let (mut proven, mut disproven, mut unknown, mut most) = (0, 0, 0, 0);
        let bar = bar(items.len() as u64, &units::bytes(bytes as u64));
        for (item, seen) in items.iter().zip(&mut verdicts) {
            let options = Options { table_bytes: bytes, ..Options::default() };
            let mut solver = Solver::new(&Chess, item.question(), options);
            solver.limit(Limits::nodes(args.nodes));
            let answer = solver.solve(item.history());
            match answer.verdict {
                Verdict::Proven => proven += 1,
                Verdict::Disproven => disproven += 1,
                Verdict::Unknown(_) => unknown += 1,
            }
            if let Some(verdict) = answer.verdict.decided()
                && *seen.get_or_insert(verdict) != verdict
            {
                disagreements.push(item.line);
            }
            most = most.max(answer.stats.nodes);
            total.add(&answer.stats);
            bar.inc(1);
        }
        bar.finish_and_clear();
        columns.row([
            units::bytes(bytes as u64),
            proven.to_string(),
            disproven.to_string(),
            unknown.to_string(),
            total.nodes.to_string(),
            most.to_string(),
            total.evictions.to_string(),
            format!("{:.1} %", 100.0 * total.table_fill()),
            format!("{:.2}", total.time.as_secs_f64()),
        ]);
    }
    print!("{}", columns.to_text());
    match disagreements.first() {
        Some(line) => Err(Failure::check(format!(
            "verdicts disagree in {} cases, first in line {line}",
            disagreements.len()
        ))),
        None => Ok(()),
    }
}
