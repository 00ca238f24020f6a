//! Damaged files, foreign ones, and what killed processes leave.

use std::{fs, slice};

use threefold_certificate::CheckLimits;
use threefold_library::{Added, Error, Library};
use threefold_session::check::Checker;

use crate::common::{checked, dead, library};

#[test]
fn a_damaged_certificate_is_found() {
    let (_directory, library) = library();
    library.add(&[checked(&dead(0)), checked(&dead(1)), checked(&dead(2))]).unwrap();
    let hash = |n: usize| library.find("chess", "", &dead(n).header.root).unwrap()[0].hash;
    let inspection = library.check(Some(&mut Checker::new()), &mut |_| {}).unwrap();
    assert_eq!((inspection.entries, inspection.faults.len()), (3, 0));
    // One cut off, one that is another certificate, one gone.
    let path = |n| library.certificate_path(hash(n));
    let bytes = fs::read(path(0)).unwrap();
    fs::write(path(0), &bytes[..bytes.len() / 2]).unwrap();
    fs::copy(path(2), path(1)).unwrap();
    fs::remove_file(path(2)).unwrap();
    let inspection = library.check(None, &mut |_| {}).unwrap();
    let found: Vec<_> = inspection.faults.iter().map(|fault| fault.hash).collect();
    assert_eq!(found, [hash(0), hash(1), hash(2)]);
    for n in 0..3 {
        assert!(matches!(
            library.block(hash(n), &CheckLimits::default()),
            Err(Error::Certificate(_))
        ));
    }
}

#[test]
fn what_is_not_whole_is_replaced() {
    let (_directory, library) = library();
    let sound = checked(&dead(0));
    let hash = sound.entry().hash;
    library.add(slice::from_ref(&sound)).unwrap();
    assert_eq!(library.add(slice::from_ref(&sound)).unwrap(), [Added::Known(hash)]);
    let path = library.certificate_path(hash);
    fs::write(&path, "something else").unwrap();
    assert_eq!(library.add(slice::from_ref(&sound)).unwrap(), [Added::Replaced(hash)]);
    fs::remove_file(&path).unwrap();
    assert_eq!(library.add(&[sound]).unwrap(), [Added::Replaced(hash)]);
    let inspection = library.check(Some(&mut Checker::new()), &mut |_| {}).unwrap();
    assert_eq!((inspection.entries, inspection.faults.len()), (1, 0));
}

#[test]
fn what_is_left_over_is_removed_and_what_belongs_to_others_is_not() {
    let (directory, library) = library();
    library.add(&[checked(&dead(0))]).unwrap();
    let certificates = directory.path().join("certificates");
    let orphan = certificates.join("ab").join(format!("{}.cert.zst", "cd".repeat(31)));
    fs::create_dir_all(orphan.parent().unwrap()).unwrap();
    fs::write(&orphan, "").unwrap();
    fs::write(certificates.join("unfinished.tmp"), "threefold certi").unwrap();
    fs::write(certificates.join("ab").join("mine.txt"), "").unwrap();
    let inspection = library.check(None, &mut |_| {}).unwrap();
    assert_eq!((inspection.faults.len(), inspection.removed.len()), (0, 2));
    assert!(!orphan.exists() && certificates.join("ab").join("mine.txt").exists());
    assert_eq!(library.check(None, &mut |_| {}).unwrap().removed.len(), 0);
}

#[test]
fn an_orphan_that_is_damaged_is_written_anew() {
    let (_directory, library) = library();
    let checked = checked(&dead(0));
    let path = library.certificate_path(checked.entry().hash);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, "half of i").unwrap();
    library.add(&[checked]).unwrap();
    assert_eq!(library.check(None, &mut |_| {}).unwrap().faults, []);
}

#[test]
fn other_files_are_told_apart_and_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    assert!(matches!(Library::open(directory.path()), Err(Error::Missing(_))));
    let index = directory.path().join("library.sqlite");
    for text in ["My library\n".to_owned(), "x".repeat(5000)] {
        fs::write(&index, &text).unwrap();
        assert!(matches!(Library::create(directory.path()), Err(Error::Foreign(_))));
        assert_eq!(fs::read_to_string(&index).unwrap(), text);
    }
    fs::remove_file(&index).unwrap();
    let sql = |text: &str| {
        rusqlite::Connection::open(&index).unwrap().execute_batch(text).unwrap();
    };
    sql("CREATE TABLE book (title TEXT)");
    assert!(matches!(Library::create(directory.path()), Err(Error::Foreign(_))));
    fs::remove_file(&index).unwrap();
    drop(Library::create(directory.path()).unwrap());
    sql("PRAGMA user_version = 7");
    let error = Library::open(directory.path()).unwrap_err();
    assert!(matches!(error, Error::Newer { schema: 7, .. }), "{error}");
}

#[test]
fn a_damaged_index_is_said_to_be_one() {
    let (directory, library) = library();
    let many: Vec<_> = (0..300).map(|n| checked(&dead(n))).collect();
    library.add(&many).unwrap();
    drop(library);
    let index = directory.path().join("library.sqlite");
    let mut bytes = fs::read(&index).unwrap();
    let half = bytes.len() / 2;
    bytes[4096..half].fill(0xa5);
    fs::write(&index, bytes).unwrap();
    let look = || Library::open(directory.path())?.check(None, &mut |_| {});
    let error = look().unwrap_err();
    assert!(matches!(error, Error::Damaged { .. }), "{error}");
    let said = error.to_string();
    assert!(said.contains("threefold library add NEW") && !said.contains('\n'), "{said}");
}
