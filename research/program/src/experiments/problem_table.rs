//! Problems of Go under several policies of the table: the experiment of Kishimoto and Mueller
//! (2004, Table 1), with the proof trees that the table holds checked by the rules.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use threefold_certificate::{Terms, check};
use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_go::problem::{Posed, Problem, pose};
use threefold_go::sgf;
use threefold_search::{ExtractError, Limits, Options, Policy, Solver, Stats};
use threefold_terminal::inputs;

use super::cpu_time::CpuClock;
use super::failure::Failure;
use super::features::Features;
use super::one_eye::request;
use crate::units::parse_bytes;

#[derive(Debug, Args)]
pub struct ProblemTable {
    /// SGF files with problems
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Seconds for each answer
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    /// Nodes for each answer
    #[arg(long, default_value_t = u64::MAX)]
    nodes: u64,
    /// Memory for the table
    #[arg(long, default_value = "200M", value_parser = parse_bytes)]
    table: usize,
    /// Positional superko
    #[arg(long)]
    positional: bool,
    /// Positions that a simulation among siblings may visit
    #[arg(long, default_value_t = 50)]
    siblings: u32,
    /// A line for each problem
    #[arg(long)]
    each: bool,
}

/// A policy by name.
fn policies(table_bytes: usize, siblings: u32) -> Vec<(&'static str, Options)> {
    let base = Options { table_bytes, ..Options::default() };
    let papers = Options { conditional: false, ..base.clone() };
    vec![
        ("ignore", Options { policy: Policy::Ignore, ..base.clone() }),
        (
            "base and twin, no simulation",
            Options { superko_simulation_budget: 0, ..papers.clone() },
        ),
        ("base and twin, simulation", papers),
        ("conditional, simulation", base.clone()),
        ("the same, and among siblings", Options { sibling_budget: siblings, ..base }),
    ]
}

/// What became of one problem under one policy.
#[derive(Clone, Default)]
struct Tried {
    answer: Option<bool>,
    stats: Stats,
    time: Duration,
    /// Parts of the proof tree that did not hold, or were not there.
    repairs: u32,
    holes: u64,
    /// What the checker said of the certificate at last.
    certified: Option<bool>,
    features: Features,
}

pub fn run(args: &ProblemTable) -> Result<(), Failure> {
    let mut problems: Vec<(String, Posed)> = Vec::new();
    for file in &args.files {
        let name = file.display().to_string();
        let bytes = inputs::contents(&name).map_err(|e| Failure::usage(e.to_string()))?;
        let games = sgf::read(&bytes).map_err(|e| Failure::usage(format!("{name}:{e}")))?;
        for (i, game) in games.iter().enumerate() {
            let posed = pose(game, &request());
            let posed = posed.map_err(|e| Failure::usage(format!("{name}#{}: {e}", i + 1)))?;
            problems.push((game.title().unwrap_or_default().to_owned(), posed));
        }
    }
    let policies = policies(args.table, args.siblings);
    let mut all: Vec<Vec<Tried>> = vec![Vec::new(); policies.len()];
    for (title, posed) in &problems {
        let mut words = Vec::new();
        for (place, (_, options)) in policies.iter().enumerate() {
            let tried = attempt(&posed.problem, posed, options, args);
            words.push(format!("{} {:?}", tried.stats.nodes, tried.answer));
            all[place].push(tried);
        }
        if args.each {
            println!("{title}: {}", words.join("; "));
        }
    }
    let by_all: Vec<usize> = (0..problems.len())
        .filter(|&i| {
            all.iter().all(|tried| tried[i].certified == Some(true) && tried[i].answer.is_some())
        })
        .collect();
    println!(
        "{} problems, {} solved by all; sums over these\n\n\
         | policy | solved | wrong answers | faulty proof trees | with holes | nodes | \
         by simulation | simulations | failed | CPU seconds |\n\
         |---|---|---|---|---|---|---|---|---|---|",
        problems.len(),
        by_all.len()
    );
    let mut wrong = 0;
    for (place, (name, options)) in policies.iter().enumerate() {
        let tried = &all[place];
        let answered = tried.iter().filter(|t| t.answer.is_some()).count();
        let is_wrong = |i: usize| {
            // Who has a certificate that the checker accepts is right.
            all.iter().any(|other| {
                other[i].certified == Some(true)
                    && tried[i].answer.is_some_and(|a| Some(a) != other[i].answer)
            })
        };
        let wrongs = (0..problems.len()).filter(|&i| is_wrong(i)).count();
        let faulty = tried.iter().filter(|t| t.repairs > 0 || t.certified == Some(false)).count();
        if options.policy != Policy::Ignore {
            wrong += wrongs;
        }
        let holes = tried.iter().filter(|t| t.holes > 0).count();
        let sum = |f: &dyn Fn(&Tried) -> u64| by_all.iter().map(|&i| f(&tried[i])).sum::<u64>();
        let time: f64 = by_all.iter().map(|&i| tried[i].time.as_secs_f64()).sum();
        println!(
            "| {name} | {answered} | {wrongs} | {faulty} | {holes} | {} | {} | {} | \
             {} | {time:.1} |",
            sum(&|t| t.stats.nodes),
            sum(&|t| t.stats.simulation_nodes + t.stats.sibling_simulation_nodes),
            sum(&|t| t.stats.simulations() + t.stats.sibling_simulations()),
            sum(&|t| t.stats.simulations_failed + t.stats.sibling_simulations_failed),
        );
    }
    let last = all.last().expect("there are policies");
    let last_name = policies[policies.len() - 1].0;
    println!("\nIn the strategies of the certificates ({last_name}):");
    for (i, (name, _)) in Features::default().list().iter().enumerate() {
        let count = last.iter().filter(|tried| tried.features.list()[i].1).count();
        println!("- {name}: {count} problems");
    }
    if wrong > 0 {
        return Err(Failure::check(format!("{wrong} wrong answers")));
    }
    Ok(())
}

fn attempt(problem: &Problem, posed: &Posed, options: &Options, args: &ProblemTable) -> Tried {
    let rule = match args.positional {
        true => RepetitionRule::PositionalSuperko,
        false => RepetitionRule::SituationalSuperko,
    };
    let defender = problem.definition().defender;
    let asker = if posed.aim.is_defenders() { defender } else { defender.opponent() };
    let mut solver =
        Solver::new(problem, Question::new(Player::from(asker), rule), options.clone());
    solver.limit(Limits {
        nodes: args.nodes,
        time: Some(Duration::from_secs(args.seconds)),
        ..Limits::default()
    });
    let history = History::new(problem.root(posed.to_play, [0, 0]));
    let clock = CpuClock::start();
    let answer = solver.solve(&history);
    let time = clock.elapsed();
    let mut tried =
        Tried { answer: answer.verdict.decided(), stats: answer.stats, time, ..Tried::default() };
    let Some(proven) = tried.answer else { return tried };
    match solver.certificate(&history, proven, rule) {
        Ok(extracted) => {
            (tried.repairs, tried.holes) = (extracted.repairs, extracted.stats.holes);
            tried.certified = Some(check(problem, &extracted.block).is_ok());
            let terms = Terms::of(solver.question(), proven);
            tried.features = Features::of(problem, &history, terms, &extracted.block, usize::MAX);
        }
        Err(ExtractError::Limit(_)) => {}
        Err(_) => tried.certified = Some(false),
    }
    tried
}
