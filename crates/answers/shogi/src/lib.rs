//! What only mate problems of shogi have: what is left in hand, lengths by convention, whether a
//! problem is sound, other solutions along a line, and the solution as a record with variations.

mod argued;
mod convention;
mod kenshou;
mod length;
pub mod row;
mod strategy;
mod tree;
mod yozume;

use threefold_shogi::{Move, Position, Tsume, diagram};

use crate::row::TsumeSubject;
use threefold_answer::attacker::Attacker;
use threefold_answer::error::Error;

pub use convention::Futile;
pub use kenshou::{Finding, Judged, Kenshou, kenshou};
pub use length::{Conventional, conventional};
pub use tree::{Tree, tree};
pub use yozume::{Yozume, Yozumes, yozume};

/// What there is to say of a line that mates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notes {
    /// What the attacker has left in hand at the end, in the letters of SFEN: `R2P`; empty if there
    /// is nothing.
    pub left_in_hand: String,
    /// The same as players write it.
    pub written: String,
}

/// What there is to say of a line; `None` if it does not end in mate.
///
/// # Errors
/// The position has no such attacker.
pub fn notes(
    subject: &TsumeSubject,
    attacker: Option<Attacker>,
    line: &[String],
) -> Result<Option<Notes>, Error> {
    let game = subject.game(attacker)?;
    let Some((_, last)) = played(subject.position(), line) else { return Ok(None) };
    let is_mate = last.is_mate() && last.side_to_move() != game.attacker();
    let written = || diagram::hand(last.hand(game.attacker()));
    Ok(is_mate.then(|| Notes { left_in_hand: left_in_hand(&game, &last), written: written() }))
}

/// The attacker's hand in the letters of SFEN.
fn left_in_hand(game: &Tsume, position: &Position) -> String {
    let hand = position.hand(game.attacker());
    if hand.is_empty() { String::new() } else { format!("{hand:?}") }
}

/// The moves of a line in USI, and the position behind them; `None` if one of them is not legal.
fn played(start: &Position, line: &[String]) -> Option<(Vec<Move>, Position)> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(line.len());
    for text in line {
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        let m = legal.into_iter().find(|m| m.to_string() == *text)?;
        position.make(m);
        moves.push(m);
    }
    Some((moves, position))
}
