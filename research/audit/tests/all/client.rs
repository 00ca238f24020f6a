//! Engines that hang, crash, talk nonsense, talk without end, and lie.

use std::time::{Duration, Instant};

use threefold_audit::client::{Bound, ClientError, Engine, Go, Score};

use crate::fake::{engine, script};

const PATIENCE: Duration = Duration::from_secs(4);
/// For engines that answer: the machine may be busy.
const LONG: Duration = Duration::from_secs(30);
const START: &str = "startpos";

fn failure(go: &str) -> ClientError {
    let fake = engine(go);
    let mut engine = Engine::start(&fake.command, PATIENCE).expect("it starts");
    engine.ask(START, Go::Nodes(1)).expect_err("it has no move")
}

fn one_line(error: &ClientError) -> String {
    let text = error.to_string();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn a_good_engine_is_understood() {
    let fake = engine("echo 'info depth 3 score cp 12 lowerbound pv e2e4'; echo 'bestmove e2e4'");
    let mut engine = Engine::start(&fake.command, LONG).unwrap();
    assert_eq!((engine.name(), engine.least("hash")), ("Fake 1.0", Some(1)));
    engine.set("Hash", "1").unwrap();
    engine.new_game().unwrap();
    let answer = engine.ask(START, Go::Depth(3)).unwrap();
    assert_eq!(answer.best.as_deref(), Some("e2e4"));
    let info = answer.info.unwrap();
    assert_eq!((info.score, info.bound), (Score::Centipawns(12), Bound::Lower));
    assert_eq!(engine.nonsense(), 0);
}

#[test]
fn an_engine_that_is_not_installed_is_missing() {
    let error = Engine::start("threefold-no-such-engine", PATIENCE).unwrap_err();
    assert!(error.is_missing());
    one_line(&error);
    assert!(matches!(Engine::start("", PATIENCE), Err(ClientError::Empty)));
}

#[test]
fn an_engine_that_hangs_is_killed_after_its_time() {
    let started = Instant::now();
    let error = failure("sleep 1000");
    assert!(matches!(error, ClientError::Silent { expected: "bestmove", .. }), "{error}");
    assert!(one_line(&error).contains("no bestmove within 4 s"));
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn an_engine_that_never_greets_is_killed() {
    let fake = script("sleep 1000");
    let error = Engine::start(&fake.command, PATIENCE).unwrap_err();
    assert!(matches!(error, ClientError::Silent { expected: "uciok", .. }), "{error}");
}

#[test]
fn an_engine_that_does_not_read_holds_nobody_up() {
    let fake = script("echo uciok; echo readyok; sleep 1000");
    let mut engine = Engine::start(&fake.command, PATIENCE).unwrap();
    let long = format!("startpos moves {}", "e2e4 ".repeat(100_000));
    let error = engine.ask(&long, Go::Nodes(1)).unwrap_err();
    assert!(matches!(error, ClientError::Silent { .. }), "{error}");
}

#[test]
fn an_engine_that_crashes_is_said_to_have_ended() {
    let error = failure("exit 3");
    assert!(matches!(error, ClientError::Ended { expected: "bestmove", .. }), "{error}");
    assert!(one_line(&error).contains("exit status: 3"), "{error}");
    let error = failure("kill -SEGV $$");
    assert!(one_line(&error).contains("signal: 11"), "{error}");
}

#[test]
fn an_engine_that_talks_without_end_is_killed() {
    let started = Instant::now();
    let error = failure("while :; do echo 'info depth 1 score cp 0'; done");
    let is_over = matches!(error, ClientError::Flood { .. } | ClientError::Silent { .. });
    assert!(is_over, "{error}");
    one_line(&error);
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_line_without_end_is_no_memory_without_end() {
    let error =
        failure("while :; do printf 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'; done");
    assert!(matches!(error, ClientError::Silent { .. }), "{error}");
}

#[test]
fn nonsense_is_counted_and_says_nothing() {
    let fake = engine(
        "echo 'info score cp many'; echo 'info depth 1 score cp 1 lowerbound upperbound'\n\
         echo 'Hello, I am an engine'; printf '\\377\\376\\n'\n\
         echo 'info score mate 99999999999999999999'; echo 'bestmove (none)'",
    );
    let mut engine = Engine::start(&fake.command, LONG).unwrap();
    let answer = engine.ask(START, Go::Nodes(1)).unwrap();
    assert_eq!((answer.best, answer.info), (None, None));
    assert_eq!(engine.nonsense(), 5);
}
