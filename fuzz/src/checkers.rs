//! Readers of checkers.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use threefold::checkers::egdb::{BuildOptions, Database};
use threefold::checkers::{Checkers, pdn};
use threefold::game::RepetitionRule;

use crate::positions;

/// How the files of the database begin.
const DATABASE: &[u8] = b"3fold";

/// Any bytes as a FEN, as a history and as a PDN file; or, if they begin like one, as a file of the
/// endgame database.
pub fn read(bytes: &[u8]) {
    if bytes.starts_with(DATABASE) {
        return database(bytes);
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let rules = Checkers::new();
    if let Some(line) = text.lines().next() {
        positions::history(&rules, line);
    }
    for game in pdn::read(text).take(8).chain([pdn::parse_line(text)]) {
        match game {
            Ok(game) => positions::history_again(&rules, game.history(), RepetitionRule::Draw),
            Err(error) => positions::one_line(error),
        }
    }
}

/// A directory with a database of two pieces, and the files of it as they were built.
struct Built {
    directory: PathBuf,
    files: HashMap<PathBuf, Vec<u8>>,
}

/// The bytes as the file of the slice that they resemble most: no others pass than those with the
/// values that were built.
fn database(bytes: &[u8]) {
    static BUILT: OnceLock<Built> = OnceLock::new();
    let built = BUILT.get_or_init(|| {
        // One for each process; libFuzzer's workers end without a word, and so nobody removes it.
        let place = PathBuf::from("/dev/shm");
        let place = if place.is_dir() { place } else { std::env::temp_dir() };
        let directory = place.join(format!("threefold-fuzz-{}", std::process::id()));
        fs::create_dir_all(&directory).expect("a directory for the database");
        let options = BuildOptions { pieces: 2, depths: 2, threads: 1 };
        Database::build(&directory, &options, &()).expect("a database of two pieces");
        let files = fs::read_dir(&directory).expect("the directory is there").flatten();
        let files = files.filter(|file| file.file_name().to_string_lossy().contains('-'));
        let files = files.map(|file| (file.path(), fs::read(file.path()).expect("a file")));
        let files: HashMap<_, _> = files.collect();
        assert!(!files.is_empty(), "the files of a database are named after its slices");
        Built { directory, files }
    });
    // The file that it resembles most, so that one input is one file.
    let likeness = |file: &[u8]| file.iter().zip(bytes).take_while(|(a, b)| a == b).count();
    let like = |(path, file): &(&PathBuf, &Vec<u8>)| (likeness(file), (*path).clone());
    let (path, original) = built.files.iter().max_by_key(like).expect("there are files");
    fs::write(path, bytes).expect("the file can be written");
    let passes = Database::open(&built.directory, Some(2))
        .ok()
        .filter(|database| database.verify_checksums().is_ok());
    fs::write(path, original).expect("the file can be written");
    match passes {
        Some(database) => assert_eq!(database.declaration(), Database::KNOWN[0]),
        None => assert!(bytes != original, "{}", path.display()),
    }
}
