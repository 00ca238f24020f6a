//! What a worker does: one search of the ordinary kind.

use threefold_game::{RepetitionRule, SplitMix};
use threefold_jobs::{Job, JobResult};
use threefold_search::{Combine, Interrupt, Options};

use crate::error::Error;

/// A job, and what ends it.
pub type Asked = (Job, Interrupt);
/// What came of one.
pub type Said = Result<JobResult, Error>;

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
