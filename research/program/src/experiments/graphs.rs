//! Random graph games as cases for the solver.

use threefold_game::{History, Player, Question, RepetitionRule, SplitMix};
use threefold_graph::{GraphFile, GraphGame, RandomGraph, random_history, replay};
use threefold_lab::{Shrink, smaller_games};
use threefold_oracle::{exhaustive, exhaustive_value};

use super::random::random;

/// A game, and roots to ask about: the first one is asked by every option set, the others only
/// where one table is kept for several questions.
pub struct ManyRoots {
    pub game: GraphGame,
    pub rule: RepetitionRule,
    pub roots: Vec<History<GraphGame>>,
}

impl ManyRoots {
    /// ManyRoots number `index` of a run, with a number of positions in `sizes`.
    pub fn new(seed: u64, index: u64, rule: RepetitionRule, sizes: (u32, u32)) -> Self {
        let mut random = random(seed, index);
        let size = sizes.0 + random.below(u64::from(sizes.1 - sizes.0) + 1) as u32;
        let kind = kind(&mut random, rule, size);
        let game = kind.generate(random.bits());
        let mut history = |most: u64| {
            let moves = random.below(most + 1) as u32;
            random_history(&game, RandomGraph::ROOT, rule, moves, random.bits())
        };
        // Half of the roots have no history, most others a short one.
        let asked = if index.is_multiple_of(2) { 0 } else { 5 };
        let (first, other, third) = (history(asked), history(5), history(9));
        let fresh = |history: &History<GraphGame>| History::new(*history.root());
        let roots = vec![first, history(0), other.clone(), fresh(&other), fresh(&third)];
        ManyRoots { game, rule, roots }
    }

    /// Who may be asked about: under the draw rule both, since a draw is two questions.
    pub fn attackers(&self, index: u64) -> &'static [Player] {
        match (self.rule, index / 2 % 2) {
            (RepetitionRule::Draw, _) => &Player::ALL,
            (_, 0) => &[Player::First],
            _ => &[Player::Second],
        }
    }

    /// Whether the attacker succeeds; `None` beyond the limit.
    pub fn truth(
        &self,
        history: &History<GraphGame>,
        attacker: Player,
        limit: u64,
    ) -> Option<bool> {
        if self.rule == RepetitionRule::Draw {
            let value = exhaustive_value(&self.game, history, limit)?;
            return Some(value.is_win_of(attacker));
        }
        exhaustive(&self.game, history, Question::new(attacker, self.rule), limit)
    }

    /// The case as a `.game` file, for a report.
    pub fn file(&self, root: usize, attacker: Player) -> GraphFile {
        GraphFile {
            game: self.game.clone(),
            rule: self.rule,
            attacker,
            history: self.roots[root].clone(),
            notes: Vec::new(),
        }
    }
}

/// The game, then a move at either end of each history.
impl Shrink for ManyRoots {
    fn smaller(&self) -> Box<dyn Iterator<Item = Self> + '_> {
        let rule = self.rule;
        let games = smaller_games(&self.game).filter_map(move |smaller| {
            let roots = self.roots.iter().map(|history| smaller.history(history)).collect();
            let roots: Option<Vec<_>> = roots;
            Some(ManyRoots { roots: roots?, game: smaller.game, rule })
        });
        let histories = (0..self.roots.len()).flat_map(move |root| {
            let (start, moves) = (*self.roots[root].start(), self.roots[root].moves());
            let without_first = moves.split_first().map(|(&first, rest)| (first, rest));
            let without_last = moves.split_last().map(|(_, rest)| (start, rest));
            [without_first, without_last].into_iter().flatten().filter_map(move |(start, moves)| {
                let mut roots = self.roots.clone();
                roots[root] = replay(&self.game, start, moves)?;
                Some(ManyRoots { game: self.game.clone(), rule, roots })
            })
        });
        Box::new(games.chain(histories))
    }
}

fn kind(random: &mut SplitMix, rule: RepetitionRule, size: u32) -> RandomGraph {
    let superko = rule.is_superko();
    let positional = rule == RepetitionRule::PositionalSuperko;
    RandomGraph {
        min_moves: random.choose(&[0, 1, 1, 2, 2]),
        max_moves: random.choose(&[2, 3, 3, 3, 4]),
        results: random.choose(&[6, 12, 12, 20]),
        draws: random.choose(&[0, 20, 50]),
        alternating: random.choose(&[false, false, true]),
        shared_boards: if positional { random.choose(&[20, 40, 40, 60]) } else { 0 },
        passes: if superko { random.choose(&[0, 0, 10, 30]) } else { 0 },
        irreversible: random.choose(&[0, 50, 100]),
        ..RandomGraph::new(size)
    }
}
