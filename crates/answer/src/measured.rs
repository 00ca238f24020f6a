//! Searches alone, without certificates: for measurements.

use threefold_game::{History, Knowledge, Question, Searchable};
use threefold_search::{Answer, Limits, Options, Solver};

/// Searches one position. Crates of games compile it, each for its own, as a function without type
/// parameters.
pub fn measured<G: Searchable>(
    game: &G,
    knowledge: &dyn Knowledge<G>,
    history: &History<G>,
    question: Question,
    options: Options,
    limits: Limits,
) -> Answer {
    let mut solver = Solver::new(game, question, options).knowledge(knowledge);
    solver.limit(limits);
    solver.solve(history)
}
