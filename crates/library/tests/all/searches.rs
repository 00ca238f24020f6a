//! Searches that use a library, of chess.

use std::sync::Arc;

use threefold_library::{Checked, Library};
use threefold_session::check::Checker;
use threefold_session::effort::Effort;
use threefold_session::games::row::Databases;
use threefold_session::registry::read_position;
use threefold_session::solve::{Answer, Goal, Request, solve};

use crate::common::library;

fn ask(library: &Arc<Library>, position: &str, goal: Goal) -> Answer {
    let tasks = read_position(1, position, None);
    let usual = Effort::for_positions();
    let effort = Effort { keep: true, ..usual };
    let request = Request { goal, moves: false, effort };
    let databases =
        Databases { library: Some(library.clone()), room: 100_000, ..Databases::default() };
    let answer = solve(&tasks.tasks[0].subject, &databases, &request, &mut ()).unwrap();
    assert_eq!(answer.checked, Some(true), "{:?}", answer.fault);
    for proof in &answer.proofs {
        assert_eq!(proof.block.header.database, None);
        let checked = Checked::new(&proof.block, &mut Checker::new()).unwrap();
        library.add(&[checked]).unwrap();
    }
    answer
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
