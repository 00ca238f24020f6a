//! How far the win is: requests and answers.

use threefold_chess::Aim;
use threefold_search::{Interrupt, Limits, Verdict};
use threefold_session::Attacker;
use threefold_session::error::Error;
use threefold_session::mate::{
    Answer, Goal, Length, Request, Side, SolutionOptions, Soundness, Whose, Written, mate,
};
use threefold_session::observer::{Distance, Observer};
use threefold_session::record::Finding;
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
fn a_proved_mate_is_said_to_be_the_shortest_where_a_shorter_one_is_ruled_out() {
    assert_eq!(one(MORPHY, &within(2)).words, "mate in at most 2 moves");
    let exact = one(MORPHY, &Request { shorter: true, ..within(2) });
    assert_eq!((exact.exact(), exact.words.as_str()), (Some(3), "mate in 2 moves"));
    let claims: Vec<_> = exact.proofs.iter().map(|proof| proof.block.header.claim_text()).collect();
    assert_eq!(claims, ["white wins within 3", "black holds plies 1"]);
    // Three moves are one too many.
    let short = one(MORPHY, &Request { shorter: true, ..within(3) });
    assert_eq!((short.exact(), short.soundness), (Some(3), Some(Soundness::Short)));
    // A limit leaves the answer as it was.
    let mut request = Request { shorter: true, ..within(2) };
    request.effort.limits = Limits::nodes(one(MORPHY, &within(2)).pn.max(30).into());
    let side = one(MORPHY, &request);
    assert_eq!((side.verdict, side.reason), (Verdict::Proven, None));
}

#[test]
fn a_problem_is_sound_cooked_short_or_without_a_solution() {
    let soundness = |text: &str, moves| {
        one(text, &Request { keys: true, shorter: true, ..within(moves) }).soundness
    };
    assert_eq!(soundness(MORPHY, 2), Some(Soundness::Sound));
    assert_eq!(soundness(MORPHY, 1), Some(Soundness::NoSolution));
    assert_eq!(soundness("k7/8/2K5/8/8/8/8/7R w - -", 2), Some(Soundness::Cooked));
    assert_eq!(soundness("k7/8/2K5/8/8/8/8/7R w - -", 4), Some(Soundness::Short));
    assert_eq!(soundness(MATED_SOON, 1), Some(Soundness::NoSolution));
    // Of one who is not to move nothing is said.
    let black = Request { whose: Whose::One(Attacker::Black), ..within(1) };
    assert_eq!(one(MATED_SOON, &black).soundness, None);
}

#[test]
fn what_a_record_says_of_the_length_and_of_the_keys_is_right_or_wrong() {
    let found = |operations: &str, request: Request| {
        one(&format!("{MORPHY} {operations}"), &request).recorded.unwrap()
    };
    let keys = || Request { keys: true, shorter: true, ..Request::new(Goal::Stated) };
    let right = found("bm #2 Ra6;", keys());
    assert_eq!(right.mate, Some(Some(Finding::Agrees)));
    assert_eq!((right.best, right.avoid), (Some(Some(Finding::Agrees)), None));
    let wrong = found("bm #2 bxa7; am Ra6;", keys());
    assert_eq!([wrong.best, wrong.avoid], [Some(Some(Finding::Differs)); 2]);
    assert_eq!(found("bm #1;", keys()).mate, Some(Some(Finding::Differs)));
    assert_eq!(found("bm #3;", keys()).mate, Some(Some(Finding::Shorter)));
    // Without the keys nothing is known of them, and within three moves there are others.
    assert_eq!(found("bm #2 Ra6;", Request::new(Goal::Stated)).best, Some(None));
    assert_eq!(found("bm #2 Ra6;", Request { keys: true, ..within(3) }).best, Some(None));
    let cooked = "k7/8/2K5/8/8/8/8/7R w - - bm #2 Kb6;";
    assert_eq!(one(cooked, &keys()).recorded.unwrap().best, Some(Some(Finding::Cooked)));
    let subject = &read_position(1, MORPHY, None).tasks[0].subject;
    let refused = mate(subject, &Request::new(Goal::Stated), &mut ()).unwrap_err();
    assert!(refused.to_string().contains("in how many moves"), "{refused}");
}

#[test]
fn a_solution_is_written_move_by_move() {
    let options = SolutionOptions { tries: 1, ..SolutionOptions::default() };
    let side = one(MORPHY, &Request { solution: Some(options), ..within(2) });
    let solution = side.solution.unwrap();
    assert!(solution.complete && side.first_moves.is_some());
    let long = |m: &Written| m.long.clone().unwrap();
    let [key] = &solution.keys[..] else { panic!("{solution:#?}") };
    assert_eq!((key.m.text.as_str(), long(&key.m).as_str()), ("a1a6", "Ra1-a6"));
    assert_eq!(key.threats.as_deref(), Some(&[][..]));
    let first = &key.variations[0];
    assert_eq!((long(&first.reply), long(&first.attacks[0].m)), ("b7*a6".into(), "b6-b7 #".into()));
    let tries: Vec<_> = solution.tries.iter().map(|one| long(&one.m)).collect();
    assert_eq!(tries, ["Ra1-a5", "Ra1*a7 +"]);
    let refutations = &solution.tries[0].refutations;
    assert_eq!(refutations.iter().map(long).collect::<Vec<_>>(), ["a7-a6"]);
    let set = solution.set_play.unwrap();
    assert_eq!(set.len(), 6);
}

#[test]
fn in_a_selfmate_in_one_the_mate_itself_is_set() {
    let options = SolutionOptions::default();
    let request = Request { solution: Some(options), aim: Aim::Selfmate, ..within(1) };
    let solution = one("8/8/8/8/7R/kp6/p7/K7 w - -", &request).solution.unwrap();
    let [set] = &solution.set_play.unwrap()[..] else { panic!("one move mates") };
    assert_eq!((set.reply.long.as_deref(), set.attacks.len()), (Some("b3-b2 #"), 0));
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
    assert_eq!((side.line.len(), side.proofs.len()), (3, 1));
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
