//! The last plies, without df-pn: most of the positions of a search are there, and a loop over
//! their moves is faster than anything that has to be remembered.
//!
//! What has just refuted a position is tried first in its siblings (a *killer*): most of the
//! attacker's moves do nothing about it.

use threefold_game::Distances;

use super::search::Search;
use super::table::{Known, NEVER, NO_MOVE};

impl<G: Distances> Search<'_, G> {
    /// Whether the attacker wins the position at hand within `plies`, which are few: it recurses as
    /// deep.
    pub fn direct(&mut self, plies: u16) -> Known {
        if let Some(known) = self.by_rules() {
            return known;
        }
        let or_node = self.or_node();
        // Who has not moved last has not won: being stuck need not be asked for.
        if or_node && self.alternating && self.drawn.is_empty() && plies > 0 {
            self.stats.nodes += 1;
            if let Some(m) = self.game.win_in_one(&mut self.position) {
                return Known::proven(1, self.game.encode_move(&self.position, m));
            }
            if plies <= 2 {
                return Known::disproven(plies + 1, NO_MOVE);
            }
        }
        if !or_node
            && plies > 1
            && let Some(known) = self.killed(plies)
        {
            return known;
        }
        let first = self.moves.len();
        self.stats.nodes += 1;
        self.game.moves(&self.position, &mut self.moves);
        let known = self.direct_moves(plies, or_node, first);
        self.moves.truncate(first);
        known
    }

    fn direct_moves(&mut self, plies: u16, or_node: bool, first: usize) -> Known {
        if self.moves.len() == first {
            return self.over(self.game.stuck(&self.position));
        }
        if plies == 0 {
            return Known::disproven(1, NO_MOVE);
        }
        let (mut lo, mut hi) = if or_node { (NEVER, NEVER) } else { (0, 0) };
        for i in first..self.moves.len() {
            let m = self.moves[i];
            let undo = self.make(m);
            let below = self.direct(plies - 1);
            self.undo(m, undo);
            if below.hi < plies {
                if or_node {
                    return Known::proven(below.hi + 1, self.game.encode_move(&self.position, m));
                }
                hi = hi.max(below.hi + 1);
            } else {
                let below = below.lo.saturating_add(1);
                if !or_node {
                    let mv = self.game.encode_move(&self.position, m);
                    self.remember(plies, mv);
                    return Known::disproven(below, mv);
                }
                lo = lo.min(below);
            }
        }
        if or_node { Known::disproven(lo, NO_MOVE) } else { Known::proven(hi, NO_MOVE) }
    }

    /// Whether one of the replies that refuted last refutes here.
    fn killed(&mut self, plies: u16) -> Option<Known> {
        for mv in self.killers(plies) {
            if mv == NO_MOVE {
                continue;
            }
            let Some(m) = self.game.decode_move(&self.position, mv) else { continue };
            let undo = self.make(m);
            let below = self.direct(plies - 1);
            self.undo(m, undo);
            if below.hi >= plies {
                self.remember(plies, mv);
                return Some(Known::disproven(below.lo.saturating_add(1), mv));
            }
        }
        None
    }
}
