//! A library as searches use it.

use threefold_certificate::{Block, CheckLimits};
use threefold_session::error::{Error as SessionError, Unusable};
use threefold_session::library::{About, Kept, Library as Door};

use crate::entry::{COLUMNS, Entry};
use crate::error::{Error, Fault};
use crate::library::Library;

impl From<Entry> for Kept {
    fn from(entry: Entry) -> Self {
        Kept {
            name: entry.hash.to_string(),
            position: entry.position,
            claim: entry.claim,
            plies: entry.plies,
            positions: entry.positions,
        }
    }
}

impl Door for Library {
    fn find(&self, about: &About<'_>, position: &str) -> Result<Vec<Kept>, SessionError> {
        let found = Library::find(self, about.game, about.parameters, position);
        let found = found.map_err(SessionError::other)?;
        let relies = |entry: &Entry| entry.database.is_none() || is_at_hand(entry, about);
        Ok(found.into_iter().filter(relies).map(Kept::from).collect())
    }

    fn each(
        &self,
        about: &About<'_>,
        each: &mut dyn FnMut(Kept) -> bool,
    ) -> Result<(), SessionError> {
        // So many at a time: whoever looks at them may read certificates, and others may write.
        const MANY: usize = 1000;
        let query = format!(
            "SELECT {COLUMNS}, id FROM proof WHERE game = ?1 AND parameters = ?2 \
             AND (positions, id) < (?3, ?4) ORDER BY positions DESC, id DESC LIMIT {MANY}"
        );
        let says = |error| SessionError::other(self.says()(error));
        let mut last = (i64::MAX, i64::MAX);
        loop {
            let entries = {
                let db = self.db();
                let mut query = db.prepare_cached(&query).map_err(says)?;
                let rows = query.query_map((about.game, about.parameters, last.0, last.1), |row| {
                    Ok((Entry::read(row)?, (row.get(10)?, row.get(13)?)))
                });
                let rows = rows.map_err(says)?.collect::<Result<Vec<(Entry, (i64, i64))>, _>>();
                rows.map_err(says)?
            };
            let Some(&(_, place)) = entries.last() else { return Ok(()) };
            last = place;
            for (entry, _) in entries {
                let is_of_use = entry.database.is_none() || is_at_hand(&entry, about);
                if is_of_use && !each(entry.into()) {
                    return Ok(());
                }
            }
        }
    }

    fn block(&self, name: &str, limits: &CheckLimits) -> Result<Block, SessionError> {
        let hash = name.parse().map_err(SessionError::Other)?;
        Library::block(self, hash, limits).map_err(|error| match error {
            Error::Certificate(Fault { what, limit, .. }) => SessionError::Unusable(Unusable {
                name: name.to_owned(),
                what,
                is_limit: limit.is_some(),
            }),
            error => SessionError::other(error),
        })
    }
}

/// Whether the database that a certificate relies on is the one that a search would use.
fn is_at_hand(entry: &Entry, about: &About<'_>) -> bool {
    entry.database.as_deref() == about.database
}
