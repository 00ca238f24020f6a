//! The state of a search for a distance, and what is seen of a position without a search.

use std::collections::HashSet;
use threefold_game::clock::Instant;

use threefold_game::{
    Distances, Game, History, Knowledge, Leaf, Occurrences, Player, RepetitionRule,
};

use super::options::DistanceOptions;
use super::progress::{DistanceMonitor, DistanceProgress};
use super::stats::DistanceStats;
use super::table::{Known, NEVER, NO_MOVE, Table};
use crate::limits::{Interrupt, Limits, Reason};
use crate::mix::mix;

/// How many moves are remembered that have refuted last, for each number of plies left.
pub(crate) const KILLERS: usize = 2;

/// What a monitor is told of the question at hand.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Asked {
    pub plies: u16,
    pub pn: u32,
    pub dn: u32,
    /// The bracket of the whole search, as in [`Known`].
    pub lo: u16,
    pub hi: u16,
}

/// One search, or several that share their limits.
pub(crate) struct Search<'a, G: Distances> {
    pub game: &'a G,
    pub attacker: Player,
    pub knowledge: Option<&'a dyn Knowledge<G>>,
    pub options: &'a DistanceOptions,
    pub limits: &'a Limits,
    pub interrupt: &'a Interrupt,
    pub table: &'a mut Table,
    /// Positions that draw when they are met: they have occurred often enough before.
    pub drawn: &'a HashSet<G::Position>,
    /// Positions that have occurred before the root.
    pub met: &'a HashSet<G::Position>,
    pub position: G::Position,
    pub stats: DistanceStats,
    pub started: Instant,
    /// At this many nodes the part of the search at hand ends; never above the limit.
    pub stop_at: u64,
    /// Scratch space: moves of the positions that are solved directly.
    pub moves: Vec<G::Move>,
    /// The defender's moves that have refuted last, by the plies that were left; none where
    /// nothing has been refuted yet.
    pub(super) killers: Vec<[u32; KILLERS]>,
    pub(super) alternating: bool,
    /// Counts looks at the limits: not every one asks for the time.
    pub(super) ticks: u32,
    /// Is told how far the search is.
    pub(super) monitor: Option<DistanceMonitor<'a>>,
    pub(super) asked: Asked,
}

impl<'a, G: Distances> Search<'a, G> {
    /// Whether it is the attacker's turn.
    #[inline]
    pub fn or_node(&self) -> bool {
        self.game.player_to_move(&self.position) == self.attacker
    }

    /// The number of plies that makes a difference ([`Distances::decisive_plies`]).
    #[inline]
    pub fn normal(&self, plies: u16) -> u16 {
        self.game.decisive_plies(u32::from(plies), self.or_node()) as u16
    }

    /// The position's name in the table, where a win within so many plies is asked for; with
    /// [`NEVER`] in any number.
    #[inline]
    pub fn key(&self, plies: u16) -> u64 {
        let (game, position) = (self.game, &self.position);
        let hand = game.hand_within(position, self.attacker, u32::from(plies));
        // Of turned and mirrored positions each has an entry of its own: moves before the root may
        // make one of them a draw and not the other.
        let symmetry = if game.symmetries() == 1 { 0 } else { u32::from(game.symmetry(position)) };
        match u64::from(hand) << 8 | u64::from(symmetry) {
            0 => game.key(position),
            other => game.key(position) ^ mix(other),
        }
    }

    /// What the rules say of the position, if they need no moves for it.
    #[inline]
    pub fn by_rules(&self) -> Option<Known> {
        if !self.drawn.is_empty() && self.drawn.contains(&self.position) {
            return Some(Known::disproven(NEVER, NO_MOVE));
        }
        self.game.terminal(&self.position).map(|outcome| self.over(outcome))
    }

    /// That the attacker does not win, if that is known from beside the game.
    pub fn by_knowledge(&self) -> Option<Known> {
        let outcome = self.knowledge?.probe(&self.position)?;
        (!outcome.is_win_of(self.attacker)).then(|| Known::disproven(NEVER, NO_MOVE))
    }

    /// What the end of the game says.
    pub fn over(&self, outcome: threefold_game::Outcome) -> Known {
        if outcome.is_win_of(self.attacker) {
            Known::proven(0, NO_MOVE)
        } else {
            Known::disproven(NEVER, NO_MOVE)
        }
    }

    /// What table and game say of the position, of which the rules say nothing.
    #[inline]
    pub fn look_up(&mut self, key: u64, plies: u16) -> Known {
        self.stats.lookups += 1;
        if let Some(known) = self.table.find(key) {
            self.stats.hits += 1;
            if known.decides(plies).is_some() || known.plies == plies {
                return known;
            }
            let estimate = self.glance(plies);
            if estimate.decides(plies).is_some() {
                return estimate;
            }
            // Numbers for another number of plies say which siblings are harder, and little more:
            // taken as they stand they grow from one question to the next.
            if known.plies == 0 {
                return Known { plies, pn: estimate.pn, dn: estimate.dn, ..known };
            }
            let pn = known.pn.clamp(estimate.pn, 16 * estimate.pn);
            let dn = known.dn.clamp(estimate.dn, 16 * estimate.dn);
            return Known { plies, pn, dn, ..known };
        }
        self.glance(plies)
    }

    fn glance(&mut self, plies: u16) -> Known {
        let leaf = self.game.glance(&mut self.position, self.attacker, u32::from(plies));
        match leaf {
            Leaf::Over(outcome) => self.over(outcome),
            // The end may have been met before the root, where a game ends before its end.
            Leaf::WinsBy(m) if self.drawn.is_empty() => {
                if self.or_node() {
                    Known::proven(1, self.game.encode_move(&self.position, m))
                } else {
                    Known::disproven(NEVER, self.game.encode_move(&self.position, m))
                }
            }
            Leaf::WinsBy(_) | Leaf::LosesAtOnce => Known::estimate(plies, 1, 1),
            Leaf::Estimate { pn, dn } => Known::estimate(plies, pn, dn),
        }
    }

    /// Whether a limit has been reached.
    #[inline]
    pub fn check_limits(&mut self) -> Result<(), Reason> {
        if self.stats.nodes >= self.stop_at {
            return Err(Reason::Nodes);
        }
        self.ticks = self.ticks.wrapping_add(1);
        if self.ticks & 0x3F == 0 {
            if self.interrupt.is_raised() {
                return Err(Reason::Interrupted);
            }
            if self.limits.is_over(self.started) {
                return Err(Reason::Time);
            }
            if self.ticks & 0xFFF == 0 {
                self.tell();
            }
        }
        Ok(())
    }

    /// Tells the monitor how far the search is.
    pub fn tell(&mut self) {
        let Asked { plies, pn, dn, .. } = self.asked;
        self.tell_of(self.stats.nodes, Some(u32::from(plies)), (pn, dn), self.table.fill());
    }

    /// The same, of a search whose numbers these are.
    pub fn tell_of(&mut self, nodes: u64, plies: Option<u32>, numbers: (u32, u32), fill: f64) {
        let Asked { lo, hi, .. } = self.asked;
        let progress = DistanceProgress {
            nodes,
            plies,
            pn: numbers.0,
            dn: numbers.1,
            at_least: (lo != NEVER).then(|| self.next_possible(lo)),
            at_most: (hi != NEVER).then_some(u32::from(hi)),
            table_fill: fill,
            elapsed: self.started.elapsed(),
        };
        if let Some(monitor) = &mut self.monitor {
            monitor(&progress);
        }
    }

    /// The moves that have refuted last with so many plies left; [`NO_MOVE`] among them.
    #[inline]
    pub fn killers(&self, plies: u16) -> [u32; KILLERS] {
        self.killers.get(usize::from(plies)).copied().unwrap_or([NO_MOVE; KILLERS])
    }

    /// Whether the move of the position at hand is one of them.
    #[inline]
    pub fn is_killer(&self, plies: u16, m: G::Move) -> bool {
        let killers = self.killers(plies);
        killers[0] != NO_MOVE && killers.contains(&self.game.encode_move(&self.position, m))
    }

    /// Remembers a move that has refuted.
    pub fn remember(&mut self, plies: u16, mv: u32) {
        let place = usize::from(plies);
        if self.killers.len() <= place {
            self.killers.resize(place + 1, [NO_MOVE; KILLERS]);
        }
        let killers = &mut self.killers[place];
        if killers[0] != mv {
            killers[1] = killers[0];
            killers[0] = mv;
        }
    }

    /// Plays a move; [`Search::undo`] takes it back.
    #[inline]
    pub fn make(&mut self, m: G::Move) -> G::Undo {
        self.game.make(&mut self.position, m)
    }

    #[inline]
    pub fn undo(&mut self, m: G::Move, undo: G::Undo) {
        self.game.undo(&mut self.position, m, undo);
    }
}

/// The positions that have occurred so often before the root that they draw when met again: no
/// win leads through them. With the root among them if it has, where it is asked what becomes of
/// its moves: a win from the root need not come back to it, but one of a move may have to.
pub(crate) fn drawn_by_history<G: Game>(
    game: &G,
    history: &History<G>,
    of_moves: bool,
) -> HashSet<G::Position> {
    let root = of_moves.then_some(history.root());
    let before = history.positions().iter().chain(root);
    let before = Occurrences::count(game, RepetitionRule::Draw, before);
    before.deciding().map(|&position| position.clone()).collect()
}
