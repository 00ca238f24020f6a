//! What a worker does: one search of the ordinary kind.

use threefold_game::{RepetitionRule, Searchable, SplitMix};
use threefold_jobs::{Job, JobResult};
use threefold_search::{Combine, Interrupt, Options};

use crate::error::Error;
use crate::jobs::desk::Desk;

/// A job, and what ends it.
pub type Asked = (Job, Interrupt);
/// What came of one.
pub type Said = Result<JobResult, Error>;

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

/// The rule of repetition that a job names.
///
/// # Errors
/// There is none of that name.
pub fn rule(job: &Job) -> Result<RepetitionRule, Error> {
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
