//! The last plies, depth first: most of the positions of a search are there, and a loop over their
//! moves is faster than anything that has to be remembered.
//!
//! ```text
//!   plies left   5   df-pn enters; the table has it                     chess: 1 of 250 tests
//!                4   a reply that has refuted before refutes again
//!                3   the table has it
//!                2   likewise
//!                1   is there a win at once? (no moves are generated)
//! ```
//! What has just refuted a position is tried first in its siblings (a *killer*): most of the
//! attacker's moves do nothing about it. So where there is no win, nearly every position of the
//! defender needs one reply, and the order of the attacker's moves is of no account.

use threefold_game::Distances;

use super::search::Search;
use super::table::{Known, NEVER, NO_MOVE};
use crate::limits::Reason;

/// With fewer plies left nothing is looked up or stored: solving is as fast.
const STORED: u16 = 3;

impl<G: Distances> Search<'_, G> {
    /// Whether so few plies are left that no df-pn is needed.
    #[inline]
    pub fn is_direct(&self, plies: u16) -> bool {
        u32::from(plies) <= self.game.depth_first_plies()
    }

    /// Whether the attacker wins the position at hand within `plies`, which are few: it recurses as
    /// deep. The position is as before when it returns.
    pub fn direct(&mut self, plies: u16) -> Result<Known, Reason> {
        if let Some(known) = self.by_rules() {
            return Ok(known);
        }
        let or_node = self.or_node();
        if plies < STORED {
            return self.try_moves(plies, or_node);
        }
        let key = self.key(plies);
        if let Some(known) = self.table.find(key)
            && known.decides(plies).is_some()
        {
            return Ok(known);
        }
        self.check_limits()?;
        let before = self.stats.nodes;
        let known = self.try_moves(plies, or_node)?;
        self.table.store(key, known, self.stats.nodes - before);
        Ok(known)
    }

    fn try_moves(&mut self, plies: u16, or_node: bool) -> Result<Known, Reason> {
        // Who has not moved last has not won: being stuck need not be asked for.
        if or_node && self.alternating && self.drawn.is_empty() && plies > 0 {
            if let Some(m) = self.game.win_in_one(&mut self.position) {
                return Ok(Known::proven(1, self.game.encode_move(&self.position, m)));
            }
            if plies <= 2 {
                return Ok(Known::disproven(plies + 1, NO_MOVE));
            }
        }
        if !or_node
            && plies > 1
            && let Some(known) = self.killed(plies)?
        {
            return Ok(known);
        }
        let first = self.moves.len();
        self.stats.nodes += 1;
        self.game.moves(&self.position, &mut self.moves);
        let known = self.try_all(plies, or_node, first);
        self.moves.truncate(first);
        known
    }

    fn try_all(&mut self, plies: u16, or_node: bool, first: usize) -> Result<Known, Reason> {
        if self.moves.len() == first {
            return Ok(self.over(self.game.stuck(&self.position)));
        }
        if plies == 0 {
            return Ok(Known::disproven(1, NO_MOVE));
        }
        let (mut lo, mut hi) = if or_node { (NEVER, NEVER) } else { (0, 0) };
        for i in first..self.moves.len() {
            let m = self.moves[i];
            let below = self.behind(m, plies)?;
            if below.hi < plies {
                if or_node {
                    return Ok(Known::proven(
                        below.hi + 1,
                        self.game.encode_move(&self.position, m),
                    ));
                }
                hi = hi.max(below.hi + 1);
            } else {
                let below = below.lo.saturating_add(1);
                if !or_node {
                    let mv = self.game.encode_move(&self.position, m);
                    self.remember(plies, mv);
                    return Ok(Known::disproven(below, mv));
                }
                lo = lo.min(below);
            }
        }
        Ok(if or_node { Known::disproven(lo, NO_MOVE) } else { Known::proven(hi, NO_MOVE) })
    }

    /// Whether one of the replies that refuted last refutes here.
    fn killed(&mut self, plies: u16) -> Result<Option<Known>, Reason> {
        for mv in self.killers(plies) {
            if mv == NO_MOVE {
                continue;
            }
            let Some(m) = self.game.decode_move(&self.position, mv) else { continue };
            let below = self.behind(m, plies)?;
            if below.hi >= plies {
                self.remember(plies, mv);
                return Ok(Some(Known::disproven(below.lo.saturating_add(1), mv)));
            }
        }
        Ok(None)
    }

    /// The position behind a move of one with so many plies left.
    fn behind(&mut self, m: G::Move, plies: u16) -> Result<Known, Reason> {
        let undo = self.make(m);
        let below = self.direct(plies - 1);
        self.undo(m, undo);
        below
    }
}
