//! Expansion: the moves of the position at hand, and what is known of each.
//!
//! Two passes: first what the rules say of each child, while the table's part of memory is on its
//! way; then what table and game say of the others. A child that decides ends either: the others
//! need not be looked at. Unlikely moves wait, and are not looked at either (`waiting.rs`).

use threefold_game::Searchable;

use crate::factor::Factor;
use crate::found::{Found, Id};
use crate::rules::ByRules;
use crate::stack::Child;
use crate::waiting;
use crate::worker::{Without, Worker};

/// A child of which the rules say nothing.
struct Open {
    /// Where it is in the arena.
    child: usize,
    id: Id,
    /// Where its position is, if the move had to be made: copying it costs less than making the
    /// move again, in every game so far.
    position: Option<usize>,
    /// Whether the game has not been asked yet if it is over there.
    may_be_over: bool,
}

/// Scratch space of an expansion.
pub(crate) struct Expansion<G: Searchable> {
    /// Whether the game's factors are asked for.
    pub has_factors: bool,
    moves: Vec<G::Move>,
    /// One for each move, in games that have them.
    factors: Vec<u8>,
    /// For sorting by them.
    order: Vec<(G::Move, u8)>,
    open: Vec<Open>,
    positions: Vec<G::Position>,
}

impl<G: Searchable> Expansion<G> {
    pub fn new(has_factors: bool) -> Self {
        Expansion {
            has_factors,
            moves: Vec::new(),
            factors: Vec::new(),
            order: Vec::new(),
            open: Vec::new(),
            positions: Vec::new(),
        }
    }

    /// Adds the children of the position at hand, the last of the path, to the arena. Situations to
    /// which illegal moves lead are noted ([`Worker::ban`]).
    pub fn expand(
        &mut self,
        worker: &mut Worker<'_, G>,
        or_node: bool,
        arena: &mut Vec<Child<G::Move>>,
    ) {
        let first = arena.len();
        let decides = |found: &Found| {
            found.is_solved() && found.is_proven() == or_node && found.reliance.is_nothing()
        };
        self.moves.clear();
        worker.task().game().moves(worker.position(), &mut self.moves);
        self.open.clear();
        self.positions.clear();
        let after = |worker: &Worker<'_, G>, m| {
            let mut position = worker.position().clone();
            worker.task().game().make(&mut position, m);
            position
        };
        let with_factors = G::FACTORS && self.has_factors;
        if with_factors {
            self.factors.clear();
            worker.task().game().factors(worker.position(), &self.moves, &mut self.factors);
        }
        if with_factors {
            self.sort_by_factor();
        }
        for (number, &m) in self.moves.iter().enumerate() {
            let factor =
                if with_factors { Factor::eighths(self.factors[number]) } else { Factor::ONE };
            let arrival = worker.arrival(m);
            if factor >= waiting::WAITS {
                arena.push(waiting::unseen(m, arrival, factor));
                continue;
            }
            let chain =
                if G::CHAINS { worker.task().game().chain(worker.position(), m) } else { 0 };
            worker.stats().lookups += 1;
            let ahead = match worker.ahead(m, arrival) {
                Some(known) => Some((known, false)),
                None => worker.ahead_or_over(m, arrival).map(|known| (known, true)),
            };
            let (id, by_rules, position, may_be_over) = match ahead {
                Some(((id, by_rules), may_be_over)) => (id, by_rules, None, may_be_over),
                None => {
                    let undo = worker.make(m);
                    let id = worker.id(arrival);
                    let by_rules = worker.by_rules(id, arrival);
                    let number = self.positions.len();
                    if let ByRules::Open = by_rules {
                        self.positions.push(worker.position().clone());
                    }
                    worker.undo(m, undo);
                    (id, by_rules, Some(number), false)
                }
            };
            let found = match by_rules {
                ByRules::Over(found) => found,
                ByRules::Open => {
                    worker.prefetch(id);
                    self.open.push(Open { child: arena.len(), id, position, may_be_over });
                    let found = Found::bounds(1, 1, None);
                    arena.push(Child { m, arrival, chain, factor, is_seen: true, found });
                    continue;
                }
                ByRules::Illegal => {
                    worker.ban(id.repetition_key);
                    continue;
                }
            };
            let decided = decides(&found);
            if decided {
                self.open.clear();
                arena.truncate(first);
            }
            arena.push(Child { m, arrival, chain, factor, is_seen: true, found });
            if decided {
                break;
            }
        }
        for open in &self.open {
            let child = &mut arena[open.child];
            child.found = match worker.without_position(open.id) {
                Without::Found(found) => found,
                Without::Nothing => match open.position {
                    Some(number) => worker.new_leaf(open.id, &mut self.positions[number]),
                    None if open.may_be_over => {
                        let mut position = after(worker, child.m);
                        worker.new_end_or_leaf(open.id, &mut position)
                    }
                    None => match worker.new_leaf_after(open.id, child.m) {
                        Some(found) => found,
                        None => worker.new_leaf(open.id, &mut after(worker, child.m)),
                    },
                },
                Without::Unclear => {
                    let undo = worker.make(child.m);
                    let end = if open.may_be_over { worker.end() } else { None };
                    let found = end.unwrap_or_else(|| worker.beyond_rules(open.id, child.arrival));
                    worker.undo(child.m, undo);
                    found
                }
            };
            if decides(&child.found) {
                arena.swap(first, open.child);
                arena.truncate(first + 1);
                break;
            }
        }
        if with_factors {
            waiting::guess(&mut arena[first..], or_node);
        }
    }

    /// The likeliest moves first: what waits for one another does so in this order.
    fn sort_by_factor(&mut self) {
        self.order.clear();
        self.order.extend(self.moves.drain(..).zip(self.factors.drain(..)));
        self.order.sort_by_key(|&(_, factor)| factor);
        for &(m, factor) in &self.order {
            self.moves.push(m);
            self.factors.push(factor);
        }
    }
}
