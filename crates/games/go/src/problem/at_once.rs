//! What the next move decides, and the next two: seen without a search.
//!
//! A player *wins at once* if one move of his ends the game: it makes the target live
//! unconditionally, or leaves no room for two eyes. A player *loses at once* if the other one wins
//! at once whatever he plays. About half of all positions of a search are of these kinds, and each
//! would cost it a position of its own for every move.
//!
//! Nothing of this gets into a certificate, where every move is played.

use super::death;
use super::definition::ProblemGoal;
use super::life::{self, alive, eye_cells, two_apart};
use super::local::{CellSet, Local};
use super::miai;
use super::model::Problem;
use super::position::{NO_KO, ProblemMove, ProblemPosition};
use crate::Colour;

/// A move with which the player to move wins at once; a capture of the target is another matter.
pub(super) fn winning_move<S: CellSet>(
    problem: &Problem<S>,
    position: &ProblemPosition<S>,
) -> Option<ProblemMove> {
    let found = hopes(problem, position).cells().find(|&cell| wins(problem, position, cell));
    found.map(|cell| ProblemMove(cell as u16))
}

/// Replies that are looked for anew, where those that answer a pass do not answer a move.
const MOST_ANEW: usize = 3;

/// Whether the player to move loses at once: `true` is certain.
///
/// What answers a pass answers most moves as well.
///
/// - The defender lives by a stone that captures nothing. He does so behind every stone of the
///   attacker on another point outside the parts that he has closed then: those that are vital to a
///   chain border on chains that live, which are not captured, so that they stay what they are.
/// - The attacker leaves no room beside his safe stones. He does so behind every stone of the
///   defender on another point that captures nothing: his stone joins the same ones to safe ones.
pub(super) fn loses<S: CellSet>(problem: &Problem<S>, position: &ProblemPosition<S>) -> bool {
    // Behind a ko threat he may take a ko that he may not take now.
    if position.ko != NO_KO && problem.may_threaten(position) {
        return false;
    }
    let mut passed = *position;
    passed.ko = NO_KO;
    passed.turn = position.turn.opponent();
    let hopes = hopes(problem, &passed);
    if !hopes.has_two() {
        return false;
    }
    let mut replies = S::EMPTY;
    // The cells on which a stone has to be answered by something else than the replies so far.
    let mut left = problem.candidates(position);
    for cell in hopes.cells() {
        if wins(problem, &passed, cell) {
            replies |= S::cell(cell);
            left &= S::cell(cell) | !answered(problem, &passed, cell);
        }
    }
    // The player takes one of them.
    if !replies.has_two() {
        return false;
    }
    let mut anew = 0;
    left.cells().filter(|&cell| problem.may_put(position, cell)).all(|cell| {
        let mut next = *position;
        problem.play(&mut next, ProblemMove(cell as u16));
        if problem.is_captured(&next) {
            return false;
        }
        let candidates = replies & problem.candidates(&next);
        if candidates.cells().any(|reply| wins(problem, &next, reply)) {
            return true;
        }
        anew += 1;
        anew <= MOST_ANEW && winning_move(problem, &next).is_some()
    })
}

/// Cells on which a stone of the other player does not keep a stone on this cell from winning.
fn answered<S: CellSet>(problem: &Problem<S>, position: &ProblemPosition<S>, cell: usize) -> S {
    let local = &problem.region.local;
    let (player, other) = (position.turn, position.turn.opponent());
    let theirs = position.stones[other.index()];
    // There stones are barred, and given up.
    if problem.zone.is_some() {
        return S::EMPTY;
    }
    if player == problem.definition().defender {
        let captures =
            || local.beside(cell).meets(theirs) && !position.captures(local, cell).is_empty();
        if beside_safe(local, position, player).has(cell) || captures() {
            return S::EMPTY;
        }
        let free = local.all() & !(position.stones[player.index()] | S::cell(cell));
        return local.connected(local.beside_safe(other), free);
    }
    let mut next = *position;
    problem.play(&mut next, ProblemMove(cell as u16));
    if has_room(problem, &next) {
        return S::EMPTY;
    }
    let loose = position.stones[player.index()] & !position.safe[player.index()];
    let empty = position.empty(local);
    let captures = local.parts(loose).map(|chain| local.around(chain) & empty);
    let captures = captures.filter(|liberties| !liberties.has_two());
    !captures.fold(S::EMPTY, |all, liberties| all | liberties)
}

/// The cells on which the player to move may win at once: all on which he does, and others.
fn hopes<S: CellSet>(problem: &Problem<S>, position: &ProblemPosition<S>) -> S {
    let definition = problem.definition();
    if position.turn != definition.defender {
        return may_kill(problem, position);
    }
    let sees_life = definition.goal == ProblemGoal::Live || definition.knowledge.life;
    if sees_life { may_live(problem, position) } else { S::EMPTY }
}

/// The cells next to safe stones of a player.
fn beside_safe<S: CellSet>(local: &Local<S>, position: &ProblemPosition<S>, player: Colour) -> S {
    local.beside_safe(player) | local.around(position.safe[player.index()])
}

/// The cells on which a stone of the defender may make two vital regions where there are not two:
/// it cuts a part off, makes one smaller, or joins chains around two that there are. Or it connects
/// to safe stones.
///
/// Whatever lives by a stone, the chain of the stone lives: nothing changes for others but what
/// borders on it. So there are two regions all empty cells of which are its liberties.
fn may_live<S: CellSet>(problem: &Problem<S>, position: &ProblemPosition<S>) -> S {
    let local = &problem.region.local;
    let (stones, turn) = (position.stones, position.turn);
    let own = stones[turn.index()];
    if own.is_empty() {
        return S::EMPTY;
    }
    let free = local.all() & !own;
    let wall = local.beside_safe(turn.opponent());
    let open = local.connected(wall, free);
    let eyes = life::eyes(local, stones, turn).regions(local, own);
    let eye_count = local.parts(eyes).count();
    let beside_own = local.around(own);
    let near = beside_own | local.around(beside_own & !own);
    let refuge = beside_safe(local, position, turn);
    let hopeful = |&cell: &usize| {
        if refuge.has(cell) {
            return true;
        }
        let others = eye_count - usize::from(eyes.has(cell));
        let is_open = open.has(cell) && !wall.has(cell);
        let parts = || parts_around(problem, free, cell).saturating_sub(is_open.into());
        if others < 2 && others + parts() < 2 {
            return false;
        }
        let stone = S::cell(cell);
        let mut stones = stones;
        stones[turn.index()] |= stone;
        life::may_have_eyes(local, stones, turn, local.connected(stone, own | stone))
    };
    let cells = problem.candidates(position) & near;
    cells.cells().filter(hopeful).fold(S::EMPTY, |all, cell| all | S::cell(cell))
}

/// Into how many parts a stone may cut the free cells around it: those beside it that are not
/// connected over a diagonal one.
fn parts_around<S: CellSet>(problem: &Problem<S>, free: S, cell: usize) -> usize {
    let local = &problem.region.local;
    let beside = local.beside(cell) & free;
    let diagonal = problem.lines.diagonal(cell) & free;
    let joins = |&diagonal: &usize| (local.beside(diagonal) & beside).has_two();
    match beside.count() as usize {
        count @ ..2 => count,
        count => count.saturating_sub(diagonal.cells().filter(joins).count()).max(1),
    }
}

/// The cells on which a stone of the attacker may leave no room for two eyes. It takes its own cell
/// and those next to it, if it and all stones of his count as safe.
fn may_kill<S: CellSet>(problem: &Problem<S>, position: &ProblemPosition<S>) -> S {
    /// What a stone takes at most, and two neighbours.
    const MOST: u32 = 5 + 2;
    let local = &problem.region.local;
    let (attacker, defender) = (position.turn, position.turn.opponent());
    let [theirs, own] = [attacker, defender].map(|colour| position.stones[colour.index()]);
    let room = eye_cells(local, theirs, attacker) & !own;
    if room.count() > MOST {
        return S::EMPTY;
    }
    let leaves_none =
        |&cell: &usize| !two_apart(local, room & !(local.beside(cell) | S::cell(cell)));
    let cells = problem.candidates(position);
    cells.cells().filter(leaves_none).fold(S::EMPTY, |all, cell| all | S::cell(cell))
}

/// Whether the player to move may put a stone on a cell, one of [`Problem::candidates`], and has
/// won then.
fn wins<S: CellSet>(problem: &Problem<S>, position: &ProblemPosition<S>, cell: usize) -> bool {
    let defender = problem.definition().defender;
    if position.turn == defender {
        return lives(problem, position, cell) && problem.may_put(position, cell);
    }
    problem.may_put(position, cell) && {
        let mut next = *position;
        problem.play(&mut next, ProblemMove(cell as u16));
        is_killed(problem, &next)
    }
}

/// Whether the target lives with a stone of the defender on a cell. What it captures leaves empty
/// cells, which may be no liberties: a region can stop being vital by it, and never becomes so.
fn lives<S: CellSet>(problem: &Problem<S>, position: &ProblemPosition<S>, cell: usize) -> bool {
    let local = &problem.region.local;
    let (defender, attacker) = (position.turn, position.turn.opponent());
    let mut stones = position.stones;
    stones[defender.index()] |= S::cell(cell);
    let lives = |stones| alive(local, stones, defender).meets(problem.target);
    if !lives(stones) {
        return false;
    }
    let captured = match local.beside(cell).meets(stones[attacker.index()]) {
        true => position.captures(local, cell),
        false => S::EMPTY,
    };
    stones[attacker.index()] ^= captured;
    captured.is_empty() || lives(stones)
}

/// Whether there is no room for two eyes, as [`Game::terminal`](threefold_game::Game::terminal)
/// sees it of a target that is on the board. Of the attacker's chains that live without safe ones
/// nothing is seen here.
fn is_killed<S: CellSet>(problem: &Problem<S>, position: &ProblemPosition<S>) -> bool {
    let definition = problem.definition();
    let (local, defender) = (&problem.region.local, definition.defender);
    !has_room(problem, position)
        || definition.sees_miai() && miai::is_lost(local, position, defender)
        || definition.sees_death() && death::is_dead(local, position, defender)
}

/// Whether there is room for two eyes beside the attacker's safe stones, or the goal is another.
fn has_room<S: CellSet>(problem: &Problem<S>, position: &ProblemPosition<S>) -> bool {
    let definition = problem.definition();
    let (local, defender) = (&problem.region.local, definition.defender);
    let attacker = defender.opponent();
    let safe = position.safe[attacker.index()];
    let sees_miai = definition.sees_miai();
    if definition.goal != ProblemGoal::Live
        || !definition.knowledge.eye_space && !sees_miai
        || !local.beside_safe(defender).is_within(safe)
    {
        return true;
    }
    let taken = if sees_miai { position.stones[defender.index()] } else { S::EMPTY };
    two_apart(local, eye_cells(local, safe, attacker) & !taken)
}
