//! Certificates: checked, and held against questions.

use threefold_certificate::RefutationKind;
use threefold_session::check::Checker;
use threefold_session::check::finding::Outcome;
use threefold_session::check::questions::Questions;
use threefold_session::error::Error;
use threefold_session::games::row::Databases;
use threefold_session::registry::read_position;
use threefold_session::solve::{Request, solve};

use crate::positions::subject;

const QUEEN: &str = "4k3/Q7/3K4/8/8/8/8/8 w - -";
const OTHER: &str = "4k3/1Q6/3K4/8/8/8/8/8 w - -";

fn certificate(text: &str) -> String {
    let answer = solve(&subject(text), &Databases::default(), &Request::default(), &mut ());
    answer.unwrap().proofs[0].text()
}

fn asked(text: &str) -> Questions {
    Questions::new(read_position(1, text, None), text, None, false, None).unwrap()
}

#[test]
fn what_was_proved_is_verified_in_every_game() {
    for text in [QUEEN, "go 1x5 at-least 1", "W:WK19,K23:B12"] {
        let certificate = certificate(text);
        let findings = Checker::new().file("a.cert", certificate.as_bytes()).unwrap();
        assert!(matches!(findings[0].outcome, Outcome::Verified(_)), "{text}: {findings:?}");
    }
}

#[test]
fn a_certificate_answers_its_own_question_and_no_other() {
    let certificate = certificate(QUEEN);
    let mut checker = Checker::new().questions(Some(asked(QUEEN)));
    checker.file("a.cert", certificate.as_bytes()).unwrap();
    let questions = checker.asked().unwrap();
    assert!(questions.are_answered());
    assert_eq!(questions.all()[0].answers[0].file, "a.cert");
    assert!(questions.all()[0].answers[0].proven);

    let mut checker = Checker::new().questions(Some(asked(OTHER)));
    let findings = checker.file("a.cert", certificate.as_bytes()).unwrap();
    let Outcome::Refuted(refuted) = &findings[0].outcome else { panic!("{findings:?}") };
    assert_eq!(refuted.kind, RefutationKind::OtherQuestion);
    assert!(!checker.asked().unwrap().are_answered());
}

#[test]
fn what_no_game_defines_is_an_error_in_one_line() {
    let error = |text: &str| Checker::new().file("a.cert", text.as_bytes()).unwrap_err();
    let certificate = certificate(QUEEN);
    let unknown = error(&certificate.replace("game: chess", "game: shogi"));
    assert_eq!(unknown, Error::UnknownGame("shogi".to_owned()));
    assert_eq!(unknown.to_string(), "about the game 'shogi', unknown here");
    let graph = error(&certificate.replace("game: chess", "game: graph"));
    assert_eq!(graph, Error::NoGraph);
}

#[test]
fn a_source_without_questions_is_an_error() {
    let nothing = Questions::new(Default::default(), "a.epd", None, false, None).unwrap_err();
    assert_eq!(nothing.to_string(), "a.epd: no position in it");
}
