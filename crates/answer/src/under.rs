//! What a position is asked about under.

use std::fmt::Debug;
use std::sync::Arc;

use threefold_checkers::egdb::Database;
use threefold_chess::tables::Tables;
use threefold_game::{Knowledge, RepetitionRule};
use threefold_search::Interrupt;

use crate::attacker::Attacker;
use crate::error::Damage;
use crate::library::Library;

/// Makes databases when a search needs them.
pub trait OnNeed: Debug + Send + Sync {
    /// The tables of chess with up to so many men; `None` if they cannot be had, or if they would
    /// have to be made, that may take long, and there is no time for it.
    fn chess(&self, men: u8, has_time: bool, interrupt: &Interrupt) -> Option<Arc<Tables>>;
}

/// What is known from beside the games.
#[derive(Clone, Debug, Default)]
pub struct Databases {
    /// The endgame database of checkers.
    pub checkers: Option<Arc<Database>>,
    /// The tables of endings of chess.
    pub chess: Option<Arc<Tables>>,
    /// Where there are none: who has them when a search takes long without.
    pub on_need: Option<Arc<dyn OnNeed>>,
    /// What is proved: answers, and leaves of searches.
    pub library: Option<Arc<dyn Library>>,
    /// How many positions of it a search may know of; [`Databases::ROOM`] is usual.
    pub room: usize,
}

impl Databases {
    /// 100 to 300 MB of them.
    pub const ROOM: usize = 1_000_000;
}

/// A database that certificates rely on.
#[derive(Clone, Debug)]
pub enum AnyDatabase {
    /// Of checkers.
    Checkers(Arc<Database>),
    /// Of chess.
    Chess(Arc<Tables>),
}

impl AnyDatabase {
    /// What certificates say of it.
    pub fn declaration(&self) -> String {
        match self {
            AnyDatabase::Checkers(database) => Database::declaration(database),
            AnyDatabase::Chess(tables) => Knowledge::declaration(&**tables).unwrap_or_default(),
        }
    }

    /// Whether a declaration is about as many pieces.
    pub fn is_as_large(&self, declaration: &str) -> bool {
        match self {
            AnyDatabase::Checkers(one) => {
                Database::declared_pieces(declaration) == Some(one.pieces())
            }
            AnyDatabase::Chess(one) => {
                let name = self.declaration();
                name == declaration
                    || Tables::declared_men(declaration) == Some(one.men())
                        && one.men() <= Tables::WHOLE
                        && !Tables::is_syzygy(&name)
            }
        }
    }

    /// Whether the hash of a declaration is built into this program.
    pub fn is_known(declaration: &str) -> bool {
        Database::is_known(declaration) || Tables::is_known(declaration)
    }
}

impl Databases {
    /// No other databases than the one that a certificate relies on.
    pub fn only(found: Option<AnyDatabase>) -> Self {
        match found {
            Some(AnyDatabase::Checkers(one)) => {
                Databases { checkers: Some(one), ..Databases::default() }
            }
            Some(AnyDatabase::Chess(one)) => Databases { chess: Some(one), ..Databases::default() },
            None => Databases::default(),
        }
    }

    /// The one of this name.
    pub fn called(&self, declaration: &str) -> Option<AnyDatabase> {
        let checkers = self.checkers.clone().map(AnyDatabase::Checkers);
        let all = checkers.into_iter().chain(self.chess.clone().map(AnyDatabase::Chess));
        all.into_iter().find(|one| one.declaration() == declaration)
    }

    /// What is wrong with one of them.
    pub fn damage(&self) -> Option<Damage> {
        let checkers = self.checkers.as_ref().and_then(|one| one.damage()).map(Damage::from);
        checkers.or_else(|| self.chess.as_ref().and_then(|one| one.damage()).map(Damage::from))
    }
}

/// What a position is asked about under.
#[derive(Clone, Copy, Debug)]
pub struct Under<'k> {
    /// The repetition rule, instead of the one that the source says.
    pub rule: Option<RepetitionRule>,
    /// Whose win is in question, instead of whom the source asks about: for games whose rules
    /// depend on it.
    pub attacker: Option<Attacker>,
    /// Chess: whether the fifty-move rule counts, with the clock of the position, 0 if its source
    /// does not say it.
    pub fifty_moves: bool,
    /// The databases that the game may use.
    pub databases: &'k Databases,
}

impl<'k> Under<'k> {
    /// What the source says, with these databases.
    pub fn new(databases: &'k Databases) -> Self {
        Under { rule: None, attacker: None, fifty_moves: false, databases }
    }
}
