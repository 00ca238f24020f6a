//! What is seen in a position without playing on: whether two eyes can still fit, a capture of the
//! target by the next move, and how far both sides are from their goals.

use threefold_game::{Leaf, Player};

use super::at_once;
use super::definition::ProblemGoal;
use super::life::{alive, eye_cells, two_apart};
use super::local::{CellSet, Local, MOST_CELLS, Numbers};
use super::model::Problem;
use super::position::{ProblemMove, ProblemPosition};
use crate::Colour;

/// Whether the defender may still get two eyes, whatever is played: `false` is certain.
///
/// A region that is vital to him has no cell with an unconditionally living stone of the attacker
/// and none next to one: such a stone would be in the region too, with an eye that is no liberty of
/// the chain around it. Two regions are not connected. So there have to be two cells of the kind
/// that are not neighbours, unless he can connect to safe stones.
///
/// `taken` are further cells that are in no such region: those of stones that stay where they are.
pub(super) fn has_eye_space<S: CellSet>(
    local: &Local<S>,
    position: &ProblemPosition<S>,
    defender: Colour,
    taken: S,
) -> bool {
    let attacker = defender.opponent();
    let safe = position.safe[attacker.index()];
    if !local.beside_safe(defender).is_within(safe) {
        return true;
    }
    if !two_apart(local, eye_cells(local, safe, attacker) & !taken) {
        return false;
    }
    // With fewer, two eyes of the attacker's own are rare (the wall has to help), and not looked
    // for: docs/go-problems.md says so, since every checker has to see the same end.
    let unconnected = position.stones[attacker.index()] & !safe;
    if unconnected.count() < 5 {
        return true;
    }
    let living = alive(local, position.stones, attacker);
    two_apart(local, eye_cells(local, living, attacker) & !taken)
}

/// The value of [`Game::leaf`](threefold_game::Game::leaf).
#[inline]
pub(super) fn leaf<S: CellSet>(
    problem: &Problem<S>,
    position: &ProblemPosition<S>,
    attacker: Player,
) -> Leaf<ProblemMove> {
    let knowledge = problem.knowledge();
    let local = &problem.region.local;
    let defender = problem.definition().defender;
    let own = position.stones[defender.index()];
    let liberties = local.around(local.connected(problem.target, own)) & position.empty(local);
    // One liberty for all chains of the target together.
    if knowledge.captures
        && position.turn != defender
        && !liberties.has_two()
        && let Some(liberty) = liberties.first_cell()
        && liberty != usize::from(position.ko)
        && !local.connected(problem.target, own).meets(position.safe[defender.index()])
    {
        return Leaf::WinsBy(ProblemMove(liberty as u16));
    }
    if knowledge.at_once {
        if let Some(m) = at_once::winning_move(problem, position) {
            return Leaf::WinsBy(m);
        }
        if at_once::loses(problem, position) {
            return Leaf::LosesAtOnce;
        }
    }
    if !knowledge.estimates {
        return Leaf::Estimate { pn: 1, dn: 1 };
    }
    let eyes = Eyes::of(local, position, defender);
    let captures = liberties.count();
    let (life, death) = match problem.definition().goal {
        // Moves to two eyes; how many places for them the attacker has to take away.
        ProblemGoal::Live => (eyes.distance + 1, eyes.places.min(captures).max(1)),
        // In a large region there is room for eyes somewhere, whatever is played: liberties say
        // more.
        ProblemGoal::Survive if local.cells() > MOST_CELLS => {
            (eyes.distance.min(2) + 1, captures.min(100).pow(2))
        }
        ProblemGoal::Survive => (eyes.distance.min(2) + 1, captures + eyes.places / 2),
    };
    if Colour::from(attacker) == defender {
        Leaf::Estimate { pn: life, dn: death }
    } else {
        Leaf::Estimate { pn: death, dn: life }
    }
}

/// Where the defender may get an eye, and what each costs, at a guess.
struct Places<'l, S: CellSet> {
    local: &'l Local<S>,
    cells: S,
    numbers: Numbers,
}

impl<'l, S: CellSet> Places<'l, S> {
    #[inline]
    fn of(local: &'l Local<S>, position: &ProblemPosition<S>, defender: Colour) -> Self {
        let attacker = defender.opponent();
        let theirs = position.stones[attacker.index()];
        let own = position.stones[defender.index()];
        let empty = position.empty(local);
        let cells = eye_cells(local, position.safe[attacker.index()], attacker) & !own;
        // A stone of the attacker in the way costs about two moves more than an empty cell. Its
        // number is 3, so that this is a bit of it.
        Places { local, cells, numbers: local.numbers(empty, theirs) }
    }

    #[inline]
    fn cost(&self, cell: usize) -> u32 {
        (self.numbers.of(cell) & 2) + self.local.sum_beside(cell, &self.numbers)
    }

    /// The one that costs least, the first of several, if any costs less than the limit.
    fn nearest(&self, cells: S) -> Option<usize> {
        cells.cells().filter(|&cell| self.cost(cell) < FAR).min_by_key(|&cell| self.cost(cell))
    }
}

/// What costs so much is out of reach.
const FAR: u32 = 12;

/// The cells of the two eyes that are nearest to the defender, or nothing of each.
pub(super) fn nearest_eyes<S: CellSet>(
    local: &Local<S>,
    position: &ProblemPosition<S>,
    defender: Colour,
) -> [S; 2] {
    let places = Places::of(local, position, defender);
    let Some(first) = places.nearest(places.cells) else { return [S::EMPTY; 2] };
    let second = places.nearest(places.cells & !(local.beside(first) | S::cell(first)));
    [S::cell(first), second.map_or(S::EMPTY, S::cell)]
}

/// How far the defender is from two eyes.
struct Eyes {
    /// Stones for the two nearest, at a guess.
    distance: u32,
    /// Cells that are hardly farther.
    places: u32,
}

impl Eyes {
    #[inline]
    fn of<S: CellSet>(local: &Local<S>, position: &ProblemPosition<S>, defender: Colour) -> Self {
        let costs = Places::of(local, position, defender);
        let cells = costs.cells;
        let (mut first, mut at) = (FAR, None);
        // How many cells cost so much, at most 3 for each of four neighbours and 2 more.
        let mut of_cost = [0u32; 15];
        for cell in cells.cells() {
            let cost = costs.cost(cell);
            of_cost[cost as usize] += 1;
            if cost < first {
                (first, at) = (cost, Some(cell));
            }
        }
        let near = at.map_or(S::EMPTY, |cell| local.beside(cell) | S::cell(cell));
        (cells & near).cells().for_each(|cell| of_cost[costs.cost(cell) as usize] -= 1);
        let second = of_cost.iter().position(|&count| count > 0).map_or(FAR, |cost| cost as u32);
        let second = second.min(FAR);
        let places = of_cost.iter().take(first as usize + 3).sum();
        Eyes { distance: first + second, places }
    }
}
