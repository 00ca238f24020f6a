//! df-pn for W(position, plies): does the attacker win within so many plies?
//!
//! ```text
//!   W(P, r) = the game is over in P and the attacker has won, or
//!             r > 0 and W(P after m, r - 1) for some m (attacker to move), for all m (defender)
//! ```
//! The plies left fall with every move, so that no path meets the same question twice. That is
//! all there is to say about repetition: no history inside the search, no twins, no cycles, no
//! threshold control. Frames and children lie as in `dfpn.rs` of the unbounded search, and nothing
//! recurses on the machine stack but the last few plies (`direct.rs`).
//!
//! The search ends even if the table forgets everything: while a position is on the path its
//! children's numbers are kept in the arena, and every visit to a child raises them.

use threefold_game::Distances;

use super::search::Search;
use super::table::{Known, NO_MOVE};
use crate::combine::Added;
use crate::limits::Reason;
use crate::numbers::{INFINITY, LARGEST};
use crate::options::Combine;
use crate::threshold::{Thresholds, beyond_second};

/// A move of a frame's position, and what is known about where it leads.
struct Child<M> {
    m: M,
    key: u64,
    known: Known,
    pn: u32,
    dn: u32,
    /// It is one of the defender's moves that have refuted lately with as many plies left.
    is_killer: bool,
}

impl<M> Child<M> {
    /// By what the search chooses among children of the same number: the smallest of this.
    ///
    /// Nearly all of the defender's replies begin with the same disproof number. Of these the one
    /// that has refuted elsewhere, then the one that is farthest from being mated.
    #[inline]
    fn tie(&self, or_node: bool) -> u32 {
        match (or_node, self.is_killer) {
            (true, _) => self.dn,
            (false, true) => 0,
            (false, false) => INFINITY - self.pn.min(INFINITY - 1),
        }
    }
}

/// A position of the path.
struct Frame<G: Distances> {
    key: u64,
    or_node: bool,
    plies: u16,
    /// Where its children begin in the arena.
    first: usize,
    /// The child that is being searched, in the arena.
    selected: usize,
    undo: Option<G::Undo>,
    thresholds: Thresholds,
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

/// One run of df-pn below the position at hand.
struct Dfpn<'s, 'a, G: Distances> {
    search: &'s mut Search<'a, G>,
    frames: Vec<Frame<G>>,
    children: Vec<Child<G::Move>>,
    pn_combine: Combine,
    dn_combine: Combine,
}

/// What a search found out about the position at hand, and why it found out no more.
pub(crate) struct Finding {
    pub known: Known,
    pub pn: u32,
    pub dn: u32,
    pub reason: Option<Reason>,
}

/// Whether the attacker wins the position at hand within `plies`, at most [`NEVER`] - 1.
pub(crate) fn solve<G: Distances>(search: &mut Search<'_, G>, plies: u16) -> Finding {
    let options = search.options;
    let (pn_combine, dn_combine) = (options.pn_combine, options.dn_combine);
    let (frames, children) = (Vec::new(), Vec::new());
    let mut dfpn = Dfpn { search, frames, children, pn_combine, dn_combine };
    let finding = dfpn.run(plies);
    if finding.reason != Some(Reason::Saturated)
        || (pn_combine, dn_combine) == (Combine::Weak, Combine::Weak)
    {
        return finding;
    }
    // Once more with numbers that hardly add up. What was solved is in the table.
    dfpn.search.table.forget_numbers();
    dfpn.search.stats.restarts += 1;
    (dfpn.pn_combine, dfpn.dn_combine) = (Combine::Weak, Combine::Weak);
    dfpn.run(plies)
}

impl<G: Distances> Dfpn<'_, '_, G> {
    fn run(&mut self, plies: u16) -> Finding {
        let search = &mut *self.search;
        let plies = search.normal(plies);
        search.asked.plies = plies;
        let key = search.key(plies);
        let known = search.by_rules().or_else(|| search.by_knowledge());
        let known = known.unwrap_or_else(|| search.look_up(key, plies));
        let solved = |known: Known| {
            let (pn, dn) = known.numbers(plies);
            Finding { known, pn, dn, reason: None }
        };
        if known.decides(plies).is_some() {
            return solved(known);
        }
        if let Err(reason) = search.check_limits() {
            let (pn, dn) = known.numbers(plies);
            return Finding { known, pn, dn, reason: Some(reason) };
        }
        if search.is_direct(plies) {
            let (pn, dn) = known.numbers(plies);
            let unsolved = |reason| Finding { known, pn, dn, reason: Some(reason) };
            return search.direct(plies).map_or_else(unsolved, solved);
        }
        let position = search.position.clone();
        let depth = self.search.limits.depth;
        let result = match u32::from(plies) > depth {
            true => Err(Reason::Depth),
            false => self.enter(key, plies, Thresholds::ROOT).and_then(|()| self.descend()),
        };
        let finding = match result {
            Ok((known, pn, dn)) => {
                let reason = known.decides(plies).is_none().then_some(Reason::Saturated);
                Finding { known, pn, dn, reason }
            }
            Err(reason) => {
                let (pn, dn) = match self.frames.first() {
                    Some(frame) => {
                        let end = self.frames.get(1).map_or(self.children.len(), |next| next.first);
                        let numbers = self.numbers(frame, end);
                        (numbers.pn, numbers.dn)
                    }
                    None => known.numbers(plies),
                };
                self.store_open_path();
                Finding { known, pn, dn, reason: Some(reason) }
            }
        };
        self.frames.clear();
        self.children.clear();
        self.search.position = position;
        finding
    }

    /// The main loop: the last frame is the position at hand.
    fn descend(&mut self) -> Result<(Known, u32, u32), Reason> {
        loop {
            let frame = self.frames.last().expect("the root leaves by returning");
            let numbers = self.numbers(frame, self.children.len());
            if self.frames.len() == 1 {
                (self.search.asked.pn, self.search.asked.dn) = (numbers.pn, numbers.dn);
            }
            let solved = numbers.pn == 0 || numbers.dn == 0;
            if solved || frame.thresholds.exceeded(numbers.pn, numbers.dn) {
                let (known, pn, dn) = self.leave(&numbers);
                if self.frames.is_empty() {
                    return Ok((known, pn, dn));
                }
                self.back_to_parent(known, pn, dn);
                continue;
            }
            let thresholds = self.child_thresholds(frame, &numbers);
            let below = frame.plies - 1;
            let frame = self.frames.last_mut().expect("as above");
            frame.selected = numbers.best;
            let child = &mut self.children[numbers.best];
            let (m, key) = (child.m, child.key);
            // It may have been solved elsewhere, or searched up to the thresholds.
            if let Some(known) = self.search.table.find(key) {
                let solved = known.decides(below).is_some();
                let (pn, dn) = known.numbers(below);
                if solved || known.plies == below && thresholds.exceeded(pn, dn) {
                    (child.known, child.pn, child.dn) = (known, pn, dn);
                    continue;
                }
            }
            let undo = self.search.make(m);
            if self.search.is_direct(below) {
                let known = self.search.direct(below);
                self.search.undo(m, undo);
                let known = known?;
                let child = &mut self.children[numbers.best];
                (child.pn, child.dn) = known.numbers(below);
                child.known = known;
                continue;
            }
            self.frames.last_mut().expect("as above").undo = Some(undo);
            self.enter(key, below, thresholds)?;
        }
    }

    /// Makes a frame of the position at hand: expands it and looks its children up.
    fn enter(&mut self, key: u64, plies: u16, thresholds: Thresholds) -> Result<(), Reason> {
        let search = &mut *self.search;
        search.check_limits()?;
        search.stats.nodes += 1;
        let entered_at = search.stats.nodes;
        let or_node = search.or_node();
        let first_move = search.moves.len();
        search.game.moves(&search.position, &mut search.moves);
        let first = self.children.len();
        for i in first_move..search.moves.len() {
            let m = search.moves[i];
            // Between such moves a win is rarely thrown away, and tables are slow.
            let asks =
                search.knowledge.is_some() && search.game.is_irreversible(&search.position, m);
            let undo = search.make(m);
            let key = search.key(plies - 1);
            let known = search.by_rules().or_else(|| asks.then(|| search.by_knowledge())?);
            let known = known.unwrap_or_else(|| search.look_up(key, plies - 1));
            search.undo(m, undo);
            let (pn, dn) = known.numbers(plies - 1);
            let is_killer = !or_node && search.is_killer(plies, m);
            let child = Child { m, key, known, pn, dn, is_killer };
            if if or_node { pn == 0 } else { dn == 0 } {
                // It decides: the others need not be looked at.
                self.children.truncate(first);
                self.children.push(child);
                break;
            }
            self.children.push(child);
        }
        search.moves.truncate(first_move);
        self.frames.push(Frame {
            key,
            or_node,
            plies,
            first,
            selected: first,
            undo: None,
            thresholds,
            entered_at,
        });
        let bytes = self.children.capacity() * size_of::<Child<G::Move>>()
            + self.frames.capacity() * size_of::<Frame<G>>();
        if bytes > self.search.limits.path_bytes {
            return Err(Reason::Memory);
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
            let (choice, other) =
                if frame.or_node { (child.pn, child.dn) } else { (child.dn, child.pn) };
            added.take(other);
            let own = child.tie(frame.or_node);
            if choice < smallest || choice == smallest && own < tie {
                second = second.min(smallest);
                (smallest, tie, best) = (choice, own, frame.first + i);
            } else {
                second = second.min(choice);
            }
        }
        let (pn, dn);
        if children.is_empty() {
            let stuck = self.search.over(self.search.game.stuck(&self.search.position));
            (pn, dn) = stuck.numbers(frame.plies);
        } else {
            let combine = if frame.or_node { self.dn_combine } else { self.pn_combine };
            // A child that decides makes the sum of the others meaningless.
            let sum = if smallest == 0 { INFINITY } else { added.number(combine) };
            (pn, dn) = if frame.or_node { (smallest, sum) } else { (sum, smallest) };
        }
        Numbers { pn, dn, best, second, added }
    }

    /// The thresholds of the best child.
    fn child_thresholds(&self, frame: &Frame<G>, numbers: &Numbers) -> Thresholds {
        let own = &self.children[numbers.best];
        let beyond = beyond_second(numbers.second, self.search.options.epsilon_16ths);
        let Thresholds { pn, dn } = frame.thresholds;
        if frame.or_node {
            let dn = numbers.added.child_threshold(self.dn_combine, dn, own.dn);
            Thresholds { pn: pn.min(beyond), dn }
        } else {
            let pn = numbers.added.child_threshold(self.pn_combine, pn, own.pn);
            Thresholds { pn, dn: dn.min(beyond) }
        }
    }

    /// Removes the last frame: stores what it has found out and returns it.
    fn leave(&mut self, numbers: &Numbers) -> (Known, u32, u32) {
        let frame = self.frames.pop().expect("there is a position at hand");
        let work = self.search.stats.nodes + 1 - frame.entered_at;
        let (pn, dn) = (numbers.pn.min(LARGEST), numbers.dn.min(LARGEST));
        let known = if numbers.pn == 0 || numbers.dn == 0 {
            self.result(&frame, numbers.pn == 0)
        } else {
            Known::estimate(frame.plies, pn, dn)
        };
        self.children.truncate(frame.first);
        self.search.table.store(frame.key, known, work);
        (known, numbers.pn, numbers.dn)
    }

    /// The result of a position that is solved, with the move that decides it. The length is that
    /// of the shortest win, and of the longest resistance, that is known of its children.
    fn result(&mut self, frame: &Frame<G>, proven: bool) -> Known {
        let children = &self.children[frame.first..];
        if children.is_empty() {
            return self.search.over(self.search.game.stuck(&self.search.position));
        }
        let code =
            |child: &Child<G::Move>| self.search.game.encode_move(&self.search.position, child.m);
        match (frame.or_node, proven) {
            (true, true) => {
                let best = children.iter().min_by_key(|child| child.known.hi).expect("not empty");
                Known::proven(best.known.hi + 1, code(best))
            }
            (false, true) => {
                let longest = children.iter().map(|child| child.known.hi).max();
                Known::proven(longest.expect("not empty") + 1, NO_MOVE)
            }
            (true, false) => {
                let least = children.iter().map(|child| child.known.lo).min();
                Known::disproven(least.expect("not empty").saturating_add(1), NO_MOVE)
            }
            (false, false) => {
                let best = children.iter().max_by_key(|child| child.known.lo).expect("not empty");
                let (lo, mv) = (best.known.lo.saturating_add(1), code(best));
                self.search.remember(frame.plies, mv);
                Known::disproven(lo, mv)
            }
        }
    }

    /// Takes the move back and tells the parent, which is the last frame now.
    fn back_to_parent(&mut self, known: Known, pn: u32, dn: u32) {
        let frame = self.frames.last_mut().expect("there is a parent");
        let child = &mut self.children[frame.selected];
        let undo = frame.undo.take().expect("the child was entered by a move");
        self.search.undo(child.m, undo);
        (child.known, child.pn, child.dn) = (known, pn, dn);
    }

    /// A search that was stopped goes on from its numbers when it is asked again.
    fn store_open_path(&mut self) {
        for i in (0..self.frames.len()).rev() {
            let end = self.frames.get(i + 1).map_or(self.children.len(), |next| next.first);
            let frame = &self.frames[i];
            if end == frame.first {
                continue;
            }
            let numbers = self.numbers(frame, end);
            if numbers.pn == 0 || numbers.dn == 0 {
                continue;
            }
            let work = self.search.stats.nodes + 1 - frame.entered_at;
            let known = Known::estimate(frame.plies, numbers.pn, numbers.dn);
            self.search.table.store(frame.key, known, work);
            if i > 0 {
                let parent = self.frames[i - 1].selected;
                (self.children[parent].pn, self.children[parent].dn) = (numbers.pn, numbers.dn);
            }
        }
    }
}
