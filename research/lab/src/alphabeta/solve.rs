//! Yes-or-no questions by alpha-beta.

use threefold_game::{History, Outcome, Player, Question};
use threefold_search::{Interrupt, Limits, Reason, Verdict};

use super::deepening::AlphaBeta;
use super::evaluate::Evaluate;
use super::options::{DraftRule, Options};
use super::policy::Policy;
use super::rules::Rules;
use super::score::{DECIDED, Score, WIN, WinScores};
use super::search::LONGEST_PATH;
use crate::Informed;
use crate::{Claim, Cost};

/// Scores for a question: success, failure, and 0, unknown, at the horizon.
#[derive(Clone, Copy, Debug)]
pub struct Boolean(pub Question);

impl<G: Informed> Evaluate<G> for Boolean {
    fn score(&self, _game: &G, _position: &G::Position) -> Score {
        0
    }

    fn outcome(
        &self,
        _game: &G,
        _position: &G::Position,
        outcome: Outcome,
        player: Player,
    ) -> Score {
        let success = if self.0.is_success(outcome) { WIN } else { -WIN };
        if player == self.0.attacker { success } else { -success }
    }
}

/// Answers a question: iterative deepening with three values, success, failure, and unknown at the
/// horizon, until the root is one of the first two. A limit makes it unknown.
///
/// `None` if the treatment means nothing under the rule.
pub fn solve<G: Informed, P: Policy>(
    game: &G,
    history: &History<G>,
    question: Question,
    limits: &Limits,
    table_bytes: usize,
    interrupt: &Interrupt,
) -> Option<Claim> {
    let nothing = |_: &mut P::Questions| {};
    let solved = solve_by(game, history, question, limits, table_bytes, interrupt, nothing);
    solved.map(|(claim, _)| claim)
}

/// The same with a treatment that has settings of its own, which comes back.
pub(crate) fn solve_by<G: Informed, P: Policy>(
    game: &G,
    history: &History<G>,
    question: Question,
    limits: &Limits,
    table_bytes: usize,
    interrupt: &Interrupt,
    prepare: impl FnOnce(&mut P),
) -> Option<(Claim, P)> {
    if !P::supports(question.rule) {
        return None;
    }
    let options = Options {
        table_bytes,
        draft: DraftRule::Iteration,
        win_scores: WinScores::Plain,
        interrupt: interrupt.clone(),
        ..Options::default()
    };
    let boolean = Boolean(question);
    let rules = Rules { tree: game.tree_occurrences(), ..Rules::of(question) };
    let mut search = AlphaBeta::<G, _, P>::new(game, &boolean, rules, &options);
    // There is nothing better than success: the first move that has it ends the search of a
    // position.
    search.window = (-WIN, WIN);
    prepare(&mut search.policy);
    let mut left = limits.clone();
    let mut cost = Cost::default();
    let mut reason = Reason::Depth;
    for plies in 1..LONGEST_PATH {
        let report = search.iterations(history, plies..=plies, &left);
        cost.add(&report.cost);
        let verdict = match report.score {
            Some(score) if score >= DECIDED => Some(Verdict::Proven),
            Some(score) if score <= -DECIDED => Some(Verdict::Disproven),
            _ => None,
        };
        if let (Some(verdict), None) = (verdict, report.stopped_by) {
            return Some((Claim { verdict, cost }, search.policy));
        }
        if let Some(stopped_by) = report.stopped_by {
            reason = stopped_by;
            break;
        }
        left.nodes = limits.nodes.saturating_sub(cost.nodes);
        left.time = limits.time.map(|time| time.saturating_sub(cost.time));
    }
    Some((Claim { verdict: Verdict::Unknown(reason), cost }, search.policy))
}
