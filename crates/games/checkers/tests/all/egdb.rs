//! The endgame databases, up to four pieces, against published and independently found figures.

use std::collections::HashSet;
use std::sync::OnceLock;

use crate::common::{moves, position};
use proptest::prelude::*;
use threefold_checkers::egdb::{BuildOptions, Database, Material, SliceTask, Value};
use threefold_game::Game;

/// Built once for all tests.
fn four() -> &'static Database {
    static DATABASE: OnceLock<Database> = OnceLock::new();
    DATABASE.get_or_init(|| Database::in_memory(4))
}

fn totals(database: &Database, pieces: u8) -> (u64, u64, u64, u64) {
    let slices = database.info();
    let of = slices.iter().filter(|slice| slice.material.pieces() == pieces);
    of.fold((0, 0, 0, 0), |(n, w, d, l), slice| {
        (n + slice.positions, w + slice.wins, d + slice.draws, l + slice.losses)
    })
}

#[test]
fn totals_of_wins_draws_and_losses() {
    assert_eq!(totals(four(), 2), (3_488, 716, 2_370, 402));
    assert_eq!(totals(four(), 3), (196_032, 100_250, 8_477, 87_305));
    assert_eq!(totals(four(), 4), (6_209_316, 2_574_304, 1_717_922, 1_917_090));
}

fn material(own_men: u8, own_kings: u8, their_men: u8, their_kings: u8) -> Material {
    Material { own_men, own_kings, their_men, their_kings }
}

/// Plies to the end of the game. 1 king each: Trice's report, 230 won, 654 drawn, 108 lost, and no
/// win longer than 11.
#[test]
fn longest_wins() {
    let info = four().info();
    let of = |m: Material| info.iter().find(|slice| slice.material == m).unwrap();
    for (m, plies) in [
        (material(0, 1, 0, 1), 11),
        (material(1, 0, 1, 0), 13),
        (material(2, 0, 0, 1), 61),
        (material(2, 0, 1, 0), 61),
        (material(2, 0, 2, 0), 109),
        (material(1, 1, 2, 0), 107),
        (material(1, 1, 1, 1), 103),
        (material(0, 2, 1, 1), 95),
        (material(0, 2, 2, 0), 89),
    ] {
        assert_eq!(of(m).longest_win, Some(plies), "{m}");
    }
    let kings = of(material(0, 1, 0, 1));
    assert_eq!((kings.wins, kings.draws, kings.losses), (230, 654, 108));
    assert_eq!(four().depth(&position("W:W18,31:B3,4")), Some(109));
}

/// A directory of files up to three pieces, values alone: 0 depth pieces.
fn files(pieces: u8, depths: u8) -> (tempfile::TempDir, Database) {
    let directory = tempfile::tempdir().unwrap();
    let options = BuildOptions { pieces, depths, threads: 2 };
    let database = Database::build(directory.path(), &options, &()).unwrap();
    (directory, database)
}

#[test]
fn values_follow_from_the_rules() {
    four().verify(2, &()).unwrap();
    // Without depths the wins have to be founded otherwise, and there is another generator.
    let (_directory, database) = files(3, 0);
    assert_eq!(database.depth_pieces(), 1);
    database.verify(2, &()).unwrap();
    let with_depths = Database::in_memory(3);
    assert_eq!(database.declaration(), with_depths.declaration());
    assert_eq!(with_depths.depth_pieces(), 3);
}

#[test]
fn files_are_opened_as_they_were_built() {
    let (directory, built) = files(3, 2);
    let opened = Database::open(directory.path(), None).unwrap();
    assert_eq!(opened.declaration(), built.declaration());
    assert_eq!((opened.pieces(), opened.depth_pieces()), (3, 2));
    opened.verify_checksums().unwrap();
    let two = Database::open(directory.path(), Some(2)).unwrap();
    assert_eq!(two.pieces(), 2);
    assert_eq!(two.declaration(), Database::in_memory(2).declaration());
    assert_eq!(two.probe(&position("W:WK18:BK29,K30")), None);
}

#[test]
fn an_interrupted_build_goes_on() {
    let (directory, built) = files(3, 2);
    // As if killed while the last slices were being built: one of a pair is there, and a part of
    // another under its own name.
    std::fs::remove_file(directory.path().join("2m0k-1m0k.wld")).unwrap();
    let left_behind = directory.path().join(".unfinished-x");
    std::fs::File::create(&left_behind).unwrap();
    let opened = Database::open(directory.path(), None).unwrap();
    assert_eq!(opened.pieces(), 2);
    let missing = opened.incomplete().unwrap().to_string();
    assert!(missing.contains("2m0k-1m0k.wld: is missing"), "{missing}");
    let options = BuildOptions { pieces: 3, depths: 3, threads: 1 };
    let again = Database::build(directory.path(), &options, &()).unwrap();
    assert_eq!(again.declaration(), built.declaration());
    assert_eq!(again.depth_pieces(), 3);
    assert!(!left_behind.exists());
    again.verify(1, &()).unwrap();
}

/// Room for eight blocks, and for all: what was thrown out is read again.
#[test]
fn a_small_cache_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let options = BuildOptions { pieces: 4, depths: 3, threads: 2 };
    Database::build(directory.path(), &options, &()).unwrap();
    let small = Database::open(directory.path(), None).unwrap().with_cache(0);
    let step = four().count_of(4) / 2_000;
    for number in (0..four().count_of(4)).step_by(step as usize) {
        let position = four().position(4, number);
        assert_eq!(small.probe(&position), four().probe(&position), "{position}");
    }
    assert!(small.damage().is_none());
}

/// The tasks of a plan, each alone, make what a build makes.
#[test]
fn tasks_make_the_same_files_as_a_build() {
    let (whole, _) = files(3, 2);
    let directory = tempfile::tempdir().unwrap();
    let options = BuildOptions { pieces: 3, depths: 2, threads: 1 };
    let tasks = SliceTask::all(&options).unwrap();
    let build = |m| Database::build_slice(directory.path(), m, &options, &());
    let last = tasks.last().unwrap();
    let error = build(last.material).unwrap_err().to_string();
    assert!(error.contains("is missing from the endgame database"), "{error}");
    let mut done = HashSet::new();
    let mut names = HashSet::new();
    for task in &tasks {
        assert!(task.inputs.iter().all(|input| done.contains(input)), "{task:?}");
        assert!(build(task.material).unwrap());
        let length = |name: &String| directory.path().join(name).metadata().unwrap().len();
        assert!(task.outputs.iter().map(length).sum::<u64>() < task.disk);
        done.insert(task.material);
        names.extend(task.outputs.iter().cloned());
    }
    assert!(!build(last.material.mirrored()).unwrap(), "it is there");
    for name in &names {
        let read = |directory: &std::path::Path| std::fs::read(directory.join(name)).unwrap();
        assert!(read(directory.path()) == read(whole.path()), "{name}");
    }
    // What they worked on is removed by whoever finds that everything is there.
    assert!(directory.path().join("exact").is_dir());
    Database::build(directory.path(), &BuildOptions { pieces: 3, ..options }, &()).unwrap();
    assert!(!directory.path().join("exact").exists());
    let count = std::fs::read_dir(whole.path()).unwrap().count();
    // Both have a file to lock.
    assert_eq!(names.len() + 1, count);
    Database::open(directory.path(), None).unwrap().verify(1, &()).unwrap();
    // A task goes on from what is packed as well.
    std::fs::remove_file(directory.path().join(&last.outputs[0])).unwrap();
    assert!(build(last.material).unwrap());
    // Nothing is built on what is damaged.
    std::fs::remove_dir_all(directory.path().join("exact")).unwrap();
    let before = tasks.iter().find(|task| task.material == last.inputs[0]).unwrap();
    let first = directory.path().join(&before.outputs[0]);
    let mut bytes = std::fs::read(&first).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&first, bytes).unwrap();
    std::fs::remove_file(directory.path().join(&last.outputs[0])).unwrap();
    assert!(build(last.material).is_err());
}

/// Endings that every book has.
#[test]
fn known_endings() {
    for (fen, value) in [
        ("W:WK19,K23:B12,K28", Value::Win),  // First Position
        ("B:WK19,K23:B12,K28", Value::Draw), // the opposition is lost
        ("W:WK19,K23:B4,K28", Value::Win),
        ("W:WK26,K27:B21,K25", Value::Win), // Payne's single corner
        ("B:WK26,K27:B21,K25", Value::Loss),
        ("W:WK18:BK29,K30", Value::Draw), // the double corner
        ("W:WK6,K9:BK15", Value::Win),
        ("B:W18,K26:BK7,K11", Value::Draw), // a book has a win of Black
    ] {
        assert_eq!(four().probe(&position(fen)), Some(value), "{fen}");
    }
}

#[test]
fn lines_lead_to_the_end() {
    for (fen, plies) in [("W:W18,31:B3,4", 109), ("W:WK6,K9:BK15", 0)] {
        let start = position(fen);
        let line = four().line(&start);
        if plies > 0 {
            assert_eq!(line.len(), plies);
        }
        let mut end = start;
        for m in line {
            assert!(moves(&end).contains(&m));
            crate::common::RULES.make(&mut end, m);
        }
        assert!(moves(&end).is_empty());
        assert_ne!(end.turn(), start.turn());
    }
    assert!(four().line(&position("W:WK18:BK29,K30")).is_empty());
}

#[test]
fn positions_that_are_not_there() {
    assert_eq!(four().probe(&Default::default()), None);
    assert_eq!(four().probe(&position("W:WK1,K2,K3:BK31,K32")), None);
    // No game leads to the first; in the second White cannot move.
    assert_eq!(four().probe(&position("W:WK1:B")), None);
    assert_eq!(four().probe(&position("W:W:BK1")), Some(Value::Loss));
    assert_eq!(four().best_move(&position("W:W:BK1")), None);
}

proptest! {
    /// Turning the board, and going one move on.
    #[test]
    fn values_fit_together(position in crate::common::placement(2)) {
        prop_assume!(position.count() >= 2);
        let value = four().probe(&position);
        prop_assert_eq!(four().probe(&position.turned()), value);
        let Some(value) = value else { return Ok(()) };
        let after = moves(&position).into_iter().map(|m| {
            let mut after = position;
            crate::common::RULES.make(&mut after, m);
            four().probe(&after).unwrap()
        });
        let after: Vec<Value> = after.collect();
        let expected = if after.contains(&Value::Loss) {
            Value::Win
        } else if after.contains(&Value::Draw) {
            Value::Draw
        } else {
            Value::Loss
        };
        prop_assert_eq!(value, expected);
        prop_assert_eq!(four().best_move(&position).is_some(), !after.is_empty());
    }
}

/// Up to five pieces: totals, longest wins, endings, and the full pass over 145 million positions.
#[test]
#[ignore = "a minute of two processors"]
fn five_pieces() {
    let database = Database::in_memory(5);
    assert_eq!(totals(&database, 5), (139_450_808, 71_334_772, 11_122_892, 56_993_144));
    let info = database.info();
    let of = |m: Material| info.iter().find(|slice| slice.material == m).unwrap();
    for (m, plies) in [
        (material(3, 0, 1, 1), 161),
        (material(2, 1, 1, 1), 159),
        (material(3, 0, 0, 2), 155),
        (material(3, 0, 2, 0), 155),
        (material(1, 2, 0, 2), 147),
    ] {
        assert_eq!(of(m).longest_win, Some(plies), "{m}");
    }
    for (fen, value) in [
        ("W:WK22,K23,K24:BK31,K32", Value::Win),
        ("B:WK22,K23,K24:BK31,K32", Value::Loss),
        ("W:WK10,K15,K19:BK9,K27", Value::Win),
        ("W:WK18,K19,K20:BK27,K28", Value::Win),
        ("W:WK13,K14,K15:BK21,K22", Value::Win),
        ("B:W20,16,K2:BK25,K10", Value::Draw), // Grey
        ("B:WK14,K22:B5,K13,K21", Value::Win), // Third Position
        ("W:WK15,K20:B8,10,16", Value::Win),   // Shardlow 1938
        // What books say of these is wrong.
        ("W:W11,K13,27:B6,K14", Value::Win),
        ("W:WK27,32:BK18,K19,28", Value::Loss),
        ("W:WK11,21,22:BK3,K23", Value::Draw),
        ("B:WK19,K22:B1,20,21", Value::Draw),
        ("W:WK17,K25:B1,9,10", Value::Loss),
    ] {
        assert_eq!(database.probe(&position(fen)), Some(value), "{fen}");
    }
    assert_eq!(database.depth(&position("W:W28,29,32:B10,K19")), Some(161));
    assert_eq!(database.depth(&position("W:W29,30,32:BK7,K28")), Some(155));
    assert_eq!(database.depth(&position("W:WK4,28,K30:BK3,K23")), Some(147));
    database.verify(0, &()).unwrap();
}
