//! Searches that go on: one that a limit has ended keeps what it has found out, and waits for the
//! same question with another limit.
//!
//! ```text
//!   go nodes 1000     a thread searches, says what it found, and rests with its table
//!   go nodes 100000   the same question: it goes on
//!   position ...      another question: it ends, and its table is freed
//! ```

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use threefold_search::Interrupt;

use crate::events::Event;

/// One time that a question is asked.
#[derive(Debug)]
pub struct Turn<L> {
    /// The number of the search.
    pub id: u64,
    /// What may be spent on it.
    pub limit: L,
    /// Ends it.
    pub interrupt: Interrupt,
}

/// The search that knows most: that for the last question.
#[derive(Debug)]
pub struct Last<Q, L> {
    search: Option<(Q, Sender<Turn<L>>)>,
}

impl<Q: PartialEq, L> Last<Q, L> {
    /// There has been none.
    pub fn new() -> Self {
        Last { search: None }
    }

    /// Has the search for the same question go on, if there is one. Otherwise a new one has to be
    /// started, which takes its turns from what is returned: this one, and later ones.
    pub fn ask(&mut self, question: Q, turn: Turn<L>) -> Option<Receiver<Turn<L>>> {
        let turn = match &self.search {
            // One that has failed listens no more.
            Some((same, turns)) if *same == question => match turns.send(turn) {
                Ok(()) => return None,
                Err(refused) => refused.0,
            },
            _ => turn,
        };
        // The old one ends, and frees its table before there is another.
        self.search = None;
        let (sender, receiver) = channel();
        sender.send(turn).expect("the receiver is here");
        self.search = Some((question, sender));
        Some(receiver)
    }

    /// What was learnt is forgotten.
    pub fn forget(&mut self) {
        self.search = None;
    }
}

/// The turns of a search, and what it says in each.
#[derive(Debug)]
pub struct Turns<L, S> {
    receiver: Receiver<Turn<L>>,
    sender: Sender<Event<S>>,
    /// The number of this turn.
    id: Cell<u64>,
}

impl<L, S> Turns<L, S> {
    /// The next one, for which is waited; `None` if nobody will ask any more.
    pub fn next(&self) -> Option<Turn<L>> {
        let turn = self.receiver.recv().ok()?;
        self.id.set(turn.id);
        Some(turn)
    }

    /// Says something in this turn.
    pub fn say(&self, said: S) {
        // Nobody may listen any more.
        let _ = self.sender.send(Event::Search(self.id.get(), said));
    }
}

/// Has a search run on a thread of its own, with its first turn, until nobody will ask any more.
/// `failed` is what it says where it does not end but fails: a fault of the program must not leave
/// the interface without an answer.
pub fn start<L: Send + 'static, S: Send + 'static>(
    receiver: Receiver<Turn<L>>,
    sender: Sender<Event<S>>,
    run: impl FnOnce(&Turns<L, S>, Turn<L>) + Send + 'static,
    failed: impl FnOnce() -> S + Send + 'static,
) {
    thread::spawn(move || {
        let turns = Turns { receiver, sender, id: Cell::new(0) };
        let Some(turn) = turns.next() else { return };
        if catch_unwind(AssertUnwindSafe(|| run(&turns, turn))).is_err() {
            turns.say(failed());
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(id: u64) -> Turn<u64> {
        Turn { id, limit: 10 * id, interrupt: Interrupt::default() }
    }

    #[test]
    fn the_same_question_goes_to_the_same_search_unless_it_is_forgotten_or_has_ended() {
        let mut last = Last::new();
        let turns = last.ask("a", turn(1)).expect("a new search");
        assert!(last.ask("a", turn(2)).is_none());
        assert_eq!(turns.iter().take(2).map(|turn| turn.limit).collect::<Vec<_>>(), [10, 20]);
        let other = last.ask("b", turn(3)).expect("a new search");
        assert!(turns.recv().is_err(), "the first one is told that nobody will ask");
        drop(other);
        let again = last.ask("b", turn(4)).expect("the one before has ended");
        assert_eq!(again.recv().map(|turn| turn.id), Ok(4));
        last.forget();
        assert!(again.recv().is_err());
        assert!(last.ask("b", turn(5)).is_some());
    }
}
