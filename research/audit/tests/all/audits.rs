//! Whole audits of small engines.

use std::time::Duration;

use threefold_audit::client::Go;
use threefold_audit::{Audit, Fault, Line, Margins, Report, Settings, Truths, Value};
use threefold_chess::Chess;
use threefold_game::{History, RepetitionRule};

use crate::fake::{Fake, engine};

/// Won: the pawn runs. Three positions.
const WON: &str = "8/8/8/7k/P7/8/8/K7 w - -";

fn line(fen: &str, moves: &str) -> Line {
    let (start, moves) = (fen.parse().unwrap(), moves.split_whitespace());
    let game = History::from_notation(&Chess, start, moves, RepetitionRule::Draw).unwrap();
    let (start, moves) = (game.start().clone(), game.moves().to_vec());
    Line { suite: "test".to_owned(), id: "one".to_owned(), start, moves }
}

fn audit(fake: &Fake, lines: &[Line]) -> Report {
    let settings = Settings {
        engine: fake.command.clone(),
        options: vec![("Threads".to_owned(), "1".to_owned())],
        budget: Go::Nodes(100),
        patience: Duration::from_secs(20),
        margins: Margins::default(),
        repeats: 3,
    };
    let mut truths = Truths::new(200_000);
    let audit = Audit { settings: &settings, truths: &mut truths, tell: &mut |_| {} };
    audit.run(lines).unwrap()
}

/// What a right engine says in the positions of the line.
const RIGHT: &str = "case $last in\n\
    *'moves a4a5 h5g5') echo 'bestmove a5a6' ;;\n\
    *'moves a4a5') echo 'bestmove h5g5' ;;\n\
    *'moves h5g5') echo 'bestmove a5a6' ;;\n\
    *P6k*) echo 'bestmove h5g5' ;;\n\
    *P5k1*) echo 'bestmove a5a6' ;;\n\
    *) echo 'bestmove a4a5' ;;\n\
    esac";

#[test]
fn an_engine_that_is_right_has_no_wrong_answer() {
    let report = audit(&engine(RIGHT), &[line(WON, "a4a5 h5g5")]);
    assert_eq!((report.positions, report.left_out), (3, 0));
    for (name, counts) in &report.conditions {
        assert_eq!(counts.wrong, 0, "{name}: {counts:?}");
    }
    assert_eq!(report.conditions["cleared"].answered, 3);
    assert!(report.candidates.is_empty() && report.failures.is_empty());
}

#[test]
fn what_only_memory_makes_wrong_is_found_and_made_short() {
    // After one question since `ucinewgame` it claims a draw.
    let lie = format!("if [ $before -ge 1 ]; then echo 'info depth 4 score cp 0'; fi\n{RIGHT}");
    let report = audit(&engine(&lie), &[line(WON, "a4a5 h5g5")]);
    assert_eq!(report.wrong_when_kept(), 2);
    assert_eq!(report.conditions["cleared"].wrong, 0);
    assert_eq!(report.caused_by_history(), 2);
    let pairs = report.pairs["kept"];
    assert_eq!((pairs.paired.only_first_wrong, pairs.paired.only_second_wrong), (2, 0));
    let candidate = &report.candidates[1];
    assert_eq!(candidate.with_memory.faults, [Fault::FalseDraw]);
    assert_eq!((candidate.truth, candidate.repeated.pairs), (Value::Win, 3));
    // Of the three positions one is left before the last, and the game begins as late as it can.
    let positions = candidate.script.iter().filter(|line| line.starts_with("position"));
    let positions: Vec<&String> = positions.collect();
    assert_eq!(positions.len(), 2, "{:?}", candidate.script);
    assert_eq!(positions[0], "position fen 8/8/8/P6k/8/8/8/K7 b - - 0 1");
    assert_eq!(positions[1], "position fen 8/8/8/P6k/8/8/8/K7 b - - 0 1 moves h5g5");
    assert_eq!(candidate.script[0], "setoption name Threads value 1");
}

#[test]
fn what_is_always_wrong_is_not_the_fault_of_memory() {
    let lie = format!("echo 'info depth 4 score mate -2'\n{RIGHT}");
    let report = audit(&engine(&lie), &[line(WON, "a4a5 h5g5")]);
    // Black is lost in the position between.
    assert_eq!(report.conditions["kept"].faults["false-mate"], 2);
    assert_eq!(report.conditions["cleared"].faults["false-mate"], 2);
    assert_eq!(report.caused_by_history(), 0);
    assert_eq!(report.pairs["kept"].p, 1.0);
}

#[test]
fn a_bound_that_lies_is_a_wrong_claim() {
    let lie = format!("echo 'info depth 4 score mate 2 upperbound'\n{RIGHT}");
    let right = audit(&engine(&lie), &[line(WON, "a4a5 h5g5")]);
    assert_eq!(right.conditions["kept"].wrong, 0, "at most a mate in 2 says nothing");
    let lie = format!("echo 'info depth 4 score mate 2 lowerbound'\n{RIGHT}");
    let wrong = audit(&engine(&lie), &[line(WON, "a4a5 h5g5")]);
    assert_eq!(wrong.conditions["kept"].faults["false-mate"], 1, "Black has no mate");
}

#[test]
fn an_engine_that_crashes_is_started_again_and_given_up_in_the_end() {
    let report = audit(&engine("exit 1"), &[line(WON, "a4a5 h5g5"), line(WON, "a4a5")]);
    let kept = &report.conditions["kept"];
    assert_eq!((kept.answered, kept.unanswered), (0, 5), "no answer is neither right nor wrong");
    let cleared = &report.conditions["cleared"];
    assert_eq!((cleared.answered, cleared.unanswered, cleared.wrong), (0, 5, 0));
    let failures = report.failures.iter().filter(|line| line.starts_with("cleared: "));
    assert_eq!(failures.count(), 3);
    assert!(report.candidates.is_empty());
}

#[test]
fn positions_without_a_certificate_are_left_out_and_counted() {
    let hard = line("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "e2e4");
    let mut truths = Truths::new(500);
    let fake = engine("echo 'bestmove e2e4'");
    let settings = Settings {
        engine: fake.command.clone(),
        options: Vec::new(),
        budget: Go::Nodes(100),
        patience: Duration::from_secs(20),
        margins: Margins::default(),
        repeats: 1,
    };
    let audit = Audit { settings: &settings, truths: &mut truths, tell: &mut |_| {} };
    let report = audit.run(&[hard]).unwrap();
    assert_eq!((report.positions, report.left_out), (0, 2));
    assert_eq!(report.conditions["kept"].answered, 0);
}
