//! The order in which moves are tried.

use super::evaluate::Evaluate;
use crate::Informed;

const HISTORY: usize = 1 << 12;

/// Killer moves (two per ply) and the history heuristic (Schaeffer 1983).
pub(crate) struct Ordering {
    killers: Vec<[u32; 2]>,
    /// By player and number of the move.
    history: Vec<u32>,
}

/// No move has this number.
const NONE: u32 = u32::MAX;

impl Ordering {
    pub fn new() -> Self {
        Ordering { killers: Vec::new(), history: vec![0; 2 * HISTORY] }
    }

    fn slot(maximizing: bool, code: u32) -> usize {
        usize::from(maximizing) * HISTORY + (code as usize ^ code as usize >> 12) % HISTORY
    }

    /// Sorts moves: the one from the table, what the game promises, killers, history. Moves
    /// that are alike in all of it stay in the game's order.
    pub fn sort<G: Informed, E: Evaluate<G>>(
        &self,
        game: &G,
        evaluate: &E,
        position: &G::Position,
        moves: &mut [(i64, u32, G::Move)],
        (ply, maximizing, from_table): (u32, bool, Option<u32>),
    ) {
        let killers = self.killers.get(ply as usize).copied().unwrap_or([NONE; 2]);
        for (rank, code, m) in moves.iter_mut() {
            *rank = if from_table == Some(*code) {
                i64::MAX
            } else {
                let promise = i64::from(evaluate.promise(game, position, *m));
                let killer = i64::from(killers.contains(code));
                let history = i64::from(self.history[Self::slot(maximizing, *code)]);
                (promise << 33) + (killer << 32) + history
            };
        }
        moves.sort_by_key(|&(rank, ..)| std::cmp::Reverse(rank));
    }

    /// A move has caused a cutoff.
    pub fn cutoff(&mut self, ply: u32, maximizing: bool, code: u32, draft: u32) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [NONE; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let bonus = draft.min(64) * draft.min(64) + 1;
        let score = &mut self.history[Self::slot(maximizing, code)];
        *score = score.saturating_add(bonus);
        if *score > 1 << 30 {
            self.history.iter_mut().for_each(|score| *score /= 2);
        }
    }
}
