//! Several threads at one question are as right as one: random loopy games against exhaustive
//! search, under every rule, with certificates; and limits that they share.
//!
//! More of them:
//! `THREADS_GAMES=1000000 cargo test --release -p threefold-search --test all threads`

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use threefold_chess::Chess;
use threefold_game::{Game, History, Player, Question, RepetitionRule};
use threefold_graph::GraphGame;
use threefold_search::{Interrupt, Limits, Options, PathCodeKind, Reason, Solver, Verdict};

use crate::common::{certified, history, random_game, small, solver, truth};

/// Games per rule and number of threads, unless the environment says more.
const GAMES: u64 = 400;

fn games() -> u64 {
    let wanted = std::env::var("THREADS_GAMES").ok().and_then(|text| text.parse().ok());
    wanted.unwrap_or(GAMES)
}

/// All of them from the first node on.
fn threads(count: usize, options: Options) -> Options {
    Options { threads: count, alone: 0, ..options }
}

/// Options that disagree about what is stored, and that make threads forget.
fn sets() -> Vec<Options> {
    vec![
        small(),
        Options { path_code: PathCodeKind::Chain, closed_set_interval: 16, ..small() },
        Options { table_bytes: 4096, ..small() },
        Options { drop_256ths: 64, ..small() },
        Options { sibling_budget: 50, closed_set_interval: 0, ..small() },
    ]
}

fn all_right(rule: RepetitionRule) {
    let sets = sets();
    let (mut proven_answers, mut answers) = (0, 0);
    for seed in 0..games() {
        let game = random_game(seed, rule);
        let history = history(&game, rule, (seed % 2 * 5) as u32, seed);
        let attacker = if seed / 2 % 2 == 0 { Player::First } else { Player::Second };
        let truth = truth(&game, &history, attacker, rule);
        for count in [2, 4] {
            let set = (seed / 4 + count as u64) as usize % sets.len();
            let options = threads(count, sets[set].clone());
            let what = || format!("{rule}, seed {seed}, {attacker:?}, {count} threads, set {set}");
            let mut solver = solver(&game, attacker, rule, &options);
            let (proven, answer, _) = certified(&game, &mut solver, &history, rule, &what);
            assert_eq!(proven, truth, "{}", what());
            assert_eq!((answer.pn == 0, answer.dn == 0), (proven, !proven));
            answers += 1;
            proven_answers += u64::from(proven);
        }
        in_rounds(&game, &history, attacker, rule, seed, truth);
    }
    assert!(proven_answers > answers / 10 && proven_answers < answers * 9 / 10);
}

/// The same question to threads that work in rounds, of few nodes, twice: the same answer with the
/// same nodes.
fn in_rounds(
    game: &GraphGame,
    history: &History<GraphGame>,
    attacker: Player,
    rule: RepetitionRule,
    seed: u64,
    truth: bool,
) {
    let sets = sets();
    let count = 2 + seed as usize % 3;
    let set = (seed / 3) as usize % sets.len();
    // With conditional results there is one thread.
    let options = Options { deterministic: true, conditional: false, ..sets[set].clone() };
    let options = threads(count, options);
    let what =
        || format!("{rule}, seed {seed}, {attacker:?}, {count} threads in rounds, set {set}");
    let ask = || {
        let mut solver = solver(game, attacker, rule, &options);
        assert_eq!(solver.threads(), count);
        let (proven, answer, _) = certified(game, &mut solver, history, rule, &what);
        assert_eq!(proven, truth, "{}", what());
        (answer.stats.nodes, answer.stats.lookups, answer.stats.simulations())
    };
    let first = ask();
    if seed.is_multiple_of(4) {
        assert_eq!(ask(), first, "{}", what());
    }
}

#[test]
fn threads_answer_draws_by_two_questions() {
    all_right(RepetitionRule::Draw);
}

#[test]
fn threads_and_repetition_as_a_failure_of_the_attacker() {
    all_right(RepetitionRule::AttackerLoses);
}

#[test]
fn threads_and_repetition_as_a_success_of_the_attacker() {
    all_right(RepetitionRule::AttackerWins);
}

#[test]
fn threads_under_situational_superko() {
    all_right(RepetitionRule::SituationalSuperko);
}

#[test]
fn threads_under_positional_superko() {
    all_right(RepetitionRule::PositionalSuperko);
}

/// A position of chess, the question whether White wins, and a solver with threads.
fn chess(fen: &str) -> (Chess, History<Chess>, Question) {
    let root = Chess.parse_position(fen).expect("a position");
    (Chess, History::new(root), Question::new(Player::First, RepetitionRule::Draw))
}

/// Long enough for threads to get in each other's way: a win and a draw, both certified.
#[test]
fn threads_agree_on_endings_of_chess() {
    for (fen, wins) in
        [("8/4k3/8/4K3/4P3/8/8/8 w - -", false), ("8/8/3K3k/8/8/8/5P2/8 w - -", true)]
    {
        for count in [1, 2, 8] {
            let (game, history, question) = chess(fen);
            let options = threads(count, Options { table_bytes: 4 << 20, ..Options::default() });
            let mut solver = Solver::new(&game, question, options);
            let what = || format!("{fen}, {count} threads");
            let rule = RepetitionRule::Draw;
            let (proven, answer, _) = certified(&game, &mut solver, &history, rule, &what);
            assert_eq!(proven, wins, "{}", what());
            assert!(answer.stats.nodes > 100, "{}", what());
        }
    }
}

/// The same nodes and the same certificate each time, while other threads take the processor away;
/// and about as many nodes as one thread takes.
#[test]
fn threads_in_rounds_take_the_same_nodes_each_time() {
    let (fen, wins) = ("8/8/3K3k/8/8/8/5P2/8 w - -", true);
    let busy = AtomicBool::new(true);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while busy.load(Ordering::Relaxed) {
                std::hint::spin_loop();
            }
        });
        let _idle = Idle(&busy);
        let ask = |count| {
            let (game, history, question) = chess(fen);
            let options = Options { table_bytes: 4 << 20, alone: 64, ..Options::default() };
            let options = Options { threads: count, deterministic: true, ..options };
            let mut solver = Solver::new(&game, question, options);
            let what = || format!("{count} threads in rounds");
            let rule = RepetitionRule::Draw;
            let (proven, answer, text) = certified(&game, &mut solver, &history, rule, &what);
            assert_eq!(proven, wins, "{}", what());
            (answer.stats.nodes, answer.stats.lookups, text)
        };
        let (alone, ..) = ask(1);
        for count in [2, 3, 8] {
            let first = ask(count);
            println!("{count} threads: {} nodes, {alone} by one", first.0);
            assert!(first.0 > 64 && first.0 < 6 * alone, "{count}: {} of {alone}", first.0);
            assert!((0..3).all(|_| ask(count) == first), "{count} threads");
        }
    });
}

/// Lets the other thread end, whatever happens to this one.
struct Idle<'b>(&'b AtomicBool);

impl Drop for Idle<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// A position that no one solves in a moment.
const HARD: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";

#[test]
fn threads_share_the_limit_of_nodes() {
    for (limit, deterministic) in
        [0, 1, 5, 100, 3000].into_iter().flat_map(|limit| [(limit, false), (limit, true)])
    {
        let (game, history, question) = chess(HARD);
        let options = Options { deterministic, ..small() };
        let mut solver = Solver::new(&game, question, threads(4, options));
        solver.limit(Limits::nodes(limit));
        let answer = solver.solve(&history);
        assert_eq!(answer.verdict, Verdict::Unknown(Reason::Nodes));
        assert_eq!(answer.stats.nodes, limit, "all of them, and none more");
        assert!(answer.pn > 0 && answer.dn > 0);
    }
}

/// One thread begins, and what it has found out is there for the others.
#[test]
fn threads_join_a_search_that_is_long() {
    let (game, history, question) = chess("8/8/3K3k/8/8/8/5P2/8 w - -");
    let alone = |alone| {
        let options = Options { threads: 4, alone, table_bytes: 4 << 20, ..Options::default() };
        let mut solver = Solver::new(&game, question, options);
        let what = || format!("{alone} nodes alone");
        certified(&game, &mut solver, &history, RepetitionRule::Draw, &what).1.stats
    };
    let whole = alone(u64::MAX);
    let joined = alone(whole.nodes * 3 / 4);
    assert_eq!((whole.unwound, whole.waits), (0, 0));
    assert!(joined.nodes > whole.nodes * 3 / 4 && joined.nodes < whole.nodes * 2);
    assert!(joined.time >= std::time::Duration::from_nanos(1));
    // Of a limit nothing is lost or spent twice.
    let options = Options { threads: 4, alone: 700, ..small() };
    let mut solver = Solver::new(&game, question, options);
    for limit in [500, 700, 701, 900] {
        solver.clear();
        let answer = solver.limit(Limits::nodes(limit)).solve(&history);
        assert_eq!(answer.verdict, Verdict::Unknown(Reason::Nodes));
        assert_eq!(answer.stats.nodes, limit);
    }
}

#[test]
fn threads_stop_when_the_time_is_up() {
    let (game, history, question) = chess(HARD);
    let mut solver = Solver::new(&game, question, threads(4, small()));
    solver.limit(Limits { time: Some(Duration::from_millis(200)), ..Limits::default() });
    let started = Instant::now();
    let answer = solver.solve(&history);
    assert_eq!(answer.verdict, Verdict::Unknown(Reason::Time));
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn threads_stop_when_interrupted() {
    let (game, history, question) = chess(HARD);
    let mut solver = Solver::new(&game, question, threads(4, small()));
    let interrupt = Interrupt::default();
    solver.interrupt_by(interrupt.clone());
    let mut reports = 0;
    let mut monitor = |progress: &threefold_search::Progress| {
        assert!(progress.nodes > 0);
        reports += 1;
        interrupt.raise();
    };
    let answer = solver.solve_monitored(&history, Some(&mut monitor));
    assert_eq!(answer.verdict, Verdict::Unknown(Reason::Interrupted));
    assert!(reports > 0);
}

/// A limit that one thread runs into is one of the search.
#[test]
fn threads_stop_when_a_path_is_too_long() {
    let (game, history, question) = chess(HARD);
    let mut solver = Solver::new(&game, question, threads(4, small()));
    solver.limit(Limits { depth: 3, ..Limits::default() });
    assert_eq!(solver.solve(&history).verdict, Verdict::Unknown(Reason::Depth));
    solver.limit(Limits { path_bytes: 1000, ..Limits::default() });
    assert_eq!(solver.solve(&history).verdict, Verdict::Unknown(Reason::Memory));
}
