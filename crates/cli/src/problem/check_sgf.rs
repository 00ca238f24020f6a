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
    let place = |finding: &Finding| game.node(finding.node).place();
    let Description { assuming, frame, to_play, .. } = problem.description();
    if is_json {
        let report = Report {
            assuming,
            frame,
            input: name.to_owned(),
            ko: request.ko.name(),
            to_play: to_play.name(),
            verdict: answer.verdict,
            moves_checked: checked,
            findings: findings
                .into_iter()
                .map(|finding| {
                    let (line, column) = place(&finding);
                    FindingReport { kind: finding.kind.name(), line, column, text: finding.text }
                })
                .collect(),
        };
        return print(&json_line(&report)?).map(|()| exit);
    }
    let mut text = String::new();
    for assuming in problem.assumptions() {
        text += &format!("{name}: {assuming}\n");
    }
    let Some(checked) = checked else {
        text += &format!("{name}: {}\n", answer.verdict);
        return print(&text).map(|()| exit);
    };
    text += &format!(
        "{name}: {} moves first, {}: {}; {} checked\n",
        to_play,
        request.ko.words(),
        answer.verdict,
        count(checked, "move")
    );
    let file = name.split('#').next().unwrap_or_default();
    let file = Path::new(file).display();
    for finding in &findings {
        let (line, column) = place(finding);
        text += &format!("  {file}:{line}:{column}: {}: {}\n", finding.kind.words(), finding.text);
    }
    if findings.is_empty() {
        text += "  nothing wrong found\n";
    }
    print(&text).map(|()| exit)
}
