//! The shortest win: bounds from below and from above, until they meet.
//!
//! ```text
//!   plies   1   3   5   7   9  11  13  15 ...  41
//!           x   x   x   ?                      o        1. ascend while it is cheap
//!                                                       2. any win at all: it bounds from above
//!           x   x   x   x   ?   ?   o                   3. ascend and bisect in turn, with budgets
//!                       no win     win                     that double
//! ```
//! What is known at any time is a proved bracket: a win takes at least so many plies, and at most
//! so many.

use threefold_certificate::Block;
use threefold_game::{Distances, History, Player, Question, RepetitionRule};

use super::dfpn;
use super::options::DistanceOptions;
use super::progress::DistanceMonitor;
use super::search::Search;
use super::solver::{DistanceSolver, clamp};
use super::stats::DistanceStats;
use super::table::{Known, NEVER, NO_MOVE};
use crate::extracted::{ExtractError, Extracted};
use crate::limits::{Limits, Reason};
use crate::line::longest_resistance;
use crate::options::Options;
use crate::solver::{Solver, Verdict};

/// What is known of the length of the shortest win.
#[derive(Clone, Debug)]
pub struct Shortest<M> {
    /// There is no win within fewer plies than this. `None`: there is no win at all.
    pub at_least: Option<u32>,
    /// There is a win within so many plies. `None`: none is known.
    pub at_most: Option<u32>,
    /// The attacker's first move of a win within `at_most`, if he is to move.
    pub best: Option<M>,
    /// Why the bounds have not met; `None` if they have, or if there is no win at all.
    pub reason: Option<Reason>,
    /// The win of any length that this answer found, if it had to look for one.
    pub any: Option<AnyWin<M>>,
    /// What it took.
    pub stats: DistanceStats,
}

/// A win that was found without a bound on its length.
#[derive(Clone, Debug)]
pub struct AnyWin<M> {
    /// The defender's longest resistance within the certificate: an upper bound of the length of
    /// the shortest win.
    pub line: Vec<M>,
    /// The certificate of the win, without a distance.
    pub block: Block,
}

impl<M> Shortest<M> {
    /// The length of the shortest win in plies, if it is known.
    pub fn exact(&self) -> Option<u32> {
        self.at_most.filter(|_| self.at_most == self.at_least)
    }
}

/// Nodes for each number of plies while ascending at first.
const CHEAP: u64 = 20_000;
/// Numbers of plies that are ruled out one after the other before something else is tried.
const STEPS: u32 = 64;

impl<'g, G: Distances> DistanceSolver<'g, G> {
    /// How many plies the shortest win takes. Within the limits of nodes, time and interrupts, the
    /// answer is a bracket, both ends of which are proved; certificates of both come from
    /// [`DistanceSolver::certificate`].
    ///
    /// The search for any win has as large a table, beside it.
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
        self.shortest_monitored(history, None)
    }

    /// The same, reporting progress every few thousand nodes.
    ///
    /// Asked again with other limits, it goes on from what it has found out.
    pub fn shortest_monitored(
        &mut self,
        history: &History<G>,
        monitor: Option<DistanceMonitor<'_>>,
    ) -> Shortest<G::Move> {
        // The search for any win keeps its table, too.
        let mut any = self.any.take();
        let answer = self.bracket(history, &mut any, monitor);
        self.any = any;
        answer
    }

    /// The certificate that there is no win at any distance, an ordinary one without a length, by
    /// the search for any win: from what it has found, or else from a search within the limits.
    ///
    /// # Errors
    /// [`ExtractError::Limit`] if a limit was hit, or the game has no such question without a
    /// length; [`ExtractError::Wrong`] if there is a win.
    pub fn certificate_of_none(
        &mut self,
        history: &History<G>,
        rule: RepetitionRule,
    ) -> Result<Extracted, ExtractError> {
        let question = any_win_of(self.attacker);
        if !question.is_of(self.game) {
            return Err(ExtractError::Limit(Reason::Incomplete));
        }
        let (game, options) = (self.game, &self.options);
        let solver = self.any.get_or_insert_with(|| unbounded(game, question, options));
        solver.limit(self.limits.clone()).interrupt_by(self.interrupt.clone());
        match solver.solve(history).verdict {
            Verdict::Disproven => solver.certificate(history, false, rule),
            Verdict::Proven => Err(ExtractError::Wrong),
            Verdict::Unknown(reason) => Err(ExtractError::Limit(reason)),
        }
    }

    /// A move in the root of `history` after which the attacker does not win within so many plies,
    /// or without a number not at all, where that has just been found out and the other player is
    /// to move. `None` also where nothing has to be played, a limit was hit, or the root is known.
    pub fn holding_move(&mut self, history: &History<G>, plies: Option<u32>) -> Option<G::Move> {
        let is_known = self.search(history).by_knowledge().is_some();
        if is_known || self.game.player_to_move(history.root()) == self.attacker {
            return None;
        }
        if let Some(plies) = plies {
            let mut search = self.search(history);
            let known = search.decided(clamp(plies), false).ok()?;
            return self.game.decode_move(history.root(), known.mv);
        }
        if let Some(m) = self.any.as_ref().and_then(|any| any.choice(history)) {
            return Some(m);
        }
        let search = self.search(history);
        let known = search.table.find(search.key(NEVER)).filter(|known| known.lo == NEVER);
        let m = known.and_then(|known| search.game.decode_move(&search.position, known.mv));
        m.or_else(|| {
            // With knowledge the answer may rest on it, and be out of reach without.
            self.knowledge.is_none().then_some(())?;
            let made = self.certificate_of_none(history, RepetitionRule::Draw).ok()?;
            self.game.parse_move(history.root(), made.block.moves.iter().next()?).ok()
        })
    }

    fn bracket(
        &mut self,
        history: &History<G>,
        solver: &mut Option<Solver<'g, G>>,
        monitor: Option<DistanceMonitor<'_>>,
    ) -> Shortest<G::Move> {
        let (game, attacker, interrupt) = (self.game, self.attacker, self.interrupt.clone());
        let options = self.options.clone();
        let mut search = self.search(history);
        search.monitor = monitor.map(|monitor| monitor as DistanceMonitor<'_>);
        let mut bracket = Bracket::new(&mut search);
        let (limit, time) = (search.stop_at, search.limits.time);
        let cheap = CHEAP.min(limit / 4).max(1);
        let mut reason = bracket.ascend(&mut search, cheap, limit / 2);
        search.stop_at = limit;
        // Any win at all.
        let question = any_win_of(attacker);
        let mut any = None;
        let is_wanted = bracket.is_open() && bracket.known.hi == NEVER;
        if is_wanted && reason == Some(Reason::Nodes) && question.is_of(game) {
            let nodes = limit.saturating_sub(search.stats.nodes) / 2;
            let time = time.map(|time| time.saturating_sub(search.started.elapsed()));
            let limits = Limits { nodes, time, ..search.limits.clone() };
            let solver = solver.get_or_insert_with(|| unbounded(game, question, &options));
            solver.limit(limits).interrupt_by(interrupt);
            let (found, nodes) = any_win(solver, history, &mut search);
            search.stats.unbounded_nodes = nodes;
            search.stop_at = limit.saturating_sub(nodes);
            any = bracket.learn(&mut search, found);
        }
        let limit = search.stop_at;
        let mut budget = cheap;
        while bracket.is_open() && !bracket.is_at_end(reason, search.stats.nodes, limit) {
            budget = budget.saturating_mul(2);
            reason = bracket.ascend(&mut search, budget, limit);
            if bracket.is_open() && !bracket.is_at_end(reason, search.stats.nodes, limit) {
                reason = bracket.descend(&mut search, budget, limit).or(reason);
            }
        }
        bracket.answer(&mut search, reason, any)
    }
}

/// The question whether a player wins at all.
fn any_win_of(attacker: Player) -> Question {
    Question::new(attacker, RepetitionRule::Draw)
}

/// What answers it, with as large a table as there is for the distances, and all that is left
/// beside that.
fn unbounded<'g, G: Distances>(
    game: &'g G,
    question: Question,
    options: &DistanceOptions,
) -> Solver<'g, G> {
    let DistanceOptions { table_bytes, threads, deterministic, .. } = *options;
    let memory_bytes = match options.memory_bytes {
        usize::MAX => None,
        bytes => Some(bytes.saturating_sub(table_bytes)),
    };
    let table_bytes = table_bytes.max(1 << 20);
    Solver::new(
        game,
        question,
        Options {
            table_bytes,
            memory_bytes,
            threads,
            deterministic,
            components: true,
            ..Options::default()
        },
    )
}

/// What is known of the root.
struct Bracket {
    known: Known,
}

impl Bracket {
    fn new<G: Distances>(search: &mut Search<'_, G>) -> Self {
        let nothing = Known { lo: 0, hi: NEVER, mv: NO_MOVE, plies: 0, pn: 1, dn: 1 };
        let known = search.by_rules().or_else(|| search.table.find(search.key(NEVER)));
        let bracket = Bracket { known: known.unwrap_or(nothing) };
        (search.asked.lo, search.asked.hi) = (bracket.known.lo, bracket.known.hi);
        bracket
    }

    /// Takes over what the search for any win has found out, and stores it.
    fn learn<G: Distances>(
        &mut self,
        search: &mut Search<'_, G>,
        found: Found<G::Move>,
    ) -> Option<AnyWin<G::Move>> {
        let mut any = None;
        match found {
            Found::Nothing => return None,
            Found::NoWin => self.known.lo = NEVER,
            Found::Win(win) => {
                let plies = u16::try_from(win.line.len()).unwrap_or(NEVER);
                if plies < self.known.hi {
                    let first = win.line.first().filter(|_| search.or_node());
                    self.known.hi = plies;
                    self.known.mv =
                        first.map_or(NO_MOVE, |&m| search.game.encode_move(&search.position, m));
                }
                any = Some(*win);
            }
        }
        let (key, Known { lo, hi, mv, .. }) = (search.key(NEVER), self.known);
        if hi != NEVER {
            search.table.store(key, Known::proven(hi, mv), search.stats.nodes);
        } else if lo == NEVER {
            search.table.store(key, Known::disproven(lo, NO_MOVE), search.stats.nodes);
        }
        self.tell(search);
        any
    }

    fn tell<G: Distances>(&self, search: &mut Search<'_, G>) {
        (search.asked.lo, search.asked.hi) = (self.known.lo, self.known.hi);
        search.tell();
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
        let (found, before) = (finding.known, (self.known.lo, self.known.hi));
        if found.hi < self.known.hi || self.known.mv == NO_MOVE && found.hi <= self.known.hi {
            self.known.mv = found.mv;
        }
        self.known.hi = self.known.hi.min(found.hi);
        self.known.lo = self.known.lo.max(found.lo);
        if (self.known.lo, self.known.hi) != before {
            self.tell(search);
        }
        finding.reason
    }

    /// Rules out one number of plies after the other, each within the budget.
    fn ascend<G: Distances>(
        &mut self,
        search: &mut Search<'_, G>,
        budget: u64,
        limit: u64,
    ) -> Option<Reason> {
        // Where there is no win, each number of plies may be ruled out at once, and never the last:
        // the search for any win has to say so.
        let mut left = STEPS;
        while self.is_open() {
            if left == 0 {
                return Some(Reason::Nodes);
            }
            left -= 1;
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
        any: Option<AnyWin<G::Move>>,
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
            any,
            stats: search.finished_stats(),
        }
    }
}

/// What the search without a bound has found.
enum Found<M> {
    Win(Box<AnyWin<M>>),
    /// There is no win at all.
    NoWin,
    Nothing,
}

/// Looks for any win; says how many nodes it took.
fn any_win<G: Distances>(
    solver: &mut Solver<'_, G>,
    history: &History<G>,
    search: &mut Search<'_, G>,
) -> (Found<G::Move>, u64) {
    let before = search.stats.nodes;
    let answer = solver.solve_monitored(
        history,
        Some(&mut |progress| {
            let numbers = (progress.pn, progress.dn);
            search.tell_of(before + progress.nodes, None, numbers, progress.table_fill);
        }),
    );
    let found = match answer.verdict.decided() {
        None => Found::Nothing,
        Some(false) => Found::NoWin,
        Some(true) => {
            let game = search.game;
            let certificate = solver.certificate(history, true, RepetitionRule::Draw);
            let win = certificate.ok().and_then(|certificate| {
                let block = certificate.block;
                let line = longest_resistance(game, &(), history, &block)?;
                Some(Box::new(AnyWin { line, block }))
            });
            win.map_or(Found::Nothing, Found::Win)
        }
    };
    (found, answer.stats.nodes)
}
