//! `threefold-lab study`: the tables of docs/paper.md, one command each.

mod drafts;
mod endings;

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;
use threefold_game::RepetitionRule;
use threefold_graph::OccurrenceRule;
use threefold_lab::alphabeta::Treatment;
use threefold_search::Interrupt;
use threefold_terminal::exit::Exit;
use threefold_terminal::interrupt;
use threefold_terminal::output::{Stop, complain, json_line, print};
use threefold_terminal::units::{parse_bytes, parse_count};

use crate::args::{Sizes, parse_sizes};
use crate::experiments::write_whole;

/// Error rates of alpha-beta searches as engines do them, against exact values.
///
/// Prints one table for each way to search, every count with its 95 % interval (of 0 counts, '<' is
/// three divided by all). The figures depend on the seed only, but for the times. Interrupted, it
/// prints what it has.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  threefold-lab study drafts --games 4k --raw drafts.jsonl
  threefold-lab study endings --game pawns --raw pawns.jsonl
  threefold-lab study endings --game KRvK --plies 7 --treatments ignore,no-draws")]
pub struct StudyArgs {
    #[command(subcommand)]
    study: Study,
}

#[derive(Debug, Subcommand)]
enum Study {
    /// Random loopy games under the draw rule: entries at least as deep or equally deep, one search
    /// or deepening, table cleared or kept, nothing or something known at the horizon
    Drafts(DraftArgs),
    /// Real endings solved backwards: false entries, wrong roots and wrong moves
    Endings(EndingArgs),
}

#[derive(Debug, Args)]
struct DraftArgs {
    /// Random games
    #[arg(long, value_name = "N", default_value = "4k", value_parser = parse_count)]
    games: u64,
    /// Positions of each: N, or A..B, both included
    #[arg(long, value_name = "N", default_value = "4..40", value_parser = parse_sizes)]
    size: Sizes,
    /// The depth of the search
    #[arg(
        long,
        value_name = "N",
        default_value_t = 6,
        value_parser = clap::value_parser!(u32).range(1..=40)
    )]
    plies: u32,
    #[command(flatten)]
    common: CommonArgs,
}

#[derive(Debug, Args)]
struct EndingArgs {
    /// The ending: pawns (Campbell's, a promotion wins), or men as in KRvK
    #[arg(long, value_name = "ENDING", default_value = "pawns")]
    game: endings::Name,
    /// Positions to search, half of them won and half drawn
    #[arg(long, value_name = "N", default_value_t = 60)]
    positions: usize,
    /// The depth of the search
    #[arg(
        long,
        value_name = "N",
        default_value_t = 8,
        value_parser = clap::value_parser!(u32).range(1..=40)
    )]
    plies: u32,
    /// What is known of positions at the horizon
    #[arg(long, value_enum, default_value = "neutral")]
    evaluation: EvaluationName,
    /// Nodes for each search
    #[arg(long, value_name = "N", default_value = "200k", value_parser = parse_count)]
    nodes: u64,
    /// Memory for the table
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = parse_bytes)]
    table: usize,
    #[command(flatten)]
    common: CommonArgs,
}

#[derive(Debug, Args)]
struct CommonArgs {
    /// Treatments of alpha-beta, separated by commas; or all
    #[arg(
        long,
        short,
        value_name = "NAMES",
        default_value = "all",
        value_parser = parse_treatments
    )]
    treatments: Treatments,
    /// Where the games come from: the same seed gives the same figures
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// From which occurrence on a position repeats: tree:T counts from the root, game:N all
    ///
    /// tree:2,game:3 is what chess engines do, and what the authors of the treatments mean.
    /// Histories then have positions that occur twice. tree:3,game:3 is the rule of chess to the
    /// letter.
    #[arg(long, value_name = "tree:T,game:N", default_value = "tree:2,game:3")]
    occurrences: OccurrenceRule,
    /// Also write the raw counts: one JSON object a line
    #[arg(long, value_name = "FILE.jsonl")]
    raw: Option<PathBuf>,
}

/// What is known of positions at the horizon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EvaluationName {
    /// Nothing: 0
    Neutral,
    /// What a small chess program knows
    Heuristic,
}

/// The treatments to run.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Treatments(Vec<Treatment>);

fn parse_treatments(text: &str) -> Result<Treatments, String> {
    let mut all: Vec<Treatment> = Vec::new();
    for name in text.split(',').map(str::trim) {
        let more = match name {
            // Without a table there is nothing to count.
            "all" => Treatment::ALL.iter().copied().filter(|&t| t != Treatment::NoTable).collect(),
            name => vec![name.parse::<Treatment>().map_err(|error| error.to_string())?],
        };
        all.extend(more.into_iter().filter(|new| !all.contains(new)).collect::<Vec<_>>());
    }
    if let Some(none) = all.iter().find(|treatment| !treatment.supports(RepetitionRule::Draw)) {
        return Err(format!("{none} means nothing under the draw rule"));
    }
    Ok(Treatments(all))
}

/// What a study has found: text, raw lines, and whether it came to its end.
struct Findings<R> {
    text: String,
    rows: Vec<R>,
    interrupted: bool,
}

pub fn run(args: &StudyArgs) -> Result<Exit, Stop> {
    match &args.study {
        Study::Drafts(args) => publish(&args.common, |interrupt| drafts::run(args, interrupt)),
        Study::Endings(args) => publish(&args.common, |interrupt| endings::run(args, interrupt)),
    }
}

/// Runs a study and writes what it finds.
fn publish<R: Serialize>(
    common: &CommonArgs,
    study: impl FnOnce(&Interrupt) -> Result<Findings<R>, String>,
) -> Result<Exit, Stop> {
    let interrupt = interrupt::install();
    let findings = study(&interrupt).map_err(Stop::Message)?;
    let mut exit = Exit::Fine;
    if findings.interrupted {
        complain("interrupted: the figures are those of the games before");
        exit = Exit::Unknown;
    }
    if let Some(path) = &common.raw {
        let mut text = String::new();
        for row in &findings.rows {
            text.push_str(&json_line(row)?);
        }
        write_whole(path, &text).map_err(|failure| Stop::Message(failure.to_string()))?;
    }
    print(&findings.text)?;
    Ok(exit)
}
