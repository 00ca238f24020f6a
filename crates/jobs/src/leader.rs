//! The leader.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use threefold_certificate::{Block, CheckLimits, Goal, Header, Terms};
use threefold_game::{
    History, Knowledge, Occurrences, Player, Question, RepetitionRule, Searchable,
};

use crate::error::LeaderError;
use crate::facts::{FactId, Facts, Id};
use crate::graph::{Graph, Lemma, Status, Why};
use crate::job::{Job, JobId, JobResult, Part};
use crate::lemma::{self, lemmas, verify};
use crate::numbers::Numbers;
use crate::rules::Rules;
use crate::select::Selection;
use crate::splice::{given, splice};
use crate::ways::Ways;

/// How a question is divided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Nodes of the first job about a position that the question names.
    pub nodes: u64,
    /// The most that a job may have.
    pub max_nodes: u64,
    /// Bytes of a job's table.
    pub memory: u64,
    /// Whether a job is told the way to its position, so that coming back there counts as a
    /// repetition. Without it loops have to fit into single jobs or be found in the leader. Never
    /// in games in which players hold pieces, whose results answer for other hands than their own.
    pub assume: bool,
    /// How many solved positions a job is told at most, twice: the largest and the newest. None in
    /// games in which players hold pieces.
    pub share: usize,
    /// Whether a position is divided while it is searched, if there are free places otherwise.
    pub ahead: bool,
    /// What a certificate of a job may cost to verify.
    pub check: CheckLimits,
    /// The text that the game is read from, where it comes from a file.
    pub file: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            nodes: 100_000,
            max_nodes: 1 << 32,
            memory: 64 << 20,
            assume: true,
            share: 1000,
            ahead: true,
            check: CheckLimits::default(),
            file: None,
        }
    }
}

/// What is known of the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The attacker succeeds.
    Proven,
    /// He does not.
    Disproven,
    /// Not yet.
    Unknown {
        /// The proof number of his success.
        pn: u32,
        /// Its disproof number.
        dn: u32,
    },
}

/// What has happened so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Account {
    /// Jobs that were given out.
    pub jobs: u64,
    /// Results that were taken.
    pub results: u64,
    /// Certificates of wins that were verified.
    pub wins: u64,
    /// Certificates of holding that were verified.
    pub holds: u64,
    /// Results that were not believed, or said that the worker failed.
    pub refused: u64,
    /// Results of jobs that were not in flight: cancelled, lost before, or sent twice.
    pub stale: u64,
    /// Jobs that were cancelled.
    pub cancelled: u64,
    /// Nodes of all results, as the workers say.
    pub nodes: u64,
    /// Nodes of those that said nothing, but for numbers.
    pub open_nodes: u64,
}

/// A job that was given out.
struct Flight {
    node: Id,
    assume: Vec<Id>,
    nodes: u64,
}

/// A certificate as a worker sends it.
struct Sent<'r, G: Searchable> {
    node: Id,
    /// The way to it that the worker knows.
    history: History<G>,
    assume: &'r [Id],
    /// What it is said to claim.
    goal: Option<Goal>,
    certificate: &'r str,
    solved: &'r [String],
}

/// Divides a question into jobs, and puts the answer together.
///
/// It runs nothing, waits for nothing and knows no time: whoever drives it asks for jobs
/// ([`next`](Leader::next)), has them searched, however and wherever, and brings back what came of
/// them ([`report`](Leader::report)), in any order, late, twice or not at all. Certificates are
/// verified before they are believed, so that a broken or lying worker costs time and nothing else.
///
/// ```
/// use threefold_game::{Game, History, Player, Question, RepetitionRule};
/// use threefold_jobs::{Answer, JobResult, Leader, Settings};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let file = threefold_graph::parse(
///     "threefold game 1\nrule: draw\nattacker: first\nroot: A\n\
///      A first: B\nB second: A C\nC first: W\nW win-first\n",
/// )?;
/// let history = History::new(file.game.parse_position("A")?);
/// let (rule, settings) = (RepetitionRule::Draw, Settings::default());
/// let mut leader = Leader::new(&file.game, &history, rule, Player::First, settings)?;
/// let jobs = leader.next(1);
/// assert_eq!(jobs[0].root, "A");
/// // The worker gives up: the leader looks at the moves itself. B may go back to A, or lose.
/// leader.report(jobs[0].id, JobResult::open(1, 1, 100));
/// assert!(leader.next(1).iter().all(|job| job.assume == ["A"]));
/// # Ok(())
/// # }
/// ```
pub struct Leader<'g, G: Searchable> {
    pub(crate) game: &'g G,
    pub(crate) history: History<G>,
    pub(crate) question: Question,
    pub(crate) rule: RepetitionRule,
    pub(crate) settings: Settings,
    pub(crate) graph: Graph<'g, G>,
    pub(crate) facts: Facts<G::Position>,
    flights: BTreeMap<JobId, Flight>,
    pub(crate) next_job: u64,
    pub(crate) account: Account,
    /// Why the last result was refused.
    refusal: Option<String>,
}

impl<'g, G: Searchable> Leader<'g, G> {
    /// A leader that answers whether `attacker` succeeds in the root of `history`. `rule` is the
    /// rule of the game.
    ///
    /// | rule | served |
    /// |---|---|
    /// | `draw`, `attacker-loses`, `attacker-wins` | yes: values depend on no history |
    /// | superko | yes: a position counts as another one on each set of situations |
    ///
    /// What it rests on is the game, or [`Rules`] with an endgame database, which jobs name.
    ///
    /// # Errors
    /// The question cannot be divided.
    pub fn new(
        rules: impl Into<Rules<'g, G>>,
        history: &History<G>,
        rule: RepetitionRule,
        attacker: Player,
        settings: Settings,
    ) -> Result<Self, LeaderError> {
        let rules = rules.into();
        let game = rules.game;
        let question = Question::new(attacker, rule);
        if !question.is_of(game) {
            return Err(LeaderError::NoRule { game: game.name().to_owned(), rule });
        }
        let is_superko = rule.is_superko();
        if !is_superko
            && Occurrences::count(game, rule, history.recurring()).deciding().next().is_some()
        {
            return Err(LeaderError::History);
        }
        let tells_nothing = G::HANDS || is_superko;
        let share = if tells_nothing { 0 } else { settings.share };
        let settings = Settings { assume: settings.assume && !tells_nothing, share, ..settings };
        let winner = winner(question);
        let ways = is_superko.then(|| Ways::new(game, rule, history));
        let mut graph = Graph::new(rules, attacker, winner, ways);
        graph.intern_root(history.root(), settings.nodes);
        Ok(Leader {
            game,
            history: history.clone(),
            question,
            rule,
            settings,
            graph,
            facts: Facts::new(share),
            flights: BTreeMap::new(),
            next_job: 1,
            account: Account::default(),
            refusal: None,
        })
    }

    /// Up to `free` jobs to be started now, the most promising first. None if there is an answer,
    /// which may be found here, or nothing to do until one of those in flight is back.
    pub fn next(&mut self, free: usize) -> Vec<Job> {
        let mut jobs = Vec::new();
        let mut selection = Selection::new();
        while jobs.len() < free && self.graph.is_open(Graph::<G>::ROOT) {
            let busy: HashSet<Id> = self.flights.values().map(|flight| flight.node).collect();
            let Some(leaf) = selection.next(&self.graph, |id| busy.contains(&id)) else {
                let idle = self.flights.is_empty();
                if self.graph.unsettled > 0 {
                    // What is left may support each other.
                    self.graph.settle();
                    self.establish();
                    selection = Selection::new();
                    continue;
                }
                debug_assert!(!idle, "an open question without a leaf");
                // The first job of all may well be the last.
                let may = self.settings.ahead && self.graph.nodes.len() > 1;
                let ahead = selection.busy.first().copied().filter(|_| may);
                let Some(leaf) = ahead else { break };
                selection.busy.remove(0);
                self.graph.expand(leaf, self.graph.node(leaf).budget);
                selection.reopen(&self.graph, leaf);
                continue;
            };
            let way = selection.way();
            jobs.push(self.start(leaf, way));
        }
        jobs
    }

    fn start(&mut self, leaf: Id, way: Vec<Id>) -> Job {
        let id = JobId(self.next_job);
        self.next_job += 1;
        self.account.jobs += 1;
        let assume = if self.settings.assume { way } else { Vec::new() };
        let text = |id: &Id| self.game.position_text(&self.graph.node(*id).position);
        let nodes = self.graph.node(leaf).budget;
        let told = |succeeds: bool| {
            let wins = succeeds == (winner(self.question) == self.question.attacker);
            let facts = self.facts.told().filter(|fact| fact.wins == wins);
            facts.map(|fact| self.game.position_text(&fact.position)).collect()
        };
        let job = Job {
            id,
            game: self.game_line(),
            start: self.game.position_text(self.history.root()),
            root: text(&leaf),
            history: self.history_text(leaf),
            repetition: self.rule.name().to_owned(),
            attacker: self.game.player_name(self.question.attacker).to_owned(),
            assume: assume.iter().map(text).collect(),
            proven: told(true),
            disproven: told(false),
            database: self.graph.knowledge.declaration(),
            nodes,
            memory: self.settings.memory,
            seed: 0,
            file: self.settings.file.clone(),
        };
        self.flights.insert(id, Flight { node: leaf, assume, nodes });
        job
    }

    /// How the position of a job comes about: under superko the way to it, else nothing.
    pub(crate) fn history_of(&self, id: Id) -> History<G> {
        match self.graph.ways {
            Some(_) => self.graph.history(&self.history, id),
            None => History::new(self.graph.node(id).position.clone()),
        }
    }

    fn history_text(&self, id: Id) -> Option<String> {
        Header::new(self.game, &self.history_of(id), self.terms()[0]).history
    }

    /// The line `game:` of certificates.
    pub(crate) fn game_line(&self) -> String {
        let (name, parameters) = (self.game.name(), self.game.parameters());
        if parameters.is_empty() { name.to_owned() } else { format!("{name} {parameters}") }
    }

    /// Takes what came of a job, and says which of those in flight are of no use any more.
    pub fn report(&mut self, id: JobId, result: JobResult) -> Vec<JobId> {
        self.refusal = None;
        let Some(flight) = self.flights.remove(&id) else {
            self.account.stale += 1;
            return Vec::new();
        };
        self.account.results += 1;
        self.account.nodes = self.account.nodes.saturating_add(result.nodes());
        let believed = match &result {
            JobResult::Wins { certificate, solved, .. } => {
                let (node, assume, goal) = (flight.node, &*flight.assume, Some(Goal::Wins));
                let history = self.history_of(node);
                self.take(Sent { node, history, assume, goal, certificate, solved })
            }
            JobResult::Holds { certificate, solved, .. } => {
                let (node, assume, goal) = (flight.node, &*flight.assume, Some(Goal::Holds));
                let history = self.history_of(node);
                self.take(Sent { node, history, assume, goal, certificate, solved })
            }
            JobResult::Open { pn, dn, nodes, moves, parts } => {
                self.account.open_nodes = self.account.open_nodes.saturating_add(*nodes);
                self.divide(&flight, Some(self.numbers(*pn, *dn)));
                self.look_below(flight.node, moves);
                let parts = parts.iter().map(|part| self.take_part(&flight, part));
                parts.fold(Ok(()), Result::and)
            }
            JobResult::Failed { reason } => Err(reason.clone()),
        };
        if let Err(reason) = believed {
            self.refusal = Some(reason);
            self.account.refused += 1;
            // Another worker may do better; what none can do is done in smaller parts.
            let node = self.graph.node_mut(flight.node);
            node.refusals = node.refusals.saturating_add(1);
            if node.refusals >= 2 {
                self.divide(&flight, None);
            }
        }
        self.settle();
        self.useless()
    }

    /// Why the result that was reported last is not believed, if it is not.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    /// The numbers of the attacker's success as those of the winner's, and back.
    fn numbers(&self, pn: u32, dn: u32) -> Numbers {
        let is_winner = winner(self.question) == self.question.attacker;
        if is_winner { Numbers::open(pn, dn) } else { Numbers::open(dn, pn) }
    }

    /// Verifies a certificate, and believes it.
    fn take(&mut self, sent: Sent<'_, G>) -> Result<(), String> {
        let Sent { node, history, mut assume, goal, certificate, solved } = sent;
        let block = lemma::read(certificate)?;
        let solved = self.facts_of(solved)?;
        let mut on = given(&self.graph, &self.facts, assume, &solved);
        if on.declaration() != block.header.database {
            // A certificate that needs nothing of what may be assumed.
            assume = &[];
            on = given(&self.graph, &self.facts, assume, &solved);
        }
        let found = verify(self.game, &history, self.terms(), &on, self.settings.check, &block)?;
        if goal.is_some_and(|goal| found.goal != goal) {
            return Err("the certificate claims something else than the result".to_owned());
        }
        let wins = found.goal == Goal::Wins;
        match wins {
            true => self.account.wins += 1,
            false => self.account.holds += 1,
        }
        let used = found.used.iter().map(|&place| assume[place]).collect();
        let solved = found.solved.iter().map(|&place| solved[place]).collect();
        self.enter(Lemma { node, wins, used, solved, moves: found.moves, at: 0 }, &history)
    }

    /// A certificate about a node that was verified on this way to it.
    pub(crate) fn enter(&mut self, lemma: Lemma, history: &History<G>) -> Result<(), String> {
        if self.graph.ways.is_some() {
            let lemmas = lemmas(self.game, history, self.terms_of(lemma.wins), &lemma.moves)?;
            self.graph.add_on_ways(lemma, lemmas);
        } else {
            self.graph.add(lemma);
        }
        self.establish();
        Ok(())
    }

    /// What a certificate claims if the winner wins, or does not.
    pub(crate) fn terms_of(&self, wins: bool) -> Terms {
        let success = wins == (winner(self.question) == self.question.attacker);
        self.terms()[usize::from(!success)]
    }

    /// A certificate about a position behind a move of a job's root, which is expanded.
    fn take_part(&mut self, flight: &Flight, part: &Part) -> Result<(), String> {
        let Part { root, certificate, solved } = part;
        let position = self.game.parse_position(root).map_err(|error| error.to_string())?;
        let above = self.graph.node(flight.node);
        let node = above.children.iter().find(|&&id| self.graph.node(id).position == position);
        let Some(&node) = node else { return Err(format!("no move leads to {root}")) };
        let history = match self.graph.ways {
            // The way that the job had, and one move.
            Some(_) => {
                let mut history = self.history_of(flight.node);
                let mut behind = self.graph.behind(&above.position, &above.way).into_iter();
                let found = behind.find(|(_, behind)| *behind == position);
                found.into_iter().for_each(|(m, _)| history.push(self.game, m));
                history
            }
            None => History::new(position),
        };
        if flight.assume.contains(&node) || !self.graph.is_open(node) {
            return Ok(());
        }
        let assume: Vec<Id> = match self.settings.assume {
            true => flight.assume.iter().copied().chain([flight.node]).collect(),
            false => Vec::new(),
        };
        self.take(Sent { node, history, assume: &assume, goal: None, certificate, solved })
    }

    /// Positions that a worker says are solved, by what the leader knows.
    pub(crate) fn facts_of(&self, texts: &[String]) -> Result<Vec<FactId>, String> {
        let fact = |text: &String| {
            let position = self.game.parse_position(text).map_err(|error| error.to_string())?;
            self.facts.find(&position).ok_or_else(|| format!("{text} is not known to be solved"))
        };
        texts.iter().map(fact).collect()
    }

    /// Makes facts of what has been solved.
    pub(crate) fn establish(&mut self) {
        if self.graph.ways.is_some() {
            // Nothing holds on every way.
            self.graph.news.clear();
        }
        while let Some(id) = self.graph.news.pop() {
            let node = self.graph.node(id);
            let (wins, why) = match node.status {
                Status::Won(why) => (true, why),
                Status::Held(why) => (false, why),
                Status::Open => continue,
            };
            match why {
                Why::Over => {}
                Why::Moves => {
                    let size = |&child: &Id| self.facts.size(&self.graph.node(child).position);
                    let size = node.children.iter().map(size).fold(1, u32::saturating_add);
                    self.facts.add(node.position.clone(), id, wins, size);
                }
                Why::Lemma(number) => {
                    let Lemma { used, solved, moves, .. } = &self.graph.lemmas[number as usize];
                    let on = given(&self.graph, &self.facts, used, solved);
                    let (root, terms) = (History::new(node.position.clone()), self.terms_of(wins));
                    let added =
                        self.facts.add_strategy(self.game, (id, wins), &root, terms, &on, moves);
                    debug_assert_eq!(added, Ok(()), "it has been verified");
                }
            }
        }
    }

    /// What a worker has said of the positions behind the moves of a node: where to look.
    fn look_below(&mut self, node: Id, numbers: &[(u32, u32)]) {
        let children = self.graph.children_by_move(node);
        if children.len() != numbers.len() {
            return;
        }
        for (child, &(pn, dn)) in children.into_iter().zip(numbers) {
            let numbers = self.numbers(pn, dn);
            if self.graph.is_leaf(child) {
                self.graph.estimate(child, numbers);
            }
        }
    }

    /// What certificates about the question claim: its success and its failure.
    pub(crate) fn terms(&self) -> [Terms; 2] {
        [true, false].map(|success| {
            let rule = self.rule;
            let terms = Terms::of(self.question, success);
            if rule == RepetitionRule::Draw { Terms { rule, ..terms } } else { terms }
        })
    }

    /// The job has said nothing: its position is looked at move by move.
    fn divide(&mut self, flight: &Flight, numbers: Option<Numbers>) {
        let budget = flight.nodes.saturating_mul(2).min(self.settings.max_nodes);
        self.graph.node_mut(flight.node).budget = budget;
        if self.graph.is_leaf(flight.node)
            && let Some(numbers) = numbers
        {
            self.graph.estimate(flight.node, numbers);
        }
        self.graph.expand(flight.node, budget);
    }

    /// Looks for what supports each other, as often as it is worth the time.
    fn settle(&mut self) {
        let size = self.graph.nodes.len() as u32;
        // Nothing to win is to be seen: it may be over.
        let share = if self.graph.numbers(0).pn >= 1 << 24 { 512 } else { 32 };
        if self.graph.unsettled > size / share {
            self.graph.settle();
        }
        self.establish();
    }

    /// Takes jobs that cannot matter any more out of flight.
    fn useless(&mut self) -> Vec<JobId> {
        if self.flights.is_empty() || !std::mem::take(&mut self.graph.has_solved) {
            return Vec::new();
        }
        let needed = self.graph.needed();
        let is_useless = |flight: &Flight| !needed[flight.node as usize];
        let ids: Vec<JobId> = (self.flights.iter())
            .filter(|(_, flight)| is_useless(flight))
            .map(|(&id, _)| id)
            .collect();
        ids.iter().for_each(|id| drop(self.flights.remove(id)));
        self.account.cancelled += ids.len() as u64;
        ids
    }

    /// What is known.
    pub fn answer(&self) -> Answer {
        let is_winner = winner(self.question) == self.question.attacker;
        match self.graph.node(Graph::<G>::ROOT).status {
            Status::Won(_) if is_winner => Answer::Proven,
            Status::Held(_) if !is_winner => Answer::Proven,
            Status::Won(_) | Status::Held(_) => Answer::Disproven,
            Status::Open => {
                let Numbers { pn, dn } = self.graph.numbers(Graph::<G>::ROOT);
                let (pn, dn) = if is_winner { (pn, dn) } else { (dn, pn) };
                Answer::Unknown { pn, dn }
            }
        }
    }

    /// The certificate of the answer, put together from those of the jobs, and verified as one.
    ///
    /// # Errors
    /// There is no answer yet.
    pub fn certificate(&self) -> Result<Block, LeaderError> {
        let terms = self.terms()[usize::from(self.answer() != Answer::Proven)];
        let database = self.graph.knowledge.is_some();
        let terms = Terms { database, ..terms };
        splice(self.game, &self.graph, &self.facts, &self.history, terms)
    }

    /// What has happened so far.
    pub fn account(&self) -> Account {
        self.account
    }

    /// How many positions the leader knows.
    pub fn positions(&self) -> usize {
        self.graph.nodes.len()
    }

    /// The jobs in flight.
    pub fn in_flight(&self) -> impl ExactSizeIterator<Item = JobId> {
        self.flights.keys().copied()
    }
}

/// The player of whom a certificate would say that he wins.
pub(crate) fn winner(question: Question) -> Player {
    match question.rule {
        RepetitionRule::AttackerWins => question.attacker.opponent(),
        _ => question.attacker,
    }
}
