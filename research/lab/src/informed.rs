//! A game with what is known of it from beside.

use threefold_game::{Knowledge, Searchable};
use threefold_graph::GraphGame;

/// A game as a comparison sees it: every treatment searches it with the same knowledge, and the
/// arbiter judges with it.
pub trait Informed: Searchable + Sized {
    /// What is known of its positions beside the rules: nothing, unless something is said.
    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &()
    }

    /// Whether a search to a horizon follows forced moves for free: where all others lose at once.
    /// The alpha-beta that Kishimoto and Mueller (2004) used for Go does.
    fn extends_forced_moves(&self) -> bool {
        false
    }

    /// From which occurrence on, counted from the root of a search, a position repeats.
    fn tree_occurrences(&self) -> u32 {
        2
    }
}

impl Informed for threefold_chess::Chess {}
impl Informed for GraphGame {
    fn tree_occurrences(&self) -> u32 {
        self.occurrence_rule().tree
    }
}
