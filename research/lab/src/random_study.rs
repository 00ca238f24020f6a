//! How often treatments are wrong about random loopy games.

use threefold_game::{Player, Question, RepetitionRule};
use threefold_graph::{OccurrenceRule, RandomGraph, random_history};
use threefold_oracle::{Retrograde, exhaustive};
use threefold_search::{Interrupt, Limits};

use crate::cause::{Cause, Causes, GhiError};
use crate::mix::mix;
use crate::{Case, Cost, Treatment};

/// A family of random games, each with a question. The same values give the same games for ever.
#[derive(Clone, Debug)]
pub struct RandomStudy {
    /// What a repetition counts as.
    pub rule: RepetitionRule,
    /// From which occurrence on a position repeats. Where the third one of the game does, histories
    /// are longer, so that positions occur twice in them.
    pub occurrences: OccurrenceRule,
    /// Fewest and most positions of a game, results included.
    pub sizes: (u32, u32),
    /// Where the games come from.
    pub seed: u64,
    /// Positions that a treatment may expand; beyond, it has no answer.
    pub nodes: u64,
    /// Bytes for the table or tree of a treatment.
    pub memory_bytes: usize,
    /// Positions that exhaustive search may expand; beyond, the game is skipped.
    pub oracle_nodes: u64,
}

/// What a treatment did on some games. Rows of different games add up, in any order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Games asked about.
    pub games: u64,
    /// Games whose truth was not found within the limit, and that were not asked about.
    pub skipped: u64,
    /// Games that the attacker wins.
    pub won: u64,
    /// Wrong proofs.
    pub wrong_proofs: u64,
    /// Wrong disproofs.
    pub wrong_disproofs: u64,
    /// All wrong answers by what went wrong.
    pub causes: Causes,
    /// No answer within the limits.
    pub unknown: u64,
    /// What all of it took.
    pub cost: Cost,
    /// The first game with a wrong answer.
    pub first_wrong: Option<u64>,
}

impl Row {
    /// Wrong answers of either sign.
    pub fn wrong(&self) -> u64 {
        self.wrong_proofs + self.wrong_disproofs
    }

    /// Adds what happened on other games.
    pub fn add(&mut self, other: &Row) {
        self.games += other.games;
        self.skipped += other.skipped;
        self.won += other.won;
        self.wrong_proofs += other.wrong_proofs;
        self.wrong_disproofs += other.wrong_disproofs;
        self.causes.add(&other.causes);
        self.unknown += other.unknown;
        self.cost.add(&other.cost);
        self.first_wrong = match (self.first_wrong, other.first_wrong) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }
}

impl RandomStudy {
    /// Games of these sizes with limits that suit them.
    pub fn new(rule: RepetitionRule, sizes: (u32, u32), seed: u64) -> Self {
        RandomStudy {
            rule,
            occurrences: OccurrenceRule::default(),
            sizes,
            seed,
            nodes: 20_000,
            memory_bytes: 1 << 20,
            oracle_nodes: 200_000,
        }
    }

    /// Game number `index`. Half of the games begin with a few moves before the root; either
    /// player may be the attacker.
    pub fn case(&self, index: u64) -> Case {
        let mut state = mix(self.seed ^ mix(index));
        let mut next = || {
            state = state.wrapping_add(1);
            mix(state)
        };
        let mut choose = |values: &[u32]| values[(next() % values.len() as u64) as usize];
        let (superko, rule) = (self.rule.is_superko(), self.rule);
        let positional = rule == RepetitionRule::PositionalSuperko;
        let positions: Vec<u32> = (self.sizes.0..=self.sizes.1.max(self.sizes.0)).collect();
        let kind = RandomGraph {
            min_moves: choose(&[1, 2, 2, 2]),
            max_moves: choose(&[2, 3, 3, 3, 4]),
            results: choose(&[6, 6, 12, 20]),
            draws: choose(&[0, 20, 50]),
            alternating: choose(&[0, 0, 1]) == 1,
            shared_boards: if positional { choose(&[20, 40, 40, 60]) } else { 0 },
            passes: if superko { choose(&[0, 0, 10, 30]) } else { 0 },
            irreversible: choose(&[0, 50, 100]),
            ..RandomGraph::new(choose(&positions))
        };
        let moves = choose(&[0, 0, 0, 1, 3, 5]);
        let attacker = if choose(&[0, 1]) == 0 { Player::First } else { Player::Second };
        let moves = if self.occurrences.game > 2 { 3 * moves } else { moves };
        let game = kind.generate(next()).with_occurrences(self.occurrences);
        let history = random_history(&game, RandomGraph::ROOT, rule, moves, next());
        Case { game, rule, attacker, history }
    }

    /// Whether the attacker succeeds. `None` beyond the limit of exhaustive search, unless
    /// retrograde analysis knows (no superko, nothing before the root).
    pub fn truth(&self, case: &Case) -> Option<bool> {
        let question = Question::new(case.attacker, case.rule);
        exhaustive(&case.game, &case.history, question, self.oracle_nodes).or_else(|| {
            if !case.history.moves().is_empty() {
                return None;
            }
            let root = *case.history.root();
            let positions = case.game.nodes().len();
            Retrograde::solve(&case.game, [root], positions).ok()?.answer(&root, question)
        })
    }

    /// What a treatment answers, `None` if it does not, and what that took.
    pub fn ask(&self, treatment: Treatment, case: &Case) -> (Option<bool>, Cost) {
        let question = Question::new(case.attacker, case.rule);
        let (limits, interrupt) = (Limits::nodes(self.nodes), Interrupt::default());
        let claim = treatment.answer(
            &case.game,
            question,
            &case.history,
            &limits,
            self.memory_bytes,
            &interrupt,
        );
        (claim.verdict.decided(), claim.cost)
    }

    /// Whether the treatment is wrong about the case and, unless it is that treatment itself,
    /// [`Treatment::DfpnBaseTwin`] is right: what [`shrink`](crate::shrink()) wants to know. A case
    /// whose truth is not found is no failure.
    pub fn fails(&self, treatment: Treatment, case: &Case) -> bool {
        let (answer, _) = self.ask(treatment, case);
        answer.is_some_and(|answer| {
            let truth = Some(!answer);
            let right = Treatment::DfpnBaseTwin;
            self.truth(case) == truth && (treatment == right || self.ask(right, case).0 == truth)
        })
    }

    /// What went wrong, now that the treatment has answered `claimed` and the opposite is true.
    fn causes(&self, treatment: Treatment, case: &Case, claimed: bool) -> Causes {
        let told = GhiError::of(self.rule, claimed).map(Cause::Only);
        let limits = Limits::nodes(self.nodes);
        Causes::one(told.or_else(|| treatment.cause(case, !claimed, &limits, self.oracle_nodes)))
    }

    /// Asks each treatment about game number `index`: one row each, in order.
    ///
    /// ```
    /// use threefold_game::RepetitionRule;
    /// use threefold_lab::{RandomStudy, Row, Treatment};
    ///
    /// let study = RandomStudy::new(RepetitionRule::SituationalSuperko, (4, 10), 1);
    /// let mut total = Row::default();
    /// for index in 0..20 {
    ///     total.add(&study.game(&[Treatment::DfpnBaseTwin], index)[0]);
    /// }
    /// assert_eq!((total.games + total.skipped, total.wrong()), (20, 0));
    /// ```
    pub fn game(&self, treatments: &[Treatment], index: u64) -> Vec<Row> {
        let case = self.case(index);
        let Some(truth) = self.truth(&case) else {
            return vec![Row { skipped: 1, ..Row::default() }; treatments.len()];
        };
        let row = |&treatment: &Treatment| {
            let (answer, cost) = self.ask(treatment, &case);
            let wrong = answer.is_some_and(|answer| answer != truth);
            Row {
                games: 1,
                skipped: 0,
                won: u64::from(truth),
                wrong_proofs: u64::from(wrong && !truth),
                wrong_disproofs: u64::from(wrong && truth),
                causes: match wrong {
                    true => self.causes(treatment, &case, !truth),
                    false => Causes::default(),
                },
                unknown: u64::from(answer.is_none()),
                cost,
                first_wrong: wrong.then_some(index),
            }
        };
        treatments.iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_the_same_for_ever() {
        let study = RandomStudy::new(RepetitionRule::PositionalSuperko, (4, 12), 7);
        let text = |index| study.case(index).file(Vec::new()).to_string();
        assert_eq!(text(3), text(3));
        assert_ne!(text(3), text(4));
        let sum = (0..50)
            .flat_map(|i| text(i).into_bytes())
            .fold(0, |sum: u64, byte| mix(sum ^ u64::from(byte)));
        assert_eq!(sum, 1_570_695_622_428_835_416);
    }
}
