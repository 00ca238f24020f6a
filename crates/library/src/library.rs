//! Adding and finding.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, TransactionBehavior, params};
use threefold_certificate::{Block, Certificate, CheckLimits};
use threefold_session::check::Checker;

use crate::checked::{self, Checked};
use crate::entry::{Added, COLUMNS, Entry, NONE, stored};
use crate::error::{Conflict, Error, Fault, Refused};
use crate::hash::Hash;
use crate::schema::{self, FILE};
use crate::store::{Store, Written};

/// A directory with what is proved: an index, and certificates beside it.
///
/// Any number of processes may use one at once.
#[derive(Debug)]
pub struct Library {
    pub(crate) path: PathBuf,
    db: Mutex<Connection>,
    pub(crate) store: Store,
}

impl Library {
    /// Opens the library in a directory.
    ///
    /// # Errors
    /// There is none, or it is not one that this version can read.
    pub fn open(directory: &Path) -> Result<Self, Error> {
        Library::with(directory, false)
    }

    /// The same; an empty one is made if there is none.
    ///
    /// # Errors
    /// It cannot be made, or what is there is no library that this version can read.
    pub fn create(directory: &Path) -> Result<Self, Error> {
        std::fs::create_dir_all(directory).map_err(Error::file(directory))?;
        Library::with(directory, true)
    }

    fn with(directory: &Path, makes: bool) -> Result<Self, Error> {
        let db = Mutex::new(schema::open(directory, makes)?);
        Ok(Library { path: directory.join(FILE), db, store: Store::new(directory) })
    }

    /// Nothing is kept half by whoever held it last: a transaction that is dropped is undone.
    pub(crate) fn db(&self) -> MutexGuard<'_, Connection> {
        self.db.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn says(&self) -> impl Fn(rusqlite::Error) -> Error + '_ {
        |error| Error::index(&self.path, &error)
    }

    /// Adds what was checked. When this returns it is on the disk; what is killed before has added
    /// nothing, or some of it, each whole.
    ///
    /// # Errors
    /// [`Error::Conflict`] if one contradicts what is there: those before it have been added, and
    /// none behind it. Else the disk or the index is not as it should be, and none was added.
    pub fn add(&self, certificates: &[Checked]) -> Result<Vec<Added>, Error> {
        let says = self.says();
        let mut db = self.db();
        // Holds off other writers, also from the files.
        let within = db.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&says)?;
        let (mut added, mut written) = (Vec::new(), Written::default());
        let mut conflict = None;
        for Checked { entry, text } in certificates {
            let there = about(&within, &entry.game, &entry.parameters, &entry.position);
            let there = there.map_err(&says)?;
            if let Some(known) = there.iter().find(|other| other.claims_the_same(entry)) {
                let is_sound = known.hash != entry.hash || known.says_the_same(entry);
                if is_sound && self.store.is_whole(known.hash) {
                    added.push(Added::Known(known.hash));
                    continue;
                }
                delete(&within, known).map_err(&says)?;
                self.store.put(entry.hash, text, &mut written)?;
                insert(&within, entry).map_err(&says)?;
                added.push(Added::Replaced(entry.hash));
                continue;
            }
            if let Some(other) = there.iter().find(|other| entry.contradicts(other)) {
                let (there, new) = (other.clone(), entry.clone());
                conflict = Some(Box::new(Conflict { there, new, added: Vec::new() }));
                break;
            }
            self.store.put(entry.hash, text, &mut written)?;
            insert(&within, entry).map_err(&says)?;
            added.push(Added::New(entry.hash));
        }
        self.store.sync(&written)?;
        within.commit().map_err(&says)?;
        match conflict {
            Some(mut conflict) => {
                conflict.added = added;
                Err(Error::Conflict(conflict))
            }
            None => Ok(added),
        }
    }

    /// Forgets what an entry claims, and its certificate if there is no other entry with it: it is
    /// damaged, proves nothing or is about something else.
    ///
    /// # Errors
    /// The disk or the index is not as it should be.
    pub fn forget(&self, entry: &Entry) -> Result<(), Error> {
        let says = self.says();
        let mut db = self.db();
        let within = db.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&says)?;
        delete(&within, entry).map_err(&says)?;
        if with_hash(&within, entry.hash).map_err(&says)?.is_empty() {
            self.store.remove(entry.hash)?;
        }
        within.commit().map_err(&says)
    }

    /// All that is known of a position of a game with these parameters.
    ///
    /// # Errors
    /// The index cannot be read.
    pub fn find(&self, game: &str, parameters: &str, position: &str) -> Result<Vec<Entry>, Error> {
        about(&self.db(), game, parameters, position).map_err(self.says())
    }

    /// How many entries there are.
    ///
    /// # Errors
    /// The index cannot be read.
    pub fn count(&self) -> Result<u64, Error> {
        let count: Result<i64, _> =
            self.db().query_row("SELECT count(*) FROM proof", [], |row| row.get(0));
        count.map(|count| u64::try_from(count).unwrap_or(0)).map_err(self.says())
    }

    /// What the index says of a certificate: one entry, if nobody has written into it.
    ///
    /// # Errors
    /// The index cannot be read.
    pub fn entries(&self, hash: Hash) -> Result<Vec<Entry>, Error> {
        with_hash(&self.db(), hash).map_err(self.says())
    }

    /// Every entry, in the order in which they were added.
    ///
    /// # Errors
    /// The index cannot be read, or what `each` says.
    pub fn each<E: From<Error>>(
        &self,
        mut each: impl FnMut(Entry) -> Result<(), E>,
    ) -> Result<(), E> {
        /// So many at a time: who looks at them may want the index as well.
        const MANY: usize = 1000;
        let query =
            format!("SELECT {COLUMNS}, id FROM proof WHERE id > ?1 ORDER BY id LIMIT {MANY}");
        let mut last = 0_i64;
        loop {
            let entries = {
                let db = self.db();
                let mut query = db.prepare_cached(&query).map_err(self.says())?;
                let rows = query.query_map([last], |row| Ok((Entry::read(row)?, row.get(13)?)));
                let entries: Result<Vec<(Entry, i64)>, _> = rows.map_err(self.says())?.collect();
                entries.map_err(self.says())?
            };
            let Some(&(_, id)) = entries.last() else { return Ok(()) };
            last = id;
            for (entry, _) in entries {
                each(entry)?;
            }
        }
    }

    /// The certificate of an entry, whose text was compared with its hash, of no more bytes than
    /// the limits allow.
    ///
    /// # Errors
    /// [`Error::Certificate`] if it is not there, or not what its hash says, or a limit was hit.
    pub fn block(&self, hash: Hash, limits: &CheckLimits) -> Result<Block, Error> {
        let text = self.store.open(hash, limits)?;
        let fault = |what, limit| Fault { hash, path: self.store.path(hash), what, limit };
        let mut certificate = Certificate::read_within(text, limits).map_err(|error| {
            let limit = error.limit();
            // What is no certificate is not what the hash says either, most of the time.
            let what = match limit {
                None if !self.store.is_whole(hash) => "not what its hash says".to_owned(),
                _ => error.to_string(),
            };
            fault(what, limit)
        })?;
        match certificate.blocks.pop() {
            Some(block) if certificate.blocks.is_empty() => Ok(block),
            _ => Err(fault("expected one claim".to_owned(), None).into()),
        }
    }

    /// Checks a certificate again while it is read: the positions in it, or why it would not enter.
    ///
    /// # Errors
    /// It is not there, or not what its hash says.
    pub fn verify(
        &self,
        hash: Hash,
        checker: &mut Checker<'_>,
    ) -> Result<Result<u64, Refused>, Fault> {
        let text = self.store.open(hash, &checker.limits_of_checks())?;
        let verified = checked::check(hash, text, checker);
        match verified {
            Err(Refused::Unreadable(_)) if !self.store.is_whole(hash) => {
                let (path, what) = (self.store.path(hash), "not what its hash says".to_owned());
                Err(Fault { hash, path, what, limit: None })
            }
            verified => Ok(verified),
        }
    }

    /// Where a certificate is.
    pub fn certificate_path(&self, hash: Hash) -> PathBuf {
        self.store.path(hash)
    }
}

fn about(
    db: &Connection,
    game: &str,
    parameters: &str,
    position: &str,
) -> rusqlite::Result<Vec<Entry>> {
    let query = format!(
        "SELECT {COLUMNS} FROM proof \
         WHERE game = ?1 AND parameters = ?2 AND position = ?3 ORDER BY id"
    );
    let mut query = db.prepare_cached(&query)?;
    let rows = query.query_map([game, parameters, position], Entry::read)?;
    rows.collect()
}

fn with_hash(db: &Connection, hash: Hash) -> rusqlite::Result<Vec<Entry>> {
    let query = format!("SELECT {COLUMNS} FROM proof WHERE hash = ?1 ORDER BY id");
    let mut query = db.prepare_cached(&query)?;
    query.query_map([hash], Entry::read)?.collect()
}

/// Deletes a row: that of its claim.
fn delete(db: &Connection, entry: &Entry) -> rusqlite::Result<()> {
    let query = "DELETE FROM proof WHERE game = ?1 AND parameters = ?2 AND position = ?3 \
                 AND player = ?4 AND goal = ?5 AND plies = ?6 AND relies = ?7";
    db.prepare_cached(query)?.execute(params![
        entry.game,
        entry.parameters,
        entry.position,
        entry.claim.player,
        entry.claim.goal.name(),
        entry.plies.map_or(NONE, i64::from),
        entry.database.as_deref().unwrap_or_default(),
    ])?;
    Ok(())
}

fn insert(db: &Connection, entry: &Entry) -> rusqlite::Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let query = format!(
        "INSERT INTO proof ({COLUMNS}, added) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"
    );
    db.prepare_cached(&query)?.execute(params![
        entry.game,
        entry.parameters,
        entry.position,
        entry.claim.player,
        entry.claim.goal.name(),
        entry.plies.map_or(NONE, i64::from),
        entry.database.as_deref().unwrap_or_default(),
        entry.hash,
        stored(entry.bytes),
        stored(entry.lines),
        stored(entry.positions),
        entry.nodes.map_or(NONE, stored),
        entry.version,
        stored(now),
    ])?;
    Ok(())
}
