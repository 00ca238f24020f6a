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
mod help;
mod hub;
mod jobs;
mod library;
mod man;
mod mate;
mod page;
mod problem;
mod processor;
mod puzzles;
mod report;
mod solve;
mod tsume;
mod uci;
mod usi;
mod watch;
mod way;
mod web;

use std::process::ExitCode;

use threefold_terminal::allocator::{Telling, keep_large_blocks_apart};
use threefold_terminal::exit::Exit;
use threefold_terminal::output::{self, Stop, complain};

use crate::args::{Command, UciArgs, UsiArgs};

#[global_allocator]
static ALLOCATOR: Telling = Telling;

fn main() -> ExitCode {
    processor::go_on_as_faster();
    keep_large_blocks_apart();
    output::set_program("threefold");
    let result = match way::command() {
        Command::Solve(args) => solve::run(*args),
        Command::Check(args) => check::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Egdb(args) => egdb::run(&args),
        Command::Go(args) => go::run(&args),
        Command::Dot(args) => dot::run(&args),
        Command::Explore(args) => explore::run(&args),
        Command::Web(args) => web::run(&args),
        Command::Jobs(args) => jobs::run(&args),
        Command::Library(args) => library::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Gtp(args) => gtp::run(&args),
        Command::Uci(UciArgs {}) => uci::run(),
        Command::Usi(UsiArgs {}) => usi::run(),
        Command::Hub(args) => hub::run(args.egdb.as_deref()),
        Command::Help(args) => help::run(&args),
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
