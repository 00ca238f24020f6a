//! A part of the region in which the defender lives, whatever is played elsewhere.
//!
//! In a large region nearly all moves of the attacker are far away and answered as a pass would
//! be. A *zone* is a part of the region with a game of its own, in which nothing but the zone
//! exists, and everything elsewhere is the attacker's:
//!
//! - Only points of the zone are played on. What is next to a point of the region that is not in
//!   the zone is *open*.
//! - Points left out count as stones of the attacker, but those with a stone of the defender. So
//!   his stones on open points are never captured. The defender may not take the last liberty in
//!   the zone of what is connected with them there, unless it is connected with safe stones outside
//!   the region: elsewhere it may have more, or may not.
//! - Chains of the defender have the liberties that are in the zone and no others. One with a stone
//!   on an open point is given up, and with it everything, when it is the attacker's turn and it
//!   has one such liberty left, unless it is connected with safe stones outside the region.
//! - The superko rule bans moves of the defender that repeat a situation of the zone. It bans no
//!   move of the attacker, who needs no ko threats.
//!
//! To begin with, every chain of the defender next to the zone is in it, and has a liberty there
//! (or is connected with safe stones). A superko rule applies, no eyes are marked. **Where the
//! defender wins that game, he wins the one in the whole region**, with the same goal, whatever ko
//! threats there are: section 8 of docs/certificate.md has the proof, and `tests/all/lockstep.rs`
//! looks at each of its steps. That the defender does not win there says nothing.

use threefold_game::{Game, History, Player};

use super::definition::{ProblemError, ProblemGoal};
use super::lines::Lines;
use super::local::{CellSet, Local};
use super::model::{Problem, Zone, distant, order_of_notation};
use super::nearby::places;
use super::position::{ProblemMove, ProblemPosition};
use super::region::Region;
use crate::{Colour, Point, Points, Wide};

/// A chain of the attacker with so many liberties elsewhere does not belong to a zone. Whether it
/// can be captured nobody knows before: of 55 problems of study-LD-RZ that were open with the first
/// two, two were solved with the third, within 4 s each.
const STRONG: [u32; 3] = [3, 5, 9];

/// How far from the target the largest zone that is looked for reaches ([`Problem::distance_to`]).
/// Of 30 problems of study-LD-RZ with 15 s each 9 were solved with whole steps, 11 with distances
/// that depend on what a point is next to.
const MOST_FAR: usize = 14;

/// So many lines are the edge of the board.
const LOW: usize = 2;

impl<S: CellSet> Problem<S> {
    /// The game of a zone of this problem: points of its region in which the defender is to win
    /// whatever is played elsewhere. A win of the defender there is one in this problem; one of the
    /// attacker says nothing ([`Game::may_claim`](threefold_game::Game::may_claim)).
    ///
    /// # Errors
    /// It cannot be a zone: a point is not in the region, or stones of the target are not in the
    /// zone; a chain of the defender is next to it, or has no liberty in it; basic ko applies, or
    /// eyes are marked; it has more points than such sets.
    pub fn within<T: CellSet>(&self, zone: Wide) -> Result<Problem<T>, ProblemError> {
        let definition = self.definition.clone();
        if self.zone.is_some() || definition.basic_ko || !definition.eyes.is_empty() {
            return Err(ProblemError::NoZone);
        }
        let size = self.size();
        let name = |point| size.coordinates(point).to_string();
        let whole = self.region.set;
        if let Some(point) = (zone & !whole).first() {
            return Err(ProblemError::ZoneOutside { point: name(point) });
        }
        if let Some(point) = (definition.target & !zone).first() {
            return Err(ProblemError::TargetOutsideZone { point: name(point) });
        }
        let (defender, attacker) = (definition.defender, definition.defender.opponent());
        let own = self.region.on_board(self.start[defender.index()]);
        let near = self.geometry.neighbours(zone) & whole & !zone;
        if let Some(point) = (own & near).first() {
            return Err(ProblemError::BesideZone { colour: defender, point: name(point) });
        }
        if zone.count() as usize > T::CAPACITY {
            return Err(ProblemError::ZoneTooLarge { points: zone.count(), most: T::CAPACITY });
        }
        let points = places(size, zone);
        let cells_of = |set: Wide| {
            let set = set & zone;
            let each = points.iter().enumerate().filter(|&(_, &point)| set.contains(point));
            each.fold(T::EMPTY, |cells, (cell, _)| cells | T::cell(cell))
        };
        let around: Vec<T> = points
            .iter()
            .map(|&point| {
                if zone.contains(point) { cells_of(self.geometry.around(point)) } else { T::EMPTY }
            })
            .collect();
        let safe = Colour::ALL
            .map(|colour| cells_of(self.region.on_board(self.region.local.beside_safe(colour))));
        let open = cells_of(self.geometry.neighbours(near));
        let mut beside_safe = safe;
        beside_safe[attacker.index()] |= open;
        let local = Local::new(cells_of(zone), &around, beside_safe);
        let start = self.start.map(|cells| cells_of(self.region.on_board(cells)));
        let empty = local.all() & !(start[0] | start[1]);
        let lacks =
            |chain: &T| !local.around(*chain).meets(empty) && !chain.meets(safe[defender.index()]);
        if let Some(chain) = local.parts(start[defender.index()]).find(lacks) {
            let point = chain.first_cell().map(|cell| name(points[cell])).unwrap_or_default();
            return Err(ProblemError::NoLibertyInZone { colour: defender, point });
        }
        let target = cells_of(definition.target);
        let outside = Colour::ALL.map(|colour| {
            self.outside[colour.index()] | self.region.on_board(self.start[colour.index()]) & !zone
        });
        let Region { alive, declared, .. } = self.region;
        let mut wall = safe[attacker.index()];
        let mut sides = Vec::new();
        for part in self.geometry.parts(whole & !zone & !own) {
            let around = self.geometry.neighbours(part);
            let cells = cells_of(around);
            if around.meets(self.outside[attacker.index()]) {
                wall |= cells;
            } else if !cells.is_empty() {
                sides.push(cells);
            }
        }
        let sides = sides.into();
        Ok(Problem {
            lines: Lines::new(&self.geometry, &points, zone),
            distant: distant(&local, target),
            ranks: order_of_notation(size, &points),
            geometry: self.geometry.clone(),
            definition,
            outside,
            start,
            target,
            eyes: T::EMPTY,
            zone: Some(Box::new(Zone { whole, open, wall, sides })),
            region: Region { points, set: zone, local, alive, declared },
        })
    }

    /// Zones to try, the smaller ones first: what is near the target around the attacker's stones,
    /// with all chains of the defender that are met, and weak ones of the attacker with their
    /// liberties. None where a zone is no question ([`Problem::within`]), or where nothing would be
    /// left out.
    pub fn zones(&self) -> Vec<Wide> {
        let mut zones: Vec<Wide> = Vec::new();
        if self.zone.is_some() || self.definition.basic_ko || !self.definition.eyes.is_empty() {
            return zones;
        }
        for far in 2..=MOST_FAR {
            for strong in STRONG {
                let zone = self.zone_of(far, strong);
                let is_new = zone != self.region.set && !zones.contains(&zone);
                if is_new && self.within::<Wide>(zone).is_ok() {
                    zones.push(zone);
                }
            }
        }
        zones.sort_by_key(|zone| zone.count());
        zones
    }

    /// A game so far as the game of a zone has it: the attacker's moves elsewhere are passes there,
    /// or, where he may not pass, nothing with the defender's pass behind them, which he still owes
    /// where such a move is the last one. `None` if the rest was not played in the zone, or could
    /// not have been, or if what has changed elsewhere leaves no root that can be written.
    ///
    /// The board of the history's root may differ from that of the problem outside the zone. The
    /// defender can only have lost stones there, so that what is found out about one is true of the
    /// other.
    pub fn history_within<T: CellSet>(
        &self,
        history: &History<Problem<S>>,
        zone: &Problem<T>,
    ) -> Option<History<Problem<T>>> {
        let attacker = self.definition.defender.opponent();
        let place = |position| zone.parse_position(&self.position_text(position)).ok();
        let mut within = History::new(place(history.start())?);
        let mut moves = history.moves().iter().enumerate();
        while let Some((i, &m)) = moves.next() {
            // Nobody can say how the board went on.
            if zone.is_over(within.root()) {
                return None;
            }
            let position = history.position(i);
            let is_elsewhere = self.point(m).is_some_and(|point| !zone.region.set.contains(point));
            let m = match is_elsewhere && position.turn == attacker {
                false => zone.parse_move(within.root(), &self.move_text(position, m)).ok()?,
                true if self.definition.goal == ProblemGoal::Live => ProblemMove::PASS,
                true => match moves.next() {
                    None => break,
                    Some((_, &ProblemMove::PASS)) => continue,
                    Some(_) => return None,
                },
            };
            within.push(zone, m);
        }
        let is_same = Colour::ALL.into_iter().all(|colour| {
            let stones = self.stones(history.root(), colour);
            within.root().stones[colour.index()] == zone.region.cells(stones)
        });
        // Certificates name the root with what was outside to begin with: with what has changed
        // there, a chain may have lost its last liberty, and the root could not be read.
        let is_read = || zone.parse_position(&zone.position_text(within.root())).is_ok();
        (is_same && (within.moves().is_empty() || is_read())).then_some(within)
    }

    /// The zone of so many steps around these points of the region: with the target, all chains of
    /// the defender that it meets, and liberties of those that have none in it.
    pub fn zone_around(&self, points: Wide, steps: usize) -> Wide {
        let geometry = &self.geometry;
        let defender = self.definition.defender;
        let [own, theirs] = [defender, defender.opponent()]
            .map(|colour| self.region.on_board(self.start[colour.index()]));
        let empty = self.region.set & !own & !theirs;
        let mut set = (points | self.definition.target) & self.region.set;
        for _ in 0..steps {
            set |= geometry.neighbours(set) & self.region.set;
        }
        loop {
            let before = set;
            let joined = geometry.connected((geometry.neighbours(set) | set) & own, own);
            set |= joined;
            for chain in geometry.parts(joined) {
                let liberties = geometry.neighbours(chain) & empty;
                if !liberties.meets(set) {
                    set |= liberties;
                }
            }
            if set == before {
                return set;
            }
        }
    }

    /// What is so far from the target, where chains of the attacker with fewer liberties elsewhere
    /// than `strong` belong to it.
    fn zone_of(&self, far: usize, strong: u32) -> Wide {
        let geometry = &self.geometry;
        let defender = self.definition.defender;
        let [own, theirs] = [defender, defender.opponent()]
            .map(|colour| self.region.on_board(self.start[colour.index()]));
        let free = self.region.set & !theirs;
        let mut reached = vec![Wide::EMPTY; far + 1];
        reached[0] = geometry.connected(self.definition.target, own);
        for now in 0..far {
            let set = reached[now];
            reached[now + 1] |= set;
            for point in (geometry.neighbours(set) & free & !set).iter() {
                let later = now + self.distance_to(point, theirs);
                if later <= far {
                    let point = Wide::single(point);
                    reached[later] |= point | geometry.connected(point, own);
                }
            }
        }
        let mut set = reached[far];
        let empty = free & !own;
        loop {
            let before = set;
            // A chain of the defender that is next to it comes with its liberties.
            let joined = geometry.connected(geometry.neighbours(set) & own, own);
            set |= joined | geometry.neighbours(joined) & empty;
            for chain in geometry.parts(theirs) {
                let liberties = geometry.neighbours(chain) & empty;
                let is_met = geometry.neighbours(chain).meets(set);
                let behind = (liberties & !set).count();
                if is_met && behind < strong && !self.is_walled(chain) {
                    set |= chain | liberties;
                }
            }
            if set == before {
                return set;
            }
        }
    }

    /// How much farther a point is than the one next to it: less along the edge of the board, where
    /// eyes are made and stones connect, more beside stones of the attacker.
    fn distance_to(&self, point: Point, theirs: Wide) -> usize {
        let size = self.size();
        let from_edge = |at: usize, all: usize| at.min(all - 1 - at);
        let row = from_edge(size.row(point), size.rows());
        let column = from_edge(size.column(point), size.columns());
        let inside = usize::from(row.min(column) >= LOW);
        2 + inside + usize::from(self.geometry.around(point).meets(theirs))
    }

    /// Whether a chain is connected with safe stones outside the region.
    fn is_walled(&self, chain: Wide) -> bool {
        let attacker = self.definition.defender.opponent();
        chain.meets(self.region.on_board(self.region.local.beside_safe(attacker)))
    }

    /// The points of the zone, if this is the game of one.
    pub fn zone(&self) -> Option<Wide> {
        self.zone.as_ref().map(|_| self.region.set)
    }

    /// The points of the region, those outside a zone included.
    pub(super) fn whole_region(&self) -> Wide {
        self.zone.as_ref().map_or(self.region.set, |zone| zone.whole)
    }

    /// Whether results say something for a player: those of a zone do for the defender only.
    pub(super) fn zone_speaks_for(&self, player: Player) -> bool {
        self.zone.is_none() || Colour::from(player) == self.definition.defender
    }
}

impl<S: CellSet> Zone<S> {
    /// Whether the attacker, to move, could take a chain of the defender that may have further
    /// liberties outside the zone, or may not.
    pub fn is_given_up(
        &self,
        local: &Local<S>,
        position: &ProblemPosition<S>,
        defender: Colour,
    ) -> bool {
        if position.turn == defender {
            return false;
        }
        let own = position.stones[defender.index()];
        let mut left = own & self.open & !position.safe[defender.index()];
        let empty = position.empty(local);
        while !left.is_empty() {
            let chain = local.connected(left.lowest(), own);
            if !(local.around(chain) & empty).has_two() {
                return true;
            }
            left &= !chain;
        }
        false
    }

    /// Whether a stone of the defender on the empty cell would take the last liberty in the zone of
    /// a chain of the attacker to which points left out belong, and there is one such chain without
    /// liberties that has stones in the zone: on the board they may be captured then, or may not.
    /// (Not only those of the chain that is next to the stone: elsewhere chains may be connected.)
    pub fn is_barred(
        &self,
        local: &Local<S>,
        position: &ProblemPosition<S>,
        defender: Colour,
        cell: usize,
    ) -> bool {
        let theirs = position.stones[defender.opponent().index()];
        let empty = position.empty(local) & !S::cell(cell);
        // What the chain with this side has in the zone, if it has no liberty and is not walled.
        let taken = |side: S| {
            let (mut stones, mut around) = (S::EMPTY, side);
            while !around.meets(empty) {
                let before = stones;
                stones |= local.connected(around & theirs, theirs);
                if stones.meets(self.wall) {
                    return None;
                }
                if stones == before {
                    return Some(stones);
                }
                let sides = self.sides.iter().filter(|side| side.meets(stones));
                around = sides.fold(around | local.around(stones), |all, &side| all | side);
            }
            None
        };
        let (mut is_beside, mut has_stones) = (false, false);
        for &side in &self.sides {
            if let Some(stones) = taken(side) {
                is_beside |= side.has(cell) || stones.meets(local.beside(cell));
                has_stones |= !stones.is_empty();
            }
        }
        is_beside && has_stones
    }
}
