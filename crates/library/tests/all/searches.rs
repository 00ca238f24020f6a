//! Searches that use a library, of chess.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use threefold_library::{Checked, Hash, Library};
use threefold_search::Options;
use threefold_session::check::Checker;
use threefold_session::effort::Effort;
use threefold_session::games::row::Databases;
use threefold_session::observer::Observer;
use threefold_session::registry::read_position;
use threefold_session::solve::{Answer, Goal, Request, solve};

use crate::common::library;

/// What an observer was warned of.
#[derive(Default)]
struct Warned(Vec<String>);

impl Observer for Warned {
    fn warning(&mut self, what: &str) {
        self.0.push(what.to_owned());
    }
}

fn ask(library: &Arc<Library>, position: &str, goal: Goal) -> Answer {
    ask_within(library, position, goal, 100_000, 64 << 20).0
}

/// The same with room for so many positions of the library, and so many bytes.
fn ask_within(
    library: &Arc<Library>,
    position: &str,
    goal: Goal,
    room: usize,
    table_bytes: usize,
) -> (Answer, Vec<String>) {
    let tasks = read_position(1, position, None);
    let usual = Effort::for_positions();
    let options = Options { table_bytes, ..usual.options };
    let effort = Effort { keep: true, options, ..usual };
    let request = Request { goal, moves: false, effort };
    let databases = Databases { library: Some(library.clone()), room, ..Databases::default() };
    let mut warned = Warned::default();
    let answer = solve(&tasks.tasks[0].subject, &databases, &request, &mut warned).unwrap();
    assert_eq!(answer.checked, Some(true), "{:?}", answer.fault);
    // As `solve --library` does.
    let damaged = answer.owed.iter().flat_map(|owed| &owed.damaged);
    let damaged = damaged.flat_map(|name| library.entries(name.parse().unwrap()).unwrap());
    damaged.for_each(|entry| library.forget(&entry).unwrap());
    for proof in &answer.proofs {
        assert_eq!(proof.block.header.database, None);
        let checked = Checked::new(&proof.block, &mut Checker::new()).unwrap();
        library.add(&[checked]).unwrap();
    }
    (answer, warned.0)
}

#[test]
fn what_is_there_is_not_searched_again() {
    let (_directory, library) = library();
    let library = Arc::new(library);
    let win = "8/8/8/1K6/8/7P/6k1/8 w - -";
    let first = ask(&library, win, Goal::Win(None));
    assert!(first.stats.nodes > 0 && first.owed[0].answer.is_none());
    let again = ask(&library, win, Goal::Win(None));
    assert_eq!((again.stats.nodes, again.words), (0, first.words));
    assert!(again.owed[0].answer.is_some());
    assert_eq!(again.proofs[0].block, first.proofs[0].block);
    // From a move before: its leaves are the library's.
    let before = ask(&library, "8/8/8/1K6/8/7P/8/6k1 b - -", Goal::Value);
    assert_eq!(before.value.flatten().map(|value| value.name()), Some("loss"));
    assert!(before.owed.iter().any(|owed| owed.positions > 0), "{:?}", before.owed);
}

#[test]
fn both_claims_of_a_draw_are_known() {
    let (_directory, library) = library();
    let library = Arc::new(library);
    let drawn = "8/8/8/8/8/1k6/1p6/1K6 w - -";
    let first = ask(&library, drawn, Goal::Value);
    assert_eq!(first.value.flatten().map(|value| value.name()), Some("draw"));
    let again = ask(&library, drawn, Goal::Value);
    assert_eq!((again.stats.nodes, again.owed.len()), (0, 2));
    assert!(again.owed.iter().all(|owed| owed.answer.is_some()));
}

const WIN: &str = "8/8/8/1K6/8/7P/6k1/8 w - -";
/// A move before it.
const BEFORE: &str = "8/8/8/1K6/8/7P/8/6k1 b - -";

/// Puts a text into a library under its right hash, and a row that says of it what it says itself.
fn forge(directory: &Path, library: &Library, text: &str, positions: u32) -> Hash {
    let hash = Hash::of(text.as_bytes());
    let path = library.certificate_path(hash);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
    let header = |key: &str| {
        let mut lines = text.lines();
        lines.find_map(|line| line.strip_prefix(key)?.strip_prefix(": ")).unwrap().to_owned()
    };
    let claim = header("claim");
    let (player, goal) = claim.split_once(' ').unwrap();
    let (lines, bytes) = (header("moves"), text.len());
    let index = rusqlite::Connection::open(directory.join("library.sqlite")).unwrap();
    index
        .execute(
            "INSERT INTO proof (game, parameters, position, player, goal, plies, relies, hash, \
             bytes, lines, positions, nodes, version, added) \
             VALUES ('chess', '', ?1, ?2, ?3, -1, '', ?4, ?5, ?6, ?7, 1, '0', 0)",
            rusqlite::params![header("root"), player, goal, hash, bytes, lines, positions],
        )
        .unwrap();
    hash
}

/// A claim about a position by a strategy that is none.
fn false_claim(root: &str, claim: &str, line: &str) -> String {
    format!(
        "threefold certificate 1\ngame: chess\nclaim: {claim}\nrepetition: draw\nroot: {root}\n\
         moves: 1\n---\n{line}\n"
    )
}

#[test]
fn what_is_missing_is_searched_again_and_replaced() {
    let (_directory, library) = library();
    let library = Arc::new(library);
    let first = ask(&library, WIN, Goal::Win(None));
    let hash = library.find("chess", "", WIN).unwrap()[0].hash;
    for damage in [None, Some("something else")] {
        let path = library.certificate_path(hash);
        match damage {
            None => fs::remove_file(path).unwrap(),
            Some(text) => fs::write(path, text).unwrap(),
        }
        let (again, warned) = ask_within(&library, WIN, Goal::Win(None), 100_000, 64 << 20);
        assert_eq!((again.verdict, &again.fault), (first.verdict, &None));
        assert_eq!(again.owed[0].damaged, [hash.to_string()]);
        assert!(warned.len() == 1 && warned[0].contains(&hash.to_string()), "{warned:?}");
        // `ask` adds what is proved.
        let known = ask(&library, WIN, Goal::Win(None));
        assert!(known.owed[0].answer.is_some() && known.owed[0].damaged.is_empty());
    }
    assert_eq!(library.check(Some(&mut Checker::new()), &mut |_| {}).unwrap().faults, []);
}

#[test]
fn a_forged_row_is_no_answer() {
    let (directory, library) = library();
    let library = Arc::new(library);
    // Nobody can win there.
    let dead = "7k/8/8/8/8/8/8/K6N b - -";
    for (root, claim, line) in [(dead, "white wins", "h8g8"), (WIN, "black holds", "g2h3")] {
        let hash = forge(directory.path(), &library, &false_claim(root, claim, line), 2);
        let (answer, warned) = ask_within(&library, root, Goal::Value, 100_000, 64 << 20);
        let value = answer.value.flatten().map(|value| value.name());
        assert_eq!(value, Some(if root == WIN { "win" } else { "draw" }));
        assert!(answer.owed.iter().any(|owed| owed.damaged == [hash.to_string()]));
        assert!(warned[0].contains("REFUTED"), "{warned:?}");
        assert!(library.entries(hash).unwrap().is_empty());
        assert!(!library.certificate_path(hash).exists());
    }
    assert_eq!(library.check(Some(&mut Checker::new()), &mut |_| {}).unwrap().faults, []);
}

#[test]
fn a_leaf_that_proves_nothing_is_searched() {
    let (directory, library) = library();
    let library = Arc::new(library);
    // Behind every move of Black: no room to read it, so that the search relies on the row.
    for root in ["8/8/8/1K6/8/7P/6k1/8 w - -", "8/8/8/1K6/8/7P/5k2/8 w - -"] {
        forge(directory.path(), &library, &false_claim(root, "black holds", "b5b6"), 5_000_000);
    }
    let (answer, warned) = ask_within(&library, BEFORE, Goal::Value, 1000, 64 << 20);
    assert_eq!(answer.value.flatten().map(|value| value.name()), Some("loss"), "{warned:?}");
    assert!(answer.owed.iter().any(|owed| !owed.damaged.is_empty()), "{warned:?}");
}

#[test]
fn a_certificate_that_is_too_large_is_as_good_as_none() {
    let (directory, library) = library();
    let library = Arc::new(library);
    // 40 MB of lines.
    let text = false_claim(WIN, "white wins", &"h3h4\n".repeat(8_000_000));
    let text = text.replace("moves: 1\n", "moves: 8000001\n");
    forge(directory.path(), &library, &text, 2);
    let (answer, warned) = ask_within(&library, WIN, Goal::Win(None), 1000, 24 << 20);
    assert_eq!(answer.fault, None);
    assert!(answer.stats.nodes > 0 && answer.owed[0].damaged.is_empty());
    assert!(warned[0].contains("not checked: memory"), "{warned:?}");
}
