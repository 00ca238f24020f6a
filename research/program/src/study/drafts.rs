//! Draft rules on random games.

use std::fmt::Write;

use rayon::prelude::*;
use serde::Serialize;
use threefold_lab::alphabeta::DraftRule;
use threefold_lab::study::{DraftTally, Drafts, Rate};
use threefold_search::Interrupt;

use super::{DraftArgs, Findings, draft_name};
use crate::columns::Columns;
use crate::progress::bar;

/// One treatment in one way to search: raw counts.
#[derive(Serialize)]
pub struct Row {
    study: &'static str,
    seed: u64,
    size: [u32; 2],
    plies: u32,
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
    provable: u64,
    missed: u64,
    different: u64,
    winning: u64,
    thrown: u64,
    unknown: u64,
    nodes: u64,
}

pub fn run(args: &DraftArgs, interrupt: &Interrupt) -> Result<Findings<Row>, String> {
    let study = Drafts {
        seed: args.common.seed,
        sizes: (args.size.least, args.size.most),
        plies: args.plies,
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
    let rows = tallies.iter().map(|tally| row(args, tally)).collect();
    Ok(Findings { text: text(args, &tallies), rows, interrupted: interrupt.is_raised() })
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

fn row(args: &DraftArgs, tally: &DraftTally) -> Row {
    Row {
        study: "drafts",
        seed: args.common.seed,
        size: [args.size.least, args.size.most],
        plies: args.plies,
        treatment: tally.treatment.name(),
        turns: turns(tally),
        evaluation: evaluation(tally),
        table: tally.way.table.name(),
        draft: draft_name(tally.way.draft),
        search: search(tally),
        games: tally.games,
        roots: tally.roots,
        wrong: tally.wrong,
        provable: tally.provable,
        missed: tally.missed,
        different: tally.different,
        winning: tally.winning,
        thrown: tally.thrown,
        unknown: tally.unknown,
        nodes: tally.nodes,
    }
}

/// A table for each game, evaluation and use of the table.
fn text(args: &DraftArgs, tallies: &[DraftTally]) -> String {
    let mut text = String::new();
    let mut done: Vec<[&str; 3]> = Vec::new();
    for first in tallies {
        let name = [turns(first), evaluation(first), first.way.table.name()];
        if done.contains(&name) {
            continue;
        }
        done.push(name);
        let _ = writeln!(
            text,
            "{} games, evaluation {}, table {}: {} roots of {} games, {} of them provable in {} \
             plies; seed {}, sizes {}..{}",
            name[0],
            name[1],
            name[2],
            first.roots,
            first.games,
            first.provable,
            args.plies,
            args.common.seed,
            args.size.least,
            args.size.most
        );
        for (what, rate) in [
            ("false results", DraftTally::wrong_rate as fn(&DraftTally) -> Rate),
            ("results missed", DraftTally::missed_rate),
            ("wins thrown away", DraftTally::thrown_rate),
            ("other scores than without a table", DraftTally::different_rate),
        ] {
            // Where entries may be deeper, another score is no error.
            let counts = |tally: &&DraftTally| {
                [turns(tally), evaluation(tally), tally.way.table.name()] == name
                    && (tally.way.draft == DraftRule::Exact || !what.starts_with("other"))
            };
            text += &columns(tallies.iter().filter(counts), what, rate);
        }
        text.push('\n');
    }
    text
}

fn columns<'a>(
    tallies: impl Iterator<Item = &'a DraftTally>,
    what: &str,
    rate: fn(&DraftTally) -> Rate,
) -> String {
    let mut heads = vec![what.to_owned()];
    let mut lines: Vec<Vec<String>> = Vec::new();
    for tally in tallies {
        let head = format!("{} {}", draft_name(tally.way.draft), search(tally));
        if !heads.contains(&head) {
            heads.push(head);
        }
        let name = tally.treatment.name();
        if lines.last().is_none_or(|line| line[0] != name) {
            lines.push(vec![name.to_owned()]);
        }
        let line = lines.last_mut().expect("one was just added");
        line.push(rate(tally).text());
    }
    let mut columns = Columns::new(heads);
    for line in lines {
        columns.row(line);
    }
    columns.to_text() + "\n"
}
