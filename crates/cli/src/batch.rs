//! Several positions, answered one after the other or at once: what every kind of question has in
//! common.

use threefold::search::Interrupt;
use threefold::session::registry::{GameName, Task};
use threefold::session::words;
use threefold_terminal::inputs;
use threefold_terminal::memory::can_allocate;
use threefold_terminal::pool::jobs;

use crate::files::{CertificateOutput, Desk, Names, certificates};
use crate::page::{self, PageOutput};
use crate::solve::args::SolveArgs;
use threefold_terminal::exit::Exit;
use threefold_terminal::output::{Stop, complain};
use threefold_terminal::pool;
use threefold_terminal::progress::Bars;

/// The positions of a command line.
pub struct Batch {
    pub tasks: Vec<Task>,
    /// Bad input if something could not be read.
    pub exit: Exit,
    /// How many are answered at once.
    pub jobs: usize,
}

impl Batch {
    /// Reads them, says what cannot be read, and sees whether there is memory for the tables.
    pub fn read(args: &SolveArgs, game: Option<GameName>) -> Result<Self, Stop> {
        let read = inputs::read(&args.inputs, game, &args.problem.question.question_of_diagrams());
        let exit = if read.errors.is_empty() { Exit::Fine } else { Exit::BadInput };
        read.errors.iter().for_each(|error| complain(error.with_flags()));
        let jobs = jobs(args.jobs).min(read.tasks.len());
        can_allocate(args.memory(), jobs.max(1))?;
        Ok(Batch { tasks: read.tasks, exit, jobs })
    }

    /// What files are named after: what a position is called, or where it comes from.
    pub fn names(tasks: &[Task]) -> impl ExactSizeIterator<Item = Names<'_>> {
        tasks.iter().map(|task| (task.id.as_deref(), task.stem.as_str()))
    }
}

/// Where the certificate of each position goes. `are_several` says that an answer may have more
/// than one: a file is about one question.
pub fn outputs<'n>(
    args: &SolveArgs,
    desk: &mut Desk,
    names: impl ExactSizeIterator<Item = Names<'n>>,
    are_several: bool,
) -> Result<Vec<Option<CertificateOutput>>, Stop> {
    let outputs = certificates(args.certificate.as_deref(), args.compress, desk, names)
        .map_err(Stop::Message)?;
    if are_several {
        for output in outputs.iter().flatten() {
            output.can_be_several().map_err(Stop::Message)?;
        }
    }
    Ok(outputs)
}

/// Where the page of each position goes.
pub fn pages(
    args: &SolveArgs,
    desk: &mut Desk,
    tasks: &[Task],
) -> Result<Vec<Option<PageOutput>>, Stop> {
    let pages = page::outputs(args.explore.as_deref(), desk, Batch::names(tasks));
    let about = |(page, task): (Option<PageOutput>, &Task)| Some(page?.about(&task.subject));
    Ok(pages.map_err(Stop::Message)?.into_iter().zip(tasks).map(about).collect())
}

/// How the positions of a batch are answered.
pub struct Schedule<'a> {
    pub count: usize,
    pub jobs: usize,
    pub interrupt: &'a Interrupt,
    pub bars: &'a Bars,
}

impl Schedule<'_> {
    /// Answers all with `work`, whose error is a line about bad input, and shows each answer in the
    /// order of the input. `why` says why not all were tried, if they were not.
    pub fn run<R: Send>(
        &self,
        work: impl Fn(usize) -> Result<R, String> + Sync,
        mut show: impl FnMut(R) -> Result<Exit, Stop>,
        why: impl FnOnce() -> &'static str,
    ) -> Result<Exit, Stop> {
        let mut exit = Exit::Fine;
        let result = pool::in_order(self.jobs, self.count, self.interrupt, work, |result| {
            self.bars.finished(|| {
                exit = exit.max(match result {
                    Ok(answer) => show(answer)?,
                    Err(message) => {
                        complain(message);
                        Exit::BadInput
                    }
                });
                Ok(())
            })
        });
        self.bars.clear();
        let finished = result?;
        if finished < self.count {
            exit = exit.max(Exit::Unknown);
            let left = words::positions(self.count - finished);
            complain(format_args!("{}: {left} not tried", why()));
        }
        Ok(exit)
    }
}

/// Why a batch ends early where nothing else can end it.
pub fn interrupted() -> &'static str {
    "interrupted"
}
