//! What a position relies on, from what its children rely on: the one place where the forms in
//! which that is kept ([`Keeping`]) are told apart.
//!
//! ```text
//!                        levels, whole path            conditions
//! claimant's move m      what the child relies on      those of the child, and m's situation
//! all moves of the       what all children rely on;    those of all children, and what banned
//! opponent               with a banned move, the path  the other moves
//! ```

use threefold_game::Searchable;

use super::{Mark, Worker};
use crate::found::{Arrival, Found};
use crate::reliance::Reliance;
use crate::table::{NO_MOVE, Solved};
use crate::task::{Keeping, Task};

/// What the children of a position come to that all support the claimant.
pub(crate) struct Support {
    /// What they rely on, their conditions apart.
    reliance: Reliance,
    length: u16,
    /// For which hands of the attacker they do so; none if there is no child.
    hand: Option<u32>,
    /// One of the moves is a pass.
    pass: bool,
}

impl Support {
    /// That of no child.
    pub fn none() -> Self {
        Support { reliance: Reliance::Nothing, length: 0, hand: None, pass: false }
    }

    /// Takes a child in, to which `m` leads from `position`.
    #[inline]
    pub fn take<G: Searchable>(
        &mut self,
        task: &Task<'_, G>,
        position: &G::Position,
        m: G::Move,
        child: &Found,
        arrival: Arrival,
    ) {
        if G::HANDS {
            let proven = child.is_proven();
            let hand = task.bound_before(position, m, child.hand, proven);
            self.hand = Some(self.hand.map_or(hand, |other| task.tighter(hand, other, proven)));
        }
        self.reliance.merge(&child.reliance);
        self.length = self.length.max(child.length.saturating_add(1));
        self.pass |= arrival.pass;
    }
}

impl<G: Searchable> Worker<'_, G> {
    /// How much the result of a child is worth less for what it relies on.
    #[inline]
    pub fn weight(&self, reliance: &Reliance) -> (usize, usize) {
        match *reliance {
            Reliance::Conditions(number) => self.conditions.get(number).weight(),
            _ => reliance.weight(),
        }
    }

    /// The result of the position at hand, the last of the path, if the claimant's move `m` decides
    /// it, of which `child` is known. Of the stack of conditions all that lies above the mark gives
    /// way to those of the position.
    pub fn by_choice(&mut self, m: G::Move, arrival: Arrival, child: &Found, mark: Mark) -> Found {
        let (mv, length) = (arrival.mv, child.length.saturating_add(1));
        let solved = Solved { proven: child.is_proven(), mv, length };
        let reliance = match self.task.keeping() {
            Keeping::Levels | Keeping::WholePath => child.reliance,
            Keeping::Conditions if child.reliance.is_nothing() && self.task.trusts_base() => {
                self.conditions.truncate(mark.conditions);
                Reliance::Nothing
            }
            Keeping::Conditions => {
                self.conditions.begin();
                self.gather(&child.reliance);
                if !arrival.pass {
                    self.create(m);
                }
                self.derived(mark)
            }
        };
        let hand = self.task.bound_before(&self.place.position, m, child.hand, solved.proven);
        Found::solved(solved, hand, reliance)
    }

    /// The result of the position at hand, the last of the path, if all its moves support the
    /// claimant. The illegal ones have been noted above the mark ([`Worker::ban`]), `conditions`
    /// are those of the children, `legal` adds the other moves to the scratch space.
    pub fn by_all(
        &mut self,
        proven: bool,
        support: Support,
        conditions: impl Iterator<Item = u32>,
        legal: impl FnOnce(&mut Vec<G::Move>),
        mark: Mark,
    ) -> Found {
        let reliance = match self.task.keeping() {
            // A move that is banned on this path: the result relies on the path.
            Keeping::Levels | Keeping::WholePath if self.banned.len() > mark.banned as usize => {
                Reliance::Path
            }
            Keeping::Levels | Keeping::WholePath => support.reliance,
            Keeping::Conditions => {
                self.conditions.begin();
                self.gather(&support.reliance);
                conditions.for_each(|number| self.conditions.add(number));
                self.conditions.need(&self.banned[mark.banned as usize..]);
                // If the opponent has no pass and would be better off if he could not move, a path
                // must not ban the last of his moves.
                let stuck_supports = self.task.is_success_stuck(&self.place.position) == proven;
                if !stuck_supports && !support.pass {
                    self.create_all(legal);
                }
                self.derived(mark)
            }
        };
        let mut hand = self.task.bound_of_moves(&self.place.position, proven);
        if let Some(other) = support.hand {
            hand = self.task.tighter(hand, other, proven);
        }
        let solved = Solved { proven, mv: NO_MOVE, length: support.length };
        Found::solved(solved, hand, reliance)
    }

    /// Adds what a child relies on.
    fn gather(&mut self, child: &Reliance) {
        match *child {
            Reliance::Nothing => {}
            Reliance::Conditions(number) => self.conditions.add(number),
            _ => self.conditions.lose(),
        }
    }

    /// Adds the situations behind these moves to those that are created.
    fn create_all(&mut self, moves: impl FnOnce(&mut Vec<G::Move>)) {
        let first = self.moves.len();
        moves(&mut self.moves);
        for i in first..self.moves.len() {
            self.create(self.moves[i]);
        }
        self.moves.truncate(first);
    }

    /// Adds the situation behind `m` to those that are created.
    fn create(&mut self, m: G::Move) {
        let (game, rule) = (self.task.game(), self.task.question().rule);
        let undo = self.make(m);
        let key = game.repetition_image(&self.place.position, rule);
        self.bits.clear();
        self.bits.resize(G::SITUATION_WORDS, 0);
        game.situation_bits(&self.place.position, rule, &mut self.bits);
        self.undo(m, undo);
        self.conditions.create(key, &self.bits);
    }

    /// What the position relies on whose conditions have been put together.
    fn derived(&mut self, mark: Mark) -> Reliance {
        let path = &self.place.path;
        let own = path.repetition_key(path.level());
        let Some(number) = self.conditions.finish(mark.conditions, own) else {
            self.account.stats.conditions_too_large += 1;
            return Reliance::Path;
        };
        if self.conditions.get(number).is_empty() {
            self.conditions.truncate(mark.conditions);
            return Reliance::Nothing;
        }
        Reliance::Conditions(number)
    }
}
