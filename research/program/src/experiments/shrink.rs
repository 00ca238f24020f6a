//! Making a failing case smaller.

use threefold_graph::{NodeId, reduce, replay};

use super::graphs::Case;

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

/// The case without a position and without the moves that are not to be kept.
fn rebuild(
    case: &Case,
    without: Option<NodeId>,
    keep: &dyn Fn(NodeId, usize) -> bool,
) -> Option<Case> {
    let (smaller, ids) =
        reduce(&case.game, without, |from, i, edge| keep(from, i).then_some(edge))?;
    let roots = case.roots.iter().map(|history| {
        let moves: Option<Vec<NodeId>> = history.moves().iter().map(|m| ids[m.index()]).collect();
        replay(&smaller, ids[history.start().index()]?, &moves?)
    });
    let roots = roots.collect::<Option<Vec<_>>>()?;
    Some(Case { game: smaller, rule: case.rule, roots })
}
