//! The exact value of a board of Go, by questions that are answered yes or no.
//!
//! ```text
//!   does Black score at least k?   yes  yes  yes  no   no      the value is the last k with "yes":
//!                              k =  -1    0    1   2    3      its certificate is one bound, that
//!                                               ^              of the first "no" the other
//! ```

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use threefold_game::clock::Instant;

use threefold_certificate::Block;
use threefold_game::{Game, History};
use threefold_go::{Colour, Go, GoMove, Points, Suicide, Terms, Wide};
use threefold_search::{Limits, Options, Solver, Stats, Verdict};

use crate::board::{BoardAnswer, BoardAsked, BoardGoal, BoardMove, BoardRequest, Moves, Scores};
use crate::history::played;
use crate::ko::Ko;
use crate::ruling::{Cycle, Ruling, rulings};
use threefold_answer::ask::{ask, solver};
use threefold_answer::asked::{Asked, Proof, Wanted};
use threefold_answer::effort::Effort;
use threefold_answer::error::Error;
use threefold_answer::observer::Observer;

/// Finds the value of a board, or answers single questions about it.
///
/// # Errors
/// There is no such board or position, or the moves before it cannot be played.
pub fn value(request: &BoardRequest, observer: &mut dyn Observer) -> Result<BoardAnswer, Error> {
    // With the smallest sets of points that hold the board.
    match request.size.points() {
        0..=64 => solve::<u64>(request, observer),
        65..=128 => solve::<u128>(request, observer),
        _ => solve::<Wide>(request, observer),
    }
}

fn solve<P: Points>(
    request: &BoardRequest,
    observer: &mut dyn Observer,
) -> Result<BoardAnswer, Error> {
    let started = Instant::now();
    let points = request.size.points() as i32;
    let suicide = if request.suicide { Suicide::Allowed } else { Suicide::Forbidden };
    let game = |at_least| {
        let terms = Terms {
            suicide,
            basic_ko: request.ko == Ko::Basic,
            played_out: request.played_out,
            ..Terms::new(request.size, at_least)
        };
        Go::<P>::new(terms).map_err(Error::other)
    };
    let asked = match request.goal {
        BoardGoal::AtLeast(scores) => scores,
        BoardGoal::Value(_) => Scores { least: 0, most: 0 },
    };
    let first = (-points).min(asked.least);
    let games = (first..=points.max(asked.most)).map(game).collect::<Result<Vec<_>, _>>()?;
    let rulings = rulings(request.ko, request.cycle)?;
    let history = history(&games[0], request)?;
    let limits = request.effort.limits.clone().together();
    let mut sitting = Sitting {
        first,
        points,
        games: &games,
        rulings,
        effort: &request.effort,
        share: share(request),
        narrowing: limits.clone(),
        limits,
        observer,
        stats: Stats::default(),
    };
    let mut answer = match request.goal {
        BoardGoal::AtLeast(scores) => sitting.scores(&history, scores),
        BoardGoal::Value(moves) => sitting.value(&history, moves),
    };
    answer.board = request.size.to_string();
    answer.ko = request.ko;
    answer.cycle = (request.ko == Ko::Basic).then(|| request.cycle.unwrap_or(Cycle::NoResult));
    answer.suicide = request.suicide;
    answer.root = games[0].position_text(history.root());
    answer.history = (!history.moves().is_empty()).then(|| history.notation(&games[0]));
    answer.stats = sitting.stats;
    answer.time = started.elapsed();
    Ok(answer)
}

/// Single questions have all of the memory, one after the other.
fn share(request: &BoardRequest) -> Effort {
    let mut effort = request.effort.clone();
    if matches!(request.goal, BoardGoal::Value(_)) {
        let Options { table_bytes, .. } = effort.options;
        effort.options.memory_bytes = Some(effort.options.budget() / 4 * 3);
        effort.options.table_bytes = table_bytes / 4 * 3;
    }
    effort
}

/// The position in question and the game that led to it.
fn history<P: Points>(game: &Go<P>, request: &BoardRequest) -> Result<History<Go<P>>, Error> {
    let start = match &request.position {
        None => game.start(),
        Some(text) => game.parse_position(text).map_err(|error| {
            Error::field("position", format!("column {}: {error}", error.offset() + 1))
        })?,
    };
    let moves = request.moves_before.as_deref().unwrap_or_default();
    played(game, request.ko.rule(), start, moves).map_err(|error| Error::field("history", error))
}

/// Everything that the questions of one run have in common.
struct Sitting<'a, P: Points> {
    /// The games for each threshold, from `first` on.
    games: &'a [Go<P>],
    first: i32,
    points: i32,
    /// Those that give Black's bound and White's.
    rulings: [Ruling; 2],
    effort: &'a Effort,
    /// What each of several questions may spend.
    share: Effort,
    /// Those of the searches that come next: they share their time.
    limits: Limits,
    /// The same for further questions about a value, once something is known that has to be shown.
    narrowing: Limits,
    observer: &'a mut dyn Observer,
    /// The work of all searches.
    stats: Stats,
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

/// The questions under one ruling: the solvers with the tables that they have filled, and by
/// threshold the nodes and times of their searches.
struct Questions<'a, P: Points> {
    ruling: Ruling,
    pool: Rc<RefCell<Pool<'a, P>>>,
    work: Vec<(u64, Duration)>,
}

/// A solver with what it is about: ruling and threshold.
type Begun<'a, P> = ((Ruling, usize), Solver<'a, Go<P>>);

/// The solvers of all questions, which share the memory.
struct Pool<'a, P: Points> {
    /// The one that was asked last is the last.
    solvers: Vec<Begun<'a, P>>,
    budget: usize,
}

impl<'a, P: Points> Pool<'a, P> {
    /// The solver of a question. It has three quarters of the memory, and all others the rest:
    /// those go that were asked least recently, and are searched again if they are needed.
    fn solver(
        &mut self,
        about: (Ruling, usize),
        make: impl FnOnce() -> Solver<'a, Go<P>>,
    ) -> &mut Solver<'a, Go<P>> {
        let place = self.solvers.iter().position(|(key, _)| *key == about);
        let one = place.map_or_else(make, |place| self.solvers.remove(place).1);
        let used = |all: &[Begun<'a, P>]| -> usize {
            all.iter().map(|(_, other)| other.used_bytes()).sum()
        };
        while used(&self.solvers) > self.budget / 4 {
            self.solvers.remove(0);
        }
        self.solvers.push((about, one));
        &mut self.solvers.last_mut().expect("just pushed").1
    }
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
        let budget = self.effort.options.budget();
        let pool = Rc::new(RefCell::new(Pool { solvers: Vec::new(), budget }));
        let questions = |ruling| Questions {
            ruling,
            pool: Rc::clone(&pool),
            work: vec![(0, Duration::ZERO); self.games.len()],
        };
        let [black, white] = self.rulings;
        let white = (black != white).then(|| questions(white));
        Inquiry { black: questions(black), white }
    }

    /// The value, its certificates, and what the moves are worth.
    fn value(&mut self, history: &History<Go<P>>, wanted: Moves) -> BoardAnswer {
        let mut inquiry = self.inquiry();
        let mut reason = None;
        // Certificates and moves have the rest of the time.
        self.narrowing = self.limits.part(if wanted == Moves::Nothing { 0.8 } else { 0.6 });
        let everything = Bounds { low: -self.points, high: self.points + 1 };
        let everything = Known { black: everything, white: everything };
        let known = self.narrow_both(&mut inquiry, history, everything, [None; 2], &mut reason);
        self.narrowing = self.limits.clone();
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
            if one.verdict.decided().is_none() {
                self.retract(&mut report, known, at_least);
            }
            let (question, proof) = self.question(questions, at_least, one);
            report.questions.push(question);
            proofs.extend(proof);
        }
        self.finish(&mut report, proofs);
        if (report.value.is_some() || report.no_result)
            && wanted != Moves::Nothing
            && report.checked != Some(false)
        {
            let all = wanted == Moves::All;
            let moves = self.moves(&mut inquiry, history, known, all, &mut reason);
            let best = |m: &&BoardMove| m.best == Some(true);
            report.best = Some(moves.iter().filter(best).map(|m| m.text.clone()).collect());
            report.moves = all.then_some(moves);
        }
        report.reason = reason;
        report
    }

    /// Takes back what rests on an answer of which no certificate could be made.
    fn retract(&self, report: &mut BoardAnswer, known: Known, at_least: i32) {
        (report.value, report.no_result) = (None, false);
        if at_least == known.lower() {
            report.lower = -self.points;
        }
        if at_least == known.upper() + 1 {
            report.upper = self.points;
        }
    }

    /// Single questions, each with a table of its own.
    fn scores(&mut self, history: &History<Go<P>>, scores: Scores) -> BoardAnswer {
        let mut report = self.empty();
        report.single_scores = true;
        let mut proofs = Vec::new();
        let whole = self.limits.clone();
        for at_least in scores.least..=scores.most {
            // Each has its share of the time that those before it have left.
            self.limits = whole.part(1.0 / f64::from(scores.most - at_least + 1));
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

    fn empty(&self) -> BoardAnswer {
        BoardAnswer {
            board: String::new(),
            ko: Ko::Situational,
            cycle: None,
            suicide: false,
            root: String::new(),
            history: None,
            value: None,
            no_result: false,
            lower: -self.points,
            upper: self.points,
            single_scores: false,
            best: None,
            reason: None,
            questions: Vec::new(),
            proofs: Vec::new(),
            checked: None,
            moves: None,
            stats: Stats::default(),
            time: Duration::ZERO,
        }
    }

    /// Finds out what both players can force. `probes` are asked first, if they are inside.
    fn narrow_both(
        &mut self,
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
        &mut self,
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
            let is_first = bounds.low == -self.points && bounds.high == self.points + 1;
            let whole = self.limits.clone();
            if !is_first {
                self.limits = self.narrowing.clone();
            }
            let one = self.ask(questions, history, at_least, false);
            self.limits = whole;
            match one.verdict.decided() {
                Some(true) => bounds.low = at_least,
                Some(false) => bounds.high = at_least,
                None => {
                    *reason = reason.or(one.open().map(|reason| reason.name()));
                    return bounds;
                }
            }
            self.observer.bounds(bounds.low, bounds.high - 1);
        }
        bounds
    }

    /// Whether Black scores at least so many points, with a certificate if that is wanted.
    fn ask(
        &mut self,
        questions: &mut Questions<'a, P>,
        history: &History<Go<P>>,
        at_least: i32,
        certify: bool,
    ) -> Asked {
        let index = (at_least - self.first) as usize;
        let game = &self.games[index];
        let ruling = questions.ruling;
        let (question, proven_means_yes) = ruling.question(self.points, at_least);
        let mut pool = questions.pool.borrow_mut();
        let solver = pool.solver((ruling, index), || solver(game, question, &self.share));
        self.observer.question(&format!("{} at least {at_least}", game.terms().size));
        let Effort { check, keep, .. } = *self.effort;
        let wanted = if certify { Wanted { check, keep } } else { Wanted::NOTHING };
        solver.limit(self.limits.clone());
        let mut one = ask(game, solver, history, ruling.rule(), wanted, self.observer);
        if !proven_means_yes {
            one.verdict = match one.verdict {
                Verdict::Proven => Verdict::Disproven,
                Verdict::Disproven => Verdict::Proven,
                unknown => unknown,
            };
        }
        drop(pool);
        self.stats.add(&one.stats);
        let work = &mut questions.work[index];
        work.0 += one.stats.nodes;
        work.1 += one.stats.time;
        one
    }

    fn question(
        &self,
        questions: &Questions<'a, P>,
        at_least: i32,
        one: Asked,
    ) -> (BoardAsked, Option<Proof>) {
        let proof = one.proof.filter(|_| one.fault.is_none());
        let is_decided = one.verdict.decided().is_some();
        let (nodes, time) = questions.work[(at_least - self.first) as usize];
        let report = BoardAsked {
            at_least,
            cycle: questions.ruling.cycle(),
            verdict: one.verdict,
            reason: match (&one.fault, one.verdict) {
                (Some(fault), _) => Some(fault.name()),
                (None, Verdict::Unknown(reason)) => Some(reason.name()),
                _ => None,
            },
            nodes,
            time,
            certificate_positions: proof.as_ref().map(|proof| proof.positions),
            certificate_moves: proof.as_ref().map(|proof| proof.block.header.moves),
            checked: (self.effort.check && is_decided).then_some(one.fault.is_none()),
            fault: one.fault.map(|fault| fault.words()),
        };
        (report, proof)
    }

    /// Sums the certificates up and hands them over.
    fn finish(&mut self, report: &mut BoardAnswer, proofs: Vec<Proof>) {
        let questions = &report.questions;
        if questions.iter().any(|question| question.checked == Some(false)) {
            report.checked = Some(false);
        } else if self.effort.check && !questions.is_empty() {
            report.checked = questions.iter().all(|q| q.checked == Some(true)).then_some(true);
        }
        if proofs.is_empty() || report.checked == Some(false) {
            return;
        }
        let blocks: Vec<Block> = proofs.iter().map(|proof| proof.block.clone()).collect();
        self.observer.certificate(&blocks);
        report.proofs = proofs;
    }

    /// What the legal moves are worth: whether they keep what is known of the position, or with
    /// `all` how much they are worth.
    fn moves(
        &mut self,
        inquiry: &mut Inquiry<'a, P>,
        history: &History<Go<P>>,
        known: Known,
        all: bool,
        reason: &mut Option<&'static str>,
    ) -> Vec<BoardMove> {
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
        let moves = self.legal_moves(history);
        for (number, &m) in (1..).zip(&moves) {
            let started = Instant::now();
            let text = m.text(self.games[0].terms().size).to_string();
            self.observer.begins_move(number, moves.len(), &text);
            let before = self.stats.nodes;
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
            reports.push(BoardMove {
                text,
                value: found.value(),
                no_result: found.no_result(),
                lower: found.lower(),
                upper: found.upper(),
                best,
                nodes: self.stats.nodes - before,
                time: started.elapsed(),
            });
        }
        reports
    }

    /// As few questions as there can be: whether a move keeps what both players can force.
    fn keeps(
        &mut self,
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
        &mut self,
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
