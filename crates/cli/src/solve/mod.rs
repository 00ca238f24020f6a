//! `threefold solve`.

pub mod args;
pub mod checkpoint;
pub mod keeping;
pub mod live;
pub mod look;
pub mod metrics;
pub mod report;
pub mod text;
pub mod threads;

use threefold::search::Interrupt;
use threefold::session::effort::Effort;
use threefold::session::error::Error;
use threefold::session::games::row::Databases;
use threefold::session::registry::{GameName, Task};
use threefold::session::solve::{Goal, Request, solve};
use threefold_report::solve::Report;
use threefold_report::{Object, Source};
use threefold_terminal::database;
use threefold_terminal::files::complain_not_written;
use threefold_terminal::names::AttackerName;

use crate::batch::{self, Batch, Schedule};
use crate::files::{self, CertificateOutput};
use crate::mate;
use crate::page::PageOutput;
use crate::problem;
use crate::solve::args::SolveArgs;
use crate::solve::checkpoint::Checkpoints;
use crate::solve::keeping::{Keeping, Kept};
use crate::solve::live::Live;
use crate::solve::look::Look;
use crate::solve::metrics::Metrics;
use crate::solve::report::Told;
use crate::solve::text::Summary;
use crate::tsume::Extras;
use crate::watch::Watch;
use threefold_terminal::exit::Exit;
use threefold_terminal::interrupt;
use threefold_terminal::output::{Channel, Stop, complain, json_line};
use threefold_terminal::progress::Bars;

/// Solves what the command line names: each kind of question has steps of its own.
pub fn run(mut args: SolveArgs) -> Result<Exit, Stop> {
    checkpoint::take_question(&mut args).map_err(Stop::Message)?;
    if args.inputs.iter().any(|input| problem::is_problem(input, args.game)) {
        problem::solve::run(&args)
    } else if args.asks_for_length() {
        mate::run(&args)
    } else {
        positions(&args)
    }
}

/// Solves positions: can the attacker win?
fn positions(args: &SolveArgs) -> Result<Exit, Stop> {
    let Batch { tasks, exit, jobs } = Batch::read(args, args.game)?;
    let (outputs, channel) = Outputs::plan(args, &tasks)?;
    // Before Ctrl-C is caught: building a database can be interrupted, and goes on the next time.
    let checkers = database::for_tasks(args.egdb.as_deref(), &tasks)?;
    let chess = database::chess_for_tasks(args.egdb.as_deref(), args.syzygy.as_deref(), &tasks)?;
    let interrupt = interrupt::install();
    let library = Keeping::open(args.library.as_deref())?;
    let databases = Databases {
        checkers,
        chess,
        // What goes on from a checkpoint goes on under the same.
        on_need: database::on_need(args.egdb.as_deref()).filter(|_| args.resume.is_none()),
        library: library.as_ref().map(Keeping::door),
        room: usize::try_from(args.library_positions).unwrap_or(usize::MAX),
    };
    database::interrupt_on_damage(&databases, &interrupt);
    let request = request(args, &interrupt);
    let options = &request.effort.options;
    threads::note(options, &args.mate, &tasks).into_iter().for_each(complain);
    let look = Look::of(args, channel);
    let bars = Bars::new(tasks.len());
    let schedule = Schedule { count: tasks.len(), jobs, interrupt: &interrupt, bars: &bars };
    let (databases, library) = (&databases, library.as_ref());
    let (tasks, outputs, request) = (&tasks[..], &outputs, &request);
    let asking =
        Asking { args, tasks, outputs, databases, library, request, look, channel, bars: &bars };
    let mut summary = Summary::default();
    let shown = |(told, has_begun): (Told<'_>, bool)| {
        let Report { source, answer, .. } = &told.report;
        summary.add(answer);
        if let Some(metrics) = &outputs.metrics {
            metrics.end(source.input, answer);
        }
        show(&told, has_begun, args.json, look, channel)?;
        Ok(told.exit())
    };
    let why = || match databases.damage() {
        Some(_) => "without an endgame database",
        None => batch::interrupted(),
    };
    let exit = exit.max(schedule.run(|number| asking.answer(number), shown, why)?);
    if !args.json && !summary.is_empty() {
        channel.print(&summary.to_text(args.value))?;
    }
    Ok(exit)
}

/// Where everything goes, and where a search goes on from.
struct Outputs<'a> {
    certificates: Vec<Option<CertificateOutput>>,
    pages: Vec<Option<PageOutput>>,
    extras: Extras<'a>,
    checkpoints: Checkpoints,
    metrics: Option<Metrics>,
}

impl<'a> Outputs<'a> {
    fn plan(args: &'a SolveArgs, tasks: &[Task]) -> Result<(Self, Channel), Stop> {
        let desk = &mut files::desk(&args.inputs, args.force);
        let outputs = Outputs {
            certificates: batch::outputs(args, desk, Batch::names(tasks), false)?,
            pages: batch::pages(args, desk, tasks)?,
            extras: Extras::plan(args, tasks, desk).map_err(Stop::Message)?,
            checkpoints: Checkpoints::new(args, tasks.len(), desk).map_err(Stop::Message)?,
            metrics: Metrics::new(args, tasks.len(), desk).map_err(Stop::Message)?,
        };
        Ok((outputs, desk.channel(args.json)?))
    }
}

/// All that is needed for an answer.
struct Asking<'a> {
    args: &'a SolveArgs,
    tasks: &'a [Task],
    outputs: &'a Outputs<'a>,
    databases: &'a Databases,
    library: Option<&'a Keeping>,
    request: &'a Request,
    look: Look,
    channel: Channel,
    bars: &'a Bars,
}

impl<'a> Asking<'a> {
    /// Answers a position: what is reported, and whether its beginning has been printed.
    fn answer(&self, number: usize) -> Result<(Told<'a>, bool), String> {
        let Asking { args, outputs, look, .. } = *self;
        let (task, effort) = (&self.tasks[number], &self.request.effort);
        // Of several positions the answers would lie among each other.
        let is_live = if args.json { args.events } else { args.moves && self.tasks.len() == 1 };
        let live = Live::new(task, effort, look, args.json, self.channel, self.bars);
        let page = outputs.pages[number].as_ref();
        let mut watch = Watch::new(self.bars, &task.input, outputs.certificates[number].as_ref())
            .paging(page)
            .keeping(&outputs.checkpoints)
            .telling(is_live.then_some(&live))
            .measuring(outputs.metrics.as_ref(), &task.input, effort.options.threads);
        let asks_much = task.subject.game() == GameName::Chess && self.tasks.len() == 1;
        watch = watch.hinting(asks_much.then_some(report::LESS));
        let answer = solve(&task.subject, self.databases, self.request, &mut watch);
        let answer = answer.map_err(|error| match error {
            Error::Damage(damage) => {
                format!("{}: no answer: {}", task.input, database::explain(damage))
            }
            error => format!("{}: {}", task.input, error.with_flags()),
        })?;
        let line = answer.line.as_deref().unwrap_or_default();
        let further = outputs.extras.of(number, task, line, &answer.proofs, look.of_players);
        let further = further.map_err(|error| format!("{}: {error}", task.input))?;
        let further = further.with_page(page.is_some(), watch.paged());
        let diagram = look.drawing().and_then(|drawing| task.subject.diagram(drawing));
        let kept = self.library.map(|library| library.add(&answer, self.databases, args));
        if let Some(Kept::Conflict(_)) = kept {
            // Nothing that is found now can be relied on.
            effort.interrupt.raise();
        }
        let told = Told::new(Source::of(task), answer, watch.written(), effort);
        let told = told.with_diagram(diagram).with_further(further).with_kept(kept);
        Ok((told, live.has_begun()))
    }
}

/// What is asked of each position.
fn request(args: &SolveArgs, interrupt: &Interrupt) -> Request {
    Request {
        goal: match args.value {
            true => Goal::Value,
            false => Goal::Win(args.attacker.map(AttackerName::attacker)),
        },
        moves: args.moves,
        effort: Effort {
            interrupt: interrupt.clone(),
            keep: args.keeps(),
            ..args.effort(Effort::for_positions())
        },
    }
}

/// Prints an answer, or what is left of one whose beginning has been printed.
fn show(
    told: &Told<'_>,
    has_begun: bool,
    json: bool,
    look: Look,
    channel: Channel,
) -> Result<(), Stop> {
    channel.print(&match (json, has_begun) {
        (true, _) => json_line(&Object(&told.report))?,
        (false, false) => look.translated(text::block(told, look.of_players)),
        (false, true) => look.translated(text::rest(told, look.of_players)),
    })?;
    let not_written = told.not_written.iter().chain(&told.further.not_written);
    told.kept.iter().filter_map(Kept::complaint).for_each(complain);
    not_written.for_each(complain_not_written);
    Ok(())
}
