//! The nets under threefold: large seeded runs against oracles, audits of the table, and the
//! measures that are reported with a release. Not published; the test suites run small samples of
//! the same.

mod bar;
mod bytes;
mod commands;
mod cpu_time;
mod endings;
mod failure;
mod features;
mod graphs;
mod input;
mod parallel;
mod policies;
mod print;
mod random;
mod shrink;
mod tally;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Failure;

#[derive(Parser)]
#[command(name = "threefold-nets", about, version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Random loopy games under every rule against exhaustive search, certificates verified
    FuzzGraphs(commands::fuzz_graphs::FuzzGraphs),
    /// Positions of a chess ending against retrograde analysis, certificates verified for a part
    ChessOracle(commands::chess_oracle::ChessOracle),
    /// Checkers positions with n + 1 pieces, searched with the database of n, against that of n + 1
    CheckersOracle(commands::checkers_oracle::CheckersOracle),
    /// Writes positions of checkers with 8 to 14 pieces, from self-play, at least half of them
    /// solved
    CheckersPositions(commands::checkers_positions::CheckersPositions),
    /// Small Go boards against exhaustive search with the whole history, certificates verified
    GoOracle(commands::go_oracle::GoOracle),
    /// Small Go boards by df-pn without threshold control: what it leaves open
    GoCircles(commands::go_circles::GoCircles),
    /// Checkers: rates of the endgame database
    CheckersRates(commands::checkers_rates::CheckersRates),
    /// What searches of an ending leave in the table, against retrograde analysis
    TableAudit(commands::table_audit::TableAudit),
    /// Writes one-eye problems, each for both players to move first
    OneEye(commands::one_eye::OneEye),
    /// Writes random small pawn endings, won and drawn
    PawnEndings(commands::pawn_endings::PawnEndings),
    /// Problems of Go under several policies, the proof trees in the table checked
    ProblemTable(commands::problem_table::ProblemTable),
    /// Base and twin entries against the plain table, position by position
    Price(commands::price::Price),
    /// Finds small problems of Go whose answer depends on the superko rule
    RuleDependent(commands::rule_dependent::RuleDependent),
    /// The same positions with tables of several sizes
    TableSizes(commands::table_sizes::TableSizes),
    /// Small Go boards under superko, solved by every treatment of repetition
    GoAblation(commands::go_ablation::GoAblation),
    /// Child look-ups per second against the rate of making moves
    Speed(commands::speed::Speed),
}

fn main() -> ExitCode {
    let result: Result<(), Failure> = match Cli::parse().command {
        Command::FuzzGraphs(args) => commands::fuzz_graphs::run(&args),
        Command::ChessOracle(args) => commands::chess_oracle::run(&args),
        Command::CheckersOracle(args) => commands::checkers_oracle::run(&args),
        Command::CheckersPositions(args) => commands::checkers_positions::run(&args),
        Command::GoOracle(args) => commands::go_oracle::run(&args),
        Command::GoCircles(args) => commands::go_circles::run(&args),
        Command::CheckersRates(args) => commands::checkers_rates::run(&args),
        Command::TableAudit(args) => commands::table_audit::run(&args),
        Command::OneEye(args) => commands::one_eye::run(&args),
        Command::PawnEndings(args) => commands::pawn_endings::run(&args),
        Command::ProblemTable(args) => commands::problem_table::run(&args),
        Command::Price(args) => commands::price::run(&args),
        Command::RuleDependent(args) => commands::rule_dependent::run(&args),
        Command::TableSizes(args) => commands::table_sizes::run(&args),
        Command::GoAblation(args) => commands::go_ablation::run(&args),
        Command::Speed(args) => commands::speed::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("threefold-nets: {failure}");
            ExitCode::from(failure.code)
        }
    }
}
