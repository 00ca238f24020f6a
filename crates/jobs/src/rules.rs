//! What a question is answered by.

use threefold_game::{Game, Knowledge};

/// The rules of a game, and perhaps an endgame database: what the leader believes. Workers have to
/// have the same.
pub struct Rules<'g, G: Game> {
    pub(crate) game: &'g G,
    pub(crate) knowledge: Option<&'g dyn Knowledge<G>>,
}

impl<'g, G: Game> Rules<'g, G> {
    /// The rules, and what an endgame database knows, if it declares something.
    pub fn relying_on(game: &'g G, knowledge: &'g dyn Knowledge<G>) -> Self {
        let knowledge = knowledge.declaration().is_some().then_some(knowledge);
        Rules { game, knowledge }
    }
}

impl<'g, G: Game> From<&'g G> for Rules<'g, G> {
    fn from(game: &'g G) -> Self {
        Rules { game, knowledge: None }
    }
}
