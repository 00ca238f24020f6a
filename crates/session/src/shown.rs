//! Verified certificates about games of the registry, to be asked about position by position.

use threefold_certificate::{Block, CheckLimits};
use threefold_graph::GraphFile;
use threefold_search::Interrupt;

pub use threefold_answer::shown::*;

use crate::error::Error;
use crate::games::row::{FindDatabase, Known};
use crate::registry::GameName;

/// Verifies blocks about one position and hands them over as proofs that can be asked about.
///
/// # Errors
/// One does not hold, is about no game that is known, or a limit was met.
pub fn shown(
    blocks: &[Block],
    graph: Option<&GraphFile>,
    databases: &mut FindDatabase<'_>,
    limits: CheckLimits,
    interrupt: &Interrupt,
    then: &mut dyn FnMut(&[&dyn Shown]),
) -> Result<(), Error> {
    Chain { blocks, graph, limits, interrupt, done: None }.go_on(databases, then)
}

/// Games live as long as their visit: each block is looked at within the visit of the one before.
#[derive(Clone, Copy)]
struct Chain<'a> {
    blocks: &'a [Block],
    graph: Option<&'a GraphFile>,
    limits: CheckLimits,
    interrupt: &'a Interrupt,
    done: Option<&'a Link<'a>>,
}

struct Link<'a> {
    proof: &'a dyn Shown,
    before: Option<&'a Link<'a>>,
}

impl Chain<'_> {
    fn go_on(
        self,
        databases: &mut FindDatabase<'_>,
        then: &mut dyn FnMut(&[&dyn Shown]),
    ) -> Result<(), Error> {
        let Some(block) = self.blocks.first() else {
            let mut proofs = Vec::new();
            let mut link = self.done;
            while let Some(&Link { proof, before }) = link {
                proofs.push(proof);
                link = before;
            }
            proofs.reverse();
            then(&proofs);
            return Ok(());
        };
        let name = &block.header.game;
        let game = GameName::of(name).ok_or_else(|| Error::UnknownGame(name.clone()))?;
        // Twice: the row takes one of them before it hands over the game.
        let database = match &block.header.database {
            Some(declared) => databases(declared)?,
            None => None,
        };
        let mut found = move |_: &str| Ok(database.clone());
        let mut known = Known { graph: self.graph, databases: &mut found };
        game.made(&block.header, &mut known, |made| {
            let proof = made.shown(block, self.limits, self.interrupt)?;
            let link = Link { proof: &*proof, before: self.done };
            let chain = Chain { blocks: &self.blocks[1..], done: Some(&link), ..self };
            chain.go_on(databases, then)
        })
    }
}
