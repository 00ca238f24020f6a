//! Draft rules on random games.

use std::fmt::Write;

use rayon::prelude::*;
use serde::Serialize;
use threefold_lab::alphabeta::DraftRule;
use threefold_lab::study::{DraftTally, Drafts, Way};
use threefold_search::Interrupt;

use super::{DraftArgs, Findings};
use crate::columns::Columns;
use crate::progress::bar;

/// One treatment in one way to search: raw counts.
#[derive(Serialize)]
pub struct Row {
    study: &'static str,
    seed: u64,
    size: [u32; 2],
    plies: u32,
    occurrences: String,
    treatment: &'static str,
    turns: &'static str,
    evaluation: &'static str,
    table: &'static str,
    draft: &'static str,
    search: &'static str,
    games: u64,
    roots: u64,
    #[serde(rename = "false")]
    wrong: u64,
    #[serde(rename = "false_between")]
    wrong_between: (f64, f64),
    roots_twice: u64,
    #[serde(rename = "false_twice")]
    wrong_twice: u64,
    provable: u64,
    missed: u64,
    missed_between: (f64, f64),
    different: u64,
    different_between: (f64, f64),
    settled: bool,
    winning: u64,
    thrown: u64,
    thrown_between: (f64, f64),
    unknown: u64,
    nodes: u64,
}

pub fn run(args: &DraftArgs, interrupt: &Interrupt) -> Result<Findings<Row>, String> {
    let study = Drafts {
        seed: args.common.seed,
        sizes: (args.size.least, args.size.most),
        plies: args.plies,
        occurrences: args.common.occurrences,
        treatments: args.common.treatments.0.clone(),
    };
    let bar = bar(args.games, "games");
    let one = |mut all: Vec<DraftTally>, index: u64| {
        if !interrupt.is_raised() {
            all.iter_mut().zip(study.run(index)).for_each(|(all, more)| all.add(&more));
            bar.inc(1);
        }
        all
    };
    let none = || study.tallies();
    let tallies = (0..args.games).into_par_iter().fold(none, one).reduce(none, |mut all, more| {
        all.iter_mut().zip(&more).for_each(|(all, more)| all.add(more));
        all
    });
    bar.finish_and_clear();
    let rows = tallies.iter().map(|tally| row(args, &study, tally)).collect();
    Ok(Findings { text: text(args, &study, &tallies), rows, interrupted: interrupt.is_raised() })
}

fn turns(tally: &DraftTally) -> &'static str {
    if tally.way.alternating { "alternating" } else { "free" }
}

fn evaluation(tally: &DraftTally) -> &'static str {
    if tally.way.evaluated { "random" } else { "neutral" }
}

fn search(tally: &DraftTally) -> &'static str {
    if tally.way.deepened { "deepened" } else { "fixed" }
}

fn row(args: &DraftArgs, study: &Drafts, tally: &DraftTally) -> Row {
    Row {
        study: "drafts",
        seed: args.common.seed,
        size: [args.size.least, args.size.most],
        plies: args.plies,
        occurrences: args.common.occurrences.to_string(),
        treatment: tally.treatment.name(),
        turns: turns(tally),
        evaluation: evaluation(tally),
        table: tally.way.table.name(),
        draft: tally.way.draft.name(),
        search: search(tally),
        games: tally.games,
        roots: tally.wrong.of,
        wrong: tally.wrong.happened,
        wrong_between: tally.wrong.interval(),
        roots_twice: tally.wrong_twice.of,
        wrong_twice: tally.wrong_twice.happened,
        provable: tally.missed.of,
        missed: tally.missed.happened,
        missed_between: tally.missed.interval(),
        different: tally.different.happened,
        different_between: tally.different.interval(),
        settled: study.is_settled(tally.treatment),
        winning: tally.thrown.of,
        thrown: tally.thrown.happened,
        thrown_between: tally.thrown.interval(),
        unknown: tally.unknown,
        nodes: tally.nodes,
    }
}

/// Tables for each evaluation and use of the table, games in which the players take turns and
/// others together.
fn text(args: &DraftArgs, study: &Drafts, tallies: &[DraftTally]) -> String {
    let mut sums: Vec<DraftTally> = Vec::new();
    for tally in tallies {
        let way = Way { alternating: true, ..tally.way };
        match sums.iter_mut().find(|sum| (sum.treatment, sum.way) == (tally.treatment, way)) {
            Some(sum) => sum.add(tally),
            None => sums.push(DraftTally { way, ..*tally }),
        }
    }
    let mut text = String::new();
    let mut done: Vec<[&str; 2]> = Vec::new();
    for first in &sums {
        let name = [evaluation(first), first.way.table.name()];
        if done.contains(&name) {
            continue;
        }
        done.push(name);
        let _ = writeln!(
            text,
            "occurrences {}, evaluation {}, table {}: {} roots of {} games, {} of them with a \
             position twice in the history, {} provable in {} plies; seed {}, sizes {}..{}",
            args.common.occurrences,
            name[0],
            name[1],
            first.wrong.of,
            first.games,
            first.wrong_twice.of,
            first.missed.of,
            args.plies,
            args.common.seed,
            args.size.least,
            args.size.most
        );
        // Where entries may be deeper, another score need be no error.
        let proved = |tally: &DraftTally| {
            tally.way.draft == DraftRule::Exact || study.is_settled(tally.treatment)
        };
        type Cell = fn(&DraftTally) -> String;
        for (what, cell) in [
            ("false results", (|tally| tally.wrong.text()) as Cell),
            ("of a history with a position twice", |tally| tally.wrong_twice.text()),
            ("results missed", |tally| tally.missed.text()),
            ("wins thrown away", |tally| tally.thrown.text()),
            ("other scores than without a table", |tally| tally.different.text()),
            ("nodes", |tally| tally.nodes.to_string()),
        ] {
            let is_score = what.starts_with("other");
            let cell = |tally: &DraftTally| match proved(tally) || !is_score {
                true => cell(tally),
                false => "-".to_owned(),
            };
            let of_name =
                sums.iter().filter(|tally| [evaluation(tally), tally.way.table.name()] == name);
            text += &columns(of_name, what, cell);
        }
        text.push('\n');
    }
    text
}

fn columns<'a>(
    tallies: impl Iterator<Item = &'a DraftTally>,
    what: &str,
    cell: impl Fn(&DraftTally) -> String,
) -> String {
    let mut heads = vec![what.to_owned()];
    let mut lines: Vec<Vec<String>> = Vec::new();
    for tally in tallies {
        let head = format!("{} {}", tally.way.draft.name(), search(tally));
        if !heads.contains(&head) {
            heads.push(head);
        }
        let name = tally.treatment.name();
        if lines.last().is_none_or(|line| line[0] != name) {
            lines.push(vec![name.to_owned()]);
        }
        let line = lines.last_mut().expect("one was just added");
        line.push(cell(tally));
    }
    let mut columns = Columns::new(heads);
    for line in lines {
        columns.row(line);
    }
    columns.to_text() + "\n"
}
