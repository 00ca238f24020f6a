//! Making a failing case smaller.

use threefold_graph::{NodeId, Status, reduce, replay};

use super::case::{Case, Setting};
use crate::alphabeta::GraphScores;

/// Takes positions, moves, plies and played moves away and makes scores simpler, as long as the
/// case still `fails`; no single step makes the result smaller.
pub fn shrink(case: Case, fails: impl Fn(&Case) -> bool) -> Case {
    let mut best = case;
    loop {
        let found = smaller(&best).find(|case| fails(case));
        match found {
            Some(case) => best = case,
            None => return best,
        }
    }
}

/// Each case that is one step smaller.
fn smaller(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let moves = case.played.moves();
    let without_last =
        moves.len().checked_sub(1).map(|last| (*case.played.start(), &moves[..last]));
    let without_first = moves.split_first().map(|(&first, rest)| (first, rest));
    let played =
        [without_last, without_first].into_iter().flatten().filter_map(|(start, moves)| {
            Some(Case { played: replay(&case.game, start, moves)?, ..case.clone() })
        });
    let nodes = case.game.ids().filter_map(|id| rebuild(case, Some(id), &|_, _| true));
    let edges = case.game.ids().flat_map(move |from| {
        (0..case.game.node(from).edges().len())
            .filter_map(move |i| rebuild(case, None, &|id, place| id != from || place != i))
    });
    let plies = match case.setting {
        Setting::DepthLimited { plies } if plies > 1 => {
            Some(Case { setting: Setting::DepthLimited { plies: plies - 1 }, ..case.clone() })
        }
        _ => None,
    };
    let horizons = case.game.ids().flat_map(move |id| {
        let old = case.scores.horizon(id).unwrap_or(0);
        // Towards 0; halves first, so that large scores do not take long.
        let steps = [0, old.signum(), old / 2, old - old.signum()];
        steps.into_iter().filter(move |new| new.abs() < old.abs()).map(move |new| {
            let mut case = case.clone();
            case.scores.set_horizon(id, new);
            case
        })
    });
    played.chain(nodes).chain(edges).chain(plies).chain(horizons)
}

/// The case without a position and without the moves that are not to be kept.
fn rebuild(
    case: &Case,
    without: Option<NodeId>,
    keep: &dyn Fn(NodeId, usize) -> bool,
) -> Option<Case> {
    let (smaller, ids) =
        reduce(&case.game, without, |from, i, edge| keep(from, i).then_some(edge))?;
    let mut scores = match case.scores.stuck() {
        Some(stuck) => GraphScores::default().with_stuck(stuck),
        None => GraphScores::default(),
    };
    for id in case.game.ids() {
        let Some(new) = ids[id.index()] else { continue };
        if let Some(score) = case.scores.result(id) {
            scores.set_result(new, score);
        }
        if let Some(score) = case.scores.horizon(id) {
            scores.set_horizon(new, score);
        }
    }
    let start = ids[case.played.start().index()]?;
    let moves: Option<Vec<NodeId>> = case.played.moves().iter().map(|m| ids[m.index()]).collect();
    let played = replay(&smaller, start, &moves?)?;
    if let Status::Over(_) = smaller.node(*played.root()).status() {
        return None;
    }
    Some(Case { game: smaller, scores, played, ..case.clone() })
}
