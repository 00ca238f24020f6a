//! The game of a certificate.

use threefold_certificate::Header;
use threefold_game::{Game, Knowledge};

/// The game of a certificate.
pub struct Made<'m, G: Game> {
    /// The rules.
    pub game: &'m G,
    /// What the header has to be for the certificate to be about this game: names of positions mean
    /// nothing apart from it.
    pub own: Option<Header>,
    /// The database that the certificate relies on, if it is at hand.
    pub knowledge: &'m dyn Knowledge<G>,
    /// The same where it is played out, if best moves are known of more positions.
    pub played: Option<&'m dyn Knowledge<G>>,
    /// A best move by the database that the certificate relies on.
    pub best_move: Option<BestMove<'m, G>>,
}

/// A best move in a position that a database knows.
pub type BestMove<'m, G> = &'m mut dyn FnMut(&<G as Game>::Position) -> Option<<G as Game>::Move>;

impl<'m, G: Game> Made<'m, G> {
    /// A game of which there is nothing more to say.
    pub fn new(game: &'m G) -> Self {
        Made { game, own: None, knowledge: &(), played: None, best_move: None }
    }
}
