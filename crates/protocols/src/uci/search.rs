//! One search, on a thread of its own.

use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use threefold_chess::Chess;
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
use super::info::{self, Counters, Mate};
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
#[derive(Clone, Debug)]
pub struct Job {
    /// The position and the moves before it.
    pub history: History<Chess>,
    /// What is searched for.
    pub go: Go,
    /// The moves to which it is confined, in the game's notation.
    pub moves: Option<Vec<String>>,
    /// What the options say.
    pub options: Options,
}

impl Job {
    /// Begins the search, which takes its turns from a channel until that is closed.
    pub fn start(self, turns: Receiver<Nodes>, sender: Sender<Event<Said>>) {
        let root = self.history.root().clone();
        let run = move |turns: &Turns, turn| self.run(turns, &turn);
        let failed = move || {
            Said::Finished(Finished {
                info: info::text("the search failed: this is a fault of threefold"),
                best: any_move(&root, &[]).into_iter().collect(),
            })
        };
        turns::start(turns, sender, run, failed);
    }

    fn run(&self, turns: &Turns, turn: &Nodes) {
        let (history, request) = (&self.history, self.request(turn));
        let mover = Chess.player_to_move(history.root());
        let posed = Posed {
            idiom: GameName::Chess.idiom(),
            ..Posed::new(&Chess, history, RepetitionRule::Draw, mover)
        };
        let mut reporter = Reporter::new(self, turns);
        // What it answers has been said.
        if let Err(error) = chess::mate(&posed, &request, &mut reporter) {
            let best = any_move(history.root(), &self.go.search_moves).into_iter().collect();
            reporter
                .turns
                .say(Said::Finished(Finished { info: info::text(&error.to_string()), best }));
        }
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
        let keys = self.options.multi_pv > 1;
        Request {
            whose: self.options.whose,
            moves: self.moves.clone(),
            keys,
            effort,
            ..Request::new(goal)
        }
    }

    /// A line in the notation of the interface.
    fn line(&self, line: &[String]) -> Vec<String> {
        write_line(self.history.root(), line, self.options.chess960)
    }

    /// The last lines, the best move and the certificates.
    fn finish(&self, answer: &Answer, mut counters: Counters) -> Finished {
        (counters.nodes, counters.time) = (answer.nodes, answer.time);
        let won = answer.sides.iter().find(|side| side.at_most.is_some());
        let line = won.map(|side| self.line(&side.line)).unwrap_or_default();
        let mate = won.and_then(|side| Mate::new(side.moves_first, side.at_most));
        let mut out = String::new();
        let lines = match won {
            Some(side) => info::keys(side, self.options.multi_pv, |line| self.line(line)),
            None => Vec::new(),
        };
        if lines.len() > 1 {
            for (number, (mate, line)) in (1..).zip(&lines) {
                out += &info::line(number, *mate, &counters, line);
            }
        } else {
            out += &info::line(1, mate, &counters, &line);
        }
        let is_open = |side: &&Side| matches!(side.verdict, Verdict::Unknown(_));
        for side in answer.sides.iter().filter(is_open) {
            out += &info::numbers(&side.attacker, side.asked, side.pn, side.dn);
        }
        out += &info::text(&info::conclusion(answer));
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
            let holds = answer.sides.iter().find_map(|side| side.holds.clone());
            let moves = self.moves.as_deref().unwrap_or_default();
            let any = holds.or_else(|| any_move(self.history.root(), moves));
            any.map(|text| self.line(&[text])).unwrap_or_default()
        } else {
            line
        };
        Finished { info: out, best: best.into_iter().take(2).collect() }
    }
}

fn limits(turn: &Nodes) -> Limits {
    Limits::nodes(turn.limit.unwrap_or(u64::MAX))
}

/// Turns what the session says into lines, not too many of them, and answers into new turns.
struct Reporter<'j> {
    job: &'j Job,
    turns: &'j Turns,
    started: Instant,
    told: Option<Instant>,
    mate: Option<Mate>,
    counters: Counters,
}

/// The time between two lines that say nothing new.
const PAUSE: Duration = Duration::from_millis(500);

impl<'j> Reporter<'j> {
    fn new(job: &'j Job, turns: &'j Turns) -> Self {
        let (counters, started) = (Counters::default(), Instant::now());
        Reporter { job, turns, started, told: None, mate: None, counters }
    }
}

impl Observer for Reporter<'_> {
    fn mate_again(&mut self, answer: &Answer) -> Option<Again> {
        self.turns.say(Said::Finished(self.job.finish(answer, self.counters)));
        let turn = self.turns.next()?;
        *self = Reporter::new(self.job, self.turns);
        Some(Again { limits: limits(&turn), interrupt: turn.interrupt })
    }

    fn distance(&mut self, distance: &Distance<'_>) {
        let mate = Mate::new(distance.moves_first, distance.at_most);
        let is_new = mate.is_some() && (mate != self.mate || !distance.line.is_empty());
        self.counters.take(distance, self.started.elapsed());
        let is_time = self.told.is_none_or(|told| told.elapsed() >= PAUSE);
        // Where a mate is known its line has been told; the other side has nothing to say.
        if !is_new && (!is_time || self.mate.is_some() && mate.is_none()) {
            return;
        }
        if mate.is_some() {
            self.mate = mate;
        }
        self.told = Some(Instant::now());
        let line = self.job.line(distance.line);
        let mut lines = info::line(1, self.mate, &self.counters, &line);
        lines += &info::numbers(distance.attacker, distance.plies, distance.pn, distance.dn);
        // The first move is one's own only if one is to move; else it is a defence.
        self.turns.say(Said::Info(lines, line.into_iter().next()));
    }
}
