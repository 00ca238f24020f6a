//! Random loopy games against exhaustive search, under every rule, with certificates.
//!
//! Millions of them: `cargo run --release -p threefold-lab-cli -- fuzz-graphs`.

use crate::common::{certified, history, random_game, small, solver, truth};
use crate::option_sets::{Demand, OPTION_SETS};
use threefold_certificate::check;
use threefold_game::{History, Player, Question, RepetitionRule};
use threefold_graph::RandomGraph;
use threefold_oracle::exhaustive;
use threefold_search::{ExtractError, Limits, Options, Policy, Solver};

/// Games per rule.
const GAMES: u64 = 5000;

/// Ways to search that all have to be right about one root.
fn sound(rule: RepetitionRule) -> Vec<(&'static str, Options)> {
    // Conditions are for superko: elsewhere such a set would be the default once more.
    let differs = |name: &str| rule.is_superko() || !name.starts_with("conditional");
    OPTION_SETS
        .iter()
        .filter(|set| set.demand == Demand::Everything && set.roots.len() == 1)
        .filter(|set| differs(set.name))
        .map(|set| (set.name, (set.options)(small())))
        .collect()
}

fn attackers(rule: RepetitionRule, seed: u64) -> &'static [Player] {
    match (rule, seed / 2 % 2) {
        (RepetitionRule::Draw, _) => &Player::ALL,
        (_, 0) => &[Player::First],
        _ => &[Player::Second],
    }
}

/// Returns how many answers were proven, of how many.
fn all_right(rule: RepetitionRule) -> (u64, u64) {
    let sets = sound(rule);
    let (mut proven_answers, mut answers) = (0, 0);
    for seed in 0..GAMES {
        let game = random_game(seed, rule);
        let history = history(&game, rule, (seed % 2 * 5) as u32, seed);
        for &attacker in attackers(rule, seed) {
            let truth = truth(&game, &history, attacker, rule);
            // The default always, and one of the others in turn.
            let other = 1 + seed as usize % (sets.len() - 1);
            for (name, options) in [&sets[0], &sets[other]] {
                let what = || format!("{rule}, seed {seed}, {attacker:?}, {name}");
                let mut solver = solver(&game, attacker, rule, options);
                let (proven, answer, _) = certified(&game, &mut solver, &history, rule, &what);
                assert_eq!(proven, truth, "{}", what());
                assert_eq!(answer.stats.collisions, 0, "{}", what());
                assert_eq!((answer.pn == 0, answer.dn == 0), (proven, !proven));
                answers += 1;
                proven_answers += u64::from(proven);
            }
        }
    }
    (proven_answers, answers)
}

#[test]
fn a_draw_is_answered_by_two_questions() {
    let (proven, answers) = all_right(RepetitionRule::Draw);
    assert!(proven > answers / 10 && proven < answers / 2, "{proven} of {answers}");
}

#[test]
fn repetition_as_a_failure_of_the_attacker() {
    let (proven, answers) = all_right(RepetitionRule::AttackerLoses);
    assert!(proven > answers / 10 && proven < answers / 2, "{proven} of {answers}");
}

#[test]
fn repetition_as_a_success_of_the_attacker() {
    let (proven, answers) = all_right(RepetitionRule::AttackerWins);
    assert!(proven > answers / 2 && proven < answers * 9 / 10, "{proven} of {answers}");
}

#[test]
fn situational_superko() {
    let (proven, answers) = all_right(RepetitionRule::SituationalSuperko);
    assert!(proven > answers / 4 && proven < answers * 3 / 4, "{proven} of {answers}");
}

#[test]
fn positional_superko() {
    let (proven, answers) = all_right(RepetitionRule::PositionalSuperko);
    assert!(proven > answers / 4 && proven < answers * 3 / 4, "{proven} of {answers}");
}

/// Larger games, with many more paths.
#[test]
fn games_of_fourteen_positions_under_superko() {
    let rule = RepetitionRule::SituationalSuperko;
    for seed in 0..400 {
        let game = RandomGraph { min_moves: 2, ..RandomGraph::new(14) }.generate(seed);
        let root = History::new(RandomGraph::ROOT);
        let truth = exhaustive(&game, &root, Question::new(Player::First, rule), 1_000_000);
        let mut solver = solver(&game, Player::First, rule, &small());
        let what = || format!("seed {seed}");
        let (proven, ..) = certified(&game, &mut solver, &root, rule, &what);
        assert!(truth.is_none_or(|truth| truth == proven), "seed {seed}");
    }
}

/// How many answers of the plain table are wrong, of games of 12 positions. None of the wrong
/// ones may be certified.
fn plain_wrong(rule: RepetitionRule, kind: &RandomGraph, games: u64) -> u64 {
    let options = Options { policy: Policy::Ignore, ..small() };
    let mut wrong = 0;
    for seed in 0..games {
        let game = kind.generate(seed);
        let root = History::new(RandomGraph::ROOT);
        let truth = truth(&game, &root, Player::First, rule);
        let mut solver = solver(&game, Player::First, rule, &options);
        let Some(proven) = solver.solve(&root).verdict.decided() else { continue };
        if proven != truth {
            wrong += 1;
            match solver.certificate(&root, proven, rule) {
                Ok(extracted) => {
                    let verified = check(&game, &extracted.block).is_ok();
                    assert!(!verified, "{rule}, seed {seed}: a wrong answer is certified");
                }
                Err(error) => assert_eq!(error, ExtractError::Wrong, "{rule}, seed {seed}"),
            }
        }
    }
    wrong
}

#[test]
fn the_plain_table_is_wrong_and_its_wrong_answers_are_never_certified() {
    let standard = RandomGraph::new(12);
    let boards = RandomGraph { shared_boards: 40, ..standard.clone() };
    let games = 5000;
    let situational = plain_wrong(RepetitionRule::SituationalSuperko, &standard, games);
    assert!(situational * 1000 >= 3 * games, "{situational} of {games}");
    let positional = plain_wrong(RepetitionRule::PositionalSuperko, &boards, games);
    assert!(positional * 1000 >= 3 * games, "{positional} of {games}");
    // Rare here, and only where the games are thick with loops.
    let loops = RandomGraph { min_moves: 2, ..standard };
    let loses = plain_wrong(RepetitionRule::AttackerLoses, &loops, 4 * games);
    let wins = plain_wrong(RepetitionRule::AttackerWins, &loops, 4 * games);
    assert!(loses > 0 && wins > 0, "{loses} and {wins}");
}

#[test]
fn without_threshold_control_numbers_grow_in_circles() {
    let options = Options { threshold_control: false, ..small() };
    // Such a search ends because numbers that grow in circles saturate, and is begun again with
    // numbers that do not; or it hits its limit.
    let (mut circles, mut with_control) = (0, 0);
    for rule in [RepetitionRule::AttackerLoses, RepetitionRule::SituationalSuperko] {
        for seed in 0..3000 {
            let game = RandomGraph { min_moves: 2, ..RandomGraph::new(10) }.generate(seed);
            let root = History::new(RandomGraph::ROOT);
            let mut solver =
                Solver::new(&game, Question::new(Player::First, rule), options.clone());
            solver.limit(Limits::nodes(5000));
            let answer = solver.solve(&root);
            if let Some(proven) = answer.verdict.decided() {
                let truth = truth(&game, &root, Player::First, rule);
                assert_eq!(proven, truth, "{rule}, seed {seed}");
            }
            circles += u32::from(answer.stats.restarts > 0 || answer.verdict.decided().is_none());
            let mut solver = Solver::new(&game, Question::new(Player::First, rule), small());
            with_control += u32::from(solver.solve(&root).stats.restarts > 0);
        }
    }
    assert!(circles > 5, "{circles}");
    assert!(with_control * 5 < circles, "{with_control} of {circles}");
}
