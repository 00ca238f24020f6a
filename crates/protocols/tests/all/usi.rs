//! The Universal Shogi Interface, line by line.

use std::time::{Duration, Instant};

use threefold_protocols::usi;

use crate::common::{Engine, has};

fn start() -> Engine {
    Engine::start("checkmate", |input, print| usi::run(input, print))
}

const GOLD: &str = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const THREE: &str = "position sfen 9/9/6S2/8k/9/7R1/9/9/9 b r2b4g3s3n4l18p 1";
const NO_MATE: &str = "position sfen 8S/8S/7s1/8k/7R1/9/9/9/9 b r2b4g4n4l18p 1";
/// Microcosmos: nothing is proved here for a long time.
const LONG: &str = "position sfen g1+P1k1+P+P+L/1p3P3/+R+p2pp1pl/1NNsg+p2+R/+b+nL+P1+p3/1P3ssP1/\
                    2P1+Ps2N/4+P1P1L/+B5G1g b - 1";

#[test]
fn an_interface_is_told_who_is_there() {
    let mut engine = start();
    engine.tell("usi");
    let lines = engine.until("usiok");
    for name in ["USI_Hash", "Threads", "Attacker", "Shortest", "Length", "CertificateDir"] {
        has(&lines, &format!("option name {name} type"));
    }
    engine.tell("isready\nusinewgame");
    engine.until("readyok");
}

#[test]
fn a_mate_is_told_with_its_moves() {
    let mut engine = start();
    let lines = engine.answer(&format!("{THREE}\ngo mate 60000"));
    assert_eq!(lines.last().unwrap(), "checkmate 3c2d+ 1d1e 2d2e");
    has(&lines, " score mate 3 pv 3c2d+ 1d1e 2d2e");
    has(&lines, "info string proved: mate in at most 3 plies");
    assert_eq!(
        engine.answer(&format!("{GOLD}\ngo mate infinite")).last().unwrap(),
        "checkmate G*5b"
    );
    let after = engine.answer(&format!("{THREE} moves 3c2d+ 1d1e\ngo mate 60000"));
    assert_eq!(after.last().unwrap(), "checkmate 2d2e");
}

#[test]
fn that_there_is_no_mate_is_told_with_its_certificate() {
    let directory = tempfile::tempdir().unwrap();
    let mut engine = start();
    engine.tell(&format!("setoption name CertificateDir value {}", directory.path().display()));
    let lines = engine.answer(&format!("{NO_MATE}\ngo mate infinite"));
    assert_eq!(lines.last().unwrap(), "checkmate nomate");
    has(&lines, "verified");
    assert!(!lines.iter().any(|line| line.contains("score")), "{lines:#?}");
    let text = std::fs::read_to_string(directory.path().join("0001.cert")).unwrap();
    assert!(text.contains("claim: defender holds"), "{text}");
}

#[test]
fn the_shortest_mate_is_wanted_or_any() {
    let mut engine = start();
    engine.tell("setoption name Shortest value true");
    let long = "position sfen 9/7Rl/8B/5R1GB/8k/9/9/6N2/9 b 3g4s3n3l18p 1";
    let lines = engine.answer(&format!("{long}\ngo mate 60000"));
    has(&lines, "proved: mate in 9 plies");
    assert_eq!(lines.last().unwrap().split_whitespace().count(), 10, "{lines:#?}");
    let lines = engine.answer(&format!("{NO_MATE}\ngo mate 60000"));
    assert_eq!(lines.last().unwrap(), "checkmate nomate");
}

#[test]
fn whose_mate_it_is_can_be_said() {
    let mut engine = start();
    engine.tell("setoption name Attacker value black");
    let reply = "position sfen 9/9/7+S1/8k/9/7R1/9/9/9 w r2b4g3s3n4l18p 1";
    let lines = engine.answer(&format!("{reply}\ngo mate 60000"));
    assert!(lines.last().unwrap().starts_with("checkmate "), "{lines:#?}");
    let mated = "position sfen 4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1";
    let lines = engine.answer(&format!("{mated}\ngo mate 60000"));
    assert_eq!(lines.last().unwrap(), "checkmate notimplemented");
    engine.tell("setoption name Attacker value white");
    let lines = engine.answer(&format!("{GOLD}\ngo mate 60000"));
    has(&lines, "has no king");
    assert_eq!(lines.last().unwrap(), "checkmate notimplemented");
}

#[test]
fn a_solution_can_be_stepped_through() {
    let mut engine = start();
    let lines = engine.answer(&format!("{THREE} moves 3c2d+\ngo mate 60000"));
    has(&lines, " score mate -2 pv 1d1e 2d2e");
    assert_eq!(lines.last().unwrap(), "checkmate 1d1e 2d2e");
    let lines = engine.answer(&format!("{THREE} moves 3c2d+ 1d1e 2d2e\ngo mate 60000"));
    assert_eq!(lines.last().unwrap(), "checkmate notimplemented");
}

#[test]
fn futile_interpositions_are_left_out_where_that_is_wanted() {
    let mut engine = start();
    let afar = "position sfen 8k/7pp/6N2/9/9/9/9/9/R8 b p 1\ngo mate 60000";
    assert_eq!(engine.answer(afar).last().unwrap().split(' ').count(), 4);
    engine.tell("setoption name Length value conventional");
    assert_eq!(engine.answer(afar).last().unwrap(), "checkmate 9i9a+");
}

#[test]
fn analysis_tells_lines_and_a_move_after_stop() {
    let mut engine = start();
    let long = "position sfen 9/7Rl/8B/5R1GB/8k/9/9/6N2/9 b 3g4s3n3l18p 1";
    engine.tell(&format!("{long}\ngo infinite"));
    let lines = engine.until("info string proved: mate in 9 plies");
    has(&lines, " score mate 9 pv ");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:#?}");
    engine.tell("stop");
    let best = engine.until("bestmove").pop().unwrap();
    assert_ne!(best, "bestmove resign");
    engine.tell(&format!("{long}\ngo btime 0 wtime 0 byoyomi 60000"));
    assert_eq!(engine.until("bestmove").pop().unwrap(), best);
    engine.tell(&format!("{LONG}\ngo infinite\nstop"));
    assert_eq!(engine.until("bestmove").pop().unwrap(), "bestmove resign");
    engine.tell(&format!("{NO_MATE}\ngo infinite\nquit"));
    assert_eq!(engine.end().pop().unwrap(), "bestmove resign");
}

#[test]
fn a_search_ends_with_its_time_and_with_stop() {
    let mut engine = start();
    engine.tell("setoption name USI_Hash value 16");
    let started = Instant::now();
    let lines = engine.answer(&format!("{LONG}\ngo mate 300"));
    assert_eq!(lines.last().unwrap(), "checkmate timeout");
    engine.tell("go mate infinite\nisready");
    engine.until("readyok");
    assert_eq!(engine.answer("stop").last().unwrap(), "checkmate timeout");
    // Other tests run beside this one.
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    engine.tell("go mate infinite\nquit");
    engine.end();
}

#[test]
fn searches_that_are_handed_over_at_once_are_done_one_after_the_other() {
    let mut engine = start();
    engine
        .tell(&format!("{THREE}\ngo mate 60000\n{NO_MATE}\ngo mate 60000\n{GOLD}\ngo mate 60000"));
    let lines = engine.end();
    let answers: Vec<_> = lines.iter().filter(|line| line.starts_with("checkmate")).collect();
    assert_eq!(answers, ["checkmate 3c2d+ 1d1e 2d2e", "checkmate nomate", "checkmate G*5b"]);
    // A search without a limit ends with the input, or with the next one.
    let mut engine = start();
    engine.tell(&format!("{LONG}\ngo mate infinite\n{GOLD}\ngo mate 60000"));
    assert_eq!(engine.until("checkmate").last().unwrap(), "checkmate timeout");
    assert_eq!(engine.until("checkmate").last().unwrap(), "checkmate G*5b");
    engine.tell(&format!("{LONG}\ngo mate infinite"));
    assert_eq!(engine.end().last().unwrap(), "checkmate timeout");
}

#[test]
fn bad_input_is_named_in_one_line_and_does_no_harm() {
    let mut engine = start();
    for (line, what) in [
        ("hello", "unknown command 'hello'"),
        ("position sfen 9/9 b - 1", "position: the board has 2 ranks, not 9"),
        ("position startpos moves 7g7f 7g7f", "position: '7g7f' is not a legal move here"),
        ("setoption name USI_Hash value many", "expected a number from 1 to 65536"),
        ("setoption name Nothing", "no option 'Nothing'"),
        ("\u{0}\u{1b}[2J", "unknown command"),
        ("stop", ""),
        ("gameover lose", ""),
    ] {
        engine.tell(&format!("{line}\nisready"));
        let lines = engine.until("readyok");
        assert_eq!(lines.len(), 2 - usize::from(what.is_empty()), "{lines:#?}");
        has(&lines, if what.is_empty() { "readyok" } else { what });
    }
    // Who asks oddly waits for an answer all the same.
    for odd in ["go mate soon", "go mate -1", " go\tmate 1 2"] {
        let lines = engine.answer(odd);
        has(&lines, "go mate: expected milliseconds or infinite");
        assert_eq!(lines.last().unwrap(), "checkmate notimplemented");
    }
    engine.tell("position sfen nonsense");
    assert_eq!(engine.answer("go mate 1000").last().unwrap(), "checkmate notimplemented");
    engine.tell("position startpos\ngo btime 0 wtime 0 byoyomi 1000");
    assert_eq!(engine.until("bestmove").last().unwrap(), "bestmove resign");
    assert_eq!(engine.answer("go mate 60000").last().unwrap(), "checkmate nomate");
}

#[test]
fn quit_behind_go_has_an_answer_before_it_ends() {
    for go in ["go mate infinite", "go mate 60000"] {
        let mut engine = start();
        engine.tell(&format!("{LONG}\n{go}\nquit"));
        assert_eq!(engine.end().last().unwrap(), "checkmate timeout");
    }
}

#[test]
fn the_same_once_more_is_known_until_a_new_game() {
    let nodes = |lines: &[String]| -> u64 {
        let told = lines.iter().rev().find_map(|line| line.split_once(" nodes "));
        let number = told.and_then(|(_, rest)| rest.split(' ').next());
        number.and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{lines:#?}"))
    };
    for shortest in [false, true] {
        let mut engine = start();
        engine.tell(&format!("setoption name Shortest value {shortest}\n{THREE}"));
        let first = engine.answer("go mate infinite");
        let again = engine.answer("go mate 60000");
        assert_eq!(first.last(), again.last());
        assert!(nodes(&first) > 0 && nodes(&again) == 0, "{first:#?}{again:#?}");
        let anew = engine.answer(&format!("usinewgame\n{THREE}\ngo mate infinite"));
        assert_eq!(nodes(&anew), nodes(&first));
        // Another question is no obstacle.
        engine.answer(&format!("{NO_MATE}\ngo mate infinite"));
        assert_eq!(nodes(&engine.answer(&format!("{THREE}\ngo mate 60000"))), nodes(&first));
    }
}
