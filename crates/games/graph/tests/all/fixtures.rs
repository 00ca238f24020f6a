//! The fixtures say in their notes what is true of them; here the oracles say it as well.

use std::fs;
use std::path::Path;

use threefold_game::{History, Outcome, Question, RepetitionRule};
use threefold_graph::{Edge, GraphBuilder, GraphFile, GraphGame, Status, parse, to_dot};
use threefold_oracle::{Retrograde, exhaustive, exhaustive_value, plain_table};

const LIMIT: u64 = 1_000_000;

fn fixtures() -> Vec<(String, String, GraphFile)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut fixtures: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).unwrap();
            let file = parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, text, file)
        })
        .collect();
    fixtures.sort_by(|a, b| a.0.cmp(&b.0));
    fixtures
}

/// What the note that begins with `key` says: whether the attacker succeeds.
fn said(file: &GraphFile, key: &str) -> Option<bool> {
    let mut said = file.notes.iter().filter_map(|note| note.strip_prefix(key)?.strip_prefix(": "));
    let verdict = said.next()?;
    assert_eq!(said.next(), None, "'{key}' is said twice");
    Some(match verdict {
        "proven" => true,
        "disproven" => false,
        other => panic!("'{other}' is no verdict"),
    })
}

fn answer(file: &GraphFile, history: &History<GraphGame>, rule: RepetitionRule) -> Option<bool> {
    exhaustive(&file.game, history, Question::new(file.attacker, rule), LIMIT)
}

#[test]
fn every_fixture_is_what_it_says() {
    let fixtures = fixtures();
    assert!(fixtures.len() >= 15);
    for (name, _, file) in fixtures {
        let truth = said(&file, "truth");
        assert!(truth.is_some(), "{name} does not say its truth");
        assert_eq!(answer(&file, &file.history, file.rule), truth, "{name}");
        assert_eq!(
            plain_table(&file.game, &file.history, file.question(), LIMIT),
            said(&file, "plain table"),
            "{name}"
        );
        let fresh = History::new(*file.root());
        if let Some(verdict) = said(&file, "without history") {
            assert_eq!(answer(&file, &fresh, file.rule), Some(verdict), "{name}");
            assert_ne!(Some(verdict), truth, "{name}");
        }
        for rule in RepetitionRule::ALL {
            if let Some(verdict) = said(&file, &format!("as {rule}")) {
                assert_eq!(answer(&file, &file.history, rule), Some(verdict), "{name} as {rule}");
                assert_ne!(Some(verdict), truth, "{name}");
            }
        }
        if let Some(verdict) = said(&file, "without marks") {
            let plain = GraphFile { game: without_marks(&file.game), ..file.clone() };
            assert_eq!(answer(&plain, &file.history, file.rule), Some(verdict), "{name}");
            assert_ne!(Some(verdict), truth, "{name}");
        }
        if !file.rule.is_superko() {
            let solved = Retrograde::solve(&file.game, [*file.root()], 100).unwrap();
            assert_eq!(
                solved.answer(file.root(), file.question()),
                answer(&file, &fresh, file.rule),
                "{name}"
            );
        }
    }
}

/// The same game with ordinary moves only.
fn without_marks(game: &GraphGame) -> GraphGame {
    let mut builder = GraphBuilder::new();
    for (id, node) in game.ids().zip(game.nodes()) {
        let copy = builder.position(node.name(), node.status()).unwrap();
        builder.board(copy, game.board(id)).unwrap();
    }
    for (id, node) in game.ids().zip(game.nodes()) {
        for edge in node.edges() {
            builder.edge(id, Edge::new(edge.to())).unwrap();
        }
    }
    builder.build().unwrap()
}

#[test]
fn fixtures_show_both_kinds_of_error() {
    let wrong: Vec<String> = fixtures()
        .into_iter()
        .filter(|(_, _, file)| said(file, "truth") != said(file, "plain table"))
        .map(|(name, _, _)| name)
        .collect();
    for name in ["figure1-reading1.game", "figure1-reading2.game", "figure2.game"] {
        assert!(wrong.contains(&name.to_owned()), "{name}");
    }
    assert!(wrong.contains(&"campbell-draw-first.game".to_owned()));
    assert!(wrong.contains(&"superko-draw-last.game".to_owned()));
}

#[test]
fn campbell_s_ending_is_a_win() {
    let (_, _, file) =
        fixtures().into_iter().find(|(name, _, _)| name == "campbell-draw-first.game").unwrap();
    let win = Outcome::Win(file.attacker);
    assert_eq!(exhaustive_value(&file.game, &file.history, LIMIT), Some(win));
    // What is known of the ending's positions.
    let solved = Retrograde::solve(&file.game, file.game.ids(), 100).unwrap();
    for (name, value) in [
        ("b5-e5.b", Outcome::Draw),
        ("b5-d5.w", Outcome::Draw),
        ("b5-d5.b", win),
        ("b5-e6.w", win),
        ("b5-e6.b", Outcome::Draw),
        ("a6-e6.b", win),
        ("c6-e6.b", win),
        ("a5-e6.w", win),
        ("a6-d5.w", win),
        ("a5-e5.b", win),
    ] {
        assert_eq!(solved.value(&file.game.find(name).unwrap()), Some(value), "{name}");
    }
}

#[test]
fn the_two_campbell_files_hold_one_game() {
    let files: Vec<GraphFile> = fixtures()
        .into_iter()
        .filter(|(name, _, _)| name.starts_with("campbell"))
        .map(|(_, _, file)| file)
        .collect();
    let [first, last] = &files[..] else { panic!("two files") };
    for node in first.game.nodes() {
        let other = last.game.node(last.game.find(node.name()).unwrap());
        let names = |game: &GraphGame, edges: &[Edge]| {
            let mut names: Vec<String> =
                edges.iter().map(|edge| game.node(edge.to()).name().to_owned()).collect();
            names.sort();
            names
        };
        assert_eq!(node.status(), other.status());
        assert_eq!(names(&first.game, node.edges()), names(&last.game, other.edges()));
    }
}

#[test]
fn fixtures_survive_writing_and_reading() {
    for (name, _, file) in fixtures() {
        let written = file.to_string();
        let again = parse(&written).unwrap_or_else(|error| panic!("{name}: {error}\n{written}"));
        assert_eq!(again.game, file.game, "{name}");
        assert_eq!(again.notes, file.notes, "{name}");
        assert_eq!(again.question(), file.question(), "{name}");
        assert_eq!(again.rule, file.rule, "{name}");
        assert_eq!(again.history.positions(), file.history.positions(), "{name}");
        assert_eq!(again.root(), file.root(), "{name}");
        assert_eq!(again.to_string(), written, "{name}");
    }
}

#[test]
fn pictures_show_every_position_and_move() {
    for (name, _, file) in fixtures() {
        let dot = to_dot(&file);
        let moves: usize = file.game.nodes().iter().map(|node| node.edges().len()).sum();
        assert_eq!(dot.matches(" -> ").count(), moves, "{name}");
        assert_eq!(dot.matches("peripheries=2").count(), 1, "{name}");
        let over = file.game.nodes().iter().filter(|node| matches!(node.status(), Status::Over(_)));
        assert_eq!(dot.matches("fillcolor").count(), over.count(), "{name}");
    }
}
