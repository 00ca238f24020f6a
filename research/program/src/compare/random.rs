//! The comparison on random loopy games, against exhaustive search.

use rayon::prelude::*;
use serde::Serialize;
use threefold::game::RepetitionRule;
use threefold::search::Interrupt;
use threefold_lab::{Case, RandomStudy, Row, Treatment, shrink};

use super::json::Counts;
use super::saves::{CANDIDATES, Saves, measure, nobody, wants_smallest};
use super::section::{Rate, Section, Smallest};
use super::{report, values};
use crate::args::{CompareArgs, RuleChoice, Sizes};
use crate::exit::Exit;
use crate::files::{self, Desk, complain_not_written};
use crate::interrupt;
use crate::output::{Channel, Stop, complain, json_line};
use crate::pool::jobs;
use crate::progress::bar;
use crate::units::{count, grouped};

/// What each answer may spend, and the exhaustive search, unless something else is said.
const NODES: u64 = 20_000;
const MEMORY: usize = 64 << 10;
const ORACLE_NODES: u64 = 200_000;
/// Exhaustive search of games of this size is a matter of microseconds.
const SIZES: Sizes = Sizes { least: 12, most: 12 };
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

/// One policy under one rule; `docs/json.md` describes it.
#[derive(Serialize)]
struct JsonRow<'a> {
    policy: &'static str,
    rule: &'static str,
    occurrences: String,
    #[serde(flatten)]
    counts: Counts,
    error_rate: Option<f64>,
    wrong_draw_first: u64,
    wrong_draw_last: u64,
    wrong_mixed: u64,
    wrong_unclassified: u64,
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
    let mut desk = Desk::new([], args.force);
    let page = report::plan(args.report.as_deref(), &mut desk).map_err(Stop::Message)?;
    let names = |rule: RepetitionRule| match args.random.setting {
        Some(setting) => values::file_names(args, setting, rule),
        None => {
            let policies = args.policies.0.iter();
            let policies = policies.filter(|policy| policy.supports(rule));
            policies.map(|&policy| file_name(rule, policy)).collect()
        }
    };
    let saves = Saves::plan(args, &rules, names, &mut desk).map_err(Stop::Message)?;
    let channel = desk.channel(args.json)?;
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs(args.jobs.unwrap_or(0)))
        .build()
        .map_err(|error| Stop::Message(format!("--jobs: {error}")))?;
    let interrupt = interrupt::install();
    let mut sections = Vec::new();
    for rule in rules {
        let section = threads.install(|| match args.random.setting {
            Some(setting) => {
                values::Run::new(args, setting, games, rule, &interrupt).compare(&saves, channel)
            }
            None => {
                let size = args.random.size.unwrap_or(SIZES);
                let run =
                    Run { args, games, rule, size, interrupt: &interrupt, saves: &saves, channel };
                run.compare()
            }
        })?;
        sections.extend(section);
        if interrupt.is_raised() {
            break;
        }
    }
    let interrupted = interrupt.is_raised();
    let mut exit = if interrupted { Exit::Unknown } else { Exit::Fine };
    if saves.failed() {
        exit = exit.max(Exit::BadInput);
    }
    if let Some(output) = &page {
        if sections.is_empty() {
            complain("nothing was compared, and no report is written");
        } else if let Err(error) =
            files::write(output, &report::random::page(&sections, games, interrupted))
        {
            exit = exit.max(Exit::BadInput);
            complain_not_written(&error);
        }
    }
    Ok(exit)
}

/// The games of one rule.
struct Run<'a> {
    args: &'a CompareArgs,
    games: u64,
    rule: RepetitionRule,
    size: Sizes,
    interrupt: &'a Interrupt,
    saves: &'a Saves,
    channel: Channel,
}

impl Run<'_> {
    fn compare(&self) -> Result<Option<Section>, Stop> {
        let Run { args, rule, size, .. } = *self;
        let study = RandomStudy {
            rule,
            occurrences: args.occurrences.unwrap_or_default(),
            sizes: (size.least, size.most),
            seed: args.random.seed,
            nodes: args.nodes.unwrap_or(NODES),
            memory_bytes: args.memory.unwrap_or(MEMORY),
            oracle_nodes: args.arbiter_nodes.unwrap_or(ORACLE_NODES),
        };
        let policies: Vec<Treatment> =
            args.policies.0.iter().copied().filter(|policy| policy.supports(rule)).collect();
        if policies.is_empty() {
            nobody(rule);
            return Ok(None);
        }
        let tallies = self.tallies(&study, &policies);
        let section = self.section(&study, &policies, &tallies);
        let done = tallies.first().map_or(0, |tally| tally.row.games + tally.row.skipped);
        if done < self.games {
            let (done, all) = (grouped(done), count(self.games, "game"));
            complain(format_args!("{rule}: interrupted: {done} of {all} compared"));
        }
        if args.json {
            for (policy, tally) in policies.iter().zip(&tallies) {
                self.channel.print(&json_line(&self.json(
                    *policy,
                    tally,
                    section.smallest(*policy),
                ))?)?;
            }
        } else {
            self.channel.print(&section.text())?;
        }
        Ok(Some(section))
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
                        _ => vec![measure(&study.case(index).game, index)],
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

    /// Finds the smallest game that a policy gets wrong, and saves it where that is asked for.
    fn smallest(&self, study: &RandomStudy, policy: Treatment, tally: &Tally) -> Option<Smallest> {
        let smaller = |&(_, _, index): &(usize, usize, u64)| {
            (shrink(study.case(index), |case| study.fails(policy, case)), index)
        };
        let candidates: Vec<(Case, u64)> = tally.smallest.par_iter().map(smaller).collect();
        let (case, index) =
            candidates.into_iter().min_by_key(|(case, index)| measure(&case.game, *index))?;
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
        let path = self.saves.save(&file_name(self.rule, policy), &file);
        Some(Smallest { policy, file, index, path })
    }

    fn json<'f>(
        &self,
        policy: Treatment,
        tally: &Tally,
        smallest: Option<&'f Smallest>,
    ) -> JsonRow<'f> {
        let saved = smallest.filter(|smallest| smallest.path.is_some());
        let (row, size) = (&tally.row, self.size);
        JsonRow {
            policy: policy.name(),
            rule: self.rule.name(),
            occurrences: self.args.occurrences.unwrap_or_default().to_string(),
            counts: counts(row),
            error_rate: rate(policy, row).share(),
            wrong_draw_first: row.causes.draw_first,
            wrong_draw_last: row.causes.draw_last,
            wrong_mixed: row.causes.mixed,
            wrong_unclassified: row.causes.unclassified,
            skipped: row.skipped,
            size: [size.least, size.most],
            seed: self.args.random.seed,
            first_wrong: row.first_wrong,
            saved: saved.and_then(|smallest| smallest.path.as_deref()),
            saved_positions: saved.map(|smallest| smallest.file.game.nodes().len()),
        }
    }

    fn section(&self, study: &RandomStudy, policies: &[Treatment], tallies: &[Tally]) -> Section {
        let Row { games, skipped, won, .. } = &tallies[0].row;
        let size = self.size;
        let summary = format!(
            "{}, occurrences {}: {} of {}..{} positions, seed {}; {} won by the attacker, \
             {} more skipped",
            self.rule,
            self.args.occurrences.unwrap_or_default(),
            count(*games, "random game"),
            size.least,
            size.most,
            self.args.random.seed,
            grouped(*won),
            grouped(*skipped)
        );
        let head = [
            "policy",
            "wrong",
            "error rate",
            "proofs",
            "disproofs",
            "draw-first",
            "draw-last",
            "mixed",
            "unclassified",
            "unknown",
            "nodes/game",
            "first wrong",
        ];
        let mut table = vec![head.map(str::to_owned).to_vec()];
        let (mut rates, mut smallest) = (Vec::new(), Vec::new());
        for (&policy, tally) in policies.iter().zip(tallies) {
            let (row, rate) = (&tally.row, rate(policy, &tally.row));
            table.push(vec![
                policy.name().to_owned(),
                grouped(row.wrong()),
                rate.text(),
                grouped(row.wrong_proofs),
                grouped(row.wrong_disproofs),
                grouped(row.causes.draw_first),
                grouped(row.causes.draw_last),
                grouped(row.causes.mixed),
                grouped(row.causes.unclassified),
                grouped(row.unknown),
                format!("{:.1}", rate.nodes),
                row.first_wrong.map_or("-".to_owned(), |index| format!("#{index}")),
            ]);
            rates.push(rate);
            if wants_smallest(self.args) {
                smallest.extend(self.smallest(study, policy, tally));
            }
        }
        Section { rule: self.rule, summary, table, rates, smallest }
    }
}

/// The file of the smallest game that a policy gets wrong.
fn file_name(rule: RepetitionRule, policy: Treatment) -> String {
    format!("{rule}-{}.game", policy.name().replace('/', "-"))
}

fn rate(policy: Treatment, row: &Row) -> Rate {
    Rate {
        policy,
        wrong: row.wrong(),
        answers: row.games - row.unknown,
        nodes: row.cost.nodes as f64 / row.games.max(1) as f64,
    }
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
