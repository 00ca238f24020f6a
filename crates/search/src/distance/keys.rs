//! Every first move of a problem: which of them are keys, and what refutes the others.

use threefold_game::{Distances, History};

use super::dfpn;
use super::progress::DistanceMonitor;
use super::search::Search;
use super::solver::{DistanceSolver, answer, clamp};
use super::stats::DistanceStats;
use crate::limits::Reason;
use crate::solver::Verdict;

/// A move of the root, and whether the attacker wins within the plies left after it.
#[derive(Clone, Debug)]
pub struct FirstMove<M> {
    /// The move.
    pub m: M,
    /// `Proven`: it wins in time, and is a key if it is the attacker's.
    pub verdict: Verdict,
    /// After the move there is no win within fewer plies than this. `None`: there is no win at
    /// all.
    pub at_least: Option<u32>,
    /// After the move there is a win within so many plies, if one is known.
    pub at_most: Option<u32>,
    /// A reply that refutes the move, where it does not win and the reply is known: there is none
    /// where the game is over.
    pub refutation: Option<M>,
}

/// All moves of the root.
#[derive(Clone, Debug)]
pub struct Keys<M> {
    /// In the game's order.
    pub moves: Vec<FirstMove<M>>,
    /// Why some moves are neither proved nor refuted; `None` if all are.
    pub reason: Option<Reason>,
    /// What it took.
    pub stats: DistanceStats,
}

impl<M: Copy> Keys<M> {
    /// The moves after which the attacker wins in time. All of them if there is no `reason`.
    pub fn keys(&self) -> impl Iterator<Item = M> {
        self.moves.iter().filter(|first| first.verdict == Verdict::Proven).map(|first| first.m)
    }
}

/// Nodes for each move in the first round; four times as many in each further one.
const FIRST_BUDGET: u64 = 1000;

impl<G: Distances> DistanceSolver<'_, G> {
    /// Asks of every move of the root whether the attacker wins within `plies`, the move included.
    /// A problem is sound if there is one key; no move that wins means that there is no solution,
    /// more than one that it is cooked. No move if the game is over in the root.
    ///
    /// ```
    /// use threefold_chess::Chess;
    /// use threefold_game::{Game, History, Player};
    /// use threefold_search::distance::{DistanceOptions, DistanceSolver};
    ///
    /// let history = History::new(Chess.parse_position("k7/8/2K5/8/8/8/8/7R w - -")?);
    /// let mut solver = DistanceSolver::new(&Chess, Player::First, DistanceOptions::default());
    /// let keys = solver.keys(&history, 3);
    /// assert_eq!(keys.reason, None);
    /// let text = |m| Chess.move_text(history.root(), m);
    /// assert_eq!(keys.keys().map(text).collect::<Vec<_>>(), ["c6b6", "c6c7"]);
    /// # Ok::<(), threefold_game::NotationError>(())
    /// ```
    pub fn keys(&mut self, history: &History<G>, plies: u32) -> Keys<G::Move> {
        self.keys_monitored(history, plies, None)
    }

    /// The same, reporting progress every few thousand nodes.
    pub fn keys_monitored(
        &mut self,
        history: &History<G>,
        plies: u32,
        monitor: Option<DistanceMonitor<'_>>,
    ) -> Keys<G::Move> {
        let Some(mut search) = self.search_of_moves(history) else {
            let stats = DistanceStats::default();
            return Keys { moves: Vec::new(), reason: None, stats };
        };
        search.monitor = monitor.map(|monitor| monitor as DistanceMonitor<'_>);
        let (moves, reason) = first_moves(&mut search, clamp(plies));
        Keys { moves, reason, stats: search.finished_stats() }
    }
}

/// Asks of every move of the position at hand, which is no draw by what was before it; see
/// [`DistanceSolver::keys`].
pub(super) fn first_moves<G: Distances>(
    search: &mut Search<'_, G>,
    plies: u16,
) -> (Vec<FirstMove<G::Move>>, Option<Reason>) {
    let plies = search.normal(plies);
    let mut moves = Vec::new();
    // That the position would be a draw if it came back says nothing of it now.
    if search.game.terminal(&search.position).is_some() || plies == 0 {
        return (Vec::new(), None);
    }
    search.game.moves(&search.position, &mut moves);
    let mut first: Vec<Option<FirstMove<G::Move>>> = moves.iter().map(|_| None).collect();
    let limit = search.stop_at;
    let mut budget = FIRST_BUDGET;
    let reason = loop {
        let mut open = None;
        for (&m, found) in moves.iter().zip(&mut first) {
            if found.as_ref().is_some_and(|found| found.verdict.decided().is_some()) {
                continue;
            }
            search.stop_at = search.stats.nodes.saturating_add(budget).min(limit);
            let undo = search.make(m);
            let finding = dfpn::solve(search, plies - 1);
            let answer = answer(search, &finding, plies - 1);
            search.undo(m, undo);
            if let Verdict::Unknown(reason) = answer.verdict {
                open = Some(reason);
            }
            let (verdict, refutation) = (answer.verdict, answer.best);
            let (at_least, at_most) = (answer.at_least, answer.at_most);
            *found = Some(FirstMove { m, verdict, at_least, at_most, refutation });
        }
        match open {
            Some(Reason::Nodes) if search.stats.nodes < limit => budget = budget.saturating_mul(4),
            open => break open,
        }
    };
    search.stop_at = limit;
    (first.into_iter().flatten().collect(), reason)
}
