//! Parts of a question: positions below its root, each searched on a path of its own.
//!
//! The positions on the way to it count as the path of an ordinary search that has come there. What
//! is found out relies on them as it would there, and is stored with what it relies on: base
//! entries hold on every path, twins where their ancestors are. So all searches for parts of one
//! question can share a table, one after the other, whatever their ways are. (With a way as
//! [`Knowledge`] they could not: a base entry would rest on it and not say so.)
//!
//! The way need not be one of legal moves. Whatever is on it counts as a repetition when it is met
//! again; a result either does not rely on that, or says that it does.
//!
//! [`Knowledge`]: threefold_game::Knowledge

use threefold_game::{History, Knowledge, RepetitionRule, Searchable};

use crate::dfpn;
use crate::extracted::{ExtractError, Extracted};
use crate::found::{Arrival, Found};
use crate::place::{Below, Place};
use crate::solver::{Answer, Solver, verdict};
use crate::stats::Stats;
use crate::table::{NO_MOVE, Solved};
use crate::task::Task;
use crate::worker::{Account, Worker};

/// The answer about such a position.
#[derive(Clone, Debug)]
pub struct AnswerBelow {
    /// As of any search.
    pub answer: Answer,
    /// Whether a verdict holds on every path. Else it relies on the way.
    pub holds_anywhere: bool,
}

impl<G: Searchable> Solver<'_, G> {
    /// Answers the question for a position below a root, on the way given. Results that are solved,
    /// and numbers, are kept from one to the next as long as the first position of the way is the
    /// same. One thread searches.
    ///
    /// # Panics
    /// Under superko, where the moves matter that lead to a position.
    pub fn solve_below(&mut self, at: Below<'_, G::Position>) -> AnswerBelow {
        assert!(!self.question.rule.is_superko(), "a way without moves is none under superko");
        self.memory.close_to_threads();
        let evictions = self.memory.evictions();
        let ((found, reason), stats) =
            self.below(at, |worker| dfpn::solve(worker, Arrival::ROOT, None));
        let evictions = self.memory.evictions() - evictions;
        let stats = Stats { evictions, table_entries: self.memory.used(), ..stats };
        let holds_anywhere = reason.is_none() && found.reliance.is_nothing();
        let verdict = verdict(&found, reason);
        AnswerBelow {
            answer: Answer { verdict, pn: found.pn, dn: found.dn, stats },
            holds_anywhere,
        }
    }

    /// Proof and disproof number behind each move of a position, in the game's order, as far as the
    /// table and the rules know them: 0 and infinity for what is solved. No search.
    pub fn numbers_below(&mut self, at: Below<'_, G::Position>) -> Vec<(u32, u32)> {
        let (numbers, _) = self.below(at, |mut worker| {
            let id = worker.id(Arrival::ROOT);
            worker.push(id, Arrival::ROOT);
            let (task, mut moves) = (worker.task(), Vec::new());
            if task.game().terminal(worker.position()).is_none() {
                task.game().moves(worker.position(), &mut moves);
            }
            let look = |m| {
                let arrival = task.arrival(worker.position(), m);
                let undo = worker.make(m);
                let Found { pn, dn, .. } = worker.look_up(arrival);
                worker.undo(m, undo);
                (pn, dn)
            };
            moves.into_iter().map(look).collect()
        });
        numbers
    }

    /// The legal moves of the root of a history, in the game's order, and the numbers behind each,
    /// as far as the table and the rules know them. No search. Under every rule.
    pub fn numbers_behind(&mut self, history: &History<G>) -> Vec<(G::Move, u32, u32)> {
        self.memory.close_to_threads();
        self.prepare(history);
        let (options, limits, interrupt) = (&self.options, &self.limits, &self.interrupt);
        let (game, knowledge, question) = (self.game, self.knowledge, self.question);
        let mut moves = Vec::new();
        if game.terminal(history.root()).is_none() {
            game.moves(history.root(), &mut moves);
        }
        moves.retain(|&m| !history.is_banned(game, m, question.rule));
        let task = Task::new(game, knowledge, question, options, limits, interrupt, history);
        let mut place = Place::root(&task);
        let mut account = Account::open(self.memory.capacity());
        let mut worker =
            Worker::new(&task, &mut self.memory, &mut place, &mut account, &mut self.failed);
        let id = worker.id(Arrival::ROOT);
        worker.push(id, Arrival::ROOT);
        let look = |m| {
            let arrival = task.arrival(worker.position(), m);
            let undo = worker.make(m);
            let Found { pn, dn, .. } = worker.look_up(arrival);
            worker.undo(m, undo);
            (m, pn, dn)
        };
        moves.into_iter().map(look).collect()
    }

    /// The certificate of an answer that [`solve_below`](Solver::solve_below) has given. What is
    /// said of a position may rest on `knowledge`; where the answer does not hold anywhere, the
    /// positions of the way have to be known by it as drawn.
    ///
    /// # Errors
    /// As for [`Solver::certificate`].
    pub fn certificate_below(
        &mut self,
        at: Below<'_, G::Position>,
        knowledge: &dyn Knowledge<G>,
        proven: bool,
        rule: RepetitionRule,
    ) -> Result<Extracted, ExtractError> {
        self.extract(&History::new(at.root().clone()), at, knowledge, proven, rule, false)
    }

    /// Takes for true that the attacker succeeds in these positions, or does not, whatever the path
    /// to them. They are solved entries of the table like any other, and may be pushed out of it.
    /// Not in games in which players hold pieces: there it does nothing.
    pub fn learn<'p>(&mut self, facts: impl Iterator<Item = (&'p G::Position, bool)>)
    where
        G::Position: 'p,
    {
        if G::HANDS || self.question.rule.is_superko() {
            return;
        }
        for (position, proven) in facts {
            let history = History::new(position.clone());
            let (options, limits, interrupt) = (&self.options, &self.limits, &self.interrupt);
            let (game, knowledge, question) = (self.game, self.knowledge, self.question);
            let task = Task::new(game, knowledge, question, options, limits, interrupt, &history);
            let name = task.name(position);
            if self.memory.solved_anywhere(&task, name, proven).is_none() {
                let solved = Solved { proven, mv: NO_MOVE, length: 0 };
                self.memory.store_base(&task, name, solved, LEARNED_WORK);
            }
        }
    }

    fn below<R>(
        &mut self,
        at: Below<'_, G::Position>,
        with: impl FnOnce(Worker<'_, G>) -> R,
    ) -> (R, Stats) {
        let history = History::new(at.root().clone());
        self.prepare(&history);
        let (options, limits, interrupt) = (&self.options, &self.limits, &self.interrupt);
        let (game, knowledge, question) = (self.game, self.knowledge, self.question);
        let task = Task::new(game, knowledge, question, options, limits, interrupt, &history);
        let mut place = Place::below(&task, at);
        let mut account = Account::open(self.memory.capacity());
        let worker =
            Worker::new(&task, &mut self.memory, &mut place, &mut account, &mut self.failed);
        let result = with(worker);
        (result, account.close())
    }
}

/// What an entry counts for that was found elsewhere, when entries compete for a place: as much as
/// a small search.
const LEARNED_WORK: u64 = 256;
