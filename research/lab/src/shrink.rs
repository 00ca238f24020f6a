//! Making a failing case smaller: one loop, and the steps that all cases have in common.

use threefold_game::History;
use threefold_graph::{Edge, GraphGame, NodeId, reduce, replay};

/// A case that can be made smaller. What is failed, and which steps there are besides those of the
/// game ([`smaller_games`]), differs from case to case; that steps are taken one at a time, and
/// until none is left, does not ([`shrink()`]).
pub trait Shrink: Sized {
    /// Each case that is one step smaller, in the order in which they are tried.
    fn smaller(&self) -> Box<dyn Iterator<Item = Self> + '_>;
}

/// Takes step after step as long as the case still `fails`. What is left fails, and no single
/// further step leaves something that does.
///
/// `fails` is called with many games; it should be quick and must give the same answer for the
/// same game. Positions that were in the way of the root are gone, names are kept.
///
/// ```
/// use threefold_game::{History, Player, RepetitionRule};
/// use threefold_graph::RandomGraph;
/// use threefold_lab::{Case, shrink};
/// use threefold_oracle::exhaustive;
///
/// let game = RandomGraph::new(12).generate(1);
/// let rule = RepetitionRule::SituationalSuperko;
/// let case =
///     Case { game, rule, attacker: Player::First, history: History::new(RandomGraph::ROOT) };
/// let value = |case: &Case| {
///     let question = case.file(Vec::new()).question();
///     exhaustive(&case.game, &case.history, question, 100_000)
/// };
/// let before = value(&case);
/// let small = shrink(case, |case| value(case) == before);
/// assert!(small.game.nodes().len() <= 2); // nothing is needed but a move that wins, or none
/// ```
pub fn shrink<C: Shrink>(case: C, fails: impl Fn(&C) -> bool) -> C {
    let mut best = case;
    loop {
        let next = best.smaller().find(|case| fails(case));
        match next {
            Some(case) => best = case,
            None => return best,
        }
    }
}

/// A game that is one step smaller.
pub struct Smaller {
    /// The game itself.
    pub game: GraphGame,
    /// What has become of each position of the larger game.
    pub ids: Vec<Option<NodeId>>,
}

impl Smaller {
    /// The same moves in the smaller game; `None` if they cannot be played in it.
    pub fn history(&self, history: &History<GraphGame>) -> Option<History<GraphGame>> {
        let moves: Option<Vec<NodeId>> =
            history.moves().iter().map(|m| self.ids[m.index()]).collect();
        replay(&self.game, self.ids[history.start().index()]?, &moves?)
    }
}

/// The game without a position, then without a move, then without what marks a move (a pass, an
/// irreversible one): each of them in turn.
pub fn smaller_games(game: &GraphGame) -> impl Iterator<Item = Smaller> + '_ {
    let without_node =
        game.ids().filter_map(|id| rebuild(game, Some(id), &|_, _, edge| Some(edge)));
    let places = move || {
        let edges = move |from| (0..game.node(from).edges().len()).map(move |i| (from, i));
        game.ids().flat_map(edges)
    };
    let without_edge = places().filter_map(move |place| {
        rebuild(game, None, &|from, i, edge| ((from, i) != place).then_some(edge))
    });
    let marked = move |&(from, i): &(NodeId, usize)| {
        let edge = game.node(from).edges()[i];
        edge.is_pass() || edge.is_irreversible()
    };
    let without_marks = places().filter(marked).filter_map(move |place| {
        rebuild(game, None, &|from, i, edge| {
            Some(if (from, i) == place { Edge::new(edge.to()) } else { edge })
        })
    });
    without_node.chain(without_edge).chain(without_marks)
}

/// The game without a position, and with its moves changed (`None`: taken away).
fn rebuild(
    game: &GraphGame,
    without: Option<NodeId>,
    change: &dyn Fn(NodeId, usize, Edge) -> Option<Edge>,
) -> Option<Smaller> {
    let (game, ids) = reduce(game, without, change)?;
    Some(Smaller { game, ids })
}
