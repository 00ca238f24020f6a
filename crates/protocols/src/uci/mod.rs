//! The Universal Chess Interface: proofs of mates for boards with a user interface.
//!
//! What a search has found out is kept: asked the same once more, with a larger limit, it goes on
//! (`turns.rs`). It is forgotten at `ucinewgame`, and when something else is asked.
//!
//! Searches run beside the engine (`events.rs`). Where one does not end soon after it was told to,
//! the best move is the one that was known before.

mod board;
mod command;
mod info;
mod options;
mod search;
mod tables;

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use threefold_chess::{Chess, ChessPosition};
use threefold_game::Game;
use threefold_search::Interrupt;

use self::board::Root;
use self::command::{Command, Go};
use self::options::Options;
use self::search::{Finished, Job, Said};
use crate::events::{Event, Events, Running};
use crate::turns::{Last, Turn};

/// How long a search that was told to end may take for it.
const GRACE: Duration = Duration::from_millis(60);

/// A search that is going on, or waits for leave to say its best move.
struct Going {
    search: Running,
    /// Whether it may not end before it is told to.
    waits: bool,
    /// Whether it may end by itself, so that another one can wait for it.
    may_end: bool,
    /// The time for it, once it counts.
    budget: Option<Duration>,
    finished: Option<Finished>,
    /// The move for the case that the search does not end in time.
    fallback: Vec<String>,
}

/// What a search is about, without its limits: the positions up to the root, and its clock; `mate`
/// and `depth` of `go`, and the moves to which it is confined.
type Question = (Vec<ChessPosition>, u32, Option<u32>, Option<u32>, Option<Vec<String>>, Options);

/// The state of the engine.
struct Engine<'p> {
    print: &'p dyn Fn(&str) -> io::Result<()>,
    events: Events<Said>,
    /// Lines that are read next.
    waiting: VecDeque<Option<String>>,
    /// What came after a `go` that has to wait for the end of a search.
    queued: VecDeque<Option<String>>,
    position: Result<Root, String>,
    options: Options,
    going: Option<Going>,
    /// The search that goes on if the same is asked once more.
    last: Last<Question, Option<u64>>,
    searches: u64,
}

/// Answers commands until `quit` or the end of the input. `print` writes what is said, and shows it
/// at once.
///
/// At the end of the input a search with a limit of nodes or time is finished; any other is
/// stopped.
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
        queued: VecDeque::new(),
        position: board::read(None, &[]),
        options: Options::default(),
        going: None,
        last: Last::new(),
        searches: 0,
    };
    let result = engine.run();
    if let Some(going) = &mut engine.going {
        going.search.stop();
    }
    result
}

impl Engine<'_> {
    fn run(&mut self) -> io::Result<()> {
        let mut is_at_end = false;
        loop {
            if is_at_end && self.going.is_none() {
                return Ok(());
            }
            match self.next()? {
                Some(line) if self.is_to_wait(line.as_deref()) => self.queued.push_back(line),
                Some(None) => {
                    is_at_end = true;
                    if self.going.as_ref().is_some_and(|going| !going.search.is_limited) {
                        self.stop()?;
                    }
                }
                Some(Some(line)) => match command::parse(&line) {
                    Ok(None) => {}
                    // Whoever waits for a move has one before the end.
                    Ok(Some(Command::Quit)) => return self.settle(),
                    Ok(Some(command)) => self.obey(command)?,
                    Err(error) => {
                        // No move is made in another position than the one that was meant.
                        if line.split_whitespace().next() == Some("position") {
                            self.position = Err(error.clone());
                        }
                        self.complain(&error)?;
                    }
                },
                None => {}
            }
        }
    }

    /// Whether a line has to wait until the search has ended: the next `go`, where scripts hand
    /// over all they want at once, and what comes after it.
    fn is_to_wait(&self, line: Option<&str>) -> bool {
        let first = line.and_then(|line| line.split_whitespace().next()).unwrap_or_default();
        let is_urgent = matches!(first, "stop" | "quit" | "isready" | "ponderhit");
        let may_end = self.going.as_ref().is_some_and(|going| going.may_end);
        may_end && !is_urgent && (first == "go" || !self.queued.is_empty())
    }

    /// The next line, or nothing after something else has happened.
    fn next(&mut self) -> io::Result<Option<Option<String>>> {
        if let Some(line) = self.waiting.pop_front() {
            return Ok(Some(line));
        }
        let until = self.going.as_ref().and_then(|going| going.search.until(GRACE));
        match self.events.next(until) {
            Event::Line(line) => return Ok(Some(line)),
            Event::Search(id, said) => self.hear(id, said)?,
            Event::Late => self.ring()?,
        }
        Ok(None)
    }

    /// A search says something.
    fn hear(&mut self, id: u64, said: Said) -> io::Result<()> {
        let Some(going) = self.going.as_mut().filter(|going| going.search.id == id) else {
            return Ok(());
        };
        match said {
            Said::Info(text, best) => {
                if let Some(best) = best {
                    going.fallback = vec![best];
                }
                if text.is_empty() { Ok(()) } else { (self.print)(&text) }
            }
            Said::Finished(finished) => {
                going.finished = Some(finished);
                self.end_if_allowed()
            }
        }
    }

    /// The time of the search is over, or that for its end.
    fn ring(&mut self) -> io::Result<()> {
        let Some(going) = &mut self.going else { return Ok(()) };
        if !going.search.is_stopped() {
            return self.stop();
        }
        let best = std::mem::take(&mut going.fallback);
        going.finished.get_or_insert(Finished { info: String::new(), best });
        self.end_if_allowed()
    }

    /// Says the best move, if the search has ended and may say it.
    fn end_if_allowed(&mut self) -> io::Result<()> {
        let is_over =
            self.going.as_ref().is_some_and(|going| !going.waits && going.finished.is_some());
        let Some(going) = self.going.take_if(|_| is_over) else { return Ok(()) };
        let Some(Finished { info, best }) = going.finished else { return Ok(()) };
        self.waiting.append(&mut self.queued);
        let mut out = info;
        out += &match &best[..] {
            [] => "bestmove 0000\n".to_owned(),
            [best] => format!("bestmove {best}\n"),
            [best, ponder, ..] => format!("bestmove {best} ponder {ponder}\n"),
        };
        (self.print)(&out)
    }

    /// Tells the search to end.
    fn stop(&mut self) -> io::Result<()> {
        let Some(going) = &mut self.going else { return Ok(()) };
        going.search.stop();
        going.waits = false;
        self.end_if_allowed()
    }

    /// Ends the search, and keeps the lines that come meanwhile.
    fn settle(&mut self) -> io::Result<()> {
        self.stop()?;
        let mut kept = VecDeque::new();
        while self.going.is_some() {
            if let Some(line) = self.next()? {
                kept.push_back(line);
            }
        }
        kept.append(&mut self.waiting);
        self.waiting = kept;
        Ok(())
    }

    fn complain(&self, text: &str) -> io::Result<()> {
        (self.print)(&info::text(&format!("error: {text}")))
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uci => (self.print)(&format!(
                "id name threefold {}\nid author the threefold authors\n{}uciok\n",
                env!("CARGO_PKG_VERSION"),
                options::lines()
            )),
            Command::IsReady => (self.print)("readyok\n"),
            Command::NewGame => {
                self.last.forget();
                self.position = board::read(None, &[]);
                Ok(())
            }
            Command::SetOption { name, value } => match self.options.set(&name, &value) {
                Ok(None) => Ok(()),
                Ok(Some(note)) => (self.print)(&info::text(&note)),
                Err(error) => self.complain(&error),
            },
            Command::Position { fen, moves } => {
                self.position = board::read(fen.as_deref(), &moves);
                match &self.position {
                    Ok(_) => Ok(()),
                    Err(error) => self.complain(error),
                }
            }
            Command::Go(go) => self.go(go),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Nothing | Command::Quit => Ok(()),
        }
    }

    fn go(&mut self, go: Go) -> io::Result<()> {
        self.settle()?;
        // What is wrong with them was said when the search ended that found it out.
        self.options.syzygy.take_if(|tables| tables.damage().is_some());
        let Root { history, clock } = match &self.position {
            Ok(root) => root.clone(),
            Err(error) => {
                let text = format!("error: go: there is no position: {error}");
                return (self.print)(&format!("{}bestmove 0000\n", info::text(&text)));
            }
        };
        let root = history.root();
        let moves = match board::read_search_moves(root, &go.search_moves) {
            Ok(moves) => moves,
            // Something has to be played; all moves are better than none.
            Err(error) => {
                self.complain(&format!("{error}; all moves are searched"))?;
                None
            }
        };
        let mover = Chess.player_to_move(root).index();
        let (budget, waits) = (go.budget(mover), go.infinite || go.ponder);
        let any = board::any_move(root, moves.as_deref().unwrap_or_default(), |_| 0);
        let fallback = any.map(|text| board::write_line(root, &[text], self.options.chess960));
        let interrupt = Interrupt::default();
        self.searches += 1;
        let id = self.searches;
        let is_limited = go.is_limited(mover) && !waits;
        let deadline = budget.filter(|_| !waits).and_then(|time| Instant::now().checked_add(time));
        self.going = Some(Going {
            search: Running::new(id, is_limited, deadline, interrupt.clone()),
            waits,
            may_end: !waits && (go.is_limited(mover) || go.mate.is_some() || go.depth.is_some()),
            budget,
            finished: None,
            fallback: fallback.unwrap_or_default(),
        });
        let options = self.options.clone();
        let positions = history.positions().iter().chain([root]).cloned().collect();
        let question = (positions, clock, go.mate, go.depth, moves.clone(), options.clone());
        let turn = Turn { id, limit: go.nodes, interrupt };
        if let Some(turns) = self.last.ask(question, turn) {
            let job = Job { history, clock, go, moves, options, hits: AtomicU64::new(0) };
            job.start(turns, self.events.sender());
        }
        Ok(())
    }

    /// The opponent has played the move that was pondered on: the clock counts from now.
    fn ponder_hit(&mut self) -> io::Result<()> {
        let Some(going) = self.going.as_mut().filter(|going| going.waits) else { return Ok(()) };
        going.waits = false;
        going.search.deadline = going.budget.and_then(|time| Instant::now().checked_add(time));
        self.end_if_allowed()
    }
}
