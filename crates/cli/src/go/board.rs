//! `threefold go board`: the exact value of a position, by questions that are answered yes or no.
//!
//! ```text
//!   does Black score at least k?   yes  yes  yes  no   no        the value is the last k with "yes":
//!                              k =  -1    0    1   2    3        its certificate is one bound, that of
//!                                               ^                the first "no" the other
//! ```

use std::cell::RefCell;
use std::collections::HashSet;
use std::time::Instant;

use threefold::certificate::{Certificate, write_file};
use threefold::game::{Game, History, Player, Question, RepetitionRule};
use threefold::go::{Colour, Go, GoMove, Points, Suicide, Terms, Wide};
use threefold::search::{Interrupt, Limits, Options, Policy, Solver, Stats};

use super::args::{BoardArgs, Scores};
use super::report::{ForPeople, MoveReport, QuestionReport, Report};
use super::{position, text};
use crate::args::PolicyName;
use crate::exit::Exit;
use crate::interrupt;
use crate::output::{Stop, json_line, print};
use crate::progress::Bars;
use crate::solve::can_allocate;
use crate::solve::question::{Asked, Proof, ask};

pub fn run(args: &BoardArgs) -> Result<Exit, Stop> {
    can_allocate(args.memory, 1)?;
    let report = report(args, interrupt::install()).map_err(Stop::Message)?;
    print(&if args.json { json_line(&report)? } else { text::block(&report) })?;
    Ok(report.exit())
}

/// What is found out about a board.
pub fn report(args: &BoardArgs, interrupt: Interrupt) -> Result<Report, String> {
    match args.size.points() {
        0..=64 => solve::<u64>(args, interrupt),
        65..=128 => solve::<u128>(args, interrupt),
        _ => solve::<Wide>(args, interrupt),
    }
}

fn solve<P: Points>(args: &BoardArgs, interrupt: Interrupt) -> Result<Report, String> {
    let started = Instant::now();
    let points = args.size.points() as i32;
    let suicide = if args.suicide { Suicide::Allowed } else { Suicide::Forbidden };
    let game = |at_least| {
        let terms =
            Terms { suicide, played_out: args.played_out, ..Terms::new(args.size, at_least) };
        Go::<P>::new(terms).map_err(|error| error.to_string())
    };
    let asked = args.at_least.unwrap_or(Scores { least: 0, most: 0 });
    let first = (-points).min(asked.least);
    let games = (first..=points.max(asked.most)).map(game).collect::<Result<Vec<_>, _>>()?;
    let rule = args.rule.rule();
    let history =
        position::read(&games[0], rule, args.position.as_deref(), args.history.as_deref())?;
    let bars = Bars::new(1);
    let sitting = Sitting {
        first,
        points,
        games: &games,
        rule,
        certify: !args.no_check,
        keep: args.certificate.is_some(),
        options: options(args),
        limits: Limits { nodes: args.nodes, time: args.time, ..Limits::default() },
        interrupt,
        bars: &bars,
        stats: RefCell::default(),
        work: RefCell::new(vec![(0, 0.0); games.len()]),
    };
    let mut report = match args.at_least {
        Some(scores) => sitting.scores(&history, scores, args),
        None => sitting.value(&history, args),
    };
    bars.clear();
    report.board = args.size.to_string();
    report.rule = args.rule.name();
    report.suicide = args.suicide;
    report.root = games[0].position_text(history.root());
    report.history = (!history.moves().is_empty()).then(|| history.notation(&games[0]));
    let stats = sitting.stats.into_inner();
    (report.nodes, report.lookups, report.stats) = (stats.nodes, stats.lookups, stats);
    report.time_s = started.elapsed().as_secs_f64();
    Ok(report)
}

fn options(args: &BoardArgs) -> Options {
    let policy = match args.policy {
        PolicyName::BaseTwin => Policy::BaseTwin,
        PolicyName::Ignore => Policy::Ignore,
    };
    Options { table_bytes: args.memory, policy, ..Options::default() }
}

/// Everything that the questions of one run have in common.
struct Sitting<'a, P: Points> {
    /// The games for each threshold, from `first` on.
    games: &'a [Go<P>],
    first: i32,
    points: i32,
    rule: RepetitionRule,
    certify: bool,
    keep: bool,
    options: Options,
    limits: Limits,
    interrupt: Interrupt,
    bars: &'a Bars,
    /// The work of all searches.
    stats: RefCell<Stats>,
    /// By threshold, the nodes and seconds of the questions about the root.
    work: RefCell<Vec<(u64, f64)>>,
}

/// What is known of a value: it is at least `low` and less than `high`.
#[derive(Clone, Copy)]
struct Bounds {
    low: i32,
    high: i32,
}

impl Bounds {
    fn value(self) -> Option<i32> {
        (self.high - self.low == 1).then_some(self.low)
    }
}

/// Solvers by threshold, with the tables that they have filled.
type Solvers<'a, P> = Vec<Option<Solver<'a, Go<P>>>>;

impl<'a, P: Points> Sitting<'a, P> {
    /// The value, its certificates, and what the moves are worth.
    fn value(&self, history: &History<Go<P>>, args: &BoardArgs) -> Report {
        let mut solvers: Solvers<'a, P> = self.games.iter().map(|_| None).collect();
        let mut reason = None;
        let everything = Bounds { low: -self.points, high: self.points + 1 };
        let bounds = self.narrow(&mut solvers, history, everything, None, &mut reason);
        let mut report = self.empty();
        (report.value, report.lower, report.upper) = (bounds.value(), bounds.low, bounds.high - 1);
        let mut proofs = Vec::new();
        // The bounds that are more than the size of the board says.
        for (at_least, is_known) in
            [(bounds.low, bounds.low > -self.points), (bounds.high, bounds.high <= self.points)]
        {
            if is_known {
                let one = self.ask(&mut solvers, history, at_least, true);
                reason = reason.or(one.open().map(|reason| reason.name()));
                let (question, proof) = self.question(at_least, one);
                report.questions.push(question);
                proofs.extend(proof);
            }
        }
        self.finish(&mut report, proofs, args.certificate.as_deref());
        if let Some(value) = report.value
            && !args.value_only
            && report.checked != Some(false)
        {
            let moves = self.moves(&mut solvers, history, value, args.moves, &mut reason);
            let best = |m: &&MoveReport| m.best == Some(true);
            report.best = Some(moves.iter().filter(best).map(|m| m.text.clone()).collect());
            report.moves = args.moves.then_some(moves);
        }
        report.reason = reason;
        report
    }

    /// Single questions.
    fn scores(&self, history: &History<Go<P>>, scores: Scores, args: &BoardArgs) -> Report {
        let mut report = self.empty();
        report.people.asked = true;
        let mut proofs = Vec::new();
        for at_least in scores.least..=scores.most {
            let mut solvers: Solvers<'a, P> = self.games.iter().map(|_| None).collect();
            let one = self.ask(&mut solvers, history, at_least, true);
            report.reason = report.reason.or(one.open().map(|reason| reason.name()));
            match one.verdict.decided() {
                Some(true) => report.lower = report.lower.max(at_least),
                Some(false) => report.upper = report.upper.min(at_least - 1),
                None => {}
            }
            let (question, proof) = self.question(at_least, one);
            report.questions.push(question);
            proofs.extend(proof);
        }
        report.value = (report.lower == report.upper).then_some(report.lower);
        self.finish(&mut report, proofs, args.certificate.as_deref());
        report
    }

    fn empty(&self) -> Report {
        Report {
            game: "go",
            board: String::new(),
            rule: "",
            suicide: false,
            root: String::new(),
            history: None,
            value: None,
            lower: -self.points,
            upper: self.points,
            best: None,
            reason: None,
            nodes: 0,
            lookups: 0,
            time_s: 0.0,
            certificate: None,
            certificate_positions: None,
            checked: None,
            questions: Vec::new(),
            moves: None,
            stats: Stats::default(),
            people: ForPeople::default(),
        }
    }

    /// Halves the interval until the value is known or a question has no answer. `probe` is asked
    /// first if it is inside.
    fn narrow(
        &self,
        solvers: &mut Solvers<'a, P>,
        history: &History<Go<P>>,
        mut bounds: Bounds,
        mut probe: Option<i32>,
        reason: &mut Option<&'static str>,
    ) -> Bounds {
        while bounds.value().is_none() {
            let middle = (bounds.low + bounds.high).div_euclid(2);
            let at_least = probe.take().filter(|p| (bounds.low + 1..bounds.high).contains(p));
            let at_least = at_least.unwrap_or(middle);
            let one = self.ask(solvers, history, at_least, false);
            match one.verdict.decided() {
                Some(true) => bounds.low = at_least,
                Some(false) => bounds.high = at_least,
                None => {
                    *reason = reason.or(one.open().map(|reason| reason.name()));
                    return bounds;
                }
            }
        }
        bounds
    }

    /// Whether Black scores at least so many points, with a certificate if that is wanted.
    fn ask(
        &self,
        solvers: &mut Solvers<'a, P>,
        history: &History<Go<P>>,
        at_least: i32,
        certify: bool,
    ) -> Asked {
        let index = (at_least - self.first) as usize;
        let game = &self.games[index];
        let solver = solvers[index].get_or_insert_with(|| {
            let question = Question::new(Player::First, self.rule);
            let mut solver = Solver::new(game, question, self.options.clone());
            solver.limit(self.limits.clone()).interrupt_by(self.interrupt.clone());
            solver
        });
        let name = format!("{} at least {at_least}", game.terms().size);
        let mut line = self.bars.line(&name);
        let (check, keep) = (certify && self.certify, certify && self.keep);
        let monitor = &mut |progress: &_| line.update(progress);
        let one = ask(game, solver, history, self.rule, keep, check, monitor);
        self.stats.borrow_mut().add(&one.stats);
        let work = &mut self.work.borrow_mut()[index];
        work.0 += one.stats.nodes;
        work.1 += one.stats.time.as_secs_f64();
        one
    }

    fn question(&self, at_least: i32, one: Asked) -> (QuestionReport, Option<Proof>) {
        let proof = one.proof.filter(|_| one.fault.is_none());
        let is_decided = one.verdict.decided().is_some();
        let (nodes, time_s) = self.work.borrow()[(at_least - self.first) as usize];
        let report = QuestionReport {
            at_least,
            verdict: one.verdict.name(),
            reason: match (&one.fault, one.verdict) {
                (Some(fault), _) => Some(fault.name()),
                (None, threefold::search::Verdict::Unknown(reason)) => Some(reason.name()),
                _ => None,
            },
            nodes,
            time_s,
            certificate_positions: proof.as_ref().map(|proof| proof.positions),
            certificate_moves: proof.as_ref().map(|proof| proof.block.header.moves),
            checked: (self.certify && is_decided).then_some(one.fault.is_none()),
            fault: one.fault.map(|fault| fault.words()),
        };
        (report, proof)
    }

    /// Sums the certificates up and writes them.
    fn finish(&self, report: &mut Report, proofs: Vec<Proof>, path: Option<&std::path::Path>) {
        let questions = &report.questions;
        if questions.iter().any(|question| question.checked == Some(false)) {
            report.checked = Some(false);
        } else if self.certify && !questions.is_empty() {
            report.checked = questions.iter().all(|q| q.checked == Some(true)).then_some(true);
        }
        if proofs.is_empty() || report.checked == Some(false) {
            return;
        }
        report.certificate_positions = Some(proofs.iter().map(|proof| proof.positions).sum());
        if let Some(path) = path {
            let blocks = proofs.into_iter().map(|proof| proof.block).collect();
            match write_file(path, &Certificate::new(blocks)) {
                Ok(()) => report.certificate = Some(path.display().to_string()),
                Err(error) => {
                    report.people.not_written = Some(format!("{}: {error}", path.display()));
                }
            }
        }
    }

    /// What the legal moves are worth: whether they keep the value, or with `all` how much they are
    /// worth.
    fn moves(
        &self,
        solvers: &mut Solvers<'a, P>,
        history: &History<Go<P>>,
        value: i32,
        all: bool,
        reason: &mut Option<&'static str>,
    ) -> Vec<MoveReport> {
        let turn = history.root().turn();
        // No move is better than the position.
        let (bounds, decisive) = match turn {
            Colour::Black => (Bounds { low: -self.points, high: value + 1 }, value),
            Colour::White => (Bounds { low: value, high: self.points + 1 }, value + 1),
        };
        let mut reports = Vec::new();
        for m in self.legal_moves(history) {
            let started = Instant::now();
            let before = self.stats.borrow().nodes;
            let mut after = history.clone();
            after.push(&self.games[0], m);
            let found = if all {
                self.narrow(solvers, &after, bounds, Some(decisive), reason)
            } else {
                self.keeps(solvers, &after, bounds, decisive, reason)
            };
            let best = match turn {
                Colour::Black if found.low == value => Some(true),
                Colour::Black if found.high <= value => Some(false),
                Colour::White if found.high == value + 1 => Some(true),
                Colour::White if found.low > value => Some(false),
                _ => None,
            };
            reports.push(MoveReport {
                text: m.text(self.games[0].terms().size).to_string(),
                value: found.value(),
                lower: found.low,
                upper: found.high - 1,
                best,
                nodes: self.stats.borrow().nodes - before,
                time_s: started.elapsed().as_secs_f64(),
            });
        }
        reports
    }

    /// One question only: whether a move keeps the value.
    fn keeps(
        &self,
        solvers: &mut Solvers<'a, P>,
        history: &History<Go<P>>,
        mut bounds: Bounds,
        decisive: i32,
        reason: &mut Option<&'static str>,
    ) -> Bounds {
        if !(bounds.low + 1..bounds.high).contains(&decisive) {
            return bounds;
        }
        let one = self.ask(solvers, history, decisive, false);
        match one.verdict.decided() {
            Some(true) => bounds.low = decisive,
            Some(false) => bounds.high = decisive,
            None => *reason = reason.or(one.open().map(|reason| reason.name())),
        }
        bounds
    }

    /// The moves that do not repeat, in the order of the board, a pass at the end.
    fn legal_moves(&self, history: &History<Go<P>>) -> Vec<GoMove> {
        let (game, root) = (&self.games[0], history.root());
        let mut moves = Vec::new();
        if game.is_over(root) {
            return moves;
        }
        game.moves(root, &mut moves);
        let before = history.positions().iter().chain([root]);
        let met: HashSet<_> = before.map(|p| game.situation(p, self.rule)).collect();
        moves.retain(|&m| {
            let mut position = *root;
            game.make(&mut position, m);
            m == GoMove::Pass || !met.contains(&game.situation(&position, self.rule))
        });
        moves
    }
}
