//! What a worker does: one search of the ordinary kind.

use threefold_certificate::{Claim, Goal, Header};
use threefold_game::{RepetitionRule, Searchable, SplitMix};
use threefold_graph::GraphFile;
use threefold_jobs::{Job, JobResult};
use threefold_search::{Combine, Interrupt, Options};

use crate::effort::Effort;
use crate::error::Error;
use crate::games;
use crate::games::row::{FindDatabase, GameVisitor, Known, Made};
use crate::jobs::desk::Desk;
use crate::registry::GameName;
use crate::task::Document;

/// Does a job about a game of the registry, one without a database.
///
/// ```
/// use threefold_jobs::{Job, JobResult};
/// use threefold_search::Interrupt;
/// use threefold_session::jobs::work;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # // Without serde_json: the fields one by one.
/// let job = Job {
///     id: threefold_jobs::JobId(1),
///     game: "chess".to_owned(),
///     start: "7k/8/6K1/8/8/8/8/1Q6 w - -".to_owned(),
///     root: "7k/8/6K1/8/8/8/8/1Q6 w - -".to_owned(),
///     history: None,
///     repetition: "draw".to_owned(),
///     attacker: "white".to_owned(),
///     assume: Vec::new(),
///     proven: Vec::new(),
///     disproven: Vec::new(),
///     database: None,
///     nodes: 1000,
///     memory: 1 << 20,
///     seed: 0,
///     file: None,
/// };
/// let result = work(&job, &Interrupt::default())?;
/// assert!(matches!(result, JobResult::Wins { .. }));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The job says something that is no question about a game.
pub fn work(job: &Job, interrupt: &Interrupt) -> Result<JobResult, Error> {
    let (mut asked, mut result) = (Some((job.clone(), interrupt.clone())), None);
    work_through(&mut |_| Ok(None), &mut |said| {
        result = said.or(result.take());
        asked.take()
    });
    result.unwrap_or_else(|| Err(Error::Other("the job has not been done".to_owned())))
}

/// A job, and what ends it.
pub type Asked = (Job, Interrupt);
/// What came of one.
pub type Said = Result<JobResult, Error>;

/// Does jobs, one after the other, as long as there are any: `source` takes what came of the last
/// one, `None` at the beginning, and gives the next. Jobs of the same question that come one after
/// the other share a table, and what they were told ([`Desk`]). `databases` finds the one that a
/// job names.
pub fn work_through(
    databases: &mut FindDatabase<'_>,
    source: &mut dyn FnMut(Option<Said>) -> Option<Asked>,
) {
    let mut asked = source(None);
    while let Some(first) = asked {
        asked = match sit(first, databases, source) {
            Ok(next) => next,
            Err(error) => source(Some(Err(error))),
        };
    }
}

/// The first of several jobs about one question, and those behind it; the one that is about
/// another.
fn sit(
    first: Asked,
    databases: &mut FindDatabase<'_>,
    source: &mut dyn FnMut(Option<Said>) -> Option<Asked>,
) -> Result<Option<Asked>, Error> {
    let job = &first.0;
    let (name, parameters) = job.game.split_once(' ').unwrap_or((&job.game, ""));
    let game = GameName::of(name).ok_or_else(|| Error::UnknownGame(name.to_owned()))?;
    let header = Header {
        game: name.to_owned(),
        parameters: parameters.to_owned(),
        claim: Claim { player: job.attacker.clone(), goal: Goal::Wins },
        plies: None,
        repetition: rule(job)?,
        attacker: None,
        footprints: None,
        root: job.start.clone(),
        history: None,
        database: job.database.clone(),
        moves: 0,
    };
    let file: Option<GraphFile> = match &job.file {
        None => None,
        Some(text) => Some(games::graph::read(&Document::new("file", text.as_bytes()))?),
    };
    let find = &mut |declaration: &str| databases(declaration);
    let mut known = Known { graph: file.as_ref(), databases: find };
    game.made(&header, &mut known, Sitting { first, source })?
}

struct Sitting<'s> {
    first: Asked,
    source: &'s mut dyn FnMut(Option<Said>) -> Option<Asked>,
}

impl GameVisitor for Sitting<'_> {
    type Output = Result<Option<Asked>, Error>;

    fn visit<G: Searchable>(self, made: Made<'_, G>) -> Self::Output {
        let effort = match made.game.name() {
            "go-problem" => Effort::for_problems(),
            _ => Effort::for_positions(),
        };
        let Sitting { first: (mut job, mut interrupt), source } = self;
        let mut desk = Desk::relying_on(made.game, made.knowledge, &job, effort.options)?;
        loop {
            let said = desk.work(&job, &interrupt);
            match source(Some(said)) {
                Some(next) if desk.serves(&next.0) => (job, interrupt) = next,
                other => return Ok(other),
            }
        }
    }
}

/// Does a job about any game. Memory and seed of `options` are those of the job.
///
/// # Errors
/// The job says something that is no question about the game.
pub fn work_on<G: Searchable>(
    game: &G,
    job: &Job,
    options: Options,
    interrupt: &Interrupt,
) -> Said {
    Desk::new(game, job, options)?.work(job, interrupt)
}

pub(super) fn rule(job: &Job) -> Result<RepetitionRule, Error> {
    job.repetition.parse().map_err(|error| Error::field("repetition", error))
}

/// Other choices than the best ones, so that of several searches for the same one may be lucky.
pub(super) fn varied(options: Options, seed: u64) -> Options {
    if seed == 0 {
        return options;
    }
    let mut random = SplitMix::new(seed);
    let mut one_of = |choices: &[u32]| choices[random.index(choices.len())];
    Options {
        epsilon_16ths: one_of(&[1, 2, 3, 4, 6, 8]),
        pn_combine: Combine::Damped(one_of(&[1, 2, 3, 4])),
        dn_combine: Combine::Damped(one_of(&[2, 3, 4, 6, 8])),
        ..options
    }
}
