//! What is reported of a problem. The serialised fields are the output for programs, which
//! `docs/json.md` describes.

use threefold_game::clock::Instant;

use serde::Serialize;
use threefold_answer::observer::Observer;
use threefold_answer::row::Row;
use threefold_certificate::Block;
use threefold_game::Game;
use threefold_go::problem::{Aim, CellSet, Frame};
use threefold_go::{Colour, Points};
use threefold_search::Stats;

use crate::at_hand::FrameChange;
use crate::first_moves::ByKo;
use crate::grade::{Graded, Grader, Unless};
use crate::kept::Kept;
use crate::row::ProblemRow;
use crate::solution::{ProblemRequest, Solution, diagram, grader, solve_with};
use crate::subject::SizedProblem;
use crate::with_subject;

/// A first move that succeeds by ko.
#[derive(Debug, Serialize)]
pub struct KoMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// How many ko threats its player needs.
    pub needs: Option<u8>,
    /// How many ko threats of the other player it does not withstand.
    pub unless: Option<u8>,
    /// In seki, how many ko threats its player needs to capture the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kills: Option<u8>,
    /// In words.
    #[serde(skip)]
    pub words: String,
}

impl KoMove {
    fn new(text: String, by_ko: ByKo, player: Colour, threats: [u8; 2]) -> Self {
        let words = by_ko.words(player, threats);
        let all = |colour: Colour, more: u8| Some(threats[colour.index()] + more);
        let (needs, unless, kills) = match by_ko {
            ByKo::Needs(more) => (all(player, more), None, None),
            ByKo::Unless(more) => (None, all(player.opponent(), more), None),
            ByKo::Kills(more) => (None, None, all(player, more)),
        };
        KoMove { text, needs, unless, kills, words }
    }
}

/// The verdict with a number of outside liberties.
#[derive(Debug, Serialize)]
pub struct WithLiberties {
    /// How many.
    pub liberties: u8,
    /// With that many.
    pub verdict: String,
}

/// What is reported of a problem.
#[derive(Debug, Default, Serialize)]
pub struct Report {
    /// What is assumed and not proved, in words.
    pub assuming: Option<String>,
    /// Where it comes from.
    pub input: String,
    /// The name of the game.
    pub game: &'static str,
    /// The problem's title.
    pub title: Option<String>,
    /// The position.
    pub root: String,
    /// What is asked about the target.
    pub goal: &'static str,
    /// Whose target it is.
    pub defender: &'static str,
    /// Who moves first.
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
    /// Wrong first moves.
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
    /// The verdict with that much further out.
    pub wider_frame: Option<String>,
    /// The points that a frame leaves to the target, where outside liberties were asked for.
    pub outside_liberties: Option<Vec<String>>,
    /// The verdicts with other numbers of outside liberties.
    pub with_outside_liberties: Vec<WithLiberties>,
    /// Positions that were expanded.
    pub nodes: u64,
    /// Seconds.
    pub time_s: f64,
    /// Where certificates were written.
    pub certificates: Vec<String>,
    /// Different positions in the certificates.
    pub certificate_positions: Option<u64>,
    /// Whether the certificates hold, if they were checked.
    pub checked: Option<bool>,
    /// Where the tree was written.
    pub tree: Option<String>,
    /// Where the page was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// The work.
    pub stats: Stats,
    /// The board.
    #[serde(skip)]
    pub diagram: String,
    /// Whether something of the verdict is unknown.
    #[serde(skip)]
    pub is_open: bool,
    /// Whether the ko rules disagree.
    #[serde(skip)]
    pub depends_on_rule: bool,
    /// Whether frames disagree.
    #[serde(skip)]
    pub depends_on_frame: bool,
    /// In words, all of them.
    #[serde(skip)]
    pub other_frames: Vec<String>,
    /// What is wrong with an answer.
    #[serde(skip)]
    pub fault: Option<String>,
    /// What the certificates claim.
    #[serde(skip)]
    pub claims: Vec<String>,
}

/// A problem that was solved.
#[derive(Debug)]
pub struct Solved {
    /// What is reported.
    pub report: Report,
    /// The certificates.
    pub blocks: Vec<Block>,
    /// The solution as an SGF tree, if it was wanted and the answer holds.
    pub tree: Option<String>,
}

/// Solves a problem of any size; `kept` is what earlier searches about it have found out, and
/// `tree_nodes` how large a tree of its solution may be. `known` has what is to be said of the
/// verdict before first moves are asked about.
pub fn solve(
    problem: &SizedProblem,
    (input, title): (&str, Option<&str>),
    request: &ProblemRequest,
    kept: Option<&Kept>,
    tree_nodes: Option<usize>,
    observer: &mut dyn Observer,
    known: &mut dyn FnMut(&Report),
) -> Solved {
    let started = Instant::now();
    with_subject!(problem, |subject| {
        let grader = Grader { kept, ..grader(subject, &request.effort) };
        let solution = solve_with(grader, subject, request, observer, &mut |solution| {
            known(&Report::new(solution, input, title));
        });
        let mut report = Report::new(&solution, input, title);
        let tree_nodes = tree_nodes.filter(|_| report.fault.is_none());
        let tree = tree_nodes.map(|most| solution.tree(title, input, most));
        report.time_s = started.elapsed().as_secs_f64();
        let blocks = solution.proofs().map(|(_, proof)| proof.block.clone()).collect();
        Solved { report, blocks, tree }
    })
}

impl Report {
    /// What is reported of a solution, before anything of it is written.
    fn new<S: CellSet>(solution: &Solution<'_, S>, input: &str, title: Option<&str>) -> Self {
        let grader = &solution.grader;
        let posed = grader.posed();
        let problem = &posed.problem;
        let first = &solution.graded[0];
        let each = || solution.graded.iter().flat_map(Graded::each);
        let depends = solution.depends_on_rule();
        let root = grader.root(None);
        let size = problem.size();
        let mut report = Report {
            assuming: problem.assumptions(),
            input: input.to_owned(),
            game: ProblemRow::NAME,
            title: title.map(str::to_owned),
            root: problem.position_text(&root),
            goal: if first.rival.is_some() { "race" } else { posed.aim.name() },
            defender: grader.defender().name(),
            to_play: posed.to_play.name(),
            ko: first.ko.words(),
            verdict: solution.verdict(),
            region: problem.region().count(),
            zone: solution.zone().map(|zone| zone.split(',').map(str::to_owned).collect()),
            frame: posed.frame.as_ref().map(Frame::words),
            wider_frame: solution.with_frame(FrameChange::Further),
            outside_liberties: posed.frame.as_ref().and_then(|frame| frame.liberties).map(
                |points| points.iter().map(|point| size.coordinates(point).to_string()).collect(),
            ),
            trusted: {
                let name = |point| size.coordinates(point).to_string();
                problem.trusted().iter().map(name).collect()
            },
            diagram: diagram(problem, &root),
            is_open: each().any(|graded| graded.fate.is_none()),
            may_play_elsewhere: solution.may_tenuki,
            history: grader.at_hand.before.len(),
            depends_on_rule: depends,
            depends_on_frame: solution.depends_on_frame(),
            ..Report::default()
        };
        report.add_verdicts(solution);
        report.fault = solution.fault();
        report.stats = solution.stats();
        report.nodes = report.stats.nodes;
        report.is_open |= each().any(|graded| matches!(graded.unless, Unless::Unknown(_)));
        report.add_claims(solution);
        report.add_first_moves(solution);
        report
    }

    /// Verdicts under each rule, and with other frames.
    fn add_verdicts<S: CellSet>(&mut self, solution: &Solution<'_, S>) {
        let (grader, first) = (&solution.grader, &solution.graded[0]);
        let (posed, depends) = (grader.posed(), self.depends_on_rule);
        if solution.graded.len() > 1 && (self.is_open || depends) {
            for graded in &solution.graded {
                let words = graded.words(posed.aim, grader.defender(), grader.threats);
                self.by_rule.push((graded.ko.words(), words));
            }
        }
        if let Some((rule, error)) = &solution.refused {
            self.by_rule.push((rule.words(), format!("not asked: {error}")));
        }
        if !depends {
            self.fate = first.outcome().map(|fate| fate.words(Aim::Live));
            if let Unless::Threats(number) = solution.judged().1.unless {
                self.threats_needed = Some(number);
            }
        }
        for (change, compared) in &solution.other_frames {
            let verdict = compared.words(grader);
            self.other_frames.push(format!("{}: {verdict}", change.words()));
            if let &FrameChange::OutsideLiberties(liberties) = change {
                self.with_outside_liberties.push(WithLiberties { liberties, verdict });
            }
        }
    }

    /// What is proved.
    fn add_claims<S: CellSet>(&mut self, solution: &Solution<'_, S>) {
        let depends = self.depends_on_rule;
        let (mut positions, mut checked) = (0, true);
        for (ko, proof) in solution.proofs() {
            positions += proof.positions;
            checked &= proof.checked;
            let header = &proof.block.header;
            let game = header.parameters.split(' ').nth(1).unwrap_or_default();
            let under = if depends { ko.words() } else { "" };
            let separator = if depends { ", " } else { "" };
            self.claims.push(format!("{} ({game}{separator}{under})", header.claim));
        }
        if !self.claims.is_empty() {
            self.certificate_positions = Some(positions);
            self.checked = solution.grader.effort.check.then_some(checked);
        }
    }

    /// Which first moves are right, wrong, open, and what they do by ko.
    fn add_first_moves<S: CellSet>(&mut self, solution: &Solution<'_, S>) {
        let grader = &solution.grader;
        let (posed, root) = (grader.posed(), grader.root(None));
        let problem = &posed.problem;
        if let Some(moves) = &solution.first_moves {
            let mut right = Vec::new();
            for first in moves {
                let text = problem.move_text(&root, first.m);
                match (first.is_right, first.by_ko) {
                    (Some(true), _) => right.push(text),
                    (Some(false), None) => self.wrong.push(text),
                    (Some(false), Some(_)) => {}
                    (None, _) => self.open.push(text),
                }
            }
            self.right = Some(right);
            self.not_asked =
                solution.left_out.iter().map(|&m| problem.move_text(&root, m)).collect();
        }
        for first in solution.moves_by_ko() {
            let text = problem.move_text(&root, first.m);
            let of = |by_ko| KoMove::new(text, by_ko, posed.to_play, grader.threats);
            self.by_ko.extend(first.by_ko.map(of));
        }
    }
}
