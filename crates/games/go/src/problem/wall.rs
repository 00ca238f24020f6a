//! Which stones enclose a target, where a diagram does not show why they live: what `--safe wall`
//! believes.
//!
//! ```text
//!   X X . O .     inside: what is reached from the target without crossing the wall
//!   . O X O .     outside: the other side of the wall
//!   O . X O .     wall: the chains of the attacker that keep the two apart
//!   X X X O .
//!   O O O O .     The two white stones at the left are no wall: behind them is no outside, but a
//!   . . . . .     corner inside of black's stones. They are inside, with all their liberties.
//! ```
//!
//! Stones that are taken as inside may be captured and may live, as they can: nothing is assumed of
//! them. So in doubt a chain is inside, and a chain that cannot be inside, because behind it is the
//! outside, is refused by name if it is not likely to live.

use super::definition::{Leak, ProblemError};
use super::local::MOST_CELLS;
use crate::{Board, Colour, Geometry, Life, Point, Points, Suicide, Wide};

/// The outside has so many points without stones of the defender: eye spaces of seven points live.
const ROOMY: u32 = 7;

/// The chains of the attacker that enclose the region and do not live for certain.
///
/// `target` are whole chains, `theirs` the stones that may be wall: the attacker's, or of a race
/// between two targets all others. `marked` are the points of the region, if somebody has said
/// which.
///
/// # Errors
/// [`ProblemError::NotBelieved`] names a chain of the wall that is in atari or shares its
/// liberties, [`ProblemError::NoWall`] says that there is none.
pub(super) fn find(
    geometry: &Geometry<Wide>,
    board: &Board<Wide>,
    target: Wide,
    theirs: Wide,
    marked: Option<Wide>,
) -> Result<Wide, ProblemError> {
    let alive = living(geometry, board) & !target;
    let marked = marked.map(|set| with_chains(geometry, board, set & !alive, alive));
    if marked.is_none() {
        // A wall that lives needs no belief, and loose stones before it are inside.
        let inside = geometry.connected(target, geometry.board() & !alive);
        let is_small =
            inside.count() as usize <= MOST_CELLS && 2 * inside.count() < geometry.board().count();
        if is_small && geometry.neighbours(inside).meets(alive & theirs) {
            return Ok(Wide::EMPTY);
        }
    }
    if marked.is_none()
        && let leak @ Leak::At(_) = leak(geometry, board, target, theirs)
    {
        let points = geometry.connected(target, geometry.board() & !(theirs | alive)).count();
        return Err(ProblemError::TooLarge { points, most: MOST_CELLS, leak });
    }
    // The chains that may be wall: fewer and fewer.
    let mut candidates = theirs & !marked.unwrap_or_default();
    loop {
        let closed = candidates | alive;
        let inside =
            marked.unwrap_or_else(|| geometry.connected(target, geometry.board() & !closed));
        let border = geometry.neighbours(inside) & theirs;
        let outside = outside(geometry, board, inside, closed, alive, theirs)?;
        let chains = geometry.parts(candidates & !alive);
        let near: Vec<Wide> = chains.filter(|chain| chain.meets(border)).collect();
        let holds = |chain: &Wide| geometry.neighbours(*chain).meets(outside);
        if let Some(&chain) = near.iter().find(|chain| !holds(chain)) {
            if marked.is_none() {
                let loose = near.iter().filter(|chain| !holds(chain));
                loose.for_each(|&chain| candidates &= !chain);
                continue;
            }
            return Err(refused(geometry, board, chain, inside, outside));
        }
        if !border.meets(closed) {
            // In a race both players have walls.
            let is_target = |colour: Colour| target.meets(board.stones(colour));
            let has = |&colour: &Colour| !is_target(colour) || is_target(colour.opponent());
            let whose: Vec<_> = Colour::ALL.into_iter().filter(has).map(Colour::name).collect();
            return Err(ProblemError::NoWall { whose: whose.join(" and ") });
        }
        for &chain in &near {
            let liberties = board.liberties(geometry, chain);
            let ours = board.occupied() & !board.stones(colour_of(board, chain)) & !inside;
            let free = liberties & outside & !geometry.neighbours(ours);
            if liberties.count() < 2 || free.is_empty() {
                return Err(refused(geometry, board, chain, inside, outside));
            }
        }
        return Ok(near.into_iter().fold(Wide::EMPTY, |all, chain| all | chain));
    }
}

/// The points on the other side of the wall that are no stones of it: spaces so large that no
/// region has them, or one that is at least twice as large as any other. Smaller ones may be more
/// of the inside, behind loose stones. What the inside surrounds, at the edge of the board too, is
/// not on the other side.
fn outside(
    geometry: &Geometry<Wide>,
    board: &Board<Wide>,
    inside: Wide,
    closed: Wide,
    alive: Wide,
    theirs: Wide,
) -> Result<Wide, ProblemError> {
    let mut parts = parts_with_diagonals(geometry, geometry.board() & !inside);
    // Of what the inside keeps apart, the largest part is its other side.
    parts.sort_by_key(|part| std::cmp::Reverse(part.count()));
    let Some(&part) = parts.first() else { return Ok(Wide::EMPTY) };
    if let Some(second) = parts.get(1).filter(|second| 2 * second.count() >= part.count())
        && let [Some(one), Some(other)] = [part, *second].map(|side| (side & theirs).first())
    {
        let name = |point: Point| {
            let colour = colour_of(board, Wide::single(point));
            format!("{colour} {}", geometry.size().coordinates(point))
        };
        return Err(ProblemError::TwoSides { one: name(one), other: name(other) });
    }
    let mine = board.occupied() & !theirs;
    let spaces: Vec<(u32, Wide)> = geometry
        .parts(part & !(closed & theirs))
        .map(|space| ((space & !mine).count(), space))
        .collect();
    let largest = spaces.iter().map(|&(points, _)| points).max().unwrap_or(0);
    let is_alone = spaces.iter().filter(|&&(points, _)| 2 * points >= largest).count() == 1;
    // A small diagram may not have much of an outside; one with a wall that lives needs none.
    let is_roomy = largest >= ROOMY || !alive.meets(theirs) && largest > 1;
    Ok(spaces
        .into_iter()
        .filter(|&(points, _)| {
            points as usize > MOST_CELLS || is_alone && is_roomy && points == largest
        })
        .fold(Wide::EMPTY, |all, (_, space)| all | space))
}

/// Whose chain it is.
fn colour_of(board: &Board<Wide>, chain: Wide) -> Colour {
    if chain.meets(board.stones(Colour::Black)) { Colour::Black } else { Colour::White }
}

/// What keeps the attacker's stones from enclosing the target in a region that can be solved: of
/// the points that would close it, one next to those stones, and as far out as it can be.
pub(super) fn leak(
    geometry: &Geometry<Wide>,
    board: &Board<Wide>,
    target: Wide,
    theirs: Wide,
) -> Leak {
    let theirs = theirs | living(geometry, board) & !target;
    let inside = |wall: Wide| geometry.connected(target, geometry.board() & !wall).count();
    let is_closed = |points: u32| points as usize <= MOST_CELLS;
    // A board that can be solved as a whole needs no wall, and without stones there is none.
    if theirs.is_empty() || is_closed(geometry.board().count()) {
        return Leak::Open;
    }
    if is_closed(inside(theirs)) {
        return Leak::Unsafe;
    }
    (geometry.board() & !board.occupied())
        .iter()
        .map(|point| (inside(theirs | Wide::single(point)), point))
        .filter(|&(points, _)| is_closed(points))
        .max_by_key(|&(points, point)| (geometry.around(point).meets(theirs), points))
        .map_or(Leak::Open, |(_, point)| Leak::At(geometry.size().coordinates(point).to_string()))
}

/// The stones of both colours that are unconditionally alive.
pub(super) fn living(geometry: &Geometry<Wide>, board: &Board<Wide>) -> Wide {
    let [black, white] =
        Colour::ALL.map(|colour| Life::of(board, geometry, colour, Suicide::Forbidden).stones);
    black | white
}

/// The marked points, with every chain that is in them in part, or whose liberties all are.
pub(super) fn with_chains(
    geometry: &Geometry<Wide>,
    board: &Board<Wide>,
    marked: Wide,
    safe: Wide,
) -> Wide {
    let mut set = marked;
    loop {
        let before = set;
        for colour in Colour::ALL {
            for chain in board.chains(geometry, colour) {
                let is_near = chain.meets(geometry.neighbours(set));
                let is_inside = is_near && board.liberties(geometry, chain).is_within(set);
                if !chain.meets(safe) && (chain.meets(set) || is_inside) {
                    set |= chain;
                }
            }
        }
        if set == before {
            return set;
        }
    }
}

/// Why a chain that would have to be wall is not believed to be one.
fn refused(
    geometry: &Geometry<Wide>,
    board: &Board<Wide>,
    chain: Wide,
    inside: Wide,
    outside: Wide,
) -> ProblemError {
    let colour = colour_of(board, chain);
    let name = |point: Point| geometry.size().coordinates(point).to_string();
    let liberties = board.liberties(geometry, chain);
    let list = liberties.iter().map(name).collect::<Vec<_>>().join(" ");
    let why = if liberties.count() == 1 {
        format!("it is in atari at {list}")
    } else if liberties.is_within(inside) {
        format!("all its liberties ({list}) are inside the region")
    } else if liberties.meets(outside) {
        let other = colour.opponent();
        format!("it shares its liberties outside with {other} (it has {list})")
    } else {
        format!(
            "its liberties ({list}) are inside the region or in a space that is not the outside"
        )
    };
    let point = chain.first().map(name).unwrap_or_default();
    ProblemError::NotBelieved { colour, point, why }
}

/// The connected parts of a set, where points that touch diagonally are connected too: what a
/// connected set, without diagonals, keeps apart.
fn parts_with_diagonals(geometry: &Geometry<Wide>, set: Wide) -> Vec<Wide> {
    let size = geometry.size();
    let near = |point: Point| {
        let (row, column) = (size.row(point), size.column(point));
        let rows = row.saturating_sub(1)..=(row + 1).min(size.rows() - 1);
        let columns = column.saturating_sub(1)..=(column + 1).min(size.columns() - 1);
        rows.flat_map(|row| columns.clone().map(move |column| size.at(row, column)))
            .fold(Wide::EMPTY, |all, point| all | Wide::single(point))
    };
    let mut parts = Vec::new();
    let mut left = set;
    while let Some(first) = left.first() {
        let mut part = Wide::EMPTY;
        let mut new = Wide::single(first);
        while let Some(point) = new.first() {
            part |= Wide::single(point);
            new = (new | near(point) & set) & !part;
        }
        parts.push(part);
        left &= !part;
    }
    parts
}
