//! Databases that are not what they were: every lie is found before it is believed.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::position;
use threefold_checkers::CheckersPosition;
use threefold_checkers::egdb::{BuildMonitor, BuildOptions, Database, EgdbError, FileError};

/// Bytes of a header.
const HEADER: usize = 128;

/// Files of up to so many pieces, with depths.
fn files(pieces: u8) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    build(directory.path(), pieces).unwrap();
    directory
}

fn build(directory: &Path, pieces: u8) -> Result<Database, EgdbError> {
    Database::build(directory, &BuildOptions { pieces, depths: pieces, threads: 2 }, &())
}

/// Every position up to so many pieces, each `step`-th.
fn positions(database: &Database, pieces: u8, step: usize) -> Vec<CheckersPosition> {
    let of = |n| (0..database.count_of(n)).step_by(step).map(move |i| database.position(n, i));
    (2..=pieces).flat_map(of).collect()
}

/// Puts other bytes in the place of a file, as a copy that went wrong would.
fn replace(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).unwrap();
}

/// Whatever happens to a file: either it is not opened, or values are right or unknown, and if one
/// of them was unknown there is an error that names the file. True if something was found.
#[track_caller]
fn is_found(directory: &Path, truth: &Database, path: &Path) -> bool {
    let name = path.file_name().unwrap().to_str().unwrap();
    let names = |error: &EgdbError| {
        assert!(error.to_string().contains(name), "{error} does not name {name}");
        let (place, _) = error.rebuild().expect("building helps");
        assert_eq!(place, directory);
    };
    let opened = match Database::open(directory, None) {
        Err(error) => {
            names(&error);
            return true;
        }
        Ok(opened) => opened,
    };
    let mut unknown = 0;
    for position in positions(truth, opened.pieces(), 97) {
        let (found, right) = (opened.probe(&position), truth.probe(&position));
        unknown += usize::from(found.is_none() && right.is_some());
        assert!(found.is_none() || found == right, "{position}: {found:?} is wrong");
        let (depth, right) = (opened.depth(&position), truth.depth(&position));
        unknown += usize::from(depth.is_none() && right.is_some());
        assert!(depth.is_none() || depth == right, "{position}: {depth:?} is wrong");
    }
    match opened.damage() {
        Some(error) => names(error),
        None => assert_eq!(unknown, 0, "nothing is said of the damage to {name}"),
    }
    opened.damage().is_some()
}

/// Header, beginning, middle and end of the payload; files of one block and of several.
#[test]
fn every_region_is_verified() {
    let directory = files(4);
    let truth = Database::in_memory(4);
    for name in ["0m1k-0m1k.wld", "0m2k-0m2k.wld", "1m1k-1m1k.wld", "2m0k-0m2k.dtw"] {
        let path = directory.path().join(name);
        let good = fs::read(&path).unwrap();
        let blocks = u64::from_le_bytes(good[56..64].try_into().unwrap()) as usize;
        let index = good.len() - HEADER - blocks;
        assert!(index.is_multiple_of(36) && index > 0);
        let mut places = vec![0, 9, 12, 15, 30, 50, 60, 70, 95, 96, 127];
        places.extend([HEADER, HEADER + 4, HEADER + index - 1]);
        places.extend([HEADER + index, good.len() - blocks / 2, good.len() - 1]);
        for at in places {
            let mut bad = good.clone();
            bad[at] ^= 16;
            replace(&path, &bad);
            let later = at == 9; // A version that does not exist yet.
            if later {
                let error = Database::open(directory.path(), None).unwrap_err();
                assert!(matches!(error, EgdbError::File(FileError::Later { .. })), "{error}");
                assert!(error.to_string().contains(name), "{error}");
                assert!(build(directory.path(), 4).is_err(), "a later version is not replaced");
                continue;
            }
            assert!(is_found(directory.path(), &truth, &path), "{name}, byte {at}");
        }
        replace(&path, &good);
        assert!(!is_found(directory.path(), &truth, &path), "{name}");
    }
}

#[test]
fn files_of_the_wrong_length_or_kind_are_not_opened() {
    let directory = files(3);
    let path = directory.path().join("1m0k-0m2k.wld");
    let good = fs::read(&path).unwrap();
    let longer = [&good[..], &[0]].concat();
    let mut earlier = good.clone();
    earlier[8] = 1;
    let other = fs::read(directory.path().join("0m2k-1m0k.wld")).unwrap();
    let depths = fs::read(directory.path().join("1m0k-0m2k.dtw")).unwrap();
    for (bytes, message) in [
        (&[][..], "no file of an endgame database"),
        (&good[..100], "no file of an endgame database"),
        (&good[..good.len() - 1], "does not have the length"),
        (&longer, "does not have the length"),
        (&earlier, "of an earlier version of the endgame database"),
        (&other, "belongs to another slice"),
        (&depths, "belongs to another slice"),
    ] {
        replace(&path, bytes);
        let error = Database::open(directory.path(), None).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("1m0k-0m2k.wld") && text.contains(message), "{text}");
        assert_eq!(error.rebuild(), Some((directory.path(), 3)));
        // Building replaces it.
        build(directory.path(), 3).unwrap();
        assert_eq!(fs::read(&path).unwrap(), good);
    }
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    Database::open(directory.path(), None).unwrap_err();
}

/// What a forger writes into the file of a slice of one block, with all checksums that fit.
struct Forged<'a> {
    good: &'a [u8],
    /// What the block says.
    payload: Vec<u8>,
    /// The hash of the block in the index.
    entry: blake3::Hash,
    /// Bytes of the header that are changed.
    header: Vec<(usize, Vec<u8>)>,
}

impl<'a> Forged<'a> {
    /// All positions are lost for the side to move; the header says what it said.
    fn new(good: &'a [u8]) -> Self {
        let positions = u64::from_le_bytes(good[24..32].try_into().unwrap());
        let payload = vec![0xAA; positions.div_ceil(4) as usize];
        Forged { good, entry: blake3::hash(&payload), payload, header: Vec::new() }
    }

    fn header(mut self, at: usize, bytes: &[u8]) -> Self {
        self.header.push((at, bytes.to_vec()));
        self
    }

    fn bytes(&self) -> Vec<u8> {
        let block = zstd::bulk::compress(&self.payload, 3).unwrap();
        let mut bytes = self.good[..HEADER].to_vec();
        bytes[56..64].copy_from_slice(&(block.len() as u64).to_le_bytes());
        for (at, changed) in &self.header {
            bytes[*at..at + changed.len()].copy_from_slice(changed);
        }
        let hash = blake3::hash(&bytes[..96]);
        bytes[96..].copy_from_slice(hash.as_bytes());
        bytes.extend((block.len() as u32).to_le_bytes());
        bytes.extend(self.entry.as_bytes());
        bytes.extend(block);
        bytes
    }
}

/// Was once `VERIFIED` of a false claim, under the hash that is built into the program: checksums
/// can be made anew by whoever changes a file.
#[test]
fn what_is_forged_is_not_believed() {
    let directory = files(3);
    let truth = Database::in_memory(3);
    let path = directory.path().join("0m2k-0m1k.wld");
    let good = fs::read(&path).unwrap();
    let root = blake3::hash(&Forged::new(&good).payload);
    let known = blake3::Hash::from_slice(&good[64..96]).unwrap();
    // As many positions, the other side to move.
    let mirrored = fs::read(directory.path().join("0m1k-0m2k.wld")).unwrap();
    let mut swapped = mirrored.clone();
    swapped[13..17].copy_from_slice(&good[13..17]);
    let hash = blake3::hash(&swapped[..96]);
    swapped[96..HEADER].copy_from_slice(hash.as_bytes());
    let mut shorter = good.clone();
    let blocks = u64::from_le_bytes(good[56..64].try_into().unwrap());
    shorter[56..64].copy_from_slice(&(blocks - 1).to_le_bytes());
    let hash = blake3::hash(&shorter[..96]);
    shorter[96..HEADER].copy_from_slice(hash.as_bytes());
    shorter.pop();
    let later = "the contents do not match the checksum";
    let at_once = "false: its hash is not the one that is built into this program";
    for (what, bytes, message) in [
        ("blocks and index", Forged::new(&good).bytes(), later),
        ("blocks", Forged { entry: known, ..Forged::new(&good) }.bytes(), later),
        ("all", Forged::new(&good).header(64, root.as_bytes()).bytes(), at_once),
        ("counts", Forged::new(&good).header(32, &[1]).bytes(), at_once),
        ("another slice", mirrored, "belongs to another slice"),
        ("another slice with its name", swapped, at_once),
        ("length", good[..good.len() - 1].to_vec(), "does not have the length"),
        ("length and header", shorter, later),
    ] {
        replace(&path, &bytes);
        assert!(is_found(directory.path(), &truth, &path), "{what}");
        let error = match Database::open(directory.path(), Some(3)) {
            Err(error) => error.to_string(),
            Ok(opened) => {
                assert_eq!(opened.probe(&position("W:WK14,K15:BK1")), None, "{what}");
                assert!(opened.verify(1, &()).is_err(), "{what}");
                opened.damage().unwrap().to_string()
            }
        };
        assert!(error.starts_with(path.to_str().unwrap()), "{what}: {error}");
        assert!(error.contains(message) && !error.contains('\n'), "{what}: {error}");
        build(directory.path(), 3).unwrap();
        assert!(fs::read(&path).unwrap() == good, "{what}");
    }
}

/// The same of depths: an answer says how long a win takes.
#[test]
fn forged_depths_are_not_believed() {
    let directory = files(3);
    let path = directory.path().join("0m2k-0m1k.dtw");
    let good = fs::read(&path).unwrap();
    let mut forged = Forged::new(&good);
    forged.payload = vec![1; u64::from_le_bytes(good[24..32].try_into().unwrap()) as usize];
    forged.entry = blake3::hash(&forged.payload);
    replace(&path, &forged.bytes());
    let opened = Database::open(directory.path(), None).unwrap();
    assert_eq!(opened.depth(&position("W:WK14,K15:BK1")), None);
    assert!(opened.damage().unwrap().to_string().contains("0m2k-0m1k.dtw"));
    let root = *forged.entry.as_bytes();
    replace(&path, &forged.header(64, &root).bytes());
    let error = Database::open(directory.path(), None).unwrap_err().to_string();
    assert!(error.contains("0m2k-0m1k.dtw: false: its hash"), "{error}");
}

/// A file is cut while it is open. A map would end the program with a signal.
#[test]
fn a_file_that_is_truncated_while_it_is_open_is_an_error() {
    let directory = files(4);
    let truth = Database::in_memory(4);
    let all = positions(&truth, 4, 97);
    for (name, length) in [("1m1k-1m1k.wld", 9_000), ("1m1k-1m1k.wld", 0), ("0m2k-0m2k.dtw", 9)] {
        let path = directory.path().join(name);
        let good = fs::read(&path).unwrap();
        let opened = Database::open(directory.path(), None).unwrap();
        // Something of it is in memory already.
        let first = position("B:W32,K1:B5,K6");
        assert!(opened.probe(&first).is_some());
        File::options().write(true).open(&path).unwrap().set_len(length).unwrap();
        for position in &all {
            let found = opened.probe(position);
            assert!(found.is_none() || found == truth.probe(position), "{position}");
            let depth = opened.depth(position);
            assert!(depth.is_none() || depth == truth.depth(position), "{position}");
        }
        let error = opened.damage().unwrap().to_string();
        assert!(error.contains(name) && error.contains("shorter"), "{error}");
        assert!(opened.verify_checksums().is_err());
        replace(&path, &good);
    }
    // Nor is it one that is gone, or becomes another.
    let path = directory.path().join("0m2k-0m2k.wld");
    let opened = Database::open(directory.path(), None).unwrap();
    fs::remove_file(&path).unwrap();
    assert_eq!(opened.probe(&position("B:WK1,K2:BK5,K6")), None);
    assert!(opened.damage().unwrap().to_string().contains("0m2k-0m2k.wld"));
}

/// What was verified is in memory: changing the file does not change it.
#[test]
fn what_was_verified_stays_as_it_was() {
    let directory = files(2);
    let truth = Database::in_memory(2);
    let opened = Database::open(directory.path(), None).unwrap();
    let all = positions(&truth, 2, 1);
    let values = || all.iter().map(|position| opened.probe(position)).collect::<Vec<_>>();
    let before = values();
    for entry in fs::read_dir(directory.path()).unwrap() {
        let path = entry.unwrap().path();
        let length = fs::metadata(&path).unwrap().len() as usize;
        replace(&path, &vec![0xFF; length]);
    }
    assert!(values() == before);
    assert!(opened.damage().is_none());
}

#[test]
fn a_missing_slice_is_named() {
    let directory = files(3);
    let path = directory.path().join("0m1k-1m1k.wld");
    fs::remove_file(&path).unwrap();
    // Asked for by name, it is an error.
    let error = Database::open(directory.path(), Some(3)).unwrap_err();
    assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
    assert_eq!(error.rebuild(), Some((directory.path(), 3)));
    // What there is can be used, and says so.
    let opened = Database::open(directory.path(), None).unwrap();
    assert_eq!(opened.pieces(), 2);
    assert!(
        matches!(opened.incomplete(), Some(EgdbError::Missing { path: p, pieces: 3 }) if *p == path)
    );
    let two = Database::open(directory.path(), Some(2)).unwrap();
    assert!(two.incomplete().is_none());
    let whole = build(directory.path(), 3).unwrap();
    assert!(whole.incomplete().is_none());
    // Of two pieces as well.
    fs::remove_file(directory.path().join("0m1k-0m1k.wld")).unwrap();
    let error = Database::open(directory.path(), None).unwrap_err();
    assert!(error.to_string().contains("0m1k-0m1k.wld: is missing"), "{error}");
    // And where nothing is, nothing is missing.
    let empty = tempfile::tempdir().unwrap();
    for pieces in [None, Some(4)] {
        let error = Database::open(empty.path(), pieces).unwrap_err();
        assert!(matches!(error, EgdbError::Nothing(_)), "{error}");
    }
}

/// Counts, and remembers what was damaged.
#[derive(Default)]
struct Watch {
    built: AtomicUsize,
    damaged: std::sync::Mutex<Vec<String>>,
}

impl BuildMonitor for Watch {
    fn damaged(&self, error: &EgdbError) {
        self.damaged.lock().unwrap().push(error.to_string());
    }
    fn done(&self, positions: u64) {
        self.built.fetch_add(positions as usize, Ordering::Relaxed);
    }
}

/// The adversary's case: the next database was built on top of a damaged one.
#[test]
fn a_build_replaces_what_is_damaged_and_never_rests_on_it() {
    let directory = files(3);
    let truth = Database::in_memory(4);
    for (name, at) in [("0m2k-0m1k.wld", 200), ("1m0k-0m1k.dtw", 300), ("0m1k-0m1k.wld", 20)] {
        let path = directory.path().join(name);
        let mut bytes = fs::read(&path).unwrap();
        bytes[at] ^= 3;
        replace(&path, &bytes);
    }
    let watch = Watch::default();
    let options = BuildOptions { pieces: 4, depths: 4, threads: 2 };
    let built = Database::build(directory.path(), &options, &watch).unwrap();
    assert_eq!(built.declaration(), truth.declaration());
    let mut damaged = watch.damaged.into_inner().unwrap();
    damaged.sort();
    assert_eq!(damaged.len(), 3, "{damaged:?}");
    for (error, name) in damaged.iter().zip(["0m1k-0m1k.wld", "0m2k-0m1k.wld", "1m0k-0m1k.dtw"]) {
        assert!(error.contains(name), "{error}");
    }
    let opened = Database::open(directory.path(), None).unwrap();
    opened.verify_checksums().unwrap();
    assert_eq!((opened.pieces(), opened.depth_pieces()), (4, 4));
    // Nothing is left to do.
    let watch = Watch::default();
    Database::build(directory.path(), &options, &watch).unwrap();
    assert_eq!(watch.built.into_inner(), 0);
}

/// Depths beyond those that were asked for are replaced if there is something to build them on, and
/// taken away otherwise.
#[test]
fn damaged_depths_are_replaced_or_removed() {
    let directory = files(3);
    let path = directory.path().join("1m0k-0m2k.dtw");
    let good = fs::read(&path).unwrap();
    let mut bad = good.clone();
    bad[1000] ^= 1;
    replace(&path, &bad);
    let build = |depths| {
        let options = BuildOptions { pieces: 3, depths, threads: 1 };
        Database::build(directory.path(), &options, &()).unwrap()
    };
    assert_eq!(build(2).depth_pieces(), 3);
    assert_eq!(fs::read(&path).unwrap(), good);
    // Without depths of two pieces there is nothing to build them on.
    for name in ["0m1k-0m1k.dtw", "1m0k-0m1k.dtw", "0m1k-1m0k.dtw", "1m0k-1m0k.dtw"] {
        fs::remove_file(directory.path().join(name)).unwrap();
    }
    replace(&path, &bad);
    let built = build(0);
    assert_eq!((built.pieces(), built.depth_pieces()), (3, 1));
    assert!(!path.exists());
    built.verify_checksums().unwrap();
}

/// A build of which another process would know nothing: threads with handles of their own.
#[test]
fn two_builds_at_once_end_with_the_same_files() {
    let directory = tempfile::tempdir().unwrap();
    let declarations = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..2).map(|_| scope.spawn(|| build(directory.path(), 3).unwrap())).collect();
        threads.into_iter().map(|t| t.join().unwrap().declaration()).collect::<Vec<_>>()
    });
    assert_eq!(declarations, vec![Database::KNOWN[1]; 2]);
    Database::open(directory.path(), Some(3)).unwrap().verify(2, &()).unwrap();
    let unfinished = |path: PathBuf| path.to_string_lossy().contains("unfinished");
    let names = fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().path());
    assert_eq!(names.filter(|path| unfinished(path.clone())).count(), 0);
}

/// A program that was killed leaves a file behind; whoever comes next takes it away.
#[test]
fn what_a_killed_build_left_is_removed_when_the_database_is_opened() {
    let directory = files(2);
    let left_behind = directory.path().join(".unfinished-abc");
    File::create(&left_behind).unwrap();
    Database::open(directory.path(), None).unwrap();
    assert!(!left_behind.exists());
}

/// Damage that is found by many threads at once is one error.
#[test]
fn threads_agree_on_damage() {
    let directory = files(4);
    let truth = Database::in_memory(4);
    let path = directory.path().join("1m1k-1m1k.wld");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 2;
    replace(&path, &bytes);
    let opened = Database::open(directory.path(), None).unwrap();
    let all = positions(&truth, 4, 97);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for position in &all {
                    let found = opened.probe(position);
                    assert!(found.is_none() || found == truth.probe(position), "{position}");
                }
            });
        }
    });
    let error = opened.damage().unwrap();
    assert!(matches!(error, EgdbError::File(FileError::Checksum { pieces: 4, .. })), "{error}");
}
