//! The `threefold` program.

mod allocator;
mod args;
mod bench;
mod check;
mod columns;
mod compare;
mod completions;
mod database;
mod dot;
mod egdb;
mod exit;
mod files;
mod go;
mod gtp;
mod input;
mod interrupt;
mod memory;
mod output;
mod place;
mod pool;
mod problem;
mod progress;
mod solve;
mod units;
mod words;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::exit::Exit;
use crate::output::{Stop, complain};

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Solve(args) => solve::run(*args),
        Command::Compare(args) => compare::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Egdb(args) => egdb::run(&args),
        Command::Go(args) => go::run(&args),
        Command::Dot(args) => dot::run(&args),
        Command::Gtp(args) => gtp::run(&args),
        Command::Completions(args) => completions::run(&args),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(Stop::BrokenPipe) => ExitCode::SUCCESS,
        Err(Stop::Message(message)) => {
            complain(message);
            Exit::BadInput.into()
        }
    }
}
