//! `ignore`: one entry per position, whatever the path.
//!
//! What nearly every engine does. The score of a repetition is stored like any other.
//!
//! Guarantees nothing, not even without a horizon: a repetition that is stored is used on paths on
//! which it is none (*draw-first*). Second moves at A, first at C and F; E is a win of first
//! (`fixtures/ignore-draw-first.game`):
//!
//! ```text
//!      A         A-F-C-F repeats: C is stored as a draw. F has E: a win of first.
//!     / \        A-C: the entry says draw, and A takes it. But here F is new, and F has E.
//!    F===C
//!    |
//!    E
//! ```
//! With a horizon and under superko the mirror image (*draw-last*) does harm as well: see
//! [`CycleSkip`](super::CycleSkip).

use super::simple::{OneTable, Simple};

/// See the [module](self).
pub type Ignore = OneTable<Everything>;

/// Every score is stored.
#[derive(Clone, Debug, Default)]
pub struct Everything;

impl Simple for Everything {}
