//! A game with what is known of it from beside.

use threefold_game::{Knowledge, Searchable};

/// A game as a comparison sees it: every treatment searches it with the same knowledge, and the
/// arbiter judges with it.
pub trait Informed: Searchable + Sized {
    /// What is known of its positions beside the rules: nothing, unless something is said.
    fn knowledge(&self) -> &dyn Knowledge<Self> {
        &()
    }
}

impl Informed for threefold_chess::Chess {}
impl Informed for threefold_graph::GraphGame {}
