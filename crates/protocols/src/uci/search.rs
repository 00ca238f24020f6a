//! One search, on a thread of its own.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use threefold_chess::{Chess, ClockedPosition, FiftyMoves};
use threefold_game::{Game, History, RepetitionRule};
use threefold_search::{Limits, Options as SearchOptions, Verdict};
use threefold_session::effort::Effort;
use threefold_session::games::chess;
use threefold_session::mate::{Answer, Goal, Length, Request, Side};
use threefold_session::observer::{Again, Distance, Observer};
use threefold_session::posed::Posed;
use threefold_session::registry::GameName;

use super::board::{any_move, write_line};
use super::command::Go;
use super::info::{self, Counters, Mate, Pv};
use super::options::Options;
use crate::events::Event;
use crate::proofs;
use crate::turns::{self, Turn};

/// What a search says; `id` tells which one.
#[derive(Debug)]
pub enum Said {
    /// Lines while it goes on, and the first move of the win that they are about.
    Info(String, Option<String>),
    /// It has ended.
    Finished(Finished),
}

/// The end of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finished {
    /// The last lines before `bestmove`.
    pub info: String,
    /// The moves to play and to ponder on; the first is missing where there is no legal move.
    pub best: Vec<String>,
}

/// A turn, with its limit of nodes.
type Nodes = Turn<Option<u64>>;
/// All of them.
type Turns = turns::Turns<Option<u64>, Said>;

/// What is to be searched, and how long at first.
#[derive(Debug)]
pub struct Job {
    /// The position and the moves before it.
    pub history: History<Chess>,
    /// Plies since the last capture or move of a pawn.
    pub clock: u32,
    /// What is searched for.
    pub go: Go,
    /// The moves to which it is confined, in the game's notation.
    pub moves: Option<Vec<String>>,
    /// What the options say.
    pub options: Options,
    /// Positions that its tables have known.
    pub hits: AtomicU64,
}

impl Job {
    /// Begins the search, which takes its turns from a channel until that is closed.
    pub fn start(self, turns: Receiver<Nodes>, sender: Sender<Event<Said>>) {
        let root = self.history.root().clone();
        let run = move |turns: &Turns, turn| self.run(turns, &turn);
        let failed = move || {
            Said::Finished(Finished {
                info: info::text("the search failed: this is a fault of threefold"),
                best: any_move(&root, &[], |_| 0).into_iter().collect(),
            })
        };
        turns::start(turns, sender, run, failed);
    }

    fn run(&self, turns: &Turns, turn: &Nodes) {
        let (history, request) = (&self.history, self.request(turn));
        let mover = Chess.player_to_move(history.root());
        let (idiom, rule) = (GameName::Chess.idiom(), RepetitionRule::Draw);
        let mut reporter = Reporter::new(self, turns);
        // What it answers has been said.
        let done = match self.clocked() {
            Some(root) => {
                let alone = History::new(root);
                let posed = Posed::new(&FiftyMoves, &alone, rule, mover);
                let posed = Posed { idiom, knowledge: self, ..posed };
                chess::mate_by_clock(&posed, &request, &mut reporter)
            }
            None => {
                let posed = Posed::new(&Chess, history, rule, mover);
                let posed = Posed { idiom, knowledge: self, ..posed };
                chess::mate(&posed, &request, &mut reporter)
            }
        };
        if let Err(error) = done {
            let (info, best) = (info::text(&error.to_string()), self.any(None));
            turns.say(Said::Finished(Finished { info, best: best.into_iter().collect() }));
        }
    }

    /// The position with its clock, where that counts. Not where a position has occurred twice:
    /// then mates are only told that the clock cannot prevent.
    fn clocked(&self) -> Option<ClockedPosition> {
        let clocked = ClockedPosition::after(&self.history, self.clock.min(100)).ok();
        clocked.filter(|_| self.options.fifty_moves)
    }

    fn request(&self, turn: &Nodes) -> Request {
        let goal = match (self.go.mate, self.go.depth) {
            (Some(moves), _) => Goal::Within(Length::Moves(moves)),
            (None, Some(plies)) => Goal::Within(Length::Plies(plies)),
            (None, None) => Goal::Shortest,
        };
        let mut effort = Effort::for_positions();
        let Options { hash, threads, .. } = self.options;
        effort.options = SearchOptions { table_bytes: hash, threads, ..effort.options };
        (effort.limits, effort.interrupt) = (limits(turn), turn.interrupt.clone());
        effort.check = self.options.certificates.is_some();
        let lines = self.options.multi_pv;
        Request {
            whose: self.options.whose,
            moves: self.moves.clone(),
            keys: lines > 1,
            key_lines: if lines > 1 { lines } else { 0 },
            effort,
            ..Request::new(goal)
        }
    }

    /// What is played where no mate is known: of moves worth the same, one that holds.
    fn any(&self, holds: Option<&String>) -> Option<String> {
        let (root, worth) = (self.history.root(), self.worth());
        let is_holding = |m| holds == Some(&Chess.move_text(root, m));
        let worth = |m| 2 * worth(m) + i8::from(is_holding(m));
        let any = any_move(root, self.moves.as_deref().unwrap_or_default(), worth);
        any.and_then(|text| self.line(&[text]).pop())
    }

    /// The keys, shortest first, each with a line.
    fn keys(&self, side: &Side) -> Vec<Pv> {
        let all = side.first_moves.iter().flatten();
        let mut keys: Vec<_> = all.filter(|key| key.verdict == Verdict::Proven).collect();
        // What is played comes first among equals.
        keys.sort_by_key(|key| (key.at_most, side.line.first() != Some(&key.text)));
        let keys = keys.into_iter().take(self.options.multi_pv);
        keys.map(|key| self.pv(true, key.at_most, &key.line)).collect()
    }

    /// A win within so many plies, with a line of it.
    fn pv(&self, moves_first: bool, at_most: Option<u32>, line: &[String]) -> Pv {
        let is_whole = at_most == Some(line.len() as u32);
        Pv { mate: Mate::new(moves_first, at_most), is_whole, line: self.line(line) }
    }

    /// A line in the notation of the interface.
    fn line(&self, line: &[String]) -> Vec<String> {
        write_line(self.history.root(), line, self.options.chess960)
    }

    /// Whether the fifty-move rule lets a win within so many plies stand, where the search has not
    /// seen to it.
    fn is_in_time(&self, plies: u32) -> bool {
        let is_known = !self.options.fifty_moves || self.clocked().is_some();
        is_known || self.clock.saturating_add(plies) <= 100
    }

    /// The last lines, the best move and the certificates. A line with the score that was told is
    /// not told again.
    fn finish(&self, answer: &Answer, reporter: &Reporter<'_>) -> Finished {
        let (told, mut counters) = (reporter.pv.as_ref(), reporter.counters);
        (counters.nodes, counters.time) = (answer.nodes, answer.time);
        let found = answer.sides.iter().find(|side| side.at_most.is_some());
        let won = found.filter(|side| side.at_most.is_some_and(|plies| self.is_in_time(plies)));
        let mut lines = won.map(|side| self.keys(side)).unwrap_or_default();
        if lines.len() < 2 {
            let one = |side: &Side| self.pv(side.moves_first, side.at_most, &side.line);
            lines = vec![won.map(one).unwrap_or_default()];
        }
        let mut out = String::new();
        if told == Some(&lines[0]) && lines.len() == 1 {
            out += &info::counters(&counters);
        } else {
            for (number, pv) in (1..).zip(&lines) {
                out += &info::line(number, pv, &counters);
            }
        }
        let line = lines.swap_remove(0).line;
        let is_open = |side: &&Side| matches!(side.verdict, Verdict::Unknown(_));
        for side in answer.sides.iter().filter(is_open) {
            out += &info::numbers(&side.attacker, side.asked, side.pn, side.dn);
        }
        let by_tables = match won {
            _ if counters.table_hits == 0 => "",
            // A mate needs no tables.
            Some(side) if side.words.contains("at most") => "",
            Some(_) => "; none shorter, with Syzygy tables",
            None => " (with Syzygy tables)",
        };
        let damage = self.options.syzygy.as_ref().and_then(|tables| tables.damage());
        out += &info::text(&match (found, won, damage) {
            (Some(_), None, _) => FALLS.to_owned(),
            (.., Some(damage)) => format!("error: {damage}; no Syzygy tables from now on"),
            _ => info::conclusion(answer) + by_tables,
        });
        for side in &answer.sides {
            if let Some(alone) = &side.alone {
                out += &info::text(&alone.text());
            }
        }
        if let Some(directory) = &self.options.certificates {
            for side in &answer.sides {
                match &side.fault {
                    Some(fault) => out += &info::text(fault),
                    None => {
                        let said = proofs::write_all(directory, &side.proofs);
                        said.iter().for_each(|line| out += &info::text(line));
                    }
                }
            }
        }
        let best = if line.is_empty() {
            // Who does not mate does not get mated, if that is proved.
            self.any(answer.sides.iter().find_map(|side| side.holds.as_ref())).into_iter().collect()
        } else {
            line
        };
        Finished { info: out, best: best.into_iter().take(2).collect() }
    }
}

const FALLS: &str = "not proved: the mate that was found may fall to the fifty-move rule, \
                     which is not searched with where a position has occurred twice";

fn limits(turn: &Nodes) -> Limits {
    Limits::nodes(turn.limit.unwrap_or(u64::MAX))
}

/// Turns what the session says into lines, not too many of them, and answers into new turns.
struct Reporter<'j> {
    job: &'j Job,
    turns: &'j Turns,
    started: Instant,
    told: Option<Instant>,
    pv: Option<Pv>,
    numbers: String,
    counters: Counters,
}

/// The time between two lines that say nothing new.
const PAUSE: Duration = Duration::from_millis(500);

impl<'j> Reporter<'j> {
    fn new(job: &'j Job, turns: &'j Turns) -> Self {
        let (counters, started) = (Counters::default(), Instant::now());
        let (told, pv, numbers) = (None, None, String::new());
        // For the case that it does not end in time.
        turns.say(Said::Info(String::new(), job.any(None)));
        Reporter { job, turns, started, told, pv, numbers, counters }
    }

    /// What is new of a mate.
    fn news(&self, distance: &Distance<'_>) -> Option<Pv> {
        let at_most = distance.at_most.filter(|&plies| self.job.is_in_time(plies))?;
        let pv = self.job.pv(distance.moves_first, Some(at_most), distance.line);
        // Whether a bound without its line is worth a word.
        let is_new = self.pv.as_ref().is_none_or(|told| pv.mate != told.mate || !told.is_whole);
        (self.pv.as_ref() != Some(&pv) && (is_new || pv.is_whole)).then_some(pv)
    }
}

impl Observer for Reporter<'_> {
    fn mate_again(&mut self, answer: &Answer) -> Option<Again> {
        self.counters.table_hits = self.job.hits.load(Ordering::Relaxed);
        let finished = self.job.finish(answer, self);
        self.turns.say(Said::Finished(finished));
        let turn = self.turns.next()?;
        *self = Reporter::new(self.job, self.turns);
        Some(Again { limits: limits(&turn), interrupt: turn.interrupt })
    }

    fn distance(&mut self, distance: &Distance<'_>) {
        self.counters.take(distance, self.started.elapsed());
        self.counters.table_hits = self.job.hits.load(Ordering::Relaxed);
        let news = self.news(distance);
        let is_time = self.told.is_none_or(|told| told.elapsed() >= PAUSE);
        // Where a mate is known the other side has nothing to say.
        let is_ruled_out = self.pv.is_some() && distance.at_most.is_none();
        if news.is_none() && (!is_time || is_ruled_out) {
            return;
        }
        self.told = Some(Instant::now());
        let mut lines = match (&news, &self.pv) {
            (Some(pv), _) => info::line(1, pv, &self.counters),
            (None, Some(_)) => info::counters(&self.counters),
            (None, None) => info::line(1, &Pv::default(), &self.counters),
        };
        let numbers = info::numbers(distance.attacker, distance.plies, distance.pn, distance.dn);
        if numbers != self.numbers {
            lines += &numbers;
            self.numbers = numbers;
        }
        // The first move is one's own only if one is to move; else it is a defence.
        let best = news.as_ref().and_then(|pv| pv.line.first().cloned());
        self.pv = news.or(self.pv.take());
        self.turns.say(Said::Info(lines, best));
    }
}
