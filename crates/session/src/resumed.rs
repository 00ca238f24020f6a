//! What a checkpoint is about, as a request names it.

use std::io::BufRead;

use threefold_search::{CheckpointError, CheckpointQuestion};

use crate::error::Error;
use crate::registry::GameName;

/// A question that can be asked again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resumed {
    /// The game.
    pub game: GameName,
    /// The position with the game before it, as [`read_position`](crate::registry::read_position)
    /// reads it.
    pub position: String,
    /// Whose win is in question.
    pub attacker: String,
}

/// Reads what a checkpoint is about.
///
/// # Errors
/// It is no checkpoint, or its header is damaged, or the position alone does not say the game.
pub fn question(input: &mut dyn BufRead) -> Result<Resumed, Error> {
    let about = CheckpointQuestion::read(input).map_err(|error| match error {
        CheckpointError::Io(_) => Error::other("the checkpoint is damaged: it cannot be unpacked"),
        error => Error::other(error),
    })?;
    let CheckpointQuestion { game, parameters, attacker, rule, root, history } = about;
    let position = history.unwrap_or(root);
    let game = GameName::of(&game).ok_or(Error::UnknownGame(game))?;
    let (position, attacker) = match game {
        GameName::Chess | GameName::Checkers => (position, attacker),
        // The rules are made for a side, which is the one in question.
        GameName::Tsume => (position, parameters),
        GameName::Board if rule == "draw" => (format!("{parameters} root {position}"), attacker),
        GameName::Board => (format!("{parameters} rule {rule} root {position}"), attacker),
        GameName::Graph => {
            return Err(Error::other("about a graph game; its .game file is needed as INPUT"));
        }
        GameName::Problem => return Err(Error::other("about a problem of Go, which needs a job")),
    };
    Ok(Resumed { game, position, attacker })
}
