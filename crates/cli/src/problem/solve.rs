//! `threefold solve` for problems of Go.

use std::time::Instant;

use threefold::session::effort::Effort;
use threefold::session::problem::report::{Report, Solved, solve};
use threefold::session::problem::solution::ProblemRequest;
use threefold::session::problem::subject::SizedProblem;
use threefold::session::registry::Subject;
use threefold::session::task::Task;
use threefold_files::{Kind, Output};
use threefold_terminal::files::complain_not_written;

use super::is_problem;
use super::report::{Told, beginning};
use crate::batch::{self, Batch, Schedule};
use crate::files::{self, CertificateOutput, Wanted};
use crate::page::{self, PageOutput};
use crate::solve::args::SolveArgs;
use crate::solve::threads;
use crate::watch::Watch;
use threefold_terminal::exit::Exit;
use threefold_terminal::interrupt;
use threefold_terminal::output::{Channel, Stop, complain, json_line};
use threefold_terminal::progress::Bars;

/// Where files go.
#[derive(Clone, Copy)]
struct Outputs<'a> {
    certificate: Option<&'a CertificateOutput>,
    tree: Option<&'a Output>,
    page: Option<&'a PageOutput>,
    /// Where what is known of the verdict goes, before the first moves are asked about.
    beginning: Option<&'a Channel>,
}

/// Solves the problems of all inputs.
pub fn run(args: &SolveArgs) -> Result<Exit, Stop> {
    if let Some(message) = out_of_place(args) {
        return Err(Stop::Message(message));
    }
    let Batch { tasks, exit, jobs } = Batch::read(args, None)?;
    let effort = args.effort(Effort::for_problems());
    threads::note(&effort.options, &args.mate, &tasks).into_iter().for_each(complain);
    let tasks: Vec<_> = tasks.into_iter().filter_map(problem).collect();
    let mut desk = files::desk(&args.inputs, args.force);
    let names = || tasks.iter().map(|task| (None, task.stem.as_str()));
    let certificates = batch::outputs(args, &mut desk, names(), true)?;
    let tree = args.problem.tree.as_deref();
    let tree = tree.map(|path| Wanted { flag: "--tree", path, kind: Kind::Tree });
    let trees = desk.file_or_directory(tree, false, names()).map_err(Stop::Message)?;
    let pages =
        page::outputs(args.explore.as_deref(), &mut desk, names()).map_err(Stop::Message)?;
    let channel = desk.channel(args.json)?;
    let interrupt = interrupt::install();
    let request = args.problem.request(Effort { interrupt: interrupt.clone(), ..effort });
    let bars = Bars::new(tasks.len());
    let work = |number: usize| {
        let outputs = Outputs {
            certificate: certificates[number].as_ref(),
            tree: trees[number].as_ref(),
            page: pages[number].as_ref(),
            // Of several problems the answers would lie among each other.
            beginning: (tasks.len() == 1 && !args.json).then_some(&channel),
        };
        Ok(solve_task(&tasks[number], &request, args.problem.tree_nodes, outputs, &bars))
    };
    let schedule = Schedule { count: tasks.len(), jobs, interrupt: &interrupt, bars: &bars };
    let show = |told: Told| {
        channel.print(&if args.json { json_line(&told.report)? } else { told.text() })?;
        told.not_written.iter().for_each(complain_not_written);
        Ok(told.exit())
    };
    Ok(exit.max(schedule.run(work, show, batch::interrupted)?))
}

/// What of the command line is not about problems of Go, if something is.
fn out_of_place(args: &SolveArgs) -> Option<String> {
    let flags = [
        (
            args.checkpoint.is_some() || args.resume.is_some(),
            "--checkpoint and --resume are not about problems of Go",
        ),
        (
            args.library.is_some(),
            "--library is not about problems of Go, which take things for granted",
        ),
        (
            args.metrics.is_some(),
            "--metrics is not about problems of Go, which are several questions",
        ),
        (
            args.mate.is_asked(),
            "--mate, --shortest, --keys and --solution are not about problems of Go",
        ),
    ];
    if let Some((_, message)) = flags.into_iter().find(|(given, _)| *given) {
        return Some(message.to_owned());
    }
    if let Some(other) = args.inputs.iter().find(|input| !is_problem(input, args.game)) {
        return Some(format!("{other}: problems of Go (.sgf) are solved apart from other games"));
    }
    if let Some(game) = args.game {
        let (input, game) = (&args.inputs[0], game.name());
        return Some(format!("{input} is a problem of Go; --game {game} is for other inputs"));
    }
    let flags = [
        (args.attacker.is_some(), "--attacker is not for problems of Go; see --goal"),
        (args.value, "--value is not for problems of Go; see --goal"),
        (args.moves, "--moves is not for problems of Go; see --goal"),
        (args.diagram, "--diagram is for chess, not for problems of Go"),
        (args.notation.is_some(), "--notation is for chess, not for problems of Go"),
        (args.fifty_moves, "--fifty-moves is for chess, not for problems of Go"),
    ];
    flags.into_iter().find(|(given, _)| *given).map(|(_, message)| message.to_owned())
}

/// The task, if it is a problem: nothing else is read from such files.
fn problem(task: Task<Subject>) -> Option<Task<SizedProblem>> {
    let Task { input, id, stem, subject } = task;
    match subject {
        Subject::Problem(subject) => Some(Task { input, id, stem, subject: *subject }),
        _ => None,
    }
}

fn solve_task(
    task: &Task<SizedProblem>,
    request: &ProblemRequest,
    tree_nodes: usize,
    outputs: Outputs<'_>,
    bars: &Bars,
) -> Told {
    let started = Instant::now();
    let mut watch = Watch::new(bars, &task.input, outputs.certificate).paging(outputs.page);
    let named = (&*task.input, task.id.as_deref());
    let tree_nodes = outputs.tree.map(|_| tree_nodes);
    let mut is_begun = false;
    let mut known = |report: &Report| {
        // A broken pipe is met again by the rest.
        let print = |channel: &Channel| channel.print(&beginning(report)).is_ok();
        is_begun = outputs.beginning.is_some_and(|channel| bars.beside(|| print(channel)));
    };
    let Solved { report, tree, .. } =
        solve(&task.subject, named, request, None, tree_nodes, &mut watch, &mut known);
    let mut told = Told { is_begun, ..Told::new(report) };
    match watch.written() {
        None => {}
        Some(Ok(places)) => told.report.certificates = places,
        Some(Err(error)) => told.not_written.push(error),
    }
    told.take_page(outputs.page.is_some(), watch.paged());
    if let Some((output, tree)) = outputs.tree.zip(tree) {
        match files::write(output, &tree) {
            Ok(place) => told.report.tree = Some(place),
            Err(error) => told.not_written.push(error),
        }
    }
    told.report.time_s = started.elapsed().as_secs_f64();
    told
}
