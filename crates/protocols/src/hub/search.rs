//! One search, on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use threefold_checkers::egdb::{Database, Value as Found};
use threefold_checkers::{Checkers, CheckersMove, CheckersPosition};
use threefold_game::{Game, History};
use threefold_search::{Interrupt, Limits, Progress};
use threefold_session::Databases;
use threefold_session::answer::Answer;
use threefold_session::effort::Effort;
use threefold_session::games::checkers::CheckersSubject;
use threefold_session::observer::Observer;
use threefold_session::registry::Subject;
use threefold_session::solve::{Goal, Request, solve};
use threefold_session::words::Value;

use super::board::{legal, move_text};
use crate::events::Event;
use crate::proofs;

/// What a search says.
#[derive(Debug)]
pub enum Said {
    /// The database is there, or what is wrong with it: no search has said so.
    Opened(Result<Option<Arc<Database>>, String>),
    /// A line while it goes on.
    Info(String),
    /// It has ended: the last lines, of which the very last is the answer.
    Finished(String),
}

/// What the parameters say.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Bytes of the table.
    pub hash: usize,
    /// Threads.
    pub threads: usize,
    /// Where certificates go.
    pub certificates: Option<PathBuf>,
}

/// What is to be searched.
#[derive(Clone, Debug)]
pub struct Job {
    /// The position and the moves before it. There is a legal move.
    pub history: History<Checkers>,
    /// What the parameters say.
    pub settings: Settings,
    /// Time and nodes.
    pub limits: Limits,
    /// What is known.
    pub database: Option<Arc<Database>>,
    /// Ends it.
    pub interrupt: Interrupt,
}

impl Job {
    /// Begins the search with that number.
    pub fn start(self, id: u64, sender: Sender<Event<Said>>) {
        thread::spawn(move || {
            let say = |said| {
                // Nobody may listen any more.
                let _ = sender.send(Event::Search(id, said));
            };
            // A fault of the program must not leave the interface without an answer.
            let finished = catch_unwind(AssertUnwindSafe(|| self.run(&say)));
            let failed = |_| {
                let what = error("the search failed: this is a fault of threefold");
                what + &done(any_move(self.history.root(), self.database.as_deref()))
            };
            say(Said::Finished(finished.unwrap_or_else(failed)));
        });
    }

    fn run(&self, say: &dyn Fn(Said)) -> String {
        let subject = CheckersSubject { history: self.history.clone(), said: None };
        let subject = Subject::Checkers(Box::new(subject));
        let mut effort = Effort::for_positions();
        effort.options.table_bytes = self.settings.hash;
        effort.options.threads = self.settings.threads;
        effort.limits = self.limits.clone();
        effort.interrupt = self.interrupt.clone();
        let request = Request { goal: Goal::Value, effort, ..Request::default() };
        let databases = Databases { checkers: self.database.clone(), ..Databases::default() };
        let started = Instant::now();
        let mut reporter = Reporter { say, started, told: started };
        match solve(&subject, &databases, &request, &mut reporter) {
            Ok(answer) => self.finish(&answer),
            Err(failure) => {
                // What a damaged database says is not played either.
                error(&failure.to_string()) + &done(any_move(self.history.root(), None))
            }
        }
    }

    fn finish(&self, answer: &Answer) -> String {
        let root = self.history.root();
        let value = answer.value.flatten().filter(|_| answer.fault.is_none());
        let mut out = String::new();
        if let Some(fault) = &answer.fault {
            out += &error(fault);
        }
        let best = self.read(answer.best.as_slice());
        let line = match value {
            Some(value) => self.proved_line(answer, value),
            None => Vec::new(),
        };
        let seconds = answer.time.as_secs_f64();
        out += &format!("info nodes={} time={seconds:.3}", answer.stats.nodes);
        let (word, score) = match value {
            // As interfaces read it: wins in so many plies are 100 less a hundredth of them.
            Some(Value::Win) => ("win", Some(100.0 - line.len().min(900) as f64 / 100.0)),
            Some(Value::Loss) => ("loss", Some(line.len().min(900) as f64 / 100.0 - 100.0)),
            Some(Value::Draw) => ("draw", Some(0.0)),
            // Nothing is estimated: who does not know says so.
            None => ("unknown", None),
        };
        if let Some(score) = score {
            out += &format!(" score={score:.2}");
        }
        if !line.is_empty() {
            let texts: Vec<String> = line.iter().map(|&m| move_text(m)).collect();
            out += &format!(" pv=\"{}\"", texts.join(" "));
        }
        out += &format!(" proved={word}\n");
        if let Some(directory) = &self.settings.certificates {
            for said in proofs::write_all(directory, &answer.proofs) {
                out += &format!("info message=\"{}\"\n", plain(&said));
            }
        }
        let Some((&m, rest)) = line.split_first().or(best.split_first()) else {
            return out + &done(any_move(root, self.database.as_deref()));
        };
        let ponder = rest.first().map(|&m| format!(" ponder={}", move_text(m)));
        out + &format!("done move={}{}\n", move_text(m), ponder.unwrap_or_default())
    }

    /// Moves that play the value out, as far as they are known: at least the first.
    fn proved_line(&self, answer: &Answer, value: Value) -> Vec<CheckersMove> {
        let line = match value {
            Value::Draw => Vec::new(),
            Value::Win | Value::Loss => self.read(answer.line.as_deref().unwrap_or_default()),
        };
        // The first move of the strategy by which the side to move wins or does not lose.
        let best = || Some(self.read(answer.best.as_slice())).filter(|line| !line.is_empty());
        // Where the database knows the position there is nothing in the certificate.
        let known = || {
            let root = self.history.root();
            let database = self.database.as_deref()?;
            database.probe(root).and_then(|_| database.best_move(root)).map(|m| vec![m])
        };
        let line = Some(line).filter(|line| !line.is_empty());
        line.or_else(best).or_else(known).unwrap_or_default()
    }

    /// Moves from the root on, as far as they can be played.
    fn read(&self, texts: &[String]) -> Vec<CheckersMove> {
        let (game, mut position) = (Checkers::new(), *self.history.root());
        let mut line = Vec::new();
        for text in texts {
            let Ok(m) = game.parse_move(&position, text) else { break };
            game.make(&mut position, m);
            line.push(m);
        }
        line
    }
}

/// A move for who has to play one and knows nothing: none after which the other side is known to
/// win, if there is another.
pub fn any_move(position: &CheckersPosition, database: Option<&Database>) -> Option<CheckersMove> {
    let moves = legal(position);
    let is_lost = |m: &&CheckersMove| {
        let mut after = *position;
        Checkers::new().make(&mut after, **m);
        database.and_then(|database| database.probe(&after)) == Some(Found::Win)
    };
    moves.iter().find(|m| !is_lost(m)).or(moves.first()).copied()
}

/// The answer without anything proved.
pub fn done(m: Option<CheckersMove>) -> String {
    // Nobody asks about a game that is over; the null move answers all the same.
    format!("done move={}\n", m.map_or_else(|| "0-0".to_owned(), move_text))
}

/// A complaint.
pub fn error(message: &str) -> String {
    format!("error message=\"{}\"\n", plain(message))
}

/// Within quotation marks and on one line.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || c == '"' { '\'' } else { c }).collect()
}

/// Turns what the session says into lines, not too many of them.
struct Reporter<'j> {
    say: &'j dyn Fn(Said),
    started: Instant,
    told: Instant,
}

/// The time between two lines.
const PAUSE: Duration = Duration::from_millis(500);

impl Observer for Reporter<'_> {
    fn progress(&mut self, progress: &Progress) {
        if self.told.elapsed() < PAUSE {
            return;
        }
        self.told = Instant::now();
        let (nodes, time) = (progress.nodes, self.started.elapsed().as_secs_f64());
        let speed = nodes as f64 / time.max(0.001) / 1e6;
        let line = format!(
            "info depth={} nodes={nodes} time={time:.3} nps={speed:.3} pn={} dn={}\n",
            progress.depth.max(1),
            progress.pn,
            progress.dn
        );
        (self.say)(Said::Info(line));
    }
}
