//! The `threefold-lab` program: treatments of repetition compared, and large runs against oracles.

mod any_game;
mod args;
mod audit;
mod audit_go;
mod compare;
mod engine;
mod experiments;
mod play;
mod study;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use threefold_terminal::allocator::{Telling, keep_large_blocks_apart};
use threefold_terminal::{columns, exit, files, interrupt, memory, output, pool, progress, units};

use crate::args::CompareArgs;
use crate::exit::Exit;
use crate::experiments::Experiment;
use crate::output::{Stop, complain};
use crate::study::StudyArgs;

/// Treatments of repetition compared, and large runs against oracles.
#[derive(Debug, Parser)]
#[command(name = "threefold-lab", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Compare(Box<CompareArgs>),
    Play(Box<play::PlayArgs>),
    Study(Box<StudyArgs>),
    Audit(Box<audit::AuditArgs>),
    Engine(engine::EngineArgs),
    #[command(flatten)]
    Experiment(Experiment),
}

#[global_allocator]
static ALLOCATOR: Telling = Telling;

fn main() -> ExitCode {
    keep_large_blocks_apart();
    output::set_program("threefold-lab");
    match Cli::parse().command {
        Command::Compare(args) => ended(compare::run(&args)),
        Command::Play(args) => ended(play::run(&args)),
        Command::Study(args) => ended(study::run(&args)),
        Command::Audit(args) if args.gtp.is_empty() => ended(audit::run(&args)),
        Command::Audit(args) => ended(audit_go::run(&args)),
        Command::Engine(args) => ended(engine::run(&args)),
        Command::Experiment(experiment) => match experiments::run(&experiment) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => {
                complain(&failure);
                ExitCode::from(failure.code)
            }
        },
    }
}

fn ended(result: Result<Exit, Stop>) -> ExitCode {
    match result {
        Ok(exit) => exit.into(),
        Err(Stop::BrokenPipe) => ExitCode::from(141),
        Err(Stop::Message(message)) => {
            complain(message);
            Exit::BadInput.into()
        }
        Err(Stop::Failed(message)) => {
            complain(message);
            Exit::Failed.into()
        }
    }
}
