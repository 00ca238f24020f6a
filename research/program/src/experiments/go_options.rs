//! What the parts of the solver cost on small Go boards under superko, and bring: several sets of
//! its options, with certificates. Treatments of repetition are compared by `compare`.

use std::time::Duration;

use clap::Args;
use threefold_certificate::check;
use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_go::{Go, Size, Terms};
use threefold_search::{Limits, Options, Policy, Solver, Stats};

use super::cpu_time::CpuClock;
use super::failure::Failure;
use super::option_sets::OPTION_SETS;
use crate::columns::Columns;
use crate::units::parse_bytes;

#[derive(Debug, Args)]
pub struct GoOptions {
    /// Boards and values (Black minus White, the empty board): each is asked whether Black scores
    /// that much, and whether he scores one point more
    #[arg(default_values = ["2x3:0", "1x8:3", "3x3:9", "3x4:4", "4x4:2"], value_parser = board)]
    boards: Vec<(Size, i32)>,
    /// situational-superko or positional-superko; both if absent
    #[arg(long)]
    rule: Option<RepetitionRule>,
    /// Only sets whose name contains this
    #[arg(long, default_value = "")]
    only: String,
    /// Nodes and simulated positions for one question
    #[arg(long, default_value_t = 20_000_000)]
    nodes: u64,
    /// Seconds for one question
    #[arg(long, default_value_t = 120)]
    seconds: u64,
    /// Memory for the table
    #[arg(long, default_value = "256M", value_parser = parse_bytes)]
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

/// What is compared: names of [`OPTION_SETS`].
const NAMES: [&str; 10] = [
    "plain table (ignore)",
    "default",
    "conditional, base believed",
    "conditional, no simulation",
    "no threshold control",
    "every reuse simulated",
    "base and twin, base believed",
    "base and twin, base believed, no simulation",
    "no store, base believed",
    "path-keyed",
];

/// The options that the sets begin with.
fn base(args: &GoOptions) -> Options {
    let defaults = Options { table_bytes: args.memory, ..Options::default() };
    Options {
        superko_simulation_budget: args.budget.unwrap_or(defaults.superko_simulation_budget),
        max_created: args.created.unwrap_or(defaults.max_created),
        max_needed: args.needed.unwrap_or(defaults.max_needed),
        ..defaults
    }
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

pub fn run(args: &GoOptions) -> Result<(), Failure> {
    let rules = match args.rule {
        Some(rule) if rule.is_superko() => vec![rule],
        Some(rule) => return Err(Failure::usage(format!("--rule: {rule} is no superko rule"))),
        None => vec![RepetitionRule::SituationalSuperko, RepetitionRule::PositionalSuperko],
    };
    for rule in rules {
        for &(size, value) in &args.boards {
            let mut columns = Columns::new([
                "options",
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
            for name in NAMES.into_iter().filter(|name| name.contains(&args.only)) {
                let set = OPTION_SETS.iter().find(|set| set.name == name).expect("it is there");
                let options = (set.options)(base(args));
                let tally = solve(args, size, value, rule, &options);
                let stats = &tally.stats;
                if options.policy == Policy::Ignore {
                    plain = stats.nodes;
                }
                let ratio = if plain > 0 { stats.nodes as f64 / plain as f64 } else { f64::NAN };
                columns.row([
                    name.to_owned(),
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
                counters.push(format!("{name}: {stats:?}"));
            }
            println!("{size}, value {value}, {rule}");
            print!("{}", columns.to_text());
            if args.verbose {
                counters.iter().for_each(|line| println!("{line}"));
            }
            println!();
        }
    }
    Ok(())
}

fn solve(
    args: &GoOptions,
    size: Size,
    value: i32,
    rule: RepetitionRule,
    options: &Options,
) -> Tally {
    let mut tally = Tally::default();
    for at_least in [value, value + 1] {
        if at_least.abs() > size.points() as i32 {
            continue;
        }
        let game = Go::<u64>::new(Terms::new(size, at_least)).expect("a small board");
        let history = History::new(game.start());
        let question = Question::new(Player::First, rule);
        let mut solver = Solver::new(&game, question, options.clone());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_that_of_a_set() {
        for name in NAMES {
            assert_eq!(OPTION_SETS.iter().filter(|set| set.name == name).count(), 1, "{name}");
        }
    }
}
