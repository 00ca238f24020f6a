//! The root, or a position after one of the moves to which a question is confined.

use threefold_game::{Distances, History};
use threefold_search::distance::{AnyWin, DistanceMonitor, DistanceSolver};
use threefold_search::{Limits, Reason};

/// A position, and what is known of the length of the win in it.
pub(super) struct Branch<G: Distances> {
    pub history: History<G>,
    /// The move of the root that leads to it; `None` for the root itself.
    pub m: Option<G::Move>,
    /// There is no win within fewer plies. `None`: there is none at all.
    pub at_least: Option<u32>,
    pub at_most: Option<u32>,
    pub best: Option<G::Move>,
    /// A line of just so many plies, where one was looked for and found.
    line: Vec<G::Move>,
    pub any: Option<AnyWin<G::Move>>,
    pub pn: u32,
    pub dn: u32,
    /// Why it is not known better.
    pub reason: Option<Reason>,
}

impl<G: Distances> Branch<G> {
    pub fn new(history: History<G>, m: Option<G::Move>) -> Self {
        Branch {
            history,
            m,
            at_least: Some(0),
            at_most: None,
            best: None,
            line: Vec::new(),
            any: None,
            pn: 1,
            dn: 1,
            reason: Some(Reason::Nodes),
        }
    }

    /// Plies from the root of the question to here.
    pub fn offset(&self) -> u32 {
        u32::from(self.m.is_some())
    }

    /// Whether more nodes can make a difference.
    pub fn is_open(&self) -> bool {
        self.reason == Some(Reason::Nodes)
    }

    /// A limit of whatever kind that ended the search for more holds no longer.
    pub fn reopen(&mut self) {
        if self.reason.is_some() {
            self.reason = Some(Reason::Nodes);
        }
    }

    /// Asks again, with the limits of the solver. `within` is what is left of the plies that were
    /// asked for. Says how many nodes it took.
    pub fn ask(
        &mut self,
        solver: &mut DistanceSolver<'_, G>,
        within: Option<u32>,
        limits: Limits,
        monitor: DistanceMonitor<'_>,
    ) -> u64 {
        solver.limit(limits);
        let (at_least, at_most, best);
        let nodes;
        if let Some(plies) = within {
            let answer = solver.within_monitored(&self.history, plies, Some(monitor));
            self.reason = match answer.verdict {
                threefold_search::Verdict::Unknown(reason) => Some(reason),
                _ => None,
            };
            (self.pn, self.dn) = (answer.pn, answer.dn);
            nodes = answer.stats.nodes;
            (at_least, at_most, best) = (answer.at_least, answer.at_most, answer.best);
        } else {
            let mut last = (self.pn, self.dn);
            let answer = solver.shortest_monitored(
                &self.history,
                Some(&mut |progress| {
                    last = (progress.pn, progress.dn);
                    monitor(progress);
                }),
            );
            (self.pn, self.dn) = last;
            self.reason = answer.reason;
            self.any = answer.any.or(self.any.take());
            nodes = answer.stats.nodes + answer.stats.unbounded_nodes;
            (at_least, at_most, best) = (answer.at_least, answer.at_most, answer.best);
        }
        // What was proved once stays so, even if the table has forgotten it.
        self.at_least = match (self.at_least, at_least) {
            (Some(before), Some(now)) => Some(before.max(now)),
            _ => None,
        };
        let is_better = match (self.at_most, at_most) {
            (Some(before), Some(now)) => now < before || self.best.is_none() && now == before,
            (None, now) => now.is_some(),
            _ => false,
        };
        if is_better {
            (self.at_most, self.best) = (at_most, best);
        }
        nodes
    }

    /// That there is no win here has become known from elsewhere.
    pub fn rule_out(&mut self) {
        (self.at_least, self.at_most, self.reason) = (None, None, None);
    }

    /// The move of the defender, if he moves first, after which there is no win, or none within
    /// what is left of the plies that were asked for, where that is known.
    pub fn holding_move(
        &self,
        solver: &mut DistanceSolver<'_, G>,
        within: Option<u32>,
    ) -> Option<G::Move> {
        let plies = match (self.at_least, within) {
            // Without a length the search for any win has said so.
            (None, None) => None,
            (None, Some(plies)) => Some(plies),
            (Some(at_least), Some(plies)) if at_least > plies => Some(plies),
            _ => return None,
        };
        match self.m {
            Some(m) => Some(m),
            None => solver.holding_move(&self.history, plies),
        }
    }

    /// A line of a win, of `at_most` plies. If all are shorter there is a shorter win: so much is
    /// known then. It ends early, or is its first move, where a limit was hit.
    pub fn line(&mut self, solver: &mut DistanceSolver<'_, G>) -> Vec<G::Move> {
        let Some(at_most) = self.at_most.map(|plies| plies as usize) else { return Vec::new() };
        if self.line.len() == at_most {
            return self.line.clone();
        }
        self.line = match &self.any {
            Some(any) if any.line.len() == at_most => any.line.clone(),
            _ => {
                let line = solver.line(&self.history, at_most as u32);
                if line.is_whole {
                    self.at_most = Some(line.moves.len() as u32);
                }
                line.moves
            }
        };
        if self.line.is_empty() {
            self.line.extend(self.best);
        }
        self.line.clone()
    }
}
