//! Leaders of positions of the registry, whatever the game.

use threefold_answer::jobs::{Campaign, Lead};
use threefold_jobs::Job;

use crate::error::Error;
use crate::registry::Subject;

/// Hands a leader of a question about a position to `with`; `saved` is one that was saved, to go on
/// with.
///
/// # Errors
/// The position cannot be asked about so, or the question cannot be divided, or what was saved is
/// about another one.
pub fn lead<R>(
    subject: &Subject,
    campaign: &Campaign,
    saved: Option<&str>,
    with: impl FnOnce(&mut dyn Lead) -> R,
) -> Result<R, Error> {
    let (mut with, mut result) = (Some(with), None);
    lead_any(subject, campaign, saved, &mut |leader| {
        result = with.take().map(|with| with(leader));
    })?;
    result.ok_or_else(|| Error::Other("the leader was not asked anything".to_owned()))
}

/// The same: compiled for every game once, and not for every caller.
fn lead_any(
    subject: &Subject,
    campaign: &Campaign,
    saved: Option<&str>,
    with: &mut dyn FnMut(&mut dyn Lead),
) -> Result<(), Error> {
    subject.pose(&campaign.under(&campaign.databases()), |posed| {
        posed.lead(campaign, file_of(subject), saved, with)
    })
}

/// The text that the game is read from, where it comes from a file.
fn file_of(subject: &Subject) -> Option<String> {
    match subject {
        Subject::Graph(file) => Some(file.to_string()),
        _ => None,
    }
}

/// The whole question as one job, under any rule: for a batch of positions, and for searches that
/// are varied by their seeds. Its number is 0.
///
/// # Errors
/// The position cannot be asked about so, or the moves before it matter, without superko: jobs have
/// none.
pub fn whole(subject: &Subject, campaign: &Campaign, seed: u64) -> Result<Job, Error> {
    subject.pose(&campaign.under(&campaign.databases()), |posed| {
        posed.whole(campaign, file_of(subject), seed)
    })
}
