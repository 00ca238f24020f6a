//! The price of correctness: base and twin entries against the plain table.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use threefold_certificate::check;
use threefold_chess::Chess;
use threefold_game::RepetitionRule;
use threefold_search::{Limits, Options, Policy, Solver};

use super::cpu_time::CpuClock;
use super::failure::Failure;
use super::input::{self, Item};
use crate::columns::Columns;
use crate::progress::bar;
use crate::units::parse_bytes;

#[derive(Debug, Args)]
pub struct Price {
    /// Positions (EPD or FEN)
    input: PathBuf,
    /// Nodes for each position
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
    /// Memory for the table
    #[arg(long, default_value = "64M", value_parser = parse_bytes)]
    memory: usize,
    /// Prints every position
    #[arg(long)]
    verbose: bool,
}

/// What one policy made of one position.
#[derive(Clone, Copy, Default)]
struct Run {
    verdict: Option<bool>,
    /// `None` without a verdict.
    right: Option<bool>,
    nodes: u64,
    time: Duration,
}

const POLICIES: [Policy; 2] = [Policy::BaseTwin, Policy::Ignore];

pub fn run(args: &Price) -> Result<(), Failure> {
    let items = input::read(&args.input)?;
    let bar = bar(items.len() as u64, "positions");
    let mut pairs: Vec<(Option<bool>, [Run; 2])> = Vec::new();
    for item in &items {
        let mut pair = [Run::default(); 2];
        // A B B A: what warms up or slows down over time hits both alike.
        for policy in [0, 1, 1, 0] {
            let run = solve(args, item, POLICIES[policy], pair[policy].right);
            let time = pair[policy].time + run.time / 2;
            pair[policy] = Run { time, ..run };
        }
        // Where the file does not say the truth, a certified answer is the truth.
        let certified = pair.iter().find(|run| run.right == Some(true)).and_then(|run| run.verdict);
        if args.verbose {
            let text = |run: &Run| format!("{:?} {:?} {}", run.verdict, run.right, run.nodes);
            bar.suspend(|| {
                println!("{} | {} | {}", item.record, text(&pair[0]), text(&pair[1]));
            });
        }
        pairs.push((item.truth.or(certified), pair));
        bar.inc(1);
    }
    bar.finish_and_clear();

    let mut columns = Columns::new([
        "truth",
        "policy",
        "positions",
        "right",
        "wrong",
        "unknown",
        "nodes",
        "CPU s",
        "both right",
        "nodes",
        "CPU s",
    ]);
    let mut ratios = Columns::new([
        "base-twin / ignore",
        "right",
        "nodes, all",
        "time, all",
        "nodes, both right",
        "time, both right",
    ]);
    for (name, truth) in [
        ("won", Some(Some(true))),
        ("drawn", Some(Some(false))),
        ("not known", Some(None)),
        ("all", None),
    ] {
        let group: Vec<&[Run; 2]> = pairs
            .iter()
            .filter(|(known, _)| truth.is_none_or(|truth| truth == *known))
            .map(|(_, pair)| pair)
            .collect();
        if group.is_empty() {
            continue;
        }
        let both: Vec<&[Run; 2]> = group
            .iter()
            .copied()
            .filter(|pair| pair.iter().all(|run| run.right == Some(true)))
            .collect();
        let sums = [0, 1].map(|p| (sum(&group, p), sum(&both, p)));
        for (policy, (all, common)) in sums.iter().enumerate() {
            columns.row([
                name.to_owned(),
                POLICIES[policy].name().to_owned(),
                group.len().to_string(),
                all.right.to_string(),
                all.wrong.to_string(),
                all.unknown.to_string(),
                all.nodes.to_string(),
                format!("{:.2}", all.time.as_secs_f64()),
                both.len().to_string(),
                common.nodes.to_string(),
                format!("{:.2}", common.time.as_secs_f64()),
            ]);
        }
        let [(a, a_both), (b, b_both)] = &sums;
        ratios.row([
            name.to_owned(),
            format!("{} : {}", a.right, b.right),
            quotient(a.nodes as f64, b.nodes as f64),
            quotient(a.time.as_secs_f64(), b.time.as_secs_f64()),
            quotient(a_both.nodes as f64, b_both.nodes as f64),
            quotient(a_both.time.as_secs_f64(), b_both.time.as_secs_f64()),
        ]);
    }
    print!("{}", columns.to_text());
    println!();
    print!("{}", ratios.to_text());
    let wrong = pairs.iter().filter(|(_, pair)| pair[0].right == Some(false)).count();
    if wrong > 0 {
        return Err(Failure::check(format!("base-twin is wrong {wrong} times")));
    }
    Ok(())
}

fn quotient(a: f64, b: f64) -> String {
    if b > 0.0 { format!("{:.3}", a / b) } else { "-".to_owned() }
}

#[derive(Default)]
struct Sum {
    right: u64,
    wrong: u64,
    unknown: u64,
    nodes: u64,
    time: Duration,
}

fn sum(pairs: &[&[Run; 2]], policy: usize) -> Sum {
    pairs.iter().map(|pair| &pair[policy]).fold(Sum::default(), |mut sum, run| {
        match run.right {
            Some(true) => sum.right += 1,
            Some(false) => sum.wrong += 1,
            None => sum.unknown += 1,
        }
        sum.nodes += run.nodes;
        sum.time += run.time;
        sum
    })
}

/// `known`: whether an earlier run of the same search was right.
fn solve(args: &Price, item: &Item, policy: Policy, known: Option<bool>) -> Run {
    let options = Options { table_bytes: args.memory, policy, ..Options::default() };
    let mut solver = Solver::new(&Chess, item.question(), options);
    solver.limit(Limits::nodes(args.nodes));
    let clock = CpuClock::start();
    let answer = solver.solve(item.history());
    let time = clock.elapsed();
    let verdict = answer.verdict.decided();
    let right = verdict.map(|proven| match (known, item.truth) {
        (Some(right), _) => right,
        (None, Some(truth)) => proven == truth,
        (None, None) => solver
            .certificate(item.history(), proven, RepetitionRule::Draw)
            .is_ok_and(|extracted| check(&Chess, &extracted.block).is_ok()),
    });
    Run { verdict, right, nodes: answer.stats.nodes, time }
}
