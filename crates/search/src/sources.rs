//! Source nodes: positions of the path from which two replies lead to the same position.
//!
//! ```text
//!        A           Proving D proves both replies of A, but pn(A) counts D twice,
//!       / \          and once more with every level of such diamonds below.
//!      B   C
//!       \ /
//!        D
//! ```
//! Every position remembers by which parent and which move it was entered last. When the search
//! enters D from C, and D was entered from B before, the way back over the parents meets the path
//! at A, the *source*, behind another of its moves than the path goes on with. Until A is left the
//! numbers of these two moves are not added up there: of all moves that have been found to share
//! positions the largest counts. (Source node detection of Kishimoto 2010,
//! without a place for parents in the table.) Where the disproof number is added up, at the
//! attacker's positions, it did not pay: his checks have most positions in common.
//!
//! What was found is forgotten as A is left. Kept for good it helps some problems more, but the
//! numbers of others get so low that the search goes round below them: number 31 of the Zuko took
//! 170,000 nodes, or was not solved in 80 seconds, depending on the size of the table.
//!
//! All of this is about numbers, and may be forgotten or wrong: a position is solved by what its
//! moves come to, never by this. Positions are remembered in one place each, and the last one has
//! it.

use threefold_game::Searchable;

use crate::mix::mix;
use crate::path::Path;
use crate::stack::{Shared, Stack};
use crate::table::prefetch;

/// Slots a table of so many bytes gets: together a thirty-second of it.
const SHARE_OF_TABLE: usize = 32;
const FEWEST: usize = 64;
/// Parents that are gone back over.
const MOST_STEPS: usize = 64;
/// Moves of a position that are told apart; later ones are never shared.
const MOVES: u32 = 63;
/// The bits of a key in whose place the number of a move stands.
const NUMBER: u64 = 63;

/// What is remembered: the key with the number of the move by which the position was entered, and
/// the key of the parent.
pub(crate) struct Sources {
    slots: Vec<[u64; 2]>,
}

impl Sources {
    /// That remember nothing.
    pub const NONE: Sources = Sources { slots: Vec::new() };

    /// For a search with a table of so many bytes, or so many for each of its threads.
    pub fn beside(table_bytes: usize) -> Self {
        let count = (table_bytes / SHARE_OF_TABLE / size_of::<[u64; 2]>()).max(FEWEST);
        Sources { slots: vec![[0; 2]; 1 << count.ilog2()] }
    }

    /// Bytes in use.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<[u64; 2]>()
    }

    /// Begins to fetch what is remembered of a position.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if !self.slots.is_empty() {
            prefetch(&self.slots[self.slot(key)]);
        }
    }

    /// Notes that the child of the last frame that is being searched, which has this key and is not
    /// on the path yet, is entered. If another way led to it from a position of the path, that
    /// is noted there.
    #[inline]
    pub fn enter<G: Searchable>(&mut self, key: u64, path: &Path, stack: &mut Stack<G>) {
        if self.slots.is_empty() {
            return;
        }
        let Some(frame) = stack.frames().last() else { return };
        let (parent, by) = (frame.id.repetition_key, (frame.selected - frame.first) as u32);
        if self.get(key).is_some_and(|(before, _)| before != parent) {
            self.look_for_source(key, path, stack);
        }
        let slot = self.slot(key);
        self.slots[slot] = [key & !NUMBER | u64::from(by.min(MOVES)), parent];
    }

    /// Goes back over the parents from a position that is not on the path.
    fn look_for_source<G: Searchable>(&self, key: u64, path: &Path, stack: &mut Stack<G>) {
        let mut at = key;
        for _ in 0..MOST_STEPS {
            let Some((parent, by)) = self.get(at) else { return };
            if let Some(level) = path.find(parent) {
                let above = (path.level() - level) as usize;
                let Some(number) = stack.frames().len().checked_sub(1 + above) else { return };
                let frame = &stack.frames()[number];
                let goes_on = (frame.selected - frame.first) as u32;
                if !frame.or_node && by != goes_on && by.max(goes_on) < MOVES {
                    stack.share(number, Shared(1 << by | 1 << goes_on));
                }
                return;
            }
            at = parent;
        }
    }

    /// The parent of a position, and the number of the move from there.
    #[inline]
    fn get(&self, key: u64) -> Option<(u64, u32)> {
        let [own, parent] = self.slots[self.slot(key)];
        ((own ^ key) & !NUMBER == 0).then_some((parent, (own & NUMBER) as u32))
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        mix(key) as usize & (self.slots.len() - 1)
    }
}
