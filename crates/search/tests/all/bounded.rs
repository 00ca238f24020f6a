//! Wins that are looked for within a bound on the plies, as where numbers saturate, against
//! exhaustive search: what is proven is true, and has a certificate.

use crate::common::{certified, history, random_game, small, solver, truth};
use threefold_chess::Chess;
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_search::{Limits, Options, Solver, Verdict};

#[test]
fn random_games_have_the_same_values_with_a_bound_first() {
    let mut proven_answers = 0;
    for rule in [RepetitionRule::Draw, RepetitionRule::AttackerLoses, RepetitionRule::AttackerWins]
    {
        for seed in 0..2000 {
            let game = random_game(seed, rule);
            let history = history(&game, rule, (seed % 2 * 5) as u32, seed);
            // A table that forgets, in one of two games; two threads, in one of four.
            let drop_256ths = if seed / 2 % 2 == 0 { 0 } else { 64 };
            let threads = if seed / 4 % 4 == 0 { 2 } else { 1 };
            let options = Options { bounded_first: 14, drop_256ths, threads, alone: 0, ..small() };
            for attacker in Player::ALL {
                let truth = truth(&game, &history, attacker, rule);
                let what = || format!("{rule}, seed {seed}, {attacker:?}");
                let mut solver = solver(&game, attacker, rule, &options);
                let (proven, _, _) = certified(&game, &mut solver, &history, rule, &what);
                assert_eq!(proven, truth, "{}", what());
                proven_answers += u32::from(proven);
            }
        }
    }
    assert!(proven_answers > 1000);
}

/// Numbers saturate in this ending, and it is proven nevertheless: by one thread, and by two from
/// the beginning on.
#[test]
fn a_mate_with_bishop_and_knight_is_proven_where_numbers_saturate() {
    let position = Chess.parse_position("7K/8/8/1p6/8/3N4/2N5/kB6 b - -").unwrap();
    let question = Question::new(Player::First, RepetitionRule::Draw);
    let history = History::new(position);
    for threads in [1, 2] {
        let options = Options { threads, alone: 0, ..Options::default() };
        let mut solver = Solver::new(&Chess, question, options);
        solver.limit(Limits::nodes(NODES));
        let answer = solver.solve(&history);
        assert_eq!(answer.verdict, Verdict::Proven);
        let extracted = solver.certificate(&history, true, RepetitionRule::Draw).unwrap();
        threefold_certificate::check(&Chess, &extracted.block).unwrap();
    }
}

const NODES: u64 = 1_000_000;
