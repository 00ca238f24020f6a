//! df-pn: depth-first proof-number search (Nagai 2002), with an explicit stack.
//!
//! Positions on the current path are *frames*; each frame owns the children it has looked up, in
//! one arena that is used as a stack:
//!
//! ```text
//!   frames     [ root         | P1       | P2    ]
//!   children   [ a b c d e f  | g h i    | j k   ]     selected: c, then h
//! ```
//! A child is looked up when its parent is expanded and again just before it is entered; in
//! between, the numbers in the arena may be out of date, which costs work and nothing else.
//! Paths reach thousands of plies, so nothing recurses on the machine stack.

use threefold_game::Searchable;

use crate::closed_set::ClosedSets;
use crate::combine::Added;
use crate::dependency::Dependencies;
use crate::limits::Reason;
use crate::numbers::{INFINITY, LARGEST};
use crate::options::Combine;
use crate::search::{Arrival, Found, Id, Monitor, Progress, Search};
use crate::siblings::Model;
use crate::table::NO_MOVE;
use crate::threshold::{Thresholds, beyond_second};

/// A move of a frame's position, and what is known about where it leads.
struct Child<M> {
    m: M,
    arrival: Arrival,
    found: Found,
}

/// A child of which the rules say nothing.
struct Open<G: Searchable> {
    /// Where it is in the arena.
    child: usize,
    id: Id,
    /// Copying it costs less than making the move again, in every game so far.
    position: G::Position,
}

/// A position of the path that is being searched.
struct Frame<G: Searchable> {
    id: Id,
    or_node: bool,
    /// Where its children begin in the arena.
    first: usize,
    /// The child that is being searched, in the arena.
    selected: usize,
    /// How to return from that child.
    undo: Option<G::Undo>,
    thresholds: Thresholds,
    /// Threshold control is on for this visit and those below.
    control: bool,
    /// Before the first pass over the children of this visit.
    fresh: bool,
    /// Where the situations of its moves that are illegal because they repeat begin.
    banned: usize,
    /// Where the conditions of its children begin.
    conditions: u32,
    min_depth: u32,
    /// Value of the node counter on entry, for the work.
    entered_at: u64,
}

/// What the children of a frame add up to.
struct Numbers {
    pn: u32,
    dn: u32,
    best: usize,
    second: u32,
    added: Added,
}

/// How often the monitor is called, in nodes. A power of two.
const MONITOR_INTERVAL: u64 = 1 << 12;

/// One run of df-pn below the position at hand.
struct Dfpn<'s, 'a, 'm, G: Searchable> {
    search: &'s mut Search<'a, G>,
    frames: Vec<Frame<G>>,
    children: Vec<Child<G::Move>>,
    /// Scratch space of an expansion.
    open: Vec<Open<G>>,
    closed_sets: ClosedSets<G>,
    monitor: Option<Monitor<'m>>,
}

/// Solves the position at hand, which the path (to its parent) reaches by `arrival`, or says why
/// not, with the numbers it has reached.
pub(crate) fn solve<G: Searchable>(
    search: &mut Search<'_, G>,
    arrival: Arrival,
    monitor: Option<Monitor<'_>>,
) -> (Found, Option<Reason>) {
    let (frames, children, open) = (Vec::new(), Vec::new(), Vec::new());
    let closed_sets = ClosedSets::new(search);
    let mut dfpn = Dfpn { search, frames, children, open, closed_sets, monitor };
    let mut result = dfpn.run(arrival);
    if result.1 == Some(Reason::Saturated)
        && (dfpn.search.pn_combine, dfpn.search.dn_combine) != (Combine::Weak, Combine::Weak)
    {
        // Numbers that add up in circles: once more, from scratch, with some that cannot.
        dfpn.search.table.forget_bounds();
        dfpn.search.stats.restarts += 1;
        (dfpn.search.pn_combine, dfpn.search.dn_combine) = (Combine::Weak, Combine::Weak);
        (dfpn.frames, dfpn.children) = (Vec::new(), Vec::new());
        result = dfpn.run(arrival);
    }
    result
}

impl<G: Searchable> Dfpn<'_, '_, '_, G> {
    fn run(&mut self, arrival: Arrival) -> (Found, Option<Reason>) {
        // Step 1: the root may be solved without a search. Only the table and the rules are asked;
        // a root that is no repetition cannot be illegal.
        let root = match self.search.look_up(Arrival { pass: true, ..arrival }) {
            Some(found) if found.is_solved() => return (found, None),
            Some(found) => found,
            None => unreachable!("a pass is never illegal"),
        };
        self.search.conditions.truncate(0);
        let outer_level = self.search.path.level();
        let position = self.search.position.clone();
        let result = match self.enter(arrival, &root, Thresholds::ROOT, false) {
            Ok(()) => self.descend(&position),
            Err(reason) => Err(reason),
        };
        let result = match result {
            Ok(found) if found.is_solved() => (found, None),
            Ok(found) => (found, Some(Reason::Saturated)),
            Err(reason) => {
                let found = match self.frames.first() {
                    Some(frame) => {
                        let end = self.frames.get(1).map_or(self.children.len(), |next| next.first);
                        let numbers = self.numbers(frame, end);
                        Found::bounds(numbers.pn.max(1), numbers.dn.max(1), None)
                    }
                    None => root,
                };
                (found, Some(reason))
            }
        };
        while self.search.path.level() > outer_level {
            self.search.path.pop();
        }
        self.search.position = position;
        self.search.moves.clear();
        self.search.banned.clear();
        self.search.stats.table_entries = self.search.table.used();
        result
    }

    /// The main loop: the last frame is the position at hand.
    fn descend(&mut self, root: &G::Position) -> Result<Found, Reason> {
        loop {
            if self.closed_sets.is_due(self.search.stats.nodes) {
                self.look_for_closed_set(root);
            }
            let frame = self.frames.last().expect("the root leaves by returning");
            let numbers = self.numbers(frame, self.children.len());

            // Step 2: solved, or beyond the thresholds: back to the parent.
            let frame = self.frames.last_mut().expect("as above");
            let solved = numbers.pn == 0 || numbers.dn == 0;
            if !solved && frame.fresh {
                frame.fresh = false;
                if frame.control {
                    frame.thresholds.raise(numbers.pn, numbers.dn);
                }
            }
            if solved || frame.thresholds.exceeded(numbers.pn, numbers.dn) {
                let found = self.leave(&numbers);
                if self.frames.is_empty() {
                    return Ok(found);
                }
                self.back_to_parent(found);
                continue;
            }

            // Step 3: choose a child and look it up again; it may have been solved elsewhere.
            let (thresholds, control) = self.child_thresholds(&numbers);
            let frame = self.frames.last_mut().expect("as above");
            frame.selected = numbers.best;
            let child = &mut self.children[numbers.best];
            let (m, arrival) = (child.m, child.arrival);
            let undo = self.search.game.make(&mut self.search.position, m);
            let fresh = self.search.look_up(arrival).expect("legal when it was expanded");
            let known = &mut self.children[numbers.best].found;
            let changed = (fresh.pn, fresh.dn) != (known.pn, known.dn);
            // An estimate in place of searched numbers means that the entry was evicted.
            if changed && (fresh.is_solved() || fresh.expanded_at.is_some()) {
                *known = fresh;
                self.search.game.undo(&mut self.search.position, m, undo);
                continue;
            }

            // Step 4: enter it.
            let found = *known;
            frame.undo = Some(undo);
            self.enter(arrival, &found, thresholds, control)?;
        }
    }

    /// Makes a frame of the position at hand: expands it and looks its children up.
    fn enter(
        &mut self,
        arrival: Arrival,
        found: &Found,
        thresholds: Thresholds,
        control: bool,
    ) -> Result<(), Reason> {
        let search = &mut *self.search;
        search.check_limits()?;
        search.stats.nodes += 1;
        search.stats.re_expansions += u64::from(found.expanded_at.is_some());
        let id = search.id(arrival);
        search.push(id, arrival);
        let depth = search.path.level() - 1;
        search.stats.max_depth = search.stats.max_depth.max(depth);
        if depth >= search.limits.depth {
            return Err(Reason::Depth);
        }
        let or_node = search.is_or_node();
        let min_depth = found.expanded_at.map_or(depth, |before| before.min(depth));
        // A leaf ends threshold control, whatever its children are: it is the new position that
        // control was to lead to. Looking for old children there too would keep it on in every
        // king-shuffling ending, and the search would run down paths of thousands of plies.
        let known = found.expanded_at.is_some();
        let mut control = control && known;
        let (banned, conditions) = (search.banned.len(), search.conditions.mark());

        let first_move = search.moves.len();
        debug_assert_eq!(first_move, 0, "moves are moved to the arena at once");
        search.game.moves(&search.position, &mut search.moves);
        let first = self.children.len();
        // It decides: the others need not be looked at.
        let decides = |found: &Found| {
            found.is_solved() && found.is_proven() == or_node && found.dependencies.is_none()
        };
        // First what the rules say of each child; the table's part of memory is on its way
        // meanwhile.
        self.open.clear();
        for i in 0..search.moves.len() {
            let m = search.moves[i];
            let arrival = search.arrival(m);
            let undo = search.game.make(&mut search.position, m);
            let id = search.id(arrival);
            search.stats.lookups += 1;
            let by_rules = search.by_rules(id, arrival);
            if let Some(None) = by_rules {
                search.prefetch(id);
                let position = search.position.clone();
                self.open.push(Open { child: self.children.len(), id, position });
            }
            search.game.undo(&mut search.position, m, undo);
            let Some(found) = by_rules else {
                search.banned.push(id.repetition_key);
                continue;
            };
            let found = found.unwrap_or_else(|| Found::bounds(1, 1, None));
            if decides(&found) {
                self.open.clear();
                self.children.truncate(first);
            }
            self.children.push(Child { m, arrival, found });
            if decides(&found) {
                break;
            }
        }
        search.moves.clear();
        // Then what table and game say of the others.
        for open in &mut self.open {
            let child = &mut self.children[open.child];
            let found = match search.without_position(open.id) {
                Some(found) => found,
                None => {
                    std::mem::swap(&mut search.position, &mut open.position);
                    let found = search.beyond_rules(open.id, child.arrival);
                    std::mem::swap(&mut search.position, &mut open.position);
                    found
                }
            };
            child.found = found;
            if let Some(before) = found.expanded_at
                && known
                && before <= min_depth
                && !found.is_solved()
            {
                control = true;
            }
            if decides(&found) {
                self.children.swap(first, open.child);
                self.children.truncate(first + 1);
                break;
            }
        }
        let control = control && search.options.threshold_control;
        self.frames.push(Frame {
            id,
            or_node,
            first,
            selected: first,
            undo: None,
            thresholds,
            control,
            fresh: true,
            banned,
            conditions,
            min_depth,
            entered_at: search.stats.nodes,
        });
        let bytes = self.children.capacity() * size_of::<Child<G::Move>>()
            + self.frames.capacity() * size_of::<Frame<G>>()
            + self.search.path.bytes()
            + self.search.conditions.bytes();
        if bytes > self.search.limits.path_bytes {
            return Err(Reason::Memory);
        }
        if self.search.stats.nodes & (MONITOR_INTERVAL - 1) == 0 {
            self.report();
        }
        Ok(())
    }

    /// What the children of a frame, which end at `end`, add up to.
    fn numbers(&self, frame: &Frame<G>, end: usize) -> Numbers {
        let children = &self.children[frame.first..end];
        let mut added = Added::default();
        let (mut best, mut smallest, mut second) = (frame.first, INFINITY, INFINITY);
        let mut tie = u32::MAX;
        for (i, child) in children.iter().enumerate() {
            let (choice, other) = if frame.or_node {
                (child.found.pn, child.found.dn)
            } else {
                (child.found.dn, child.found.pn)
            };
            added.take(other);
            if choice < smallest || choice == smallest && other < tie {
                second = second.min(smallest);
                smallest = choice;
                tie = other;
                best = frame.first + i;
            } else {
                second = second.min(choice);
            }
        }
        let (pn, dn);
        if children.is_empty() {
            let outcome = self.search.game.stuck(&self.search.position);
            let succeeds = self.search.question.is_success(outcome);
            (pn, dn) = if succeeds { (0, INFINITY) } else { (INFINITY, 0) };
        } else if frame.or_node {
            // A proven child makes the sum of the others meaningless.
            let sum = if smallest == 0 { INFINITY } else { added.number(self.search.dn_combine) };
            (pn, dn) = (smallest, sum);
        } else {
            let sum = if smallest == 0 { INFINITY } else { added.number(self.search.pn_combine) };
            (pn, dn) = (sum, smallest);
        }
        Numbers { pn, dn, best, second, added }
    }

    /// The thresholds of the best child, and whether threshold control is on below it.
    fn child_thresholds(&self, numbers: &Numbers) -> (Thresholds, bool) {
        let frame = self.frames.last().expect("there is a position at hand");
        let own = &self.children[numbers.best].found;
        let beyond = beyond_second(numbers.second, self.search.options.epsilon_16ths);
        let thresholds = if frame.or_node {
            Thresholds {
                pn: frame.thresholds.pn.min(beyond),
                dn: numbers.added.child_threshold(
                    self.search.dn_combine,
                    frame.thresholds.dn,
                    own.dn,
                ),
            }
        } else {
            Thresholds {
                pn: numbers.added.child_threshold(
                    self.search.pn_combine,
                    frame.thresholds.pn,
                    own.pn,
                ),
                dn: frame.thresholds.dn.min(beyond),
            }
        };
        (thresholds, frame.control)
    }

    /// Looks for a closed set around the part of the path where the search has been since the last
    /// time: from the position behind the deepest irreversible move below which it has spent half
    /// of its nodes.
    #[cold]
    fn look_for_closed_set(&mut self, root: &G::Position) {
        let Some(interval) = self.closed_sets.begin(self.search) else { return };
        let before = self.search.stats.nodes - interval / 2;
        let irreversible =
            |i: usize| self.children[self.frames[i - 1].selected].arrival.irreversible;
        let start = (1..self.frames.len())
            .rev()
            .find(|&i| self.frames[i].entered_at <= before && irreversible(i))
            .unwrap_or(0);
        let end = self.frames.get(start + 1).map_or(self.children.len(), |next| next.first);
        let numbers = self.numbers(&self.frames[start], end);
        if !self.closed_sets.is_likely(self.search, numbers.pn, numbers.dn) {
            return;
        }
        let mut position = root.clone();
        for frame in &self.frames[..start] {
            self.search.game.make(&mut position, self.children[frame.selected].m);
        }
        self.closed_sets.attempt(self.search, position);
    }

    /// Removes the last frame: stores what it has found out and returns it.
    fn leave(&mut self, numbers: &Numbers) -> Found {
        let frame = self.frames.last().expect("there is a position at hand");
        let work = self.search.stats.nodes + 1 - frame.entered_at;
        let (id, min_depth, conditions) = (frame.id, frame.min_depth, frame.conditions);
        let found = if numbers.pn == 0 || numbers.dn == 0 {
            let result = self.result(numbers.pn == 0);
            self.search.store_solved(id, result, work)
        } else {
            let (pn, dn) = (numbers.pn.min(LARGEST), numbers.dn.min(LARGEST));
            self.search.store_bounds(id, pn, dn, min_depth, work);
            self.search.conditions.truncate(conditions);
            Found::bounds(pn, dn, Some(min_depth))
        };
        let frame = self.frames.pop().expect("as above");
        self.children.truncate(frame.first);
        self.search.banned.truncate(frame.banned);
        self.search.path.pop();
        found
    }

    /// The result of the position at hand, which is solved: its move, length and ancestors.
    fn result(&mut self, proven: bool) -> Found {
        if self.search.conditional {
            return self.conditional_result(proven);
        }
        let frame = self.frames.last().expect("there is a position at hand");
        let children = &self.children[frame.first..];
        if frame.or_node == proven && !children.is_empty() {
            // One child decides. The one that relies on least, so that the result goes far.
            let best = children
                .iter()
                .filter(|child| child.found.is_solved() && child.found.is_proven() == proven)
                .min_by_key(|child| (child.found.dependencies.weight(), child.found.length))
                .expect("a solved position has a child that says so");
            let length = best.found.length.saturating_add(1);
            return Found::solved(proven, best.found.dependencies, best.arrival.mv, length);
        }
        let banned = self.search.banned.len() > frame.banned;
        let mut dependencies = if banned { Dependencies::PATH } else { Dependencies::NONE };
        let mut length = 0;
        for child in children {
            debug_assert!(child.found.is_solved() && child.found.is_proven() == proven);
            dependencies.merge(&child.found.dependencies);
            length = length.max(child.found.length.saturating_add(1));
        }
        Found::solved(proven, dependencies, NO_MOVE, length)
    }

    /// The same where results have conditions: those of the children give way to those of the
    /// position.
    fn conditional_result(&mut self, proven: bool) -> Found {
        let frame = self.frames.last().expect("there is a position at hand");
        let children = &self.children[frame.first..];
        let search = &mut *self.search;
        let (banned, mark) = (frame.banned, frame.conditions);
        if frame.or_node == proven && !children.is_empty() {
            let weight = |child: &&Child<G::Move>| {
                let dependencies = &child.found.dependencies;
                let conditions = match dependencies.conditions() {
                    Some(number) => search.conditions.get(number).weight(),
                    None if dependencies.is_none() => (0, 0),
                    None => (usize::MAX, usize::MAX),
                };
                (conditions, child.found.length)
            };
            let best = children
                .iter()
                .filter(|child| child.found.is_solved() && child.found.is_proven() == proven)
                .min_by_key(weight)
                .expect("a solved position has a child that says so");
            let dependencies =
                search.derive_choice(best.m, best.arrival, best.found.dependencies, mark);
            let length = best.found.length.saturating_add(1);
            return Found::solved(proven, dependencies, best.arrival.mv, length);
        }
        let mut length = 0;
        search.conditions.begin();
        for child in children {
            debug_assert!(child.found.is_solved() && child.found.is_proven() == proven);
            search.gather(child.found.dependencies);
            length = length.max(child.found.length.saturating_add(1));
        }
        let stuck = search.game.stuck(&search.position);
        let supports = search.question.is_success(stuck) == proven;
        let pass = children.iter().any(|child| child.arrival.pass);
        let first = search.moves.len();
        if !supports && !pass {
            search.moves.extend(children.iter().map(|child| child.m));
        }
        let dependencies = search.derive_all(banned, first..search.moves.len(), mark);
        search.moves.truncate(first);
        Found::solved(proven, dependencies, NO_MOVE, length)
    }

    /// Takes the move back and tells the parent, which is the last frame now.
    fn back_to_parent(&mut self, found: Found) {
        let frame = self.frames.last_mut().expect("there is a parent");
        let child = &mut self.children[frame.selected];
        let undo = frame.undo.take().expect("the child was entered by a move");
        self.search.game.undo(&mut self.search.position, child.m, undo);
        child.found = found;
        let is_refuted = found.is_solved() && found.is_proven() != frame.or_node;
        if is_refuted && self.search.simulates_siblings() {
            self.refute_siblings(found.is_proven());
        }
    }

    /// The child that was searched last has been refuted: tries the refutation on the others.
    fn refute_siblings(&mut self, proven: bool) {
        let frame = self.frames.last().expect("there is a position at hand");
        let search = &mut *self.search;
        let (before, others) =
            self.children[frame.first..].split_at_mut(frame.selected - frame.first);
        let (refuted, after) = others.split_first_mut().expect("a child was selected");
        let open = before.iter_mut().chain(after).filter(|child| !child.found.is_solved());
        let mut model = search.position.clone();
        search.game.make(&mut model, refuted.m);
        let model = Model(model);
        for child in open {
            let undo = search.game.make(&mut search.position, child.m);
            let found = search.simulate_sibling(child.arrival, &model, proven);
            search.game.undo(&mut search.position, child.m, undo);
            if let Some(found) = found {
                child.found = found;
            }
        }
    }

    #[cold]
    fn report(&mut self) {
        if self.monitor.is_none() {
            return;
        }
        let frame = &self.frames[0];
        let end = self.frames.get(1).map_or(self.children.len(), |next| next.first);
        let numbers = self.numbers(frame, end);
        let progress = Progress {
            nodes: self.search.stats.nodes,
            pn: numbers.pn,
            dn: numbers.dn,
            depth: self.search.path.level() - 1,
            table_fill: self.search.table.used() as f64 / self.search.table.max_capacity() as f64,
            elapsed: self.search.started.elapsed(),
        };
        if let Some(monitor) = &mut self.monitor {
            monitor(&progress);
        }
    }
}
