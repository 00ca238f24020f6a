//! What is reported of a problem. The serialised fields are the output for programs, which
//! `docs/json.md` describes.

use std::fmt::Write;
use std::time::Duration;

use serde::Serialize;
use threefold::game::Game;
use threefold::go::problem::{Aim, CellSet, Frame};
use threefold::go::{Colour, Points};
use threefold::search::Stats;
use threefold::session::problem::first_moves::ByKo;
use threefold::session::problem::grade::Unless;
use threefold::session::problem::played::FrameChange;
use threefold::session::problem::solution::{Solution, diagram};
use threefold::session::problem::subject::SizedProblem;
use threefold::session::registry::GameName;
use threefold::session::task::Task;
use threefold::session::words::capital;

use crate::exit::Exit;
use crate::page::{self, Paged};
use crate::units::{count, seconds};

/// A first move that succeeds by ko.
#[derive(Debug, Serialize)]
pub struct KoMove {
    #[serde(rename = "move")]
    pub text: String,
    /// How many ko threats its player needs.
    pub needs: Option<u8>,
    /// How many ko threats of the other player it does not withstand.
    pub unless: Option<u8>,
    #[serde(skip)]
    words: String,
}

impl KoMove {
    pub fn new(text: String, by_ko: ByKo, player: Colour, threats: [u8; 2]) -> Self {
        let words = by_ko.words(player, threats);
        let all = |colour: Colour, more: u8| Some(threats[colour.index()] + more);
        let (needs, unless) = match by_ko {
            ByKo::Needs(more) => (all(player, more), None),
            ByKo::Unless(more) => (None, all(player.opponent(), more)),
        };
        KoMove { text, needs, unless, words }
    }
}

/// The verdict with a number of outside liberties.
#[derive(Debug, Serialize)]
pub struct WithLiberties {
    pub liberties: u8,
    pub verdict: String,
}

#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// What is assumed and not proved, in words.
    pub assuming: Option<String>,
    pub input: String,
    pub game: &'static str,
    pub title: Option<String>,
    pub root: String,
    pub goal: &'static str,
    pub defender: &'static str,
    pub to_play: &'static str,
    /// Moves before the position that count.
    pub history: usize,
    /// The ko rule of the verdict, and of the first moves.
    pub ko: &'static str,
    /// In words; `unknown: ...` if a limit was hit.
    pub verdict: String,
    /// `alive`, `seki`, `dead`, or nothing if it is unknown or depends on the rule.
    pub fate: Option<&'static str>,
    /// How many more ko threats of the player who does not succeed change the fate.
    pub threats_needed: Option<u8>,
    /// The verdicts by ko rule, where something is unknown or they disagree.
    pub by_rule: Vec<(&'static str, String)>,
    /// The right first moves; nothing if they were not asked for.
    pub right: Option<Vec<String>>,
    /// First moves that succeed by ko: right if no other move does better, else neither right nor
    /// wrong.
    pub by_ko: Vec<KoMove>,
    pub wrong: Vec<String>,
    /// First moves of which nothing is known.
    pub open: Vec<String>,
    /// First moves that were not asked about: those outside the zone.
    pub not_asked: Vec<String>,
    /// Whether the player to move need not move here.
    pub may_play_elsewhere: Option<bool>,
    /// Points on which may be played.
    pub region: u32,
    /// Those in which the defender holds his own, whatever is played on the others, if the answer
    /// rests on that.
    pub zone: Option<Vec<String>>,
    /// Stones of the wall that are only declared safe.
    pub trusted: Vec<String>,
    /// What was put around the diagram, in words.
    pub frame: Option<String>,
    /// The verdict with that a line further out.
    pub wider_frame: Option<String>,
    /// The points that a frame leaves to the target, where outside liberties were asked for.
    pub outside_liberties: Option<Vec<String>>,
    /// The verdicts with other numbers of outside liberties.
    pub with_outside_liberties: Vec<WithLiberties>,
    pub nodes: u64,
    pub time_s: f64,
    pub certificates: Vec<String>,
    pub certificate_positions: Option<u64>,
    pub checked: Option<bool>,
    pub tree: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    pub stats: Stats,
    #[serde(skip)]
    pub diagram: String,
    #[serde(skip)]
    pub is_open: bool,
    #[serde(skip)]
    pub depends_on_rule: bool,
    #[serde(skip)]
    pub depends_on_frame: bool,
    /// In words, all of them.
    #[serde(skip)]
    pub other_frames: Vec<String>,
    #[serde(skip)]
    pub fault: Option<String>,
    #[serde(skip)]
    pub page_row: Option<String>,
    #[serde(skip)]
    pub not_written: Vec<String>,
    #[serde(skip)]
    pub claims: Vec<String>,
}

impl Report {
    /// What is reported of a solution, before anything of it is written.
    pub fn new<S: CellSet>(solution: &Solution<'_, S>, task: &Task<SizedProblem>) -> Self {
        let grader = &solution.grader;
        let posed = grader.posed();
        let problem = &posed.problem;
        let first = &solution.graded[0];
        let depends = solution.depends_on_rule();
        let root = grader.root(None);
        let size = problem.size();
        let mut report = Report {
            assuming: problem.assumptions(),
            input: task.input.clone(),
            game: GameName::Problem.name(),
            title: task.id.clone(),
            root: problem.position_text(&root),
            goal: posed.aim.name(),
            defender: grader.defender().name(),
            to_play: posed.to_play.name(),
            ko: first.ko.words(),
            verdict: solution.verdict(),
            region: problem.region().count(),
            zone: solution.zone().map(|zone| zone.split(',').map(str::to_owned).collect()),
            frame: posed.frame.as_ref().map(Frame::words),
            wider_frame: solution.with_frame(FrameChange::LineFurther),
            outside_liberties: posed.frame.as_ref().and_then(|frame| frame.liberties).map(
                |points| points.iter().map(|point| size.coordinates(point).to_string()).collect(),
            ),
            trusted: {
                let name = |point| size.coordinates(point).to_string();
                problem.trusted().iter().map(name).collect()
            },
            diagram: diagram(problem, &root),
            is_open: solution.graded.iter().any(|graded| graded.fate.is_none()),
            may_play_elsewhere: solution.may_tenuki,
            history: grader.at_hand.before.len(),
            depends_on_rule: depends,
            depends_on_frame: solution.depends_on_frame(),
            ..Report::default()
        };
        if solution.graded.len() > 1 && (report.is_open || depends) {
            for graded in &solution.graded {
                let words = graded.words(posed.aim, grader.defender(), grader.threats);
                report.by_rule.push((graded.ko.words(), words));
            }
        }
        if let Some((rule, error)) = &solution.refused {
            report.by_rule.push((rule.words(), format!("not asked: {error}")));
        }
        if !depends {
            report.fate = first.fate.map(|fate| fate.words(Aim::Live));
            if let Unless::Threats(number) = first.unless {
                report.threats_needed = Some(number);
            }
        }
        for (change, compared) in &solution.other_frames {
            let verdict = compared.words(grader);
            report.other_frames.push(format!("{}: {verdict}", change.words()));
            if let &FrameChange::OutsideLiberties(liberties) = change {
                report.with_outside_liberties.push(WithLiberties { liberties, verdict });
            }
        }
        report.fault = solution.fault();
        report.stats = solution.stats();
        report.nodes = report.stats.nodes;
        report.is_open |=
            solution.graded.iter().any(|graded| matches!(graded.unless, Unless::Unknown(_)));
        let (mut positions, mut checked) = (0, true);
        for (ko, proof) in solution.proofs() {
            positions += proof.positions;
            checked &= proof.checked;
            let header = &proof.block.header;
            let game = header.parameters.split(' ').nth(1).unwrap_or_default();
            let under = if depends { ko.words() } else { "" };
            let separator = if depends { ", " } else { "" };
            report.claims.push(format!("{} ({game}{separator}{under})", header.claim));
        }
        if !report.claims.is_empty() {
            report.certificate_positions = Some(positions);
            report.checked = grader.effort.check.then_some(checked);
        }
        if let Some(moves) = &solution.first_moves {
            let mut right = Vec::new();
            for first in moves {
                let text = problem.move_text(&root, first.m);
                match (first.is_right, first.by_ko) {
                    (Some(true), _) => right.push(text),
                    (Some(false), None) => report.wrong.push(text),
                    (Some(false), Some(_)) => {}
                    (None, _) => report.open.push(text),
                }
            }
            report.right = Some(right);
            report.not_asked =
                solution.left_out.iter().map(|&m| problem.move_text(&root, m)).collect();
        }
        for first in solution.moves_by_ko() {
            let text = problem.move_text(&root, first.m);
            let of = |by_ko| KoMove::new(text, by_ko, posed.to_play, grader.threats);
            report.by_ko.extend(first.by_ko.map(of));
        }
        report
    }

    /// Notes what became of the page, if one was wanted.
    pub fn take_page(&mut self, wanted: bool, paged: Option<Paged>) {
        self.page_row = page::row(wanted, paged.as_ref());
        match paged {
            Some(Ok(place)) => self.page = Some(place),
            Some(Err(error)) => self.not_written.push(error),
            None => {}
        }
    }

    pub fn exit(&self) -> Exit {
        if self.fault.is_some() {
            Exit::Failed
        } else if !self.not_written.is_empty() {
            Exit::BadInput
        } else if self.is_open || !self.open.is_empty() {
            Exit::Unknown
        } else {
            Exit::Fine
        }
    }

    /// The output for people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        if let Some(frame) = &self.frame {
            let _ = writeln!(out, "Assuming that {frame},");
        }
        if let Some(assuming) = &self.assuming {
            let _ = writeln!(out, "{}:", capital(assuming));
        }
        out += &self.input;
        if let Some(title) = &self.title {
            let _ = write!(out, "  {title}");
        }
        out.push('\n');
        for line in self.diagram.lines() {
            let _ = writeln!(out, "    {line}");
        }
        let goal = match self.goal {
            "eye" => "one more eye for",
            "live" => "life for",
            "kill" => "death of",
            _ => "capture of",
        };
        let question =
            format!("{goal} {}, {} moves first, {}", self.defender, self.to_play, self.ko);
        row(&mut out, "question", &question);
        if self.history > 0 {
            let plies = count(self.history as u64, "move");
            row(&mut out, "", &format!("{plies} before it: what they repeat is banned"));
        }
        row(&mut out, "verdict", &self.verdict);
        if let Some(zone) = &self.zone {
            let (points, region, names) = (zone.len(), self.region, zone.join(" "));
            let text =
                format!("in {points} of {region} points, whatever is played elsewhere: {names}");
            row(&mut out, "", &text);
        }
        // A verdict that depends on the frame says so itself.
        for other in self.other_frames.iter().filter(|_| !self.depends_on_frame) {
            row(&mut out, "", other);
        }
        // Where the rules disagree the verdict has said it.
        for (rule, verdict) in self.by_rule.iter().filter(|_| !self.depends_on_rule) {
            row(&mut out, "", &format!("{rule}: {verdict}"));
        }
        if let Some(fault) = &self.fault {
            row(&mut out, "", &format!("WRONG: {fault}"));
        }
        if let Some(right) = &self.right {
            let text = if right.is_empty() { "none".to_owned() } else { right.join(" ") };
            let under =
                if self.depends_on_rule { format!(" under {}", self.ko) } else { String::new() };
            let fail = self.wrong.len();
            row(&mut out, "right moves", &format!("{text} ({fail} fail){under}"));
            if !self.by_ko.is_empty() {
                let each = self.by_ko.iter().map(|m| format!("{} ({})", m.text, m.words));
                row(&mut out, "", &format!("by ko: {}", each.collect::<Vec<_>>().join(", ")));
            }
            if !self.open.is_empty() {
                row(&mut out, "", &format!("unknown: {}", self.open.join(" ")));
            }
            if !self.not_asked.is_empty() {
                let moves = count(self.not_asked.len() as u64, "move");
                row(&mut out, "", &format!("not asked: {moves} elsewhere"));
            }
        }
        if self.may_play_elsewhere == Some(true) {
            row(&mut out, "", &format!("{} need not move here", self.to_play));
        }
        let time = seconds(Duration::from_secs_f64(self.time_s));
        row(&mut out, "search", &format!("{}, {time}", count(self.nodes, "node")));
        if let Some(positions) = self.certificate_positions {
            let checked = match self.checked {
                Some(true) => "VERIFIED",
                Some(false) => "FAILED",
                None => "not checked:",
            };
            let claims = self.claims.join(" and ");
            let mut text = format!("{}, {checked} {claims}", count(positions, "position"));
            if !self.certificates.is_empty() {
                let _ = write!(text, ", in {}", self.certificates.join(", "));
            }
            row(&mut out, "certificate", &text);
        }
        if let Some(path) = &self.tree {
            row(&mut out, "tree", path);
        }
        if let Some(page) = &self.page_row {
            row(&mut out, "page", page);
        }
        for error in &self.not_written {
            row(&mut out, "", &format!("not written: {error}"));
        }
        out.push('\n');
        out
    }
}

fn row(out: &mut String, label: &str, text: &str) {
    let _ = writeln!(out, "  {label:<12} {text}");
}
