//! `threefold solve`.

mod position;
pub mod question;
mod report;
mod text;

pub use question::{Asked, Fault, ask};
pub use report::Value;
use std::sync::Arc;

use threefold::checkers::egdb::Database;
use threefold::search::{Interrupt, Limits, Options, PathCodeKind, Policy, TwinKind};
use threefold_files::Kind;

use crate::allocator;
use crate::args::{Attacker, PathCodeName, PolicyName, SolveArgs, TwinsName};
use crate::database;
use crate::exit::Exit;
use crate::files::{CertificateOutput, Desk, Names, Wanted};
use crate::input::{self, Task};
use crate::interrupt;
use crate::output::{Channel, Stop, complain, json_line};
use crate::pool;
use crate::problem;
use crate::progress::Bars;
use crate::solve::report::Report;
use crate::solve::text::Summary;
use crate::words;

/// The flags, checked against each other.
pub struct Settings {
    pub attacker: Option<Attacker>,
    pub value: bool,
    pub moves: bool,
    /// Whether the answers' own certificates are checked.
    pub check: bool,
    pub options: Options,
    pub limits: Limits,
    pub interrupt: Interrupt,
    /// The endgames of checkers, if there is a database.
    pub endgames: Option<Arc<Database>>,
}

impl Settings {
    pub fn new(args: &SolveArgs, interrupt: Interrupt, endgames: Option<Arc<Database>>) -> Self {
        let advanced = &args.advanced;
        let usual = Options::default();
        let options = Options {
            table_bytes: args.memory,
            policy: match args.policy {
                PolicyName::BaseTwin => Policy::BaseTwin,
                PolicyName::Ignore => Policy::Ignore,
            },
            path_code: match advanced.path_code {
                PathCodeName::Chain => PathCodeKind::Chain,
                PathCodeName::MoveDepth => PathCodeKind::MoveDepth,
            },
            twins: match advanced.twins {
                TwinsName::Ancestors => TwinKind::Ancestors,
                TwinsName::ExactPath => TwinKind::ExactPath,
            },
            closed_set_interval: advanced.closed_set_interval,
            simulation_budget: advanced.simulation_budget,
            sibling_budget: advanced.sibling_budget.unwrap_or(usual.sibling_budget),
            detect_collisions: advanced.detect_collisions,
            ..usual
        };
        let limits = Limits {
            nodes: args.nodes,
            time: args.time,
            depth: advanced.depth,
            ..Limits::default()
        };
        Settings {
            attacker: args.attacker,
            value: args.value,
            moves: args.moves,
            check: !args.no_check,
            options,
            limits,
            interrupt,
            endgames,
        }
    }

    /// For problems of Go.
    pub fn of_problems(args: &SolveArgs, interrupt: Interrupt) -> Self {
        let mut settings = Settings::new(args, interrupt, None);
        settings.options.sibling_budget =
            args.advanced.sibling_budget.unwrap_or(PROBLEM_SIBLING_BUDGET);
        settings
    }
}

/// On the one-eye problems 10 to 50 positions saved more than a third of the nodes.
const PROBLEM_SIBLING_BUDGET: u32 = 50;

pub fn run(args: SolveArgs) -> Result<Exit, Stop> {
    if args.inputs.iter().any(|input| problem::input::is_sgf(input)) {
        return problem::solve::run(&args);
    }
    let input::Tasks { tasks, errors } =
        input::read(&args.inputs, args.game, &args.problem.question);
    let mut exit = if errors.is_empty() { Exit::Fine } else { Exit::BadInput };
    errors.iter().for_each(complain);
    let jobs = jobs(args.jobs).min(tasks.len());
    can_allocate(args.memory, jobs.max(1))?;
    let mut desk = Desk::new(&args.inputs, args.force);
    let names = tasks.iter().map(|task| (task.id.as_deref(), task.stem.as_str()));
    let certificates = certificates(&args, &mut desk, names).map_err(Stop::Message)?;
    let channel = desk.channel(args.json)?;
    // Before Ctrl-C is caught: building a database can be interrupted, and goes on the next time.
    let endgames = database::for_tasks(args.egdb.as_deref(), &tasks)?;
    let settings = Settings::new(&args, interrupt::install(), endgames);
    database::interrupt_on_damage(settings.endgames.as_ref(), &settings.interrupt);

    let bars = Bars::new(tasks.len());
    let mut summary = Summary::default();
    let solve = |number: usize| {
        let task: &Task = &tasks[number];
        let mut line = bars.line(&task.input);
        position::solve_task(task, certificates[number].as_ref(), &settings, &mut |progress| {
            line.update(progress);
        })
    };
    let result =
        pool::in_order(jobs, tasks.len(), &settings.interrupt, solve, |result| match result {
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
                bars.finished(|| show(&report, args.json, channel))
            }
        });
    bars.clear();
    let finished = result?;
    if finished < tasks.len() {
        exit = exit.max(Exit::Unknown);
        let is_damaged = database::damage(settings.endgames.as_deref()).is_some();
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

/// Where the certificate of each position goes.
pub fn certificates<'n>(
    args: &SolveArgs,
    desk: &mut Desk,
    names: impl ExactSizeIterator<Item = Names<'n>>,
) -> Result<Vec<Option<CertificateOutput>>, String> {
    let path = args.certificate.as_deref();
    let kind = Kind::Certificate;
    let wanted = path.map(|path| Wanted { flag: "--certificate", path, kind });
    let outputs = desk.file_or_directory(wanted, args.compress, names)?;
    let compressed = |output| CertificateOutput::new(output, args.compress);
    Ok(outputs.into_iter().map(|output| output.map(compressed)).collect())
}

fn show(report: &Report, json: bool, channel: Channel) -> Result<(), Stop> {
    channel.print(&if json { json_line(report)? } else { text::block(report) })?;
    report.people.not_written.iter().for_each(complain_not_written);
    Ok(())
}

/// What is missing afterwards is said where errors are looked for, whatever else says it.
pub fn complain_not_written(error: &String) {
    complain(format_args!("not written: {error}"));
}

pub fn jobs(wanted: usize) -> usize {
    match wanted {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        jobs => jobs,
    }
}

/// A table that does not fit in memory ends the program without a word: better to try.
pub fn can_allocate(bytes: usize, jobs: usize) -> Result<(), Stop> {
    let all = bytes.saturating_mul(jobs);
    let mut trial: Vec<u8> = Vec::new();
    allocator::asking(|| trial.try_reserve_exact(all)).map_err(|_| {
        Stop::Message(format!(
            "not enough memory for {jobs} table(s) of {bytes} bytes; see --memory"
        ))
    })
}
