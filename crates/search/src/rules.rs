//! What the rules say of a position, without a search and without the table.

use threefold_game::{Leaf, Outcome, Searchable};

use crate::found::{Arrival, Found, Id};
use crate::place::Place;
use crate::reliance::Reliance;
use crate::stats::Stats;
use crate::table::Solved;
use crate::task::Task;

/// What rules, path and database say of a move.
pub(crate) enum ByRules {
    /// It repeats, and is not to be played.
    Illegal,
    /// The result of the position behind it.
    Over(Found),
    /// Nothing.
    Open,
}

/// What rules, path and database say of the position at hand, to which `arrival` leads.
#[inline]
pub(crate) fn by_rules<G: Searchable>(
    task: &Task<'_, G>,
    place: &Place<G>,
    stats: &mut Stats,
    id: Id,
    arrival: Arrival,
) -> ByRules {
    by_path(task, place, stats, id, arrival, Some(&place.position))
}

/// The same of a position; `None` if the game is not over there, and nothing is known of it from
/// beside the game.
#[inline]
pub(crate) fn by_path<G: Searchable>(
    task: &Task<'_, G>,
    place: &Place<G>,
    stats: &mut Stats,
    id: Id,
    arrival: Arrival,
    position: Option<&G::Position>,
) -> ByRules {
    let repeats = place.repeats_or_is_worse(task, id, arrival);
    if task.bans_repetition() && !arrival.pass && repeats.is_some() {
        stats.repetitions += 1;
        return ByRules::Illegal;
    }
    if let Some(outcome) = position.and_then(|position| task.game().terminal(position)) {
        stats.terminals += 1;
        return ByRules::Over(over(task, &place.position, outcome));
    }
    if let (Some(level), Some(succeeds)) = (repeats, task.question().repetition_succeeds()) {
        stats.repetitions += 1;
        // What is worse than an ancestor is so for all hands up to that ancestor's.
        let hand = place.path.board(level).map_or(id.name.hand, |ancestor| ancestor.hand);
        return ByRules::Over(Found::over(succeeds, hand, Reliance::on(level)));
    }
    if let Some(outcome) = position.and_then(|position| task.knows(position)) {
        stats.database_hits += 1;
        let hand = id.name.hand;
        return ByRules::Over(Found::over(task.is_success(outcome), hand, Reliance::Nothing));
    }
    ByRules::Open
}

/// The result of a position if the game is over there.
#[inline]
pub(crate) fn end<G: Searchable>(
    task: &Task<'_, G>,
    position: &G::Position,
    stats: &mut Stats,
) -> Option<Found> {
    let outcome = task.game().terminal(position)?;
    stats.terminals += 1;
    Some(over(task, position, outcome))
}

/// The game's estimate of a leaf, or the result that it sees.
pub(crate) fn leaf<G: Searchable>(
    task: &Task<'_, G>,
    position: &mut G::Position,
    stats: &mut Stats,
) -> Found {
    let game = task.game();
    match game.leaf(position, task.question().attacker) {
        Leaf::Estimate { pn, dn } => {
            debug_assert!(pn > 0 && dn > 0, "a leaf's numbers are at least 1");
            Found::bounds(pn, dn, None)
        }
        Leaf::Over(outcome) => {
            stats.terminals += 1;
            over(task, position, outcome)
        }
        // Which of the answers the history bans is not known.
        Leaf::LosesAtOnce if G::PLAYS_ON && task.has_banned() => Found::bounds(1, 1, None),
        Leaf::LosesAtOnce => {
            stats.terminals += 1;
            over(task, position, Outcome::Win(game.player_to_move(position).opponent()))
        }
        Leaf::WinsBy(m) => {
            stats.terminals += 1;
            let proven = task.is_success(Outcome::Win(game.player_to_move(position)));
            let mv = game.encode_move(position, m);
            if !G::HANDS && !G::PLAYS_ON {
                return won_by(mv, proven);
            }
            let undo = game.make(position, m);
            let end = task.bound_of_moves(position, proven);
            let is_banned = G::PLAYS_ON && task.is_banned(position);
            game.undo(position, m, undo);
            if is_banned {
                return Found::bounds(1, 1, None);
            }
            let hand = task.bound_before(position, m, end, proven);
            Found::solved(Solved { proven, mv, length: 1 }, hand, Reliance::Nothing)
        }
    }
}

/// What the game says of the leaf behind a move, if it need not play it.
#[inline]
pub(crate) fn leaf_after<G: Searchable>(
    task: &Task<'_, G>,
    position: &G::Position,
    m: G::Move,
    stats: &mut Stats,
) -> Option<Found> {
    let mover = task.game().player_to_move(position);
    let over = |outcome| Found::over(task.is_success(outcome), 0, Reliance::Nothing);
    let found = match task.game().leaf_after(position, m, task.question().attacker)? {
        Leaf::Estimate { pn, dn } => return Some(Found::bounds(pn, dn, None)),
        Leaf::Over(outcome) => over(outcome),
        Leaf::LosesAtOnce => over(Outcome::Win(mover)),
        Leaf::WinsBy(mv) => won_by(mv, task.is_success(Outcome::Win(mover.opponent()))),
    };
    stats.terminals += 1;
    Some(found)
}

/// A position in which the player to move wins at once, in a game without hands.
fn won_by(mv: u32, proven: bool) -> Found {
    Found::solved(Solved { proven, mv, length: 1 }, 0, Reliance::Nothing)
}

/// A finished game.
fn over<G: Searchable>(task: &Task<'_, G>, position: &G::Position, outcome: Outcome) -> Found {
    let proven = task.is_success(outcome);
    Found::over(proven, task.bound_of_moves(position, proven), Reliance::Nothing)
}
