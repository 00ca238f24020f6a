//! Random loopy games against retrograde analysis, under superko against exhaustive search.
//!
//! More of them: `JOBS_GAMES=100000 cargo test --release -p threefold-jobs --test all
//! random_games`.

use threefold_game::{Player, Question, RepetitionRule, SplitMix};
use threefold_graph::{RandomGraph, random_history};
use threefold_jobs::Settings;
use threefold_oracle::{Retrograde, exhaustive};

use crate::chaos::{Chaos, Driven};

/// Games per rule.
fn games() -> u64 {
    std::env::var("JOBS_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(400)
}

fn all_right(rule: RepetitionRule) {
    let (mut jobs, mut refused, mut proven, mut played) = (0, 0, 0, 0);
    for seed in 0..games() {
        let mut random = SplitMix::new(seed ^ 0x6a0b5);
        let kind = RandomGraph {
            min_moves: [0, 1, 1, 2][random.index(4)],
            max_moves: [2, 3, 4][random.index(3)],
            results: [6, 12, 20][random.index(3)],
            draws: [0, 20, 50][random.index(3)],
            alternating: random.percent(30),
            irreversible: [0, 50, 100][random.index(3)],
            // Exhaustive search under superko looks at every path.
            passes: if rule.is_superko() { [0, 30][random.index(2)] } else { 0 },
            shared_boards: if rule.is_superko() { [0, 40][random.index(2)] } else { 0 },
            ..RandomGraph::new(4 + random.below(if rule.is_superko() { 14 } else { 37 }) as u32)
        };
        let game = kind.generate(seed);
        let attacker = Player::ALL[random.index(2)];
        // Positions before the root ban moves; without superko jobs know of none.
        let before = if rule.is_superko() { random.below(5) as u32 } else { 0 };
        let history = random_history(&game, RandomGraph::ROOT, rule, before, seed);
        let question = Question::new(attacker, rule);
        let truth = match rule.is_superko() {
            true => exhaustive(&game, &history, question, 200_000),
            false => {
                let solved = Retrograde::solve(&game, [RandomGraph::ROOT], 1000);
                solved.expect("few positions").answer(history.root(), question)
            }
        };
        // Too many paths.
        let Some(truth) = truth else { continue };
        let settings = Settings {
            nodes: 1 + random.below(if rule.is_superko() { 3 } else { 6 }),
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
        assert_eq!(outcome.proven, truth, "{rule}, seed {seed}");
        played += 1;
        jobs += outcome.jobs;
        refused += outcome.refused;
        proven += u64::from(outcome.proven);
    }
    println!("{rule}: {played} games, {proven} proven, {jobs} jobs, {refused} refused");
    // Enough of each.
    assert!(played > games() * 3 / 4, "{played} of {}", games());
    assert!(jobs > 3 * played / 2 && refused > played / 10, "{jobs} jobs, {refused} refused");
    assert!(proven > played / 10 && proven < played * 9 / 10, "{proven} of {played}");
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
fn situational_superko() {
    all_right(RepetitionRule::SituationalSuperko);
}

#[test]
fn positional_superko() {
    all_right(RepetitionRule::PositionalSuperko);
}
