//! Values of positions in random games: alpha-beta, without a horizon or with one.

use rayon::prelude::*;
use serde::Serialize;
use threefold::game::{History, RepetitionRule};
use threefold::search::Interrupt;
use threefold_lab::alphabeta::Treatment as AlphaBeta;
use threefold_lab::study::{Plan, ScoredCase, Setting, TableUse, Tally};
use threefold_lab::{Treatment, shrink};

use super::saves::{CANDIDATES, Saves, measure, nobody, wants_smallest};
use super::section::{Rate, Section, Smallest};
use crate::args::{CompareArgs, SettingName, Sizes, TableName};
use crate::output::{Channel, Stop, complain, json_line};
use crate::progress::bar;
use crate::units::{count, grouped};

/// A search without a table is exponential.
const SIZES: Sizes = Sizes { least: 8, most: 8 };
/// The horizon, in plies: random cases have 2 or more, up to this.
const PLIES: u32 = 6;

/// The games of one rule.
pub struct Run<'a> {
    args: &'a CompareArgs,
    games: u64,
    rule: RepetitionRule,
    interrupt: &'a Interrupt,
    setting: Setting,
    /// One for each size.
    plans: Vec<Plan>,
}

/// What a policy did on some games.
#[derive(Clone)]
struct Found {
    tally: Tally,
    first_wrong: Option<u64>,
    /// The smallest games with a wrong value: positions, moves, number of the game.
    smallest: Vec<(usize, usize, u64)>,
}

impl Found {
    fn new(tally: Tally) -> Self {
        Found { tally, first_wrong: None, smallest: Vec::new() }
    }

    fn add(&mut self, other: &Found) {
        self.tally.add(&other.tally);
        self.first_wrong = match (self.first_wrong, other.first_wrong) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        self.smallest.extend(&other.smallest);
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
    setting: &'static str,
    table: &'static str,
    games: u64,
    positions: u64,
    wrong_values: u64,
    wrong_moves: u64,
    error_rate: Option<f64>,
    draw_first: u64,
    draw_last: u64,
    mixed: u64,
    unknown: u64,
    nodes: u64,
    size: [u32; 2],
    seed: u64,
    first_wrong: Option<u64>,
    saved: Option<&'a str>,
    saved_positions: Option<usize>,
}

pub const fn setting_name(setting: Setting) -> &'static str {
    match setting {
        Setting::Complete { levels: 3 } => "complete",
        Setting::Complete { .. } => "complete-5",
        Setting::DepthLimited { .. } => "depth-limited",
    }
}

/// The files of the smallest games that the policies get wrong.
pub fn file_names(args: &CompareArgs, setting: SettingName, rule: RepetitionRule) -> Vec<String> {
    let interrupt = Interrupt::default();
    let run = Run::new(args, setting, 0, rule, &interrupt);
    run.plans[0].treatments.iter().map(|&treatment| run.file_name(treatment)).collect()
}

impl<'a> Run<'a> {
    pub fn new(
        args: &'a CompareArgs,
        setting: SettingName,
        games: u64,
        rule: RepetitionRule,
        interrupt: &'a Interrupt,
    ) -> Self {
        let setting = match setting {
            SettingName::Complete => Setting::Complete { levels: 3 },
            SettingName::CompleteFive => Setting::Complete { levels: 5 },
            SettingName::DepthLimited => Setting::DepthLimited { plies: PLIES },
        };
        let table = match args.random.table {
            TableName::Cleared => TableUse::Cleared,
            TableName::Kept => TableUse::Kept,
        };
        let alpha_beta = |policy: &Treatment| match policy {
            Treatment::AlphaBeta(treatment) if treatment.supports(rule) => Some(*treatment),
            _ => None,
        };
        let treatments: Vec<AlphaBeta> = args.policies.0.iter().filter_map(alpha_beta).collect();
        let sizes = args.random.size.unwrap_or(SIZES);
        let plan = |positions| Plan {
            seed: args.random.seed,
            positions,
            rule,
            occurrences: args.occurrences.unwrap_or_default(),
            setting,
            table,
            treatments: treatments.clone(),
        };
        let plans = (sizes.least..=sizes.most).map(plan).collect();
        Run { args, games, rule, interrupt, setting, plans }
    }

    pub fn compare(&self, saves: &Saves, channel: Channel) -> Result<Option<Section>, Stop> {
        let treatments = &self.plans[0].treatments;
        if treatments.is_empty() {
            nobody(self.rule);
            return Ok(None);
        }
        let found = self.found();
        let section = self.section(&found, saves);
        let done = found[0].tally.games;
        if done < self.games {
            let (done, all) = (grouped(done), count(self.games, "game"));
            complain(format_args!("{}: interrupted: {done} of {all} compared", self.rule));
        }
        if self.args.json {
            for found in &found {
                let policy = Treatment::AlphaBeta(found.tally.treatment);
                channel.print(&json_line(&self.json(found, section.smallest(policy)))?)?;
            }
        } else {
            channel.print(&section.text())?;
        }
        Ok(Some(section))
    }

    /// The plan for a game: sizes take turns.
    fn plan(&self, index: u64) -> &Plan {
        &self.plans[(index % self.plans.len() as u64) as usize]
    }

    fn sizes(&self) -> [u32; 2] {
        [self.plans[0].positions, self.plans[self.plans.len() - 1].positions]
    }

    /// The file of the smallest game that a policy gets wrong.
    fn file_name(&self, treatment: AlphaBeta) -> String {
        let (setting, table) = (setting_name(self.setting), self.plans[0].table.name());
        format!("{}-{setting}-{table}-alphabeta-{treatment}.game", self.rule)
    }

    /// Runs the policies on all games, as many at once as there are threads.
    fn found(&self) -> Vec<Found> {
        let bar = bar(self.games, self.rule.name());
        let none = || self.plans[0].tallies().into_iter().map(Found::new).collect::<Vec<_>>();
        let one = |mut all: Vec<Found>, index: u64| {
            if !self.interrupt.is_raised() {
                let plan = self.plan(index);
                for (found, tally) in all.iter_mut().zip(plan.run(index)) {
                    let mut new = Found::new(tally);
                    if tally.wrong_value + tally.wrong_move > 0 {
                        new.first_wrong = Some(index);
                    }
                    if tally.wrong_value > 0 {
                        new.smallest.push(measure(&plan.case(index).game, index));
                    }
                    found.add(&new);
                }
                bar.inc(1);
            }
            all
        };
        let all = (0..self.games).into_par_iter().fold(none, one).reduce(none, |mut all, more| {
            all.iter_mut().zip(&more).for_each(|(all, more)| all.add(more));
            all
        });
        bar.finish_and_clear();
        all
    }

    /// Finds the smallest game with a wrong value, and saves it where that is asked for.
    fn smallest(&self, found: &Found, saves: &Saves) -> Option<Smallest> {
        let treatment = found.tally.treatment;
        let smaller = |&(_, _, index): &(usize, usize, u64)| {
            let case = up_to_the_error(self.plan(index).case(index), treatment);
            let right = AlphaBeta::BaseTwin;
            let fails = |case: &ScoredCase| {
                case.is_wrong(treatment) && (treatment == right || !case.is_wrong(right))
            };
            (shrink(case, fails), index)
        };
        let candidates: Vec<(ScoredCase, u64)> = found.smallest.par_iter().map(smaller).collect();
        let (case, index) =
            candidates.into_iter().min_by_key(|(case, index)| measure(&case.game, *index))?;
        let ([least, most], seed) = (self.sizes(), self.args.random.seed);
        let file = case.to_file(&[format!(
            "The smallest game found of whose last position alphabeta/{treatment} gets the value \
             wrong, made from random game {index} (seed {seed}, size {least}..{most})."
        )]);
        let path = saves.save(&self.file_name(treatment), &file);
        Some(Smallest { policy: Treatment::AlphaBeta(treatment), file, index, path })
    }

    fn json<'f>(&self, found: &Found, smallest: Option<&'f Smallest>) -> JsonRow<'f> {
        let saved = smallest.filter(|smallest| smallest.path.is_some());
        let tally = &found.tally;
        JsonRow {
            policy: Treatment::AlphaBeta(tally.treatment).name(),
            rule: self.rule.name(),
            occurrences: self.plans[0].occurrences.to_string(),
            setting: setting_name(self.setting),
            table: self.plans[0].table.name(),
            games: tally.games,
            positions: tally.roots,
            wrong_values: tally.wrong_value,
            wrong_moves: tally.wrong_move,
            error_rate: rate(tally).share(),
            draw_first: tally.draw_first,
            draw_last: tally.draw_last,
            mixed: tally.mixed,
            unknown: tally.unknown,
            nodes: tally.nodes,
            size: self.sizes(),
            seed: self.args.random.seed,
            first_wrong: found.first_wrong,
            saved: saved.and_then(|smallest| smallest.path.as_deref()),
            saved_positions: saved.map(|smallest| smallest.file.game.nodes().len()),
        }
    }

    fn section(&self, all: &[Found], saves: &Saves) -> Section {
        let Tally { games, roots, .. } = all[0].tally;
        let [least, most] = self.sizes();
        let summary = format!(
            "{}, occurrences {}, {}, table {}: {} in {} of {least}..{most} positions, seed {}",
            self.rule,
            self.plans[0].occurrences,
            setting_name(self.setting),
            self.plans[0].table.name(),
            count(roots, "position"),
            count(games, "random game"),
            self.args.random.seed,
        );
        let head = [
            "policy",
            "wrong values",
            "error rate",
            "wrong moves",
            "draw-first",
            "draw-last",
            "mixed",
            "unknown",
            "nodes/position",
            "first wrong",
        ];
        let mut table = vec![head.map(str::to_owned).to_vec()];
        let (mut rates, mut smallest) = (Vec::new(), Vec::new());
        for found in all {
            let (tally, rate) = (&found.tally, rate(&found.tally));
            table.push(vec![
                rate.policy.name().to_owned(),
                grouped(tally.wrong_value),
                rate.text(),
                grouped(tally.wrong_move),
                grouped(tally.draw_first),
                grouped(tally.draw_last),
                grouped(tally.mixed),
                grouped(tally.unknown),
                format!("{:.1}", rate.nodes),
                found.first_wrong.map_or("-".to_owned(), |index| format!("#{index}")),
            ]);
            rates.push(rate);
            if wants_smallest(self.args) {
                smallest.extend(self.smallest(found, saves));
            }
        }
        Section { rule: self.rule, summary, table, rates, smallest }
    }
}

fn rate(tally: &Tally) -> Rate {
    Rate {
        policy: Treatment::AlphaBeta(tally.treatment),
        wrong: tally.wrong_value,
        answers: tally.roots - tally.unknown,
        nodes: tally.nodes as f64 / tally.roots.max(1) as f64,
    }
}

/// The case with the game played up to the first position whose value is wrong: what is made
/// smaller is wrong about its last position.
fn up_to_the_error(case: ScoredCase, treatment: AlphaBeta) -> ScoredCase {
    let wrong = case.verdicts(treatment).iter().position(|verdict| verdict.wrong_value);
    let moves = wrong.unwrap_or(case.played.moves().len());
    let mut played = History::new(*case.played.start());
    for &m in &case.played.moves()[..moves] {
        played.push(&case.game, m);
    }
    ScoredCase { played, ..case }
}
