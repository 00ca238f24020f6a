//! What the test files share: random cases, and answers that are checked in every way.

use threefold_certificate::{Block, check};
use threefold_game::{History, Player, Question, RepetitionRule, Searchable};
use threefold_graph::{GraphGame, RandomGraph, random_history};
use threefold_oracle::{exhaustive, exhaustive_value};
use threefold_search::{Answer, Extracted, Limits, Options, Solver};

/// More than any game here needs: who expands more is going round in circles.
pub const NODES: u64 = 1_000_000;
/// Positions that exhaustive search may expand.
pub const ORACLE_NODES: u64 = 10_000_000;

/// splitmix64, the same for ever.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn choose<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len() as u64) as usize]
    }
}

/// Options with a table that is quick to clear.
pub fn small() -> Options {
    Options { table_bytes: 64 << 10, ..Options::default() }
}

/// A random game of 4 to 14 positions with everything that the rule knows of.
pub fn random_game(seed: u64, rule: RepetitionRule) -> GraphGame {
    let mut random = Random(seed);
    let positional = rule == RepetitionRule::PositionalSuperko;
    let kind = RandomGraph {
        min_moves: random.choose(&[0, 1, 1, 2]),
        max_moves: random.choose(&[2, 3, 3, 4]),
        results: random.choose(&[6, 12, 20]),
        draws: random.choose(&[0, 20, 50]),
        alternating: random.choose(&[false, false, true]),
        shared_boards: if positional { random.choose(&[20, 40, 60]) } else { 0 },
        passes: if rule.is_superko() { random.choose(&[0, 0, 10, 30]) } else { 0 },
        irreversible: random.choose(&[0, 50, 100]),
        ..RandomGraph::new(4 + (seed % 11) as u32)
    };
    kind.generate(random.next())
}

/// Up to `moves` random moves that keep the rule.
pub fn history(
    game: &GraphGame,
    rule: RepetitionRule,
    moves: u32,
    seed: u64,
) -> History<GraphGame> {
    random_history(game, RandomGraph::ROOT, rule, moves, seed)
}

/// What exhaustive search says; under the draw rule by the three-valued search.
pub fn truth(
    game: &GraphGame,
    history: &History<GraphGame>,
    attacker: Player,
    rule: RepetitionRule,
) -> bool {
    if rule == RepetitionRule::Draw {
        let value = exhaustive_value(game, history, ORACLE_NODES);
        return value.expect("within the limit").is_win_of(attacker);
    }
    let question = Question::new(attacker, rule);
    exhaustive(game, history, question, ORACLE_NODES).expect("within the limit")
}

/// A solver for a question under `rule` with a generous limit.
pub fn solver<'g, G: Searchable>(
    game: &'g G,
    attacker: Player,
    rule: RepetitionRule,
    options: &Options,
) -> Solver<'g, G> {
    let mut solver = Solver::new(game, Question::new(attacker, rule), options.clone());
    solver.limit(Limits::nodes(NODES));
    solver
}

/// Solves, and fails unless there is a verdict; also the certificate, verified.
pub fn certified<G: Searchable>(
    game: &G,
    solver: &mut Solver<'_, G>,
    history: &History<G>,
    rule: RepetitionRule,
    what: &dyn Fn() -> String,
) -> (bool, Answer, Block) {
    let answer = solver.solve(history);
    let proven =
        answer.verdict.decided().unwrap_or_else(|| panic!("{:?}: {}", answer.verdict, what()));
    let Extracted { block, .. } = solver
        .certificate(history, proven, rule)
        .unwrap_or_else(|error| panic!("{error}: {}", what()));
    check(game, &block).unwrap_or_else(|refuted| panic!("{refuted}: {}", what()));
    (proven, answer, block)
}
