//! Certificates from the table.
//!
//! The certificate's own [`Walk`] runs from the root and asks for the claimant's moves; they are
//! read from the table, on the walk's real path. Two things can go wrong, because entries were
//! evicted or replaced since the answer was found:
//!
//! - **a hole**: nothing is known about the position any more. It is searched again, on its path.
//! - **a fault**: the moves in the table go round in a circle. Each of them was right when it was
//!   stored, but one was found again later by way of another:
//!   ```text
//!      P proven by m, to Q.  Q is evicted, and proven again by a line that ends in P.
//!   ```
//!   Then the walk is rolled back to one of the claimant's choices on the path, and everything
//!   below is searched anew in a table of its own; where that fails on the path at hand, one choice
//!   further up. At the root it cannot fail, unless the answer was wrong.

use std::collections::HashMap;

use threefold_certificate::{Block, Event, Goal, Header, MoveLines, Omitted, Terms, Walk};
use threefold_game::{Game, History, Knowledge, RepetitionRule, Searchable};

use crate::components::{Pool, Watch};
use crate::dfpn;
use crate::extracted::{ExtractError, Extracted, STEPS};
use crate::found::{Arrival, Found};
use crate::limits::Reason;
use crate::memory::Memory;
use crate::name::Name;
use crate::options::{Options, Policy, Verify};
use crate::place::{Below, Place};
use crate::solver::Solver;
use crate::table::NO_MOVE;
use crate::task::{Keeping, Task};
use crate::worker::{Account, FailedSimulations, Worker};

/// Repairs before giving up. Inside one another each doubles the table, so that a handful suffices;
/// side by side there may be many where players hold pieces: 70 in a bishop saw of shogi. A solver
/// that needs more than these is wrong, and must not run for ever.
const MAX_REPAIRS: u32 = 400;
/// The share of all memory that the table for a repair gets at first.
const REPAIR_SHARE: usize = 4;
/// Nodes for a certificate in place of one by components that has become too large.
const INSTEAD: u64 = 1 << 20;
/// With less than this, in bytes, no repair is tried.
const LEAST_REPAIR_BYTES: usize = 1 << 20;

impl<G: Searchable> Solver<'_, G> {
    /// The certificate of an answer that [`Solver::solve`] has just given for the same history:
    /// `proven` or not. `rule` is what the header says: the rule of the game where that is
    /// [`RepetitionRule::Draw`], else the question's.
    ///
    /// Limits count anew for the search of holes; the deadline is that of the walk, too. This needs
    /// memory linear in the positions of the certificate, within [`Options::table_bytes`]: the
    /// table gets smaller for it, and what is not solved is forgotten first.
    ///
    /// # Errors
    /// [`ExtractError::Limit`] if a limit was hit; [`ExtractError::Wrong`] if the answer was wrong,
    /// which only [`Policy::Ignore`] or a collision of keys can bring about.
    pub fn certificate(
        &mut self,
        history: &History<G>,
        proven: bool,
        rule: RepetitionRule,
    ) -> Result<Extracted, ExtractError> {
        let at = Below { way: &[], position: history.root() };
        self.extract(history, at, self.relies_on(), proven, rule, true)
    }

    /// The certificate of what components have decided.
    fn certificate_by_components(
        &mut self,
        history: &History<G>,
        knowledge: &dyn Knowledge<G>,
        proven: bool,
        terms: Terms,
    ) -> Option<Result<Extracted, ExtractError>> {
        self.known_by_components(history).filter(|&known| known == proven)?;
        let hands = G::CLOCK && may_omit_hands(history, &terms);
        let terms = Terms { omitted: Omitted { hands, ..terms.omitted }, ..terms };
        let room = self.options.budget().saturating_sub(self.memory.bytes());
        let mut watch = Watch::new(&self.limits, &self.interrupt, None, room);
        let (game, attacker) = (self.game, self.question.attacker);
        let pool = self.components.as_mut()?;
        Some(pool.certificate(game, history, knowledge, attacker, terms, &mut watch))
    }

    /// The certificate of an answer about a position: `task_history` is what its path begins with,
    /// and behind that comes the way. The walk begins at the position, and ends where `knowledge`
    /// says so. One `for_itself` leaves out what may be left out, and is no part of another.
    pub(crate) fn extract(
        &mut self,
        task_history: &History<G>,
        at: Below<'_, G::Position>,
        knowledge: &dyn Knowledge<G>,
        proven: bool,
        rule: RepetitionRule,
        for_itself: bool,
    ) -> Result<Extracted, ExtractError> {
        self.memory.close_to_threads();
        let mut terms = Terms::of(self.question, proven);
        if rule == RepetitionRule::Draw && !terms.rule.is_superko() {
            terms.rule = rule;
        }
        terms.database = knowledge.declaration().is_some();
        let by_components = match at.way {
            [] => self.certificate_by_components(task_history, knowledge, proven, terms),
            _ => None,
        };
        match by_components {
            Some(Err(ExtractError::Limit(Reason::Memory))) => {}
            Some(extracted) => return extracted,
            None => return self.by_dfpn(task_history, at, knowledge, proven, terms, for_itself),
        }
        // A strategy out of sets of positions can be far larger than one that df-pn finds: the
        // whole question is a hole that is searched now, if that does not take long.
        self.components = None;
        let all = self.limits.nodes;
        self.limits.nodes = all.min(INSTEAD);
        let found = self.by_dfpn(task_history, at, knowledge, proven, terms, for_itself);
        self.limits.nodes = all;
        found.map_err(|error| match error {
            ExtractError::Limit(Reason::Nodes) if all > INSTEAD => {
                ExtractError::Limit(Reason::Memory)
            }
            error => error,
        })
    }

    /// The same from the table.
    fn by_dfpn(
        &mut self,
        task_history: &History<G>,
        at: Below<'_, G::Position>,
        knowledge: &dyn Knowledge<G>,
        proven: bool,
        mut terms: Terms,
        for_itself: bool,
    ) -> Result<Extracted, ExtractError> {
        let game = self.game;
        let alone;
        let history = if at.way.is_empty() {
            task_history
        } else {
            alone = History::new(at.position.clone());
            &alone
        };
        terms.omitted.hands = for_itself && may_omit_hands(history, &terms);
        let repair_options = self.repair_options();
        let (question, limits, interrupt) = (self.question, &self.limits, &self.interrupt);
        let task = |options| {
            Task::new(game, self.knowledge, question, options, limits, interrupt, task_history)
        };
        let (task, repair_task) = (task(&self.options), task(&repair_options));
        let mut repairs = Repairs {
            task: &repair_task,
            layers: Vec::new(),
            failed: FailedSimulations::new(),
            count: 0,
            // Where one result of an ordinary table is wrong many are: one by one they take longer
            // than everything anew.
            is_whole: self.options.policy == Policy::Ignore,
        };
        let mut extraction = Extraction {
            walk: Walk::new(game, history, terms).knowledge(knowledge).with_rollback(),
            moves: MoveLines::new(),
            proven,
            choices: Choices::new(terms.goal == Goal::Holds),
            arrivals: Vec::new(),
            outer: at.way.len(),
            place: Place::below(&task, at),
            account: Account::open(self.memory.capacity()),
        };
        let mut text = String::new();
        loop {
            let event = extraction.walk.step();
            extraction.count_bytes();
            if extraction.walk.lines().is_multiple_of(STEPS) && limits.is_late() {
                return Err(ExtractError::Limit(Reason::Time));
            }
            let bytes = extraction.bytes() + repairs.bytes();
            let beside = self.components.as_ref().map_or(0, Pool::bytes);
            if !self.memory.has_room(bytes + beside) {
                self.components = None;
                if !self.memory.has_room(bytes) {
                    return Err(ExtractError::Limit(Reason::Memory));
                }
            }
            if event == Event::Done {
                break;
            }
            let mut choice = None;
            if event == Event::NeedMove {
                extraction.follow(&task);
                choice = match repairs.layer_at(extraction.walk.depth()) {
                    Some((memory, failed)) => extraction.choose(&repair_task, memory, failed)?,
                    None => extraction.choose(&task, &mut self.memory, &mut self.failed)?,
                };
            }
            if let Some(m) = choice {
                text.clear();
                game.write_move(extraction.walk.position(), m, &mut text);
                if extraction.walk.play(m).is_ok() {
                    extraction.note(&task, m);
                    extraction.moves.push(&text);
                    continue;
                }
            }
            // A fault, or a hole that cannot be filled on this path.
            let mut above = extraction.depth_of_fault(event);
            while !extraction.repair_above(&mut above, &mut repairs, &mut self.memory)? {}
        }
        let header = Header::new(game, history, terms).relying_on(knowledge, terms);
        let block = Block::new(header, extraction.moves);
        let (positions, stats) = (extraction.walk.positions(), extraction.account.close());
        Ok(Extracted { block, positions, repairs: repairs.count, stats })
    }

    /// Repairs are searched with everything that makes an answer right. Under superko a base result
    /// gives the root its right value, but its strategy may be banned on the path of the walk. A
    /// repair has to find one that is not: every reuse is verified.
    fn repair_options(&self) -> Options {
        let options = &self.options;
        Options {
            // The path of the walk keeps what conditions are tested against only if the solver's
            // results have any.
            conditional: options.conditional && options.policy == Policy::BaseTwin,
            policy: Policy::BaseTwin,
            verify: Verify::Always,
            threshold_control: true,
            detect_collisions: false,
            drop_256ths: 0,
            ..options.clone()
        }
    }
}

/// Whether a certificate of this leaves out what the hands answer for.
pub(crate) fn may_omit_hands<G: Game>(history: &History<G>, terms: &Terms) -> bool {
    let is_alone = (G::CLOCK || history.moves().is_empty()) && !terms.database;
    let is_claimed = terms.goal == Goal::Wins || G::CLOCK && terms.plies.is_none();
    G::HANDS && is_alone && is_claimed && !terms.rule.is_superko()
}

/// A memory that replaces the solver's below a depth of the walk.
struct Layer<G: Searchable> {
    depth: usize,
    memory: Memory<G>,
}

/// The repairs so far.
struct Repairs<'e, G: Searchable> {
    task: &'e Task<'e, G>,
    layers: Vec<Layer<G>>,
    failed: FailedSimulations,
    count: u32,
    /// Whether a repair begins at the first choice of the path, and not at the last.
    is_whole: bool,
}

impl<G: Searchable> Repairs<'_, G> {
    /// What a repair has left for this depth of the walk.
    fn layer_at(&mut self, depth: usize) -> Option<(&mut Memory<G>, &mut FailedSimulations)> {
        while self.layers.last().is_some_and(|top| depth < top.depth) {
            self.layers.pop();
        }
        let top = self.layers.last_mut()?;
        Some((&mut top.memory, &mut self.failed))
    }

    /// Bytes that all of them may take.
    fn bytes(&self) -> usize {
        self.layers.iter().map(|layer| layer.memory.budget().1).sum()
    }

    /// A new memory from this depth on, in place of those that begin there or deeper. `outside`:
    /// bytes of the certificate; `solver`: who has to make room. `None` if there is none.
    fn add_layer(
        &mut self,
        depth: usize,
        outside: usize,
        solver: &mut Memory<G>,
    ) -> Option<(&mut Memory<G>, &mut FailedSimulations)> {
        self.layers.retain(|layer| layer.depth < depth);
        let others = self.bytes();
        let mut bytes = (solver.budget().0 / REPAIR_SHARE) << self.layers.len().min(6);
        while !solver.has_room(bytes + others + outside) {
            bytes /= 2;
            if bytes < LEAST_REPAIR_BYTES {
                return None;
            }
        }
        let (budget, own) = solver.budget();
        let conditional = if self.task.keeping() == Keeping::Conditions { bytes / 2 } else { 0 };
        let memory = Memory::new(bytes - conditional, conditional, self.task.options());
        let memory = memory.with_budget(budget.saturating_sub(own + others));
        self.layers.push(Layer { depth, memory });
        self.failed.clear();
        let top = self.layers.last_mut().expect("just pushed");
        Some((&mut top.memory, &mut self.failed))
    }
}

/// The claimant's choices in a claim that he holds, in games in which players hold pieces.
///
/// The table may know that a position holds because an ancestor with the same board and at least as
/// much in the hand of the other player does ([`Place::repeats_or_is_worse`]), and has no move for
/// it then. What the claimant has chosen in such a position of the certificate does here, too.
///
/// [`Place::repeats_or_is_worse`]: crate::place::Place::repeats_or_is_worse
struct Choices {
    kept: bool,
    /// By key: hand, move, and the line of the certificate.
    by_key: HashMap<u64, Vec<(u32, u32, u64)>>,
    count: usize,
}

impl Choices {
    fn new(kept: bool) -> Self {
        Choices { kept, by_key: HashMap::new(), count: 0 }
    }

    fn add(&mut self, name: Name, mv: u32, line: u64) {
        if self.kept {
            self.by_key.entry(name.key).or_default().push((name.hand, mv, line));
            self.count += 1;
        }
    }

    /// Bytes in use, as a rule one choice to a key: the smallest allocation holds four.
    fn bytes(&self) -> usize {
        self.by_key.capacity() * size_of::<(u64, Vec<()>, u8)>() + self.count * 64
    }

    /// Forgets those behind a line.
    fn truncate(&mut self, lines: u64) {
        for choices in self.by_key.values_mut() {
            choices.retain(|&(_, _, line)| line <= lines);
        }
    }

    /// The choice in a position that is no better than this one for the claimant.
    fn find<G: Searchable>(&self, task: &Task<'_, G>, name: Name, proven: bool) -> Option<u32> {
        let choices = self.by_key.get(&name.key)?;
        let does = |&&(hand, ..): &&(u32, u32, u64)| task.covers(hand, proven, name.hand);
        choices.iter().find(does).map(|&(_, mv, _)| mv)
    }
}

/// The walk, and how far a path follows it on which workers can be set.
struct Extraction<'g, G: Searchable> {
    walk: Walk<'g, G>,
    moves: MoveLines,
    proven: bool,
    choices: Choices,
    /// How each position of the walk's path is reached, the last one included.
    arrivals: Vec<Arrival>,
    /// Positions of the path above those of the walk.
    outer: usize,
    /// The same place: the path holds all positions but the last.
    place: Place<G>,
    /// Limits count over the whole extraction.
    account: Account,
}

impl<G: Searchable> Extraction<'_, G> {
    /// Bytes of everything but tables.
    fn bytes(&self) -> usize {
        self.account.outside + self.place.path.bytes()
    }

    /// Tells the searches of holes what is in use around them.
    fn count_bytes(&mut self) {
        let arrivals = self.arrivals.capacity() * size_of::<Arrival>();
        self.account.outside =
            self.walk.memory() + self.moves.bytes() as usize + self.choices.bytes() + arrivals;
    }

    /// Leads the place to where the walk is.
    fn follow(&mut self, task: &Task<'_, G>) {
        let unchanged = self.walk.take_unchanged().min(self.arrivals.len());
        self.arrivals.truncate(unchanged);
        let length = self.walk.depth() + 1;
        let path = &mut self.place.path;
        // The path ends one position before that of the walk.
        while path.level() as usize > self.outer + unchanged.min(length - 1) {
            path.pop();
        }
        let new = length - unchanged;
        // One more than is new: to know how the first new one was reached, its parent is needed.
        let steps: Vec<_> = self.walk.path().rev().take(new + 1).collect();
        for i in (0..new).rev() {
            self.arrivals.push(match (steps[i].entered_by, steps.get(i + 1)) {
                (Some(m), Some(parent)) => task.arrival(parent.position, m),
                _ => Arrival::ROOT,
            });
        }
        // Push what is missing of the path before the last position.
        for level in path.level() as usize - self.outer..length - 1 {
            let position = steps[length - 1 - level].position;
            let key = task.game().repetition_key(position, task.question().rule);
            task.push(path, key, self.arrivals[level], position);
        }
        self.place.position = steps[0].position.clone();
    }

    /// A worker where the walk is, and how it got there.
    fn worker<'w>(
        &'w mut self,
        task: &'w Task<'w, G>,
        memory: &'w mut Memory<G>,
        failed: &'w mut FailedSimulations,
    ) -> (Worker<'w, G>, Arrival) {
        let arrival = *self.arrivals.last().expect("the root is on the path");
        (Worker::new(task, memory, &mut self.place, &mut self.account, failed), arrival)
    }

    /// The claimant's move in the position at hand: from the table, or by searching the hole.
    fn choose(
        &mut self,
        task: &Task<'_, G>,
        memory: &mut Memory<G>,
        failed: &mut FailedSimulations,
    ) -> Result<Option<G::Move>, ExtractError> {
        let (mut worker, arrival) = self.worker(task, memory, failed);
        let mut known = worker.beyond_rules(worker.id(arrival), arrival);
        // What the game sees at once is stored in passing only, and the shortest proof of all: what
        // rests on it must not be led to a longer one, found with other hands.
        if G::HANDS && known.is_solved() && known.length > 1 {
            let seen = worker.leaf();
            if seen.is_solved() && seen.is_proven() == known.is_proven() {
                known = seen;
            }
        }
        if let Some(m) = self.decode(task, &known) {
            return Ok(Some(m));
        }
        let name = task.name(&self.place.position);
        if let Some(mv) = self.choices.find(task, name, self.proven)
            && let Some(m) = task.game().decode_move(&self.place.position, mv)
        {
            return Ok(Some(m));
        }
        self.account.stats.holes += 1;
        let found = self.search(task, memory, failed)?;
        Ok(self.decode(task, &found))
    }

    /// Solves the position at hand on the path of the walk.
    fn search(
        &mut self,
        task: &Task<'_, G>,
        memory: &mut Memory<G>,
        failed: &mut FailedSimulations,
    ) -> Result<Found, ExtractError> {
        let (worker, arrival) = self.worker(task, memory, failed);
        match dfpn::solve(worker, arrival, None) {
            (_, Some(reason)) => Err(ExtractError::Limit(reason)),
            (found, None) => Ok(found),
        }
    }

    fn decode(&self, task: &Task<'_, G>, found: &Found) -> Option<G::Move> {
        let fits = found.is_solved() && found.is_proven() == self.proven && found.mv != NO_MOVE;
        if fits { task.game().decode_move(&self.place.position, found.mv) } else { None }
    }

    /// Notes a move that has just been played where the place is.
    fn note(&mut self, task: &Task<'_, G>, m: G::Move) {
        if G::HANDS && self.choices.kept {
            let position = &self.place.position;
            let mv = task.game().encode_move(position, m);
            self.choices.add(task.name(position), mv, self.walk.lines());
        }
    }

    /// Above which depth of the walk there is a choice that has to be another one.
    fn depth_of_fault(&self, event: Event) -> usize {
        let Event::Cycle { depth: first } = event else { return self.walk.depth() + 1 };
        // Somewhere on the circle; the first that can be.
        let on_circle = self.walk.path().skip(first).position(|step| step.is_choice);
        on_circle.map_or(first, |i| first + i + 1)
    }

    /// Rolls the walk back to the last choice above a depth, which becomes the depth of that
    /// choice, and searches it anew. Whether it is still what it was to be.
    fn repair_above(
        &mut self,
        depth: &mut usize,
        repairs: &mut Repairs<'_, G>,
        solver: &mut Memory<G>,
    ) -> Result<bool, ExtractError> {
        repairs.count += 1;
        if repairs.count > MAX_REPAIRS {
            return Err(ExtractError::TooManyRepairs(MAX_REPAIRS));
        }
        let up = match repairs.is_whole {
            true => self.walk.path().take(*depth).position(|step| step.is_choice),
            false => self.walk.path().take(*depth).rposition(|step| step.is_choice),
        };
        *depth = up.ok_or(ExtractError::Wrong)?;
        self.walk.rollback_to(*depth).expect("a choice on the path");
        self.moves.truncate(self.walk.lines());
        self.choices.truncate(self.walk.lines());
        let task = repairs.task;
        self.count_bytes();
        let layer = repairs.add_layer(*depth, self.bytes(), solver);
        let (memory, failed) = layer.ok_or(ExtractError::Limit(Reason::Memory))?;
        self.walk.step();
        self.follow(task);
        let found = self.search(task, memory, failed)?;
        Ok(found.is_proven() == self.proven)
    }
}
