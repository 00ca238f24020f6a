//! Random loopy games against retrograde analysis, under every rule that is served.
//!
//! More of them: `JOBS_GAMES=100000 cargo test --release -p threefold-jobs --test all
//! random_games`.

use threefold_game::{History, Player, Question, RepetitionRule, SplitMix};
use threefold_graph::RandomGraph;
use threefold_jobs::{Leader, LeaderError, Settings};
use threefold_oracle::Retrograde;

use crate::chaos::{Chaos, Driven};

/// Games per rule.
fn games() -> u64 {
    std::env::var("JOBS_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(400)
}

fn all_right(rule: RepetitionRule) {
    let (mut jobs, mut refused, mut proven) = (0, 0, 0);
    for seed in 0..games() {
        let mut random = SplitMix::new(seed ^ 0x6a0b5);
        let kind = RandomGraph {
            min_moves: [0, 1, 1, 2][random.index(4)],
            max_moves: [2, 3, 4][random.index(3)],
            results: [6, 12, 20][random.index(3)],
            draws: [0, 20, 50][random.index(3)],
            alternating: random.percent(30),
            irreversible: [0, 50, 100][random.index(3)],
            ..RandomGraph::new(4 + random.below(37) as u32)
        };
        let game = kind.generate(seed);
        let attacker = Player::ALL[random.index(2)];
        let history = History::new(RandomGraph::ROOT);
        let settings = Settings {
            nodes: 1 + random.below(6),
            max_nodes: [4, 64, 1 << 20][random.index(3)],
            memory: 16 << 10,
            assume: !random.percent(20),
            ahead: random.percent(50),
            ..Settings::default()
        };
        let chaos = match random.percent(70) {
            false => Chaos::NONE,
            true => Chaos { lost: 10, twice: 10, false_results: 20, reloads: 10 },
        };
        let slots = 1 + random.index(5);
        let driven =
            Driven { game: &game, history: &history, rule, attacker, settings, slots, chaos, seed };
        let outcome = driven.run();
        let oracle = Retrograde::solve(&game, [RandomGraph::ROOT], 1000).expect("few positions");
        let truth = oracle.answer(history.root(), Question::new(attacker, rule));
        assert_eq!(Some(outcome.proven), truth, "{rule}, seed {seed}");
        jobs += outcome.jobs;
        refused += outcome.refused;
        proven += u64::from(outcome.proven);
    }
    println!("{rule}: {} games, {proven} proven, {jobs} jobs, {refused} refused", games());
    // Enough of each.
    assert!(jobs > 2 * games() && refused > games() / 10, "{jobs} jobs, {refused} refused");
    assert!(proven > games() / 10 && proven < games() * 9 / 10, "{proven} of {}", games());
}

#[test]
fn draws() {
    all_right(RepetitionRule::Draw);
}

#[test]
fn repetition_as_a_failure_of_the_attacker() {
    all_right(RepetitionRule::AttackerLoses);
}

#[test]
fn repetition_as_a_success_of_the_attacker() {
    all_right(RepetitionRule::AttackerWins);
}

#[test]
fn superko_is_refused() {
    let game = RandomGraph::new(6).generate(1);
    let history = History::new(RandomGraph::ROOT);
    for rule in RepetitionRule::SUPERKO {
        let leader = Leader::new(&game, &history, rule, Player::First, Settings::default());
        let Err(error @ LeaderError::Superko(_)) = leader else { panic!("{rule} is served") };
        assert!(error.to_string().contains("depends on the way"), "{error}");
    }
}
