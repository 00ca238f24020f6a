//! Questions about large regions asked in zones, where the defender has to win by himself: parts of
//! the region, small ones first, in which everything elsewhere is the attacker's
//! ([`Problem::within`]). What he wins there he wins in the whole region, against any number of ko
//! threats; that he does not win there says nothing, and the whole region is searched as well.
//!
//! Which zone is large enough nobody knows, and one that is too small takes long to fail when it is
//! nearly large enough. So a few are searched side by side with the whole region, in rounds, each
//! round with twice the nodes of the one before.

use std::time::Instant;

use threefold_certificate::Block;
use threefold_game::{History, Question};
use threefold_go::problem::{CellSet, Problem, ProblemGoal};
use threefold_go::{Points, Wide};
use threefold_search::{Limits, Reason, Solver, Stats, Verdict};

use crate::asked::{Asked, Wanted, ask, solver};
use crate::effort::Effort;
use crate::go::ko::Ko;
use crate::observer::Observer;
use crate::problem::kept::Kept;

/// Nodes of each search in the first round.
const FIRST_NODES: u64 = 5_000;

/// Zones that are searched side by side. With more, those that are needlessly large take most of
/// the time; with one, nothing is found behind the first that neither wins nor fails.
const TOGETHER: usize = 4;

/// A region with fewer points is asked about as it is.
const LARGE: usize = 65;

/// So many positions of zones take about the time of one of a large region.
const TIMES: u64 = 8;

/// The points of the zone that a certificate is about, as it has them; `None` if it is about a
/// whole region.
pub fn zone_of(block: &Block) -> Option<&str> {
    block.header.parameters.rsplit(' ').next()?.strip_prefix("zone:")
}

/// The game of one zone, with sets that are enough for it.
enum Game {
    Small(Box<Problem<u64>>),
    Large(Box<Problem<Wide>>),
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
    /// The search of a game, where earlier ones have left it, with a part of the table.
    fn search<'a, S: CellSet>(
        self,
        problem: &'a Problem<S>,
        history: History<Problem<S>>,
        parts: usize,
    ) -> Searched<'a, S>
    where
        Self: 'a,
    {
        let mut effort = self.effort.clone();
        effort.options.table_bytes /= parts;
        let mut solver = solver(problem, self.question, &effort);
        let nodes = self.kept.map_or(0, |kept| kept.take_up(&mut solver, &history));
        Searched { problem, solver, history, asking: self, nodes }
    }
}

/// The search of one of the games.
trait Search {
    /// Searches on, within the limits.
    fn go_on(&mut self, limits: Limits, observer: &mut dyn Observer) -> Asked;

    /// Has it be taken up by a later search.
    fn keep(&self);
}

struct Searched<'a, S: CellSet> {
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
    fn go_on(&mut self, limits: Limits, observer: &mut dyn Observer) -> Asked {
        self.solver.limit(limits);
        let wanted = self.asking.wanted;
        if self.problem.zone().is_none() {
            return self.ask(wanted, observer);
        }
        // The attacker's wins in a zone are no answers, and have no certificates.
        let found = self.ask(Wanted::NOTHING, observer);
        if !is_defenders(self.problem.definition().goal, found.verdict) {
            return found;
        }
        let mut asked = self.ask(wanted, observer);
        asked.stats.add(&found.stats);
        asked
    }

    fn keep(&self) {
        if let Some(kept) = self.asking.kept {
            kept.keep(&self.solver, &self.history, self.nodes);
        }
    }
}

/// Whether the defender is known to win: he asks under [`ProblemGoal::Live`], the other one under
/// [`ProblemGoal::Survive`].
fn is_defenders(goal: ProblemGoal, verdict: Verdict) -> bool {
    match goal {
        ProblemGoal::Live => verdict == Verdict::Proven,
        ProblemGoal::Survive => verdict == Verdict::Disproven,
    }
}

/// Whether the region is a large one, which may be asked about in zones.
pub(super) fn is_large<S: CellSet>(problem: &Problem<S>) -> bool {
    problem.region().count() as usize >= LARGE
}

/// Answers a question about a large region. `None` where it has no zones: it is to be asked as it
/// is.
pub(super) fn ask_with_zones<S: CellSet>(
    problem: &Problem<S>,
    history: &History<Problem<S>>,
    asking: Asking<'_>,
    observer: &mut dyn Observer,
) -> Option<Asked> {
    if !is_large(problem) {
        return None;
    }
    let games: Vec<Game> = problem
        .zones()
        .into_iter()
        .filter_map(|zone| match problem.within(zone) {
            Ok(small) => Some(Game::Small(Box::new(small))),
            Err(_) => Some(Game::Large(Box::new(problem.within(zone).ok()?))),
        })
        .collect();
    let mut waiting = games.iter().filter_map(|game| {
        Some(match game {
            Game::Small(game) => search(&**game, problem, history, asking)?,
            Game::Large(game) => search(&**game, problem, history, asking)?,
        })
    });
    let mut zones: Vec<Box<dyn Search + '_>> = waiting.by_ref().take(TOGETHER).collect();
    if zones.is_empty() {
        return None;
    }
    let whole = asking.search(problem, history.clone(), 2);
    let left = asking.effort.limits.clone();
    let mut rounds = Rounds { left, started: Instant::now(), stats: Stats::default() };
    let found = rounds.run(whole, &mut zones, &mut waiting, observer);
    drop(zones);
    let asked = found.unwrap_or_else(|| {
        let mut whole = asking.search(problem, history.clone(), 1);
        let asked = rounds.step(&mut whole, None, observer);
        whole.keep();
        asked
    });
    Some(Asked { stats: rounds.stats, ..asked })
}

/// The search of one zone; `None` if what was played before it was not played in the zone.
fn search<'a, T: CellSet, S: CellSet>(
    game: &'a Problem<T>,
    problem: &Problem<S>,
    history: &History<Problem<S>>,
    asking: Asking<'a>,
) -> Option<Box<dyn Search + 'a>> {
    let history = problem.history_within(history, game)?;
    Some(Box::new(asking.search(game, history, 2 * TOGETHER)))
}

/// Positions that were looked at.
#[derive(Default)]
struct Work {
    zones: u64,
    whole: u64,
}

/// What may still be spent, and what was.
struct Rounds {
    left: Limits,
    started: Instant,
    stats: Stats,
}

impl Rounds {
    /// `None` where the whole region needs all of the memory.
    fn run<'a, S: CellSet>(
        &mut self,
        mut whole: Searched<'_, S>,
        zones: &mut Vec<Box<dyn Search + 'a>>,
        waiting: &mut dyn Iterator<Item = Box<dyn Search + 'a>>,
        observer: &mut dyn Observer,
    ) -> Option<Asked> {
        let goal = whole.problem.definition().goal;
        let mut nodes = FIRST_NODES;
        let mut work = Work::default();
        let asked = 'all: loop {
            let before = self.work();
            let mut i = 0;
            while i < zones.len() {
                let asked = self.step(&mut *zones[i], Some(nodes), observer);
                match asked.verdict {
                    verdict if is_defenders(goal, verdict) => break 'all asked,
                    Verdict::Unknown(_) if self.is_over() => break 'all asked,
                    Verdict::Unknown(Reason::Interrupted | Reason::Time) => break 'all asked,
                    Verdict::Unknown(Reason::Nodes) => i += 1,
                    // What the attacker wins says nothing; what hits a limit of its own neither.
                    _ => match waiting.next() {
                        Some(next) => zones[i] = next,
                        None => drop(zones.remove(i)),
                    },
                }
            }
            work.zones += self.work() - before;
            // About as much time for the whole region; all that is left where no zone is.
            let share = (!zones.is_empty()).then_some(nodes / TIMES);
            if share.is_some() && work.whole * TIMES > work.zones {
                nodes = nodes.saturating_mul(2);
                continue;
            }
            let before = self.work();
            let asked = self.step(&mut whole, share, observer);
            work.whole += self.work() - before;
            match asked.verdict {
                Verdict::Unknown(Reason::Memory) => return None,
                Verdict::Unknown(Reason::Nodes) if !zones.is_empty() && !self.is_over() => {}
                _ => break asked,
            }
            nodes = nodes.saturating_mul(2);
        };
        zones.iter().for_each(|zone| zone.keep());
        whole.keep();
        Some(asked)
    }

    /// One search goes on, with so many nodes at most.
    fn step(
        &mut self,
        search: &mut dyn Search,
        nodes: Option<u64>,
        observer: &mut dyn Observer,
    ) -> Asked {
        let left = self.left.nodes.saturating_sub(self.stats.nodes);
        let limits = Limits {
            nodes: nodes.map_or(left, |nodes| nodes.min(left)),
            time: self.left.time.map(|time| time.saturating_sub(self.started.elapsed())),
            ..self.left.clone()
        };
        let asked = search.go_on(limits, observer);
        self.stats.add(&asked.stats);
        asked
    }

    /// Positions looked at: those of simulations take as long as nodes do.
    fn work(&self) -> u64 {
        self.stats.nodes + self.stats.simulation_nodes + self.stats.sibling_simulation_nodes
    }

    /// Whether the limits of the whole question are hit.
    fn is_over(&self) -> bool {
        self.stats.nodes >= self.left.nodes
            || self.left.time.is_some_and(|time| self.started.elapsed() >= time)
    }
}
