//! Endgame databases of checkers: what they say of a position.
//!
//! Building and verifying are [`Database::build`] and [`Database::verify`], which have an observer
//! of their own.

#[cfg(not(target_family = "wasm"))]
use std::path::Path;

use threefold_checkers::egdb::{Database, Value};
#[cfg(not(target_family = "wasm"))]
use threefold_checkers::egdb::{EgdbError, FileError};
use threefold_checkers::{Checkers, CheckersPosition};
use threefold_game::{Game, Player};

use threefold_answer::error::Error;

/// What a database says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// The position.
    pub position: CheckersPosition,
    /// `None` for one that is not in the database.
    pub found: Option<Found>,
}

/// The value of a position, and how the game ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// For the side to move.
    pub value: Value,
    /// Who wins, if anybody does.
    pub winner: Option<Player>,
    /// Plies to the end, if the database knows them.
    pub plies: Option<u8>,
    /// The shortest win against the best defence, or a move that keeps the draw.
    pub line: Vec<String>,
}

/// Looks a position up: a FEN.
///
/// # Errors
/// The text is no position, or the database is not what it should be.
pub fn probe(database: &Database, text: &str) -> Result<Probed, Error> {
    let game = Checkers::new();
    let position = game.parse_position(text).map_err(|error| {
        Error::other(&error).at(format!("{text}: column {}", error.offset() + 1))
    })?;
    let found = database.probe(&position).map(|value| found(database, &position, value));
    match database.damage() {
        Some(damage) => Err(Error::Damage(damage.into())),
        None => Ok(Probed { position, found }),
    }
}

fn found(database: &Database, position: &CheckersPosition, value: Value) -> Found {
    let game = Checkers::new();
    let us = game.player_to_move(position);
    let winner = match value {
        Value::Win => Some(us),
        Value::Draw => None,
        Value::Loss => Some(us.opponent()),
    };
    let moves = match value {
        Value::Draw => database.best_move(position).into_iter().collect(),
        _ => database.line(position),
    };
    let mut at = *position;
    let mut line = Vec::with_capacity(moves.len());
    for m in moves {
        line.push(game.move_text(&at, m));
        game.make(&mut at, m);
    }
    Found { value, winner, plies: database.depth(position), line }
}

/// The database that a certificate declares, in a directory: as many pieces of it as are declared.
/// `None` if what is declared is no database of this program. Nothing is built.
///
/// # Errors
/// [`Missing::Damaged`] if it is there, but not as it should be; else what is missing.
#[cfg(not(target_family = "wasm"))]
pub fn declared(directory: &Path, declaration: &str) -> Result<Option<Database>, Missing> {
    let Some(pieces) = Database::declared_pieces(declaration) else { return Ok(None) };
    match Database::open(directory, Some(pieces)) {
        Ok(database) => Ok(Some(database)),
        Err(
            error @ EgdbError::File(
                FileError::Damaged { .. } | FileError::Checksum { .. } | FileError::Later { .. },
            ),
        ) => Err(Missing::Damaged((&error).into())),
        Err(error) => Err(Missing::NotThere { pieces, error }),
    }
}

/// Why there is no database for a declaration.
#[cfg(not(target_family = "wasm"))]
#[derive(Debug)]
pub enum Missing {
    /// It is there, but not as it should be.
    Damaged(threefold_answer::error::Damage),
    /// It has to be built.
    NotThere {
        /// With so many pieces.
        pieces: u8,
        /// What was found instead.
        error: EgdbError,
    },
}
