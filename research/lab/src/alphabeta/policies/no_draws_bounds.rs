//! `no-draws-bounds`: a small repair of `no-draws`. Values above the draw are stored as lower
//! bounds, values below it as upper bounds, values equal to it never.
//!
//! It is what [`CycleBounds`](super::CycleBounds) does in the positions of a cycle, done
//! everywhere, so that no cycle need be noticed. Who gets more than a draw has a strategy without a
//! single repetition in it, and that strategy is there on every path on which none of its positions
//! has occurred yet. What it leaves out is the other direction: that he cannot get even more.
//!
//! Guarantees the answer of `no-table` for a root without history if no path is cut by a horizon:
//! there the player on top can always go for the quickest of his ways, which repeats nothing. With
//! a horizon, or with a table kept over the moves of a game, a bound may be used on a path that
//! contains a position of its strategy already (*draw-last*). First moves at A and C, second at B
//! and F; B looks like -1 for first (`fixtures/no-draws-bounds-depth-3.game`):
//!
//! ```text
//!      A         3 plies: A-F-C-B ends at the horizon, and C with one ply to go is stored as at
//!     / \        most -1. A-B-C finds that entry. But here the move from C to B repeats: 0.
//!    F   B
//!     \ //
//!      C
//! ```

use super::cycle_bounds::one_sided;
use super::simple::{OneTable, Simple};
use crate::alphabeta::policy::{Ask, Searched};
use crate::alphabeta::score::Score;
use crate::alphabeta::table::Kind;

/// See the [module](self).
pub type NoDrawsBounds = OneTable<OneSided>;

/// Every score but the draw is stored, as a bound.
#[derive(Clone, Debug, Default)]
pub struct OneSided;

impl Simple for OneSided {
    const SUPERKO: bool = false;

    fn kept(&mut self, _ask: &Ask, searched: &Searched, draw: Option<Score>) -> Option<Kind> {
        one_sided(searched, draw?)
    }
}
