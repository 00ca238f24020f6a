//! `threefold-lab engine`: the laboratory's alpha-beta as a UCI engine.

use std::io;

use clap::{Args, ValueEnum};
use threefold_audit::laboratory::speak;
use threefold_lab::alphabeta::{DraftRule, Treatment};

use crate::exit::Exit;
use crate::output::Stop;

const EXAMPLES: &str = "\
Examples:
  threefold-lab engine --treatment ignore            The plain table, wrong about repetitions
  threefold-lab audit --engine \"threefold-lab engine --treatment ignore\" traps";

/// The laboratory's alpha-beta for chess as a UCI engine, with a treatment of repetitions.
///
/// It plays badly, and is meant to: the auditor is tested with it. The table is kept until
/// ucinewgame.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct EngineArgs {
    /// The treatment: a name as in compare, without alphabeta/
    #[arg(long, value_name = "NAME", value_parser = parse_treatment)]
    treatment: Treatment,

    /// Which entries of the table may replace a search
    #[arg(long, value_enum, value_name = "RULE", default_value = "at-least")]
    draft: DraftName,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DraftName {
    /// Those of at least the draft asked for, as in engines
    AtLeast,
    /// As at-least, but bounds count only in the iteration that found them
    Iteration,
    /// Those of exactly the draft asked for
    Exact,
}

fn parse_treatment(name: &str) -> Result<Treatment, String> {
    name.parse().map_err(|error: threefold::game::NotationError| error.to_string())
}

pub fn run(args: &EngineArgs) -> Result<Exit, Stop> {
    let draft = match args.draft {
        DraftName::AtLeast => DraftRule::AtLeast,
        DraftName::Iteration => DraftRule::Iteration,
        DraftName::Exact => DraftRule::Exact,
    };
    match speak(args.treatment, draft, io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => Ok(Exit::Fine),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(Stop::BrokenPipe),
        Err(error) => Err(Stop::Message(format!("standard input or output: {error}"))),
    }
}
