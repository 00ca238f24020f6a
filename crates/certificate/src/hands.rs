//! Finished positions that answer for others: more in hand is never worse.
//!
//! Where a header says so ([`Omitted::hands`](crate::Omitted::hands)) a position is covered by
//! every finished one with the same board and no more in the claimant's hand, and needs no line
//! (`docs/certificate.md`, section 3). Of those that cover it, the one counts from which play is
//! over soonest: along a strategy that plays what is played there this number falls with every ply.

use hashbrown::HashMap;
use threefold_game::{Game, Packed, Player};

use crate::store::Id;

/// A finished position.
pub(crate) struct Finished<M> {
    pub id: Id,
    /// The most plies that play can last.
    pub plies: u32,
    /// What the claimant plays, if it is his turn.
    pub answer: Option<M>,
    hand: u32,
}

/// All of them, by their boards.
pub(crate) struct Hands<G: Game> {
    claimant: Player,
    boards: HashMap<Packed, Vec<Finished<G::Move>>>,
    len: usize,
}

impl<G: Game> Hands<G> {
    pub(crate) fn new(claimant: Player) -> Self {
        Hands { claimant, boards: HashMap::new(), len: 0 }
    }

    /// What answers for the position.
    pub(crate) fn covering(&self, game: &G, position: &G::Position) -> Option<&Finished<G::Move>> {
        let finished = self.boards.get(&game.board(position)?)?;
        let hand = game.hand(position, self.claimant);
        let covers = finished.iter().filter(|one| game.dominates(hand, one.hand));
        covers.min_by_key(|one| one.plies)
    }

    /// Adds a position. None is taken out for it, even if it covers others: a walk that goes back
    /// forgets the latest ones.
    pub(crate) fn add(
        &mut self,
        game: &G,
        position: &G::Position,
        id: Id,
        plies: u32,
        answer: Option<G::Move>,
    ) {
        let Some(board) = game.board(position) else { return };
        let hand = game.hand(position, self.claimant);
        self.boards.entry(board).or_default().push(Finished { id, plies, answer, hand });
        self.len += 1;
    }

    /// Forgets all but the positions with the first `len` numbers.
    pub(crate) fn truncate(&mut self, len: usize) {
        for finished in self.boards.values_mut() {
            finished.retain(|one| (one.id as usize) < len);
        }
        self.len = self.boards.values().map(Vec::len).sum();
    }

    /// Bytes in use; where the table is about to grow, with those of the larger one.
    pub(crate) fn bytes(&self) -> usize {
        let each = size_of::<(Packed, Vec<Finished<G::Move>>, u8)>();
        let boards = self.boards.capacity() * 8 / 7 * each;
        let grows = self.boards.len() + 1 >= self.boards.capacity();
        // The smallest list has room for four.
        (if grows { 3 * boards } else { boards })
            + (2 * self.len + 4 * self.boards.len()) * size_of::<Finished<G::Move>>()
    }
}
