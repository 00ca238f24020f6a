//! `threefold solve`.

pub mod args;
pub mod checkpoint;
mod look;
mod report;
mod text;

use threefold::session::effort::Effort;
use threefold::session::error::Error;
use threefold::session::games::row::Databases;
use threefold::session::registry::Task;
use threefold::session::solve::{Goal, Request, solve};
use threefold::session::words;
use threefold_terminal::database;
use threefold_terminal::files::complain_not_written;
use threefold_terminal::inputs;
use threefold_terminal::memory::can_allocate;
use threefold_terminal::names::AttackerName;
use threefold_terminal::pool::jobs;

use crate::exit::Exit;
use crate::files::{self, certificates};
use crate::interrupt;
use crate::mate;
use crate::output::{Channel, Stop, complain, json_line};
use crate::pool;
use crate::problem;
use crate::progress::Bars;
use crate::solve::args::SolveArgs;
use crate::solve::checkpoint::Checkpoints;
use crate::solve::look::Look;
use crate::solve::report::Report;
use crate::solve::text::Summary;
use crate::watch::Watch;

pub fn run(args: SolveArgs) -> Result<Exit, Stop> {
    if args.inputs.iter().any(|input| problem::is_problem(input)) {
        if args.checkpoint.is_some() || args.resume.is_some() {
            let message = "--checkpoint and --resume are not about problems of Go";
            return Err(Stop::Message(message.to_owned()));
        }
        if mate::is_asked(&args) {
            let message = "--mate and --shortest are not about problems of Go";
            return Err(Stop::Message(message.to_owned()));
        }
        return problem::solve::run(&args);
    }
    if mate::is_asked(&args) {
        return mate::run(&args);
    }
    if args.keys {
        let message = "--keys: of a mate within how many moves? Expected --mate N or --shortest";
        return Err(Stop::Message(message.to_owned()));
    }
    let tasks = inputs::read(&args.inputs, args.game, &args.problem.question.question());
    let (tasks, errors) = (tasks.tasks, tasks.errors);
    let mut exit = if errors.is_empty() { Exit::Fine } else { Exit::BadInput };
    errors.iter().for_each(|error| complain(error.with_flags()));
    let jobs = jobs(args.jobs).min(tasks.len());
    can_allocate(args.memory, jobs.max(1))?;
    let mut desk = files::desk(&args.inputs, args.force);
    let names = tasks.iter().map(|task| (task.id.as_deref(), task.stem.as_str()));
    let certificates = certificates(args.certificate.as_deref(), args.compress, &mut desk, names)
        .map_err(Stop::Message)?;
    let checkpoints = Checkpoints::new(&args, tasks.len(), &mut desk).map_err(Stop::Message)?;
    let channel = desk.channel(args.json)?;
    // Before Ctrl-C is caught: building a database can be interrupted, and goes on the next time.
    let checkers = database::for_tasks(args.egdb.as_deref(), &tasks)?;
    let interrupt = interrupt::install();
    database::interrupt_on_damage(checkers.as_ref(), &interrupt);
    let databases = Databases { checkers };
    let request = Request {
        goal: if args.value {
            Goal::Value
        } else {
            Goal::Win(args.attacker.map(AttackerName::attacker))
        },
        moves: args.moves,
        effort: Effort {
            interrupt: interrupt.clone(),
            keep: args.certificate.is_some(),
            ..args.effort(Effort::for_positions())
        },
    };

    let look = Look::of(&args, channel);
    let bars = Bars::new(tasks.len());
    let mut summary = Summary::default();
    let work = |number: usize| {
        let task: &Task = &tasks[number];
        let mut watch =
            Watch::new(&bars, &task.input, certificates[number].as_ref()).keeping(&checkpoints);
        match solve(&task.subject, &databases, &request, &mut watch) {
            Ok(answer) => {
                let drawing = look.drawing();
                let diagram = drawing.and_then(|drawing| task.subject.diagram(drawing));
                let report = Report::new(task, answer, watch.written(), &request.effort);
                Ok(report.with_diagram(diagram))
            }
            Err(Error::Damage(damage)) => {
                Err(format!("{}: no answer: {}", task.input, database::explain(damage)))
            }
            Err(error) => Err(format!("{}: {}", task.input, error.with_flags())),
        }
    };
    let result = pool::in_order(jobs, tasks.len(), &interrupt, work, |result| match result {
        Err(message) => {
            exit = exit.max(Exit::BadInput);
            bars.finished(|| {
                complain(message);
                Ok(())
            })
        }
        Ok(report) => {
            exit = exit.max(report.exit());
            summary.add(&report);
            bars.finished(|| show(&report, args.json, look, channel))
        }
    });
    bars.clear();
    let finished = result?;
    if finished < tasks.len() {
        exit = exit.max(Exit::Unknown);
        let is_damaged = database::damage(databases.checkers.as_deref()).is_some();
        complain(format_args!(
            "{}: {} not tried",
            if is_damaged { "without an endgame database" } else { "interrupted" },
            words::positions(tasks.len() - finished)
        ));
    }
    if !args.json && !summary.is_empty() {
        channel.print(&summary.to_text(args.value))?;
    }
    Ok(exit)
}

fn show(report: &Report, json: bool, look: Look, channel: Channel) -> Result<(), Stop> {
    channel.print(&if json { json_line(report)? } else { text::block(report, look.of_players) })?;
    report.people.not_written.iter().for_each(complain_not_written);
    Ok(())
}
