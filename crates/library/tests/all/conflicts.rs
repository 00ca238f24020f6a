//! Claims that cannot both be true. No two of them are ever verified, unless a checker is wrong:
//! here an entry is turned round in the index.

use threefold_certificate::Goal;
use threefold_library::{Error, Library};

use crate::common::{MATE, block, checked, dead};

#[test]
fn a_conflict_stops_with_both_hashes() {
    let directory = tempfile::tempdir().unwrap();
    let library = Library::create(directory.path()).unwrap();
    library.add(&[checked(&dead(0))]).unwrap();
    let dead_root = dead(0).header.root;
    let there = library.find("chess", "", &dead_root).unwrap()[0].hash;
    {
        let db = rusqlite::Connection::open(directory.path().join("library.sqlite")).unwrap();
        db.execute("UPDATE proof SET player = 'black', goal = 'wins'", []).unwrap();
    }
    let new = [checked(&dead(1)), checked(&dead(0)), checked(&dead(2))];
    let Err(Error::Conflict(conflict)) = library.add(&new) else { panic!("no conflict") };
    let said = conflict.to_string();
    assert_eq!((conflict.there.hash, conflict.new.hash), (there, new[1].entry().hash));
    assert!(said.contains(&there.to_string()) && said.contains("'black wins'"), "{said}");
    // What came before it is there, what comes after is not.
    assert_eq!(library.count().unwrap(), 2);
    // And who looks finds what is wrong.
    let inspection = library.check(None, &mut |_| {}).unwrap();
    assert_eq!(inspection.faults.len(), 1);
    assert!(inspection.faults[0].what.contains("something else"));
}

#[test]
fn only_what_cannot_be_true_together_is_a_conflict() {
    let entry = |player: &str, goal, plies| {
        let mut entry = checked(&block(MATE)).entry().clone();
        entry.claim.player = player.to_owned();
        (entry.claim.goal, entry.plies) = (goal, plies);
        entry
    };
    let (wins, holds) = (Goal::Wins, Goal::Holds);
    for (one, other, expected) in [
        (entry("white", wins, None), entry("black", wins, None), true),
        (entry("white", wins, None), entry("black", holds, None), true),
        (entry("white", holds, None), entry("black", holds, None), false),
        (entry("white", wins, None), entry("white", holds, None), false),
        (entry("white", wins, None), entry("black", holds, Some(9)), false),
        (entry("white", wins, Some(9)), entry("black", holds, Some(9)), true),
        (entry("white", wins, Some(11)), entry("black", holds, Some(9)), false),
        (entry("white", wins, Some(9)), entry("black", holds, None), true),
    ] {
        assert_eq!(one.contradicts(&other), expected, "{one:?} {other:?}");
        assert_eq!(other.contradicts(&one), expected, "{one:?} {other:?}");
    }
}
