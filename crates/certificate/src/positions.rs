//! The positions of a walk, in the form in which it finds them again.

use threefold_game::Game;

use crate::hands::Hands;
use crate::store::{Id, Line, Meeting, Store};

/// The positions of a walk: as they are, packed where the game can pack them, or by their boards
/// where those with more in hand answer for others.
pub(crate) enum Positions<G: Game> {
    Whole(Store<G::Position>),
    Packed(Store<Line>),
    Boards(Hands<G>),
}

impl<G: Game> Positions<G> {
    /// None yet; by boards if there are hands, else packed if the game packs positions.
    pub(crate) fn new(game: &G, root: &G::Position, hands: Option<Hands<G>>) -> Self {
        match hands {
            Some(hands) => Positions::Boards(hands),
            None if game.pack(root).is_some() => Positions::Packed(Store::new()),
            None => Positions::Whole(Store::new()),
        }
    }

    /// The position's number, unless positions are found by their boards.
    pub(crate) fn find(&self, game: &G, position: &G::Position) -> Option<Id> {
        match self {
            Positions::Whole(store) => store.find(position),
            Positions::Packed(store) => store.find(&pack(game, position)),
            Positions::Boards(_) => None,
        }
    }

    /// Gives the position a number, unless it has one, or needs none.
    pub(crate) fn meet(&mut self, game: &G, position: &G::Position) -> Meeting {
        let (id, is_new) = match self {
            Positions::Whole(store) => store.intern(position),
            Positions::Packed(store) => store.intern(&pack(game, position)),
            Positions::Boards(hands) => return hands.meet(game, position),
        };
        if is_new { Meeting::New(id) } else { Meeting::Known(id) }
    }

    /// Forgets all but the first `len`.
    pub(crate) fn truncate(&mut self, len: usize) {
        match self {
            Positions::Whole(store) => store.truncate(len),
            Positions::Packed(store) => store.truncate(len),
            Positions::Boards(hands) => hands.truncate(len),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        match self {
            Positions::Whole(store) => store.bytes(),
            Positions::Packed(store) => store.bytes(),
            Positions::Boards(hands) => hands.bytes(),
        }
    }
}

fn pack<G: Game>(game: &G, position: &G::Position) -> Line {
    Line(game.pack(position).expect("a game packs all its positions, or none"))
}
