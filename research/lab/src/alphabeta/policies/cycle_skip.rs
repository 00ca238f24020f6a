//! `cycle-skip`: nothing is stored for positions on a cycle.
//!
//! Campbell, "The graph-history interaction: on ignoring position history" (1985), his third
//! option. When a position of the path occurs again, all positions on the stack from its first
//! occurrence (the origin) on, the origin included, are flagged, and nothing is stored for a
//! flagged position. A cycle from the root flags nothing, because the root is on every path.
//!
//! ```text
//!   R --- O --- P --- Q --- O again        O, P and Q are flagged, R is not
//!   R --- P --- Q --- R again              nothing is flagged
//! ```
//! As printed. Left open there, and read here: a position that has occurred in the game before the
//! root often enough to be drawn flags nothing, since that holds below this root on every path; and
//! flags last until the position is left.
//!
//! | | the origin is flagged | cycles from the root flag |
//! |---|---|---|
//! | [`CycleSkip`] (`cycle-skip`, as printed) | yes | no |
//! | [`CycleSkipInner`] (`cycle-skip-inner`) | no: where it is met, it is its own ancestor | no |
//! | [`CycleSkipAll`] (`cycle-skip-all`, repaired) | yes | yes |
//! | [`CycleSkipStrict`] (`cycle-skip-strict`, repaired) | no | yes |
//!
//! Cures *draw-first*: what is stored rests on no ancestor. That is enough for a fresh table and a
//! search without a horizon: there the player who wins can always go for the quickest way, which
//! repeats nothing, and the other one for ever round.
//!
//! It does not cure *draw-last*: an entry is used on a path that contains positions which its
//! search went through. That does harm under superko, with a horizon, and with a table kept over
//! the moves of a game. Three positions are enough with a horizon; first moves at A, second at B
//! and C, and C looks like 1 for first (`fixtures/draw-last-depth-3.game`):
//!
//! ```text
//!      A         2 plies: A-B-C ends at the horizon. B with one ply to go is stored as 1.
//!     / \        3 plies: A-C-B finds that entry, and A goes to C for a score of 1. But on this
//!    B===C       path the move from B to C repeats: 0.
//! ```
//! Curing draw-first does not ask for the origin to be flagged. To flag it is a cure of draw-last
//! by the way: an origin's score is what later paths that pass its cycle go wrong by. Without it in
//! the table 9 roots of 60,670 are wrong instead of 124 where the table is kept, and under superko
//! with a fresh table 3 of 12,154 instead of 356 (docs/ghi-alphabeta.md). A kept table also breaks
//! the exemption of the root, since the next search has another one
//! (`fixtures/cycle-skip-root-exemption.game`, where the origin must not be flagged for that to
//! show). Without the exemption what is stored is true of the position by itself.

use super::flags::{Flags, flagged};
use super::simple::{OneTable, Simple};
use crate::alphabeta::path::Met;
use crate::alphabeta::policy::{Ask, Searched};
use crate::alphabeta::score::Score;
use crate::alphabeta::table::Kind;

/// As Campbell describes it: the origin is flagged as well, but no cycle from the root is.
pub type CycleSkip = OneTable<Skip<false, false>>;

/// The origin is not flagged.
pub type CycleSkipInner = OneTable<Skip<true, false>>;

/// The origin is not flagged, and cycles from the root are like all others.
pub type CycleSkipStrict = OneTable<Skip<true, true>>;

/// The origin is flagged, and cycles from the root are like all others.
pub type CycleSkipAll = OneTable<Skip<false, true>>;

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub struct Skip<const INNER: bool, const STRICT: bool> {
    flags: Flags,
}

impl<const INNER: bool, const STRICT: bool> Simple for Skip<INNER, STRICT> {
    flagged!();

    fn kept(&mut self, ask: &Ask, searched: &Searched, _draw: Option<Score>) -> Option<Kind> {
        (!self.flags.is_flagged(ask.level)).then_some(searched.kind)
    }
}
