//! The `threefold` program.

mod args;
mod batch;
mod bench;
mod check;
mod completions;
mod dot;
mod egdb;
mod explore;
mod files;
mod go;
mod gtp;
mod hub;
mod jobs;
mod library;
mod man;
mod mate;
mod moved;
mod page;
mod problem;
mod report;
mod solve;
mod tsume;
mod uci;
mod usi;
mod watch;

use std::process::ExitCode;

use clap::Parser;
use threefold_terminal::allocator::{Telling, keep_large_blocks_apart};
use threefold_terminal::{exit, interrupt, memory, output, pool, progress, units};

use crate::args::{Cli, Command, UciArgs, UsiArgs};
use crate::exit::Exit;
use crate::output::{Stop, complain};

#[global_allocator]
static ALLOCATOR: Telling = Telling;

fn main() -> ExitCode {
    keep_large_blocks_apart();
    output::set_program("threefold");
    let result = match Cli::parse().command {
        Command::Solve(args) => solve::run(*args),
        Command::Compare(_) => moved::run(),
        Command::Check(args) => check::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Egdb(args) => egdb::run(&args),
        Command::Go(args) => go::run(&args),
        Command::Dot(args) => dot::run(&args),
        Command::Explore(args) => explore::run(&args),
        Command::Jobs(args) => jobs::run(&args),
        Command::Library(args) => library::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Gtp(args) => gtp::run(&args),
        Command::Uci(UciArgs {}) => uci::run(),
        Command::Usi(UsiArgs {}) => usi::run(),
        Command::Hub(args) => hub::run(args.egdb.as_deref()),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    };
    match result {
        Ok(exit) => exit.into(),
        // As of a program that SIGPIPE ends: what was not looked at is not fine.
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
