//! The index: a file of SQLite.
//!
//! In the mode "write-ahead log", so that readers and one writer do not wait for each other, and a
//! process that is killed leaves nothing half; and fully synchronous, so that a machine that is
//! switched off does not either.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

use crate::error::Error;

/// The name of the file.
pub const FILE: &str = "library.sqlite";
/// What says that it is one of ours: "3fLb" (`PRAGMA application_id`).
const APPLICATION: i64 = 0x3366_4c62;
/// The version of the tables (`PRAGMA user_version`).
const SCHEMA: i64 = 1;
/// How long another writer is waited for.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often it is tried again where SQLite does not wait by itself.
const PAUSE: Duration = Duration::from_millis(5);

// The index of claims answers what is known of a position, and which positions of a game are known,
// without a look at the rows. -1 and '' stand for nothing.
const TABLES: &str = "
CREATE TABLE proof (
    id         INTEGER PRIMARY KEY,
    game       TEXT NOT NULL,
    parameters TEXT NOT NULL,
    position   TEXT NOT NULL,
    player     TEXT NOT NULL,
    goal       TEXT NOT NULL CHECK (goal IN ('wins', 'holds')),
    plies      INTEGER NOT NULL,
    relies     TEXT NOT NULL,
    hash       BLOB NOT NULL CHECK (length(hash) = 32),
    bytes      INTEGER NOT NULL,
    lines      INTEGER NOT NULL,
    positions  INTEGER NOT NULL,
    nodes      INTEGER NOT NULL,
    version    TEXT NOT NULL,
    added      INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX claim ON proof (game, parameters, position, player, goal, plies, relies);
CREATE INDEX hash ON proof (hash);
CREATE INDEX size ON proof (game, parameters, positions, id);
";

/// Opens the index in a directory, which is there; makes it if `makes` says so and nothing is
/// there.
///
/// Where two processes make it at once, SQLite tells one of them at once that it is busy, however
/// long it may wait: both have begun to read, and both want to change the mode of the log.
pub(crate) fn open(directory: &Path, makes: bool) -> Result<Connection, Error> {
    let began = Instant::now();
    loop {
        match attempt(directory, makes) {
            Err(Error::Busy(_)) if began.elapsed() < PATIENCE => thread::sleep(PAUSE),
            result => return result,
        }
    }
}

fn attempt(directory: &Path, makes: bool) -> Result<Connection, Error> {
    let path = directory.join(FILE);
    let is_there = fs::metadata(&path).is_ok_and(|metadata| metadata.len() > 0);
    if !is_there && !makes {
        return Err(Error::Missing(directory.to_owned()));
    }
    let says = |error: rusqlite::Error| Error::index(&path, &error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut db = Connection::open_with_flags(&path, flags).map_err(says)?;
    db.busy_timeout(PATIENCE).map_err(says)?;
    // Before anything is written: it may be somebody else's.
    if is_there {
        is_ours(&db, &path)?;
    }
    db.pragma_update(None, "journal_mode", "WAL").map_err(says)?;
    db.pragma_update(None, "synchronous", "FULL").map_err(says)?;
    // 64 MiB of it in memory.
    db.pragma_update(None, "cache_size", -(64 << 10)).map_err(says)?;
    let within = db.transaction_with_behavior(TransactionBehavior::Deferred).map_err(says)?;
    let is_empty = !is_ours(&within, &path)?;
    within.commit().map_err(says)?;
    if is_empty {
        let within = db.transaction_with_behavior(TransactionBehavior::Immediate).map_err(says)?;
        // Another process may have been faster.
        if !is_ours(&within, &path)? {
            within.pragma_update(None, "application_id", APPLICATION).map_err(says)?;
            within.pragma_update(None, "user_version", SCHEMA).map_err(says)?;
            within.execute_batch(TABLES).map_err(says)?;
        }
        within.commit().map_err(says)?;
    }
    Ok(db)
}

/// Whether there are tables of ours; `false` if there is nothing at all.
fn is_ours(db: &Connection, path: &Path) -> Result<bool, Error> {
    let says = |error: rusqlite::Error| Error::index(path, &error);
    let number = |pragma: &str| -> Result<i64, Error> {
        db.pragma_query_value(None, pragma, |row| row.get(0)).map_err(says)
    };
    let tables: i64 =
        db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0)).map_err(says)?;
    let (application, schema) = (number("application_id")?, number("user_version")?);
    match (application, schema) {
        (0, 0) if tables == 0 => Ok(false),
        (APPLICATION, SCHEMA) => Ok(true),
        (APPLICATION, _) if schema > SCHEMA => {
            Err(Error::Newer { path: path.to_owned(), schema, known: SCHEMA })
        }
        _ => Err(Error::Foreign(path.to_owned())),
    }
}
