//! How far the win is: requests and answers.

use threefold_search::{Interrupt, Limits, Verdict};
use threefold_session::Attacker;
use threefold_session::error::Error;
use threefold_session::mate::{Answer, Goal, Length, Request, Side, Whose, mate};
use threefold_session::observer::{Distance, Observer};
use threefold_session::registry::{GameName, read_position};

/// Morphy: 1. Ra6!
const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";
/// 1. Kb1 Rh1#.
const MATED_SOON: &str = "8/8/8/8/8/1k6/7r/K7 w - -";

fn ask(text: &str, request: &Request) -> Answer {
    mate(&read_position(1, text, None).tasks[0].subject, request, &mut ()).unwrap()
}

fn one(text: &str, request: &Request) -> Side {
    let mut answer = ask(text, request);
    assert_eq!(answer.sides.len(), 1);
    answer.sides.remove(0)
}

fn within(moves: u32) -> Request {
    Request::new(Goal::Within(Length::Moves(moves)))
}

#[test]
fn a_stipulation_holds_or_not_and_both_are_certified() {
    let two = one(MORPHY, &within(2));
    assert_eq!((two.verdict, two.at_most, two.checked), (Verdict::Proven, Some(3), Some(true)));
    assert_eq!(two.best.as_deref(), Some("a1a6"));
    assert_eq!(two.proofs[0].block.header.claim_text(), "white wins within 3");
    let one = one(MORPHY, &within(1));
    assert_eq!((one.verdict, one.at_least), (Verdict::Disproven, Some(3)));
    assert_eq!((one.checked, one.words.as_str()), (Some(true), "no mate in 1 move"));
    assert_eq!(one.best, None);
}

#[test]
fn the_shortest_mate_has_a_certificate_for_each_bound() {
    let side = one(MORPHY, &Request::new(Goal::Shortest));
    assert_eq!((side.exact(), side.reason), (Some(3), None));
    assert_eq!((side.proofs.len(), side.checked), (2, Some(true)));
    assert_eq!(side.line.len(), 3);
}

#[test]
fn every_first_move_is_a_key_or_has_its_refutation() {
    let side = one(MORPHY, &Request { keys: true, ..within(2) });
    assert_eq!(side.keys().collect::<Vec<_>>(), ["a1a6"]);
    let all = side.first_moves.unwrap();
    assert!(all.len() > 10);
    let refuted = all.iter().find(|key| key.text == "b6a7").unwrap();
    assert_eq!(refuted.verdict, Verdict::Disproven);
    assert!(refuted.at_least.is_none_or(|plies| plies > 3) && refuted.refutation.is_some());
}

#[test]
fn of_two_players_one_mates_and_the_other_does_not() {
    let request = Request { whose: Whose::Either, ..Request::new(Goal::Shortest) };
    let answer = ask(MATED_SOON, &request);
    let [white, black] = &answer.sides[..] else { panic!("{answer:#?}") };
    assert_eq!((white.verdict, white.at_least, white.at_most), (Verdict::Disproven, None, None));
    assert_eq!((black.exact(), black.moves_first), (Some(2), false));
    assert_eq!(black.line, ["a1b1", "h2h1"]);
    assert_eq!(black.words, "mate in 1 move");
    // A lone king, against a pawn that has to be given up.
    let answer = ask("8/8/8/8/8/k7/p7/K7 b - -", &request);
    assert!(answer.sides.iter().all(|side| side.verdict == Verdict::Disproven), "{answer:#?}");
    assert!(answer.sides.iter().all(|side| side.words == "no mate"));
}

#[test]
fn a_game_that_is_over_has_a_win_in_no_plies_or_none() {
    let request = Request { whose: Whose::Either, ..Request::new(Goal::Shortest) };
    let answer = ask("R5k1/5ppp/8/8/8/8/8/4K3 b - -", &request);
    let [black, white] = &answer.sides[..] else { panic!("{answer:#?}") };
    assert_eq!((black.at_least, white.at_most), (None, Some(0)));
    assert_eq!((white.words.as_str(), white.line.len()), ("already mate", 0));
    let answer = ask("8/8/8/8/8/1k6/1p6/1K6 w - -", &request);
    assert!(answer.sides.iter().all(|side| side.words == "no mate"), "{answer:#?}");
}

#[test]
fn a_question_can_be_confined_to_some_moves() {
    let confined = |moves: &[&str], request: Request| Request {
        moves: Some(moves.iter().map(|&text| text.to_owned()).collect()),
        ..request
    };
    let side = one(MORPHY, &confined(&["b6a7", "a1a6"], within(2)));
    assert_eq!((side.verdict, side.best.as_deref()), (Verdict::Proven, Some("a1a6")));
    assert_eq!((side.line.len(), side.proofs.len()), (3, 0));
    let side = one(MORPHY, &confined(&["b6a7", "a1a2"], within(2)));
    assert_eq!((side.verdict, side.best), (Verdict::Disproven, None));
    // The defender has but one move, which loses.
    let black = Request { whose: Whose::One(Attacker::Black), ..within(1) };
    assert_eq!(one(MATED_SOON, &confined(&["a1b1"], black)).at_most, Some(2));
    let refused = |moves| {
        let subject = &read_position(1, MORPHY, None).tasks[0].subject;
        mate(subject, &confined(moves, within(2)), &mut ()).unwrap_err().to_string()
    };
    assert_eq!(refused(&[]), "moves: expected at least one");
    assert!(refused(&["a1h8"]).starts_with("moves: "));
}

#[test]
fn a_limit_is_no_verdict() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for goal in [Goal::Shortest, Goal::Within(Length::Moves(8))] {
        let mut request = Request { whose: Whose::Either, ..Request::new(goal) };
        request.effort.limits = Limits::nodes(3000);
        let answer = ask(start, &request);
        assert!(answer.nodes < 6000, "{}", answer.nodes);
        for side in answer.sides {
            assert!(matches!(side.verdict, Verdict::Unknown(_)), "{side:#?}");
            assert_eq!((side.at_most, side.reason), (None, Some("nodes")));
            // What is certified is that there is no win sooner.
            let claims = side.proofs.iter().map(|proof| proof.block.header.claim_text());
            assert!(claims.into_iter().all(|claim| !claim.contains("wins")));
        }
    }
}

#[test]
fn a_raised_interrupt_ends_a_search_without_limits() {
    let interrupt = Interrupt::default();
    interrupt.raise();
    let mut request = Request { whose: Whose::Either, ..Request::new(Goal::Shortest) };
    request.effort.interrupt = interrupt;
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(ask(start, &request).sides.iter().all(|side| side.reason == Some("interrupted")));
}

#[test]
fn an_observer_is_told_bounds_that_only_become_tighter() {
    #[derive(Default)]
    struct Notes(Vec<(u32, Option<u32>)>);
    impl Observer for Notes {
        fn distance(&mut self, distance: &Distance<'_>) {
            if distance.moves_first {
                self.0.push((distance.at_least.unwrap(), distance.at_most));
            }
        }
    }
    let mut notes = Notes::default();
    let subject = &read_position(1, MORPHY, None).tasks[0].subject;
    mate(subject, &Request::new(Goal::Shortest), &mut notes).unwrap();
    assert!(notes.0.is_sorted_by_key(|&(at_least, _)| at_least), "{:?}", notes.0);
    assert_eq!(notes.0.last(), Some(&(3, Some(3))));
}

#[test]
fn checkers_count_plies_and_go_has_no_such_questions() {
    let subject = &read_position(1, "W:WK15:B10", None).tasks[0].subject;
    let request = Request::new(Goal::Shortest);
    let answer = mate(subject, &request, &mut ()).unwrap();
    assert_eq!(answer.sides[0].words, "win in 1 ply");
    let board = read_position(1, "go 2x2 at-least 1", Some(GameName::Board));
    let refused = mate(&board.tasks[0].subject, &request, &mut ()).unwrap_err();
    assert!(matches!(refused, Error::NoDistance(_)), "{refused}");
}
