//! The strategy of a certificate about a game of the registry.

use threefold_certificate::Block;
use threefold_search::Interrupt;

pub use threefold_answer::strategy::{Ending, Node, Strategy};

use crate::error::Error;
use crate::games::row::Known;
use crate::registry::GameName;

/// The strategy of a block about a game of the registry, of at most so many positions. The block is
/// checked before.
///
/// # Errors
/// The block does not hold or is about no game that is known, there are more positions, the
/// rule is superko, or the interrupt was raised.
pub fn strategy(
    block: &Block,
    known: &mut Known<'_>,
    most: usize,
    interrupt: &Interrupt,
) -> Result<Strategy, Error> {
    let name = &block.header.game;
    let game = GameName::of(name).ok_or_else(|| Error::UnknownGame(name.clone()))?;
    game.made(&block.header, known, |made| made.strategy(block, most, interrupt))
}
