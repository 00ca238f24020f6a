//! `threefold go board`: the exact value of a position, by questions that are answered yes or no.
//!
//! ```text
//!   does Black score at least k?   yes  yes  yes  no   no      the value is the last k with "yes":
//!                              k =  -1    0    1   2    3      its certificate is one bound, that
//!                                               ^              of the first "no" the other
//! ```

use std::cell::RefCell;
use std::time::Instant;

use threefold::game::{Game, History};
use threefold::go::{Colour, Go, GoMove, Points, Suicide, Terms, Wide};
use threefold::search::{Interrupt, Limits, Options, Policy, Solver, Stats, Verdict};
use threefold_files::Kind;

use super::args::{BoardArgs, Scores};
use super::report::{ForPeople, MoveReport, QuestionReport, Report};
use super::ruling::{CycleName, GoRule, Ruling, rulings};
use super::{position, text};
use crate::args::PolicyName;
use crate::exit::Exit;
use crate::files::{self, CertificateOutput, Wanted};
use crate::interrupt;
use crate::output::{Stop, json_line};
use crate::progress::Bars;
use crate::solve::question::{Asked, Proof, ask};
use crate::solve::{can_allocate, complain_not_written};

pub fn run(args: &BoardArgs) -> Result<Exit, Stop> {
    can_allocate(args.memory, 1)?;
    let mut desk = files::desk(&args.position, args.force);
    let wanted = |path| Wanted { flag: "--certificate", path, kind: Kind::Certificate };
    let output = match args.certificate.as_deref() {
        Some(path) => Some(desk.file(wanted(path)).map_err(Stop::Message)?),
        None => None,
    };
    let output = output.map(|output| CertificateOutput::new(output, false));
    // A value has a bound from below and one from above, each a question of its own.
    if let Some(output) = &output
        && args.at_least.is_none()
    {
        output.can_be_several().map_err(Stop::Message)?;
    }
    let channel = desk.channel(args.json)?;
    let report = report(args, output.as_ref(), interrupt::install()).map_err(Stop::Message)?;
    channel.print(&if args.json { json_line(&report)? } else { text::block(&report) })?;
    report.people.not_written.iter().for_each(complain_not_written);
    Ok(report.exit())
}

/// What is found out about a board.
pub fn report(
    args: &BoardArgs,
    output: Option<&CertificateOutput>,
    interrupt: Interrupt,
) -> Result<Report, String> {
    match args.size.points() {
        0..=64 => solve::<u64>(args, output, interrupt),
        65..=128 => solve::<u128>(args, output, interrupt),
        _ => solve::<Wide>(args, output, interrupt),
    }
}

fn solve<P: Points>(
    args: &BoardArgs,
    output: Option<&CertificateOutput>,
    interrupt: Interrupt,
) -> Result<Report, String> {
    let started = Instant::now();
    let points = args.size.points() as i32;
    let suicide = if args.suicide { Suicide::Allowed } else { Suicide::Forbidden };
    let basic_ko = args.rule == GoRule::BasicKo;
    let game = |at_least| {
        let terms = Terms {
            suicide,
            basic_ko,
            played_out: args.played_out,
            ..Terms::new(args.size, at_least)
        };
        Go::<P>::new(terms).map_err(|error| error.to_string())
    };
    let asked = args.at_least.unwrap_or(Scores { least: 0, most: 0 });
    let first = (-points).min(asked.least);
    let games = (first..=points.max(asked.most)).map(game).collect::<Result<Vec<_>, _>>()?;
    let rulings = rulings(args.rule, args.cycle)?;
    let rule = args.rule.rule();
    let history =
        position::read(&games[0], rule, args.position.as_deref(), args.history.as_deref())?;
    let bars = Bars::new(1);
    let sitting = Sitting {
        first,
        points,
        games: &games,
        rulings,
        certify: !args.no_check,
        output,
        options: options(args),
        limits: Limits { nodes: args.nodes, time: args.time, ..Limits::default() },
        interrupt,
        bars: &bars,
        stats: RefCell::default(),
    };
    let mut report = match args.at_least {
        Some(scores) => sitting.scores(&history, scores),
        None => sitting.value(&history, args),
    };
    bars.clear();
    report.board = args.size.to_string();
    report.rule = args.rule.name();
    report.cycle =
        (args.rule == GoRule::BasicKo).then(|| args.cycle.unwrap_or(CycleName::NoResult).name());
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
    /// Those that give Black's bound and White's.
    rulings: [Ruling; 2],
    certify: bool,
    /// Where the certificate goes.
    output: Option<&'a CertificateOutput>,
    options: Options,
    limits: Limits,
    interrupt: Interrupt,
    bars: &'a Bars,
    /// The work of all searches.
    stats: RefCell<Stats>,
}

/// What is known of a score: it is at least `low` and less than `high`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Bounds {
    low: i32,
    high: i32,
}

impl Bounds {
    fn value(self) -> Option<i32> {
        (self.high - self.low == 1).then_some(self.low)
    }
}

/// What is known of the scores that the players can force: the same for both, but where a cycle has
/// no result.
#[derive(Clone, Copy)]
struct Known {
    black: Bounds,
    white: Bounds,
}

impl Known {
    fn lower(self) -> i32 {
        self.black.low
    }

    fn upper(self) -> i32 {
        self.white.high - 1
    }

    fn value(self) -> Option<i32> {
        (self.lower() == self.upper()).then_some(self.lower())
    }

    /// Both are known, and differ.
    fn no_result(self) -> bool {
        let both = self.black.value().zip(self.white.value());
        both.is_some_and(|(black, white)| black != white)
    }
}

/// The questions under one ruling: by threshold, the solvers with the tables that they have filled,
/// and the nodes and seconds of their searches.
struct Questions<'a, P: Points> {
    ruling: Ruling,
    solvers: Vec<Option<Solver<'a, Go<P>>>>,
    work: Vec<(u64, f64)>,
}

/// Those about Black's bound, and about White's where they are others.
struct Inquiry<'a, P: Points> {
    black: Questions<'a, P>,
    white: Option<Questions<'a, P>>,
}

impl<'a, P: Points> Inquiry<'a, P> {
    fn white(&mut self) -> &mut Questions<'a, P> {
        self.white.as_mut().unwrap_or(&mut self.black)
    }
}

impl<'a, P: Points> Sitting<'a, P> {
    /// No question asked yet.
    fn inquiry(&self) -> Inquiry<'a, P> {
        let questions = |ruling| Questions {
            ruling,
            solvers: self.games.iter().map(|_| None).collect(),
            work: vec![(0, 0.0); self.games.len()],
        };
        let [black, white] = self.rulings;
        let white = (black != white).then(|| questions(white));
        Inquiry { black: questions(black), white }
    }

    /// The value, its certificates, and what the moves are worth.
    fn value(&self, history: &History<Go<P>>, args: &BoardArgs) -> Report {
        let mut inquiry = self.inquiry();
        let mut reason = None;
        let everything = Bounds { low: -self.points, high: self.points + 1 };
        let everything = Known { black: everything, white: everything };
        let known = self.narrow_both(&mut inquiry, history, everything, [None; 2], &mut reason);
        let mut report = self.empty();
        (report.value, report.no_result) = (known.value(), known.no_result());
        (report.lower, report.upper) = (known.lower(), known.upper());
        // Where Black and White can force the same, that is all there is to show.
        let thresholds = match known.value() {
            Some(value) => vec![(false, value), (true, value + 1)],
            None if inquiry.white.is_none() => {
                vec![(false, known.black.low), (false, known.black.high)]
            }
            None => vec![
                (false, known.black.low),
                (false, known.black.high),
                (true, known.white.low),
                (true, known.white.high),
            ],
        };
        let mut proofs = Vec::new();
        for (of_white, at_least) in thresholds {
            // The size of the board says the rest.
            if !(1 - self.points..=self.points).contains(&at_least) {
                continue;
            }
            let questions = if of_white { inquiry.white() } else { &mut inquiry.black };
            let one = self.ask(questions, history, at_least, true);
            reason = reason.or(one.open().map(|reason| reason.name()));
            let (question, proof) = self.question(questions, at_least, one);
            report.questions.push(question);
            proofs.extend(proof);
        }
        self.finish(&mut report, proofs);
        if (report.value.is_some() || report.no_result)
            && !args.value_only
            && report.checked != Some(false)
        {
            let moves = self.moves(&mut inquiry, history, known, args.moves, &mut reason);
            let best = |m: &&MoveReport| m.best == Some(true);
            report.best = Some(moves.iter().filter(best).map(|m| m.text.clone()).collect());
            report.moves = args.moves.then_some(moves);
        }
        report.reason = reason;
        report
    }

    /// Single questions, each with a table of its own.
    fn scores(&self, history: &History<Go<P>>, scores: Scores) -> Report {
        let mut report = self.empty();
        report.people.asked = true;
        let mut proofs = Vec::new();
        for at_least in scores.least..=scores.most {
            let Inquiry { black, white } = self.inquiry();
            let is_one = white.is_none();
            for (of_white, mut questions) in [(false, Some(black)), (true, white)] {
                let Some(questions) = &mut questions else { continue };
                let one = self.ask(questions, history, at_least, true);
                report.reason = report.reason.or(one.open().map(|reason| reason.name()));
                match one.verdict.decided() {
                    Some(true) if is_one || !of_white => {
                        report.lower = report.lower.max(at_least);
                    }
                    Some(false) if is_one || of_white => {
                        report.upper = report.upper.min(at_least - 1);
                    }
                    _ => {}
                }
                let (question, proof) = self.question(questions, at_least, one);
                report.questions.push(question);
                proofs.extend(proof);
            }
        }
        report.value = (report.lower == report.upper).then_some(report.lower);
        self.finish(&mut report, proofs);
        report
    }

    fn empty(&self) -> Report {
        Report {
            game: "go",
            board: String::new(),
            rule: "",
            cycle: None,
            suicide: false,
            root: String::new(),
            history: None,
            value: None,
            no_result: false,
            lower: -self.points,
            upper: self.points,
            best: None,
            reason: None,
            nodes: 0,
            lookups: 0,
            time_s: 0.0,
            certificates: Vec::new(),
            certificate_positions: None,
            checked: None,
            questions: Vec::new(),
            moves: None,
            stats: Stats::default(),
            people: ForPeople::default(),
        }
    }

    /// Finds out what both players can force. `probes` are asked first, if they are inside.
    fn narrow_both(
        &self,
        inquiry: &mut Inquiry<'a, P>,
        history: &History<Go<P>>,
        known: Known,
        [black, white]: [Option<i32>; 2],
        reason: &mut Option<&'static str>,
    ) -> Known {
        let black = self.narrow(&mut inquiry.black, history, known.black, black, reason);
        let Some(questions) = &mut inquiry.white else { return Known { black, white: black } };
        // A cycle that counts for Black does him no harm; and mostly it does not matter.
        let bounds = Bounds { low: known.white.low.max(black.low), high: known.white.high };
        let probe = white.or(black.value().map(|value| value + 1));
        let white = self.narrow(questions, history, bounds, probe, reason);
        Known { black, white }
    }

    /// Halves the interval until the value is known or a question has no answer. `probe` is asked
    /// first if it is inside.
    fn narrow(
        &self,
        questions: &mut Questions<'a, P>,
        history: &History<Go<P>>,
        mut bounds: Bounds,
        mut probe: Option<i32>,
        reason: &mut Option<&'static str>,
    ) -> Bounds {
        while bounds.value().is_none() {
            let middle = (bounds.low + bounds.high).div_euclid(2);
            let at_least = probe.take().filter(|p| (bounds.low + 1..bounds.high).contains(p));
            let at_least = at_least.unwrap_or(middle);
            let one = self.ask(questions, history, at_least, false);
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
        questions: &mut Questions<'a, P>,
        history: &History<Go<P>>,
        at_least: i32,
        certify: bool,
    ) -> Asked {
        let index = (at_least - self.first) as usize;
        let game = &self.games[index];
        let ruling = questions.ruling;
        let (question, proven_means_yes) = ruling.question(self.points, at_least);
        let solver = questions.solvers[index].get_or_insert_with(|| {
            let mut solver = Solver::new(game, question, self.options.clone());
            solver.limit(self.limits.clone()).interrupt_by(self.interrupt.clone());
            solver
        });
        let name = format!("{} at least {at_least}", game.terms().size);
        let mut line = self.bars.line(&name);
        let (check, keep) = (certify && self.certify, certify && self.output.is_some());
        let monitor = &mut |progress: &_| line.update(progress);
        let mut one = ask(game, solver, history, ruling.rule(), keep, check, monitor);
        if !proven_means_yes {
            one.verdict = match one.verdict {
                Verdict::Proven => Verdict::Disproven,
                Verdict::Disproven => Verdict::Proven,
                unknown => unknown,
            };
        }
        self.stats.borrow_mut().add(&one.stats);
        let work = &mut questions.work[index];
        work.0 += one.stats.nodes;
        work.1 += one.stats.time.as_secs_f64();
        one
    }

    fn question(
        &self,
        questions: &Questions<'a, P>,
        at_least: i32,
        one: Asked,
    ) -> (QuestionReport, Option<Proof>) {
        let proof = one.proof.filter(|_| one.fault.is_none());
        let is_decided = one.verdict.decided().is_some();
        let (nodes, time_s) = questions.work[(at_least - self.first) as usize];
        let report = QuestionReport {
            at_least,
            cycle: questions.ruling.cycle(),
            verdict: one.verdict.name(),
            reason: match (&one.fault, one.verdict) {
                (Some(fault), _) => Some(fault.name()),
                (None, Verdict::Unknown(reason)) => Some(reason.name()),
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
    fn finish(&self, report: &mut Report, proofs: Vec<Proof>) {
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
        if let Some(output) = self.output {
            match output.write(proofs.into_iter().map(|proof| proof.block).collect()) {
                Ok(places) => report.certificates = places,
                Err(error) => report.people.not_written = Some(error),
            }
        }
    }

    /// What the legal moves are worth: whether they keep what is known of the position, or with
    /// `all` how much they are worth.
    fn moves(
        &self,
        inquiry: &mut Inquiry<'a, P>,
        history: &History<Go<P>>,
        known: Known,
        all: bool,
        reason: &mut Option<&'static str>,
    ) -> Vec<MoveReport> {
        let turn = history.root().turn();
        let (lower, upper) = (known.lower(), known.upper());
        // No move is better than the position.
        let no_better = |value| match turn {
            Colour::Black => Bounds { low: -self.points, high: value + 1 },
            Colour::White => Bounds { low: value, high: self.points + 1 },
        };
        let bounds = Known { black: no_better(lower), white: no_better(upper) };
        let decisive = [lower, upper].map(|value| match turn {
            Colour::Black => value,
            Colour::White => value + 1,
        });
        let mut reports = Vec::new();
        for m in self.legal_moves(history) {
            let started = Instant::now();
            let before = self.stats.borrow().nodes;
            let mut after = history.clone();
            after.push(&self.games[0], m);
            let found = if all {
                self.narrow_both(inquiry, &after, bounds, decisive.map(Some), reason)
            } else {
                self.keeps(inquiry, &after, bounds, decisive, reason)
            };
            let is_kept = |bounds: Bounds, value| match turn {
                Colour::Black if bounds.low == value => Some(true),
                Colour::Black if bounds.high <= value => Some(false),
                Colour::White if bounds.high == value + 1 => Some(true),
                Colour::White if bounds.low > value => Some(false),
                _ => None,
            };
            let best = match (is_kept(found.black, lower), is_kept(found.white, upper)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            };
            reports.push(MoveReport {
                text: m.text(self.games[0].terms().size).to_string(),
                value: found.value(),
                no_result: found.no_result(),
                lower: found.lower(),
                upper: found.upper(),
                best,
                nodes: self.stats.borrow().nodes - before,
                time_s: started.elapsed().as_secs_f64(),
            });
        }
        reports
    }

    /// As few questions as there can be: whether a move keeps what both players can force.
    fn keeps(
        &self,
        inquiry: &mut Inquiry<'a, P>,
        history: &History<Go<P>>,
        Known { mut black, mut white }: Known,
        decisive: [i32; 2],
        reason: &mut Option<&'static str>,
    ) -> Known {
        let Some(of_white) = &mut inquiry.white else {
            black = self.decide(&mut inquiry.black, history, black, decisive[0], reason);
            return Known { black, white: black };
        };
        let of_black = &mut inquiry.black;
        // What Black can force, White cannot prevent: of one value, one of the bounds is enough.
        match history.root().turn() {
            Colour::White => {
                black = self.decide(of_black, history, black, decisive[0], reason);
                white.low = white.low.max(black.low);
                if black.low == decisive[0] && black.low < white.high - 1 {
                    white = self.decide(of_white, history, white, decisive[1], reason);
                }
            }
            Colour::Black => {
                white = self.decide(of_white, history, white, decisive[1], reason);
                black.high = black.high.min(white.high);
                if white.high == decisive[1] && white.high > black.low + 1 {
                    black = self.decide(of_black, history, black, decisive[0], reason);
                }
            }
        }
        Known { black, white }
    }

    /// Asks one question, if its answer is not known from the bounds.
    fn decide(
        &self,
        questions: &mut Questions<'a, P>,
        history: &History<Go<P>>,
        mut bounds: Bounds,
        at_least: i32,
        reason: &mut Option<&'static str>,
    ) -> Bounds {
        if !(bounds.low + 1..bounds.high).contains(&at_least) {
            return bounds;
        }
        let one = self.ask(questions, history, at_least, false);
        match one.verdict.decided() {
            Some(true) => bounds.low = at_least,
            Some(false) => bounds.high = at_least,
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
        let rule = self.rulings[0].rule();
        moves.retain(|&m| !history.is_banned(game, m, rule));
        moves
    }
}
