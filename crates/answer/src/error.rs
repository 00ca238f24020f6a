//! What can be wrong with a request.

use std::path::{Path, PathBuf};

use thiserror::Error;
use threefold_certificate::{CheckLimit, ReadError};
use threefold_checkers::egdb::EgdbError;
use threefold_chess::tables::TablesError;
use threefold_game::RepetitionRule;

/// Why a request has no answer: one clear line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Error {
    /// Something about an input or a place in it.
    #[error("{place}: {error}")]
    At {
        /// The input, or `INPUT:LINE:COLUMN`.
        place: String,
        /// What is wrong there.
        error: Box<Error>,
    },
    /// A field of the request does not say what it should.
    #[error("{field}: {what}")]
    Field {
        /// Its name, as in `to-play`.
        field: &'static str,
        /// What is wrong with it.
        what: String,
    },
    /// A value was asked for where there is none.
    #[error("{}", value_needs_rule(*.0, "a value"))]
    NoValue(RepetitionRule),
    /// A request says what a cycle counts for where there is none.
    #[error("a cycle: under superko games end; expected basic ko")]
    CycleUnderSuperko,
    /// A certificate is about a graph game that was not given.
    #[error("about a graph game, which was not given")]
    NoGraph,
    /// A game has no such player.
    #[error("{game} has no player '{player}'")]
    NoPlayer {
        /// The game.
        game: String,
        /// How the player was called.
        player: &'static str,
    },
    /// A certificate is about a game that is not in the registry.
    #[error("about the game '{0}', unknown here")]
    UnknownGame(String),
    /// A certificate relies on a database of a game that has none.
    #[error("about {0}, which has no database")]
    NoDatabase(String),
    /// How far a win is cannot be asked in a game, or under its rule.
    #[error("{0}: no questions about the length of a win")]
    NoDistance(&'static str),
    /// An endgame database is not what it should be: what was found with its help counts for
    /// nothing.
    #[error("{0}")]
    Damage(Damage),
    /// A limit of a check was hit before there was a claim to speak of.
    #[error("{0}")]
    Limit(CheckLimit),
    /// A certificate of a library is not there, or not what it should be.
    #[error("{0}")]
    Unusable(Unusable),
    /// Anything else: a position that cannot be read, a move that cannot be played.
    #[error("{0}")]
    Other(String),
}

fn value_needs_rule(rule: RepetitionRule, value: &str) -> String {
    format!(
        "{value} needs the rule of a game (draw or superko), and '{rule}' is only about its \
         attacker"
    )
}

impl Error {
    /// The same error, with the input that it is about.
    #[must_use]
    pub fn at(self, place: impl Into<String>) -> Self {
        Error::At { place: place.into(), error: Box::new(self) }
    }

    /// An error about a field of a request.
    pub fn field(field: &'static str, what: impl ToString) -> Self {
        Error::Field { field, what: what.to_string() }
    }

    /// What a reader says.
    pub fn other(what: impl ToString) -> Self {
        Error::Other(what.to_string())
    }

    /// The line for readers who write the fields of a request as flags: `--to-play`.
    pub fn with_flags(&self) -> String {
        match self {
            Error::At { place, error } => format!("{place}: {}", error.with_flags()),
            Error::Field { field, what } => format!("--{field}: {what}"),
            Error::NoValue(rule) => value_needs_rule(*rule, "--value"),
            Error::CycleUnderSuperko => {
                "--cycle: under superko games end; expected --rule basic-ko".to_owned()
            }
            Error::NoGraph => "about a graph game: give it with --graph FILE.game".to_owned(),
            other => other.to_string(),
        }
    }

    /// The damage of a database, if that is what is wrong.
    pub fn damage(&self) -> Option<&Damage> {
        match self {
            Error::At { error, .. } => error.damage(),
            Error::Damage(damage) => Some(damage),
            _ => None,
        }
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        error.limit().map_or_else(|| Error::other(error), Error::Limit)
    }
}

/// A certificate of a library that is of no use.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("library: certificate {name}: {what}")]
pub struct Unusable {
    /// What the library calls it.
    pub name: String,
    /// What is wrong with it.
    pub what: String,
    /// Whether nothing is wrong with it but that a limit was hit.
    pub is_limit: bool,
}

/// What is wrong with an endgame database.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{what}")]
pub struct Damage {
    what: String,
    rebuild: Option<(PathBuf, u8)>,
}

impl Damage {
    /// What to build so that this does not happen again: the directory, and the number of pieces.
    /// `None` if building does not help.
    pub fn rebuild(&self) -> Option<(&Path, u8)> {
        self.rebuild.as_ref().map(|(directory, pieces)| (directory.as_path(), *pieces))
    }
}

impl From<&TablesError> for Damage {
    /// The message says itself what to build.
    fn from(error: &TablesError) -> Self {
        Damage { what: error.to_string(), rebuild: None }
    }
}

impl From<&EgdbError> for Damage {
    fn from(error: &EgdbError) -> Self {
        let rebuild = error.rebuild().map(|(directory, pieces)| (directory.to_owned(), pieces));
        Damage { what: error.to_string(), rebuild }
    }
}
