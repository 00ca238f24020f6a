//! The solver for questions with a distance.

use std::collections::HashSet;
use threefold_game::clock::Instant;

use threefold_game::{Distances, History, Knowledge, Player};

use super::dfpn::{self, Finding};
use super::options::DistanceOptions;
use super::progress::DistanceMonitor;
use super::search::{Asked, Search, drawn_by_history};
use super::stats::DistanceStats;
use super::table::{NEVER, NO_MOVE, Table};
use crate::limits::{Interrupt, Limits};
use crate::solver::{Solver, Verdict};

/// The most plies that can be asked for.
pub const MAX_PLIES: u32 = NEVER as u32 - 2;

/// The answer to the question whether the attacker wins within a number of plies.
#[derive(Clone, Debug)]
pub struct DistanceAnswer<M> {
    /// What was found out.
    pub verdict: Verdict,
    /// There is no win within fewer plies than this. `None`: there is no win at all.
    pub at_least: Option<u32>,
    /// There is a win within so many plies, if one is known. Where the verdict is `Proven` it is
    /// not more than what was asked for.
    pub at_most: Option<u32>,
    /// The attacker's move that wins, or the defender's that refutes: that of who is to move in the
    /// root, if he is the one who succeeds.
    pub best: Option<M>,
    /// Proof number of the root: 0 if proven.
    pub pn: u32,
    /// Disproof number of the root: 0 if disproven.
    pub dn: u32,
    /// What it took.
    pub stats: DistanceStats,
}

/// Answers questions with a distance about the positions of one game, for one attacker.
///
/// What is found out is kept from one question to the next: a win within 5 plies is one within 7,
/// too. It is forgotten where the moves before the root make other positions draws.
///
/// ```
/// use threefold_chess::Chess;
/// use threefold_game::{Game, History, Player};
/// use threefold_search::distance::{DistanceOptions, DistanceSolver};
/// use threefold_search::{Limits, Verdict};
///
/// // White mates in two, by 1. Kb6.
/// let history = History::new(Chess.parse_position("k7/8/2K5/8/8/8/8/7R w - -")?);
/// let mut solver = DistanceSolver::new(&Chess, Player::First, DistanceOptions::default());
/// solver.limit(Limits::nodes(100_000));
/// assert_eq!(solver.within(&history, 1).verdict, Verdict::Disproven);
/// let answer = solver.within(&history, 3);
/// assert_eq!(answer.verdict, Verdict::Proven);
/// assert_eq!(Chess.move_text(history.root(), answer.best.unwrap()), "c6b6");
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
pub struct DistanceSolver<'g, G: Distances> {
    pub(super) game: &'g G,
    pub(super) attacker: Player,
    pub(super) knowledge: Option<&'g dyn Knowledge<G>>,
    pub(super) options: DistanceOptions,
    pub(super) limits: Limits,
    pub(super) interrupt: Interrupt,
    pub(super) table: Table,
    /// The positions that draw because of the history, for which the table holds results.
    pub(super) drawn: HashSet<G::Position>,
    pub(super) met: HashSet<G::Position>,
    /// Looks for any win at all; made when it is wanted.
    pub(super) any: Option<Solver<'g, G>>,
}

impl<'g, G: Distances> DistanceSolver<'g, G> {
    /// A solver with an empty table and no limits. The rule of repetition is `draw`: nothing but a
    /// win is a success of the attacker. Under superko, where a move may be illegal because of what
    /// was played before, these questions cannot be asked.
    pub fn new(game: &'g G, attacker: Player, options: DistanceOptions) -> Self {
        let table = Table::new(options.table_bytes, options.drop_256ths);
        DistanceSolver {
            game,
            attacker,
            knowledge: None,
            options,
            limits: Limits::default(),
            interrupt: Interrupt::default(),
            table,
            drawn: HashSet::new(),
            met: HashSet::new(),
            any: None,
        }
    }

    /// What the search within a length takes for granted: in which positions the attacker does not
    /// win, whatever was before. The search for any win, and certificates, do without.
    pub fn knowledge(mut self, knowledge: &'g dyn Knowledge<G>) -> Self {
        self.knowledge = Some(knowledge).filter(|knowledge| !knowledge.is_empty());
        self
    }

    /// Sets the limits of each question from now on.
    pub fn limit(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// Lets `interrupt` stop the searches of this solver.
    pub fn interrupt_by(&mut self, interrupt: Interrupt) -> &mut Self {
        self.interrupt = interrupt;
        self
    }

    /// The player whose win is in question.
    pub fn attacker(&self) -> Player {
        self.attacker
    }

    /// Empties the table.
    pub fn clear(&mut self) {
        self.table.clear();
        self.any = None;
    }

    /// Bytes that the table occupies, without that of the search for any win.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Share of the table in use, 0 to 1.
    pub fn table_fill(&self) -> f64 {
        self.table.fill()
    }

    /// Whether the attacker wins the root of `history` within so many plies ([`MAX_PLIES`] at the
    /// most; more are taken for that).
    pub fn within(&mut self, history: &History<G>, plies: u32) -> DistanceAnswer<G::Move> {
        self.within_monitored(history, plies, None)
    }

    /// The same, reporting progress every few thousand nodes.
    pub fn within_monitored(
        &mut self,
        history: &History<G>,
        plies: u32,
        monitor: Option<DistanceMonitor<'_>>,
    ) -> DistanceAnswer<G::Move> {
        let mut search = self.search(history);
        search.monitor = monitor.map(|monitor| monitor as DistanceMonitor<'_>);
        let plies = clamp(plies);
        let finding = dfpn::solve(&mut search, plies);
        answer(&mut search, &finding, plies)
    }

    /// The state of a search from the root of `history`.
    pub(super) fn search(&mut self, history: &History<G>) -> Search<'_, G> {
        let drawn = drawn_by_history(self.game, history, false);
        self.search_without(history, drawn)
    }

    /// The state of a search of the moves of the root; `None` if the root is a draw by what was
    /// before it.
    pub(super) fn search_of_moves(&mut self, history: &History<G>) -> Option<Search<'_, G>> {
        let drawn = drawn_by_history(self.game, history, false);
        if drawn.contains(history.root()) {
            return None;
        }
        let drawn = drawn_by_history(self.game, history, true);
        Some(self.search_without(history, drawn))
    }

    fn search_without(
        &mut self,
        history: &History<G>,
        drawn: HashSet<G::Position>,
    ) -> Search<'_, G> {
        // What is in the table holds where these positions are draws.
        if drawn != self.drawn {
            self.table.clear();
            self.drawn = drawn;
        }
        self.met = history.positions().iter().cloned().collect();
        Search {
            game: self.game,
            attacker: self.attacker,
            knowledge: self.knowledge,
            options: &self.options,
            limits: &self.limits,
            interrupt: &self.interrupt,
            table: &mut self.table,
            drawn: &self.drawn,
            met: &self.met,
            position: history.root().clone(),
            stats: DistanceStats::default(),
            started: Instant::now(),
            stop_at: self.limits.nodes,
            moves: Vec::new(),
            killers: Vec::new(),
            alternating: self.game.winner_moves_last(),
            ticks: 0,
            monitor: None,
            asked: Asked { hi: NEVER, ..Asked::default() },
        }
    }
}

/// So many plies as the table can hold.
pub(super) fn clamp(plies: u32) -> u16 {
    plies.min(MAX_PLIES) as u16
}

/// The answer about the position at hand, which is that of the finding.
pub(super) fn answer<G: Distances>(
    search: &mut Search<'_, G>,
    finding: &Finding,
    plies: u16,
) -> DistanceAnswer<G::Move> {
    let plies = search.normal(plies);
    let known = finding.known;
    let verdict = match (known.decides(plies), finding.reason) {
        (Some(true), _) => Verdict::Proven,
        (Some(false), _) => Verdict::Disproven,
        (None, reason) => Verdict::Unknown(reason.expect("what is not decided has a reason")),
    };
    let decides = match verdict {
        Verdict::Proven => search.or_node(),
        Verdict::Disproven => !search.or_node(),
        Verdict::Unknown(_) => false,
    };
    let best = if decides && known.mv != NO_MOVE {
        search.game.decode_move(&search.position, known.mv)
    } else {
        None
    };
    DistanceAnswer {
        verdict,
        at_least: (known.lo != NEVER).then(|| search.next_possible(known.lo)),
        at_most: (known.hi != NEVER).then_some(u32::from(known.hi)),
        best,
        pn: finding.pn,
        dn: finding.dn,
        stats: search.finished_stats(),
    }
}

impl<G: Distances> Search<'_, G> {
    /// The first number of plies from this on at which the attacker can have won.
    pub(super) fn next_possible(&self, plies: u16) -> u32 {
        let wrong = self.alternating && (plies & 1 == 1) != self.or_node();
        u32::from(plies) + u32::from(wrong)
    }

    pub(super) fn finished_stats(&mut self) -> DistanceStats {
        self.stats.time = self.started.elapsed();
        self.stats.table_entries = self.table.used();
        self.stats.evictions = self.table.evictions;
        self.stats.clone()
    }
}
