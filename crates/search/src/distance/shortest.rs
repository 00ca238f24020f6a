//! The shortest win: bounds from below and from above, until they meet.
//!
//! ```text
//!   plies   1   3   5   7   9  11  13  15 ...  41
//!           x   x   x   ?                      o        1. ascend while it is cheap
//!                                                       2. any win at all: it bounds from above
//!           x   x   x   x   ?   ?   o                   3. ascend and bisect in turn, with budgets
//!                       no win     win                     that double
//! ```
//! What is known at any time is a proved bracket: a win takes at least so many plies, and at most so
//! many.

use threefold_game::{Distances, History, Question, RepetitionRule};

use super::dfpn;
use super::search::Search;
use super::solver::DistanceSolver;
use super::stats::DistanceStats;
use super::table::{Known, NEVER, NO_MOVE};
use crate::limits::{Interrupt, Limits, Reason};
use crate::line::longest_resistance;
use crate::options::Options;
use crate::solver::Solver;

/// What is known of the length of the shortest win.
#[derive(Clone, Debug)]
pub struct Shortest<M> {
    /// There is no win within fewer plies than this. `None`: there is no win at all.
    pub at_least: Option<u32>,
    /// There is a win within so many plies. `None`: none is known.
    pub at_most: Option<u32>,
    /// The attacker's first move of a win within `at_most`, if he is to move and the search for a
    /// bounded win has found it.
    pub best: Option<M>,
    /// Why the bounds have not met; `None` if they have, or if there is no win at all.
    pub reason: Option<Reason>,
    /// What it took.
    pub stats: DistanceStats,
}

impl<M> Shortest<M> {
    /// The length of the shortest win in plies, if it is known.
    pub fn exact(&self) -> Option<u32> {
        self.at_most.filter(|_| self.at_most == self.at_least)
    }
}

/// Nodes for each number of plies while ascending at first.
const CHEAP: u64 = 20_000;

impl<G: Distances> DistanceSolver<'_, G> {
    /// How many plies the shortest win takes. Within the limits of nodes, time and interrupts, the
    /// answer is a bracket, both ends of which are proved; certificates of both come from
    /// [`DistanceSolver::certificate`].
    ///
    /// The search for any win takes as much memory as the table, beside it.
    ///
    /// ```
    /// use threefold_chess::Chess;
    /// use threefold_game::{Game, History, Player};
    /// use threefold_search::distance::{DistanceOptions, DistanceSolver};
    ///
    /// let history = History::new(Chess.parse_position("8/8/8/8/8/1k6/7r/K7 w - -")?);
    /// let mut solver = DistanceSolver::new(&Chess, Player::Second, DistanceOptions::default());
    /// assert_eq!(solver.shortest(&history).exact(), Some(2)); // 1. Kb1 Rh1#
    /// // White cannot win with nothing but a king.
    /// let mut solver = DistanceSolver::new(&Chess, Player::First, DistanceOptions::default());
    /// let none = solver.shortest(&history);
    /// assert_eq!((none.at_least, none.at_most, none.reason), (None, None, None));
    /// # Ok::<(), threefold_game::NotationError>(())
    /// ```
    pub fn shortest(&mut self, history: &History<G>) -> Shortest<G::Move> {
        let (game, attacker, interrupt) = (self.game, self.attacker, self.interrupt.clone());
        let table_bytes = self.options.table_bytes;
        let mut search = self.search(history);
        let mut bracket = Bracket::new(&mut search);
        let (limit, time) = (search.stop_at, search.limits.time);
        let mut reason = bracket.ascend(&mut search, CHEAP, limit);
        // Any win at all.
        let question = Question::new(attacker, RepetitionRule::Draw);
        if bracket.is_open() && reason == Some(Reason::Nodes) && question.is_of(game) {
            let nodes = limit.saturating_sub(search.stats.nodes) / 2;
            let time = time.map(|time| time.saturating_sub(search.started.elapsed()));
            let limits = Limits { nodes, time, ..search.limits.clone() };
            let any = any_win(game, question, history, limits, &interrupt, table_bytes);
            search.stats.unbounded_nodes = any.nodes;
            search.stop_at = limit.saturating_sub(any.nodes);
            match any.plies {
                Some(Some(plies)) => bracket.known.hi = bracket.known.hi.min(plies),
                Some(None) => bracket.known.lo = NEVER,
                None => {}
            }
        }
        let limit = search.stop_at;
        let mut budget = CHEAP;
        while bracket.is_open() && !bracket.is_at_end(reason, search.stats.nodes, limit) {
            budget = budget.saturating_mul(2);
            reason = bracket.ascend(&mut search, budget, limit);
            if bracket.is_open() && !bracket.is_at_end(reason, search.stats.nodes, limit) {
                reason = bracket.descend(&mut search, budget, limit).or(reason);
            }
        }
        bracket.answer(&mut search, reason)
    }
}

/// What is known of the root.
struct Bracket {
    known: Known,
}

impl Bracket {
    fn new<G: Distances>(search: &mut Search<'_, G>) -> Self {
        let nothing = Known { lo: 0, hi: NEVER, mv: NO_MOVE, plies: 0, pn: 1, dn: 1 };
        let known = search.by_rules().or_else(|| search.table.find(search.key()));
        Bracket { known: known.unwrap_or(nothing) }
    }

    /// The next number of plies above those that are ruled out.
    fn next<G: Distances>(&self, search: &Search<'_, G>) -> u32 {
        search.next_possible(self.known.lo)
    }

    fn is_open(&self) -> bool {
        self.known.lo < self.known.hi
    }

    /// Whether a limit of the whole question was hit.
    fn is_at_end(&self, reason: Option<Reason>, nodes: u64, limit: u64) -> bool {
        match reason {
            Some(Reason::Nodes) => nodes >= limit,
            Some(_) => true,
            None => false,
        }
    }

    /// Asks about one number of plies.
    fn ask<G: Distances>(
        &mut self,
        search: &mut Search<'_, G>,
        plies: u16,
        budget: u64,
        limit: u64,
    ) -> Option<Reason> {
        search.stop_at = search.stats.nodes.saturating_add(budget).min(limit);
        let finding = dfpn::solve(search, plies);
        search.stop_at = limit;
        let found = finding.known;
        if found.hi < self.known.hi || self.known.mv == NO_MOVE && found.hi <= self.known.hi {
            self.known.mv = found.mv;
        }
        self.known.hi = self.known.hi.min(found.hi);
        self.known.lo = self.known.lo.max(found.lo);
        finding.reason
    }

    /// Rules out one number of plies after the other, each within the budget.
    fn ascend<G: Distances>(
        &mut self,
        search: &mut Search<'_, G>,
        budget: u64,
        limit: u64,
    ) -> Option<Reason> {
        while self.is_open() {
            let plies = self.next(search);
            if plies >= u32::from(self.known.hi) {
                // The bounds have met; with a parity between them.
                self.known.lo = self.known.hi;
                return None;
            }
            if plies >= u32::from(NEVER) - 1 {
                return Some(Reason::Depth);
            }
            let reason = self.ask(search, plies as u16, budget, limit);
            if reason.is_some() {
                return reason;
            }
        }
        None
    }

    /// Looks for a shorter win in the middle of the bracket, and then one just a little shorter.
    fn descend<G: Distances>(
        &mut self,
        search: &mut Search<'_, G>,
        budget: u64,
        limit: u64,
    ) -> Option<Reason> {
        if self.known.hi == NEVER {
            return None;
        }
        let mut reason = None;
        let middle = self.known.lo.midpoint(self.known.hi);
        for plies in [middle, self.known.hi.saturating_sub(2)] {
            while self.is_open() && plies < self.known.hi && plies > self.known.lo {
                reason = self.ask(search, plies, budget, limit);
                if reason.is_some() {
                    break;
                }
            }
            if self.is_at_end(reason, search.stats.nodes, limit) {
                break;
            }
        }
        reason
    }

    fn answer<G: Distances>(
        &self,
        search: &mut Search<'_, G>,
        reason: Option<Reason>,
    ) -> Shortest<G::Move> {
        let Known { lo, hi, mv, .. } = self.known;
        let best = if mv == NO_MOVE || !search.or_node() {
            None
        } else {
            search.game.decode_move(&search.position, mv)
        };
        let at_least = (lo != NEVER).then(|| search.next_possible(lo).min(u32::from(hi)));
        let open = self.is_open() && at_least != Some(u32::from(hi));
        Shortest {
            at_least,
            at_most: (hi != NEVER).then_some(u32::from(hi)),
            best,
            reason: if open { reason.or(Some(Reason::Nodes)) } else { None },
            stats: search.finished_stats(),
        }
    }
}

/// What the search without a bound has found.
struct AnyWin {
    /// The length of a win, or that there is none; `None` if neither is known.
    plies: Option<Option<u16>>,
    nodes: u64,
}

fn any_win<G: Distances>(
    game: &G,
    question: Question,
    history: &History<G>,
    limits: Limits,
    interrupt: &Interrupt,
    table_bytes: usize,
) -> AnyWin {
    let options = Options { table_bytes: table_bytes.max(1 << 20), ..Options::default() };
    let mut solver = Solver::new(game, question, options);
    solver.limit(limits).interrupt_by(interrupt.clone());
    let answer = solver.solve(history);
    let nodes = answer.stats.nodes;
    let plies = match answer.verdict.decided() {
        None => None,
        Some(false) => Some(None),
        Some(true) => {
            let certificate = solver.certificate(history, true, RepetitionRule::Draw);
            let line = certificate
                .ok()
                .and_then(|certificate| longest_resistance(game, &(), history, &certificate.block));
            line.and_then(|line| u16::try_from(line.len()).ok())
                .filter(|&plies| plies < NEVER)
                .map(Some)
        }
    };
    AnyWin { plies, nodes }
}
