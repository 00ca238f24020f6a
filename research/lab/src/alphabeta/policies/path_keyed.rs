//! `path-keyed`: one entry per path.
//!
//! Van der Werf, van den Herik and Uiterwijk, "Solving Go on small boards" (2003), for full
//! situational superko: the path is made part of the key, so that an entry is used only where it
//! was made. The code here is a chain over the positions since the last irreversible move, in
//! their order; two paths with the same reversible tail share their entries.
//!
//! Guarantees the answers of `no-table`, up to collisions of 64-bit codes. Loses nearly all of
//! what a table is for: the authors report searches a thousand times larger on 4x4.

use super::simple::{OneTable, Simple};
use crate::alphabeta::policy::Ask;
use crate::mix::keyed;

/// See the [module](self).
pub type PathKeyed = OneTable<ByPath>;

/// The key covers the path.
#[derive(Clone, Debug, Default)]
pub struct ByPath;

impl Simple for ByPath {
    /// The code covers what the repetition rule compares, the key the whole position.
    fn key(ask: &Ask) -> u64 {
        keyed(ask.code, ask.key)
    }
}
