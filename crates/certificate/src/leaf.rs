//! Leaves of a claim to hold for a number of plies: the last plies, which have no lines.
//!
//! A leaf is a fact of the rules (`docs/certificate.md`, section 6): the opponent is to move, and
//! whatever he does within the plies that are left, the claimant has an answer. The checker finds
//! that out by itself, with a stack of its own that can pause: a game with thousands of moves makes
//! it a long search.

use std::collections::HashSet;

use threefold_game::Game;

use crate::header::Terms;

/// The most plies that a header may leave to the leaves.
pub(crate) const MOST_PLIES: u32 = 3;

/// What does not change while leaves are looked through.
pub(crate) struct Around<'a, G: Game> {
    pub game: &'a G,
    pub terms: &'a Terms,
    /// Positions that draw when they are met.
    pub drawn: &'a HashSet<G::Position>,
}

/// A position whose moves are being looked through.
struct Level<G: Game> {
    entry: Option<(G::Move, G::Undo)>,
    plies: u32,
    /// Whether the claimant is to move: one move that holds is enough for him.
    own: bool,
    /// Where its moves begin, and the next one.
    from: usize,
    next: usize,
}

/// A search of leaves.
pub(crate) struct Look<G: Game> {
    levels: Vec<Level<G>>,
    moves: Vec<G::Move>,
    /// By the plies that were left: the claimant's move that held last. It mostly holds again.
    held: [Option<G::Move>; MOST_PLIES as usize + 1],
    /// What was found out of the position at hand, until whoever asked for it has it.
    found: Option<bool>,
}

impl<G: Game> Look<G> {
    pub(crate) fn new() -> Self {
        let held = [None; MOST_PLIES as usize + 1];
        Look { levels: Vec::new(), moves: Vec::new(), held, found: None }
    }

    /// Begins with a position and the plies that are left, at most [`MOST_PLIES`].
    pub(crate) fn begin(&mut self, around: &Around<'_, G>, position: &mut G::Position, plies: u32) {
        self.found = self.enter(around, position, None, plies);
    }

    /// Goes on for so many steps. Whether the claimant holds, when that is known; the position is
    /// then what it was at the beginning.
    pub(crate) fn go_on(
        &mut self,
        around: &Around<'_, G>,
        position: &mut G::Position,
        steps: u32,
    ) -> Option<bool> {
        for _ in 0..steps {
            let Some(level) = self.levels.last_mut() else { return self.found.take() };
            let is_last = level.next == self.moves.len();
            if let Some(holds) = self.found.take_if(|&mut holds| holds == level.own || is_last) {
                self.leave(around, position, holds);
                continue;
            }
            self.found = None;
            let (m, plies) = (self.moves[level.next], level.plies - 1);
            level.next += 1;
            let undo = around.game.make(position, m);
            self.found = self.enter(around, position, Some((m, undo)), plies);
        }
        None
    }

    /// Looks at a position that was entered. What is known of it at once is returned, and the move
    /// taken back; otherwise it becomes a level.
    fn enter(
        &mut self,
        around: &Around<'_, G>,
        position: &mut G::Position,
        entry: Option<(G::Move, G::Undo)>,
        plies: u32,
    ) -> Option<bool> {
        let own = around.game.player_to_move(position) == around.terms.claimant;
        let from = self.moves.len();
        let known = self.glance(around, position, own, plies);
        if known.is_none() {
            if let Some(held) = self.held[plies as usize].filter(|_| own)
                && let Some(at) = self.moves[from..].iter().position(|&m| m == held)
            {
                self.moves.swap(from, from + at);
            }
            self.levels.push(Level { entry, plies, own, from, next: from });
            return None;
        }
        self.moves.truncate(from);
        if let Some((m, undo)) = entry {
            around.game.undo(position, m, undo);
        }
        known
    }

    /// What is known without trying moves; they are on the stack if nothing is.
    fn glance(
        &mut self,
        around: &Around<'_, G>,
        position: &mut G::Position,
        own: bool,
        plies: u32,
    ) -> Option<bool> {
        let Around { game, terms, drawn } = *around;
        if !drawn.is_empty() && drawn.contains(position) {
            return Some(true);
        }
        if let Some(outcome) = game.terminal(position) {
            return Some(terms.is_supported_by(outcome));
        }
        if !own
            && plies == 1
            && let Some(wins) = game.wins_at_once(position)
        {
            return Some(!wins);
        }
        let from = self.moves.len();
        game.moves(position, &mut self.moves);
        if self.moves.len() == from {
            return Some(terms.is_supported_by(game.stuck(position)));
        }
        (plies == 0).then_some(true)
    }

    /// Goes back to the level above, with what was found out about this one.
    fn leave(&mut self, around: &Around<'_, G>, position: &mut G::Position, holds: bool) {
        let Some(level) = self.levels.pop() else { return };
        if level.own && holds {
            self.held[level.plies as usize] = Some(self.moves[level.next - 1]);
        }
        self.moves.truncate(level.from);
        if let Some((m, undo)) = level.entry {
            around.game.undo(position, m, undo);
        }
        self.found = Some(holds);
    }
}

/// What the claimant plays inside a leaf, where he is to move and so many plies are left: a move
/// with which he has not lost when they are over. `drawn` are the positions that draw when they are
/// met. `None` if there is no such move, or none is needed, or more plies are left than in a leaf.
pub fn leaf_reply<G: Game>(
    game: &G,
    terms: &Terms,
    drawn: &HashSet<G::Position>,
    position: &G::Position,
    plies: u32,
) -> Option<G::Move> {
    let around = Around { game, terms, drawn };
    let mut position = position.clone();
    let is_asked =
        (1..MOST_PLIES).contains(&plies) && game.player_to_move(&position) == terms.claimant;
    let mut look = Look::new();
    if is_asked {
        look.begin(&around, &mut position, plies);
        while look.go_on(&around, &mut position, u32::MAX).is_none() {}
    }
    look.held[plies.min(MOST_PLIES) as usize]
}
