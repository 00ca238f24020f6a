//! df-pn: depth-first proof-number search (Nagai 2002), with an explicit stack (`stack.rs`).
//!
//! Paths reach thousands of plies, so nothing recurses on the machine stack. What the loop uses has
//! a file each: `combine.rs` (numbers of a position), `threshold.rs` (when to leave it),
//! `expand.rs`, `waiting.rs`, `worker/lookup.rs`, `worker/store.rs`, `closed_set.rs`,
//! `siblings.rs`. What is tried when, if one run is not enough, is `dfpn/schedule.rs`.

mod rounds;
mod schedule;
mod together;

use threefold_game::Searchable;

pub(crate) use schedule::{solve, solve_together};

use crate::closed_set::ClosedSets;
use crate::combine::Numbers;
use crate::crew::Member;
use crate::expand::Expansion;
use crate::found::{Arrival, Found};
use crate::limits::{Halt, Reason};
use crate::numbers::LARGEST;
use crate::progress::{MONITOR_INTERVAL, Monitor, Progress};
use crate::siblings;
use crate::sources::Sources;
use crate::stack::{Frame, Shared, Stack};
use crate::threshold::{Thresholds, wants_control};
use crate::turns::Manner;
use crate::waiting;
use crate::worker::{Support, Worker};

/// One run of df-pn below the position at hand.
struct Dfpn<'w, 'm, G: Searchable> {
    worker: Worker<'w, G>,
    stack: Stack<G>,
    expansion: Expansion<G>,
    closed_sets: ClosedSets<G>,
    monitor: Option<Monitor<'m>>,
    /// Its part in the search of several threads.
    member: Option<Member<'w>>,
    /// At this many nodes it pauses.
    pause_at: u64,
    /// At this level of the path it turns back.
    turn_back_at: u32,
    sources: Sources,
}

/// What comes of a step.
enum Step {
    /// The root is left: it is solved, or beyond its thresholds.
    Over(Found),
    /// The last frame is looked at again, or its parent.
    Again,
    /// A child has been made and is at hand.
    Below(Below),
}

/// The child at hand, which has no frame yet.
struct Below {
    arrival: Arrival,
    found: Found,
    thresholds: Thresholds,
    control: bool,
}

impl<'w, 'm, G: Searchable> Dfpn<'w, 'm, G> {
    fn new(
        worker: Worker<'w, G>,
        manner: Manner,
        monitor: Option<Monitor<'m>>,
        member: Option<Member<'w>>,
    ) -> Self {
        let (stack, expansion) = (Stack::new(manner.combining), Expansion::new(manner.has_factors));
        let closed_sets = ClosedSets::new(&worker);
        let (pause_at, turn_back_at) = (u64::MAX, u32::MAX);
        let options = worker.task().options();
        let sources = match G::SOURCES && options.source_nodes {
            true => {
                let threads = member.as_ref().map_or(1, |member| member.crew().threads());
                Sources::beside(options.table_bytes / threads)
            }
            false => Sources::NONE,
        };
        Dfpn {
            worker,
            stack,
            expansion,
            closed_sets,
            monitor,
            member,
            pause_at,
            turn_back_at,
            sources,
        }
    }

    fn run(&mut self, arrival: Arrival) -> (Found, Option<Halt>) {
        self.run_within(arrival, Thresholds::ROOT)
    }

    /// The same until the numbers reach thresholds: without a reason if they have, and are finite.
    fn run_within(&mut self, arrival: Arrival, thresholds: Thresholds) -> (Found, Option<Halt>) {
        // Step 1: the root may be solved without a search. Only the table and the rules are asked;
        // a root that is no repetition cannot be illegal.
        let root = self.worker.look_up(Arrival { pass: true, ..arrival });
        if root.is_solved() {
            return (root, None);
        }
        self.worker.drop_all();
        let outer_level = self.worker.path().level();
        let position = self.worker.position().clone();
        let result =
            self.enter(arrival, &root, thresholds, false).and_then(|()| self.descend(&position));
        let result = match result {
            Ok(found) if found.is_solved() => (found, None),
            Ok(found) if found.pn < LARGEST && found.dn < LARGEST => (found, None),
            Ok(found) => (found, Some(Halt::Limit(Reason::Saturated))),
            Err(halt) if self.stack.frames().is_empty() => (root, Some(halt)),
            Err(halt) => {
                let numbers = self.stack.numbers(0, &self.worker);
                self.abandon(outer_level);
                (Found::bounds(numbers.pn.max(1), numbers.dn.max(1), None), Some(halt))
            }
        };
        self.worker.return_to(outer_level, position);
        let used = self.worker.memory().used();
        self.worker.stats().table_entries = used;
        result
    }

    /// Leaves all positions of the path, so that what is known of them is stored: a search that
    /// goes on later begins where this one ends.
    fn abandon(&mut self, outer_level: u32) {
        while let Some(frame) = self.stack.frames().len().checked_sub(1) {
            // The child that was being entered, or looked at, when the limit was hit.
            if let Some(undo) = self.stack.top_mut().undo.take() {
                self.worker.undo(self.stack.selected(frame).m, undo);
            }
            while self.worker.path().level() > outer_level + frame as u32 + 1 {
                self.worker.pop();
            }
            let numbers = self.stack.numbers(frame, &self.worker);
            self.leave(&numbers);
        }
    }

    /// The main loop: the last frame is the position at hand.
    fn descend(&mut self, root: &G::Position) -> Result<Found, Halt> {
        loop {
            // Step 2: now and then, look for positions that can be solved together.
            self.closed_sets.look(&mut self.worker, &self.stack, root);
            self.unwind();
            match self.step() {
                Step::Over(found) => return Ok(found),
                Step::Again => {}
                Step::Below(below) => self.enter_below(&below)?,
            }
        }
    }

    /// Steps 3 to 5: back to the parent, or down to a child.
    #[inline(always)]
    fn step(&mut self) -> Step {
        // Step 3: solved, or beyond the thresholds: back to the parent.
        let mut numbers = self.stack.numbers(self.stack.frames().len() - 1, &self.worker);
        let frame = self.stack.top_mut();
        frame.raise_if_controlled(&numbers);
        if numbers.is_solved() || frame.thresholds.exceeded(numbers.pn, numbers.dn) {
            let found = self.leave(&numbers);
            if self.stack.frames().is_empty() {
                return Step::Over(found);
            }
            self.back_to_parent(found);
            return Step::Again;
        }

        // Step 4: choose a child and look it up again; it may have been solved elsewhere. One that
        // has waited is looked at for the first time.
        self.keep_clear(&mut numbers);
        let thresholds = self.child_thresholds(&numbers);
        if G::FACTORS && !self.stack.children()[numbers.best].is_seen {
            waiting::see(&mut self.worker, &mut self.stack, numbers.best);
            return Step::Again;
        }
        let (frame, child) = self.stack.select(numbers.best);
        let (m, arrival, control) = (child.m, child.arrival, frame.control);
        if G::SOURCES
            && let Some(id) = self.worker.task().id_after(self.worker.position(), m)
        {
            self.worker.prefetch(id);
            self.sources.prefetch(id.repetition_key);
        }
        let undo = self.worker.make(m);
        let found = self.worker.look_up(arrival);
        let changed = (found.pn, found.dn) != (child.found.pn, child.found.dn);
        // An estimate in place of searched numbers means that the entry was evicted.
        if changed && (found.is_solved() || found.expanded_at.is_some()) {
            child.found = found;
            self.worker.undo(m, undo);
            return Step::Again;
        }

        // Step 5: go to it.
        let found = child.found;
        frame.undo = Some(undo);
        self.go_below();
        Step::Below(Below { arrival, found, thresholds, control })
    }

    /// Enters the child at hand.
    #[inline(always)]
    fn enter_below(&mut self, below: &Below) -> Result<(), Halt> {
        let Below { arrival, found, thresholds, control } = below;
        self.enter(*arrival, found, *thresholds, *control)
    }

    /// Makes a frame of the position at hand: expands it and looks its children up.
    fn enter(
        &mut self,
        arrival: Arrival,
        found: &Found,
        thresholds: Thresholds,
        control: bool,
    ) -> Result<(), Halt> {
        // Step 6: put it on the path, unless a limit has been reached.
        let worker = &mut self.worker;
        worker.check_limits()?;
        if worker.nodes() >= self.pause_at {
            return Err(Halt::Pause);
        }
        worker.stats().nodes += 1;
        worker.stats().re_expansions += u64::from(found.expanded_at.is_some());
        let id = worker.id(arrival);
        self.sources.enter(id.repetition_key, worker.path(), &mut self.stack);
        worker.push(id, arrival);
        self.note_expansion(found.expanded_at.is_none())?;
        let worker = &mut self.worker;
        let depth = worker.path().level() - 1;
        worker.stats().max_depth = worker.stats().max_depth.max(depth);
        if depth >= worker.task().limits().depth {
            return Err(Halt::Limit(Reason::Depth));
        }
        if depth >= self.turn_back_at {
            return Err(Halt::TurnedBack);
        }

        // Step 7: look its children up.
        let (mark, or_node) = (worker.mark(), worker.is_or_node());
        let first = self.stack.arena().len();
        self.expansion.expand(worker, or_node, self.stack.arena());
        let min_depth = found.expanded_at.map_or(depth, |before| before.min(depth));
        let children = self.stack.arena()[first..].iter().map(|child| &child.found);
        let control = worker.task().options().threshold_control
            && wants_control(control, found, min_depth, children);
        self.stack.push(Frame {
            id,
            or_node,
            first,
            selected: first,
            undo: None,
            thresholds,
            control,
            fresh: true,
            mark,
            min_depth,
            shared: Shared::default(),
            entered_at: worker.nodes(),
        });
        if !worker.has_room(self.stack.bytes() + self.sources.bytes()) {
            return Err(Halt::Limit(Reason::Memory));
        }
        if worker.nodes() & (MONITOR_INTERVAL - 1) == 0 {
            self.report();
        }
        Ok(())
    }

    /// The thresholds of the best child.
    fn child_thresholds(&self, numbers: &Numbers) -> Thresholds {
        let frame = self.stack.top();
        let child = &self.stack.children()[numbers.best];
        let (best, factor) = (&child.found, child.factor);
        let epsilon = self.worker.task().options().epsilon_16ths;
        let is_shared = G::SOURCES && frame.shared.contains(numbers.best);
        let Thresholds { pn, dn } = frame.thresholds.of_child(
            frame.or_node,
            numbers,
            (numbers.added.part(best.pn, is_shared), best.dn),
            self.stack.combining(),
            epsilon,
        );
        match frame.or_node {
            true => Thresholds { pn: factor.lower(pn), dn },
            false => Thresholds { pn, dn: factor.lower(dn) },
        }
    }

    /// Removes the last frame: stores what it has found out and returns it.
    fn leave(&mut self, numbers: &Numbers) -> Found {
        let frame = self.stack.top();
        let Frame { id, min_depth, mark, .. } = *frame;
        let work = self.worker.nodes() + 1 - frame.entered_at;
        let found = if numbers.is_solved() {
            let result = self.result(numbers.pn == 0);
            self.note_result();
            self.worker.store_solved(id, result, work)
        } else {
            let (pn, dn) = (numbers.pn.min(LARGEST), numbers.dn.min(LARGEST));
            self.worker.memory().store_bounds(id.name, pn, dn, min_depth, work);
            self.worker.drop_conditions(mark);
            Found::bounds(pn, dn, Some(min_depth))
        };
        self.stack.pop();
        self.worker.drop_banned(mark);
        self.worker.pop();
        found
    }

    /// The result of the position at hand, which is solved.
    fn result(&mut self, proven: bool) -> Found {
        let (frame, children) = (self.stack.top(), self.stack.children());
        if frame.or_node == proven && !children.is_empty() {
            // One child decides. The one that relies on least, so that the result goes far.
            let best = children
                .iter()
                .filter(|child| child.found.is_solved() && child.found.is_proven() == proven)
                .min_by_key(|child| (self.worker.weight(&child.found.reliance), child.found.length))
                .expect("a solved position has a child that says so");
            return self.worker.by_choice(best.m, best.arrival, &best.found, frame.mark);
        }
        let mut support = Support::none();
        for child in children {
            debug_assert!(child.found.is_solved() && child.found.is_proven() == proven);
            let (task, position) = (self.worker.task(), self.worker.position());
            support.take(task, position, child.m, &child.found, child.arrival);
        }
        let conditions = children.iter().filter_map(|child| child.found.reliance.conditions());
        let legal = |moves: &mut Vec<G::Move>| moves.extend(children.iter().map(|child| child.m));
        self.worker.by_all(proven, support, conditions, legal, frame.mark)
    }

    /// Takes the move back and tells the parent, which is the last frame now.
    fn back_to_parent(&mut self, found: Found) {
        self.come_back();
        let (frame, child) = self.stack.selected_mut();
        let undo = frame.undo.take().expect("the child was entered by a move");
        self.worker.undo(child.m, undo);
        child.found = found;
        siblings::refute(&mut self.worker, &mut self.stack);
    }

    #[cold]
    fn report(&mut self) {
        let Some(monitor) = &mut self.monitor else { return };
        let numbers = self.stack.numbers(0, &self.worker);
        let depth = self.worker.path().level() - 1;
        let progress = progress(&mut self.worker, (numbers.pn, numbers.dn), depth);
        let nodes = match &self.member {
            Some(member) => member.crew().spent(),
            None => progress.nodes,
        };
        monitor(&Progress { nodes, ..progress });
    }
}

/// How far a search is whose root has these numbers.
fn progress<G: Searchable>(
    worker: &mut Worker<'_, G>,
    (pn, dn): (u32, u32),
    depth: u32,
) -> Progress {
    let memory = worker.memory();
    let table_fill = memory.used() as f64 / memory.capacity() as f64;
    Progress { nodes: worker.nodes(), pn, dn, depth, table_fill, elapsed: worker.elapsed() }
}
