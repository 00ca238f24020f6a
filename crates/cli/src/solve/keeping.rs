//! `--library`: where answers come from, and go to.

use std::path::Path;
use std::sync::Arc;

use threefold::certificate::{Block, CheckLimits, Header};
use threefold::session::check::Checker;
use threefold::session::games::row::Databases;
use threefold::session::library::Library as Door;
use threefold::session::solve::Answer;
use threefold_library::{Added, Checked, Hash, Library, Refused};
use threefold_terminal::database;

use super::args::SolveArgs;
use crate::library::entering::{enter, holds, stop};
use threefold_terminal::exit::Exit;
use threefold_terminal::output::Stop;

/// A library that is looked into, and grows.
pub struct Keeping {
    library: Arc<Library>,
}

/// What became of an answer.
#[derive(Debug)]
pub enum Kept {
    /// The certificates with these hashes were added; none if they were there, or may not enter.
    Added(Vec<String>),
    /// The library says the contrary.
    Conflict(String),
    /// It could not be added.
    Failed(String),
}

impl Keeping {
    /// The library in a directory, if one is named.
    pub fn open(directory: Option<&Path>) -> Result<Option<Self>, Stop> {
        let Some(directory) = directory else { return Ok(None) };
        let library = Arc::new(Library::create(directory).map_err(stop)?);
        Ok(Some(Keeping { library }))
    }

    /// Through which searches look into it.
    pub fn door(&self) -> Arc<dyn Door> {
        self.library.clone()
    }

    /// Adds what an answer proves, unless it has come from here.
    pub fn add(&self, answer: &Answer, databases: &Databases, args: &SolveArgs) -> Kept {
        // Of a value one claim may be from here, and the other one not any more.
        let is_from_here = answer.owed.iter().all(|owed| owed.answer.is_some());
        if answer.owed.is_empty() || is_from_here || answer.fault.is_some() {
            return Kept::Added(Vec::new());
        }
        // The one at hand first: looking at its files again takes a while.
        let at_hand = |text: &str| match databases.called(text) {
            Some(one) => Ok(Some(one)),
            None => database::declared_with(args.egdb.as_deref(), args.syzygy.as_deref(), text),
        };
        let limits = CheckLimits { memory: Some(args.memory().max(24 << 20)), time: None };
        let mut checker = Checker::new().limits(limits).databases(at_hand);
        let mut checked = Vec::new();
        for proof in &answer.proofs {
            // What holds after this history, in which nothing repeats, holds without it: if the
            // checker says so as well.
            let header = Header { history: None, ..proof.block.header.clone() };
            let block = Block::new(header, proof.block.moves.clone());
            match Checked::new(&block, &mut checker) {
                Ok(one) => checked.push(one.found_in(Some(answer.stats.nodes))),
                Err(Refused::Superko | Refused::Graph | Refused::Assumes(_)) => {}
                Err(refused) => return Kept::Failed(format!("--library: not added: {refused}")),
            }
        }
        // Only what can be replaced is forgotten.
        let damaged = answer.owed.iter().flat_map(|owed| &owed.damaged);
        let damaged = damaged.filter(|_| !checked.is_empty()).filter_map(|name| name.parse().ok());
        let entered = self
            .mend(damaged, &mut checker)
            .and_then(|()| enter(&self.library, &checked, &mut checker));
        match entered {
            Ok(added) => {
                let new = added.iter().filter_map(|one| match one {
                    Added::New(hash) | Added::Replaced(hash) => Some(hash.to_string()),
                    Added::Known(_) => None,
                });
                Kept::Added(new.collect())
            }
            Err(Stop::Failed(message)) => Kept::Conflict(message),
            Err(Stop::Message(message)) => Kept::Failed(format!("--library: not added: {message}")),
            Err(Stop::BrokenPipe) => Kept::Failed("--library: not added".to_owned()),
        }
    }

    /// Forgets what the index says of these certificates, as far as it does not hold.
    fn mend(
        &self,
        hashes: impl Iterator<Item = Hash>,
        checker: &mut Checker<'_>,
    ) -> Result<(), Stop> {
        for hash in hashes {
            for entry in self.library.entries(hash).map_err(stop)? {
                holds(&self.library, &entry, checker)?;
            }
        }
        Ok(())
    }
}

impl Kept {
    /// What is wrong, in a line.
    pub fn complaint(&self) -> Option<&str> {
        match self {
            Kept::Added(_) => None,
            Kept::Conflict(message) | Kept::Failed(message) => Some(message),
        }
    }

    /// Whether something is.
    pub fn is_wrong(&self) -> bool {
        !matches!(self, Kept::Added(_))
    }

    /// What that means for the exit status.
    pub fn exit(&self) -> Exit {
        match self {
            Kept::Added(_) => Exit::Fine,
            Kept::Conflict(_) => Exit::Failed,
            Kept::Failed(_) => Exit::BadInput,
        }
    }
}
