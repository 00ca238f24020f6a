//! Searches of the games that a question about a large region becomes, one like another whatever
//! sets their games have.

use threefold_game::{History, Question};
use threefold_go::problem::{CellSet, Problem, ProblemGoal};
use threefold_go::{Points, Wide};
use threefold_search::{Limits, Solver, Verdict};

use crate::kept::Kept;
use threefold_answer::ask::{ask, solver};
use threefold_answer::asked::{Asked, Wanted};
use threefold_answer::effort::Effort;
use threefold_answer::observer::Observer;
use threefold_answer_go::ko::Ko;

/// The game of a zone, with sets that are enough for it.
pub(super) enum Game {
    Small(Box<Problem<u64>>),
    Large(Box<Problem<Wide>>),
}

impl Game {
    /// The game of a zone ([`Problem::within`]). `None` if there is none.
    pub fn of_zone<S: CellSet>(problem: &Problem<S>, zone: Wide) -> Option<Self> {
        if zone.count() as usize <= u64::CAPACITY {
            return Some(Game::Small(Box::new(problem.within(zone).ok()?)));
        }
        Some(Game::Large(Box::new(problem.within(zone).ok()?)))
    }

    /// Its search; `None` if what was played before it was not played in the zone.
    pub fn search<'a, S: CellSet>(
        &'a self,
        problem: &Problem<S>,
        history: &History<Problem<S>>,
        asking: Asking<'a>,
        parts: usize,
    ) -> Option<SearchOfZone<'a>> {
        Some(match self {
            Game::Small(game) => {
                let history = problem.history_within(history, game)?;
                Box::new(asking.search(&**game, history, parts))
            }
            Game::Large(game) => {
                let history = problem.history_within(history, game)?;
                Box::new(asking.search(&**game, history, parts))
            }
        })
    }
}

/// What all the searches have in common.
#[derive(Clone, Copy)]
pub(super) struct Asking<'a> {
    /// Who succeeds, under which rule.
    pub question: Question,
    /// The rule.
    pub ko: Ko,
    /// What may be spent on all of them together.
    pub effort: &'a Effort,
    /// Whether certificates are made and checked.
    pub wanted: Wanted,
    /// What earlier searches have found out.
    pub kept: Option<&'a Kept>,
}

impl Asking<'_> {
    /// The search of a game, where earlier ones have left it, with a part of the memory.
    pub fn search<'a, S: CellSet>(
        self,
        problem: &'a Problem<S>,
        history: History<Problem<S>>,
        parts: usize,
    ) -> Searched<'a, S>
    where
        Self: 'a,
    {
        let mut effort = self.effort.clone();
        effort.options = effort.options.part(parts);
        let mut solver = solver(problem, self.question, &effort);
        let nodes = self.kept.map_or(0, |kept| kept.take_up(&mut solver, &history));
        Searched { problem, solver, history, asking: self, nodes }
    }
}

/// The search of a zone of any size.
pub(super) type SearchOfZone<'a> = Box<dyn Search + 'a>;

/// The search of one of the games.
pub(super) trait Search {
    /// Searches on, within the limits, without a certificate.
    fn find(&mut self, limits: Limits, observer: &mut dyn Observer) -> Asked;

    /// Searches on, within the limits, with the certificate that is wanted.
    fn claim(&mut self, limits: Limits, observer: &mut dyn Observer) -> Asked;

    /// Searches on, within the limits, with a certificate where what is found is an answer.
    fn go_on(&mut self, limits: Limits, observer: &mut dyn Observer) -> Asked;

    /// Points that may be played on.
    fn points(&self) -> u32;

    /// Has it be taken up by a later search.
    fn keep(&self);
}

impl<T: Search + ?Sized> Search for Box<T> {
    fn find(&mut self, limits: Limits, observer: &mut dyn Observer) -> Asked {
        (**self).find(limits, observer)
    }

    fn claim(&mut self, limits: Limits, observer: &mut dyn Observer) -> Asked {
        (**self).claim(limits, observer)
    }

    fn go_on(&mut self, limits: Limits, observer: &mut dyn Observer) -> Asked {
        (**self).go_on(limits, observer)
    }

    fn points(&self) -> u32 {
        (**self).points()
    }

    fn keep(&self) {
        (**self).keep();
    }
}

pub(super) struct Searched<'a, S: CellSet> {
    problem: &'a Problem<S>,
    solver: Solver<'a, Problem<S>>,
    history: History<Problem<S>>,
    asking: Asking<'a>,
    /// With those of earlier searches.
    nodes: u64,
}

impl<S: CellSet> Searched<'_, S> {
    fn ask(&mut self, wanted: Wanted, observer: &mut dyn Observer) -> Asked {
        let rule = self.asking.ko.rule();
        let asked = ask(self.problem, &mut self.solver, &self.history, rule, wanted, observer);
        self.nodes += asked.stats.nodes;
        asked
    }
}

impl<S: CellSet> Search for Searched<'_, S> {
    fn find(&mut self, limits: Limits, observer: &mut dyn Observer) -> Asked {
        self.solver.limit(limits);
        self.ask(Wanted::NOTHING, observer)
    }

    fn claim(&mut self, limits: Limits, observer: &mut dyn Observer) -> Asked {
        self.solver.limit(limits);
        self.ask(self.asking.wanted, observer)
    }

    fn go_on(&mut self, limits: Limits, observer: &mut dyn Observer) -> Asked {
        if self.problem.zone().is_none() {
            return self.claim(limits, observer);
        }
        // The attacker's wins in a zone are no answers, and have no certificates.
        let found = self.find(limits.clone(), observer);
        if !is_defenders(self.problem.definition().goal, found.verdict) {
            return found;
        }
        let mut asked = self.claim(limits, observer);
        asked.stats.add(&found.stats);
        asked
    }

    fn points(&self) -> u32 {
        self.problem.region().count()
    }

    fn keep(&self) {
        if let Some(kept) = self.asking.kept {
            kept.keep(&self.solver, &self.history, self.nodes);
        }
    }
}

/// Whether the defender is known to win: he asks under [`ProblemGoal::Live`], the other one under
/// [`ProblemGoal::Survive`].
pub(super) fn is_defenders(goal: ProblemGoal, verdict: Verdict) -> bool {
    match goal {
        ProblemGoal::Live => verdict == Verdict::Proven,
        ProblemGoal::Survive => verdict == Verdict::Disproven,
    }
}
