//! A limit is never a verdict.

use std::time::{Duration, Instant};

use crate::common::{Random, certified, history, random_game, small, solver, truth};
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_graph::{Edge, GraphBuilder, GraphGame, RandomGraph, parse};
use threefold_search::distance::{DistanceOptions, DistanceSolver};
use threefold_search::{Answer, ExtractError, Interrupt, Limits, Options, Reason, Solver, Verdict};

/// A position that no search finishes within the seconds of a test: the start of the game.
fn endless() -> History<Chess> {
    History::new(ChessPosition::startpos())
}

fn endless_solver() -> Solver<'static, Chess> {
    let question = Question::new(Player::First, RepetitionRule::Draw);
    Solver::new(&Chess, question, Options { table_bytes: 16 << 20, ..Options::default() })
}

fn assert_unknown(answer: &Answer, reason: Reason) {
    assert_eq!(answer.verdict, Verdict::Unknown(reason));
    assert!(answer.pn >= 1 && answer.dn >= 1, "pn {} dn {}", answer.pn, answer.dn);
}

#[test]
fn nodes() {
    for nodes in [0, 1, 2, 10, 1000, 5000] {
        let answer = endless_solver().limit(Limits::nodes(nodes)).solve(&endless());
        assert_unknown(&answer, Reason::Nodes);
        assert!(answer.stats.nodes <= nodes);
    }
}

#[test]
fn time() {
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    let started = Instant::now();
    let answer = endless_solver().limit(limits).solve(&endless());
    assert_unknown(&answer, Reason::Time);
    // Generous: other tests run at the same time.
    assert!(started.elapsed() < Duration::from_secs(5));
    let none = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_unknown(&endless_solver().limit(none).solve(&endless()), Reason::Time);
}

/// Searches that share a time end together, and so do certificates.
#[test]
fn a_deadline_is_that_of_everything() {
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() }.together();
    let started = Instant::now();
    for _ in 0..3 {
        let answer = endless_solver().limit(limits.clone()).solve(&endless());
        assert_unknown(&answer, Reason::Time);
    }
    assert!(limits.is_late() && started.elapsed() < Duration::from_secs(5));
    // Rook and king: what has been proved has no certificate any more.
    let root = History::new("8/8/8/2k5/8/1RK5/8/8 w - -".parse().expect("a position"));
    let mut solver = endless_solver();
    assert_eq!(solver.solve(&root).verdict, Verdict::Proven);
    solver.limit(limits.clone());
    let late = ExtractError::Limit(Reason::Time);
    assert_eq!(solver.certificate(&root, true, RepetitionRule::Draw).unwrap_err(), late);
    let mut lengths = DistanceSolver::new(&Chess, Player::First, DistanceOptions::default());
    let root = History::new("4k3/Q7/3K4/8/8/8/8/8 w - -".parse().expect("a position"));
    assert_eq!(lengths.within(&root, 3).verdict, Verdict::Proven);
    lengths.limit(limits);
    let made = lengths.certificate(&root, 3, true, RepetitionRule::Draw);
    assert_eq!(made.unwrap_err(), late);
}

/// What who succeeds plays in the root.
#[test]
fn the_choice_is_that_of_who_succeeds() {
    let root = History::new("4k3/8/8/4K3/4P3/8/8/8 b - -".parse().expect("a position"));
    let question = Question::new(Player::First, RepetitionRule::Draw);
    let mut solver = Solver::new(&Chess, question, Options::default());
    assert_eq!(solver.solve(&root).verdict, Verdict::Disproven);
    let m = solver.choice(&root).expect("a move");
    assert_eq!(Chess.move_text(root.root(), m), "e8e7");
    let question = Question::new(Player::Second, RepetitionRule::Draw);
    let mut other = Solver::new(&Chess, question, Options::default());
    other.solve(&root);
    assert!(other.choice(&root).is_none(), "Black does not win");
}

/// Two kings that walk, and nothing else that can be done: long paths at once.
fn shuffle() -> History<Chess> {
    History::new("8/8/1p1k4/1P6/3K4/8/8/8 w - -".parse().expect("a position"))
}

#[test]
fn depth() {
    for depth in [1, 2, 5] {
        let limits = Limits { depth, nodes: 1_000_000, ..Limits::default() };
        let answer = endless_solver().limit(limits).solve(&shuffle());
        assert_unknown(&answer, Reason::Depth);
        assert!(answer.stats.max_depth <= depth);
    }
}

#[test]
fn memory() {
    let limits = Limits { path_bytes: 10_000, ..Limits::default() };
    let answer = endless_solver().limit(limits).solve(&endless());
    assert_unknown(&answer, Reason::Memory);
}

/// A corridor of so many positions, at whose end First wins.
fn corridor(length: usize) -> GraphGame {
    let mut text = String::from("threefold game 1\nrule: draw\nattacker: first\nroot: p0\n");
    for i in 0..length {
        let player = ["first", "second"][i % 2];
        text.push_str(&format!("p{i} {player}: p{}\n", i + 1));
    }
    text.push_str(&format!("p{length} win-first\n"));
    parse(&text).expect("a game").game
}

/// All that grows counts against one budget: of a small one a long path is too much.
#[test]
fn a_path_that_does_not_fit_beside_the_table_is_no_verdict() {
    let game = corridor(150_000);
    let history = History::new(Game::parse_position(&game, "p0").expect("the root"));
    let question = Question::new(Player::First, RepetitionRule::Draw);
    for (table_bytes, fits) in [(1 << 20, false), (24 << 20, false), (96 << 20, true)] {
        let options = Options { table_bytes, ..Options::default() };
        let mut solver = Solver::new(&game, question, options);
        let answer = solver.solve(&history);
        if fits {
            assert_eq!(answer.verdict, Verdict::Proven);
            let made = solver.certificate(&history, true, RepetitionRule::Draw);
            assert_eq!(made.map(|made| made.positions), Ok(150_001));
        } else {
            assert_eq!(answer.verdict, Verdict::Unknown(Reason::Memory));
            assert!(answer.stats.max_depth > 10_000);
        }
    }
}

#[test]
fn an_interrupt_from_another_thread_stops_a_long_search_within_a_second() {
    let interrupt = Interrupt::default();
    let handle = interrupt.clone();
    let raised = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        handle.raise();
        Instant::now()
    });
    let mut solver = endless_solver();
    let answer = solver.interrupt_by(interrupt).solve(&endless());
    let stopped = Instant::now();
    let raised = raised.join().expect("the other thread");
    assert_unknown(&answer, Reason::Interrupted);
    assert!(stopped.saturating_duration_since(raised) < Duration::from_secs(1));
    assert!(answer.stats.nodes > 0);
    // Raised for good: the next search stops at once.
    assert_unknown(&solver.solve(&endless()), Reason::Interrupted);
}

#[test]
fn a_limit_also_stops_the_search_of_holes() {
    let rule = RepetitionRule::AttackerLoses;
    let options = Options { drop_256ths: 200, ..small() };
    let mut stopped = 0;
    for seed in 0..500 {
        let game = random_game(seed, rule);
        let root = History::new(RandomGraph::ROOT);
        let mut solver = Solver::new(&game, Question::new(Player::First, rule), options.clone());
        let answer = solver.limit(Limits::nodes(crate::common::NODES)).solve(&root);
        let Some(proven) = answer.verdict.decided() else { panic!("seed {seed}") };
        let certificate = solver.limit(Limits::nodes(0)).certificate(&root, proven, rule);
        if let Err(error) = certificate {
            assert_eq!(error, threefold_search::ExtractError::Limit(Reason::Nodes), "seed {seed}");
            stopped += 1;
        }
    }
    assert!(stopped > 20, "{stopped}");
}

/// Every limit, at every size, on small games whose truth is known: a verdict is right or missing.
#[test]
fn whatever_the_limit_no_verdict_is_wrong() {
    let (mut right, mut unknown) = (0, 0);
    for rule in RepetitionRule::ALL {
        for seed in 0..1500 {
            let game = random_game(seed, rule);
            let history = history(&game, rule, (seed % 4) as u32, seed);
            let mut random = Random(seed);
            let most = u64::MAX;
            let limits = Limits {
                nodes: random.choose(&[1, 2, 3, 5, 10, 30, most]),
                depth: random.choose(&[1, 2, 3, 5, 1_000_000]),
                path_bytes: random.choose(&[1000, 1 << 30]),
                time: random.choose(&[None, None, Some(Duration::ZERO)]),
                deadline: random.choose(&[None, None, Some(Instant::now())]),
            };
            let question = Question::new(Player::First, rule);
            let mut solver = Solver::new(&game, question, small());
            // Twice: the second search finds what the first has left in the table.
            for _ in 0..2 {
                let answer = solver.limit(limits.clone()).solve(&history);
                match answer.verdict.decided() {
                    Some(proven) => {
                        right += 1;
                        let truth = truth(&game, &history, Player::First, rule);
                        assert_eq!(proven, truth, "{rule}, seed {seed}, {limits:?}");
                    }
                    None => {
                        unknown += 1;
                        assert!(answer.pn >= 1 && answer.dn >= 1, "{rule}, seed {seed}");
                    }
                }
            }
        }
    }
    assert!(right > 1000 && unknown > 1000, "{right} {unknown}");
}

/// A tree in which every position of the attacker has `width` moves and every reply too, without
/// an end within `depth`: its numbers grow as fast as numbers can.
fn wide(width: usize, depth: usize) -> GraphGame {
    let mut builder = GraphBuilder::new();
    let mut last = Vec::new();
    for level in 0..depth {
        let player = Player::ALL[level % 2];
        let here: Vec<_> = (0..width)
            .map(|i| builder.turn(&format!("{level}-{i}"), player).expect("a new name"))
            .collect();
        for &from in &last {
            for &to in &here {
                builder.edge(from, Edge::new(to)).expect("a new move");
            }
        }
        last = here;
    }
    builder.build().expect("a game")
}

/// All paths of this game meet again at every level, so that sums count the same positions over
/// and over: 30^40 is more than any number holds. Nobody but the player without a move loses.
#[test]
fn numbers_that_overflow_are_no_verdict() {
    let game = wide(30, 40);
    let root = History::new(RandomGraph::ROOT);
    for (attacker, truth) in [(Player::First, true), (Player::Second, false)] {
        let question = Question::new(attacker, RepetitionRule::AttackerLoses);
        let mut solver = Solver::new(&game, question, Options::default());
        let answer = solver.limit(Limits::nodes(200_000)).solve(&root);
        match answer.verdict {
            Verdict::Unknown(_) => assert!(answer.pn >= 1 && answer.dn >= 1),
            verdict => assert_eq!(verdict.decided(), Some(truth)),
        }
    }
}

/// A game in which the numbers grow without end where results are bound to their paths. First can
/// hold; without loop closing `Unknown` is allowed. Found by `fuzz-graphs`.
#[test]
fn saturated_numbers_are_no_verdict() {
    let file = parse(
        "threefold game 1\nrule: draw\nattacker: second\nroot: A\n\
         A first: B\nB second: G E\nC first: D B F\nD second: C E\nE first: F D\n\
         F second: C G\nG first: F H D\nH win-second\n",
    )
    .expect("a game");
    let mut closing = solver(&file.game, file.attacker, file.rule, &small());
    let (proven, ..) =
        certified(&file.game, &mut closing, &file.history, file.rule, &|| file.to_string());
    assert!(!proven);
    let options = Options { loop_closing: false, ..small() };
    let answer = solver(&file.game, file.attacker, file.rule, &options).solve(&file.history);
    match answer.verdict {
        Verdict::Unknown(reason) => assert_unknown(&answer, reason),
        verdict => assert_eq!(verdict, Verdict::Disproven),
    }
}
