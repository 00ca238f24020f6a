//! Treatments that the solver itself offers as options.

use threefold_game::{History, Question};
use threefold_search::{Interrupt, Limits, Options, Solver};

use crate::Informed;
use crate::{Claim, Cost};

/// Asks [`Solver`] with an empty table.
pub(crate) fn ask<G: Informed>(
    game: &G,
    question: Question,
    history: &History<G>,
    limits: &Limits,
    options: Options,
    interrupt: &Interrupt,
) -> Claim {
    let mut solver = Solver::new(game, question, options).knowledge(game.knowledge());
    solver.limit(limits.clone()).interrupt_by(interrupt.clone());
    let answer = solver.solve(history);
    let stats = &answer.stats;
    let cost = Cost {
        nodes: stats.nodes,
        lookups: stats.lookups,
        simulations: stats.simulations(),
        simulations_failed: stats.simulations_failed,
        simulation_nodes: stats.simulation_nodes,
        memory_bytes: solver.table_bytes() as u64,
        time: stats.time,
    };
    Claim { verdict: answer.verdict, cost }
}
