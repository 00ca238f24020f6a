//! Real endings against retrograde analysis.

use std::fmt::Write;
use std::str::FromStr;

use rayon::prelude::*;
use serde::Serialize;
use threefold_chess::Chess;
use threefold_game::Game;
use threefold_lab::alphabeta::{ChessScores, Evaluate, Neutral};
use threefold_lab::study::{EndingStudy, EndingTally, EndingWay};
use threefold_lab::{AdvanceScores, Informed, PawnGame};
use threefold_oracle::Retrograde;
use threefold_search::Interrupt;

use super::{EndingArgs, EvaluationName, Findings};
use crate::columns::Columns;
use crate::experiments::Ending;
use crate::progress::bar;

/// Campbell's ending, as far as it can be reconstructed from his text.
const CAMPBELL: &str = "8/8/8/2p1k3/K7/1P1P4/8/8 w - -";

/// More positions than an ending may reach: 4 GiB, roughly.
const MOST: usize = 16_000_000;

/// What is searched.
#[derive(Clone, Debug)]
pub enum Name {
    Pawns,
    Men(String, Ending),
}

impl FromStr for Name {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "pawns" => Ok(Name::Pawns),
            men => Ok(Name::Men(
                men.to_owned(),
                men.parse().map_err(|error| format!("{error}, or pawns"))?,
            )),
        }
    }
}

/// One treatment in one way to search: raw counts, and a time.
#[derive(Serialize)]
pub struct Row {
    study: &'static str,
    game: String,
    seed: u64,
    plies: u32,
    occurrences: String,
    evaluation: &'static str,
    treatment: &'static str,
    draft: &'static str,
    search: &'static str,
    roots: u64,
    won: u64,
    #[serde(rename = "false")]
    wrong: u64,
    missed: u64,
    judged: u64,
    wrong_moves: u64,
    stored: u64,
    stored_false: u64,
    stored_hiding: u64,
    stored_between: (f64, f64),
    unknown: u64,
    nodes: u64,
    milliseconds: u64,
}

pub fn run(args: &EndingArgs, interrupt: &Interrupt) -> Result<Findings<Row>, String> {
    let heuristic = args.evaluation == EvaluationName::Heuristic;
    match &args.game {
        Name::Pawns => {
            let root = PawnGame.parse_position(CAMPBELL).map_err(|error| error.to_string())?;
            match heuristic {
                true => study(args, "pawns", (&PawnGame, &AdvanceScores), [root], interrupt),
                false => study(args, "pawns", (&PawnGame, &Neutral), [root], interrupt),
            }
        }
        Name::Men(name, ending) => {
            let positions = ending.positions();
            match heuristic {
                true => study(args, name, (&Chess, &ChessScores), positions, interrupt),
                false => study(args, name, (&Chess, &Neutral), positions, interrupt),
            }
        }
    }
}

fn study<G: Informed + Sync, E: Evaluate<G>>(
    args: &EndingArgs,
    name: &str,
    (game, evaluate): (&G, &E),
    positions: impl IntoIterator<Item = G::Position>,
    interrupt: &Interrupt,
) -> Result<Findings<Row>, String>
where
    G::Position: Send + Sync,
    Retrograde<G>: Sync,
{
    let oracle = Retrograde::solve(game, positions, MOST)
        .map_err(|error| format!("{name}: the ending is too large: {error}"))?;
    let study = EndingStudy {
        game,
        evaluate,
        oracle: &oracle,
        plies: args.plies,
        nodes: args.nodes,
        table_bytes: args.table,
        tree: args.common.occurrences.tree,
    };
    let roots = study.roots(args.positions, args.common.seed);
    let treatments = &args.common.treatments.0;
    let none = || -> Vec<EndingTally> {
        let each = |&treatment| EndingWay::ALL.map(|way| EndingTally::new(treatment, way));
        treatments.iter().flat_map(each).collect()
    };
    let bar = bar(roots.len() as u64, name);
    let one = |mut all: Vec<EndingTally>, root: &G::Position| {
        // A root counts for all treatments or for none.
        let mut more = none();
        for tally in &mut more {
            *tally = study.run(tally.treatment, tally.way, root, interrupt);
        }
        if !interrupt.is_raised() {
            all.iter_mut().zip(&more).for_each(|(all, more)| all.add(more));
            bar.inc(1);
        }
        all
    };
    let tallies = roots.par_iter().fold(none, one).reduce(none, |mut all, more| {
        all.iter_mut().zip(&more).for_each(|(all, more)| all.add(more));
        all
    });
    bar.finish_and_clear();
    let mut text = String::new();
    let evaluation = match args.evaluation {
        EvaluationName::Neutral => "neutral",
        EvaluationName::Heuristic => "heuristic",
    };
    let _ = writeln!(
        text,
        "{name}, {} positions solved backwards; {} roots, {} plies, evaluation {evaluation}, \
         occurrences {}, seed {}",
        oracle.len(),
        roots.len(),
        args.plies,
        args.common.occurrences,
        args.common.seed
    );
    for way in EndingWay::ALL {
        let _ = writeln!(text, "\ndrafts {}, search {}", way.draft.name(), search(way));
        text += &columns(tallies.iter().filter(|tally| tally.way == way));
    }
    let rows = tallies.iter().map(|tally| row(args, name, evaluation, tally)).collect();
    Ok(Findings { text, rows, interrupted: interrupt.is_raised() })
}

const fn search(way: EndingWay) -> &'static str {
    if way.deepened { "deepened" } else { "fixed" }
}

fn columns<'a>(tallies: impl Iterator<Item = &'a EndingTally>) -> String {
    let mut columns = Columns::new([
        "treatment",
        "false entries",
        "of",
        "false roots",
        "missed",
        "wrong moves",
        "unknown",
        "nodes",
        "ms",
    ]);
    for tally in tallies {
        columns.row([
            tally.treatment.name().to_owned(),
            tally.entries.text(),
            tally.stored.to_string(),
            tally.wrong_rate().text(),
            tally.missed_rate().text(),
            tally.move_rate().text(),
            tally.unknown.to_string(),
            tally.nodes.to_string(),
            (tally.microseconds / 1000).to_string(),
        ]);
    }
    columns.to_text()
}

fn row(args: &EndingArgs, name: &str, evaluation: &'static str, tally: &EndingTally) -> Row {
    Row {
        study: "endings",
        game: name.to_owned(),
        seed: args.common.seed,
        plies: args.plies,
        occurrences: args.common.occurrences.to_string(),
        evaluation,
        treatment: tally.treatment.name(),
        draft: tally.way.draft.name(),
        search: search(tally.way),
        roots: tally.roots,
        won: tally.won,
        wrong: tally.wrong,
        missed: tally.missed,
        judged: tally.judged,
        wrong_moves: tally.wrong_moves,
        stored: tally.stored,
        stored_false: tally.stored_false,
        stored_hiding: tally.stored_hiding,
        stored_between: tally.entries.interval(),
        unknown: tally.unknown,
        nodes: tally.nodes,
        milliseconds: tally.microseconds / 1000,
    }
}
