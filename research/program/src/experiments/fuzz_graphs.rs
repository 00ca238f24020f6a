//! Random loopy games against exhaustive search.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use clap::Args;
use threefold_certificate::check;
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_graph::GraphGame;
use threefold_lab::shrink;
use threefold_search::{ExtractError, Limits, Options, Solver, Stats, Verdict};

use super::failure::Failure;
use super::graphs::ManyRoots;
use super::option_sets::{Demand, OPTION_SETS, OptionSet};
use super::parallel::for_each;
use crate::columns::Columns;

#[derive(Debug, Args)]
pub struct FuzzGraphs {
    /// Games per rule
    #[arg(long, default_value_t = 10_000)]
    games: u64,
    /// Where the games come from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A repetition rule, or all of them
    #[arg(long, default_value = "all")]
    rule: String,
    /// Positions per game, as A..B, both included
    #[arg(long, default_value = "4..14", value_parser = sizes)]
    size: (u32, u32),
    /// Only option sets whose name contains this
    #[arg(long, default_value = "")]
    options: String,
    /// First game; a report names the number of a game
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Positions that exhaustive search may expand before a game is skipped
    #[arg(long, default_value_t = 300_000)]
    oracle_nodes: u64,
    /// Threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

fn sizes(text: &str) -> Result<(u32, u32), String> {
    let parse = || {
        let (from, to) = text.split_once("..")?;
        let (from, to) = (from.parse().ok()?, to.trim_start_matches('=').parse().ok()?);
        (1 <= from && from <= to && to <= 1000).then_some((from, to))
    };
    parse().ok_or_else(|| "expected A..B with 1 <= A <= B".to_owned())
}

/// What can be found out about one answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Finding {
    Wrong,
    Unknown,
    /// A right answer that the extraction calls wrong, or cannot certify.
    NotExtracted,
    Refuted,
    /// A wrong answer with a certificate that the checker accepts.
    WrongVerified,
    Collision,
}

#[derive(Default)]
struct Tally {
    asked: u64,
    skipped: u64,
    proven: u64,
    verified: u64,
    findings: BTreeMap<Finding, u64>,
    /// Of each kind of finding the first case.
    first: BTreeMap<Finding, u64>,
    stats: Stats,
}

impl Tally {
    fn note(&mut self, finding: Finding, index: u64) {
        *self.findings.entry(finding).or_default() += 1;
        let first = self.first.entry(finding).or_insert(index);
        *first = index.min(*first);
    }

    fn count(&self, finding: Finding) -> u64 {
        self.findings.get(&finding).copied().unwrap_or(0)
    }

    fn add(&mut self, other: Tally) {
        self.asked += other.asked;
        self.skipped += other.skipped;
        self.proven += other.proven;
        self.verified += other.verified;
        for (finding, count) in other.findings {
            *self.findings.entry(finding).or_default() += count;
        }
        for (finding, index) in other.first {
            let first = self.first.entry(finding).or_insert(index);
            *first = index.min(*first);
        }
        self.stats.add(&other.stats);
    }
}

pub fn run(args: &FuzzGraphs) -> Result<(), Failure> {
    let rules = match args.rule.as_str() {
        "all" => RepetitionRule::ALL.to_vec(),
        name => vec![name.parse().map_err(|e| Failure::usage(format!("--rule: {e}")))?],
    };
    let mut sets: Vec<&OptionSet> = OPTION_SETS.iter().collect();
    sets.retain(|set| set.name.contains(&args.options));
    if sets.is_empty() {
        return Err(Failure::usage(format!("--options: no set is named '{}'", args.options)));
    }
    let mut failures = 0;
    for rule in rules {
        failures += one_rule(args, rule, &sets);
    }
    if failures > 0 {
        Err(Failure::check(format!("{failures} demands were not met")))
    } else {
        Ok(())
    }
}

fn one_rule(args: &FuzzGraphs, rule: RepetitionRule, sets: &[&OptionSet]) -> u64 {
    let started = std::time::Instant::now();
    let tallies: Vec<Tally> = for_each(
        args.games,
        args.threads,
        rule.name(),
        |i, tallies: &mut Vec<Tally>| {
            tallies.resize_with(sets.len(), Tally::default);
            let index = args.first + i;
            let case = ManyRoots::new(args.seed, index, rule, args.size);
            for &attacker in case.attackers(index) {
                one_case(args, &case, attacker, index, sets, tallies);
            }
        },
        |all, tallies| {
            all.resize_with(sets.len(), Tally::default);
            all.iter_mut().zip(tallies).for_each(|(all, tally)| all.add(tally));
        },
    );
    println!(
        "{rule}: {} games, seed {}, {:.1} s",
        args.games,
        args.seed,
        started.elapsed().as_secs_f64()
    );
    let mut columns = Columns::new([
        "options",
        "asked",
        "skipped",
        "proven",
        "wrong",
        "unknown",
        "certified",
        "not certified",
        "refuted",
        "wrong certified",
        "collisions",
        "nodes",
        "holes",
        "simulations",
        "failed",
    ]);
    let mut failures = 0;
    for (set, tally) in sets.iter().zip(&tallies) {
        let n = |finding| tally.count(finding).to_string();
        columns.row([
            set.name.to_owned(),
            tally.asked.to_string(),
            tally.skipped.to_string(),
            tally.proven.to_string(),
            n(Finding::Wrong),
            n(Finding::Unknown),
            tally.verified.to_string(),
            n(Finding::NotExtracted),
            n(Finding::Refuted),
            n(Finding::WrongVerified),
            n(Finding::Collision),
            tally.stats.nodes.to_string(),
            tally.stats.holes.to_string(),
            tally.stats.simulations().to_string(),
            tally.stats.simulations_failed.to_string(),
        ]);
        failures +=
            tally.first.keys().filter(|&&finding| is_failure(set.demand, finding)).count() as u64;
    }
    print!("{}", columns.to_text());
    for (set, tally) in sets.iter().zip(&tallies) {
        for (&finding, &index) in &tally.first {
            if is_failure(set.demand, finding) {
                report(args, rule, set, finding, index);
            }
        }
    }
    println!();
    failures
}

/// The options of a set, with a table that is quick to clear.
fn small(set: &OptionSet) -> Options {
    (set.options)(Options { table_bytes: 64 << 10, ..Options::default() })
}

fn is_failure(demand: Demand, finding: Finding) -> bool {
    match demand {
        Demand::Everything => true,
        Demand::NoWrongAnswer => finding != Finding::Unknown,
        Demand::NoWrongCertificate => finding == Finding::WrongVerified,
    }
}

fn one_case(
    args: &FuzzGraphs,
    case: &ManyRoots,
    attacker: Player,
    index: u64,
    sets: &[&OptionSet],
    tallies: &mut [Tally],
) {
    let truths = Truths::new(case, attacker, args.oracle_nodes);
    for (set, tally) in sets.iter().zip(tallies) {
        match ask(case, attacker, set, &truths, tally) {
            Some(findings) => findings.into_iter().for_each(|finding| tally.note(finding, index)),
            None => tally.skipped += 1,
        }
    }
}

/// What is true of the roots of a case, found when it is needed.
struct Truths<'a> {
    case: &'a ManyRoots,
    attacker: Player,
    limit: u64,
    known: Vec<OnceCell<Option<bool>>>,
}

impl<'a> Truths<'a> {
    fn new(case: &'a ManyRoots, attacker: Player, limit: u64) -> Self {
        let known = case.roots.iter().map(|_| OnceCell::new()).collect();
        Truths { case, attacker, limit, known }
    }

    /// `None` beyond the limit of exhaustive search.
    fn of(&self, root: usize) -> Option<bool> {
        let find = || self.case.truth(&self.case.roots[root], self.attacker, self.limit);
        *self.known[root].get_or_init(find)
    }
}

/// Asks one option set about a case and returns what is wrong with the answers; `None` if the
/// truth is not known.
fn ask(
    case: &ManyRoots,
    attacker: Player,
    set: &OptionSet,
    truths: &Truths<'_>,
    tally: &mut Tally,
) -> Option<Vec<Finding>> {
    let known: Option<Vec<bool>> = set.roots.iter().map(|&root| truths.of(root)).collect();
    let known = known?;
    let question = Question::new(attacker, case.rule);
    let mut solver = Solver::new(&case.game, question, small(set));
    solver.limit(Limits::nodes(set.nodes));
    let mut findings = Vec::new();
    for (&root, truth) in set.roots.iter().zip(known) {
        answer(case, &mut solver, &case.roots[root], truth, tally, &mut findings);
    }
    Some(findings)
}

fn answer(
    case: &ManyRoots,
    solver: &mut Solver<'_, GraphGame>,
    history: &History<GraphGame>,
    truth: bool,
    tally: &mut Tally,
    findings: &mut Vec<Finding>,
) {
    tally.asked += 1;
    let answer = solver.solve(history);
    tally.stats.add(&answer.stats);
    if answer.stats.collisions > 0 {
        findings.push(Finding::Collision);
    }
    let proven = match answer.verdict {
        Verdict::Unknown(_) => {
            assert!(answer.pn >= 1 && answer.dn >= 1, "numbers of an unknown root");
            findings.push(Finding::Unknown);
            return;
        }
        Verdict::Proven => true,
        Verdict::Disproven => false,
    };
    tally.proven += u64::from(proven);
    if proven != truth {
        findings.push(Finding::Wrong);
    }
    match solver.certificate(history, proven, case.rule) {
        Ok(extracted) => {
            tally.stats.holes += extracted.stats.holes;
            match check(&case.game, &extracted.block) {
                Ok(_) if proven == truth => tally.verified += 1,
                Ok(_) => findings.push(Finding::WrongVerified),
                Err(_) if proven == truth => findings.push(Finding::Refuted),
                Err(_) => {}
            }
        }
        Err(ExtractError::Wrong) if proven != truth => {}
        Err(_) => findings.push(Finding::NotExtracted),
    }
}

/// Prints the first case of a failure, made as small as it gets.
fn report(args: &FuzzGraphs, rule: RepetitionRule, set: &OptionSet, finding: Finding, index: u64) {
    let case = ManyRoots::new(args.seed, index, rule, args.size);
    let fails = |case: &ManyRoots, attacker: Player| {
        let truths = Truths::new(case, attacker, args.oracle_nodes);
        let findings = ask(case, attacker, set, &truths, &mut Tally::default());
        findings.is_some_and(|findings| findings.contains(&finding))
    };
    println!(
        "{finding:?} with '{}': --rule {rule} --seed {} --first {index} --games 1",
        set.name, args.seed
    );
    let Some(&attacker) = case.attackers(index).iter().find(|&&a| fails(&case, a)) else {
        println!("  not found again");
        return;
    };
    let small = shrink(case, |case| fails(case, attacker));
    let (&last, before) = set.roots.split_last().expect("something is asked");
    for &root in before {
        let history = &small.roots[root];
        let start = small.game.position_text(history.start());
        println!("# asked first: {start} {}", history.notation(&small.game));
    }
    print!("{}", small.file(last, attacker));
    describe(&small, attacker, set);
}

/// Prints what the solver says about the case.
fn describe(case: &ManyRoots, attacker: Player, set: &OptionSet) {
    let question = Question::new(attacker, case.rule);
    let mut solver = Solver::new(&case.game, question, small(set));
    solver.limit(Limits::nodes(set.nodes));
    for &root in set.roots {
        let history = &case.roots[root];
        let answer = solver.solve(history);
        let (pn, dn, stats) = (answer.pn, answer.dn, &answer.stats);
        let verdict = match answer.verdict {
            Verdict::Unknown(reason) => format!("unknown ({reason})"),
            decided => decided.name().to_owned(),
        };
        let certificate = match answer.verdict.decided() {
            None => "none".to_owned(),
            Some(proven) => match solver.certificate(history, proven, case.rule) {
                Err(error) => error.to_string(),
                Ok(extracted) => match check(&case.game, &extracted.block) {
                    Ok(verified) => verified.to_string(),
                    Err(refuted) => refuted.to_string(),
                },
            },
        };
        println!(
            "# {verdict}, pn {pn} dn {dn}, {} nodes, depth {}, certificate: {certificate}",
            stats.nodes, stats.max_depth
        );
    }
}
