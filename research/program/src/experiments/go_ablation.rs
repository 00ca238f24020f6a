//! What each treatment of repetition costs on small Go boards under superko, and how often it is
//! wrong.

use std::time::Duration;

use clap::Args;
use threefold_certificate::check;
use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_go::{Go, Size, Terms};
use threefold_search::{Limits, Options, Policy, Solver, Stats, Verify};

use super::bytes;
use super::cpu_time::CpuClock;
use super::failure::Failure;
use super::print::Columns;

#[derive(Debug, Args)]
pub struct GoAblation {
    /// Boards and values (Black minus White, the empty board): each is asked whether Black scores
    /// that much, and whether he scores one point more
    #[arg(default_values = ["2x3:0", "1x8:3", "3x3:9", "3x4:4", "4x4:2"], value_parser = board)]
    boards: Vec<(Size, i32)>,
    /// situational-superko or positional-superko; both if absent
    #[arg(long)]
    rule: Option<RepetitionRule>,
    /// Only treatments whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Nodes and simulated positions for one question
    #[arg(long, default_value_t = 20_000_000)]
    nodes: u64,
    /// Seconds for one question
    #[arg(long, default_value_t = 120)]
    seconds: u64,
    /// Memory for the table
    #[arg(long, default_value = "256M", value_parser = bytes::parse)]
    memory: usize,
    /// Positions one simulation may visit
    #[arg(long)]
    budget: Option<u32>,
    /// Created situations that are kept one by one
    #[arg(long)]
    created: Option<u32>,
    /// Situations that a conditional result may need
    #[arg(long)]
    needed: Option<u32>,
    /// Does not write and check certificates
    #[arg(long)]
    no_check: bool,
    /// Prints all counters
    #[arg(long)]
    verbose: bool,
}

fn board(text: &str) -> Result<(Size, i32), String> {
    let (size, value) = text.split_once(':').ok_or("expected SIZE:VALUE, as in 3x4:4")?;
    let value = value.parse().map_err(|_| format!("'{value}' is no score"))?;
    Ok((size.parse().map_err(|error| format!("{error}"))?, value))
}

/// A treatment with its name.
struct Scheme {
    name: &'static str,
    options: Options,
}

fn schemes(args: &GoAblation) -> Vec<Scheme> {
    let defaults = Options { table_bytes: args.memory, ..Options::default() };
    let base = Options {
        superko_simulation_budget: args.budget.unwrap_or(defaults.superko_simulation_budget),
        max_created: args.created.unwrap_or(defaults.max_created),
        max_needed: args.needed.unwrap_or(defaults.max_needed),
        ..defaults
    };
    let twins = Options { conditional: false, ..base.clone() };
    let scheme = |name, options| Scheme { name, options };
    vec![
        scheme("plain table", Options { policy: Policy::Ignore, ..base.clone() }),
        scheme("conditional results", base.clone()),
        scheme("conditional, base believed", Options { verify: Verify::Never, ..base.clone() }),
        scheme(
            "conditional, no simulation",
            Options { superko_simulation_budget: 0, ..base.clone() },
        ),
        scheme(
            "conditional, no threshold control",
            Options { threshold_control: false, ..base.clone() },
        ),
        scheme("every reuse simulated", Options { verify: Verify::Always, ..twins.clone() }),
        scheme("base and twin, simulation", Options { verify: Verify::Never, ..twins.clone() }),
        scheme(
            "base and twin, no simulation",
            Options { verify: Verify::Never, superko_simulation_budget: 0, ..twins.clone() },
        ),
        scheme(
            "only what met no repetition",
            Options { policy: Policy::NoStore, verify: Verify::Never, ..twins.clone() },
        ),
        scheme("one entry per path", Options { policy: Policy::PathKeyed, ..twins }),
    ]
}

#[derive(Default)]
struct Tally {
    right: u32,
    wrong: u32,
    unknown: u32,
    certified: u32,
    stats: Stats,
    cpu: Duration,
    certificate_cpu: Duration,
}

pub fn run(args: &GoAblation) -> Result<(), Failure> {
    let rules = match args.rule {
        Some(rule) if rule.is_superko() => vec![rule],
        Some(rule) => return Err(Failure::usage(format!("--rule: {rule} is no superko rule"))),
        None => vec![RepetitionRule::SituationalSuperko, RepetitionRule::PositionalSuperko],
    };
    for rule in rules {
        for &(size, value) in &args.boards {
            let mut columns = Columns::new([
                "treatment",
                "right",
                "wrong",
                "unknown",
                "certified",
                "nodes",
                "of plain",
                "simulated",
                "simulations",
                "failed",
                "over budget",
                "stored",
                "holes",
                "CPU s",
                "certificate s",
            ]);
            let mut plain = 0;
            let mut counters = Vec::new();
            for scheme in schemes(args) {
                if !scheme.name.contains(&args.only) {
                    continue;
                }
                let tally = solve(args, size, value, rule, &scheme);
                let stats = &tally.stats;
                if scheme.options.policy == Policy::Ignore {
                    plain = stats.nodes;
                }
                let ratio = if plain > 0 { stats.nodes as f64 / plain as f64 } else { f64::NAN };
                columns.row([
                    scheme.name.to_owned(),
                    tally.right.to_string(),
                    tally.wrong.to_string(),
                    tally.unknown.to_string(),
                    tally.certified.to_string(),
                    stats.nodes.to_string(),
                    format!("{ratio:.2}"),
                    stats.simulation_nodes.to_string(),
                    stats.simulations().to_string(),
                    stats.simulations_failed.to_string(),
                    stats.simulations_over_budget.to_string(),
                    (stats.base_stores + stats.twin_stores + stats.conditional_stores).to_string(),
                    stats.holes.to_string(),
                    format!("{:.2}", tally.cpu.as_secs_f64()),
                    format!("{:.2}", tally.certificate_cpu.as_secs_f64()),
                ]);
                counters.push(format!("{}: {stats:?}", scheme.name));
            }
            println!("{size}, value {value}, {rule}");
            columns.print();
            if args.verbose {
                counters.iter().for_each(|line| println!("{line}"));
            }
            println!();
        }
    }
    Ok(())
}

fn solve(
    args: &GoAblation,
    size: Size,
    value: i32,
    rule: RepetitionRule,
    scheme: &Scheme,
) -> Tally {
    let mut tally = Tally::default();
    for at_least in [value, value + 1] {
        if at_least.abs() > size.points() as i32 {
            continue;
        }
        let game = Go::<u64>::new(Terms::new(size, at_least)).expect("a small board");
        let history = History::new(game.start());
        let question = Question::new(Player::First, rule);
        let mut solver = Solver::new(&game, question, scheme.options.clone());
        let time = Some(Duration::from_secs(args.seconds));
        solver.limit(Limits { time, ..Limits::nodes(args.nodes) });
        let clock = CpuClock::start();
        let answer = solver.solve(&history);
        tally.cpu += clock.elapsed();
        match answer.verdict.decided() {
            None => tally.unknown += 1,
            Some(proven) if proven == (at_least <= value) => tally.right += 1,
            Some(_) => tally.wrong += 1,
        }
        tally.stats.add(&answer.stats);
        if let Some(proven) = answer.verdict.decided()
            && !args.no_check
        {
            let clock = CpuClock::start();
            if let Ok(extracted) = solver.certificate(&history, proven, rule) {
                tally.stats.holes += extracted.stats.holes;
                tally.certified += u32::from(check(&game, &extracted.block).is_ok());
            }
            tally.certificate_cpu += clock.elapsed();
        }
    }
    tally
}
