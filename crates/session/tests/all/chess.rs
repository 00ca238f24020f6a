//! Chess: games, and what records say.

use threefold_session::place::Place;
use threefold_session::problem::question::ProblemQuestion;
use threefold_session::record::{Finding, Recorded};
use threefold_session::registry::{Tasks, read_file};
use threefold_session::solve::{Answer, Goal, Request, solve};
use threefold_session::task::Document;
use threefold_session::{Attacker, Databases, Effort};

use crate::positions::subject;

/// A fool's mate, a game that cannot be played, and one with a start of its own.
const GAMES: &str = "\
[White \"Fool\"]
[Black \"Wise\"]

1. f3 e5 2. g4 Qh4# 0-1

1. e4 e5 2. Ke3 *

[Event \"An ending\"]
[FEN \"7k/8/5K2/8/8/8/6Q1/8 b - - 0 1\"]

1... Kh7 *
";

fn games(place: Option<Place>) -> Tasks {
    let document = Document { name: "a.pgn", bytes: GAMES.as_bytes(), place };
    read_file(&document, None, &ProblemQuestion::default())
}

fn place(game: usize, ply: Option<usize>) -> Option<Place> {
    Some(Place { game, ply })
}

fn names(tasks: &Tasks) -> Vec<(&str, Option<&str>, &str)> {
    let tasks = tasks.tasks.iter();
    tasks.map(|task| (task.input.as_str(), task.id.as_deref(), task.stem.as_str())).collect()
}

fn answer(text: &str, request: &Request) -> Answer {
    let answer = solve(&subject(text), &Databases::default(), request, &mut ());
    answer.unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn recorded(text: &str, request: &Request) -> Recorded {
    answer(text, request).recorded.expect("the record says something")
}

fn with_moves() -> Request {
    Request { moves: true, ..Request::default() }
}

#[test]
fn every_game_of_a_file_is_a_task_and_the_one_that_cannot_be_played_an_error() {
    let read = games(None);
    let first = ("a.pgn#1", Some("Fool - Wise"), "a-1");
    assert_eq!(names(&read), [first, ("a.pgn#3", Some("An ending"), "a-3")]);
    let errors: Vec<_> = read.errors.iter().map(ToString::to_string).collect();
    assert_eq!(errors, ["a.pgn:6:13: ply 3: 'Ke3' is not a legal move here"]);
}

#[test]
fn a_place_is_one_game_or_one_position_of_it() {
    let read = games(place(3, None));
    assert_eq!((names(&read), read.errors.len()), (vec![("a.pgn#3", Some("An ending"), "a-3")], 0));
    let read = games(place(1, Some(3)));
    assert_eq!(names(&read), [("a.pgn#1:3", Some("Fool - Wise"), "a-1-3")]);
    let found = solve(&read.tasks[0].subject, &Databases::default(), &Request::default(), &mut ());
    let found = found.unwrap();
    assert_eq!(found.line, Some(vec!["d8h4".to_owned()]));
    assert_eq!(found.written, Some(vec!["2... Qh4#".to_owned()]));
    // The moves before the position are in the certificate.
    assert!(found.proofs[0].text().contains("g2g4"));
    for (place, what) in [
        (place(4, None), "a.pgn#4: the file has 3 games"),
        (place(1, Some(5)), "a.pgn#1:5: the game has 4 plies"),
        (place(2, Some(1)), "a.pgn:6:13: ply 3: 'Ke3' is not a legal move here"),
    ] {
        let read = games(place);
        assert!(read.tasks.is_empty());
        assert_eq!(read.errors.iter().map(ToString::to_string).collect::<Vec<_>>(), [what]);
    }
}

#[test]
fn a_file_of_positions_has_no_games() {
    let text = "4k3/Q7/3K4/8/8/8/8/8 w - -\n";
    let document = Document { name: "a.epd", bytes: text.as_bytes(), place: place(1, None) };
    let read = read_file(&document, None, &ProblemQuestion::default());
    assert!(read.tasks.is_empty());
    assert!(read.errors[0].to_string().starts_with("a.epd#1: no games in it"), "{:?}", read.errors);
}

#[test]
fn what_is_over_has_an_ending() {
    for (fen, ending, words) in [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - -", "checkmate", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - -", "stalemate", "stalemate"),
        ("4k3/8/8/8/8/8/8/4KN2 w - -", "insufficient material", "insufficient material"),
    ] {
        let over = answer(fen, &Request::default());
        assert_eq!((over.ending, over.words.as_str()), (Some(ending), words));
        assert_eq!(over.checked, Some(true));
    }
    let won = Request { goal: Goal::Win(Some(Attacker::White)), ..Request::default() };
    let over = answer("R5k1/5ppp/8/8/8/8/8/4K3 b - -", &won);
    assert_eq!(over.words, "checkmate: white wins");
    let going_on = answer("4k3/Q7/3K4/8/8/8/8/8 w - -", &Request::default());
    assert_eq!((going_on.ending, going_on.words.as_str()), (None, "white mates"));
}

#[test]
fn the_length_of_a_mate_is_compared_with_what_is_proved() {
    let mate = |text: &str, request: &Request| recorded(text, request).mate;
    let plain = Request::default();
    let eppstein = "4k3/Q7/3K4/8/8/8/8/8 w - -";
    assert_eq!(mate(&format!("{eppstein} bm #1"), &plain), Some(Some(Finding::Agrees)));
    assert_eq!(mate(&format!("{eppstein} dm 4"), &plain), Some(Some(Finding::Shorter)));
    // Black, who has a king, mates nobody.
    assert_eq!(mate(&format!("{eppstein} bm #-2"), &plain), Some(Some(Finding::Differs)));
    let soon = "8/8/8/8/8/1k6/7r/K7 w - -";
    assert_eq!(mate(&format!("{soon} bm #-1"), &plain), Some(Some(Finding::Agrees)));
    let white = Request { goal: Goal::Win(Some(Attacker::White)), ..Request::default() };
    // That White does not win says nothing about Black.
    assert_eq!(mate(&format!("{soon} bm #-1"), &white), Some(None));
    let value = Request { goal: Goal::Value, ..Request::default() };
    assert_eq!(mate(&format!("{soon} bm #-1"), &value), Some(Some(Finding::Agrees)));
    assert_eq!(mate(&format!("{soon} bm #1"), &value), Some(Some(Finding::Differs)));
    // A draw is nobody's mate.
    assert_eq!(mate("8/8/8/3k4/8/8/3PK3/8 b - - bm #9", &plain), Some(Some(Finding::Differs)));
}

#[test]
fn a_longer_proof_says_nothing_of_a_shorter_mate() {
    let long = answer("8/8/8/2k5/8/1RK5/8/8 w - - bm #2", &Request::default());
    assert!(long.within.is_some_and(|moves| moves > 2), "{:?}", long.within);
    assert_eq!(long.recorded.and_then(|recorded| recorded.mate), Some(None));
}

#[test]
fn right_and_wrong_moves_are_compared_where_all_moves_are_known() {
    let eppstein = "4k3/Q7/3K4/8/8/8/8/8 w - -";
    // All moves but one win, so that none is the best; a7f7 gives the queen away.
    let record = |text: &str, request: &Request| recorded(&format!("{eppstein} {text}"), request);
    let found = record("bm Qe7; am Qf7", &with_moves());
    assert_eq!((found.best, found.avoid), (Some(None), Some(Some(Finding::Agrees))));
    let found = record("bm Qf7; am Qe7", &with_moves());
    assert_eq!((found.best, found.avoid), (Some(Some(Finding::Differs)), Some(None)));
    assert_eq!(found.mate, None);
    // Nothing was asked about moves.
    let found = record("bm Qf7; am Qf7", &Request::default());
    assert_eq!((found.best, found.avoid), (Some(None), Some(None)));
}

#[test]
fn what_is_not_checked_is_not_compared() {
    let effort = Effort { check: false, ..Effort::for_positions() };
    let unchecked = Request { effort, ..Request::default() };
    assert_eq!(recorded("4k3/Q7/3K4/8/8/8/8/8 w - - bm #-1", &unchecked).mate, Some(None));
}

#[test]
fn operations_keep_their_order_and_what_is_no_record_has_none() {
    let read = subject("4k3/Q7/3K4/8/8/8/8/8 w - - bm Qe7# #1; id \"a; b\"; acd 3; c0 \"x\"");
    let operations = read.operations().unwrap().iter();
    let all: Vec<_> = operations.map(|one| (one.opcode.as_str(), one.operands.join("|"))).collect();
    let expected = [("bm", "Qe7#|#1"), ("id", "a; b"), ("acd", "3"), ("c0", "x")];
    assert_eq!(all, expected.map(|(opcode, operands)| (opcode, operands.to_owned())));
    assert!(games(place(1, None)).tasks[0].subject.operations().is_none());
    assert!(subject("W:WK1:BK32").operations().is_none());
}
