//! What positions of small boards are worth: scores with certificates that have been checked.

use std::collections::HashMap;

use threefold_certificate::check;
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_go::{Go, GoMove, GoPosition, Size, Terms};
use threefold_search::{Limits, Options, Solver};

/// A position, and those that have occurred before it, in an order of their own.
type Asked = (GoPosition<u64>, Vec<GoPosition<u64>>);

/// Finds values, each once, under one rule of superko.
pub struct Scores {
    /// The board, played to the end by two passes.
    game: Go<u64>,
    rule: RepetitionRule,
    nodes: u64,
    /// By position, and the boards that may not come again.
    known: HashMap<Asked, Option<i32>>,
    faulty: u64,
}

impl Scores {
    /// On an empty board of this size, with so many nodes for each question.
    ///
    /// # Panics
    /// If the board is too large for the solver, which 7x7 is not.
    pub fn new(size: Size, rule: RepetitionRule, nodes: u64) -> Scores {
        Scores { game: board(size, 0, true), rule, nodes, known: HashMap::new(), faulty: 0 }
    }

    /// The rules, without a threshold that would end the game.
    pub fn game(&self) -> &Go<u64> {
        &self.game
    }

    /// The rule of superko.
    pub fn rule(&self) -> RepetitionRule {
        self.rule
    }

    /// Certificates that did not hold: a bug of threefold, and never believed.
    pub fn faulty(&self) -> u64 {
        self.faulty
    }

    /// Black's area minus White's with the best play of both, after this game; `None` if it could
    /// not be certified.
    pub fn value(&mut self, history: &History<Go<u64>>) -> Option<i32> {
        let mut before = history.positions().to_vec();
        before.sort_unstable_by_key(GoPosition::key);
        let asked = (*history.root(), before);
        if let Some(&known) = self.known.get(&asked) {
            return known;
        }
        let value = self.certified_value(history);
        self.known.insert(asked, value);
        value
    }

    fn certified_value(&mut self, history: &History<Go<u64>>) -> Option<i32> {
        if self.game.is_over(history.root()) {
            return Some(history.root().board().score(self.game.geometry()));
        }
        let points = self.game.terms().size.points() as i32;
        // Black scores at least `low`, and less than `high`.
        let (mut low, mut high) = (-points, points + 1);
        while high - low > 1 {
            let middle = (low + high).div_euclid(2);
            match self.certified(history, middle)? {
                true => low = middle,
                false => high = middle,
            }
        }
        Some(low)
    }

    /// Whether Black scores at least so much.
    fn certified(&mut self, history: &History<Go<u64>>, at_least: i32) -> Option<bool> {
        let size = self.game.terms().size;
        let mut game = board(size, at_least, false);
        // What life decided during the game may have been given away since.
        if history.positions().iter().any(|position| game.is_over(position)) {
            game = board(size, at_least, true);
        }
        let mut own = History::new(*history.start());
        history.moves().iter().for_each(|&m| own.push(&game, m));
        if let Some(outcome) = game.terminal(own.root()) {
            return Some(outcome.is_win_of(Player::First));
        }
        let question = Question::new(Player::First, self.rule);
        let options = Options { table_bytes: 64 << 20, ..Options::default() };
        let mut solver = Solver::new(&game, question, options);
        solver.limit(Limits::nodes(self.nodes));
        let proven = solver.solve(&own).verdict.decided()?;
        let extracted = solver.certificate(&own, proven, self.rule).ok()?;
        if check(&game, &extracted.block).is_err() {
            self.faulty += 1;
            return None;
        }
        Some(proven)
    }
}

fn board(size: Size, at_least: i32, played_out: bool) -> Go<u64> {
    let terms = Terms { played_out, ..Terms::new(size, at_least) };
    Go::new(terms).expect("a small board").with_symmetry(false)
}

/// The moves that are legal after a game.
pub(super) fn legal(
    game: &Go<u64>,
    history: &History<Go<u64>>,
    rule: RepetitionRule,
) -> Vec<GoMove> {
    let mut moves = Vec::new();
    game.moves(history.root(), &mut moves);
    moves.retain(|&m| !history.is_banned(game, m, rule));
    moves
}

#[cfg(test)]
mod tests {
    use threefold_game::SplitMix;
    use threefold_go::Suicide;
    use threefold_go::exhaustive::Exhaustive;

    use super::*;

    #[test]
    fn certified_scores_are_those_of_exhaustive_search() {
        let size: Size = "2x2".parse().unwrap();
        for rule in [RepetitionRule::SituationalSuperko, RepetitionRule::PositionalSuperko] {
            let mut scores = Scores::new(size, rule, 1_000_000);
            let game = scores.game().clone();
            for seed in 0..12 {
                let mut random = SplitMix::new(seed);
                let mut history = History::new(game.start());
                for _ in 0..seed % 5 {
                    let moves = legal(&game, &history, rule);
                    history.push(&game, random.choose(&moves));
                    if game.is_over(history.root()) {
                        break;
                    }
                }
                let mut oracle = Exhaustive::new(game.geometry(), rule, Suicide::Forbidden);
                let truth = oracle.value(history.root(), history.positions());
                assert!(truth.is_some());
                assert_eq!(scores.value(&history), truth, "{rule} {}", history.notation(&game));
            }
            assert_eq!(scores.faulty(), 0);
        }
    }
}
