//! `threefold go check-sgf`: solution trees of SGF files against the solver.

use std::path::Path;

use threefold::go::problem::pose;
use threefold::go::sgf::SgfGame;
use threefold::session::effort::Effort;
use threefold::session::games::problem::games;
use threefold::session::go::ko::Ko;
use threefold::session::problem::collection::{Findings, Kind, TreeRequest, check};
use threefold::session::problem::grade::Grader;
use threefold::session::problem::played::AtHand;
use threefold::session::problem::solution::grader;
use threefold::session::problem::subject::ProblemSubject;
use threefold::session::task::Document;
use threefold_terminal::inputs;

use crate::exit::Exit;
use crate::go::args::CheckSgfArgs;
use crate::interrupt;
use crate::output::{Stop, complain, print};
use crate::units::count;

pub fn run(args: &CheckSgfArgs) -> Result<Exit, Stop> {
    let CheckSgfArgs { alternatives, all_rules, solve: args } = args;
    let question = args.problem.question.question_of_diagrams();
    let rules = match all_rules {
        true => vec![Ko::Situational, Ko::Positional, Ko::Basic],
        false => vec![question.first_ko()],
    };
    let interrupt = interrupt::install();
    let effort = Effort { interrupt, ..args.effort(Effort::for_problems()) };
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
            let posed = question
                .request(game.size())
                .map_err(|error| error.with_flags())
                .and_then(|request| pose(game, &request).map_err(|error| error.to_string()));
            let posed = match posed {
                Ok(posed) => posed,
                Err(error) => {
                    complain(format_args!("{name}: {error}"));
                    exit = exit.max(Exit::BadInput);
                    continue;
                }
            };
            let at_hand = AtHand::first(posed);
            let subject = ProblemSubject { at_hand, question: question.clone() };
            let grader = grader(&subject, &effort);
            for &ko in &rules {
                let (alternatives, more_threats) = (*alternatives, args.problem.more_threats);
                let request = TreeRequest { ko, alternatives, more_threats };
                exit = exit.max(check_tree(name, game, &grader, request)?);
            }
        }
    }
    Ok(exit)
}

fn check_tree(
    name: &str,
    game: &SgfGame,
    grader: &Grader<'_>,
    request: TreeRequest,
) -> Result<Exit, Stop> {
    if let Some(assuming) = grader.posed().problem.assumptions() {
        print(&format!("{name}: {assuming}\n"))?;
    }
    let answer = check(game, grader, request, &mut ());
    let verdict = answer.verdict;
    let (checked, findings) = match answer.findings {
        Err(fault) => {
            complain(format_args!("{name}: {fault}"));
            return Ok(Exit::Failed);
        }
        Ok(Findings::Unknown) => {
            print(&format!("{name}: {verdict}\n"))?;
            return Ok(Exit::Unknown);
        }
        Ok(Findings::Checked(checked, findings)) => (checked, findings),
    };
    let mut text = format!(
        "{name}: {} moves first, {}: {verdict}; {} checked\n",
        grader.posed().to_play,
        request.ko.words(),
        count(checked, "move")
    );
    let mut exit = Exit::Fine;
    for finding in &findings {
        exit = exit.max(if finding.kind == Kind::Unknown { Exit::Unknown } else { Exit::Failed });
        let (line, column) = game.node(finding.node).place();
        let file = name.split('#').next().unwrap_or_default();
        let file = Path::new(file).display();
        text += &format!("  {file}:{line}:{column}: {}: {}\n", finding.kind.words(), finding.text);
    }
    if findings.is_empty() {
        text += "  nothing wrong found\n";
    }
    print(&text)?;
    Ok(exit)
}
