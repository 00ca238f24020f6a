//! df-pn and components by turns: lone pieces, and whatever is near to mate, df-pn proves sooner
//! and by shorter lines; endings that are reached by too many paths only components solve. Nobody
//! knows beforehand which it is, so their turns are as long as each other's, and grow:
//!
//! ```text
//!   df-pn        FIRST          FIRST    ...           an eighth of all so far
//!   components          FIRST          FIRST    ...               an eighth of all so far
//! ```
//! Together they take little more than twice what the better of both takes. Each keeps what it
//! knows; where memory is short, the table gets smaller for the components.

use threefold_game::{Components, History, RepetitionRule, Searchable, Spot};

use crate::components::{Pool, Watch};
use crate::limits::{Limits, Reason};
use crate::numbers::INFINITY;
use crate::options::Policy;
use crate::phases::Phases;
use crate::progress::Monitor;
use crate::solver::{Answer, Solver, Verdict, answered, empty};
use crate::stats::Stats;
use crate::task::Task;

/// Nodes of the first turns.
const FIRST: u64 = 20_000;
/// A turn has this share of all nodes so far, if that is more.
const SHARE: u64 = 8;

impl<'g, G: Searchable> Solver<'g, G> {
    /// Answers by turns, in one thread; `None` if components are of no use and df-pn goes on alone.
    pub(crate) fn solve_by_turns(
        &mut self,
        history: &History<G>,
        limits: &Limits,
        phases: &mut Phases<'_>,
    ) -> Option<Answer> {
        let mut has_dfpn = true;
        // Where an earlier question has come to components, this one is hardly easier; and who asks
        // the same one again, with a few more nodes each time, has given df-pn its turn.
        let mut is_components_turn =
            self.components.is_some() || 2 * self.work_before(history) >= FIRST;
        loop {
            let done = phases.stats().nodes;
            let share = if has_dfpn { FIRST.max(done / SHARE) } else { u64::MAX };
            if is_components_turn {
                let by_components = phases.search(limits, |limits, monitor| {
                    self.solve_by_components(history, limits, share, monitor)
                });
                let (verdict, cost) = by_components?;
                if verdict == Verdict::Proven && !self.is_in_time(history) {
                    self.components = None;
                    return None;
                }
                let (pn, dn) = match verdict {
                    Verdict::Proven => (0, INFINITY),
                    Verdict::Disproven => (INFINITY, 0),
                    Verdict::Unknown(_) => (cost, 1),
                };
                if phases.stats().nodes >= limits.nodes
                    || verdict != Verdict::Unknown(Reason::Nodes)
                {
                    return Some(Answer { verdict, pn, dn, stats: std::mem::take(phases.stats()) });
                }
            } else {
                let nodes = limits.nodes.min(done + share);
                let turn = Limits { nodes, ..limits.clone() };
                let (found, reason) =
                    phases.search(&turn, |limits, monitor| self.run(history, limits, 1, monitor));
                match reason {
                    Some(Reason::Nodes) if nodes < limits.nodes => {}
                    Some(Reason::Saturated | Reason::Depth | Reason::Memory) => has_dfpn = false,
                    _ => return Some(answered(&found, reason, phases)),
                }
            }
            is_components_turn = !is_components_turn || !has_dfpn;
        }
    }

    /// Nodes of the last search of df-pn for a root.
    fn work_before(&self, history: &History<G>) -> u64 {
        let (game, knowledge, question) = (self.game, self.knowledge, self.question);
        let (options, limits, interrupt) = (&self.options, &self.limits, &self.interrupt);
        let task = Task::new(game, knowledge, question, options, limits, interrupt, history);
        self.memory.work_on(task.name(task.root()))
    }

    /// Whether a win by components is one by the rules. They know of no clock: that there is a win
    /// in time their strategy has to say.
    fn is_in_time(&mut self, history: &History<G>) -> bool {
        !G::CLOCK || self.certificate(history, true, RepetitionRule::Draw).is_ok()
    }

    /// The components, and the place of a root in them, where they may answer the question.
    pub(crate) fn spot(&self, history: &History<G>) -> Option<(&'g dyn Components, Spot)> {
        let known = self.relies_on();
        let is_free = self.options.components
            && self.options.policy == Policy::BaseTwin
            && self.question.repetition_succeeds() == Some(false)
            && (known.declaration().is_none() || known.components().is_some())
            && self.banned.is_empty();
        let components = self.game.components().filter(|_| is_free)?;
        Some((components, self.game.spot(history.root(), self.question.attacker)?))
    }

    /// What a search by components has found out about a root.
    pub(crate) fn known_by_components(&self, history: &History<G>) -> Option<bool> {
        let (_, spot) = self.spot(history)?;
        self.components.as_ref()?.knows(&spot)
    }

    /// Answers by components: `None` if that is none of their questions, if too much lies outside
    /// of them, or if they need more room than there is. After about that share of nodes they are
    /// unknown.
    fn solve_by_components(
        &mut self,
        history: &History<G>,
        limits: &Limits,
        share: u64,
        monitor: Option<Monitor<'_>>,
    ) -> (Option<(Verdict, u32)>, Vec<Stats>) {
        let Some((components, spot)) = self.spot(history) else { return (None, Vec::new()) };
        let solved = self.relies_on().components();
        let pool = self.components.get_or_insert_with(|| Pool::new(components, solved));
        let budget = self.options.budget();
        let room = budget.saturating_sub(self.memory.bytes());
        let mut watch = Watch::new(limits, &self.interrupt, monitor, room);
        watch.pause_at = share;
        let mut found = pool.solve(spot, &mut watch);
        if found == Err(Reason::Memory) {
            // The table makes room: it has most of all.
            self.memory.has_room(budget / 4 * 3);
            let has_more = watch.set_room(budget.saturating_sub(self.memory.bytes()));
            if has_more {
                found = pool.solve(spot, &mut watch);
            }
        }
        let verdict = match found {
            Ok(Some(true)) => Some(Verdict::Proven),
            Ok(Some(false)) => Some(Verdict::Disproven),
            Ok(None) => None,
            Err(Reason::Memory) => {
                // A table that has got smaller stays so.
                self.memory = empty(self.question, &self.options);
                self.failed.clear();
                None
            }
            Err(reason) => Some(Verdict::Unknown(reason)),
        };
        let cost = u32::from(watch.cost);
        let stats = Stats { nodes: watch.nodes(), time: watch.elapsed(), ..Stats::default() };
        if verdict.is_none() {
            self.components = None;
        }
        (verdict.map(|verdict| (verdict, cost)), vec![stats])
    }
}
