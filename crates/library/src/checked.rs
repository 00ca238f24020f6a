//! What may enter a library: a claim that was checked, and holds whatever came before.

use std::io::BufRead;

use threefold_certificate::{Block, Header, write_block};
use threefold_session::check::Checker;
use threefold_session::check::finding::{Finding, Outcome};
use threefold_session::error::Error;
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
        let positions = check(hash, text.as_slice(), checker)?;
        let entry = Entry::new(&block.header, hash, text.len() as u64, positions);
        Ok(Checked { entry, text })
    }

    /// Checks the claims of a file called `name` while it is read, so that no more of it is held
    /// than there is proof in it: all of them, or why one may not enter.
    ///
    /// # Errors
    /// As for [`Checked::new`].
    pub fn read(
        name: &str,
        input: impl BufRead,
        checker: &mut Checker<'_>,
    ) -> Result<Vec<Self>, Refused> {
        let mut barred = None;
        let read = checker.read(name, input, &mut |header| match may_enter(header) {
            Ok(()) => true,
            Err(why) => {
                barred = Some(why);
                false
            }
        });
        if let Some(why) = barred {
            return Err(why);
        }
        let (findings, blocks) = read.map_err(unreadable)?;
        let mut checked = Vec::new();
        for finding in findings {
            let positions = verified(finding)?;
            // Of every finding that is verified there is a block.
            let Some(block) = blocks.get(checked.len()) else { break };
            let text = text(block)?;
            let hash = Hash::of(&text);
            let entry = Entry::new(&block.header, hash, text.len() as u64, positions);
            checked.push(Checked { entry, text });
        }
        Ok(checked)
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
pub(crate) fn check(
    hash: Hash,
    text: impl BufRead,
    checker: &mut Checker<'_>,
) -> Result<u64, Refused> {
    let findings = checker.file(&hash.to_string(), text).map_err(unreadable)?;
    findings.into_iter().map(verified).sum()
}

fn unreadable(error: Error) -> Refused {
    match error {
        Error::Limit(limit) => Refused::Limit(limit),
        error => Refused::Unreadable(error.with_flags()),
    }
}

/// The positions of a claim that was verified and takes nothing for granted.
fn verified(finding: Finding) -> Result<u64, Refused> {
    if let Some(assumed) = finding.assuming {
        return Err(Refused::Assumes(assumed));
    }
    match finding.outcome {
        Outcome::Verified(verified) => Ok(verified.positions),
        Outcome::Refuted(refuted) => Err(Refused::Refuted(refuted)),
        Outcome::Limit(limit) => Err(Refused::Limit(limit)),
    }
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
