//! What is proved elsewhere: certificates that answer a question before it is searched, and whose
//! positions are leaves of searches.
//!
//! A library is another door than an endgame database, with the same lock: what comes through it is
//! [`Knowledge`] to the search. But no certificate relies on it. What it has proved is written into
//! each ([`Leaves`]), so that a checker needs nothing but the rules.
//!
//! [`Knowledge`]: threefold_game::Knowledge
//! [`Leaves`]: crate::leaves::Leaves

use std::fmt::Debug;

use threefold_certificate::{Block, CheckLimits, Claim};

use crate::error::Error;

/// Certificates of claims that hold of a position whatever came before it.
pub trait Library: Debug + Send + Sync {
    /// The certificates about a position, in the game's own notation.
    ///
    /// # Errors
    /// The library cannot be read.
    fn find(&self, about: &About<'_>, position: &str) -> Result<Vec<Kept>, Error>;

    /// Every certificate about the game, those with most positions first, until `each` says
    /// `false`.
    ///
    /// # Errors
    /// The library cannot be read.
    fn each(&self, about: &About<'_>, each: &mut dyn FnMut(Kept) -> bool) -> Result<(), Error>;

    /// A certificate, of no more bytes than the limits allow.
    ///
    /// # Errors
    /// [`Error::Unusable`]: it is not there, or not what it was, or a limit was hit.
    fn block(&self, name: &str, limits: &CheckLimits) -> Result<Block, Error>;
}

/// Which certificates are meant.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// The name of the game.
    pub game: &'a str,
    /// Its parameters.
    pub parameters: &'a str,
    /// The database that is at hand: certificates may rely on it, and on no other.
    pub database: Option<&'a str>,
}

/// A certificate in a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// What the library calls it.
    pub name: String,
    /// The position, in the game's own notation.
    pub position: String,
    /// Who wins or holds.
    pub claim: Claim,
    /// Within how many plies he wins, or for how many he holds.
    pub plies: Option<u32>,
    /// Different positions in it.
    pub positions: u64,
}

/// What an answer owes to a library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owed {
    /// The answer itself is a certificate of the library, of this name: nothing was searched.
    pub answer: Option<String>,
    /// Positions of the library that the search knew of.
    pub known: u64,
    /// How often it met one of them.
    pub hits: u64,
    /// Positions of the certificate in which its strategy is the library's.
    pub positions: u64,
    /// Certificates of the library that were not used, since something is wrong with them.
    pub damaged: Vec<String>,
}
