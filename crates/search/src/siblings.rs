//! Refutations tried among sibling moves: when a move has been refuted, the refutation is replayed
//! against the other moves of the position.
//!
//! The moves that do nothing for the player are many, and fail to the same play. Kawano (1996)
//! proved the useless interpositions of tsume-shogi this way; the one-eye solver of Kishimoto and
//! Mueller does so with the attempts at an eye. Two positions are played side by side: the *model*,
//! after the refuted move, of which the table knows how it is refuted, and the sibling on the path,
//! where each of these moves has to be legal and is verified like everything that is simulated. A
//! reply that only the sibling has must be refuted by what is known of the sibling.

use threefold_game::Searchable;

use crate::search::{Arrival, Found, Id, Search};
use crate::simulation::{LARGEST_BUDGET, Stored};
use crate::table::Kind;

/// A position beside the path.
pub(crate) struct Model<G: Searchable>(pub G::Position);

impl<G: Searchable> Model<G> {
    /// The model after the move with this number, if it has that move.
    pub fn after(&self, game: &G, mv: u32) -> Option<Self> {
        if game.terminal(&self.0).is_some() {
            return None;
        }
        let m = game.decode_move(&self.0, mv)?;
        let mut position = self.0.clone();
        game.make(&mut position, m);
        Some(Model(position))
    }
}

impl<G: Searchable> Search<'_, G> {
    /// Whether refutations are replayed against siblings.
    #[inline]
    pub fn simulates_siblings(&self) -> bool {
        self.options.sibling_budget > 0 && self.game.symmetries() == 1
    }

    /// Replays in the position at hand, reached by `arrival`, how the model is solved.
    pub fn simulate_sibling(
        &mut self,
        arrival: Arrival,
        model: &Model<G>,
        proven: bool,
    ) -> Option<Found> {
        let stored = self.solved_model(model, proven)?;
        let id = self.id(arrival);
        // The share of the other simulations is not to suffer.
        let before = self.stats.simulation_nodes;
        let mut budget = self.options.sibling_budget.min(LARGEST_BUDGET);
        let result = self.replay(id, arrival, stored, Some(model), &mut budget);
        self.stats.sibling_simulation_nodes += self.stats.simulation_nodes - before;
        self.stats.simulation_nodes = before;
        self.stats.sibling_simulations_succeeded += u64::from(result.is_ok());
        self.stats.sibling_simulations_failed += u64::from(result.is_err());
        result.ok()
    }

    /// How a model is solved, on whatever path: it is a suggestion, no proof.
    pub fn solved_model(&self, model: &Model<G>, proven: bool) -> Option<Stored> {
        let id = Id {
            key: self.game.key(&model.0),
            hand: self.game.hand(&model.0, self.question.attacker),
            repetition_key: 0,
            frame: self.game.symmetry(&model.0),
        };
        let base = self.table.find(id.key).find(|entry| match entry.kind() {
            Kind::Base => entry.is_proven() == proven && self.covers(entry, id.hand),
            Kind::Leaf => {
                entry.hand() == id.hand && if proven { entry.pn() == 0 } else { entry.dn() == 0 }
            }
            _ => false,
        });
        let twin = || {
            self.table.find(Self::twin_key(id)).find(|entry| {
                matches!(entry.kind(), Kind::Ancestors | Kind::Prefix | Kind::Candidate)
                    && entry.is_proven() == proven
            })
        };
        let conditional =
            || self.conditional.then(|| self.conditional_candidate(id, proven)).flatten();
        let entry = base.or_else(twin).or_else(conditional)?;
        Some(Stored { proven, mv: entry.mv() })
    }
}
