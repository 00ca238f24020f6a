//! A last resort where proof numbers saturate: is there a win within so many plies?
//!
//! In endings in which a king has to be driven across the board (bishop and knight), the proof is
//! a thousand positions wide and twenty moves deep, and every position of it can be reached in many
//! ways. Numbers that add up grow by a factor with each move of it, although the work does not;
//! numbers that do not add up let the search wander, on paths of thousands of plies, where
//! whatever the attacker tries repeats a position of the path sooner or later.
//!
//! A bound on the plies ends both. The question "does the attacker win within `r` plies?" is a
//! question about the position alone: `r` falls with every move, so that no path can repeat it. So
//! there is no history inside this search, no twins, no simulation and no threshold control:
//!
//! - **Proven** within any number of plies is proven, on every path: a base entry, as ever.
//! - **Disproven** within so many plies says nothing about the question that was asked, and is
//!   never stored as a result. It is kept with the numbers of unsolved positions, under a name that
//!   no other search looks up ([`Memory::within`]), and only saves work.
//!
//! `distance/` asks the same for the number's sake, has a table of its own, and wants to know
//! disproofs as well; it is for games that say more of themselves.

use threefold_game::Searchable;

use crate::combine::{Combining, Numbers};
use crate::found::{Arrival, Found, Id};
use crate::limits::Reason;
use crate::memory::{Known, Within};
use crate::numbers::{INFINITY, LARGEST};
use crate::progress::MONITOR_INTERVAL;
use crate::rules::ByRules;
use crate::table::{NO_MOVE, Solved};
use crate::threshold::Thresholds;
use crate::worker::Worker;

/// The bounds that are tried, in plies, and the nodes that each may take: what one has proven is
/// there for the next. On mates in 17 to 21 with bishop and knight a bound of 65 proves more within
/// a million nodes than one of 33, 49 or 99, or several with a share of the nodes each.
pub(crate) const LADDER: [Effort; 2] =
    [Effort { plies: 65, nodes: 4_000_000 }, Effort { plies: 129, nodes: 16_000_000 }];

/// The attempt that is made first, in tests.
pub(crate) fn first_in_tests(plies: u32) -> Effort {
    Effort { plies, nodes: 5_000 }
}

/// A move of a frame's position, and what is known about where it leads: within the plies that
/// are left there.
struct Child<M> {
    m: M,
    arrival: Arrival,
    pn: u32,
    dn: u32,
    /// Of a proven one.
    length: u16,
}

/// A position of the path.
struct Frame<G: Searchable> {
    id: Id,
    or_node: bool,
    plies: u32,
    /// Where its children begin in the arena.
    first: usize,
    /// The child that is being searched, in the arena.
    selected: usize,
    undo: Option<G::Undo>,
    thresholds: Thresholds,
    entered_at: u64,
}

/// What came of it.
pub(crate) enum Outcome {
    /// The attacker wins: the result is stored.
    Proven(Found),
    /// Not within so many plies.
    NotWithin,
    /// The numbers saturated, or the nodes of this attempt were spent.
    Spent,
    /// A limit of the whole search.
    Limit(Reason),
}

/// Is called now and then, with the numbers of the root and the length of the path.
pub(crate) type Tell<'t, 'w, G> = dyn FnMut(&mut Worker<'w, G>, (u32, u32), u32) + 't;

/// What an attempt may take.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    pub plies: u32,
    pub nodes: u64,
}

/// One attempt.
struct Bounded<'s, 'w, G: Searchable> {
    worker: &'s mut Worker<'w, G>,
    tell: &'s mut Tell<'s, 'w, G>,
    frames: Vec<Frame<G>>,
    children: Vec<Child<G::Move>>,
    moves: Vec<G::Move>,
    combining: Combining,
    /// The node count at which the attempt ends.
    stop_at: u64,
}

/// Whether the attacker wins the position at hand, which the path (to its parent) reaches by
/// `arrival`, within so many plies.
pub(crate) fn attempt<'w, G: Searchable>(
    worker: &mut Worker<'w, G>,
    arrival: Arrival,
    effort: Effort,
    tell: &mut Tell<'_, 'w, G>,
) -> Outcome {
    let Effort { plies, nodes } = effort;
    let combining = Combining::new(worker.task().options());
    let stop_at = worker.nodes().saturating_add(nodes);
    let position = worker.position().clone();
    let id = worker.id(arrival);
    let (frames, children, moves) = (Vec::new(), Vec::new(), Vec::new());
    let mut search = Bounded { worker, tell, frames, children, moves, combining, stop_at };
    let end = search.enter(id, plies, Thresholds::ROOT).and_then(|()| search.descend());
    search.worker.stand_at(&position);
    match end {
        Ok(()) => match search.worker.base(id) {
            Some(found) if found.is_proven() => Outcome::Proven(found),
            _ => Outcome::NotWithin,
        },
        Err(None) => Outcome::Spent,
        Err(Some(reason)) => Outcome::Limit(reason),
    }
}

impl<G: Searchable> Bounded<'_, '_, G> {
    /// The main loop: the last frame is the position at hand. Ends when the first is solved.
    fn descend(&mut self) -> Result<(), Option<Reason>> {
        loop {
            let frame = self.frames.last().expect("the root leaves by returning");
            let children = &self.children[frame.first..];
            let numbers = if children.is_empty() {
                Numbers::stuck(self.worker.task().is_success_stuck(self.worker.position()))
            } else {
                let all = children.iter().enumerate();
                let numbers = all.map(|(i, child)| (i, child.pn, child.dn));
                Numbers::of(numbers, frame.or_node, self.combining)
            };
            if numbers.is_solved() || frame.thresholds.exceeded(numbers.pn, numbers.dn) {
                self.leave(&numbers);
                if self.frames.is_empty() {
                    return if numbers.is_solved() { Ok(()) } else { Err(None) };
                }
                continue;
            }
            let best = &children[numbers.best];
            let epsilon = self.worker.task().options().epsilon_16ths;
            let own = (best.pn, best.dn);
            let (or_node, combining) = (frame.or_node, self.combining);
            let thresholds = frame.thresholds.of_child(or_node, &numbers, own, combining, epsilon);
            let (m, arrival, plies) = (best.m, best.arrival, frame.plies - 1);
            let frame = self.frames.last_mut().expect("as above");
            frame.selected = frame.first + numbers.best;
            let selected = frame.selected;
            frame.undo = Some(self.worker.make(m));
            // It may have been solved elsewhere, or searched up to the thresholds.
            let id = self.worker.id(arrival);
            let (pn, dn, length) = self.look_up(id, plies, Some(own));
            if pn == 0 || dn == 0 || thresholds.exceeded(pn, dn) {
                self.back_to_parent(selected, pn, dn, length);
                continue;
            }
            self.enter(id, plies, thresholds)?;
        }
    }

    /// Makes a frame of the position at hand: expands it and looks its children up.
    fn enter(&mut self, id: Id, plies: u32, thresholds: Thresholds) -> Result<(), Option<Reason>> {
        self.worker.check_limits().map_err(Some)?;
        if self.worker.nodes() >= self.stop_at {
            return Err(None);
        }
        self.worker.stats().nodes += 1;
        let depth = self.frames.len() as u32;
        let stats = self.worker.stats();
        stats.max_depth = stats.max_depth.max(depth);
        if self.worker.nodes() & (MONITOR_INTERVAL - 1) == 0 {
            let numbers = self.root_numbers();
            (self.tell)(self.worker, numbers, depth);
        }
        let entered_at = self.worker.nodes();
        let or_node = self.worker.is_or_node();
        let first = self.children.len();
        self.moves.clear();
        self.worker.task().game().moves(self.worker.position(), &mut self.moves);
        for i in 0..self.moves.len() {
            let m = self.moves[i];
            let arrival = self.worker.arrival(m);
            self.worker.stats().lookups += 1;
            let undo = self.worker.make(m);
            let id = self.worker.id(arrival);
            let (pn, dn, length) = match self.worker.by_rules(id, arrival) {
                // What repeats a position before the root of this search is a failure, the same
                // on all its paths.
                ByRules::Over(found) => (found.pn, found.dn, found.length),
                ByRules::Open => self.look_up(id, plies - 1, None),
                ByRules::Illegal => unreachable!("no repetition is illegal where this is tried"),
            };
            self.worker.undo(m, undo);
            let decides = if or_node { pn == 0 } else { dn == 0 };
            if decides {
                self.children.truncate(first);
            }
            self.children.push(Child { m, arrival, pn, dn, length });
            if decides {
                break;
            }
        }
        let selected = first;
        let undo = None;
        let frame = Frame { id, or_node, plies, first, selected, undo, thresholds, entered_at };
        self.frames.push(frame);
        let bytes = self.children.capacity() * size_of::<Child<G::Move>>()
            + self.frames.capacity() * size_of::<Frame<G>>();
        if !self.worker.has_room(bytes) {
            return Err(Some(Reason::Memory));
        }
        Ok(())
    }

    /// What the root's children come to; nothing while it is alone.
    fn root_numbers(&self) -> (u32, u32) {
        let (Some(root), Some(next)) = (self.frames.first(), self.frames.get(1)) else {
            return (1, 1);
        };
        let children = self.children[..next.first].iter().enumerate();
        let children = children.map(|(i, child)| (i, child.pn, child.dn));
        let numbers = Numbers::of(children, root.or_node, self.combining);
        (numbers.pn, numbers.dn)
    }

    /// What table and game say of the position at hand, of which the rules say nothing: numbers,
    /// and the length of a proof. `before`: what they were when it was looked up last.
    fn look_up(&mut self, id: Id, plies: u32, before: Option<(u32, u32)>) -> (u32, u32, u16) {
        let task = self.worker.task();
        let level = self.worker.path().level();
        let (known, _) = self.worker.memory().known(task, id.name, level);
        let estimate = match known {
            Known::Base(found) => return (found.pn, found.dn, found.length),
            Known::Leaf(found) => found,
            Known::Bounds(_) => self.worker.leaf(),
            Known::Nothing => self.worker.new_leaf_here(id),
        };
        if estimate.is_solved() || plies == 0 {
            let proven = estimate.is_proven();
            let (pn, dn) = if proven { (0, INFINITY) } else { (INFINITY, 0) };
            return (pn, dn, estimate.length);
        }
        match self.worker.memory().within(id.name) {
            Some(known) if known.refuted >= plies => (INFINITY, 0, 0),
            Some(known) if known.plies == plies => (known.pn, known.dn, 0),
            known => match (before, known) {
                // What was looked up last, and evicted since.
                (Some((pn, dn)), _) => (pn, dn, 0),
                (None, None) => (estimate.pn, estimate.dn, 0),
                // Numbers for another bound say which siblings are harder, and little more.
                (None, Some(known)) => {
                    let near = |number: u32, estimate: u32| {
                        number.clamp(estimate, estimate.saturating_mul(HINT))
                    };
                    (near(known.pn, estimate.pn), near(known.dn, estimate.dn), 0)
                }
            },
        }
    }

    /// Removes the last frame, stores what it has found out, and tells its parent.
    fn leave(&mut self, numbers: &Numbers) {
        let frame = self.frames.pop().expect("there is a position at hand");
        let work = self.worker.nodes() + 1 - frame.entered_at;
        let children = &self.children[frame.first..];
        let (pn, dn) = (numbers.pn.min(LARGEST), numbers.dn.min(LARGEST));
        let (mut pn, mut dn, mut length) = (pn, dn, 0);
        if numbers.pn == 0 {
            let (mv, child_length) = if frame.or_node && !children.is_empty() {
                let proven = children.iter().filter(|child| child.pn == 0);
                let best = proven.min_by_key(|child| child.length).expect("a child decides");
                (best.arrival.mv, Some(best.length))
            } else {
                (NO_MOVE, children.iter().map(|child| child.length).max())
            };
            length = child_length.map_or(0, |length| length.saturating_add(1));
            dn = INFINITY;
            // A position may be met again with fewer plies left below itself, and be proven
            // there: then that is its proof, and this one, which leans on it, is none.
            if self.worker.base(frame.id).is_none() {
                let solved = Solved { proven: true, mv, length };
                self.worker.store_base(frame.id.name, solved, work);
            }
        } else {
            let before = self.worker.memory().within(frame.id.name);
            let mut refuted = before.map_or(0, |known| known.refuted);
            if numbers.dn == 0 {
                refuted = refuted.max(frame.plies);
                pn = INFINITY;
            }
            let known = Within { pn: pn.min(LARGEST), dn: dn.max(1), plies: frame.plies, refuted };
            self.worker.memory().store_within(frame.id.name, known, work);
            dn = if pn == INFINITY { 0 } else { dn };
        }
        self.children.truncate(frame.first);
        if let Some(parent) = self.frames.last() {
            self.back_to_parent(parent.selected, pn, dn, length);
        }
    }

    /// Takes the move back that leads to the position at hand, a child of the last frame's.
    fn back_to_parent(&mut self, selected: usize, pn: u32, dn: u32, length: u16) {
        let frame = self.frames.last_mut().expect("there is a parent");
        let undo = frame.undo.take().expect("the child was entered by a move");
        let child = &mut self.children[selected];
        self.worker.undo(child.m, undo);
        (child.pn, child.dn, child.length) = (pn, dn, length);
    }
}

/// How many times its estimate a number for another bound may be.
const HINT: u32 = 16;
