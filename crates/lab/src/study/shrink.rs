//! Making a failing case smaller.

use threefold_game::{Game, History};
use threefold_graph::{Edge, GraphBuilder, GraphGame, NodeId, Status};

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

fn replay(game: &GraphGame, start: NodeId, moves: &[NodeId]) -> Option<History<GraphGame>> {
    let mut history = History::new(start);
    for &m in moves {
        let mut legal = Vec::new();
        if game.terminal(history.root()).is_none() {
            game.moves(history.root(), &mut legal);
        }
        if !legal.contains(&m) {
            return None;
        }
        history.push(game, m);
    }
    Some(history)
}

/// The case without a position and without the moves that are not to be kept.
fn rebuild(
    case: &Case,
    without: Option<NodeId>,
    keep: &dyn Fn(NodeId, usize) -> bool,
) -> Option<Case> {
    let game = &case.game;
    let mut builder = GraphBuilder::new();
    let mut ids = Vec::new();
    for id in game.ids() {
        let node = game.node(id);
        ids.push(if Some(id) == without {
            None
        } else {
            let new = builder.position(node.name(), node.status()).ok()?;
            if game.board(id) != node.name() {
                builder.board(new, game.board(id)).ok()?;
            }
            Some(new)
        });
    }
    let mut scores = match case.scores.stuck() {
        Some(stuck) => GraphScores::default().with_stuck(stuck),
        None => GraphScores::default(),
    };
    for id in game.ids() {
        let Some(from) = ids[id.index()] else { continue };
        if let Some(score) = case.scores.result(id) {
            scores.set_result(from, score);
        }
        if let Some(score) = case.scores.horizon(id) {
            scores.set_horizon(from, score);
        }
        if let Status::Over(_) = game.node(id).status() {
            continue;
        }
        for (i, &edge) in game.node(id).edges().iter().enumerate() {
            let Some(to) = ids[edge.to().index()].filter(|_| keep(id, i)) else { continue };
            let mut new = Edge::new(to);
            if edge.is_irreversible() {
                new = new.irreversible();
            }
            builder.edge(from, new).ok()?;
        }
    }
    let smaller = builder.build().ok()?;
    let start = ids[case.played.start().index()]?;
    let moves: Option<Vec<NodeId>> = case.played.moves().iter().map(|m| ids[m.index()]).collect();
    let played = replay(&smaller, start, &moves?)?;
    if let Status::Over(_) = smaller.node(*played.root()).status() {
        return None;
    }
    Some(Case { game: smaller, scores, played, ..case.clone() })
}
