//! What a worker does: one search of the ordinary kind.

use threefold_answer::jobs::{Asked, Said, rule};
use threefold_certificate::{Claim, Goal, Header, Omitted};
use threefold_graph::GraphFile;
use threefold_jobs::{Job, JobResult};
use threefold_search::Interrupt;

use crate::error::Error;
use crate::games;
use crate::games::row::{FindDatabase, Known};
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

/// Does jobs, one after the other, as long as there are any: `source` takes what came of the last
/// one, `None` at the beginning, and gives the next. Jobs of the same question that come one after
/// the other share a table, and what they were told ([`Desk`](crate::jobs::Desk)). `databases`
/// finds the one that a job names.
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
    let job = first.0.clone();
    let (name, parameters) = job.game.split_once(' ').unwrap_or((&job.game, ""));
    let game = GameName::of(name).ok_or_else(|| Error::UnknownGame(name.to_owned()))?;
    let header = Header {
        game: name.to_owned(),
        parameters: parameters.to_owned(),
        claim: Claim { player: job.attacker.clone(), goal: Goal::Wins },
        plies: None,
        omitted: Omitted::NOTHING,
        repetition: rule(&job)?,
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
    game.made(&header, &mut known, |made| made.work(first, source))
}
