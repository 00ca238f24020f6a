//! What tables of endings say of a position.

use threefold_chess::tables::Tables;
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, Outcome, Player};

use threefold_answer::error::Error;

/// A position, and what the tables say of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// The position.
    pub position: ChessPosition,
    /// `None` for one that is not in the tables.
    pub found: Option<Found>,
}

/// The value of a position, and how the game ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Who mates, if anybody does.
    pub winner: Option<Player>,
    /// In how many plies.
    pub plies: Option<u8>,
    /// The shortest win against the best defence, or a move that keeps the draw.
    pub line: Vec<String>,
}

impl Probed {
    /// `win`, `draw` or `loss` for the side to move; `None` of what is not in the tables.
    pub fn value(&self) -> Option<&'static str> {
        let mover = Chess.player_to_move(&self.position);
        self.found.as_ref().map(|found| match found.winner {
            None => "draw",
            Some(winner) if winner == mover => "win",
            Some(_) => "loss",
        })
    }
}

/// Looks a position up: a FEN.
///
/// # Errors
/// The text is no position, or the tables are not what they should be.
pub fn probe(tables: &Tables, text: &str) -> Result<Probed, Error> {
    let position = Chess.parse_position(text).map_err(|error| {
        Error::other(&error).at(format!("{text}: column {}", error.offset() + 1))
    })?;
    let found = tables.outcome(&position).map(|outcome| found(tables, &position, outcome));
    match tables.damage() {
        Some(damage) => Err(Error::Damage(damage.into())),
        None => Ok(Probed { position, found }),
    }
}

fn found(tables: &Tables, position: &ChessPosition, outcome: Outcome) -> Found {
    let winner = [Player::First, Player::Second].into_iter().find(|&one| outcome.is_win_of(one));
    let moves = match winner {
        None => tables.best_move(position).into_iter().collect(),
        Some(_) => tables.line(position),
    };
    let mut at = position.clone();
    let mut line = Vec::with_capacity(moves.len());
    for m in moves {
        line.push(Chess.move_text(&at, m));
        at = at.after(m);
    }
    let plies = winner.and_then(|winner| tables.plies(position, winner).flatten());
    Found { winner, plies, line }
}
