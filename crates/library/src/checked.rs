//! What may enter a library: a claim that was checked, and holds whatever came before.

use threefold_certificate::{Block, Header, write_block};
use threefold_session::check::Checker;
use threefold_session::check::finding::Outcome;
use threefold_session::registry::GameName;

use crate::entry::Entry;
use crate::error::Refused;
use crate::hash::Hash;

/// A certificate of one claim that was verified, and is about a position alone. There is no other
/// way to make one than the check.
#[derive(Clone, Debug)]
pub struct Checked {
    pub(crate) entry: Entry,
    pub(crate) text: Vec<u8>,
}

impl Checked {
    /// Checks a claim, within the limits and with the databases of `checker`.
    ///
    /// # Errors
    /// Why it may not enter.
    pub fn new(block: &Block, checker: &mut Checker<'_>) -> Result<Self, Refused> {
        may_enter(&block.header)?;
        let text = text(block)?;
        let hash = Hash::of(&text);
        let positions = check(hash, &text, checker)?;
        let entry = Entry::new(&block.header, hash, text.len() as u64, positions);
        Ok(Checked { entry, text })
    }

    /// The same, found by a search of so many nodes.
    #[must_use]
    pub fn found_in(mut self, nodes: Option<u64>) -> Self {
        self.entry.nodes = nodes;
        self
    }

    /// What the index will say of it.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }
}

/// Checks the text of one claim: how many positions there are in it.
pub(crate) fn check(hash: Hash, text: &[u8], checker: &mut Checker<'_>) -> Result<u64, Refused> {
    let findings = checker.file(&hash.to_string(), text);
    let findings = findings.map_err(|error| Refused::Unreadable(error.with_flags()))?;
    let mut positions = 0;
    for finding in findings {
        if let Some(assumed) = finding.assuming {
            return Err(Refused::Assumes(assumed));
        }
        match finding.outcome {
            Outcome::Verified(verified) => positions += verified.positions,
            Outcome::Refuted(refuted) => return Err(Refused::Refuted(refuted)),
            Outcome::Limit(limit) => return Err(Refused::Limit(limit)),
        }
    }
    Ok(positions)
}

/// Whether what the header says is about a position alone.
fn may_enter(header: &Header) -> Result<(), Refused> {
    if GameName::of(&header.game) == Some(GameName::Graph) {
        return Err(Refused::Graph);
    }
    if header.repetition.is_superko() {
        return Err(Refused::Superko);
    }
    if header.history.is_some() {
        return Err(Refused::History);
    }
    Ok(())
}

/// The text of a certificate with one block, which has one spelling.
pub(crate) fn text(block: &Block) -> Result<Vec<u8>, Refused> {
    let (declared, found) = (block.header.moves, block.moves.len());
    if declared != found {
        return Err(Refused::Count { declared, found });
    }
    let mut text = Vec::new();
    let written = write_block(&mut text, &block.header, block.moves.iter());
    written.map_err(|error| Refused::Unreadable(error.to_string()))?;
    Ok(text)
}
