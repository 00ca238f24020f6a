//! Looking on while a df-pn uses its table, and rejecting what it would use.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use threefold_game::{Game, History, Question};
use threefold_oracle::exhaustive;

use crate::Informed;
use crate::cause::GhiError;

/// Is asked about every result from the table, and told every one that is stored for all paths.
pub(crate) trait Judge<M> {
    /// Whether a result may be used: whether it says "proven", whether it leaned on a repetition,
    /// and the moves from the root to the position.
    fn accepts(&self, proven: bool, leaned: bool, line: &[M]) -> bool;

    /// A result of the position behind the line has been stored.
    fn stored(&self, proven: bool, line: &[M]) {
        let _ = (proven, line);
    }
}

/// A wrong use of the table.
#[derive(Clone, Debug)]
pub(crate) struct WrongUse<M> {
    pub kind: GhiError,
    pub proven: bool,
    /// From the root to the position, where it was used.
    pub line: Vec<M>,
    /// The same where it was stored.
    pub stored: Option<Vec<M>>,
}

/// By position and what is said of it, a line to the position.
type Lines<G> = HashMap<(<G as Game>::Position, bool), Vec<<G as Game>::Move>>;

/// Compares what is used with exhaustive search on the path at hand, rejects the first wrong uses
/// and notes the next one.
pub(crate) struct Suspicion<'a, G: Informed> {
    pub game: &'a G,
    pub history: &'a History<G>,
    pub question: Question,
    /// Bounds each exhaustive search.
    pub oracle_nodes: u64,
    /// How many wrong uses are rejected.
    pub rejects: u32,
    /// How many were found so far.
    pub found: Cell<u32>,
    /// The first that was let through.
    pub let_through: RefCell<Option<WrongUse<G::Move>>>,
    /// An exhaustive search was not finished.
    pub unknown: Cell<bool>,
    /// By position and what is said of it: where it was stored last.
    pub stored: RefCell<Lines<G>>,
}

impl<'a, G: Informed> Suspicion<'a, G> {
    pub fn new(
        game: &'a G,
        history: &'a History<G>,
        question: Question,
        oracle_nodes: u64,
        rejects: u32,
    ) -> Self {
        Suspicion {
            game,
            history,
            question,
            oracle_nodes,
            rejects,
            found: Cell::new(0),
            let_through: RefCell::new(None),
            unknown: Cell::new(false),
            stored: RefCell::new(HashMap::new()),
        }
    }

    fn after(&self, line: &[G::Move]) -> History<G> {
        let mut history = self.history.clone();
        line.iter().for_each(|&m| history.push(self.game, m));
        history
    }
}

impl<G: Informed> Judge<G::Move> for Suspicion<'_, G> {
    fn accepts(&self, proven: bool, leaned: bool, line: &[G::Move]) -> bool {
        let here = self.after(line);
        match exhaustive(self.game, &here, self.question, self.oracle_nodes) {
            Some(truth) if truth == proven => return true,
            Some(_) => {}
            None => {
                self.unknown.set(true);
                return true;
            }
        }
        let number = self.found.get();
        self.found.set(number + 1);
        if number < self.rejects {
            return false;
        }
        let mut let_through = self.let_through.borrow_mut();
        if let_through.is_none() {
            let stored = self.stored.borrow().get(&(here.root().clone(), proven)).cloned();
            let kind = if leaned { GhiError::DrawFirst } else { GhiError::DrawLast };
            *let_through = Some(WrongUse { kind, proven, line: line.to_vec(), stored });
        }
        true
    }

    fn stored(&self, proven: bool, line: &[G::Move]) {
        let position = self.after(line).root().clone();
        self.stored.borrow_mut().insert((position, proven), line.to_vec());
    }
}
