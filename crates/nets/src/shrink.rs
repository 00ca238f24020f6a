//! Making a failing case smaller.

use threefold_game::{Game, History};
use threefold_graph::{Edge, GraphBuilder, GraphGame, NodeId, Status};

use crate::graphs::Case;

/// Takes moves, passes, marks, positions and histories away as long as the case still `fails`.
pub fn shrink(case: Case, fails: impl Fn(&Case) -> bool) -> Case {
    let mut best = case;
    loop {
        let smaller = smaller(&best).find(|case| fails(case));
        match smaller {
            Some(case) => best = case,
            None => return best,
        }
    }
}

/// Each case that is one step smaller.
fn smaller(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let histories = (0..case.roots.len()).flat_map(move |root| {
        let moves = case.roots[root].moves();
        let without_first = moves.get(1..).map(|_| 1..moves.len());
        let without_last = moves.len().checked_sub(1).map(|last| 0..last);
        [without_first, without_last].into_iter().flatten().filter_map(move |range| {
            let start = match range.start {
                0 => *case.roots[root].start(),
                i => case.roots[root].moves()[i - 1],
            };
            let mut roots = case.roots.clone();
            roots[root] = replay(&case.game, start, &moves[range])?;
            Some(Case { game: case.game.clone(), rule: case.rule, roots })
        })
    });
    let nodes = case.game.ids().filter_map(|id| rebuild(case, Some(id), &|_, _| true));
    let edges = case.game.ids().flat_map(move |from| {
        (0..case.game.node(from).edges().len())
            .filter_map(move |i| rebuild(case, None, &|id, place| id != from || place != i))
    });
    nodes.chain(edges).chain(histories)
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
    for id in game.ids() {
        let Some(from) = ids[id.index()] else { continue };
        if let Status::Over(_) = game.node(id).status() {
            continue;
        }
        for (i, &edge) in game.node(id).edges().iter().enumerate() {
            let Some(to) = ids[edge.to().index()].filter(|_| keep(id, i)) else { continue };
            let mut new = Edge::new(to);
            if edge.is_pass() {
                new = new.pass();
            }
            if edge.is_irreversible() {
                new = new.irreversible();
            }
            builder.edge(from, new).ok()?;
        }
    }
    let smaller = builder.build().ok()?;
    let roots = case.roots.iter().map(|history| {
        let moves: Option<Vec<NodeId>> = history.moves().iter().map(|m| ids[m.index()]).collect();
        replay(&smaller, ids[history.start().index()]?, &moves?)
    });
    let roots = roots.collect::<Option<Vec<_>>>()?;
    Some(Case { game: smaller, rule: case.rule, roots })
}
