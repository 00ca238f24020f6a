//! What a walk under superko has proven, position by position, and on which paths.

use std::collections::HashSet;

use threefold_game::{Footprint, Game};

use crate::sets::{Set, Sets};
use crate::store::{Id, Store};

/// A position that was finished, as a walk notes it.
pub(crate) struct Kept<G: Game> {
    pub id: Id,
    pub needed: Set,
    pub created: Set,
    /// In place of a set of F that is too large.
    pub wide: Option<Box<G::Footprint>>,
    pub choice: Option<G::Move>,
    pub lines: u64,
}

/// A lemma of a completed walk under superko: on certain paths the claim holds in a position.
#[derive(Debug)]
pub struct Lemma<'l, G: Game> {
    /// The position.
    pub position: &'l G::Position,
    /// The claimant's move, if it is his.
    pub choice: Option<G::Move>,
    /// How many of the claimant's moves the walk needed from here on.
    pub lines: u64,
}

/// All lemmas of a completed walk under superko ([`Walk::into_lemmas`](crate::Walk::into_lemmas)),
/// by number, in the order in which they were proven; the last is that of the root.
///
/// A lemma that applies on a path leads to others that do: after the claimant's move, and after
/// every reply, the position has one with a smaller number that applies on the path to it
/// (`docs/certificate.md`, section 8). So who plays, wherever he moves, what the first lemma says
/// that applies keeps the claim, and never goes round.
pub struct Lemmas<G: Game> {
    list: Vec<Kept<G>>,
    /// By position number.
    of_position: Vec<Vec<u32>>,
    positions: Store<G::Position>,
    situations: Store<G::Situation>,
    sets: Sets,
}

impl<G: Game> Lemmas<G> {
    pub(crate) fn new(
        list: Vec<Kept<G>>,
        positions: Store<G::Position>,
        situations: Store<G::Situation>,
        sets: Sets,
    ) -> Self {
        let mut of_position = vec![Vec::new(); positions.len()];
        for (number, lemma) in (0..).zip(&list) {
            of_position[lemma.id as usize].push(number);
        }
        Lemmas { list, of_position, positions, situations, sets }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none; a walk has at least that of its root.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// One of them.
    pub fn get(&self, number: usize) -> Option<Lemma<'_, G>> {
        let &Kept { id, choice, lines, .. } = self.list.get(number)?;
        Some(Lemma { position: self.positions.get(id), choice, lines })
    }

    /// The numbers of those about a position, ascending.
    pub fn about(&self, position: &G::Position) -> impl Iterator<Item = usize> + use<'_, G> {
        let id = self.positions.find(position);
        let numbers = id.map_or(&[][..], |id| &self.of_position[id as usize]);
        numbers.iter().map(|&number| number as usize)
    }

    /// Whether a lemma applies on a path: `path` are all situations of it, those before the root
    /// and that of the position itself included.
    pub fn applies(&self, number: usize, path: &HashSet<G::Situation>) -> bool {
        let Some(lemma) = self.list.get(number) else { return false };
        let has = |id| path.contains(self.situations.get(id));
        self.sets.all(lemma.needed, has)
            && match &lemma.wide {
                Some(wide) => !path.iter().any(|situation| wide.contains(situation)),
                None => self.sets.all(lemma.created, |id| !has(id)),
            }
    }
}
