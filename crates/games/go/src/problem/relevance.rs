//! What a strategy of the defender depends on in a zone, to find zones that are no larger than a
//! proof needs.
//!
//! Nothing here is relied on: whether the defender wins in the zone that is found is a question
//! like that about any other zone, and has a certificate of its own.

use threefold_game::Game as _;

use super::game::Problem;
use super::life::alive;
use super::local::CellSet;
use super::position::{ProblemMove, ProblemPosition};
use crate::{Points, Wide};

/// Liberties of a chain count where it has no more of them: it may be captured soon.
const FEW: u32 = 2;

/// A space that the target lives in counts up to this size; beyond it, its edge would be all that
/// matters.
const MOST_SPACE: u32 = 8;

impl<S: CellSet> Problem<S> {
    /// The game of a zone with an attacker who plays on these of its points only: easier for the
    /// defender than the one of the zone, so that what he wins there says nothing, and nobody may
    /// claim it ([`Game::may_claim`](threefold_game::Game::may_claim)). What the attacker wins, he
    /// wins in the zone. `None` if this is not the game of a zone.
    pub fn relaxed(&self, attacked: Wide) -> Option<Self> {
        let mut game = self.clone();
        let zone = game.zone.as_mut()?;
        zone.idle = self.region.cells(self.region.set & !attacked);
        Some(game)
    }

    /// Whether this is such a game.
    pub fn is_relaxed(&self) -> bool {
        self.attacked().is_some()
    }

    /// The points of a relaxed game on which the attacker plays.
    pub(super) fn attacked(&self) -> Option<Wide> {
        let idle = self.zone.as_ref()?.idle;
        (!idle.is_empty()).then(|| self.region.set & !self.region.on_board(idle))
    }

    /// Points that a move of the defender's strategy depends on: its own, those of stones that it
    /// captures and around them, the liberties of chains that have few; where the target lives by
    /// it, the spaces that it lives in.
    pub fn used_by(&self, position: &ProblemPosition<S>, m: ProblemMove) -> Wide {
        let local = &self.region.local;
        let defender = self.definition.defender;
        let attacker = defender.opponent();
        let mut after = *position;
        self.make(&mut after, m);
        let captured = position.stones[attacker.index()] & !after.stones[attacker.index()];
        let mut used = m.cell().map_or(S::EMPTY, S::cell) | captured | local.around(captured);
        let own = after.stones[defender.index()];
        let living = alive(local, after.stones, defender);
        if living.meets(self.target) {
            let free = local.all() & !own;
            let closed = free & !local.connected(local.beside_safe(attacker) & free, free);
            let spaces = local.parts(closed);
            used |= spaces
                .filter(|&space| local.around(space).meets(living) && space.count() <= MOST_SPACE)
                .fold(S::EMPTY, |all, space| all | space);
            return self.region.on_board(used);
        }
        let empty = after.empty(local);
        for chain in local.parts(own) {
            let liberties = local.around(chain) & empty;
            let matters = (chain | local.around(chain)).meets(used | self.target);
            if matters && liberties.count() <= FEW {
                used |= liberties;
            }
        }
        self.region.on_board(used)
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
}
