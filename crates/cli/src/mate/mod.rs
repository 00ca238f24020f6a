//! `threefold solve --mate`, `--shortest` and `--keys`: how far is the win?

mod report;
mod text;

use threefold::search::Interrupt;
use threefold::session::effort::Effort;
use threefold::session::mate::{Goal, Length, Request, Whose, mate};
use threefold::session::words::{self, Idiom};
use threefold_terminal::files::complain_not_written;
use threefold_terminal::inputs;
use threefold_terminal::memory::can_allocate;
use threefold_terminal::names::AttackerName;
use threefold_terminal::pool::jobs;

use self::report::Report;
use crate::exit::Exit;
use crate::files::{self, certificates};
use crate::interrupt;
use crate::output::{Stop, complain, json_line};
use crate::pool;
use crate::progress::Bars;
use crate::solve::args::SolveArgs;
use crate::watch::Watch;

/// Whether the flags ask for the length of a win.
pub fn is_asked(args: &SolveArgs) -> bool {
    args.mate.is_some() || args.shortest
}

pub fn run(args: &SolveArgs) -> Result<Exit, Stop> {
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
    // A shortest win is two claims, and a file is about one.
    for output in certificates.iter().flatten() {
        output.can_be_several().map_err(Stop::Message)?;
    }
    let channel = desk.channel(args.json)?;
    let interrupt = interrupt::install();
    let bars = Bars::new(tasks.len());
    let work = |number: usize| {
        let task = &tasks[number];
        let request = request(args, &interrupt, task.subject.game().idiom());
        let mut watch = Watch::new(&bars, &task.input, certificates[number].as_ref());
        match mate(&task.subject, &request, &mut watch) {
            Ok(answer) => Ok(Report::new(task, answer, watch.written())),
            Err(error) => Err(format!("{}: {}", task.input, error.with_flags())),
        }
    };
    let result = pool::in_order(jobs, tasks.len(), &interrupt, work, |result| {
        bars.finished(|| match result {
            Err(message) => {
                exit = exit.max(Exit::BadInput);
                complain(message);
                Ok(())
            }
            Ok(report) => {
                exit = exit.max(report.exit());
                channel.print(&if args.json {
                    json_line(&report)?
                } else {
                    text::block(&report)
                })?;
                report.not_written.iter().for_each(complain_not_written);
                Ok(())
            }
        })
    });
    bars.clear();
    let finished = result?;
    if finished < tasks.len() {
        exit = exit.max(Exit::Unknown);
        let left = words::positions(tasks.len() - finished);
        complain(format_args!("interrupted: {left} not tried"));
    }
    Ok(exit)
}

fn request(args: &SolveArgs, interrupt: &Interrupt, idiom: Idiom) -> Request {
    let goal = match args.mate {
        // Of games in which nobody speaks of mates the attacker's moves are counted.
        Some(number) if idiom.mates && idiom.in_plies => Goal::Within(Length::Plies(number)),
        Some(number) => Goal::Within(Length::Moves(number)),
        None => Goal::Shortest,
    };
    Request {
        whose: match args.attacker {
            Some(name) => Whose::One(AttackerName::attacker(name)),
            None => Whose::Source,
        },
        keys: args.keys,
        effort: Effort {
            interrupt: interrupt.clone(),
            keep: args.certificate.is_some(),
            ..args.effort(Effort::for_positions())
        },
        ..Request::new(goal)
    }
}
