//! Running treatments on cases and counting what is wrong.

use threefold_game::{History, RepetitionRule};
use threefold_graph::{GraphGame, OccurrenceRule};
use threefold_search::Limits;

use super::case::{ScoredCase, Setting, TableUse, Truth};
use super::oracle::Vetted;
use crate::GhiError;
use crate::alphabeta::policy::Policy;
use crate::alphabeta::{Aging, AlphaBeta, Treatment, with_policy};

/// Positions that one search may visit, truth included. Beyond it a root counts as unknown.
const NODES: u64 = 1_000_000;

/// What is run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Chooses the cases.
    pub seed: u64,
    /// Positions of a game. 8 or 9 keep the search without a table quick.
    pub positions: u32,
    /// What a repetition is worth.
    pub rule: RepetitionRule,
    /// From which occurrence on a position repeats.
    pub occurrences: OccurrenceRule,
    /// How far is searched.
    pub setting: Setting,
    /// What happens to the table.
    pub table: TableUse,
    /// The treatments, which must [support](Treatment::supports) the rule.
    pub treatments: Vec<Treatment>,
}

/// What became of the games so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The treatment.
    pub treatment: Treatment,
    /// Games.
    pub games: u64,
    /// Roots searched in them.
    pub roots: u64,
    /// Roots whose value was wrong.
    pub wrong_value: u64,
    /// Roots whose move was wrong: it leads to less than the root is worth.
    pub wrong_move: u64,
    /// Of the roots with either error, those that come right if false hits of the kind draw-first
    /// are rejected, and not if those of the other kind are.
    pub draw_first: u64,
    /// The mirror image.
    pub draw_last: u64,
    /// The other ones: either kind alone would have been enough, or both were needed.
    pub mixed: u64,
    /// Roots without a result or without a truth, because a limit was hit.
    pub unknown: u64,
    /// Positions visited.
    pub nodes: u64,
}

impl Tally {
    fn new(treatment: Treatment) -> Self {
        Tally {
            treatment,
            games: 0,
            roots: 0,
            wrong_value: 0,
            wrong_move: 0,
            draw_first: 0,
            draw_last: 0,
            mixed: 0,
            unknown: 0,
            nodes: 0,
        }
    }

    /// Adds the figures of other games.
    pub fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.roots += other.roots;
        self.wrong_value += other.wrong_value;
        self.wrong_move += other.wrong_move;
        self.draw_first += other.draw_first;
        self.draw_last += other.draw_last;
        self.mixed += other.mixed;
        self.unknown += other.unknown;
        self.nodes += other.nodes;
    }
}

impl Plan {
    /// Nothing counted yet, in the order of the treatments.
    pub fn tallies(&self) -> Vec<Tally> {
        self.treatments.iter().map(|&treatment| Tally::new(treatment)).collect()
    }

    /// The case with this number.
    pub fn case(&self, index: u64) -> ScoredCase {
        let kind = (self.rule, self.occurrences);
        ScoredCase::random_by(self.seed, index, self.positions, kind, self.setting, self.table)
    }

    /// What the treatments make of the case with this number.
    pub fn run(&self, index: u64) -> Vec<Tally> {
        let case = self.case(index);
        self.treatments.iter().map(|&treatment| case.tally(treatment)).collect()
    }
}

/// How a root came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// Its value was wrong.
    pub wrong_value: bool,
    /// Its move was wrong.
    pub wrong_move: bool,
    /// There was none, or no truth to compare with.
    pub unknown: bool,
}

impl Verdicts {
    fn is_wrong(self) -> bool {
        self.wrong_value || self.wrong_move
    }
}

impl ScoredCase {
    /// How every root comes out with a treatment, in order.
    pub fn verdicts(&self, treatment: Treatment) -> Vec<Verdicts> {
        with_policy!(treatment, P => self.roots_by::<P>(|_| {}).0)
    }

    /// Whether the last root's value comes out wrong; a value that is missing is not wrong.
    pub fn is_wrong(&self, treatment: Treatment) -> bool {
        self.verdicts(treatment).last().is_some_and(|last| last.wrong_value)
    }

    /// What a treatment makes of all roots, in the setting of the case.
    pub fn tally(&self, treatment: Treatment) -> Tally {
        with_policy!(treatment, P => self.tally_by::<P>(treatment))
    }

    fn tally_by<P: Policy>(&self, treatment: Treatment) -> Tally {
        let (verdicts, nodes) = self.roots_by::<P>(|_| {});
        let count = |what: &dyn Fn(&Verdicts) -> bool| {
            verdicts.iter().filter(|verdict| what(verdict)).count() as u64
        };
        let mut tally = Tally {
            games: 1,
            roots: verdicts.len() as u64,
            wrong_value: count(&|v| v.wrong_value),
            wrong_move: count(&|v| v.wrong_move),
            unknown: count(&|v| v.unknown),
            nodes,
            ..Tally::new(treatment)
        };
        if verdicts.iter().any(|verdict| verdict.is_wrong()) {
            let [without_first, without_last] = [GhiError::DrawFirst, GhiError::DrawLast]
                .map(|kind| self.roots_by::<Vetted<P>>(|policy| policy.reject = Some(kind)).0);
            for (i, _) in verdicts.iter().enumerate().filter(|(_, verdict)| verdict.is_wrong()) {
                match (without_first[i].is_wrong(), without_last[i].is_wrong()) {
                    (false, true) => tally.draw_first += 1,
                    (true, false) => tally.draw_last += 1,
                    _ => tally.mixed += 1,
                }
            }
        }
        tally
    }

    fn roots_by<P: Policy>(&self, prepare: impl Fn(&mut P)) -> (Vec<Verdicts>, u64) {
        let options = self.options();
        let mut search =
            AlphaBeta::<_, _, P>::new(&self.game, &self.scores, self.rules(), &options);
        prepare(&mut search.policy);
        let limits = Limits::nodes(NODES);
        let mut nodes = 0;
        let roots = self.roots();
        let verdicts = roots.iter().map(|root: &History<GraphGame>| {
            if self.table == TableUse::Cleared {
                search.clear();
            }
            let report = search.search(root, self.depth(), &limits);
            nodes += report.cost.nodes;
            let truth = match self.truth::<P>(root, &limits) {
                Ok(Some(truth)) => truth,
                Ok(None) => return Verdicts::default(),
                Err(_) => return Verdicts { unknown: true, ..Verdicts::default() },
            };
            let (Some(score), None) = (report.score, report.stopped_by) else {
                return Verdicts { unknown: true, ..Verdicts::default() };
            };
            let Truth { value, moves } = truth;
            let right = |m| moves.iter().any(|&(other, score)| other == m && score == value);
            Verdicts {
                wrong_value: if P::AGING != Aging::Off { self.rejuvenated(score) } else { score }
                    != value,
                wrong_move: !report.best.is_some_and(right),
                unknown: false,
            }
        });
        let verdicts = verdicts.collect();
        (verdicts, nodes)
    }
}
