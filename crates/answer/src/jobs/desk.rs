//! Where jobs of one question are done one after the other, with one table.
//!
//! **What may stay in the table.** Every job searches a part of the same question, on a path of its
//! own: the positions that may be assumed are the beginning of its path, and no leaves of the
//! search ([`Below`]). So entries rest on what entries of any search rest on. A base entry holds
//! on every path, whichever job has stored it: what met an assumed position relies on that
//! ancestor, which no job leaves, and becomes a twin. A twin holds where its ancestors are, and
//! those are named by position, or by all of the path down to them. Numbers hold nowhere and say
//! where to look. What a leader has said is solved holds on every path by itself.
//!
//! None of that has to be believed: a certificate is walked by the rules, and who walks it stops at
//! what may be assumed and at what is solved, and nowhere else.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use threefold_certificate::{Block, Goal, Header, write_block};
use threefold_game::{
    Game, History, Knowledge, Outcome, Player, Question, RepetitionRule, Searchable,
};
use threefold_jobs::{Assumed, Job, JobResult, Part};
use threefold_search::{AnswerBelow, Below, Interrupt, Limits, Options, Solver};

use crate::error::Error;
use crate::jobs::work::{Said, rule, varied};

/// Positions that one is told are solved are forgotten, with the table, when there are more.
const MOST_FACTS: usize = 1 << 20;

/// A worker at one question: a table, and what it was told.
pub struct Desk<'g, G: Searchable> {
    game: &'g G,
    /// The database that jobs name.
    knowledge: Option<&'g dyn Knowledge<G>>,
    /// The job that it began with.
    first: Job,
    rule: RepetitionRule,
    question: Question,
    solver: Solver<'g, G>,
    /// Whether the attacker succeeds, whatever the path.
    facts: HashMap<G::Position, bool>,
}

/// A certificate, and what it rests on.
struct Written {
    goal: Goal,
    certificate: String,
    solved: Vec<String>,
    nodes: u64,
}

/// What is said of a position that took so many nodes to solve.
fn said(written: Result<Written, String>, nodes: u64) -> JobResult {
    match written {
        Err(reason) => JobResult::Failed { reason },
        Ok(Written { goal, certificate, solved, nodes: more }) => {
            let nodes = nodes + more;
            match goal {
                Goal::Wins => JobResult::Wins { certificate, solved, nodes },
                // Which assumptions are met is found out by who verifies the certificate.
                Goal::Holds => JobResult::Holds { certificate, solved, used: Vec::new(), nodes },
            }
        }
    }
}

impl<'g, G: Searchable> Desk<'g, G> {
    /// An empty table for the question that a job is about. Memory and seed of `options` are those
    /// of the job.
    ///
    /// # Errors
    /// The job says something that is no question about the game.
    pub fn new(game: &'g G, job: &Job, options: Options) -> Result<Self, Error> {
        Self::relying_on(game, &(), job, options)
    }

    /// The same with the database that the job names.
    ///
    /// # Errors
    /// It is another one, too.
    pub fn relying_on(
        game: &'g G,
        knowledge: &'g dyn Knowledge<G>,
        job: &Job,
        options: Options,
    ) -> Result<Self, Error> {
        if job.database != knowledge.declaration() {
            let wanted = job.database.as_deref().unwrap_or("none");
            let there = knowledge.declaration();
            let what = match there {
                Some(there) => format!("expected {wanted}, and the one at hand is {there}"),
                None => format!("there is no {wanted} at hand"),
            };
            return Err(Error::field("database", what));
        }
        let knowledge = job.database.is_some().then_some(knowledge);
        let rule = rule(job)?;
        let attacker = Player::ALL.into_iter().find(|&one| game.player_name(one) == job.attacker);
        let attacker = attacker.ok_or_else(|| {
            let what = format!("{} has no player '{}'", game.name(), job.attacker);
            Error::field("attacker", what)
        })?;
        let question = Question::new(attacker, rule);
        if !question.is_of(game) {
            let what = format!("{} is never played under {rule}", game.name());
            return Err(Error::field("repetition", what));
        }
        let memory = usize::try_from(job.memory).unwrap_or(usize::MAX).max(4 << 10);
        let options = varied(Options { table_bytes: memory, ..options }, job.seed);
        let solver = Solver::new(game, question, options);
        let solver = match knowledge {
            Some(knowledge) => solver.knowledge(knowledge),
            None => solver,
        };
        let nothing = Vec::new;
        let (assume, proven, disproven) = (nothing(), nothing(), nothing());
        let first = Job { assume, proven, disproven, history: None, ..job.clone() };
        Ok(Desk { game, knowledge, first, rule, question, solver, facts: HashMap::new() })
    }

    /// Whether a job is about the same question, to be answered in the same way.
    pub fn serves(&self, job: &Job) -> bool {
        let one = &self.first;
        (&one.game, &one.start, &one.repetition, &one.attacker, &one.file)
            == (&job.game, &job.start, &job.repetition, &job.attacker, &job.file)
            && (one.memory, one.seed, &one.database) == (job.memory, job.seed, &job.database)
    }

    /// Does a job about this question.
    ///
    /// # Errors
    /// The job says something that is no position of the game.
    pub fn work(&mut self, job: &Job, interrupt: &Interrupt) -> Said {
        let root = self.position("root", &job.root)?;
        if self.rule.is_superko() {
            return self.work_under_superko(job, root, interrupt);
        }
        if job.history.is_some() {
            let what = format!("the way to a position does not matter under {}", self.rule);
            return Err(Error::field("history", what));
        }
        let way = self.positions("assume", &job.assume)?;
        if way.contains(&root) {
            return Err(Error::field("assume", "the position itself is among them"));
        }
        self.learn(job)?;
        self.solver.limit(Limits::nodes(job.nodes)).interrupt_by(interrupt.clone());
        let at = Below { way: &way, position: &root };
        let AnswerBelow { answer, holds_anywhere } = self.solver.solve_below(at);
        let nodes = answer.stats.nodes;
        let Some(proven) = answer.verdict.decided() else {
            let (pn, dn) = (answer.pn, answer.dn);
            if interrupt.is_raised() {
                return Ok(JobResult::open(pn, dn, nodes));
            }
            let moves = self.solver.numbers_below(at);
            let (parts, more) = self.parts(job, at, &moves);
            return Ok(JobResult::Open { pn, dn, moves, parts, nodes: nodes + more });
        };
        // Holes are what the table has forgotten: searching them again is no part of the budget.
        self.solver.limit(Limits::nodes(job.nodes.saturating_mul(4).max(1_000_000)));
        let written = self.certificate(at, proven, way.is_empty() || holds_anywhere);
        Ok(said(written, nodes))
    }

    /// The way is a part of the question, as moves before the root are.
    fn work_under_superko(&mut self, job: &Job, root: G::Position, interrupt: &Interrupt) -> Said {
        let told =
            [("assume", &job.assume), ("proven", &job.proven), ("disproven", &job.disproven)];
        if let Some((field, _)) = told.iter().find(|(_, texts)| !texts.is_empty()) {
            return Err(Error::field(field, format!("nothing of that under {}", self.rule)));
        }
        let history = self.history(job, root)?;
        self.solver.limit(Limits::nodes(job.nodes)).interrupt_by(interrupt.clone());
        let answer = self.solver.solve(&history);
        let nodes = answer.stats.nodes;
        let Some(proven) = answer.verdict.decided() else {
            let (pn, dn) = (answer.pn, answer.dn);
            if interrupt.is_raised() {
                return Ok(JobResult::open(pn, dn, nodes));
            }
            let moves = self.solver.numbers_behind(&history);
            let (parts, more) = self.parts_under_superko(job, &history, &moves);
            let moves = moves.into_iter().map(|(_, pn, dn)| (pn, dn)).collect();
            return Ok(JobResult::Open { pn, dn, moves, parts, nodes: nodes + more });
        };
        self.solver.limit(Limits::nodes(job.nodes.saturating_mul(4).max(1_000_000)));
        Ok(said(self.certificate_under_superko(&history, proven), nodes))
    }

    /// How a job's position came about.
    fn history(&self, job: &Job, root: G::Position) -> Result<History<G>, Error> {
        let Some(text) = &job.history else { return Ok(History::new(root)) };
        let (start, moves) = Header::split_history(text).ok_or_else(|| {
            Error::field("history", "expected '<start position> moves <move> ...'")
        })?;
        let start = self.position("history", start)?;
        let history = History::from_notation(self.game, start, moves.split(' '), self.rule)
            .map_err(|error| Error::field("history", error))?;
        match *history.root() == root {
            true => Ok(history),
            false => Err(Error::field("history", "it does not lead to the position")),
        }
    }

    /// Certificates of the positions behind the moves of an open one that are solved.
    fn parts_under_superko(
        &mut self,
        job: &Job,
        history: &History<G>,
        numbers: &[(G::Move, u32, u32)],
    ) -> (Vec<Part>, u64) {
        let (mut parts, mut nodes) = (Vec::new(), 0);
        let mut seen = HashSet::new();
        for &(m, ..) in numbers.iter().filter(|(_, pn, dn)| *pn == 0 || *dn == 0) {
            let mut below = history.clone();
            below.push(self.game, m);
            let is_over = self.game.terminal(below.root()).is_some();
            if is_over || !seen.insert(below.root().clone()) {
                continue;
            }
            self.solver.limit(Limits::nodes(PART_NODES));
            let answer = self.solver.solve(&below);
            nodes += answer.stats.nodes;
            let Some(proven) = answer.verdict.decided() else { continue };
            self.solver.limit(Limits::nodes(job.nodes / PART_SHARE));
            if let Ok(written) = self.certificate_under_superko(&below, proven) {
                nodes += written.nodes;
                let Written { certificate, solved, .. } = written;
                let root = self.game.position_text(below.root());
                parts.push(Part { root, certificate, solved });
            }
        }
        (parts, nodes)
    }

    fn certificate_under_superko(
        &mut self,
        history: &History<G>,
        proven: bool,
    ) -> Result<Written, String> {
        let extracted = self.solver.certificate(history, proven, self.rule);
        let extracted = extracted.map_err(|error| error.to_string())?;
        let Block { header, moves, .. } = &extracted.block;
        let mut text = Vec::new();
        write_block(&mut text, header, moves.iter()).map_err(|error| error.to_string())?;
        let certificate = String::from_utf8(text).map_err(|error| error.to_string())?;
        let (goal, solved, nodes) = (header.claim.goal, Vec::new(), extracted.stats.nodes);
        Ok(Written { goal, certificate, solved, nodes })
    }

    fn position(&self, field: &'static str, text: &str) -> Result<G::Position, Error> {
        self.game.parse_position(text).map_err(|error| Error::field(field, error))
    }

    fn positions(&self, field: &'static str, texts: &[String]) -> Result<Vec<G::Position>, Error> {
        texts.iter().map(|text| self.position(field, text)).collect()
    }

    /// Takes in what is solved elsewhere.
    fn learn(&mut self, job: &Job) -> Result<(), Error> {
        let told = [("proven", &job.proven, true), ("disproven", &job.disproven, false)];
        if G::HANDS {
            return match told.iter().find(|(_, texts, _)| !texts.is_empty()) {
                Some((field, ..)) => Err(Error::field(field, "not in this game")),
                None => Ok(()),
            };
        }
        // Who has said nothing yet may be another leader, who knows nothing of what the first said.
        let is_new = job.proven.is_empty() && job.disproven.is_empty() && !self.facts.is_empty();
        if is_new || self.facts.len() > MOST_FACTS {
            // The table rests on them.
            self.facts.clear();
            self.solver.clear();
        }
        for (field, texts, proven) in told {
            let mut new = self.positions(field, texts)?;
            new.retain(|position| self.facts.insert(position.clone(), proven).is_none());
            self.solver.learn(new.iter().map(|position| (position, proven)));
        }
        Ok(())
    }

    /// Certificates of the positions behind the moves of an open one that are solved.
    fn parts(
        &mut self,
        job: &Job,
        at: Below<'_, G::Position>,
        numbers: &[(u32, u32)],
    ) -> (Vec<Part>, u64) {
        let (mut parts, mut nodes) = (Vec::new(), 0);
        let (mut position, mut moves) = (at.position.clone(), Vec::new());
        self.game.moves(&position, &mut moves);
        if G::HANDS || moves.len() != numbers.len() {
            return (parts, nodes);
        }
        let mut way = at.way.to_vec();
        way.push(position.clone());
        let mut seen = HashSet::new();
        for (m, _) in moves.into_iter().zip(numbers).filter(|(_, n)| n.0 == 0 || n.1 == 0) {
            let undo = self.game.make(&mut position, m);
            let child = position.clone();
            self.game.undo(&mut position, m, undo);
            let is_over = self.game.terminal(&child).is_some()
                || way.contains(&child)
                || self.knowledge.probe(&child).is_some();
            if is_over || self.facts.contains_key(&child) || !seen.insert(child.clone()) {
                continue;
            }
            let below = Below { way: &way, position: &child };
            self.solver.limit(Limits::nodes(PART_NODES));
            let AnswerBelow { answer, holds_anywhere } = self.solver.solve_below(below);
            nodes += answer.stats.nodes;
            let Some(proven) = answer.verdict.decided() else { continue };
            // At the root of all nothing says whether it may be assumed.
            if !holds_anywhere && job.assume.is_empty() {
                continue;
            }
            self.solver.limit(Limits::nodes(job.nodes / PART_SHARE));
            if let Ok(written) = self.certificate(below, proven, holds_anywhere) {
                nodes += written.nodes;
                let Written { certificate, solved, .. } = written;
                parts.push(Part { root: self.game.position_text(&child), certificate, solved });
            }
        }
        (parts, nodes)
    }

    /// The certificate of an answer, which rests on what is known and, if it does not hold
    /// anywhere, on the way.
    fn certificate(
        &mut self,
        at: Below<'_, G::Position>,
        proven: bool,
        holds_anywhere: bool,
    ) -> Result<Written, String> {
        let way: HashSet<&G::Position> = match holds_anywhere {
            true => HashSet::new(),
            false => at.way.iter().collect(),
        };
        let at = if holds_anywhere { Below { way: &[], ..at } } else { at };
        let (assumed, question) = (way.len(), self.question);
        let (facts, database) = (&self.facts, self.knowledge);
        let known = Given { way, facts, database, question, met: Mutex::default() };
        let extracted = self.solver.certificate_below(at, &known, proven, self.rule);
        let extracted = extracted.map_err(|error| error.to_string())?;
        let met = known.met.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (mut header, moves) = (extracted.block.header, extracted.block.moves);
        header.database = Assumed::<G>::declared(self.knowledge.declaration(), assumed, met.len());
        let mut text = Vec::new();
        write_block(&mut text, &header, moves.iter()).map_err(|error| error.to_string())?;
        let certificate = String::from_utf8(text).map_err(|error| error.to_string())?;
        let solved = met.iter().map(|position| self.game.position_text(position)).collect();
        let (goal, nodes) = (header.claim.goal, extracted.stats.nodes);
        Ok(Written { goal, certificate, solved, nodes })
    }
}

/// Nodes for what the table says already.
const PART_NODES: u64 = 16;
/// The share of a job's nodes that holes of the certificate of a part may take.
const PART_SHARE: u64 = 8;

/// What a certificate may rest on; notes what of it was met.
struct Given<'a, G: Game> {
    way: HashSet<&'a G::Position>,
    facts: &'a HashMap<G::Position, bool>,
    database: Option<&'a dyn Knowledge<G>>,
    question: Question,
    met: Mutex<HashSet<G::Position>>,
}

impl<G: Game> Knowledge<G> for Given<'_, G> {
    fn probe(&self, position: &G::Position) -> Option<Outcome> {
        if let Some(&succeeds) = self.facts.get(position) {
            let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
            met.insert(position.clone());
            let attacker = self.question.attacker;
            return Some(match (self.question.rule == RepetitionRule::AttackerWins, succeeds) {
                (false, true) => Outcome::Win(attacker),
                (true, false) => Outcome::Win(attacker.opponent()),
                _ => Outcome::Draw,
            });
        }
        if self.way.contains(position) {
            return Some(Outcome::Draw);
        }
        self.database.probe(position)
    }

    /// Another one takes its place when it is known what was met.
    fn declaration(&self) -> Option<String> {
        let is_empty = self.way.is_empty() && self.facts.is_empty() && self.database.is_none();
        (!is_empty).then(|| "job".to_owned())
    }
}

/// Does a job about any game. Memory and seed of `options` are those of the job.
///
/// # Errors
/// The job says something that is no question about the game.
pub fn work_on<G: Searchable>(
    game: &G,
    job: &Job,
    options: Options,
    interrupt: &Interrupt,
) -> Said {
    Desk::new(game, job, options)?.work(job, interrupt)
}
