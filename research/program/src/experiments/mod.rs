//! Large seeded runs against oracles, audits of the table, and the measures that are reported with
//! a release. The test suites run small samples of the same. One command per file.

mod checkers_oracle;
mod checkers_positions;
mod checkers_rates;
mod checkers_repetition;
mod cpu_time;
mod endings;
mod failure;
mod features;
mod fuzz_graphs;
mod go_circles;
mod go_options;
mod go_oracle;
mod graphs;
mod input;
mod one_eye;
mod one_eye_climb;
mod one_eye_hard;
mod one_eye_shape;
mod option_sets;
mod parallel;
mod pawn_endings;
mod policies;
mod price;
mod problem_table;
mod random;
mod rule_dependent;
mod table_audit;
mod tally;
mod whole;

use clap::Subcommand;

pub use self::endings::Ending;
use self::failure::Failure;
pub use self::whole::write_whole;

#[derive(Debug, Subcommand)]
pub enum Experiment {
    /// SplitMix loopy games under every rule against exhaustive search, certificates verified
    FuzzGraphs(fuzz_graphs::FuzzGraphs),
    /// Checkers positions with n + 1 pieces, searched with the database of n, against that of n + 1
    CheckersOracle(checkers_oracle::CheckersOracle),
    /// Writes positions of checkers with 8 to 14 pieces, from self-play, at least half of them
    /// solved
    CheckersPositions(checkers_positions::CheckersPositions),
    /// Writes positions of checkers in which repetition decides, with values that are known
    CheckersRepetition(checkers_repetition::CheckersRepetition),
    /// Treatments on positions of checkers whose values a larger database knows
    CheckersKnown(checkers_repetition::CheckersKnown),
    /// Small Go boards against exhaustive search with the whole history, certificates verified
    GoOracle(go_oracle::GoOracle),
    /// Small Go boards by df-pn without threshold control: what it leaves open
    GoCircles(go_circles::GoCircles),
    /// Checkers: rates of the endgame database
    CheckersRates(checkers_rates::CheckersRates),
    /// What searches of an ending leave in the table, against retrograde analysis
    TableAudit(table_audit::TableAudit),
    /// Writes one-eye problems that take the plain table 10,000 nodes and more
    OneEyeHard(one_eye_hard::OneEyeHard),
    /// Writes random small pawn endings, won and drawn
    PawnEndings(pawn_endings::PawnEndings),
    /// Problems of Go under several policies, the proof trees in the table checked
    ProblemTable(problem_table::ProblemTable),
    /// Base and twin entries against the plain table, position by position
    Price(price::Price),
    /// Finds small problems of Go whose answer depends on the superko rule
    RuleDependent(rule_dependent::RuleDependent),
    /// Small Go boards under superko, solved with several sets of options of the solver
    GoOptions(go_options::GoOptions),
}

/// Runs one.
///
/// # Errors
/// What was wrong, and the exit status that says so.
pub fn run(experiment: &Experiment) -> Result<(), Failure> {
    match experiment {
        Experiment::FuzzGraphs(args) => fuzz_graphs::run(args),
        Experiment::CheckersOracle(args) => checkers_oracle::run(args),
        Experiment::CheckersPositions(args) => checkers_positions::run(args),
        Experiment::CheckersRepetition(args) => checkers_repetition::make(args),
        Experiment::CheckersKnown(args) => checkers_repetition::compare(args),
        Experiment::GoOracle(args) => go_oracle::run(args),
        Experiment::GoCircles(args) => go_circles::run(args),
        Experiment::CheckersRates(args) => checkers_rates::run(args),
        Experiment::TableAudit(args) => table_audit::run(args),
        Experiment::OneEyeHard(args) => one_eye_hard::run(args),
        Experiment::PawnEndings(args) => pawn_endings::run(args),
        Experiment::ProblemTable(args) => problem_table::run(args),
        Experiment::Price(args) => price::run(args),
        Experiment::RuleDependent(args) => rule_dependent::run(args),
        Experiment::GoOptions(args) => go_options::run(args),
    }
}
