//! Simulation: whether the result of a twin holds on another path, too.

use threefold_search::Reason;

use super::twins::Twin;
use super::{Dfpn, Found, NOTHING, ROOT};
use crate::Informed;
use crate::dfpn::table::Stored;
use crate::mix::path_code;
use crate::rules::{Arrival, Estimate};

/// Positions that all simulations together may visit for each position of the node limit.
const SHARE: u64 = 100;

/// The longest line that a simulation follows: it recurses.
const LONGEST: u32 = 1000;

impl<G: Informed> Dfpn<'_, G> {
    /// What the twins of the position at hand, which is reached by the path with this code, say
    /// there: the one of this path, or else the first of all the others that can be replayed.
    pub(super) fn by_twins(&mut self, key: u64, code: u64) -> Option<Found> {
        if let Some(twin) = self.twins.find(key, code) {
            return Some(Found::solved(twin.proven, ROOT));
        }
        let others = self.twins.of.get(&key)?.clone();
        for twin in others {
            self.twins.simulations += 1;
            if self.replay(&twin, key, code) {
                return Some(Found::solved(twin.proven, ROOT));
            }
            self.twins.failed += 1;
        }
        None
    }

    /// Whether the result of `model`, a twin of the position at hand, holds on the path with this
    /// code. What is verified gets twins of its own.
    fn replay(&mut self, model: &Twin, key: u64, code: u64) -> bool {
        let depth = self.path.level();
        self.twins.visited += 1;
        if self.twins.visited > self.clock.most_nodes().saturating_mul(SHARE) {
            self.twins.stopped_by = Some(Reason::Nodes);
        } else if self.twins.visited & 255 == 0 {
            self.twins.stopped_by = self.clock.read().err();
        }
        if self.twins.stopped_by.is_some() || depth >= LONGEST {
            return false;
        }
        let game = self.rules.game;
        let claimant = self.rules.is_or_node(&self.position) == model.proven;
        let mut moves = Vec::new();
        game.moves(&self.position, &mut moves);
        self.path.push(self.rules.repetition_key(&self.position));
        let mut legal = false;
        let holds = if let (true, Some(best)) = (claimant, model.best) {
            let borrowed =
                moves.iter().copied().find(|&m| game.encode_move(&self.position, m) == best);
            borrowed.is_some_and(|m| self.replay_move(model, code, depth, m) == Some(true))
        } else {
            let all = moves.iter().all(|&m| {
                let child = self.replay_move(model, code, depth, m);
                legal |= child.is_some();
                child != Some(false)
            });
            // Of a claimant without a move the stored path had taken all of them away.
            all && (!claimant || !legal)
                && (legal || self.rules.stuck(&self.position) == model.proven)
        };
        self.path.pop();
        if holds {
            self.twins.store(key, code, depth, model.proven, model.best);
            // As wherever a twin is stored.
            let min_depth = match self.table.find(key) {
                Some(Stored::Numbers { min_depth, .. }) => min_depth.min(depth),
                _ => depth,
            };
            self.table.store(key, Stored::Numbers { pn: 1, dn: 1, min_depth }, 1);
        }
        holds
    }

    /// The same for the position behind a move. `None`: the move is illegal here.
    fn replay_move(&mut self, model: &Twin, code: u64, depth: u32, m: G::Move) -> Option<bool> {
        let game = self.rules.game;
        let number = game.encode_move(&self.position, m);
        let pass = self.rules.superko() && game.is_pass(&self.position, m);
        let undo = game.make(&mut self.position, m);
        let (code, borrowed) =
            (path_code(code, number, depth + 1), path_code(model.code, number, model.depth + 1));
        let holds = self.replay_child(model, code, borrowed, pass);
        game.undo(&mut self.position, m, undo);
        holds
    }

    fn replay_child(&mut self, model: &Twin, code: u64, borrowed: u64, pass: bool) -> Option<bool> {
        let repetition_key = self.rules.repetition_key(&self.position);
        let level = self.rules.in_history(repetition_key);
        let level = level.or_else(|| self.path.find(repetition_key));
        let succeeds = match self.rules.arrive(&self.position, pass, level) {
            Arrival::Banned(_) => return None,
            Arrival::Over(succeeds) => succeeds,
            Arrival::Repeats(_) => self.rules.repetition_succeeds(),
            Arrival::Open => {
                let key = self.rules.key(&self.position);
                if let Some(Stored::Solved { proven, relies_on: NOTHING }) = self.table.find(key) {
                    proven
                } else if let Some(twin) = self.twins.find(key, code) {
                    twin.proven
                } else if let Estimate::Decided(succeeds) = self.rules.estimate(&mut self.position)
                {
                    succeeds
                } else {
                    let twin = self.twins.find(key, borrowed);
                    return Some(twin.is_some_and(|twin| {
                        twin.proven == model.proven && self.replay(&twin, key, code)
                    }));
                }
            }
        };
        Some(succeeds == model.proven)
    }
}
