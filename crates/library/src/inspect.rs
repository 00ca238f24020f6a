//! Looking after a library: is everything there, what is left over, how much is it?

use std::collections::HashSet;
use std::path::PathBuf;

use rusqlite::TransactionBehavior;
use threefold_certificate::{CertificateReader, CheckLimits, Header, ReadError};
use threefold_session::check::Checker;

use crate::entry::Entry;
use crate::error::{Error, Fault};
use crate::hash::Hash;
use crate::library::Library;
use crate::store::{Found, clear};

/// What [`Library::check`] has found.
#[derive(Debug, Default)]
pub struct Inspection {
    /// Entries that were looked at.
    pub entries: u64,
    /// Certificates that are not there, not what their hash says, or do not prove what the index
    /// says.
    pub faults: Vec<Fault>,
    /// The entries of those, in the same order.
    pub wrong: Vec<Entry>,
    /// Certificates that could not be checked again: a limit, or a database that is not at hand.
    pub unchecked: Vec<Fault>,
    /// Files of which the index does not know, and which were removed.
    pub removed: Vec<PathBuf>,
}

/// How much is in a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The name of the game.
    pub game: String,
    /// `wins` or `holds`.
    pub goal: String,
    /// So many certificates.
    pub proofs: u64,
    /// Bytes of their texts.
    pub bytes: u64,
    /// Positions in them, each certificate by itself.
    pub positions: u64,
    /// Nodes of the searches that have found them, as far as that is known.
    pub nodes: u64,
}

impl Library {
    /// Looks at the index, compares every certificate with its hash and with what the index says of
    /// it, and removes files of which the index does not know: what killed processes have left.
    /// With a checker every certificate is checked again as well.
    ///
    /// # Errors
    /// The index itself is damaged, or the disk does not answer.
    pub fn check(
        &self,
        mut checker: Option<&mut Checker<'_>>,
        seen: &mut dyn FnMut(u64),
    ) -> Result<Inspection, Error> {
        self.integrity()?;
        let mut inspection = Inspection::default();
        self.each(|entry| -> Result<(), Error> {
            inspection.entries += 1;
            seen(inspection.entries);
            match self.look_at(&entry, checker.as_deref_mut()) {
                Ok(unchecked) => inspection.unchecked.extend(unchecked),
                Err(fault) => {
                    inspection.faults.push(fault);
                    inspection.wrong.push(entry);
                }
            }
            Ok(())
        })?;
        self.sweep(&mut inspection)?;
        Ok(inspection)
    }

    fn integrity(&self) -> Result<(), Error> {
        let said: String = self
            .db()
            .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
            .map_err(self.says())?;
        if said == "ok" { Ok(()) } else { Err(Error::damaged(&self.path, said)) }
    }

    /// Whether a certificate is what its hash says, and about what the index says; with a checker,
    /// whether it holds as well. `Some` says why that could not be found out.
    ///
    /// # Errors
    /// What is wrong.
    pub fn look_at(
        &self,
        entry: &Entry,
        checker: Option<&mut Checker<'_>>,
    ) -> Result<Option<Fault>, Fault> {
        let (hash, path) = (entry.hash, self.store.path(entry.hash));
        let fault = |what: String| Fault { hash, path: path.clone(), what, limit: None };
        let (header, bytes) = self.read_through(hash).map_err(fault)?;
        if !entry.says_the_same(&Entry::new(&header, hash, bytes, entry.positions)) {
            return Err(fault("the index says something else of it".to_owned()));
        }
        let Some(checker) = checker else { return Ok(None) };
        match self.verify(hash, checker)? {
            Ok(_) => Ok(None),
            Err(refused) if refused.is_about_means() => Ok(Some(fault(refused.to_string()))),
            Err(refused) => Err(fault(refused.to_string())),
        }
    }

    /// The header of a certificate that is what its hash says and has as many lines as its header
    /// says, and the bytes of its text; nothing else of it is kept. The error says what is wrong.
    fn read_through(&self, hash: Hash) -> Result<(Header, u64), String> {
        let mut text =
            self.store.open(hash, &CheckLimits::default()).map_err(|fault| fault.what)?;
        let mut reader = CertificateReader::new(&mut text);
        let read = || -> Result<Option<Header>, ReadError> {
            let Some(header) = reader.next_block()? else { return Ok(None) };
            let mut found = 0;
            while reader.next_move()?.is_some() {
                found += 1;
            }
            let is_whole = found == header.moves && reader.next_block()?.is_none();
            Ok(is_whole.then_some(header))
        };
        match { read }() {
            Ok(Some(header)) => Ok((header, text.bytes)),
            _ if !self.store.is_whole(hash) => Err("not what its hash says".to_owned()),
            Ok(None) => Err("not one claim with all its lines".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Removes files of which the index does not know. While it is locked: who writes one tells the
    /// index of it before he lets go.
    fn sweep(&self, inspection: &mut Inspection) -> Result<(), Error> {
        let says = self.says();
        let mut db = self.db();
        let within = db.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&says)?;
        let known: HashSet<Hash> = {
            let mut query = within.prepare("SELECT hash FROM proof").map_err(&says)?;
            let rows = query.query_map([], |row| row.get(0)).map_err(&says)?;
            rows.collect::<Result<_, _>>().map_err(&says)?
        };
        let mut orphans = Vec::new();
        self.store.each(|found| match found {
            Found::Certificate(hash, _) if known.contains(&hash) => {}
            Found::Certificate(_, path) | Found::Unfinished(path) => orphans.push(path),
        })?;
        for path in orphans {
            clear(&path).map_err(Error::file(&path))?;
            inspection.removed.push(path);
        }
        within.commit().map_err(&says)
    }

    /// How much there is of each game and goal.
    ///
    /// # Errors
    /// The index cannot be read.
    pub fn stats(&self) -> Result<Vec<Count>, Error> {
        const QUERY: &str = "SELECT game, goal, count(*), sum(bytes), sum(positions), \
             sum(max(nodes, 0)) FROM proof GROUP BY game, goal ORDER BY game, goal DESC";
        let db = self.db();
        let mut query = db.prepare_cached(QUERY).map_err(self.says())?;
        let rows = query.query_map([], |row| {
            let number = |column| row.get::<_, i64>(column).map(|n| u64::try_from(n).unwrap_or(0));
            Ok(Count {
                game: row.get(0)?,
                goal: row.get(1)?,
                proofs: number(2)?,
                bytes: number(3)?,
                positions: number(4)?,
                nodes: number(5)?,
            })
        });
        rows.map_err(self.says())?.collect::<Result<_, _>>().map_err(self.says())
    }
}
