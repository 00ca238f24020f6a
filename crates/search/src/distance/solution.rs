//! The solution of a problem as a tree: keys, tries, threats, variations, duals and set play.

use threefold_game::{Distances, History};

use super::dfpn;
use super::keys::{FirstMove, first_moves};
use super::progress::DistanceMonitor;
use super::search::Search;
use super::solver::{DistanceSolver, clamp};
use super::stats::DistanceStats;
use crate::extracted::ExtractError;
use crate::limits::Reason;
use crate::solver::Verdict;

/// How much of a solution is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionOptions {
    /// Plies of the tree below a key, at most [`SolutionOptions::DEEPEST`].
    pub depth: u32,
    /// Whether every move of the attacker that wins in time is written down, rather than one that
    /// wins soonest: more than one in a variation are duals.
    pub duals: bool,
    /// Whether what the attacker threatens after each of his moves is written down.
    pub threats: bool,
    /// Whether the play is written down that there would be if the other player were to move in
    /// the root.
    pub set_play: bool,
    /// A first move that does not win in time is a try if at most so many replies refute it: 1 for
    /// what problemists call a try, 0 for none.
    pub tries: usize,
    /// Moves in the tree. What does not fit is left out, and `Solution::complete` is false.
    pub moves: usize,
}

impl SolutionOptions {
    /// The deepest tree.
    pub const DEEPEST: u32 = 100;
}

impl Default for SolutionOptions {
    /// Everything, 10 plies deep, up to 100,000 moves; tries that one reply refutes.
    fn default() -> Self {
        SolutionOptions {
            depth: 10,
            duals: true,
            threats: true,
            set_play: true,
            tries: 1,
            moves: 100_000,
        }
    }
}

/// A move of the attacker, and what follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack<M> {
    /// The move.
    pub m: M,
    /// The plies of the shortest win from before the move by way of it, the move included.
    pub plies: u32,
    /// What the attacker would play, and win in time, if the defender could pass: empty where
    /// nothing is threatened. `None` where passing is impossible, and where nobody asked.
    pub threats: Option<Vec<Attack<M>>>,
    /// One for each reply.
    pub variations: Vec<Variation<M>>,
}

/// A reply of the defender, and what the attacker does about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation<M> {
    /// The reply.
    pub reply: M,
    /// The attacker's moves that win in time: more than one are duals. Empty where the attacker has
    /// won by the reply, and where the tree is not as deep.
    pub attacks: Vec<Attack<M>>,
}

/// A first move that only few replies refute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Try<M> {
    /// The move.
    pub m: M,
    /// As of an [`Attack`].
    pub threats: Option<Vec<Attack<M>>>,
    /// One for each reply that does not refute.
    pub variations: Vec<Variation<M>>,
    /// All replies that refute it.
    pub refutations: Vec<M>,
}

/// The solution of a problem.
#[derive(Clone, Debug)]
pub struct Solution<M> {
    /// Every first move, proved or refuted.
    pub first_moves: Vec<FirstMove<M>>,
    /// The keys and what follows them.
    pub keys: Vec<Attack<M>>,
    /// The tries and what follows them.
    pub tries: Vec<Try<M>>,
    /// The replies if the other player were to move in the root after which the attacker has won,
    /// or wins in time. `None` if that is no position, or was not asked for.
    pub set_play: Option<Vec<Variation<M>>>,
    /// Whether everything that was asked for is there.
    pub complete: bool,
    /// Which limit was hit, if one was.
    pub reason: Option<Reason>,
    /// What it took.
    pub stats: DistanceStats,
}

impl<G: Distances> DistanceSolver<'_, G> {
    /// The solution of the problem whether the attacker, who is to move, wins within so many plies.
    ///
    /// ```
    /// use threefold_chess::Chess;
    /// use threefold_game::{Game, History, Player};
    /// use threefold_search::distance::{DistanceOptions, DistanceSolver, SolutionOptions};
    ///
    /// // Morphy: 1. Ra6! puts Black into zugzwang.
    /// let history = History::new(Chess.parse_position("kbK5/pp6/1P6/8/8/8/8/R7 w - -")?);
    /// let mut solver = DistanceSolver::new(&Chess, Player::First, DistanceOptions::default());
    /// let solution = solver.solution(&history, 3, &SolutionOptions::default());
    /// assert!(solution.complete && solution.keys.len() == 1);
    /// let key = &solution.keys[0];
    /// assert_eq!(Chess.move_text(history.root(), key.m), "a1a6");
    /// assert_eq!((key.plies, key.variations.len()), (3, 7));
    /// assert!(key.threats.as_ref().is_some_and(|threats| threats.is_empty()));
    /// assert!(key.variations.iter().all(|variation| variation.attacks.len() == 1));
    /// # Ok::<(), threefold_game::NotationError>(())
    /// ```
    pub fn solution(
        &mut self,
        history: &History<G>,
        plies: u32,
        options: &SolutionOptions,
    ) -> Solution<G::Move> {
        self.solution_monitored(history, plies, options, None)
    }

    /// The same, reporting progress every few thousand nodes.
    pub fn solution_monitored(
        &mut self,
        history: &History<G>,
        plies: u32,
        options: &SolutionOptions,
        monitor: Option<DistanceMonitor<'_>>,
    ) -> Solution<G::Move> {
        let Some(mut search) = self.search_of_moves(history) else {
            return Solution {
                first_moves: Vec::new(),
                keys: Vec::new(),
                tries: Vec::new(),
                set_play: None,
                complete: true,
                reason: None,
                stats: DistanceStats::default(),
            };
        };
        search.monitor = monitor.map(|monitor| monitor as DistanceMonitor<'_>);
        let plies = search.normal(clamp(plies));
        let (first_moves, reason) = first_moves(&mut search, plies);
        let mut tree = Tree {
            search: &mut search,
            options,
            room: options.moves,
            complete: reason.is_none(),
            reason,
        };
        let depth = options.depth.min(SolutionOptions::DEEPEST);
        let (mut keys, mut tries) = (Vec::new(), Vec::new());
        for first in &first_moves {
            match first.verdict {
                Verdict::Proven => keys.extend(tree.attack(first.m, plies, depth)),
                Verdict::Disproven => tries.extend(tree.try_of(first.m, plies, depth)),
                Verdict::Unknown(_) => {}
            }
        }
        let set_play = if options.set_play { tree.set_play(plies) } else { None };
        let Tree { complete, reason, .. } = tree;
        let stats = search.finished_stats();
        Solution { first_moves, keys, tries, set_play, complete, reason, stats }
    }
}

impl<G: Distances> Search<'_, G> {
    /// The plies of the shortest win in the position at hand, of at most `most`.
    fn length(&mut self, most: u16) -> Result<Option<u16>, Reason> {
        let mut plies = 0;
        while plies <= most {
            let finding = dfpn::solve(self, plies);
            match finding.known.decides(plies) {
                Some(true) => return Ok(Some(plies.min(finding.known.hi))),
                Some(false) => {
                    let next = finding.known.lo.max(plies + 1);
                    plies = self.next_possible(next).min(u32::from(u16::MAX)) as u16;
                }
                None => return Err(finding.reason.unwrap_or(Reason::Incomplete)),
            }
        }
        Ok(None)
    }

    /// The replies after which the attacker does not win in time, but no more than one above
    /// `most`.
    fn refutations(&mut self, plies: u16, most: usize) -> Result<Vec<G::Move>, Reason> {
        let mut moves = Vec::new();
        if self.by_rules().is_none() {
            self.game.moves(&self.position, &mut moves);
        }
        let mut refutations = Vec::new();
        for m in moves {
            let undo = self.make(m);
            let finding = dfpn::solve(self, plies - 1);
            self.undo(m, undo);
            match finding.known.decides(plies - 1) {
                Some(true) => {}
                Some(false) => refutations.push(m),
                None => return Err(finding.reason.unwrap_or(Reason::Incomplete)),
            }
            if refutations.len() > most {
                break;
            }
        }
        Ok(refutations)
    }
}

/// A solution in the making. It recurses as deep as the options say.
struct Tree<'t, 'a, G: Distances> {
    search: &'t mut Search<'a, G>,
    options: &'t SolutionOptions,
    room: usize,
    complete: bool,
    reason: Option<Reason>,
}

impl<G: Distances> Tree<'_, '_, G> {
    fn stop<T>(&mut self, reason: Reason) -> Option<T> {
        self.reason = Some(reason);
        self.complete = false;
        None
    }

    /// Whether there is room for another move.
    fn has_room(&mut self) -> bool {
        let has = self.room > 0;
        self.room = self.room.saturating_sub(1);
        self.complete &= has;
        has
    }

    /// Whether the position at hand, which is not the root, has occurred before the root: what
    /// becomes of its moves is another question then, since coming back to it may be a draw. It is
    /// not asked.
    fn was_met(&mut self) -> bool {
        let met = !self.search.met.is_empty() && self.search.met.contains(&self.search.position);
        self.complete &= !met;
        met
    }

    /// The attacker's moves in the position at hand that win within so many plies.
    fn attacks(&mut self, plies: u16, depth: u32) -> Vec<Attack<G::Move>> {
        if self.search.by_rules().is_some() || plies == 0 || self.was_met() {
            return Vec::new();
        }
        let winning: Vec<_> = if self.options.duals {
            let (first, reason) = first_moves(self.search, plies);
            if let Some(reason) = reason {
                self.stop::<()>(reason);
            }
            let proven = first.into_iter().filter(|first| first.verdict == Verdict::Proven);
            proven.map(|first| first.m).collect()
        } else {
            self.soonest(plies).into_iter().collect()
        };
        winning.into_iter().filter_map(|m| self.attack(m, plies, depth)).collect()
    }

    /// The one that wins soonest.
    fn soonest(&mut self, plies: u16) -> Option<G::Move> {
        let length = match self.search.length(plies) {
            Ok(length) => length?,
            Err(reason) => return self.stop(reason),
        };
        match self.search.decided(length, true) {
            Ok(known) => self.search.game.decode_move(&self.search.position, known.mv),
            Err(ExtractError::Limit(reason)) => self.stop(reason),
            Err(_) => self.stop(Reason::Incomplete),
        }
    }

    /// One of them.
    fn attack(&mut self, m: G::Move, plies: u16, depth: u32) -> Option<Attack<G::Move>> {
        if !self.has_room() {
            return None;
        }
        let undo = self.search.make(m);
        let attack = match self.search.length(plies - 1) {
            Ok(Some(length)) => {
                let (mut threats, mut variations) = (None, Vec::new());
                if !self.was_met() {
                    threats = self.threats(length, depth);
                    variations = self.variations(length, depth.saturating_sub(1));
                }
                Some(Attack { m, plies: u32::from(length) + 1, threats, variations })
            }
            Ok(None) => None,
            Err(reason) => self.stop(reason),
        };
        self.search.undo(m, undo);
        attack
    }

    /// The move with what follows it, if it is refuted by as few replies as make it a try.
    fn try_of(&mut self, m: G::Move, plies: u16, depth: u32) -> Option<Try<G::Move>> {
        let most = self.options.tries;
        if most == 0 || plies < 2 {
            return None;
        }
        let undo = self.search.make(m);
        let found = match self.search.refutations(plies - 1, most) {
            Ok(refutations) if (1..=most).contains(&refutations.len()) => {
                if self.has_room() {
                    let threats = self.threats(plies - 1, depth);
                    let mut variations = self.variations(plies - 1, depth.saturating_sub(1));
                    variations.retain(|variation| !refutations.contains(&variation.reply));
                    Some(Try { m, threats, variations, refutations })
                } else {
                    None
                }
            }
            Ok(_) => None,
            Err(reason) => self.stop(reason),
        };
        self.search.undo(m, undo);
        found
    }

    /// What the attacker would play if the defender passed, with one of `plies`.
    fn threats(&mut self, plies: u16, depth: u32) -> Option<Vec<Attack<G::Move>>> {
        if !self.options.threats || self.search.by_rules().is_some() || plies < 2 || depth < 3 {
            return None;
        }
        let passed = self.search.game.passed(&self.search.position)?;
        let before = std::mem::replace(&mut self.search.position, passed);
        let threats = self.attacks(plies - 1, depth - 2);
        self.search.position = before;
        Some(threats)
    }

    /// The defender's replies in the position at hand. Those after which he does not lose within so
    /// many plies have no attacks.
    fn variations(&mut self, plies: u16, depth: u32) -> Vec<Variation<G::Move>> {
        let mut replies = Vec::new();
        if self.search.by_rules().is_some() || depth == 0 || plies == 0 {
            return Vec::new();
        }
        self.search.game.moves(&self.search.position, &mut replies);
        let mut variations = Vec::new();
        for reply in replies {
            if !self.has_room() {
                break;
            }
            let undo = self.search.make(reply);
            let attacks = match depth {
                1 => Vec::new(),
                _ => self.attacks(plies - 1, depth - 1),
            };
            self.search.undo(reply, undo);
            variations.push(Variation { reply, attacks });
        }
        variations
    }

    /// The play if the other player were to move in the root, with two plies less than the problem
    /// where the attacker has the last move, otherwise one.
    fn set_play(&mut self, plies: u16) -> Option<Vec<Variation<G::Move>>> {
        let least = if self.search.alternating { 3 } else { 2 };
        if self.search.game.terminal(&self.search.position).is_some() || plies < least {
            return None;
        }
        let passed = self.search.game.passed(&self.search.position)?;
        let before = std::mem::replace(&mut self.search.position, passed);
        let depth = self.options.depth.min(SolutionOptions::DEEPEST);
        let mut variations = self.variations(plies - 1, depth);
        // What does not lose is not set.
        variations.retain(|one| !one.attacks.is_empty() || self.wins_by(one.reply));
        self.search.position = before;
        Some(variations)
    }

    /// Whether the attacker has won after a move of the position at hand.
    fn wins_by(&mut self, m: G::Move) -> bool {
        let undo = self.search.make(m);
        let known = dfpn::solve(self.search, 0).known;
        self.search.undo(m, undo);
        known.decides(0) == Some(true)
    }
}
