//! `threefold gtp`: flags and standard streams for the Go Text Protocol.

use std::io::{self, BufReader, Write};

use clap::{Parser, ValueEnum};
use threefold::session::effort::Effort;
use threefold_protocols::gtp;
use threefold_protocols::gtp::engine::{Engine, Flags, Unsolved};
use threefold_protocols::lines::lines;

use crate::args::GtpArgs;
use crate::exit::Exit;
use crate::output::Stop;
use crate::solve::args::SolveArgs;

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

/// What flags of `threefold solve` ask about the problem on the board.
fn read<'w>(flags: impl Iterator<Item = &'w String>) -> Result<Flags, String> {
    let input = "board.sgf".to_owned();
    match SolveFlags::try_parse_from([input].into_iter().chain(flags.cloned())) {
        Ok(SolveFlags { args, unsolved }) => Ok(Flags {
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
