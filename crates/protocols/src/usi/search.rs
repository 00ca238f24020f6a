//! One search, on a thread of its own.

use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use threefold_game::History;
use threefold_search::{Limits, Progress, Verdict, longest_resistance};
use threefold_session::asked::Proof;
use threefold_session::effort::Effort;
use threefold_session::games::tsume::TsumeSubject;
use threefold_session::mate::{self, Whose, mate};
use threefold_session::observer::{Again, Distance, Observer};
use threefold_session::registry::Subject;
use threefold_session::solve::{Answer, Goal, Request, solve};
use threefold_session::{Databases, Error, tsume};
use threefold_shogi::{Move, Position};

use super::options::Options;
use crate::events::Event;
use crate::proofs;
use crate::turns::{self, Turn};

/// What a search says.
#[derive(Debug)]
pub enum Said {
    /// Lines while it goes on.
    Info(String),
    /// It has ended: the last lines, of which the very last is the answer.
    Finished(String),
}

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The time for it, if it has a limit.
    pub time: Option<Duration>,
    /// Whether lines and a move are wanted, and not `checkmate`.
    pub analyses: bool,
}

impl Go {
    /// The answer where nothing can be asked.
    pub fn cannot(self) -> &'static str {
        if self.analyses { RESIGN } else { "checkmate notimplemented\n" }
    }

    /// The answer where nothing is known.
    fn unknown(self) -> &'static str {
        if self.analyses { RESIGN } else { TIMEOUT }
    }
}

/// A turn, with what is asked for.
type Timed = Turn<Go>;
/// All of them.
type Turns = turns::Turns<Go, Said>;

/// What is to be searched.
#[derive(Clone, Debug)]
pub struct Job {
    /// The position.
    pub position: Position,
    /// What the options say.
    pub options: Options,
}

/// The answer of a search that was ended.
pub const TIMEOUT: &str = "checkmate timeout\n";
/// The move where there is none to tell.
pub const RESIGN: &str = "bestmove resign\n";

impl Job {
    /// Begins the search, which takes its turns from a channel until that is closed.
    pub fn start(self, turns: Receiver<Timed>, sender: Sender<Event<Said>>) {
        let run = move |turns: &Turns, turn| self.run(Reporter::new(&self, turns, turn));
        let failed = || text("the search failed: this is a fault of threefold") + TIMEOUT;
        turns::start(turns, sender, run, move || Said::Finished(failed()));
    }

    /// A mate, then a shorter one if that is wanted. What they answer has been said.
    fn run(&self, mut reporter: Reporter<'_>) {
        let subject = Subject::Tsume(Box::new(TsumeSubject::new(self.position.clone())));
        let mut result = self.any(&subject, &mut reporter);
        if result.is_ok() && reporter.any.is_some() {
            result = self.shortest(&subject, &mut reporter);
        }
        if let Err(error) = result {
            let cannot = reporter.turn.limit.cannot();
            reporter.turns.say(Said::Finished(text(&error.to_string()) + cannot));
        }
    }

    fn effort(&self, reporter: &Reporter<'_>) -> Effort {
        let mut effort = Effort::for_positions();
        effort.options.table_bytes = self.options.hash;
        effort.options.threads = self.options.threads;
        let time =
            reporter.turn.limit.time.map(|time| time.saturating_sub(reporter.started.elapsed()));
        effort.limits = Limits { time, ..Limits::default() };
        effort.interrupt = reporter.turn.interrupt.clone();
        effort
    }

    /// Any mate.
    fn any(&self, subject: &Subject, reporter: &mut Reporter<'_>) -> Result<(), Error> {
        let goal = Goal::Win(Some(self.options.attacker));
        let request = Request { goal, effort: self.effort(reporter), ..Request::default() };
        solve(subject, &Databases::default(), &request, reporter).map(drop)
    }

    /// What is found of any mate.
    fn found(&self, answer: &Answer) -> Found {
        let is_proven = answer.verdict.decided().filter(|_| answer.checked == Some(true));
        Found {
            is_proven,
            line: answer.line.clone().unwrap_or_default(),
            proofs: answer.proofs.clone(),
            nodes: answer.stats.nodes,
            words: match (is_proven, &answer.fault) {
                (_, Some(fault)) => format!("WRONG: {fault}"),
                (Some(true), None) => answer.bound.as_ref().unwrap_or(&answer.words).clone(),
                (_, None) => answer.words.clone(),
            },
        }
    }

    /// The shortest mate, as far as the time allows.
    fn shortest(&self, subject: &Subject, reporter: &mut Reporter<'_>) -> Result<(), Error> {
        let request = mate::Request {
            whose: Whose::One(self.options.attacker),
            effort: self.effort(reporter),
            ..mate::Request::new(mate::Goal::Shortest)
        };
        mate(subject, &request, reporter).map(drop)
    }

    /// What is found of the shortest mate. No line without a certificate.
    fn found_shortest(&self, answer: &mate::Answer) -> Result<Found, Error> {
        // One side is asked about.
        let side = &answer.sides[0];
        // That there is no shorter one may have no certificate.
        let mates = |proof: &Proof| proof.checked && proof.block.header.claim.goal.name() == "wins";
        let is_certified = side.fault.is_none() && side.proofs.iter().any(mates);
        let is_mate = side.verdict == Verdict::Proven && is_certified;
        let line = match is_mate {
            true if self.mates(&side.line) => side.line.clone(),
            true => self.line_of(&side.proofs)?,
            false => Vec::new(),
        };
        let is_proven = is_mate.then_some(true);
        let (words, proofs) = (side.words.clone(), side.proofs.clone());
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
        let go = reporter.turn.limit;
        let counted = counters(nodes, elapsed, reporter.table_fill);
        let answer = match found.is_proven {
            Some(true) if self.mates(&found.line) => {
                let line = self.without_futile(&found.line, reporter);
                let line = line.as_ref().unwrap_or(&found.line);
                out += &self.line(line, &counted);
                match go.analyses {
                    true => format!("bestmove {}\n", line[0]),
                    false => format!("checkmate {}\n", line.join(" ")),
                }
            }
            // There is no move to tell.
            Some(true) if self.position.is_mate() => go.cannot().to_owned(),
            Some(false) => {
                out += &format!("info {counted}\n");
                if go.analyses { RESIGN } else { "checkmate nomate\n" }.to_owned()
            }
            Some(true) | None => {
                out += &format!("info {counted}\n");
                go.unknown().to_owned()
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

    /// A line of the length by convention, if that is wanted and found in the time that is left.
    fn without_futile(&self, line: &[String], reporter: &Reporter<'_>) -> Option<Vec<String>> {
        if !self.options.conventional {
            return None;
        }
        let subject = TsumeSubject::new(self.position.clone());
        let (attacker, most) = (Some(self.options.attacker), line.len() as u32);
        let found =
            tsume::conventional(&subject, attacker, most, &self.effort(reporter), false).ok()?;
        Some(found.line).filter(|line| !line.is_empty())
    }

    /// A line that mates, as it is told: of who is to move and is mated the number is negative.
    fn line(&self, line: &[String], counters: &str) -> String {
        let game = TsumeSubject::new(self.position.clone()).game(Some(self.options.attacker));
        let mates = game.is_ok_and(|game| game.attacker() == self.position.side_to_move());
        let sign = if mates { "" } else { "-" };
        let (plies, line) = (line.len(), line.join(" "));
        format!("info depth {plies} {counters} score mate {sign}{plies} pv {line}\n")
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
#[derive(Clone)]
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

/// Turns what the session says into lines, not too many of them, and answers into new turns.
struct Reporter<'j> {
    job: &'j Job,
    turns: &'j Turns,
    turn: Timed,
    started: Instant,
    told: Instant,
    table_fill: f64,
    /// The mate than which a shorter one is wanted, with the nodes that it took in this turn.
    any: Option<Found>,
}

/// The time between two lines.
const PAUSE: Duration = Duration::from_millis(500);

impl<'j> Reporter<'j> {
    fn new(job: &'j Job, turns: &'j Turns, turn: Timed) -> Self {
        let (now, table_fill) = (Instant::now(), 0.0);
        Reporter { job, turns, turn, started: now, told: now, table_fill, any: None }
    }

    fn tell(&mut self, depth: u32, nodes: u64, pn: u32, dn: u32) {
        if self.told.elapsed() < PAUSE {
            return;
        }
        self.told = Instant::now();
        let counters = counters(nodes, self.started.elapsed(), self.table_fill);
        let numbers = text(&format!("pn {pn} dn {dn}"));
        self.turns.say(Said::Info(format!("info depth {} {counters}\n{numbers}", depth.max(1))));
    }

    /// Says a line that is the best so far.
    fn tell_line(&mut self, line: &[String], nodes: u64) {
        self.told = Instant::now();
        let counters = counters(nodes, self.started.elapsed(), self.table_fill);
        self.turns.say(Said::Info(self.job.line(line, &counters)));
    }

    /// Says what was found, and waits until the same is asked once more.
    fn finish(&mut self, found: &Found) -> Option<Again> {
        self.turns.say(Said::Finished(self.job.finish(found, self)));
        let turn = self.turns.next()?;
        let any = self.any.take().map(|any| Found { nodes: 0, ..any });
        *self = Reporter { any, ..Reporter::new(self.job, self.turns, turn) };
        let limits = Limits { time: self.turn.limit.time, ..Limits::default() };
        Some(Again { limits, interrupt: self.turn.interrupt.clone() })
    }
}

impl Observer for Reporter<'_> {
    fn again(&mut self, answer: &Answer) -> Option<Again> {
        let found = self.job.found(answer);
        if self.job.options.shortest && found.is_proven == Some(true) {
            if self.job.mates(&found.line) {
                self.tell_line(&found.line, found.nodes);
            }
            self.any = Some(found);
            return None;
        }
        self.finish(&found)
    }

    fn mate_again(&mut self, answer: &mate::Answer) -> Option<Again> {
        let any = self.any.clone();
        let nodes = any.as_ref().map_or(0, |any| any.nodes);
        let found = match (self.job.found_shortest(answer), any) {
            (Ok(found), any) if any.is_none() || self.job.mates(&found.line) => {
                Found { nodes: found.nodes + nodes, ..found }
            }
            (_, Some(any)) => any,
            (Ok(found), None) => found,
            (Err(error), None) => {
                let unknown = self.turn.limit.unknown();
                self.turns.say(Said::Finished(text(&error.to_string()) + unknown));
                return None;
            }
        };
        self.finish(&found)
    }

    fn progress(&mut self, progress: &Progress) {
        self.table_fill = progress.table_fill;
        self.tell(progress.depth, progress.nodes, progress.pn, progress.dn);
    }

    fn distance(&mut self, distance: &Distance<'_>) {
        self.table_fill = distance.table_fill;
        let depth = distance.plies.unwrap_or_default();
        if self.job.mates(distance.line) {
            let before = self.any.as_ref().map_or(0, |any| any.nodes);
            return self.tell_line(distance.line, before + distance.nodes);
        }
        self.tell(depth, distance.nodes, distance.pn, distance.dn);
    }
}
