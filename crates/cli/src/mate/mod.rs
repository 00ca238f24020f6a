//! `threefold solve --mate`, `--shortest`, `--keys` and `--solution`: how far is the win?

pub mod args;
mod report;
mod text;
mod tree;

use threefold::search::Interrupt;
use threefold::session::effort::Effort;
use threefold::session::mate::{Goal, Request, Whose, mate};
use threefold::session::registry::Subject;
use threefold::session::words::Idiom;
use threefold_report::{Object, Source};
use threefold_terminal::files::complain_not_written;
use threefold_terminal::names::AttackerName;

use self::report::Told;
use crate::batch::{self, Batch, Schedule};
use crate::files;
use crate::solve::args::SolveArgs;
use crate::solve::look::Look;
use crate::solve::threads;
use crate::tsume::Extras;
use crate::watch::Watch;
use threefold_terminal::exit::Exit;
use threefold_terminal::interrupt;
use threefold_terminal::output::{Stop, complain, json_line};
use threefold_terminal::progress::Bars;

pub fn run(args: &SolveArgs) -> Result<Exit, Stop> {
    if let Some(message) = args.mate.contradiction() {
        return Err(Stop::Message(message.to_owned()));
    }
    let Batch { tasks, exit, jobs } = Batch::read(args, args.game)?;
    let mut desk = files::desk(&args.inputs, args.force);
    // A shortest win is two claims.
    let certificates = batch::outputs(args, &mut desk, Batch::names(&tasks), true)?;
    let pages = batch::pages(args, &mut desk, &tasks)?;
    let extras = Extras::plan(args, &tasks, &mut desk).map_err(Stop::Message)?;
    let channel = desk.channel(args.json)?;
    let interrupt = interrupt::install();
    let options = args.effort(Effort::for_positions()).options;
    threads::note(&options, &args.mate, &tasks).into_iter().for_each(complain);
    let look = Look::of(args, channel);
    let bars = Bars::new(tasks.len());
    let work = |number: usize| {
        let task = &tasks[number];
        let mut request = request(args, &interrupt, task.subject.game().idiom());
        // Other solutions along the line have what the answer leaves of the time.
        let effort =
            Effort { limits: request.effort.limits.clone().together(), ..request.effort.clone() };
        let has_yozume = args.mate.keys && matches!(task.subject, Subject::Tsume(_));
        // So have lengths by convention, and a judgement most of it.
        let part = if args.tsume.kenshou { 0.2 } else { 0.7 };
        let has_more = has_yozume || args.tsume.kenshou || args.is_conventional();
        request.effort.limits = effort.limits.part(if has_more { part } else { 1.0 });
        let goal = request.goal;
        if args.is_conventional() || args.tsume.kenshou && !args.mate.is_asked() {
            request.goal = Goal::Shortest;
        }
        // Those of a length by convention come last.
        let output = certificates[number].as_ref();
        let (at_once, later) = match args.is_conventional() {
            true => (None, output),
            false => (output, None),
        };
        let mut watch = Watch::new(&bars, &task.input, at_once).paging(pages[number].as_ref());
        match mate(&task.subject, &request, &mut watch) {
            Ok(mut answer) => {
                let drawing = look.drawing();
                let diagram = drawing.and_then(|drawing| task.subject.diagram(drawing));
                // One player is asked about.
                let side = &answer.sides[0];
                let further = extras.of(number, task, &side.line, &side.proofs, look.of_players);
                let plies = side.asked.or(side.at_most).filter(|_| args.mate.keys);
                let further = further.and_then(|further| match plies {
                    Some(plies) if side.moves_first => {
                        let line = &side.line;
                        extras.with_yozume(further, task, line, plies, &effort, look.of_players)
                    }
                    _ => Ok(further),
                });
                let further = further.and_then(|further| {
                    extras.with_length(further, task, side, goal, &effort, look.in_japanese)
                });
                let further = further.and_then(|further| {
                    extras.with_kenshou(further, number, task, &side.line, &effort, look)
                });
                let further = further.map_err(|error| format!("{}: {error}", task.input))?;
                let further = further.with_page(pages[number].is_some(), watch.paged());
                let side = &mut answer.sides[0];
                further.certify(side);
                let blocks = || side.proofs.iter().map(|proof| proof.block.clone()).collect();
                let later = later.filter(|_| !side.proofs.is_empty());
                let written = later.map(|output| output.write(blocks()));
                let written = written.or_else(|| watch.written());
                let told = Told::new(Source::of(task), answer, written, further);
                Ok(told.showing(diagram, args.mate.keys))
            }
            Err(error) => Err(format!("{}: {}", task.input, error.with_flags())),
        }
    };
    let schedule = Schedule { count: tasks.len(), jobs, interrupt: &interrupt, bars: &bars };
    let show = |told: Told<'_>| {
        channel.print(&if args.json {
            json_line(&Object(&told.report))?
        } else {
            look.translated(text::block(&told, look.of_players))
        })?;
        let not_written = told.not_written.iter().chain(&told.further.not_written);
        not_written.for_each(complain_not_written);
        Ok(told.exit())
    };
    Ok(exit.max(schedule.run(work, show, batch::interrupted)?))
}

fn request(args: &SolveArgs, interrupt: &Interrupt, idiom: Idiom) -> Request {
    Request {
        whose: match args.attacker {
            Some(name) => Whose::One(AttackerName::attacker(name)),
            None => Whose::Source,
        },
        keys: args.mate.keys,
        shorter: true,
        solution: args.mate.solution(),
        aim: args.mate.aim(),
        attacker_moves: args.mate.attacker_moves,
        effort: Effort {
            interrupt: interrupt.clone(),
            keep: args.keeps(),
            ..args.effort(Effort::for_positions())
        },
        ..Request::new(args.mate.goal(idiom))
    }
}
