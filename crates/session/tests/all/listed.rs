//! Games solved backwards from their ends: the values of exhaustive search, with certificates.

use threefold_certificate::{CheckLimits, Checker};
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_graph::RandomGraph;
use threefold_oracle::Retrograde;
use threefold_session::Attacker;
use threefold_session::library::{About, Library};
use threefold_session::listed::Listed;
use threefold_session::posed::Posed;
use threefold_session::solve::{Goal, Request, position_with};

/// More of them: `LISTED_GAMES=100000`.
fn games() -> u64 {
    std::env::var("LISTED_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(500)
}

#[test]
fn every_position_of_random_games_is_what_exhaustive_search_says() {
    let rules = [RepetitionRule::Draw, RepetitionRule::AttackerLoses, RepetitionRule::AttackerWins];
    let mut proven = 0;
    for seed in 0..games() {
        let kind = RandomGraph {
            min_moves: (seed % 3) as u32,
            max_moves: 2 + (seed % 4) as u32,
            results: 6 + (seed % 15) as u32,
            draws: (seed % 50) as u32,
            alternating: seed % 2 == 0,
            ..RandomGraph::new(4 + (seed % 40) as u32)
        };
        let game = kind.generate(seed);
        let rule = rules[seed as usize % rules.len()];
        let oracle = Retrograde::solve(&game, [RandomGraph::ROOT], 1000).unwrap();
        let root = RandomGraph::ROOT;
        let listed = Listed::new(&game, &root, rule, 1000, || false).unwrap();
        let history = History::new(root);
        for player in Player::ALL {
            let request = Request {
                goal: Goal::Win(Some(match player {
                    Player::First => Attacker::First,
                    Player::Second => Attacker::Second,
                })),
                ..Request::default()
            };
            let posed = Posed::new(&game, &history, rule, player);
            let answer =
                position_with(&posed, &request, Some((&listed, 1 << 20)), &mut ()).unwrap();
            let truth = oracle.answer(history.root(), Question::new(player, rule));
            assert_eq!(answer.verdict.decided(), truth, "seed {seed}, {rule}, {player:?}");
            assert!(answer.stats.nodes == 0 && answer.checked == Some(true), "seed {seed}, {rule}");
            proven += u64::from(truth == Some(true));
        }
        // And the certificates of all others.
        let about = About { game: "graph", parameters: "", database: None };
        for position in listed.positions() {
            for player in Player::ALL {
                let question = Question::new(player, RepetitionRule::Draw);
                assert_eq!(listed.wins(position, player), oracle.answer(position, question));
            }
            for kept in listed.find(&about, &game.position_text(position)).unwrap() {
                let block = listed.block(&kept.name, &CheckLimits::default()).unwrap();
                let checked = Checker::new(&game).block(&block);
                assert!(checked.is_ok(), "seed {seed}, {rule}, {}: {checked:?}", kept.name);
            }
        }
    }
    assert!(proven > games() / 10 && proven < games() * 19 / 10, "{proven}");
}

#[test]
fn too_many_positions_are_not_listed() {
    let game = RandomGraph::new(30).generate(1);
    assert!(Listed::new(&game, &RandomGraph::ROOT, RepetitionRule::Draw, 3, || false).is_none());
    let rule = RepetitionRule::SituationalSuperko;
    assert!(Listed::new(&game, &RandomGraph::ROOT, rule, 1000, || false).is_none());
    let rule = RepetitionRule::Draw;
    assert!(Listed::new(&game, &RandomGraph::ROOT, rule, 1000, || true).is_none());
    assert!(Listed::new(&game, &RandomGraph::ROOT, rule, 1000, || false).is_some());
}
