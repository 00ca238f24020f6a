//! `no-draws`: a value equal to the draw score is never stored.
//!
//! Attributed to Slate (Nuchess) by Campbell, "The graph-history interaction: on ignoring position
//! history" (1985), as the simplest of the options. Read here: whatever kind of bound it is.
//!
//! Enough with the values win, draw and loss, a fresh table and no horizon: a win is a win on every
//! path, and it takes no repetition to get it. With two kinds of win it is not, because a
//! value may be kept down by a repetition without being kept down to the draw. First moves at D
//! and H, second at G; C is worth 2000 and E 1000 (`fixtures/no-draws-five-values.game`):
//!
//! ```text
//!        G         G-H-D: going back to H repeats, so that D is stored as worth 1000, exactly.
//!       / \        G-D: the entry says 1000, and G goes there. But D has H, and H has C: 2000.
//!      H===D
//!      |   |
//!      C   E
//! ```
//! [`NoDrawsBounds`](super::NoDrawsBounds) repairs that at no cost. With a horizon, or with a table
//! kept over the moves of a game, draw-last remains in both.
//!
//! Under superko there is no draw score, and the treatment means nothing.

use super::simple::{OneTable, Simple};
use crate::alphabeta::policy::{Ask, Searched};
use crate::alphabeta::score::Score;
use crate::alphabeta::table::Kind;

/// See the [module](self).
pub type NoDraws = OneTable<ButDraws>;

/// Every score but the draw is stored.
#[derive(Clone, Debug, Default)]
pub struct ButDraws;

impl Simple for ButDraws {
    const SUPERKO: bool = false;

    fn kept(&mut self, _ask: &Ask, searched: &Searched, draw: Option<Score>) -> Option<Kind> {
        (Some(searched.score) != draw).then_some(searched.kind)
    }
}
