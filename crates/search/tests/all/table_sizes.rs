//! The size of the table changes the work, never the verdict.

use crate::common::{NODES, certified, random_game, truth};
use threefold_chess::{Chess, epd};
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_graph::RandomGraph;
use threefold_search::{Limits, Options, Solver};

const SIZES: [usize; 3] = [64 << 10, 1 << 20, 1 << 30];

/// The side to move is the attacker; some can win, some cannot.
const ENDINGS: [&str; 12] = [
    "4k3/Q7/3K4/8/8/8/8/8 w - -",
    "8/8/8/8/8/k1K5/8/1Q6 b - -",
    "8/8/8/3k4/8/8/1Q6/K7 w - -",
    "7k/8/5K2/8/8/8/8/R7 w - -",
    "8/8/8/8/8/5K2/R7/7k w - -",
    "8/8/8/8/8/k7/p1K5/8 w - -",
    "7k/5K2/6P1/8/8/8/8/8 w - -",
    "k7/P7/1K6/8/8/8/8/8 w - -",
    "7k/8/6KP/8/8/8/8/8 w - -",
    "4k3/4P3/4K3/8/8/8/8/8 w - -",
    "k1r5/8/K1R5/8/8/8/8/8 w - -",
    "6k1/5ppp/8/8/8/8/8/K3R3 w - -",
];

#[test]
fn chess_endings() {
    let mut won = 0;
    for line in ENDINGS {
        let record = epd::parse_line(line).expect("a position");
        let attacker = Chess.player_to_move(record.position());
        let verdicts = SIZES.map(|bytes| {
            let options = Options { table_bytes: bytes, ..Options::default() };
            let mut solver =
                crate::common::solver(&Chess, attacker, RepetitionRule::Draw, &options);
            let what = || format!("{line} with {bytes} bytes");
            certified(&Chess, &mut solver, record.history(), RepetitionRule::Draw, &what).0
        });
        assert!(verdicts.iter().all(|&verdict| verdict == verdicts[0]), "{line}: {verdicts:?}");
        won += usize::from(verdicts[0]);
    }
    assert!(won >= 5 && won < ENDINGS.len(), "{won}");
}

#[test]
fn graph_games() {
    for rule in RepetitionRule::ALL {
        for seed in 0..40 {
            let game = random_game(seed, rule);
            let root = History::new(RandomGraph::ROOT);
            let truth = truth(&game, &root, Player::First, rule);
            // The table is allocated for every game: mind the time.
            for bytes in [4 << 10, 64 << 10, 1 << 20, 1 << 30] {
                let options = Options { table_bytes: bytes, ..Options::default() };
                let mut solver = crate::common::solver(&game, Player::First, rule, &options);
                let what = || format!("{rule}, seed {seed}, {bytes} bytes");
                let (proven, ..) = certified(&game, &mut solver, &root, rule, &what);
                assert_eq!(proven, truth, "{}", what());
            }
        }
    }
}

/// A search that has to overwrite most of what it stores.
#[test]
fn a_table_that_is_far_too_small() {
    let line = "7k/8/5K2/8/8/8/8/R7 w - -";
    let record = epd::parse_line(line).expect("a position");
    let question = Question::new(Player::First, RepetitionRule::Draw);
    for bytes in [4 << 10, 16 << 10] {
        let options = Options { table_bytes: bytes, ..Options::default() };
        let mut solver = Solver::new(&Chess, question, options);
        let answer = solver.limit(Limits::nodes(NODES)).solve(record.history());
        assert_ne!(answer.verdict.decided(), Some(false), "{bytes} bytes");
    }
}
