//! Making a failing game smaller.

use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_graph::{Edge, GraphFile, GraphGame, NodeId, reduce, replay};

/// A graph game with a question: what a shrinker takes apart.
#[derive(Clone, Debug)]
pub struct Case {
    /// The game.
    pub game: GraphGame,
    /// What a repetition counts as.
    pub rule: RepetitionRule,
    /// Whose success is in question.
    pub attacker: Player,
    /// The moves before the root, and the root.
    pub history: History<GraphGame>,
}

impl Case {
    /// What is asked.
    pub fn question(&self) -> Question {
        Question::new(self.attacker, self.rule)
    }

    /// The case as a file, with notes.
    pub fn file(&self, notes: Vec<String>) -> GraphFile {
        GraphFile {
            game: self.game.clone(),
            rule: self.rule,
            attacker: self.attacker,
            history: self.history.clone(),
            notes,
        }
    }
}

/// Takes positions, moves, marks and history away as long as the case still `fails`. What is left
/// fails, and no single further step leaves something that does.
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
pub fn shrink(case: Case, fails: impl Fn(&Case) -> bool) -> Case {
    let mut best = case;
    loop {
        let next = smaller(&best).find(|case| fails(case));
        match next {
            Some(case) => best = case,
            None => return best,
        }
    }
}

/// Each case that is one step smaller, the largest steps first.
fn smaller(case: &Case) -> impl Iterator<Item = Case> + '_ {
    let without_node =
        case.game.ids().filter_map(|id| rebuild(case, Some(id), &|_, _, edge| Some(edge)));
    let places = move || {
        case.game
            .ids()
            .flat_map(move |from| (0..case.game.node(from).edges().len()).map(move |i| (from, i)))
    };
    let without_edge = places().filter_map(move |place| {
        rebuild(case, None, &|from, i, edge| ((from, i) != place).then_some(edge))
    });
    let marked = |from: NodeId, i: usize| {
        let edge = case.game.node(from).edges()[i];
        edge.is_pass() || edge.is_irreversible()
    };
    let without_marks =
        places().filter(move |&(from, i)| marked(from, i)).filter_map(move |place| {
            rebuild(case, None, &|from, i, edge| {
                Some(if (from, i) == place { Edge::new(edge.to()) } else { edge })
            })
        });
    let moves = case.history.moves();
    let shorter = (!moves.is_empty()).then(|| {
        let start = moves[0];
        Some(Case { history: replay(&case.game, start, &moves[1..])?, ..case.clone() })
    });
    without_node.chain(without_edge).chain(without_marks).chain(shorter.flatten())
}

/// The case without a position, and with its moves changed (`None`: taken away).
fn rebuild(
    case: &Case,
    without: Option<NodeId>,
    change: &dyn Fn(NodeId, usize, Edge) -> Option<Edge>,
) -> Option<Case> {
    let (smaller, ids) = reduce(&case.game, without, change)?;
    let moves: Option<Vec<NodeId>> = case.history.moves().iter().map(|m| ids[m.index()]).collect();
    let history = replay(&smaller, ids[case.history.start().index()]?, &moves?)?;
    Some(Case { game: smaller, history, rule: case.rule, attacker: case.attacker })
}
