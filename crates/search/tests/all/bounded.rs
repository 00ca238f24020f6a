//! Wins that are looked for within a bound on the plies, as where numbers saturate, against
//! exhaustive search: what is proven is true, and has a certificate.

use crate::collisions::Misleading;
use crate::common::{certified, history, random_game, small, solver, truth};
use threefold_chess::Chess;
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_graph::RandomGraph;
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

/// Guesses at random, of which some lead past every win: what is proven is true, and what is not
/// found by them is found without.
#[test]
fn guesses_that_are_wrong_cost_work_and_no_answer() {
    let rule = RepetitionRule::Draw;
    let mut guided = 0;
    for seed in 0..3000 {
        let game = random_game(seed, rule);
        let truth = truth(&game, &history(&game, rule, 0, seed), Player::First, rule);
        let game = Misleading { game, key_bits: None, guesses: Some(seed) };
        let root = History::new(RandomGraph::ROOT);
        let drop_256ths = if seed / 2 % 2 == 0 { 0 } else { 64 };
        let threads = if seed / 4 % 4 == 0 { 2 } else { 1 };
        let options =
            Options { nodes_before_guesses: 1, drop_256ths, threads, alone: 0, ..small() };
        let what = || format!("seed {seed}");
        let mut solver = solver(&game, Player::First, rule, &options);
        let (proven, answer, _) = certified(&game, &mut solver, &root, rule, &what);
        assert_eq!(proven, truth, "{}", what());
        guided += answer.stats.guided_wins;
    }
    assert!(guided > 100, "{guided}");
}

/// Up to 33 moves, in which the king has to be driven into the right corner: a few ten thousand
/// nodes. Certificates come from the search, which has proved what it guessed.
#[test]
fn mates_with_bishop_and_knight_are_proven() {
    let question = Question::new(Player::First, RepetitionRule::Draw);
    for (fen, threads) in [
        ("8/8/8/8/8/8/2KBk3/7N w - -", 1),
        ("8/8/5B2/2K4N/8/8/8/4k3 w - -", 1),
        ("3N3B/6K1/8/8/8/3k4/8/8 w - -", 2),
        ("1BN5/5k2/8/8/8/6K1/8/8 b - -", 1),
    ] {
        let history = History::new(Chess.parse_position(fen).unwrap());
        let mut solver =
            Solver::new(&Chess, question, Options { threads, alone: 0, ..Options::default() });
        solver.limit(Limits::nodes(150_000));
        let answer = solver.solve(&history);
        assert_eq!(answer.verdict, Verdict::Proven, "{fen}");
        let extracted = solver.certificate(&history, true, RepetitionRule::Draw).unwrap();
        threefold_certificate::check(&Chess, &extracted.block).unwrap();
    }
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
