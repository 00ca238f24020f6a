//! The Universal Shogi Interface, as far as it is about mate problems: `go mate`, and any other
//! `go`, which is answered with lines of the shortest mate so far (`info ... score mate`) and the
//! first move of the best of them, or `bestmove resign`.
//!
//! | answer | what it says |
//! |---|---|
//! | `checkmate <moves>` | there is a mate; its certificate was checked |
//! | `checkmate nomate` | there is none; its certificate was checked |
//! | `checkmate timeout` | not known: the time is over, or `stop` was said |
//! | `checkmate notimplemented` | it cannot be asked: no such position, or it is mate already |
//!
//! What a search has found out is kept: asked the same once more, with more time, it goes on
//! (`turns.rs`). It is forgotten at `usinewgame`, and when something else is asked.
//!
//! Searches run beside the engine (`events.rs`). Interrupting one takes no longer than a few
//! thousand nodes; where it does, the answer does not wait.

mod command;
mod options;
mod search;

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::time::{Duration, Instant};

use threefold_search::Interrupt;
use threefold_shogi::{Position, list};

use self::command::Command;
use self::options::Options;
use self::search::{Go, Job, RESIGN, Said, TIMEOUT, text};
use crate::events::{Event, Events, Running};
use crate::turns::{Last, Turn};

/// How long a search that was told to end may take for it.
const GRACE: Duration = Duration::from_millis(200);

/// The state of the engine.
struct Engine<'p> {
    print: &'p dyn Fn(&str) -> io::Result<()>,
    events: Events<Said>,
    /// Lines that wait for the end of a search.
    waiting: VecDeque<Option<String>>,
    position: Result<Position, String>,
    options: Options,
    going: Option<Running>,
    /// The search that goes on if the same is asked once more.
    last: Last<(Position, Options), Go>,
    searches: u64,
    /// What the search that goes on, or went on last, was asked for.
    asked: Go,
    /// The first move of the last line that an analysis has told.
    best: Option<String>,
    /// The end of an analysis that has nothing more to find out, until `stop`.
    held: Option<String>,
}

/// Answers commands until `quit` or the end of the input. `print` writes what is said, and shows it
/// at once.
///
/// At the end of the input a search with a limit of time is finished; any other is stopped.
///
/// # Errors
/// Nobody listens any more.
pub fn run(
    input: impl BufRead + Send + 'static,
    print: &dyn Fn(&str) -> io::Result<()>,
) -> io::Result<()> {
    let mut engine = Engine {
        print,
        events: Events::of(input),
        waiting: VecDeque::new(),
        position: Ok(Position::startpos()),
        options: Options::default(),
        going: None,
        last: Last::new(),
        searches: 0,
        asked: Go::default(),
        best: None,
        held: None,
    };
    let result = engine.run();
    engine.stop();
    result
}

impl Engine<'_> {
    fn run(&mut self) -> io::Result<()> {
        let mut is_at_end = false;
        loop {
            if is_at_end && self.going.is_none() {
                return self.release();
            }
            match self.next()? {
                Some(line) if self.has_to_wait(line.as_deref()) => self.waiting.push_back(line),
                Some(None) => is_at_end = true,
                Some(Some(line)) => match command::parse(&line) {
                    Ok(None) => {}
                    Ok(Some(Command::Quit)) => return self.end(),
                    Ok(Some(command)) => self.obey(command)?,
                    Err(error) => {
                        self.complain(&error)?;
                        // Whoever asks waits for an answer, however oddly he has asked.
                        if line.split_whitespace().next() == Some("go") {
                            (self.print)("checkmate notimplemented\n")?;
                        }
                    }
                },
                None => {}
            }
        }
    }

    /// Whoever waits for an answer has one before the end.
    fn end(&mut self) -> io::Result<()> {
        self.stop();
        self.release()?;
        while self.going.is_some() {
            self.next()?;
        }
        Ok(())
    }

    fn has_to_wait(&mut self, line: Option<&str>) -> bool {
        const URGENT: [&str; 4] = ["stop", "quit", "isready", "usi"];
        let others = !self.waiting.is_empty();
        self.going.as_mut().is_some_and(|going| going.keeps_waiting(line, &URGENT, others))
    }

    /// The next line, or nothing after something else has happened.
    fn next(&mut self) -> io::Result<Option<Option<String>>> {
        if self.going.is_none()
            && let Some(line) = self.waiting.pop_front()
        {
            return Ok(Some(line));
        }
        let until = self.going.as_ref().and_then(|going| going.until(GRACE));
        match self.events.next(until) {
            Event::Line(line) => return Ok(Some(line)),
            Event::Search(id, said) => self.hear(id, said)?,
            Event::Late => self.ring()?,
        }
        Ok(None)
    }

    /// A search says something.
    fn hear(&mut self, id: u64, said: Said) -> io::Result<()> {
        if self.going.as_ref().is_none_or(|going| going.id != id) {
            return Ok(());
        }
        match said {
            Said::Info(text) => {
                let best = text.split_once(" pv ").and_then(|(_, line)| line.split(' ').next());
                self.best = best.map(|m| m.trim().to_owned()).or(self.best.take());
                (self.print)(&text)
            }
            Said::Finished(text) => {
                let is_stopped = self.going.as_ref().is_some_and(Running::is_stopped);
                self.going = None;
                let end = text.trim_end().rfind('\n').map_or(0, |at| at + 1);
                if self.asked.analyses && self.asked.time.is_none() && !is_stopped {
                    self.held = Some(text[end..].to_owned());
                    return (self.print)(&text[..end]);
                }
                (self.print)(&text)
            }
        }
    }

    /// Says what an analysis that was over has kept back.
    fn release(&mut self) -> io::Result<()> {
        self.held.take().map_or(Ok(()), |text| (self.print)(&text))
    }

    /// The time of the search is over, or that for its end.
    fn ring(&mut self) -> io::Result<()> {
        let is_late = self.going.as_ref().is_some_and(Running::is_stopped);
        self.stop();
        if is_late {
            self.going = None;
            let answer = match (self.asked.analyses, self.best.take()) {
                (false, _) => TIMEOUT.to_owned(),
                (true, None) => RESIGN.to_owned(),
                (true, Some(best)) => format!("bestmove {best}\n"),
            };
            return (self.print)(&answer);
        }
        Ok(())
    }

    /// Tells the search to end.
    fn stop(&mut self) {
        if let Some(going) = &mut self.going {
            going.stop();
        }
    }

    fn complain(&self, error: &str) -> io::Result<()> {
        (self.print)(&text(&format!("error: {error}")))
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Usi => (self.print)(&format!(
                "id name threefold {}\nid author the threefold authors\n{}usiok\n",
                env!("CARGO_PKG_VERSION"),
                options::lines()
            )),
            Command::IsReady => (self.print)("readyok\n"),
            Command::SetOption { name, value } => match self.options.set(&name, &value) {
                Ok(()) => Ok(()),
                Err(error) => self.complain(&error),
            },
            Command::Position(what) => {
                let read = list::position_with_moves(&what).map(|(position, _)| position);
                self.position = read.map_err(|error| format!("position: {error}"));
                match &self.position {
                    Ok(_) => Ok(()),
                    Err(error) => self.complain(error),
                }
            }
            Command::GoMate(time) => self.go(Go { time: Some(time), analyses: false }),
            Command::GoMateInfinite => self.go(Go::default()),
            Command::Analyse(time) => self.go(Go { time, analyses: true }),
            Command::Stop => {
                self.stop();
                self.release()
            }
            Command::NewGame => {
                self.last.forget();
                Ok(())
            }
            Command::Nothing | Command::Quit => Ok(()),
        }
    }

    fn go(&mut self, asked: Go) -> io::Result<()> {
        self.release()?;
        let position = match &self.position {
            Ok(position) => position.clone(),
            Err(error) => {
                let said = text(&format!("error: go: there is no position: {error}"));
                return (self.print)(&format!("{said}{}", asked.cannot()));
            }
        };
        (self.asked, self.best) = (asked, None);
        let time = asked.time;
        let interrupt = Interrupt::default();
        self.searches += 1;
        let id = self.searches;
        // At its deadline it ends by itself, but for the time that its check takes.
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        self.going = Some(Running::new(id, time.is_some(), deadline, interrupt.clone()));
        // Who analyses goes on to the shortest mate.
        let shortest = self.options.shortest || asked.analyses;
        let question = (position, Options { shortest, ..self.options.clone() });
        let turn = Turn { id, limit: asked, interrupt };
        let (position, options) = question.clone();
        if let Some(turns) = self.last.ask(question, turn) {
            Job { position, options }.start(turns, self.events.sender());
        }
        Ok(())
    }
}
