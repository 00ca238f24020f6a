//! `threefold gtp`: flags and standard streams for the Go Text Protocol.

use std::io::{self, BufReader, Write};

use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, ValueEnum};
use threefold::session::effort::Effort;
use threefold_protocols::gtp;
use threefold_protocols::gtp::engine::{Engine, Flags, Unsolved};
use threefold_protocols::lines::lines;

use crate::args::GtpArgs;
use crate::solve::args::SolveArgs;
use threefold_terminal::exit::Exit;
use threefold_terminal::output::Stop;

/// Answers commands until `quit` or the end of the input.
pub fn run(args: &GtpArgs) -> Result<Exit, Stop> {
    let own = args.flags.clone();
    // What is wrong with them is wrong with every answer.
    if let Err(error) = read(own.iter()) {
        return Err(Stop::Message(format!("gtp: {error}")));
    }
    let read_flags = move |flags: &[String]| read(own.iter().chain(flags));
    let mut engine = Engine::new(Box::new(read_flags));
    gtp::run(&mut engine, &lines(BufReader::new(io::stdin())), &print)?;
    Ok(Exit::Fine)
}

/// Writes to standard output, and shows it at once.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Flags of `solve` without a program.
#[derive(Parser)]
#[command(name = "threefold solve", no_binary_name = true)]
struct SolveFlags {
    #[command(flatten)]
    args: SolveArgs,

    /// What genmove answers where nothing can be solved, or its time was too short
    #[arg(long, value_enum, default_value = "error")]
    unsolved: UnsolvedName,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum UnsolvedName {
    Error,
    Pass,
    Resign,
}

/// Flags that mean something here: what is asked, and what may be spent on it. Others are about
/// inputs, files and output, or about other games.
const KNOWN: &[&str] = &[
    // What is asked.
    "goal",
    "region",
    "target",
    "eye",
    "safe",
    "frame",
    "outside_liberties",
    "to_play",
    "ko",
    "threats",
    "more_threats",
    "verdict_only",
    // What is spent, and how.
    "nodes",
    "time",
    "memory",
    "depth",
    "threads",
    "deterministic",
    "alone",
    "no_check",
    "policy",
    "path_code",
    "twins",
    "simulation_budget",
    "sibling_budget",
    "move_factors",
    "detect_collisions",
    "unsolved",
];

/// The first flag of those that were given that means nothing here.
fn out_of_place(given: &ArgMatches) -> Option<String> {
    let command = SolveFlags::command();
    let mut others = command.get_opts().filter(|flag| {
        let id = flag.get_id().as_str();
        given.value_source(id) == Some(ValueSource::CommandLine) && !KNOWN.contains(&id)
    });
    others.next().and_then(|flag| flag.get_long()).map(|name| format!("--{name}"))
}

/// What flags of `threefold solve` ask about the problem on the board.
fn read<'w>(flags: impl Iterator<Item = &'w String>) -> Result<Flags, String> {
    let input = "board.sgf".to_owned();
    let given = SolveFlags::command()
        .try_get_matches_from([input].into_iter().chain(flags.cloned()))
        .and_then(|given| Ok((out_of_place(&given), SolveFlags::from_arg_matches(&given)?)));
    match given {
        Ok((Some(flag), _)) => Err(format!(
            "{flag} is not for gtp; expected flags about the problem on the board, or about what \
             may be spent on it"
        )),
        Ok((None, SolveFlags { args, .. })) if args.inputs.len() > 1 => Err(format!(
            "'{}': expected flags, and no input: the problem is on the board",
            args.inputs[1]
        )),
        Ok((None, SolveFlags { args, unsolved })) => Ok(Flags {
            question: args.problem.question.question(),
            request: args.problem.request(args.effort(Effort::for_problems())),
            unsolved: match unsolved {
                UnsolvedName::Error => Unsolved::Error,
                UnsolvedName::Pass => Unsolved::Pass,
                UnsolvedName::Resign => Unsolved::Resign,
            },
        }),
        Err(error) => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            Err(line.trim_start_matches("error: ").to_owned())
        }
    }
}
