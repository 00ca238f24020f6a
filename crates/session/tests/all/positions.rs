//! Positions: one question, the value, every move.

use std::sync::Arc;

use threefold_checkers::egdb::Database;
use threefold_game::{Game, History, Player, RepetitionRule};
use threefold_graph::{NodeId, parse};
use threefold_search::{Interrupt, Limits, PathCodeKind, Verdict};
use threefold_session::attacker::Attacker;
use threefold_session::effort::Effort;
use threefold_session::error::Error;
use threefold_session::games::row::Databases;
use threefold_session::observer::{Again, Observer};
use threefold_session::posed::Posed;
use threefold_session::registry::{Subject, read_position};
use threefold_session::solve::{Answer, Goal, Request, position, solve};
use threefold_session::words::Value;

use crate::watching::{Notes, Told};

/// White is to move, and is mated by the next move.
const MATED_SOON: &str = "8/8/8/8/8/1k6/7r/K7 w - -";
/// Queen and king against king.
const QUEEN: &str = "4k3/Q7/3K4/8/8/8/8/8 w - -";
/// Takes far longer than a test may.
const MIDDLE_GAME: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq -";
/// Neither side can force a win.
const PAWN_DRAW: &str = "8/8/8/3k4/8/8/3PK3/8 b - -";

pub fn subject(text: &str) -> Subject {
    let mut read = read_position(1, text, None);
    assert_eq!(read.errors, []);
    read.tasks.remove(0).subject
}

fn answer(text: &str, request: &Request) -> Result<Answer, Error> {
    solve(&subject(text), &Databases::default(), request, &mut ())
}

fn value() -> Request {
    Request { goal: Goal::Value, ..Request::default() }
}

#[test]
fn a_mate_is_proven_and_its_certificate_is_checked() {
    let answer = answer(QUEEN, &Request::default()).unwrap();
    assert_eq!((answer.verdict, answer.checked), (Verdict::Proven, Some(true)));
    assert_eq!((answer.claim.as_str(), answer.words.as_str()), ("white wins", "white mates"));
    assert_eq!(answer.proofs.len(), 1);
    assert!(answer.proofs[0].text().starts_with("threefold certificate "));
    assert!(answer.line.is_some_and(|line| !line.is_empty()));
    assert_eq!((answer.pn, answer.moves.is_none()), (0, true));
}

#[test]
fn whose_win_is_in_question_can_be_said() {
    let goal = Goal::Win(Some(Attacker::Black));
    let answer_to = answer(MATED_SOON, &Request { goal, ..Request::default() }).unwrap();
    assert_eq!(answer_to.verdict, Verdict::Proven);
    assert_eq!(answer_to.claim, "black wins");
    let error = answer(
        "go 1x5 at-least 1",
        &Request { goal: Goal::Win(Some(Attacker::First)), ..Request::default() },
    );
    assert_eq!(error.unwrap().game, "go");
}

#[test]
fn a_value_is_two_questions() {
    assert_eq!(answer(MATED_SOON, &value()).unwrap().value, Some(Some(Value::Loss)));
    assert_eq!(answer(QUEEN, &value()).unwrap().value, Some(Some(Value::Win)));
    let draw = answer(PAWN_DRAW, &value()).unwrap();
    assert_eq!((draw.value, draw.proofs.len()), (Some(Some(Value::Draw)), 2));
    assert_eq!(draw.words, "draw: neither side can force a win");
}

#[test]
fn every_move_is_looked_at_after_the_certificate_is_there() {
    let request = Request { moves: true, ..value() };
    let mut notes = Notes::default();
    let answer = solve(&subject(MATED_SOON), &Databases::default(), &request, &mut notes).unwrap();
    // Ka1-b1 is the only move.
    let moves = answer.moves.unwrap();
    assert_eq!(moves.len(), 1);
    assert_eq!((moves[0].text.as_str(), moves[0].words), ("a1b1", "loss"));
    assert!(moves[0].is_answered());
    let certificate = notes.place(|told| *told == Told::Certificate { blocks: 1 });
    let m = notes.place(|told| *told == Told::Move(1, 1, "a1b1".to_owned()));
    assert!(certificate.is_some() && certificate < m, "{notes:?}");
}

#[test]
fn moves_that_repeat_are_not_legal_under_superko() {
    let request = Request { moves: true, ..Request::default() };
    // B1 takes, and A1 would recreate the board after the first move.
    let text = "go 1x2 at-least 1 rule psk moves A1 B1";
    let answer = answer(text, &request).unwrap();
    let moves: Vec<String> = answer.moves.unwrap().into_iter().map(|m| m.text).collect();
    assert_eq!(moves, ["pass"]);
}

#[test]
fn an_interrupt_leaves_the_answer_open() {
    let request = value();
    request.effort.interrupt.raise();
    let answer = answer(MIDDLE_GAME, &request).unwrap();
    assert_eq!((answer.value, answer.reason), (Some(None), Some("interrupted")));
    assert!(!answer.is_answered() && answer.proofs.is_empty());
}

#[test]
fn an_observer_can_end_a_search_that_it_sees_going_on() {
    struct Stop(threefold_search::Interrupt, u64);
    impl threefold_session::observer::Observer for Stop {
        fn progress(&mut self, progress: &threefold_search::Progress) {
            self.1 = progress.nodes;
            self.0.raise();
        }
    }
    let hard = subject(MIDDLE_GAME);
    let request = Request::default();
    let mut stop = Stop(request.effort.interrupt.clone(), 0);
    let answer = solve(&hard, &Databases::default(), &request, &mut stop).unwrap();
    assert_eq!(answer.reason, Some("interrupted"));
    assert!(stop.1 > 0 && answer.stats.nodes >= stop.1);
}

#[test]
fn certificates_are_made_only_where_they_are_wanted() {
    let with = |check, keep| {
        let effort = Effort { check, keep, ..Effort::for_positions() };
        answer(QUEEN, &Request { effort, ..Request::default() }).unwrap()
    };
    let nothing = with(false, false);
    assert_eq!((nothing.proofs.len(), nothing.checked, nothing.line), (0, None, None));
    let unchecked = with(false, true);
    assert_eq!((unchecked.proofs.len(), unchecked.checked), (1, None));
    assert!(!unchecked.proofs[0].checked);
}

#[test]
fn a_database_answers_what_it_knows() {
    let checkers = Some(Arc::new(Database::in_memory(3)));
    let text = "W:WK19,K23:B12";
    let databases = Databases { checkers, ..Databases::default() };
    let answer = solve(&subject(text), &databases, &value(), &mut ()).unwrap();
    assert!(answer.value.flatten().is_some());
    let headers = answer.proofs.iter().map(|proof| &proof.block.header);
    assert!(headers.into_iter().all(|header| header.database.is_some()));
}

#[test]
fn errors_are_one_clear_line() {
    let goal = Goal::Win(Some(Attacker::Black));
    let text = "threefold game 1\nrule: attacker-loses\nattacker: first\nroot: a\n\n\
                a first: b\nb second: a\n";
    let file = parse(text);
    let Ok(file) = file else { panic!("{:?}", file.err()) };
    let graph = Subject::Graph(Box::new(file));
    let ask = |request: &Request| solve(&graph, &Databases::default(), request, &mut ());
    let error = ask(&Request { goal, ..Request::default() }).unwrap_err();
    assert_eq!(error.to_string(), "graph has no player 'black'");
    let error = ask(&value()).unwrap_err();
    assert_eq!(
        error.with_flags(),
        "--value needs the rule of a game (draw or superko), and 'attacker-loses' is only about \
         its attacker"
    );
    assert!(error.to_string().starts_with("a value needs"));
}

#[test]
fn a_game_that_is_in_no_registry_is_asked_the_same_way() {
    let text = "threefold game 1\nrule: draw\nattacker: first\nroot: a\n\n\
                a first: b c\nb second: won\nc second: a\nwon win-first\n";
    let file = parse(text).unwrap();
    let history: History<_> = History::new(*file.history.root());
    let posed = Posed::new(&file.game, &history, RepetitionRule::Draw, Player::First);
    let answer = position(&posed, &Request::default(), &mut ()).unwrap();
    assert_eq!((answer.verdict, answer.words.as_str()), (Verdict::Proven, "first wins"));
    let _: NodeId = *history.root();
    assert_eq!(answer.root, file.game.position_text(history.root()));
}

#[test]
fn the_defaults_of_requests_differ_where_that_was_measured() {
    let [positions, problems, boards] =
        [Effort::for_positions(), Effort::for_problems(), Effort::for_boards()];
    assert_eq!(positions.options.path_code, PathCodeKind::Chain);
    assert_eq!(problems.options.path_code, PathCodeKind::Chain);
    assert_eq!(boards.options.path_code, PathCodeKind::Set);
    assert!(problems.options.sibling_budget > positions.options.sibling_budget);
    assert!(boards.options.table_bytes > positions.options.table_bytes);
    assert!([positions, problems, boards].iter().all(|effort| effort.check && !effort.keep));
}

/// Asks once more with each of these limits, the last one first.
struct Patient {
    limits: Vec<u64>,
    nodes: Vec<u64>,
}

impl Observer for Patient {
    fn may_ask_again(&self) -> bool {
        true
    }

    fn again(&mut self, answer: &Answer) -> Option<Again> {
        self.nodes.push(answer.stats.nodes);
        let limits = Limits::nodes(self.limits.pop()?);
        Some(Again { limits, interrupt: Interrupt::default() })
    }
}

#[test]
fn a_question_that_is_asked_once_more_goes_on() {
    let read = read_position(1, "8/8/3K3k/8/8/8/5P2/8 w - -", None);
    let ask = |goal, nodes, limits: &[u64]| {
        let mut request = Request { goal, ..Request::default() };
        request.effort.limits = Limits::nodes(nodes);
        request.effort.check = false;
        request.effort.options.components = false;
        let mut patient = Patient { limits: limits.to_vec(), nodes: Vec::new() };
        let subject = &read.tasks[0].subject;
        let answer = solve(subject, &Databases::default(), &request, &mut patient).unwrap();
        (answer.verdict, answer.value, patient.nodes)
    };
    for goal in [Goal::Win(None), Goal::Value] {
        let (verdict, value, whole) = ask(goal, u64::MAX, &[]);
        assert_eq!(verdict, Verdict::Proven);
        let [whole] = whole[..] else { panic!("{whole:?}") };
        let (again, same, nodes) = ask(goal, whole / 2, &[u64::MAX, u64::MAX]);
        assert_eq!((again, same), (verdict, value));
        // The rest, and then nothing any more. With a value each question has the limit.
        assert!(nodes[0] >= whole / 2 && nodes[1] > 0 && nodes[1] < whole * 2 / 3, "{nodes:?}");
        assert_eq!((nodes.len(), nodes[2]), (3, 0));
    }
}
