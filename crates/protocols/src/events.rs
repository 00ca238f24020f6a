//! What an engine with searches beside it waits for.
//!
//! ```text
//!   input --lines--+
//!                  +--> events --> engine --> output
//!   search --------+                 |
//!     ^------------- interrupt ------+
//! ```
//! A search has a thread of its own, and the engine waits for nothing but events: whatever is going
//! on, it answers at once, and where a search does not end soon after it was told to, it answers
//! without it.

use std::io::BufRead;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use threefold_search::Interrupt;

use crate::lines::send_lines;

/// What happens; searches say `S`.
#[derive(Debug, PartialEq, Eq)]
pub enum Event<S> {
    /// A line, or the end of the input.
    Line(Option<String>),
    /// The search with that number says something.
    Search(u64, S),
    /// Nothing, until the time was over.
    Late,
}

/// The lines of an input, and what searches say, in the order in which they come.
#[derive(Debug)]
pub struct Events<S> {
    receiver: Receiver<Event<S>>,
    sender: Sender<Event<S>>,
}

impl<S: Send + 'static> Events<S> {
    /// Those of an input, which is read from now on.
    pub fn of(input: impl BufRead + Send + 'static) -> Self {
        let (sender, receiver) = channel();
        send_lines(input, sender.clone(), Event::Line);
        Events { receiver, sender }
    }

    /// Where a search says what it has to say.
    pub fn sender(&self) -> Sender<Event<S>> {
        self.sender.clone()
    }

    /// The next one, for which is waited until then.
    pub fn next(&self, until: Option<Instant>) -> Event<S> {
        let event = match until {
            None => self.receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(until) => {
                self.receiver.recv_timeout(until.saturating_duration_since(Instant::now()))
            }
        };
        match event {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => Event::Late,
            // Not while a sender is kept here.
            Err(RecvTimeoutError::Disconnected) => Event::Line(None),
        }
    }
}

/// A search that is going on.
#[derive(Debug)]
pub struct Running {
    /// Its number.
    pub id: u64,
    /// Whether it surely ends by itself.
    pub is_limited: bool,
    /// When its time is over.
    pub deadline: Option<Instant>,
    interrupt: Interrupt,
    stopped: Option<Instant>,
}

impl Running {
    /// One that has begun.
    pub fn new(id: u64, is_limited: bool, deadline: Option<Instant>, interrupt: Interrupt) -> Self {
        Running { id, is_limited, deadline, interrupt, stopped: None }
    }

    /// Tells it to end.
    pub fn stop(&mut self) {
        self.interrupt.raise();
        self.stopped.get_or_insert_with(Instant::now);
    }

    /// Whether it was told to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Until when it is waited for: it may take `grace` to end after it was told to.
    pub fn until(&self, grace: Duration) -> Option<Instant> {
        self.stopped.map_or(self.deadline, |stopped| Some(stopped + grace))
    }

    /// Whether a line has to wait until the search has ended: all but `urgent` ones, for scripts
    /// hand over at once whatever they want; the end of the input if others wait. A search without
    /// a limit would keep them waiting for ever: a further `go`, or the end of the input, ends it.
    pub fn keeps_waiting(&mut self, line: Option<&str>, urgent: &[&str], others: bool) -> bool {
        let first = line.and_then(|line| line.split_whitespace().next()).unwrap_or_default();
        if !self.is_limited && (line.is_none() || first == "go") {
            self.stop();
        }
        if line.is_none() { others } else { !urgent.contains(&first) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_what_searches_say_come_one_after_another() {
        let events: Events<&str> = Events::of("go\n".as_bytes());
        assert_eq!(events.next(None), Event::Line(Some("go".to_owned())));
        assert_eq!(events.next(None), Event::Line(None));
        assert_eq!(events.next(Some(Instant::now())), Event::Late);
        events.sender().send(Event::Search(1, "done")).unwrap();
        assert_eq!(events.next(None), Event::Search(1, "done"));
    }

    #[test]
    fn lines_wait_for_a_search_and_only_one_without_a_limit_is_ended_by_them() {
        let urgent = ["stop"];
        for is_limited in [true, false] {
            let interrupt = Interrupt::default();
            let mut running = Running::new(1, is_limited, None, interrupt.clone());
            assert!(running.keeps_waiting(Some("position x"), &urgent, false));
            assert!(!running.keeps_waiting(Some(" stop"), &urgent, true));
            assert!(!running.is_stopped() && running.until(Duration::ZERO).is_none());
            assert!(running.keeps_waiting(Some("go mate"), &urgent, false));
            assert_eq!((running.is_stopped(), interrupt.is_raised()), (!is_limited, !is_limited));
            assert!(running.keeps_waiting(None, &urgent, true));
            assert!(!running.keeps_waiting(None, &urgent, false));
            assert_eq!(running.until(Duration::ZERO).is_some(), !is_limited);
        }
    }
}
