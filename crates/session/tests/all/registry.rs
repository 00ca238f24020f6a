//! Texts and files become tasks.

use threefold_session::place::Place;
use threefold_session::problem::question::ProblemQuestion;
use threefold_session::registry::{GameName, Tasks, read_file, read_position};
use threefold_session::task::Document;

const GAMES: &str = "[Event \"One\"]\n1. 11-15 24-19 *\n\n[Event \"Two\"]\n1. 9-13 *\n";

fn file(name: &str, text: &str, place: Option<Place>, game: Option<GameName>) -> Tasks {
    let document = Document { name, bytes: text.as_bytes(), place };
    read_file(&document, game, &ProblemQuestion::default())
}

#[test]
fn every_position_of_a_file_has_a_name_and_the_errors_have_places() {
    let text = "4k3/Q7/3K4/8/8/8/8/8 w - - id \"queen\";\n\n8/8/8/8/8/8/8/8 w - -\n";
    let read = file("dir/a.epd", text, None, None);
    assert_eq!(read.tasks.len(), 1);
    let task = &read.tasks[0];
    assert_eq!((task.input.as_str(), task.id.as_deref()), ("dir/a.epd:1", Some("queen")));
    assert_eq!((task.stem.as_str(), task.subject.game()), ("a-1", GameName::Chess));
    assert!(read.errors[0].to_string().starts_with("dir/a.epd:3:1: "), "{:?}", read.errors);
}

#[test]
fn a_place_names_a_game_and_a_position_in_it() {
    let all = file("a.pdn", GAMES, None, None);
    assert_eq!(
        all.tasks.iter().map(|t| t.input.as_str()).collect::<Vec<_>>(),
        ["a.pdn#1", "a.pdn#2"]
    );
    let one = file("a.pdn", GAMES, Some(Place { game: 1, ply: Some(1) }), None);
    assert_eq!((one.tasks[0].input.as_str(), one.tasks[0].stem.as_str()), ("a.pdn#1:1", "a-1-1"));
    let none = file("a.pdn", GAMES, Some(Place { game: 3, ply: None }), None);
    assert_eq!(none.errors[0].to_string(), "a.pdn#3: there are 2 games in the file");
    let late = file("a.pdn", GAMES, Some(Place { game: 2, ply: Some(9) }), None);
    assert_eq!(late.errors[0].to_string(), "a.pdn#2:9: the game has 1 plies");
}

#[test]
fn a_request_may_name_the_game_of_a_text() {
    let read = read_position(2, "3x3 at-least 4", Some(GameName::Board));
    assert_eq!((read.tasks[0].stem.as_str(), read.errors.len()), ("position-2", 0));
    let wrong = read_position(2, "4k3/Q7/3K4/8/8/8/8/8 w - -", Some(GameName::Checkers));
    assert!(wrong.errors[0].to_string().starts_with("position 2:"), "{:?}", wrong.errors);
    let graph = read_position(1, "a b", Some(GameName::Graph));
    assert_eq!(graph.errors[0].to_string(), "a b: a graph game comes from a file");
}
