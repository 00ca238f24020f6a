//! Which points of a board belong to a problem, and whether what surrounds them is safe.
//!
//! Everything that may be captured has to be in the region, with all its liberties. So what
//! surrounds it is the edge of the board and stones that cannot be captured: because they are
//! unconditionally alive (Benson 1976), whatever happens in the region, or because the problem
//! declares them safe.

use super::definition::{Definition, ProblemError};
use super::local::{CellSet, Local};
use super::nearby::places;
use super::wall::{self, living, with_chains};
use crate::{Board, Colour, Geometry, Point, Points, Wide};

/// The region of a problem.
#[derive(Clone, Debug)]
pub(super) struct Region<S: CellSet = u64> {
    /// Its points, in the order of its cells, and others whose numbers no cell has.
    pub points: Vec<Point>,
    pub set: Wide,
    /// The same as a graph.
    pub local: Local<S>,
    /// The stones that are not safe only by declaration: unconditionally alive on the whole board.
    pub alive: Wide,
    /// The stones next to the region that are declared safe: what the declaration comes to.
    pub declared: Wide,
}

impl<S: CellSet> Region<S> {
    /// The cell of a point of the region.
    pub fn cell(&self, point: Point) -> Option<usize> {
        self.points.binary_search(&point).ok().filter(|_| self.set.contains(point))
    }

    /// The points of cells.
    pub fn on_board(&self, cells: S) -> Wide {
        cells.cells().fold(Wide::EMPTY, |all, cell| all | Wide::single(self.points[cell]))
    }

    /// The cells of the points that are in the region.
    pub fn cells(&self, set: Wide) -> S {
        let set = set & self.set;
        let cells = self.points.iter().enumerate().filter(|&(_, &point)| set.contains(point));
        cells.fold(S::EMPTY, |cells, (i, _)| cells | S::cell(i))
    }

    /// Finds the region, and checks that it is closed and has at most so many points.
    pub fn find(
        geometry: &Geometry<Wide>,
        board: &Board<Wide>,
        definition: &Definition,
        most: usize,
    ) -> Result<Self, ProblemError> {
        let name = |point: Point| geometry.size().coordinates(point).to_string();
        let defender = definition.defender;
        let own = board.stones(defender);
        if definition.target.is_empty() {
            return Err(ProblemError::NoTarget(defender));
        }
        if let Some(point) = (definition.target & !own).first() {
            return Err(ProblemError::NotDefender { point: name(point), defender });
        }
        // The target is what is in question: it is never taken as safe.
        let target = geometry.connected(definition.target, own);
        let alive = living(geometry, board);
        let refused = |point: Point, why: &str| {
            Err(ProblemError::NotDeclared { point: name(point), why: why.to_owned() })
        };
        if let Some(point) = (definition.declared & !board.occupied()).first() {
            return refused(point, "there is no stone on it");
        }
        if let Some(point) = (definition.declared & target).first() {
            return refused(point, "it belongs to the target");
        }
        let marked = definition.region.unwrap_or_default();
        if let Some(point) = (definition.declared & marked).first() {
            return refused(point, "it is in the region");
        }
        let declared =
            Colour::ALL.map(|colour| geometry.connected(definition.declared, board.stones(colour)));
        let safe = (alive | declared[0] | declared[1]) & !target;
        let set = match definition.region {
            None => geometry.connected(target, geometry.board() & !safe),
            Some(marked) => with_chains(geometry, board, marked & !safe, safe),
        };
        let most = most.min(S::CAPACITY);
        if set.count() as usize > most {
            if let Some(point) = target.first().filter(|_| target.is_within(alive)) {
                return Err(ProblemError::Alive { point: name(point) });
            }
            let leak = wall::leak(geometry, board, target, board.stones(defender.opponent()));
            return Err(ProblemError::TooLarge { points: set.count(), most, leak });
        }
        let points = places(geometry.size(), set);
        let mut around = vec![S::EMPTY; points.len()];
        let mut all = S::EMPTY;
        let mut beside_safe = [S::EMPTY; 2];
        for (cell, &point) in points.iter().enumerate().filter(|&(_, &point)| set.contains(point)) {
            all |= S::cell(cell);
            for near in geometry.around(point).iter() {
                if set.contains(near) {
                    let i = points.binary_search(&near).expect("every point has a place");
                    around[cell] |= S::cell(i);
                    continue;
                }
                match board.at(near) {
                    None => {
                        let (inside, outside) = (name(point), name(near));
                        return Err(ProblemError::Open { inside, outside });
                    }
                    Some(colour) if safe.contains(near) => {
                        beside_safe[colour.index()] |= S::cell(cell);
                    }
                    Some(colour) => {
                        return Err(ProblemError::Unsafe { colour, point: name(near) });
                    }
                }
            }
        }
        // A stone with the region all around it encloses nothing.
        for chain in declared.into_iter().flat_map(|stones| geometry.parts(stones)) {
            let is_alone = geometry.board() & !set == chain;
            if !is_alone && !chain.meets(alive) && geometry.neighbours(chain).is_within(set | chain)
            {
                let point = (chain & definition.declared).first().expect("it is declared");
                return refused(point, "it is inside the region, which is all around it");
            }
        }
        if let Some(point) = (definition.target & !set).first() {
            return Err(ProblemError::TargetOutside { point: name(point) });
        }
        // What is no part of where the target is may be what the wall lives by: there the attacker
        // would have moves to spare which cost him the wall that is taken as safe.
        let stray = geometry.parts(set).find(|part| !part.meets(target));
        if let Some(point) = stray.and_then(|part| part.first()) {
            return Err(ProblemError::Apart { point: name(point) });
        }
        let is_eye = |point: Point| {
            board.at(point).is_none()
                && set.contains(point)
                && is_one_point_eye(geometry, target, point)
        };
        if let Some(point) = definition.eyes.iter().find(|&point| !is_eye(point)) {
            return Err(ProblemError::NoEye { point: name(point) });
        }
        let declared = (declared[0] | declared[1]) & geometry.neighbours(set);
        Ok(Region { local: Local::new(all, &around, beside_safe), points, set, alive, declared })
    }
}

/// Whether all neighbours of an empty point are stones of one chain of the target. Of several
/// chains it may be a false eye, where the defender, who does not fill his eyes, would have to
/// connect.
pub(super) fn is_one_point_eye(geometry: &Geometry<Wide>, target: Wide, point: Point) -> bool {
    let around = geometry.around(point);
    let Some(first) = around.first() else { return false };
    around.is_within(geometry.connected(Wide::single(first), target))
}
