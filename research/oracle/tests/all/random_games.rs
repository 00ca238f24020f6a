//! The oracles against each other, on random games.

use threefold_game::{History, Outcome, Player, Question, RepetitionRule};
use threefold_graph::{GraphGame, NodeId, RandomGraph, random_history};
use threefold_oracle::{Retrograde, exhaustive, exhaustive_value, plain_table};

/// More than any of these games needs.
const LIMIT: u64 = 100_000_000;

/// Kinds of games, small and large, with draws and without.
fn kinds() -> impl Iterator<Item = RandomGraph> {
    (4..=14).flat_map(|positions| {
        [
            RandomGraph::new(positions),
            RandomGraph { draws: 40, results: 25, ..RandomGraph::new(positions) },
            RandomGraph { alternating: true, ..RandomGraph::new(positions) },
            RandomGraph { min_moves: 0, passes: 20, ..RandomGraph::new(positions) },
        ]
    })
}

fn exact(game: &GraphGame, history: &History<GraphGame>, question: Question) -> bool {
    exhaustive(game, history, question, LIMIT).expect("within the limit")
}

#[test]
fn exhaustive_search_and_retrograde_analysis_agree() {
    for kind in kinds() {
        for seed in 0..250 {
            let game = kind.generate(seed);
            let solved = Retrograde::solve(&game, [RandomGraph::ROOT], 100).unwrap();
            let history = History::new(RandomGraph::ROOT);
            for attacker in Player::ALL {
                for rule in [RepetitionRule::AttackerLoses, RepetitionRule::AttackerWins] {
                    let question = Question::new(attacker, rule);
                    assert_eq!(
                        Some(exact(&game, &history, question)),
                        solved.answer(&RandomGraph::ROOT, question),
                        "{kind:?} seed {seed} {question:?}"
                    );
                }
            }
            assert_eq!(
                exhaustive_value(&game, &history, LIMIT),
                solved.value(&RandomGraph::ROOT),
                "{kind:?} seed {seed}"
            );
        }
    }
}

#[test]
fn a_draw_is_two_boolean_questions() {
    // With histories, which retrograde analysis knows nothing of.
    let mut values = [0; 3];
    for kind in kinds() {
        for seed in 0..250 {
            let game = kind.generate(seed);
            let rule = RepetitionRule::Draw;
            let moves = seed as u32 % 6;
            let history = random_history(&game, RandomGraph::ROOT, rule, moves, seed);
            let wins =
                Player::ALL.map(|player| exact(&game, &history, Question::new(player, rule)));
            let value = match wins {
                [true, false] => Outcome::Win(Player::First),
                [false, true] => Outcome::Win(Player::Second),
                [false, false] => Outcome::Draw,
                [true, true] => panic!("both win: {kind:?} seed {seed}"),
            };
            assert_eq!(exhaustive_value(&game, &history, LIMIT), Some(value));
            values[if value == Outcome::Draw { 2 } else { usize::from(wins[1]) }] += 1;
            // Whoever cannot win, the other one holds.
            for player in Player::ALL {
                let holds = Question::new(player.opponent(), RepetitionRule::AttackerWins);
                assert_eq!(exact(&game, &history, holds), !wins[player.index()]);
            }
        }
    }
    assert!(values.iter().all(|&times| times > 300), "{values:?}");
}

#[test]
fn the_plies_to_the_end_are_those_of_the_best_moves() {
    for kind in kinds() {
        for seed in 0..100 {
            let game = kind.generate(seed);
            let solved = Retrograde::solve(&game, game.ids(), 100).unwrap();
            assert_eq!(solved.len(), game.nodes().len());
            for (&position, value, plies) in solved.iter() {
                let Outcome::Win(winner) = value else { continue };
                let node = game.node(position);
                let after = node.edges().iter().map(|edge| edge.to());
                let wins = |to: &NodeId| solved.attacker_wins(to, winner) == Some(true);
                let threefold_graph::Status::Turn(mover) = node.status() else {
                    assert_eq!(plies, Some(0));
                    continue;
                };
                let best = if mover == winner {
                    after.filter(wins).filter_map(|to| solved.plies(&to)).min()
                } else {
                    assert!(after.clone().all(|to| wins(&to)));
                    after.filter_map(|to| solved.plies(&to)).max()
                };
                assert_eq!(plies, Some(best.map_or(0, |best| best + 1)));
            }
        }
    }
}

#[test]
fn limits_are_kept() {
    let game = RandomGraph::new(12).generate(1);
    let history = History::new(RandomGraph::ROOT);
    let question = Question::new(Player::First, RepetitionRule::SituationalSuperko);
    assert_eq!(exhaustive(&game, &history, question, 0), None);
    assert!(Retrograde::solve(&game, game.ids(), 11).is_err());
    assert!(Retrograde::solve(&game, game.ids(), 12).is_ok());
    assert_eq!(Retrograde::solve(&game, [], 0).map(|solved| solved.len()), Ok(0));
}

/// Of how many games in a hundred the plain table gives the wrong answer, both attackers asked.
fn plain_errors(kind: &RandomGraph, rule: RepetitionRule, games: u64, moves_before: u32) -> f64 {
    let mut wrong = 0;
    for seed in 0..games {
        let game = kind.generate(seed);
        let history = random_history(&game, RandomGraph::ROOT, rule, moves_before, seed);
        wrong += u32::from(Player::ALL.into_iter().any(|attacker| {
            let question = Question::new(attacker, rule);
            let plain = plain_table(&game, &history, question, LIMIT);
            plain != Some(exact(&game, &history, question))
        }));
    }
    let percent = 100.0 * f64::from(wrong) / games as f64;
    println!(
        "{rule}, {moves_before} moves before the root: {percent:.2} % wrong of {games}, {kind:?}"
    );
    percent
}

#[test]
fn the_plain_table_is_wrong_often_enough() {
    use RepetitionRule::{AttackerLoses, AttackerWins, PositionalSuperko, SituationalSuperko};
    let standard = RandomGraph::new(12);
    let boards = RandomGraph { shared_boards: 40, ..standard.clone() };
    assert!(plain_errors(&standard, SituationalSuperko, 20_000, 0) > 0.3);
    assert!(plain_errors(&boards, PositionalSuperko, 20_000, 0) > 0.3);
    assert!(plain_errors(&standard, AttackerLoses, 20_000, 0) > 0.0);
    assert!(plain_errors(&standard, AttackerWins, 20_000, 0) > 0.0);
}

/// For choosing the generator's standard parameters:
/// `cargo test --release -p threefold-oracle -- --ignored --nocapture explore`.
#[test]
#[ignore = "prints figures, asserts nothing"]
fn explore_parameters() {
    for results in [6, 9, 12, 16, 20] {
        for (min_moves, max_moves) in [(1, 2), (1, 3), (1, 4), (2, 3)] {
            for alternating in [false, true] {
                let kind = RandomGraph {
                    results,
                    min_moves,
                    max_moves,
                    alternating,
                    ..RandomGraph::new(12)
                };
                let start = std::time::Instant::now();
                plain_errors(&kind, RepetitionRule::SituationalSuperko, 10_000, 0);
                println!("   {:.1} s", start.elapsed().as_secs_f64());
            }
        }
    }
}
