//! The comparison on random loopy games, against exhaustive search.

use std::fs;
use std::path::Path;

use rayon::prelude::*;
use serde::Serialize;
use threefold::game::RepetitionRule;
use threefold::graph::{GraphFile, GraphGame};
use threefold::search::Interrupt;
use threefold_lab::{Case, GhiError, RandomStudy, Row, Treatment, shrink};

use super::json::Counts;
use super::values;
use crate::args::{CompareArgs, RuleChoice, Sizes};
use crate::columns::Columns;
use crate::exit::Exit;
use crate::interrupt;
use crate::output::{Stop, complain, json_line, print, write_whole};
use crate::progress::bar;
use crate::solve::jobs;
use crate::units::{count, grouped};

/// What each answer may spend, and the exhaustive search, unless something else is said.
const NODES: u64 = 20_000;
const MEMORY: usize = 64 << 10;
const ORACLE_NODES: u64 = 200_000;
/// Exhaustive search of games of this size is a matter of microseconds.
const SIZES: Sizes = Sizes { least: 12, most: 12 };
/// How many of the smallest games that a policy gets wrong are made smaller, to find the
/// smallest: the smallest before is often not the smallest after.
pub const CANDIDATES: usize = 16;

/// What a policy did on some games. Tallies add up in any order.
#[derive(Clone, Default)]
struct Tally {
    row: Row,
    /// The smallest games that it gets wrong: positions, moves, number of the game.
    smallest: Vec<(usize, usize, u64)>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.row.add(&other.row);
        self.smallest.extend(other.smallest);
        self.smallest.sort_unstable();
        self.smallest.truncate(CANDIDATES);
    }
}

/// A game that a policy gets wrong, made as small as it gets.
struct Failure {
    file: GraphFile,
    /// The random game that it comes from.
    index: u64,
    /// Where it was saved.
    path: String,
}

/// One policy under one rule; `docs/json.md` describes it.
#[derive(Serialize)]
struct JsonRow<'a> {
    policy: &'static str,
    rule: &'static str,
    #[serde(flatten)]
    counts: Counts,
    error_rate: Option<f64>,
    wrong_draw_first: Option<u64>,
    wrong_draw_last: Option<u64>,
    skipped: u64,
    size: [u32; 2],
    seed: u64,
    first_wrong: Option<u64>,
    saved: Option<&'a str>,
    saved_positions: Option<usize>,
}

pub fn run(args: &CompareArgs, games: u64) -> Result<Exit, Stop> {
    let rules = match args.rule {
        None | Some(RuleChoice::All) => RepetitionRule::ALL.to_vec(),
        Some(RuleChoice::One(rule)) => vec![rule],
    };
    if let Some(directory) = &args.random.save_failures {
        fs::create_dir_all(directory).map_err(|error| {
            Stop::Message(format!("--save-failures {}: {error}", directory.display()))
        })?;
    }
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs(args.jobs.unwrap_or(0)))
        .build()
        .map_err(|error| Stop::Message(format!("--jobs: {error}")))?;
    let interrupt = interrupt::install();
    for rule in rules {
        threads.install(|| match args.random.setting {
            Some(setting) => values::Run::new(args, setting, games, rule, &interrupt).compare(),
            None => {
                let size = args.random.size.unwrap_or(SIZES);
                Run { args, games, rule, size, interrupt: &interrupt }.compare()
            }
        })?;
        if interrupt.is_raised() {
            return Ok(Exit::Unknown);
        }
    }
    Ok(Exit::Fine)
}

/// The games of one rule.
struct Run<'a> {
    args: &'a CompareArgs,
    games: u64,
    rule: RepetitionRule,
    size: Sizes,
    interrupt: &'a Interrupt,
}

impl Run<'_> {
    fn compare(&self) -> Result<(), Stop> {
        let Run { args, rule, size, .. } = *self;
        let study = RandomStudy {
            rule,
            sizes: (size.least, size.most),
            seed: args.random.seed,
            nodes: args.nodes.unwrap_or(NODES),
            memory_bytes: args.memory.unwrap_or(MEMORY),
            oracle_nodes: args.arbiter_nodes.unwrap_or(ORACLE_NODES),
        };
        let policies: Vec<Treatment> =
            args.policies.0.iter().copied().filter(|policy| policy.supports(rule)).collect();
        if policies.is_empty() {
            return nobody(rule);
        }
        let tallies = self.tallies(&study, &policies);
        let mut failures = Vec::new();
        for (&policy, tally) in policies.iter().zip(&tallies) {
            failures.push(match &args.random.save_failures {
                Some(directory) => self.save(&study, policy, tally, directory)?,
                None => None,
            });
        }
        let done = tallies.first().map_or(0, |tally| tally.row.games + tally.row.skipped);
        if done < self.games {
            let (done, all) = (grouped(done), count(self.games, "game"));
            complain(format_args!("{rule}: interrupted: {done} of {all} compared"));
        }
        if args.json {
            for ((policy, tally), failure) in policies.iter().zip(&tallies).zip(&failures) {
                print(&json_line(&self.json(*policy, tally, failure.as_ref()))?)?;
            }
            return Ok(());
        }
        print(&self.text(&policies, &tallies, &failures))
    }

    /// Asks the policies about all games, as many at once as there are threads. What is counted
    /// does not depend on how many.
    fn tallies(&self, study: &RandomStudy, policies: &[Treatment]) -> Vec<Tally> {
        let bar = bar(self.games, self.rule.name());
        let none = || vec![Tally::default(); policies.len()];
        let one = |mut tallies: Vec<Tally>, index: u64| {
            if !self.interrupt.is_raised() {
                for (tally, row) in tallies.iter_mut().zip(study.game(policies, index)) {
                    let smallest = match row.wrong() {
                        0 => Vec::new(),
                        _ => vec![size(&study.case(index), index)],
                    };
                    tally.add(Tally { row, smallest });
                }
                bar.inc(1);
            }
            tallies
        };
        let all = (0..self.games).into_par_iter().fold(none, one).reduce(none, |mut all, more| {
            all.iter_mut().zip(more).for_each(|(all, more)| all.add(more));
            all
        });
        bar.finish_and_clear();
        all
    }

    /// Finds the smallest game that a policy gets wrong, and saves it.
    fn save(
        &self,
        study: &RandomStudy,
        policy: Treatment,
        tally: &Tally,
        directory: &Path,
    ) -> Result<Option<Failure>, Stop> {
        let smaller = |&(_, _, index): &(usize, usize, u64)| {
            (shrink(study.case(index), |case| study.fails(policy, case)), index)
        };
        let candidates: Vec<(Case, u64)> = tally.smallest.par_iter().map(smaller).collect();
        let Some((case, index)) =
            candidates.into_iter().min_by_key(|(case, index)| size(case, *index))
        else {
            return Ok(None);
        };
        let verdict = |proven| if proven { "proven" } else { "disproven" };
        let truth = study.truth(&case);
        let says = study.ask(policy, &case).0;
        let RandomStudy { seed, sizes: (least, most), .. } = study;
        let file = case.file(vec![
            format!(
                "The smallest game found that {policy} gets wrong, made from random game {index} \
                 (seed {seed}, size {least}..{most})."
            ),
            format!("truth: {}", truth.map_or("unknown", verdict)),
            format!("{policy}: {}", says.map_or("unknown", verdict)),
        ]);
        let name = format!("{}-{}.game", self.rule, policy.name().replace('/', "-"));
        let path = directory.join(name);
        write_whole(&path, &file.to_string())
            .map_err(|error| Stop::Message(format!("{}: {error}", path.display())))?;
        Ok(Some(Failure { file, index, path: path.display().to_string() }))
    }

    fn json<'f>(
        &self,
        policy: Treatment,
        tally: &Tally,
        failure: Option<&'f Failure>,
    ) -> JsonRow<'f> {
        let (row, size) = (&tally.row, self.size);
        JsonRow {
            policy: policy.name(),
            rule: self.rule.name(),
            counts: counts(row),
            error_rate: error_rate(row),
            wrong_draw_first: row.errors(self.rule, GhiError::DrawFirst),
            wrong_draw_last: row.errors(self.rule, GhiError::DrawLast),
            skipped: row.skipped,
            size: [size.least, size.most],
            seed: self.args.random.seed,
            first_wrong: row.first_wrong,
            saved: failure.map(|failure| failure.path.as_str()),
            saved_positions: failure.map(|failure| failure.file.game.nodes().len()),
        }
    }

    fn text(
        &self,
        policies: &[Treatment],
        tallies: &[Tally],
        failures: &[Option<Failure>],
    ) -> String {
        let Row { games, skipped, won, .. } = &tallies[0].row;
        let size = self.size;
        let mut out = format!(
            "{}: {} of {}..{} positions, seed {}; {} won by the attacker, {} more skipped\n\n",
            self.rule,
            count(*games, "random game"),
            size.least,
            size.most,
            self.args.random.seed,
            grouped(*won),
            grouped(*skipped)
        );
        let mut columns = Columns::new([
            "policy",
            "wrong",
            "error rate",
            "proofs",
            "disproofs",
            "draw-first",
            "draw-last",
            "unknown",
            "nodes/game",
            "first wrong",
        ]);
        for (policy, Tally { row, .. }) in policies.iter().zip(tallies) {
            let kind = |kind| row.errors(self.rule, kind).map_or("-".to_owned(), grouped);
            columns.row([
                policy.name().to_owned(),
                grouped(row.wrong()),
                error_rate(row).map_or("-".to_owned(), |rate| format!("{:.4} %", 100.0 * rate)),
                grouped(row.wrong_proofs),
                grouped(row.wrong_disproofs),
                kind(GhiError::DrawFirst),
                kind(GhiError::DrawLast),
                grouped(row.unknown),
                format!("{:.1}", row.cost.nodes as f64 / row.games.max(1) as f64),
                row.first_wrong.map_or("-".to_owned(), |index| format!("#{index}")),
            ]);
        }
        out += &columns.to_text();
        for (policy, failure) in policies.iter().zip(failures) {
            if let Some(Failure { file, index, path }) = failure {
                let size = count(file.game.nodes().len() as u64, "position");
                out += &format!("  {policy}: wrong about {path}, {size}, from game #{index}\n");
            }
        }
        out.push('\n');
        out
    }
}

/// Says that none of the policies makes sense under a rule.
pub fn nobody(rule: RepetitionRule) -> Result<(), Stop> {
    complain(format_args!("{rule}: none of the policies is made for it"));
    Ok(())
}

/// What a game is measured by: positions, moves; of two that are equal the first one is smaller.
fn size(case: &Case, index: u64) -> (usize, usize, u64) {
    measure(&case.game, index)
}

/// The same of the game alone.
pub fn measure(game: &GraphGame, index: u64) -> (usize, usize, u64) {
    let moves = game.nodes().iter().map(|node| node.edges().len()).sum();
    (game.nodes().len(), moves, index)
}

/// The share of the answers that are wrong; `None` without answers.
fn error_rate(row: &Row) -> Option<f64> {
    let answers = row.games - row.unknown;
    (answers > 0).then(|| row.wrong() as f64 / answers as f64)
}

fn counts(row: &Row) -> Counts {
    Counts::from(&threefold_lab::compare::Tally {
        positions: row.games,
        solved: row.games - row.unknown - row.wrong(),
        wrong: row.wrong(),
        wrong_proofs: row.wrong_proofs,
        unverified: 0,
        unknown: row.unknown,
        cost: row.cost,
    })
}
