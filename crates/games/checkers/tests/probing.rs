//! Looking positions up allocates nothing but what is read for the first time, and may be done by
//! any number of threads.

mod common;

use std::hint::black_box;

use allocation_counter::measure;
use threefold_checkers::CheckersPosition;
use threefold_checkers::egdb::{BuildOptions, Database, Value};

/// Every 97th position of 2 to 4 pieces, captures due or not, and some that are not there.
fn positions(database: &Database) -> Vec<CheckersPosition> {
    let mut positions = vec![CheckersPosition::startpos(), common::position("W:WK1:B")];
    for pieces in 2..=4 {
        let numbers = (0..database.count_of(pieces)).step_by(97);
        positions.extend(numbers.map(|number| database.position(pieces, number)));
    }
    let turned: Vec<CheckersPosition> = positions.iter().map(CheckersPosition::turned).collect();
    positions.extend(turned);
    positions
}

fn directory() -> (tempfile::TempDir, Database) {
    let directory = tempfile::tempdir().unwrap();
    let options = BuildOptions { pieces: 4, depths: 3, threads: 2 };
    Database::build(directory.path(), &options, &()).unwrap();
    let opened = Database::open(directory.path(), None).unwrap();
    (directory, opened)
}

#[test]
fn probing_allocates_nothing() {
    let (_directory, opened) = directory();
    for database in [&opened, &Database::in_memory(3)] {
        let positions = positions(database);
        // What it is in is read now.
        for position in &positions {
            black_box((database.probe(position), database.depth(position)));
        }
        let mut known = 0;
        let allocations = measure(|| {
            for position in &positions {
                known += u32::from(black_box(database.probe(position)).is_some());
                black_box(database.depth(position));
            }
        });
        assert_eq!((allocations.count_total, allocations.bytes_total), (0, 0));
        assert!(known > 4_000);
    }
    // The counter does count.
    assert!(measure(|| drop(black_box(vec![1_u8]))).count_total > 0);
}

#[test]
fn threads_find_the_same() {
    let (_directory, database) = directory();
    let positions = positions(&database);
    let probe = || -> Vec<Option<Value>> {
        positions.iter().map(|position| database.probe(position)).collect()
    };
    let expected = probe();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(probe)).collect();
        for thread in threads {
            assert!(thread.join().unwrap() == expected);
        }
    });
}
