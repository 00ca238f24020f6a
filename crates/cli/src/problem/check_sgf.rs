//! `threefold go check-sgf`: solution trees of SGF files against the solver.

use std::path::Path;

use serde::Serialize;
use threefold::go::sgf::SgfGame;
use threefold::session::effort::Effort;
use threefold::session::games::problem::{games, problem_of};
use threefold::session::go::ko::Ko;
use threefold::session::problem::collection::{Finding, Findings, Kind, TreeRequest, check};
use threefold::session::problem::subject::{Description, SizedProblem};
use threefold::session::task::Document;
use threefold_terminal::inputs;

use crate::go::args::CheckSgfArgs;
use threefold_terminal::exit::Exit;
use threefold_terminal::interrupt;
use threefold_terminal::output::{Stop, complain, json_line, print};
use threefold_terminal::units::count;

/// What is reported of a tree, for programs.
#[derive(Serialize)]
struct Report {
    assuming: Option<String>,
    /// What was put around a diagram without a wall.
    frame: Option<String>,
    input: String,
    ko: &'static str,
    to_play: &'static str,
    verdict: String,
    /// `None` if nothing was compared, since the verdict is unknown.
    moves_checked: Option<u64>,
    findings: Vec<FindingReport>,
}

/// Something wrong at a place of the file.
#[derive(Serialize)]
struct FindingReport {
    kind: &'static str,
    line: usize,
    column: usize,
    /// The moves, and what is to be said of them.
    text: String,
}

pub fn run(args: &CheckSgfArgs) -> Result<Exit, Stop> {
    let question = args.question.question_of_diagrams();
    let rules = match args.all_rules {
        true => vec![Ko::Situational, Ko::Positional, Ko::Basic],
        false => vec![question.first_ko()],
    };
    let interrupt = interrupt::install();
    let effort = Effort { interrupt, ..args.effort() };
    let mut exit = Exit::Fine;
    for input in &args.inputs {
        let (path, place) = inputs::split(input);
        if place.is_some_and(|place| place.ply.is_some()) {
            complain(format_args!(
                "{input}: a tree is checked from its first position on; expected FILE or FILE#3"
            ));
            exit = exit.max(Exit::BadInput);
            continue;
        }
        let read = inputs::contents(path);
        let games =
            match read.and_then(|bytes| games(&Document { name: path, bytes: &bytes, place })) {
                Ok(games) => games,
                Err(error) => {
                    complain(error);
                    exit = exit.max(Exit::BadInput);
                    continue;
                }
            };
        for (name, game) in &games {
            let problem = match problem_of(game, None, &question) {
                Ok(problem) => problem,
                Err(error) => {
                    complain(format_args!("{name}: {}", error.with_flags()));
                    exit = exit.max(Exit::BadInput);
                    continue;
                }
            };
            for &ko in &rules {
                let (alternatives, more_threats) = (args.alternatives, args.more_threats);
                let request = TreeRequest { ko, alternatives, more_threats };
                exit = exit.max(check_tree(name, game, &problem, &effort, request, args.json)?);
            }
        }
    }
    Ok(exit)
}

fn check_tree(
    name: &str,
    game: &SgfGame,
    problem: &SizedProblem,
    effort: &Effort,
    request: TreeRequest,
    is_json: bool,
) -> Result<Exit, Stop> {
    let answer = check(game, problem, effort, request, &mut ());
    let (checked, findings) = match answer.findings {
        Err(fault) => {
            complain(format_args!("{name}: {fault}"));
            return Ok(Exit::Failed);
        }
        Ok(Findings::Unknown) => (None, Vec::new()),
        Ok(Findings::Checked(checked, findings)) => (Some(checked), findings),
    };
    let of_kind = |kind| if kind == Kind::Unknown { Exit::Unknown } else { Exit::Failed };
    let exit = match checked {
        None => Exit::Unknown,
        Some(_) => findings.iter().map(|finding| of_kind(finding.kind)).fold(Exit::Fine, Exit::max),
    };
    let tree = Tree { name, game, problem, request, verdict: answer.verdict, checked };
    let said = if is_json { json_line(&tree.report(findings))? } else { tree.text(&findings) };
    print(&said).map(|()| exit)
}

/// A tree that was looked through.
struct Tree<'a> {
    name: &'a str,
    game: &'a SgfGame,
    problem: &'a SizedProblem,
    request: TreeRequest,
    verdict: String,
    /// The number of its moves that were compared, if the verdict is known.
    checked: Option<u64>,
}

impl Tree<'_> {
    fn place(&self, finding: &Finding) -> (usize, usize) {
        self.game.node(finding.node).place()
    }

    fn report(self, findings: Vec<Finding>) -> Report {
        let Description { assuming, frame, to_play, .. } = self.problem.description();
        let found = findings.into_iter().map(|finding| {
            let (line, column) = self.place(&finding);
            FindingReport { kind: finding.kind.name(), line, column, text: finding.text }
        });
        Report {
            assuming,
            frame,
            input: self.name.to_owned(),
            ko: self.request.ko.name(),
            to_play: to_play.name(),
            findings: found.collect(),
            verdict: self.verdict,
            moves_checked: self.checked,
        }
    }

    /// The same for people.
    fn text(&self, findings: &[Finding]) -> String {
        let Self { name, verdict, .. } = self;
        let assumptions = self.problem.assumptions().into_iter();
        let mut text: String = assumptions.map(|one| format!("{name}: {one}\n")).collect();
        let Some(checked) = self.checked else {
            return text + &format!("{name}: {verdict}\n");
        };
        text += &format!(
            "{name}: {} moves first, {}: {verdict}; {} checked\n",
            self.problem.description().to_play,
            self.request.ko.words(),
            count(checked, "move")
        );
        let file = Path::new(name.split('#').next().unwrap_or_default()).display();
        for finding in findings {
            let (line, column) = self.place(finding);
            let Finding { kind, text: found, .. } = finding;
            text += &format!("  {file}:{line}:{column}: {}: {found}\n", kind.words());
        }
        if findings.is_empty() {
            text += "  nothing wrong found\n";
        }
        text
    }
}
