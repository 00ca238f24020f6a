//! Values of boards of Go.

use std::time::Duration;

use threefold_search::{Limits, Options, Verdict};
use threefold_session::effort::Effort;
use threefold_session::go::board::{BoardGoal, BoardRequest, Moves, Scores};
use threefold_session::go::ko::Ko;
use threefold_session::go::ruling::Cycle;
use threefold_session::go::value::value;

use crate::watching::{Notes, Told};

fn request(size: &str) -> BoardRequest {
    BoardRequest::new(size.parse().unwrap())
}

#[test]
fn the_value_of_a_board_has_a_proof_from_below_and_one_from_above() {
    let mut notes = Notes::default();
    let answer = value(&request("1x5"), &mut notes).unwrap();
    // Published: a row of five is worth nothing to who begins in the middle but the board.
    assert_eq!((answer.lower, answer.upper), (answer.value.unwrap(), answer.value.unwrap()));
    assert_eq!(answer.checked, Some(true));
    assert_eq!(answer.root, "..... B");
    let bounds = notes.count(|told| matches!(told, Told::Bounds(..)));
    assert!(bounds > 1, "{notes:?}");
    let last = notes.0.iter().rev().find_map(|told| match told {
        Told::Bounds(lower, upper) => Some((*lower, *upper)),
        _ => None,
    });
    assert_eq!(last, Some((answer.lower, answer.upper)));
    assert!(
        notes.count(|told| matches!(told, Told::Question(name) if name.starts_with("1x5"))) > 1
    );
}

#[test]
fn every_move_has_a_value_and_the_best_keep_it() {
    let goal = BoardGoal::Value(Moves::All);
    let answer = value(&BoardRequest { goal, ..request("2x2") }, &mut ()).unwrap();
    let moves = answer.moves.unwrap();
    assert_eq!(moves.len(), 5);
    let best: Vec<_> = moves.iter().filter(|m| m.best == Some(true)).map(|m| &m.text).collect();
    assert_eq!(best, answer.best.as_ref().unwrap().iter().collect::<Vec<_>>());
    assert!(moves.iter().filter(|m| m.best == Some(true)).all(|m| m.value == answer.value));
}

#[test]
fn single_scores_are_questions_of_their_own() {
    let goal = BoardGoal::AtLeast(Scores { least: -4, most: 5 });
    let answer = value(&BoardRequest { goal, ..request("2x2") }, &mut ()).unwrap();
    assert_eq!(answer.questions.len(), 10);
    assert_eq!(answer.questions[0].verdict, Verdict::Proven);
    assert_eq!(answer.questions[9].verdict, Verdict::Disproven);
    assert!(answer.single_scores && answer.best.is_none());
}

#[test]
fn what_is_wrong_with_a_request_is_said_with_its_field() {
    let error = |request: BoardRequest| value(&request, &mut ()).unwrap_err();
    let cycle = error(BoardRequest { cycle: Some(Cycle::Tie), ..request("2x2") });
    assert_eq!(cycle.with_flags(), "--cycle: under superko games end; expected --rule basic-ko");
    let position = error(BoardRequest { position: Some("X#/.. B".into()), ..request("2x2") });
    assert!(position.to_string().starts_with("position: column 2"), "{position}");
    let moves = BoardRequest { moves_before: Some("A1 A1".into()), ..request("2x2") };
    assert!(error(moves).with_flags().starts_with("--history: move 2"));
}

#[test]
fn a_limit_is_no_value() {
    let usual = Effort::for_boards();
    let effort = Effort { limits: Limits { nodes: 1, ..usual.limits }, ..usual };
    let answer = value(&BoardRequest { effort, ko: Ko::Basic, ..request("2x3") }, &mut ()).unwrap();
    assert_eq!((answer.value, answer.reason), (None, Some("nodes")));
    assert!(answer.best.is_none() && answer.lower < answer.upper);
}

/// The search for it takes a moment; of one of its two certificates a table of that size has lost
/// so much that making it takes more than a minute.
#[test]
fn a_bound_without_its_certificate_is_no_bound() {
    let usual = Effort::for_boards();
    let time = Some(Duration::from_secs(3));
    let effort = Effort {
        limits: Limits { time, ..usual.limits },
        options: Options { table_bytes: 1 << 20, ..usual.options },
        ..usual
    };
    let answer = value(&BoardRequest { effort, ..request("1x11") }, &mut ()).unwrap();
    assert_eq!((answer.value, answer.reason), (None, Some("time")));
    assert_eq!(answer.upper, 11);
}
