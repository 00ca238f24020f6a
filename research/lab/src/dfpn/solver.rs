//! Treatments that the solver itself offers as options.

use threefold_search::{Options, Solver};

use crate::{Claim, Cost, Informed, Query};

/// Asks [`Solver`] with an empty table.
pub(crate) fn ask<G: Informed>(query: &Query<'_, G>, options: Options) -> Claim {
    let Query { game, question, history, limits, interrupt, .. } = *query;
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
