//! Endings by components: what a game says of them ([`Components`]) solves a question that df-pn
//! meets by too many paths.
//!
//! A component is a node of this search, and a position of it has one of three values, by two
//! fixpoints: with open exits taken as lost it is won, with open exits taken as won it is not, or
//! it is open. Who repeats a position inside has not won, which is what a least fixpoint calls not
//! won anyway: no result depends on the path, and there is no interaction with the history.
//!
//! ```text
//!   root -> o o o o  pawns  --exit--> o o o   a pawn captured: another component
//!           o o o o         --exit--> o o o   promotion: queen and pawns, 0.5 M positions
//! ```
//! An open position has a cost: of the open exit that has to be tried, if the attacker goes for the
//! cheapest and the defender for the dearest. The search follows the costs to that exit, looks at
//! the component behind it until it costs more than what it was chosen for, and so on, as df-pn
//! does with proof numbers. What is solved is not a tree but sets of positions, 64 to a word.
//!
//! | file | |
//! |---|---|
//! | `component.rs` | what is known of a component |
//! | `flood.rs` | the fixpoint inside of it |
//! | `pool.rs` | all components; a look at one with what is known of its exits |
//! | `frame.rs`, `walk.rs` | the search |
//! | `strategy.rs` | certificates |
//!
//! [`Components`]: threefold_game::Components

mod component;
mod flood;
mod frame;
mod pool;
mod strategy;
mod walk;
mod watch;

use threefold_certificate::Terms;
use threefold_game::{History, Knowledge, Player, Searchable, Spot};

use crate::extracted::{ExtractError, Extracted};

use component::Value;
pub(crate) use pool::Pool;
pub(crate) use watch::Watch;

impl Pool<'_> {
    /// What is known of a position: whether the attacker wins.
    pub(crate) fn knows(&self, spot: &Spot) -> Option<bool> {
        match self.value(spot) {
            Value::Won => Some(true),
            Value::NotWon => Some(false),
            Value::Open(_) => None,
        }
    }

    /// The certificate of a root that is decided.
    pub(crate) fn certificate<G: Searchable>(
        &mut self,
        game: &G,
        history: &History<G>,
        knowledge: &dyn Knowledge<G>,
        attacker: Player,
        terms: Terms,
        watch: &mut Watch<'_, '_>,
    ) -> Result<Extracted, ExtractError> {
        strategy::extract(game, self, history, knowledge, attacker, terms, watch)
    }
}
