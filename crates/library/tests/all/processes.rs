//! Several processes at one library, some of them killed.
//!
//! The processes are this test program itself, which runs one test that does nothing unless it is
//! told what.

use std::env;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use threefold_certificate::CheckLimits;
use threefold_library::{Added, Library};
use threefold_session::check::Checker;

use crate::common::{checked, dead};

const DIRECTORY: &str = "THREEFOLD_TEST_LIBRARY";
const NUMBERS: &str = "THREEFOLD_TEST_NUMBERS";

/// Adds certificates one by one, or a few at a time: not a test by itself.
#[test]
fn adds_what_it_is_told() {
    let (Ok(directory), Ok(numbers)) = (env::var(DIRECTORY), env::var(NUMBERS)) else { return };
    let (from, to) = numbers.split_once(' ').unwrap();
    let (from, to): (usize, usize) = (from.parse().unwrap(), to.parse().unwrap());
    let library = Library::create(Path::new(&directory)).unwrap();
    for start in (from..to).step_by(5) {
        let some: Vec<_> = (start..to.min(start + 5)).map(|n| checked(&dead(n))).collect();
        library.add(&some).unwrap();
    }
}

fn process(directory: &Path, from: usize, to: usize) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "processes::adds_what_it_is_told", "--nocapture"])
        .env(DIRECTORY, directory)
        .env(NUMBERS, format!("{from} {to}"))
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn several_processes_add_at_once() {
    let directory = tempfile::tempdir().unwrap();
    // They make it at once, too, and half of what they add is the same.
    let mut all =
        [(0, 20), (10, 30), (0, 30)].map(|(from, to)| process(directory.path(), from, to));
    for child in &mut all {
        assert!(child.wait().unwrap().success());
    }
    let library = Library::open(directory.path()).unwrap();
    let inspection = library.check(Some(&mut Checker::new()), &mut |_| {}).unwrap();
    assert_eq!((inspection.entries, inspection.faults, inspection.removed.len()), (30, vec![], 0));
}

#[test]
fn nothing_is_half_when_one_is_killed() {
    let directory = tempfile::tempdir().unwrap();
    drop(Library::create(directory.path()).unwrap());
    let mut last = 0;
    for time in [30, 60, 90, 120] {
        let mut child = process(directory.path(), 0, 2000);
        thread::sleep(Duration::from_millis(time));
        // SIGKILL where there is one.
        child.kill().unwrap();
        child.wait().unwrap();
        let library = Library::open(directory.path()).unwrap();
        let entries = library.count().unwrap();
        assert!(entries >= last);
        last = entries;
        let inspection = library.check(Some(&mut Checker::new()), &mut |_| {}).unwrap();
        assert_eq!((inspection.entries, inspection.faults), (entries, vec![]));
        // What one call adds is there, or not.
        assert_eq!(entries % 5, 0);
        let known = library.add(&[checked(&dead(0))]).unwrap();
        let (Added::New(hash) | Added::Known(hash) | Added::Replaced(hash)) = known[0];
        assert!(library.block(hash, &CheckLimits::default()).is_ok());
        if entries == 0 {
            last = 1;
            let rest: Vec<_> = (1..5).map(|n| checked(&dead(n))).collect();
            library.add(&rest).unwrap();
        }
    }
}
