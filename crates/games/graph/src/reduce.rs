//! Parts of games: what a shrinker is made of.

use threefold_game::{Game, History};

use crate::{Edge, GraphBuilder, GraphGame, NodeId, Status};

/// The game without a position, and with its edges changed (`None`: taken away), and for each old
/// position the new one. Names, boards and marks are kept; edges to the position that is left out
/// go with it. `None` if what is left is no game.
///
/// ```
/// let file = threefold_graph::parse(
///     "threefold game 1\nrule: draw\nroot: A\nA first: B W\nB second: A\nW win-first\n",
/// )?;
/// let b = file.game.find("B").unwrap();
/// let (smaller, ids) =
///     threefold_graph::reduce(&file.game, Some(b), |_, _, edge| Some(edge)).unwrap();
/// assert_eq!(smaller.nodes().len(), 2);
/// assert_eq!(ids[b.index()], None);
/// # Ok::<(), threefold_graph::ParseError>(())
/// ```
pub fn reduce(
    game: &GraphGame,
    without: Option<NodeId>,
    change: impl Fn(NodeId, usize, Edge) -> Option<Edge>,
) -> Option<(GraphGame, Vec<Option<NodeId>>)> {
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
            let Some(edge) = change(id, i, edge) else { continue };
            let Some(to) = ids[edge.to().index()] else { continue };
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
    Some((builder.build().ok()?.with_occurrences(game.occurrence_rule()), ids))
}

/// The moves played from `start`; `None` if one of them is not there.
///
/// ```
/// let file = threefold_graph::parse(
///     "threefold game 1\nrule: draw\nroot: A\nA first: B\nB second: A\n",
/// )?;
/// let [a, b] = ["A", "B"].map(|name| file.game.find(name).unwrap());
/// assert_eq!(*threefold_graph::replay(&file.game, a, &[b, a, b]).unwrap().root(), b);
/// assert!(threefold_graph::replay(&file.game, a, &[a]).is_none());
/// # Ok::<(), threefold_graph::ParseError>(())
/// ```
pub fn replay(game: &GraphGame, start: NodeId, moves: &[NodeId]) -> Option<History<GraphGame>> {
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
