//! Positions before the root are part of the question.

use crate::common::{certified, history, random_game, small, solver, truth};
use threefold_chess::{Chess, ChessPosition, epd};
use threefold_game::{Game, History, Player, RepetitionRule};
use threefold_graph::RandomGraph;
use threefold_search::{Options, PathCodeKind, TwinKind, Verify};

/// Histories of every length, and how often they change the answer.
#[test]
fn histories_under_every_rule() {
    for rule in RepetitionRule::ALL {
        let mut changed = 0;
        for seed in 0..3000 {
            let game = random_game(seed, rule);
            let history = history(&game, rule, 1 + seed as u32 % 8, seed);
            let attacker = Player::ALL[seed as usize % 2];
            let expected = truth(&game, &history, attacker, rule);
            let fresh = History::new(*history.root());
            changed += u32::from(truth(&game, &fresh, attacker, rule) != expected);
            let exact = Options {
                twins: TwinKind::ExactPath,
                path_code: PathCodeKind::MoveDepth,
                conditional: false,
                ..small()
            };
            for options in [small(), exact] {
                let what = || format!("{rule}, seed {seed}, {options:?}");
                let mut solver = solver(&game, attacker, rule, &options);
                let (proven, _, block) = certified(&game, &mut solver, &history, rule, &what);
                assert_eq!(proven, expected, "{}", what());
                assert_eq!(block.header.history.is_some(), !history.moves().is_empty());
            }
        }
        assert!(changed > 5, "{rule}: the history never matters");
    }
}

/// One table for several positions of one game, none of which has a history.
#[test]
fn a_table_kept_for_other_roots_gives_the_same_answers() {
    for rule in RepetitionRule::ALL {
        for seed in 0..1500 {
            let game = random_game(seed, rule);
            let attacker = Player::ALL[seed as usize % 2];
            let mut solver = solver(&game, attacker, rule, &small());
            for moves in [0, 7, 3] {
                let root = *history(&game, rule, moves, seed).root();
                let root = History::new(root);
                let what = || format!("{rule}, seed {seed}, {:?}", root.root());
                let (proven, ..) = certified(&game, &mut solver, &root, rule, &what);
                assert_eq!(proven, truth(&game, &root, attacker, rule), "{}", what());
            }
        }
    }
}

/// One table for several histories. What was found under one must not be used under another
/// where it does not hold.
#[test]
fn a_table_kept_for_other_histories_gives_the_same_answers() {
    for rule in RepetitionRule::ALL {
        for seed in 0..1500 {
            let game = random_game(seed, rule);
            let attacker = Player::ALL[seed as usize % 2];
            // Every third keeps what it has found from one history to the next under superko.
            let verify = if seed % 3 == 0 { Verify::Always } else { Verify::WhereNeeded };
            let options = Options { verify, max_created: (seed % 4) as u32 * 5, ..small() };
            let mut solver = solver(&game, attacker, rule, &options);
            for moves in [0, 7, 3, 0, 5] {
                let history = history(&game, rule, moves, seed + u64::from(moves));
                let what = || format!("{rule}, seed {seed}, {moves} moves before");
                let (proven, ..) = certified(&game, &mut solver, &history, rule, &what);
                assert_eq!(proven, truth(&game, &history, attacker, rule), "{}", what());
            }
        }
    }
}

/// The question whether the side to move of a line (EPD or FEN with moves) wins.
fn mates(line: &str) -> bool {
    let record = epd::parse_line(line).expect("a position");
    let attacker = Chess.player_to_move(record.position());
    wins(record.history(), attacker)
}

fn wins(history: &History<Chess>, attacker: Player) -> bool {
    let options = Options { table_bytes: 4 << 20, ..Options::default() };
    let mut solver = solver(&Chess, attacker, RepetitionRule::Draw, &options);
    let what = || format!("{history:?}");
    certified(&Chess, &mut solver, history, RepetitionRule::Draw, &what).0
}

/// LeelaChessZero/lc0#1196: Black's last move before the mate recreates the position in which the
/// game began. That is its second occurrence, which is no draw, and White mates.
#[test]
fn the_second_occurrence_before_the_root_is_no_draw() {
    let line = "k1r5/8/K1R5/8/8/8/8/8 w - - 0 1 moves c6b6 c8b8 b6c6";
    let record = epd::parse_line(line).expect("a position");
    let mut history = record.history().clone();
    // Black's rook goes back: the root of the game again.
    let back = Chess.parse_move(history.root(), "b8c8").expect("legal");
    history.push(&Chess, back);
    assert_eq!(history.root(), history.start());
    assert!(wins(&history, Player::First), "Rxc8 mates");
    assert!(mates("k1r5/8/K1R5/8/8/8/8/8 w - -"));
}

/// King and queen against king: White wins with and without positions that have occurred once.
#[test]
fn a_root_that_has_occurred_once_before_is_no_draw() {
    let once = "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1 moves a1b1 d5d6 b1a1 d6d5";
    assert!(mates(once));
}

/// A root that has occurred twice before occurs for the third time: the game is drawn.
#[test]
fn a_root_that_has_occurred_twice_before_is_drawn() {
    let circles = [
        ("8/8/8/3k4/8/8/1Q6/K7 w - -", ["a1b1", "d5d6", "b1a1", "d6d5"]),
        ("k1r5/8/K1R5/8/8/8/8/8 w - -", ["c6b6", "c8b8", "b6c6", "b8c8"]),
    ];
    for (line, circle) in circles {
        for (times, won) in [(0, true), (1, true), (2, false)] {
            let start: ChessPosition = line.parse().expect("a position");
            let moves = circle.into_iter().cycle().take(4 * times);
            let history =
                History::from_notation(&Chess, start, moves, RepetitionRule::Draw).expect("legal");
            assert_eq!(history.root(), history.start());
            assert_eq!(wins(&history, Player::First), won, "{line}, {times} times before");
        }
    }
}

/// The only mate in one leads through no position of the game, however often it was shunned.
#[test]
fn a_mate_is_a_mate_after_any_number_of_repetitions() {
    // One ply after the circle: Black to move has no choice but to let White mate or go round;
    // White's next position is new.
    let start: ChessPosition = "k1r5/8/K1R5/8/8/8/8/8 w - -".parse().expect("a position");
    let circle = ["c6b6", "c8b8", "b6c6", "b8c8"].into_iter().cycle();
    let history =
        History::from_notation(&Chess, start, circle.take(4).chain(["c6c8"]), RepetitionRule::Draw)
            .expect("legal");
    assert!(wins(&history, Player::First), "it is mate");
}

/// Lost castling rights make positions different that look the same.
#[test]
fn a_visual_repetition_with_other_rights_is_none() {
    let game: ChessPosition = "8/6k1/8/8/8/8/Q7/4K2R w K - 0 1".parse().expect("a position");
    let moves = ["h1h2", "g7g6", "h2h1", "g6g7", "h1h2", "g7g6", "h2h1", "g6g7"];
    let history = History::from_notation(&Chess, game, moves, RepetitionRule::Draw).expect("legal");
    // The position has occurred three times to the eye, twice by the rules.
    assert_ne!(history.root(), history.start());
    assert_eq!(history.positions().iter().filter(|&p| p == history.root()).count(), 1);
    assert!(wins(&history, Player::First));
}

/// A history in which nothing can recur says nothing.
#[test]
fn a_history_before_a_capture_does_not_matter() {
    let game = RandomGraph { irreversible: 100, ..RandomGraph::new(10) };
    for rule in [RepetitionRule::AttackerLoses, RepetitionRule::SituationalSuperko] {
        let mut compared = 0;
        for seed in 0..2000 {
            let game = game.generate(seed);
            let history = history(&game, rule, 6, seed);
            if history.moves().is_empty() || !history.recurring().is_empty() {
                continue;
            }
            compared += 1;
            let fresh = History::new(*history.root());
            let [with, without] = [&history, &fresh].map(|history| {
                let mut solver = solver(&game, Player::First, rule, &small());
                solver.solve(history).verdict
            });
            assert_eq!(with, without, "{rule}, seed {seed}");
        }
        assert!(compared > 20, "{rule}: {compared}");
    }
}
