//! What the index says of a certificate.

use rusqlite::Row;
use threefold_certificate::{Claim, Goal, Header};

use crate::hash::Hash;

/// What became of a certificate that was to enter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is in the library now.
    New(Hash),
    /// The same is proved there already, by this certificate.
    Known(Hash),
    /// The same was claimed there by a certificate that was not whole, or by a row that said
    /// something else of it. This one has taken its place.
    Replaced(Hash),
}

/// A certificate of the library: what is claimed of which position, and what it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name of the game.
    pub game: String,
    /// Its parameters; empty if it has none.
    pub parameters: String,
    /// The position, in the game's own notation.
    pub position: String,
    /// Who wins or holds.
    pub claim: Claim,
    /// Within how many plies he wins, or for how many he holds, if the certificate says so.
    pub plies: Option<u32>,
    /// The database that the certificate relies on, if it does.
    pub database: Option<String>,
    /// The certificate.
    pub hash: Hash,
    /// The size of its text.
    pub bytes: u64,
    /// Lines of its body.
    pub lines: u64,
    /// Different positions in it, when it was checked.
    pub positions: u64,
    /// The nodes of the search that has found it, if it is known.
    pub nodes: Option<u64>,
    /// The version of threefold that has checked and added it.
    pub version: String,
}

/// The columns of an entry, in the order in which [`Entry::read`] expects them.
pub(crate) const COLUMNS: &str = "game, parameters, position, player, goal, plies, relies, hash, \
                                  bytes, lines, positions, nodes, version";

/// In a column of numbers that says nothing. Null would not be equal to null in an index.
pub(crate) const NONE: i64 = -1;

/// A number as SQLite keeps it: none of them is that large.
pub(crate) fn stored(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl Entry {
    /// The entry of a certificate with this header.
    pub(crate) fn new(header: &Header, hash: Hash, bytes: u64, positions: u64) -> Self {
        Entry {
            game: header.game.clone(),
            parameters: header.parameters.clone(),
            position: header.root.clone(),
            claim: header.claim.clone(),
            plies: header.plies,
            database: header.database.clone(),
            hash,
            bytes,
            lines: header.moves,
            positions,
            nodes: None,
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let number = |column: usize| -> rusqlite::Result<Option<u64>> {
            Ok(u64::try_from(row.get::<_, i64>(column)?).ok())
        };
        let goal: String = row.get(4)?;
        let relies: String = row.get(6)?;
        Ok(Entry {
            game: row.get(0)?,
            parameters: row.get(1)?,
            position: row.get(2)?,
            claim: Claim {
                player: row.get(3)?,
                goal: if goal == Goal::Wins.name() { Goal::Wins } else { Goal::Holds },
            },
            plies: number(5)?.and_then(|plies| u32::try_from(plies).ok()),
            database: (!relies.is_empty()).then_some(relies),
            hash: row.get(7)?,
            bytes: number(8)?.unwrap_or(0),
            lines: number(9)?.unwrap_or(0),
            positions: number(10)?.unwrap_or(0),
            nodes: number(11)?,
            version: row.get(12)?,
        })
    }

    /// Whether the index says of the certificate what is said here, apart from how it was found.
    pub(crate) fn says_the_same(&self, other: &Entry) -> bool {
        let (nodes, version) = (self.nodes, self.version.clone());
        *self == Entry { nodes, version, ..other.clone() }
    }

    /// Whether both claim the same, of one position, and rely on the same.
    pub fn claims_the_same(&self, other: &Entry) -> bool {
        (&self.claim, self.plies, &self.database) == (&other.claim, other.plies, &other.database)
    }

    /// The game with its parameters, as in a certificate.
    pub fn game_line(&self) -> String {
        match self.parameters.is_empty() {
            true => self.game.clone(),
            false => format!("{} {}", self.game, self.parameters),
        }
    }

    /// The claim with its number of plies: `white wins within 11`, `black holds plies 9`.
    pub fn claim_text(&self) -> String {
        match (self.plies, self.claim.goal) {
            (None, _) => self.claim.to_string(),
            (Some(plies), Goal::Wins) => format!("{} within {plies}", self.claim),
            (Some(plies), Goal::Holds) => format!("{} plies {plies}", self.claim),
        }
    }

    /// Whether both claims, of one position, cannot be true.
    pub fn contradicts(&self, other: &Entry) -> bool {
        if self.claim.player == other.claim.player {
            return false;
        }
        match (self.claim.goal, other.claim.goal) {
            (Goal::Holds, Goal::Holds) => false,
            (Goal::Wins, Goal::Wins) => true,
            (Goal::Wins, Goal::Holds) => is_too_late(self, other),
            (Goal::Holds, Goal::Wins) => is_too_late(other, self),
        }
    }
}

/// Whether the one has won while the other still holds.
fn is_too_late(wins: &Entry, holds: &Entry) -> bool {
    match (wins.plies, holds.plies) {
        (_, None) => true,
        // A win without a number may take longer than the other one holds.
        (None, Some(_)) => false,
        (Some(within), Some(plies)) => within <= plies,
    }
}
