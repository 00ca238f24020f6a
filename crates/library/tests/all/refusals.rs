//! What may not enter.

use threefold_certificate::Goal;
use threefold_library::{Added, Checked, Entry, Refused};
use threefold_session::check::Checker;

use crate::common::{MATE, block, block_of, checked, library};

fn refused(text: &str) -> Refused {
    Checked::new(&block(text), &mut Checker::new()).unwrap_err()
}

#[test]
fn a_false_certificate_does_not_enter() {
    assert!(matches!(refused(&MATE.replace("f7g7", "f7f1")), Refused::Refuted(_)));
    let missing = refused(&MATE.replace("f7g7\n", ""));
    assert_eq!(missing, Refused::Count { declared: 1, found: 0 });
    let lost = block_of("7k/6Q1/6K1/8/8/8/8/8 b - -", "black", Goal::Holds);
    assert!(matches!(Checked::new(&lost, &mut Checker::new()), Err(Refused::Refuted(_))));
}

#[test]
fn what_depends_on_more_than_the_position_does_not_enter() {
    let history = "history: 7k/8/5QK1/8/8/8/8/8 w - - moves f6f7";
    let with_history = MATE.replace("moves: 1", &format!("{history}\nmoves: 1"));
    assert_eq!(refused(&with_history), Refused::History);
    let superko = "threefold certificate 1\ngame: go\nclaim: black wins\n\
        repetition: positional-superko\nfootprints: interval\nroot: . B\nmoves: 0\n---\n";
    assert_eq!(refused(superko), Refused::Superko);
    let graph = "threefold certificate 1\ngame: graph\nclaim: first wins\nrepetition: draw\n\
        root: A\nmoves: 0\n---\n";
    assert_eq!(refused(graph), Refused::Graph);
    let database = "threefold certificate 1\ngame: checkers\nclaim: white wins\n\
        repetition: draw\nroot: W:WK19:BK12\ndatabase: checkers-wld 5 blake3:0\nmoves: 0\n---\n";
    assert!(matches!(refused(database), Refused::Unreadable(_)));
    let unknown = MATE.replace("chess", "halma");
    assert!(matches!(refused(&unknown), Refused::Unreadable(_)));
}

#[test]
fn what_is_known_is_not_added_again() {
    let (_directory, library) = library();
    let mate = checked(&block(MATE));
    let [Added::New(hash)] = library.add(std::slice::from_ref(&mate)).unwrap()[..] else {
        panic!("not new")
    };
    assert_eq!(library.add(&[mate]).unwrap(), [Added::Known(hash)]);
    let found = library.find("chess", "", "7k/5Q2/6K1/8/8/8/8/8 w - -").unwrap();
    let [Entry { hash: found, lines: 1, nodes: None, .. }] = found[..] else { panic!() };
    assert_eq!(found, hash);
    assert!(library.find("chess", "selfmate", "7k/5Q2/6K1/8/8/8/8/8 w - -").unwrap().is_empty());
    assert_eq!(library.count().unwrap(), 1);
}
