//! The solver: a question, a table, and answers.

use threefold_game::{History, Knowledge, Question, Searchable};

use crate::components::Pool;
use crate::dfpn;
use crate::found::{Arrival, Found};
use crate::limits::{Interrupt, Limits, Reason};
use crate::memory::{Known, Memory};
use crate::numbers::INFINITY;
use crate::options::Options;
use crate::phases::Phases;
use crate::place::Place;
use crate::progress::Monitor;
use crate::rules;
use crate::stats::Stats;
use crate::table::NO_MOVE;
use crate::task::{Keeping, Task, keeps_conditions};
use crate::threads::OneThread;
use crate::worker::{Account, FailedSimulations, Worker};

/// What a search found out. A limit is never a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The attacker succeeds, whatever the defender does.
    Proven,
    /// He does not.
    Disproven,
    /// Nothing is known.
    Unknown(Reason),
}

impl Verdict {
    /// `proven`, `disproven` or `unknown`.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Proven => "proven",
            Verdict::Disproven => "disproven",
            Verdict::Unknown(_) => "unknown",
        }
    }

    /// `Some(true)` if proven, `Some(false)` if disproven.
    pub const fn decided(self) -> Option<bool> {
        match self {
            Verdict::Proven => Some(true),
            Verdict::Disproven => Some(false),
            Verdict::Unknown(_) => None,
        }
    }
}

/// The answer to a question about one position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What was found out.
    pub verdict: Verdict,
    /// Proof number of the root: 0 if proven.
    pub pn: u32,
    /// Disproof number of the root: 0 if disproven.
    pub dn: u32,
    /// What it took.
    pub stats: Stats,
}

/// Answers one question about the positions of one game.
///
/// A search that a limit has ended goes on when the same is asked again, with a larger limit.
///
/// What is solved is kept from one position to the next: results that hold on every path stay
/// valid, and twins carry what they rely on. Both are forgotten when the history makes other
/// positions repetitions: a proof that passes through one of them does not hold any more. Only
/// where all results are conditional ([`Options::conditional`], in games whose situations are less
/// than the position) they are kept: their conditions cover the history.
///
/// ```
/// use threefold_game::{Game, History, Player, Question, RepetitionRule};
/// use threefold_graph::GraphGame;
/// use threefold_search::{Options, Solver, Verdict};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // First moves at A and C, Second at B. Going back to A is no win.
/// let file = threefold_graph::parse(
///     "threefold game 1\nrule: draw\nattacker: first\nroot: A\n\
///      A first: B\nB second: A C\nC first: W\nW win-first\n",
/// )?;
/// let question = Question::new(Player::First, RepetitionRule::Draw);
/// let mut solver = Solver::new(&file.game, question, Options::default());
/// let answer = solver.solve(&History::new(file.game.parse_position("A")?));
/// assert_eq!(answer.verdict, Verdict::Disproven);
/// # Ok(())
/// # }
/// ```
pub struct Solver<'g, G: Searchable> {
    pub(crate) game: &'g G,
    pub(crate) knowledge: Option<&'g dyn Knowledge<G>>,
    pub(crate) question: Question,
    pub(crate) options: Options,
    pub(crate) limits: Limits,
    pub(crate) interrupt: Interrupt,
    pub(crate) memory: Memory<G>,
    pub(crate) failed: FailedSimulations,
    /// The repetitions of the history for which the table holds results.
    pub(crate) banned: Vec<u64>,
    /// What is known of endings by their components, if there has been such a question.
    pub(crate) components: Option<Pool<'g>>,
    /// The root of the last search, and the keys of what came before it: numbers of unsolved
    /// positions come with distances from there.
    last: Option<(G::Position, Vec<u64>)>,
}

impl<'g, G: Searchable> Solver<'g, G> {
    /// A solver with an empty table and no limits.
    ///
    /// # Panics
    /// If the game is never played under the question's rule ([`Question::is_of`]): there would be
    /// no certificate of any answer.
    pub fn new(game: &'g G, question: Question, options: Options) -> Self {
        let question = Question::new(question.attacker, question.rule);
        assert!(question.is_of(game), "{} is never played under {}", game.name(), question.rule);
        Solver {
            game,
            knowledge: None,
            memory: empty(question, &options),
            question,
            options,
            limits: Limits::default(),
            interrupt: Interrupt::default(),
            failed: FailedSimulations::new(),
            banned: Vec::new(),
            components: None,
            last: None,
        }
    }

    /// What the search may take for granted beside the rules, as from an endgame database. Answers
    /// rest on it, and certificates name it ([`Knowledge::declaration`]). It says nothing about
    /// positions before the root: who asks about a history asks [`Knowledge::holds_after`] first.
    pub fn knowledge(mut self, knowledge: &'g dyn Knowledge<G>) -> Self {
        if self.memory.used() > 0 {
            self.clear();
        }
        self.knowledge = Some(knowledge).filter(|knowledge| !knowledge.is_empty());
        self
    }

    /// What answers rest on beside the rules: [`Solver::knowledge`], or nothing.
    pub fn relies_on(&self) -> &'g dyn Knowledge<G> {
        self.knowledge.unwrap_or(&())
    }

    /// Sets the limits of each search from now on.
    pub fn limit(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// The limits of each search.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Lets `interrupt` stop the searches of this solver.
    pub fn interrupt_by(&mut self, interrupt: Interrupt) -> &mut Self {
        self.interrupt = interrupt;
        self
    }

    /// Every choice of the search.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The question.
    pub fn question(&self) -> Question {
        self.question
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.memory.clear();
        self.failed.clear();
        self.components = None;
    }

    /// Bytes that the table occupies.
    pub fn table_bytes(&self) -> usize {
        self.memory.bytes()
    }

    /// Bytes of what is remembered: of what is allocated those that are in use.
    pub fn used_bytes(&self) -> usize {
        self.memory.used_bytes() + self.components.as_ref().map_or(0, Pool::bytes)
    }

    /// Whether so many bytes that the caller keeps fit beside the table into
    /// [`Options::table_bytes`]. If need be, the table gets smaller, as for a certificate in the
    /// making.
    pub fn has_room(&mut self, bytes: usize) -> bool {
        self.memory.close_to_threads();
        let components = self.components.as_ref().map_or(0, Pool::bytes);
        self.memory.has_room(bytes + components)
    }

    /// The positions whose base entry is solved, with "proven" or not: what the table claims on
    /// every path. Only with [`Options::detect_collisions`], which remembers the positions behind
    /// the keys; else nothing. In no particular order.
    pub fn base_results(&self) -> impl Iterator<Item = (&G::Position, bool)> {
        self.memory.base_results()
    }

    /// Proof and disproof number of the root of `history`, as far as the table knows it on every
    /// path, and else as the game estimates them. Says what may be easy to prove, and is no answer.
    pub fn numbers(&self, history: &History<G>) -> (u32, u32) {
        let (game, knowledge, question) = (self.game, self.knowledge, self.question);
        let (options, limits, interrupt) = (&self.options, &self.limits, &self.interrupt);
        let root = history.root();
        if let Some(outcome) = game.terminal(root) {
            return if question.is_success(outcome) { (0, INFINITY) } else { (INFINITY, 0) };
        }
        let task = Task::new(game, knowledge, question, options, limits, interrupt, history);
        if let Some(proven) = self.known_by_components(history) {
            return if proven { (0, INFINITY) } else { (INFINITY, 0) };
        }
        // It may lie at any depth.
        match self.memory.known(&task, task.name(root), 0).0 {
            Known::Base(found) | Known::Bounds(found) | Known::Leaf(found) => (found.pn, found.dn),
            Known::Nothing => {
                let found = rules::leaf(&task, &mut root.clone(), &mut Stats::default());
                (found.pn, found.dn)
            }
        }
    }

    /// The move with which the player to move succeeds, of the answer that [`Solver::solve`] has
    /// just given for the same history: the first of his strategy. `None` if the other one
    /// succeeds, if nothing has to be played, or if the table has forgotten it.
    pub fn choice(&self, history: &History<G>) -> Option<G::Move> {
        let (game, knowledge, question) = (self.game, self.knowledge, self.question);
        let (options, limits, interrupt) = (&self.options, &self.limits, &self.interrupt);
        let root = history.root();
        let task = Task::new(game, knowledge, question, options, limits, interrupt, history);
        let Known::Base(found) = self.memory.known(&task, task.name(root), 0).0 else {
            return None;
        };
        let is_attackers = game.player_to_move(root) == question.attacker;
        let succeeds = found.is_solved() && found.is_proven() == is_attackers;
        let m = (succeeds && found.mv != NO_MOVE).then(|| game.decode_move(root, found.mv))??;
        (!history.is_banned(game, m, question.rule)).then_some(m)
    }

    /// Answers the question for the root of `history`.
    pub fn solve(&mut self, history: &History<G>) -> Answer {
        self.solve_monitored(history, None)
    }

    /// The same, reporting progress every few thousand nodes.
    pub fn solve_monitored(
        &mut self,
        history: &History<G>,
        monitor: Option<Monitor<'_>>,
    ) -> Answer {
        self.prepare(history);
        let (threads, limits) = (self.threads(), self.limits.clone());
        let mut phases = Phases::new(monitor);
        if self.spot(history).is_some()
            && let Some(answer) = self.solve_by_turns(history, &limits, &mut phases)
        {
            return answer;
        }
        // One thread searches, and where that takes long so many go on with its table.
        let mut alone = limits.clone();
        if threads > 1 {
            alone.nodes = alone.nodes.min(self.options.alone);
        }
        let (mut found, mut reason) =
            phases.search(&alone, |limits, monitor| self.run(history, limits, 1, monitor));
        if reason == Some(Reason::Nodes) && alone.nodes < limits.nodes {
            self.memory.open_to_threads(threads);
            (found, reason) = phases
                .search(&limits, |limits, monitor| self.run(history, limits, threads, monitor));
        }
        answered(&found, reason, &mut phases)
    }

    /// How many threads search: as many as the options say where that can be done.
    pub fn threads(&self) -> usize {
        match OneThread::of(&self.options, self.question, G::HANDS) {
            Some(_) => 1,
            None => self.options.threads.max(1),
        }
    }

    /// A search by so many threads within these limits: what it has found, and what it has done.
    pub(crate) fn run(
        &mut self,
        history: &History<G>,
        limits: &Limits,
        threads: usize,
        monitor: Option<Monitor<'_>>,
    ) -> ((Found, Option<Reason>), Vec<Stats>) {
        let (game, knowledge, question) = (self.game, self.knowledge, self.question);
        let (options, interrupt) = (&self.options, &self.interrupt);
        let task = Task::new(game, knowledge, question, options, limits, interrupt, history);
        let beside = self.components.as_ref().map_or(0, Pool::bytes);
        let (memory, failed) = (&mut self.memory, &mut self.failed);
        let (found, reason, stats) = if threads > 1 {
            dfpn::solve_together(&task, memory, failed, threads, monitor)
        } else {
            let evictions = memory.evictions();
            let (mut place, mut account) = (Place::root(&task), Account::open(memory.capacity()));
            account.outside = beside;
            memory.part_among(1);
            let worker = Worker::new(&task, memory, &mut place, &mut account, failed);
            let (found, reason) = dfpn::solve(worker, Arrival::ROOT, monitor);
            let evictions = self.memory.evictions() - evictions;
            (found, reason, Stats { evictions, ..account.close() })
        };
        ((found, reason), vec![Stats { table_entries: self.memory.used(), ..stats }])
    }

    /// Forgets what does not hold for this root. What is left of an earlier search for it is of
    /// use: one that a limit has ended goes on.
    pub(crate) fn prepare(&mut self, history: &History<G>) {
        let (game, knowledge, question) = (self.game, self.knowledge, self.question);
        let (options, limits, interrupt) = (&self.options, &self.limits, &self.interrupt);
        let task = Task::new(game, knowledge, question, options, limits, interrupt, history);
        // Where nothing is stored but what names its conditions, or the whole path, the history is
        // a part of the path like any other. A win at once that the history may ban names none.
        let conditions_say_all =
            task.keeping() == Keeping::Conditions && !task.trusts_base() && !G::PLAYS_ON;
        let banned =
            (!conditions_say_all && task.banned() != self.banned).then(|| task.banned().to_vec());
        let root = (history.root().clone(), task.keys().to_vec());
        if let Some(banned) = banned {
            self.clear();
            self.banned = banned;
        } else if self.memory.used() > 0 && self.last.as_ref() != Some(&root) {
            self.memory.forget_bounds();
        }
        self.last = Some(root);
    }

    /// Forgets everything, and expects a search for this root.
    pub(crate) fn begin_at(&mut self, history: &History<G>) {
        self.prepare(history);
        self.clear();
    }
}

/// A memory of which nothing is in use.
pub(crate) fn empty<G: Searchable>(question: Question, options: &Options) -> Memory<G> {
    // Under superko everything that is solved and not of the plainest kind has conditions.
    let bytes = options.table_bytes;
    let conditional = if keeps_conditions(question, options) { bytes / 2 } else { 0 };
    Memory::new(bytes - conditional, conditional, options).with_budget(options.budget())
}

pub(crate) fn answered(found: &Found, reason: Option<Reason>, phases: &mut Phases<'_>) -> Answer {
    let stats = std::mem::take(phases.stats());
    Answer { verdict: verdict(found, reason), pn: found.pn, dn: found.dn, stats }
}

pub(crate) fn verdict(found: &Found, reason: Option<Reason>) -> Verdict {
    match reason {
        Some(reason) => Verdict::Unknown(reason),
        None if found.is_proven() => Verdict::Proven,
        None => {
            debug_assert!(found.is_solved());
            Verdict::Disproven
        }
    }
}
