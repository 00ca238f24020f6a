//! One search, on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use threefold_game::History;
use threefold_search::{Interrupt, Limits, Progress, Verdict, longest_resistance};
use threefold_session::asked::Proof;
use threefold_session::effort::Effort;
use threefold_session::games::tsume::TsumeSubject;
use threefold_session::mate::{self, Whose, mate};
use threefold_session::observer::{Distance, Observer};
use threefold_session::registry::Subject;
use threefold_session::solve::{Goal, Request, solve};
use threefold_session::{Databases, Error};
use threefold_shogi::{Move, Position};

use super::options::Options;
use crate::proofs;

/// What a search says.
#[derive(Debug)]
pub enum Said {
    /// Lines while it goes on.
    Info(String),
    /// It has ended: the last lines, of which the very last is the answer.
    Finished(String),
}

/// What is to be searched.
#[derive(Clone, Debug)]
pub struct Job {
    /// The position.
    pub position: Position,
    /// What the options say.
    pub options: Options,
    /// The time for it.
    pub time: Option<Duration>,
    /// Ends it.
    pub interrupt: Interrupt,
}

/// The answer of a search that was ended.
pub const TIMEOUT: &str = "checkmate timeout\n";

impl Job {
    /// Begins the search. `wrap` makes an event of what it says.
    pub fn start<E: Send + 'static>(
        self,
        sender: Sender<E>,
        wrap: impl Fn(Said) -> E + Clone + Send + 'static,
    ) {
        thread::spawn(move || {
            let say = |said| {
                // Nobody may listen any more.
                let _ = sender.send(wrap(said));
            };
            // A fault of the program must not leave the interface without an answer.
            let finished = catch_unwind(AssertUnwindSafe(|| self.run(&say)));
            let failed = |_| text("the search failed: this is a fault of threefold") + TIMEOUT;
            say(Said::Finished(finished.unwrap_or_else(failed)));
        });
    }

    fn run(&self, say: &dyn Fn(Said)) -> String {
        let subject = Subject::Tsume(Box::new(TsumeSubject::new(self.position.clone())));
        let mut reporter = Reporter::new(say);
        match self.find(&subject, &mut reporter) {
            Ok(found) => self.finish(&found, &reporter),
            Err(error) => text(&error.to_string()) + "checkmate notimplemented\n",
        }
    }

    /// A mate, then a shorter one if that is wanted. What is known once is told in the end.
    fn find(&self, subject: &Subject, reporter: &mut Reporter<'_>) -> Result<Found, Error> {
        let any = self.any(subject, reporter)?;
        if !self.options.shortest || any.is_proven != Some(true) {
            return Ok(any);
        }
        let mut shortest = self.shortest(subject, reporter)?;
        shortest.nodes += any.nodes;
        Ok(if self.mates(&shortest.line) { shortest } else { any })
    }

    fn effort(&self, reporter: &Reporter<'_>) -> Effort {
        let mut effort = Effort::for_positions();
        effort.options.table_bytes = self.options.hash;
        effort.options.threads = self.options.threads;
        let time = self.time.map(|time| time.saturating_sub(reporter.started.elapsed()));
        effort.limits = Limits { time, ..Limits::default() };
        effort.interrupt = self.interrupt.clone();
        effort
    }

    /// Any mate.
    fn any(&self, subject: &Subject, reporter: &mut Reporter<'_>) -> Result<Found, Error> {
        let goal = Goal::Win(Some(self.options.attacker));
        let request = Request { goal, effort: self.effort(reporter), ..Request::default() };
        let answer = solve(subject, &Databases::default(), &request, reporter)?;
        let is_proven = answer.verdict.decided().filter(|_| answer.checked == Some(true));
        Ok(Found {
            is_proven,
            line: answer.line.unwrap_or_default(),
            proofs: answer.proofs,
            nodes: answer.stats.nodes,
            words: match (is_proven, answer.fault) {
                (_, Some(fault)) => format!("WRONG: {fault}"),
                (Some(true), None) => answer.bound.unwrap_or(answer.words),
                (_, None) => answer.words,
            },
        })
    }

    /// The shortest mate, as far as the time allows. No line without a certificate.
    fn shortest(&self, subject: &Subject, reporter: &mut Reporter<'_>) -> Result<Found, Error> {
        let request = mate::Request {
            whose: Whose::One(self.options.attacker),
            effort: self.effort(reporter),
            ..mate::Request::new(mate::Goal::Shortest)
        };
        let mut answer = mate(subject, &request, reporter)?;
        // One side is asked about.
        let side = answer.sides.remove(0);
        let is_mate = side.verdict == Verdict::Proven && side.checked == Some(true);
        let (words, proofs) = (side.words, side.proofs);
        let line = match is_mate {
            true if self.mates(&side.line) => side.line,
            true => self.line_of(&proofs)?,
            false => Vec::new(),
        };
        let is_proven = is_mate.then_some(true);
        Ok(Found { is_proven, line, proofs, nodes: answer.nodes, words })
    }

    /// The defender's longest resistance within the certificate of a mate.
    fn line_of(&self, proofs: &[Proof]) -> Result<Vec<String>, Error> {
        let game = TsumeSubject::new(self.position.clone()).game(Some(self.options.attacker))?;
        let history = History::new(self.position.clone());
        let lines = proofs
            .iter()
            .filter_map(|proof| longest_resistance(&game, &(), &history, &proof.block));
        Ok(lines.flatten().map(|m| m.to_string()).collect())
    }

    fn finish(&self, found: &Found, reporter: &Reporter<'_>) -> String {
        let (nodes, elapsed) = (found.nodes, reporter.started.elapsed());
        let mut out = String::new();
        let answer = match found.is_proven {
            Some(true) if self.mates(&found.line) => {
                let (plies, line) = (found.line.len(), found.line.join(" "));
                let counters = counters(nodes, elapsed, reporter.table_fill);
                out += &format!("info depth {plies} {counters} score mate {plies} pv {line}\n");
                format!("checkmate {line}\n")
            }
            // There is no move to tell.
            Some(true) if self.position.is_mate() => "checkmate notimplemented\n".to_owned(),
            Some(false) => {
                out += &format!("info {}\n", counters(nodes, elapsed, reporter.table_fill));
                "checkmate nomate\n".to_owned()
            }
            Some(true) | None => {
                out += &format!("info {}\n", counters(nodes, elapsed, reporter.table_fill));
                TIMEOUT.to_owned()
            }
        };
        let proved = if found.is_proven.is_some() { "proved" } else { "not proved" };
        out += &text(&format!("{proved}: {}", found.words));
        if let Some(directory) = &self.options.certificates {
            for said in proofs::write_all(directory, &found.proofs) {
                out += &text(&said);
            }
        }
        out + &answer
    }

    /// Whether a line is one of legal moves that ends in mate.
    fn mates(&self, line: &[String]) -> bool {
        let mut position = self.position.clone();
        for text in line {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            let Some(m) = legal.into_iter().find(|m: &Move| m.to_string() == *text) else {
                return false;
            };
            position.make(m);
        }
        !line.is_empty() && position.is_mate()
    }
}

/// What came of a search.
struct Found {
    /// Whether there is a mate, if that is proved and the certificate was checked.
    is_proven: Option<bool>,
    line: Vec<String>,
    proofs: Vec<Proof>,
    nodes: u64,
    words: String,
}

/// A line of words.
pub fn text(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("info string {text}\n")
}

fn counters(nodes: u64, time: Duration, table_fill: f64) -> String {
    let millis = time.as_millis();
    let per_second = u128::from(nodes) * 1000 / millis.max(1);
    let fill = (table_fill * 1000.0) as u32;
    format!("time {millis} nodes {nodes} nps {per_second} hashfull {fill}")
}

/// Turns what the session says into lines, not too many of them.
struct Reporter<'j> {
    say: &'j dyn Fn(Said),
    started: Instant,
    told: Instant,
    table_fill: f64,
}

/// The time between two lines.
const PAUSE: Duration = Duration::from_millis(500);

impl<'j> Reporter<'j> {
    fn new(say: &'j dyn Fn(Said)) -> Self {
        let now = Instant::now();
        Reporter { say, started: now, told: now, table_fill: 0.0 }
    }

    fn tell(&mut self, depth: u32, nodes: u64, pn: u32, dn: u32) {
        if self.told.elapsed() < PAUSE {
            return;
        }
        self.told = Instant::now();
        let counters = counters(nodes, self.started.elapsed(), self.table_fill);
        let numbers = text(&format!("pn {pn} dn {dn}"));
        (self.say)(Said::Info(format!("info depth {} {counters}\n{numbers}", depth.max(1))));
    }
}

impl Observer for Reporter<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.table_fill = progress.table_fill;
        self.tell(progress.depth, progress.nodes, progress.pn, progress.dn);
    }

    fn distance(&mut self, distance: &Distance<'_>) {
        self.table_fill = distance.table_fill;
        let depth = distance.plies.unwrap_or_default();
        self.tell(depth, distance.nodes, distance.pn, distance.dn);
    }
}
