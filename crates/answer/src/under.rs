//! What a position is asked about under.

use std::sync::Arc;

use threefold_checkers::egdb::Database;
use threefold_game::RepetitionRule;

use crate::attacker::Attacker;
use crate::library::Library;

/// What is known from beside the games.
#[derive(Clone, Debug, Default)]
pub struct Databases {
    /// The endgame database of checkers.
    pub checkers: Option<Arc<Database>>,
    /// What is proved: answers, and leaves of searches.
    pub library: Option<Arc<dyn Library>>,
    /// How many positions of it a search may know of; [`Databases::ROOM`] is usual.
    pub room: usize,
}

impl Databases {
    /// 100 to 300 MB of them.
    pub const ROOM: usize = 1_000_000;
}

/// What a position is asked about under.
#[derive(Clone, Copy, Debug)]
pub struct Under<'k> {
    /// The repetition rule, instead of the one that the source says.
    pub rule: Option<RepetitionRule>,
    /// Whose win is in question, instead of whom the source asks about: for games whose rules
    /// depend on it.
    pub attacker: Option<Attacker>,
    /// The databases that the game may use.
    pub databases: &'k Databases,
}
