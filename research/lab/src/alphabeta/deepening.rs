//! Searching a root: once without a horizon, or deeper and deeper.

use std::ops::RangeInclusive;
use std::time::Instant;

use threefold_game::History;
use threefold_search::{Limits, Reason};

use super::evaluate::Evaluate;
use super::mtdf;
use super::options::{COMPLETE, Options};
use super::policy::Policy;
use super::rules::Rules;
use super::score::{INFINITE, Score};
use super::search::{Arrival, Core};
use super::visit::{Visit, enter_root, visit};
use super::watch::Watch;
use crate::Cost;
use crate::Informed;

/// How a score of many values is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Driver {
    /// One search with an open window.
    #[default]
    OpenWindow,
    /// A sequence of null windows ([`mtdf`]).
    Mtdf,
}

/// How deep to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Depth {
    /// No horizon: every line to the end of the game or to a repetition. For finite loopy games.
    Complete,
    /// Iterative deepening up to this many plies.
    Plies(u32),
    /// One search of so many plies, without the shallower ones before it.
    Fixed(u32),
}

/// What a search of a root has found.
#[derive(Clone, Debug)]
pub struct Report<M> {
    /// The score for [`Rules::player`], of the deepest iteration that was finished; `None` if none
    /// was.
    pub score: Option<Score>,
    /// The best move; `None` if the game is over in the root.
    pub best: Option<M>,
    /// The principal variation. Where it was cut short by the table it is not the whole line.
    pub line: Vec<M>,
    /// Plies of that iteration; [`COMPLETE`] without a horizon.
    pub depth: u32,
    /// What all iterations took.
    pub cost: Cost,
    /// Which limit ended the search.
    pub stopped_by: Option<Reason>,
}

/// Alpha-beta with a table that is kept from one root to the next.
///
/// ```
/// use threefold_game::History;
/// use threefold_lab::alphabeta::{AlphaBeta, Depth, GraphScores, Options, Rules, policies};
/// use threefold_search::Limits;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let file = threefold_graph::parse(
///     "threefold game 1\nrule: draw\nroot: A\n\
///      A first: B\nB second: A C\nC first: W\nW win-first\n",
/// )?;
/// let scores = GraphScores::outcomes(&file.game);
/// let options = Options::default();
/// let mut search =
///     AlphaBeta::<_, _, policies::BaseTwin>::new(&file.game, &scores, Rules::draw(), &options);
/// let report = search.search(&file.history, Depth::Complete, &Limits::default());
/// assert_eq!(report.score, Some(0), "B goes back to A");
/// # Ok(())
/// # }
/// ```
pub struct AlphaBeta<'a, G: Informed, E, P> {
    game: &'a G,
    evaluate: &'a E,
    rules: Rules,
    options: &'a Options,
    /// The treatment.
    pub policy: P,
    /// How scores are found.
    pub driver: Driver,
    /// Who is told what the search stores.
    pub watch: Option<&'a dyn Watch<G>>,
    /// The open window.
    pub(crate) window: (Score, Score),
    /// The positions before the last root.
    history: Option<Vec<u64>>,
    iterations_so_far: u32,
}

impl<'a, G: Informed, E: Evaluate<G>, P: Policy> AlphaBeta<'a, G, E, P> {
    /// With an empty table.
    pub fn new(game: &'a G, evaluate: &'a E, rules: Rules, options: &'a Options) -> Self {
        let driver = if P::NULL_WINDOWS { Driver::Mtdf } else { Driver::OpenWindow };
        let policy = P::new(options.table_bytes);
        AlphaBeta {
            game,
            evaluate,
            rules,
            options,
            policy,
            driver,
            watch: None,
            window: (-INFINITE, INFINITE),
            history: None,
            iterations_so_far: 0,
        }
    }

    fn core(&self, history: &History<G>, limits: &Limits) -> Core<'a, G, E> {
        let Self { game, evaluate, rules, options, .. } = *self;
        let mut core = Core::new(game, evaluate, rules, options, history, limits.clone(), P::AGING);
        core.watch = self.watch;
        core
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.policy.clear();
    }

    /// Searches the root of `history`.
    pub fn search(
        &mut self,
        history: &History<G>,
        depth: Depth,
        limits: &Limits,
    ) -> Report<G::Move> {
        match depth {
            Depth::Complete => self.iterations(history, COMPLETE..=COMPLETE, limits),
            Depth::Plies(plies) => self.iterations(history, 1..=plies, limits),
            Depth::Fixed(plies) => self.iterations(history, plies..=plies, limits),
        }
    }

    /// Searches the root of `history` to these drafts, one after the other.
    pub(crate) fn iterations(
        &mut self,
        history: &History<G>,
        drafts: RangeInclusive<u32>,
        limits: &Limits,
    ) -> Report<G::Move> {
        let started = Instant::now();
        let before: Vec<u64> = history
            .positions()
            .iter()
            .map(|position| self.game.repetition_key(position, self.rules.rule))
            .collect();
        self.policy.begin(self.history.as_ref() == Some(&before));
        self.history = Some(before);
        let mut core = self.core(history, limits);
        let mut report = Report {
            score: None,
            best: None,
            line: Vec::new(),
            depth: 0,
            cost: Cost::default(),
            stopped_by: None,
        };
        for draft in drafts {
            self.iterations_so_far += 1;
            core.iteration = self.iterations_so_far;
            match self.iteration(&mut core, draft, report.score) {
                Ok((score, line)) => {
                    report.score = Some(score);
                    report.best = line.first().copied();
                    report.line = line;
                    report.depth = draft;
                }
                Err(reason) => {
                    report.stopped_by = Some(reason);
                    break;
                }
            }
        }
        report.cost = core.cost;
        report.cost.memory_bytes = self.policy.bytes();
        report.cost.time = started.elapsed();
        report
    }

    fn iteration(
        &mut self,
        core: &mut Core<'_, G, E>,
        draft: u32,
        guess: Option<Score>,
    ) -> Result<(Score, Vec<G::Move>), Reason> {
        if P::NULL_WINDOWS || self.driver == Driver::Mtdf {
            return mtdf::search(core, &mut self.policy, draft, guess.unwrap_or(0));
        }
        let (alpha, beta) = self.window;
        match visit(core, &mut self.policy, Arrival::ROOT, draft, alpha, beta)? {
            Visit::Value(score, _) => Ok((score, core.line[0].clone())),
            Visit::Illegal(_) => unreachable!("a root is never illegal"),
        }
    }
}

impl<G: Informed, E: Evaluate<G>, P: Policy> AlphaBeta<'_, G, E, P> {
    /// The score of every legal move of the root at this draft, each searched with an open window.
    /// Meant for a treatment without a table ([`Policy::without_table`]): the truth to compare
    /// with.
    ///
    /// # Errors
    /// A limit was hit.
    pub fn move_scores(
        &mut self,
        history: &History<G>,
        draft: u32,
        limits: &Limits,
    ) -> Result<Vec<(G::Move, Score)>, Reason> {
        self.policy.begin(false);
        self.history = None;
        let mut core = self.core(history, limits);
        let mut moves = Vec::new();
        if self.game.terminal(&core.position).is_none() {
            self.game.moves(&core.position, &mut moves);
        }
        enter_root(&mut core, &mut self.policy, draft);
        let next = if draft == COMPLETE { COMPLETE } else { draft - 1 };
        let mut scores = Vec::new();
        for m in moves {
            let arrival = core.arrival(m);
            let undo = self.game.make(&mut core.position, m);
            let visited = visit(&mut core, &mut self.policy, arrival, next, -INFINITE, INFINITE);
            self.game.undo(&mut core.position, m, undo);
            if let Visit::Value(score, _) = visited? {
                let score = core.aging.aged(score, core.is_maximizing());
                scores.push((m, score));
            }
        }
        Ok(scores)
    }
}
