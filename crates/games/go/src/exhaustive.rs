//! Exact values by plain alpha-beta with the whole history and no table: an oracle.
//!
//! Nothing is stored, so nothing can be used where it does not hold, and no static knowledge is
//! applied: a game ends by two passes. It shares the rules with the solver, and no search. Boards
//! of up to five or six points are within reach; 2x3 takes some 25 million nodes.

use threefold_game::RepetitionRule;

use crate::{Board, Colour, Geometry, GoMove, GoPosition, Points, Suicide};

/// The value of positions on one board, under one rule.
///
/// ```
/// use threefold_game::RepetitionRule;
/// use threefold_go::{Geometry, GoPosition, Suicide, exhaustive::Exhaustive};
///
/// let geometry = Geometry::<u64>::new("2x2".parse()?)?;
/// let rule = RepetitionRule::PositionalSuperko;
/// let mut search = Exhaustive::new(&geometry, rule, Suicide::Forbidden);
/// let start = GoPosition::parse("../..", &geometry)?;
/// assert_eq!(search.value(&start, &[]), Some(1));
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Exhaustive<'g, P: Points> {
    geometry: &'g Geometry<P>,
    rule: RepetitionRule,
    suicide: Suicide,
    nodes: u64,
    limit: u64,
    /// The positions of the path, history included. Compared one by one, stones and all.
    path: Vec<(Board<P>, Colour)>,
}

impl<'g, P: Points> Exhaustive<'g, P> {
    /// A search without a limit.
    ///
    /// # Panics
    /// If the rule is none of the two superko rules.
    pub fn new(geometry: &'g Geometry<P>, rule: RepetitionRule, suicide: Suicide) -> Self {
        assert!(rule.is_superko(), "without superko games need not end");
        Exhaustive { geometry, rule, suicide, nodes: 0, limit: u64::MAX, path: Vec::new() }
    }

    /// Gives up a value after so many nodes.
    #[must_use]
    pub fn with_limit(self, nodes: u64) -> Self {
        Exhaustive { limit: nodes, ..self }
    }

    /// Nodes visited for the last value.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The score, Black minus White, with best play by both sides, after a game that went through
    /// the positions of `history` before it came to `root`. `None` if the limit was hit.
    pub fn value(&mut self, root: &GoPosition<P>, history: &[GoPosition<P>]) -> Option<i32> {
        self.begin(root, history);
        let all = self.geometry.size().points() as i32;
        self.search(root, -all, all)
    }

    /// Whether that score is at least so high, for less work: [`Exhaustive::value`] with bounds.
    pub fn is_at_least(
        &mut self,
        root: &GoPosition<P>,
        history: &[GoPosition<P>],
        score: i32,
    ) -> Option<bool> {
        self.begin(root, history);
        Some(self.search(root, score - 1, score)? >= score)
    }

    fn begin(&mut self, root: &GoPosition<P>, history: &[GoPosition<P>]) {
        self.nodes = 0;
        self.path.clear();
        self.path.extend(history.iter().map(|position| (*position.board(), position.turn())));
        self.path.push((*root.board(), root.turn()));
    }

    /// The value if it is between the bounds, else a bound of it: fail-soft. Both colours see
    /// the score from Black's side.
    fn search(&mut self, position: &GoPosition<P>, mut alpha: i32, mut beta: i32) -> Option<i32> {
        self.nodes += 1;
        if self.nodes > self.limit {
            return None;
        }
        if position.is_over() {
            return Some(position.board().score(self.geometry));
        }
        let turn = position.turn();
        let legal = position.board().legal(self.geometry, turn, self.suicide);
        let stones = legal.iter().map(GoMove::Play);
        let mut best: Option<i32> = None;
        // A pass first: after another pass it gives a score at once.
        for m in std::iter::once(GoMove::Pass).chain(stones) {
            let mut child = *position;
            child.play(self.geometry, m);
            if m != GoMove::Pass && self.has_occurred(&child) {
                continue;
            }
            self.path.push((*child.board(), child.turn()));
            let value = self.search(&child, alpha, beta);
            self.path.pop();
            let value = value?;
            best = Some(match (best, turn) {
                (None, _) => value,
                (Some(best), Colour::Black) => best.max(value),
                (Some(best), Colour::White) => best.min(value),
            });
            match turn {
                Colour::Black => alpha = alpha.max(value),
                Colour::White => beta = beta.min(value),
            }
            if alpha >= beta {
                break;
            }
        }
        Some(best.expect("a pass is always legal"))
    }

    fn has_occurred(&self, position: &GoPosition<P>) -> bool {
        let positional = self.rule == RepetitionRule::PositionalSuperko;
        self.path.iter().any(|(board, turn)| {
            board == position.board() && (positional || *turn == position.turn())
        })
    }
}
