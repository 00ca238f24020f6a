//! Leaders of positions of the registry, whatever the game.

use threefold_certificate::{Block, write_block};
use threefold_game::{RepetitionRule, Searchable};
use threefold_jobs::{Account, Answer, Job, JobId, JobResult, Leader, LeaderError, Settings};

use crate::attacker::Attacker;
use crate::error::Error;
use crate::games::row::{Databases, Under};
use crate::posed::{Posed, Visitor};
use crate::registry::Subject;

/// What is asked, and how it is divided.
#[derive(Clone, Debug, Default)]
pub struct Campaign {
    /// The rule of repetition, if it is not that of the source.
    pub rule: Option<RepetitionRule>,
    /// Whose success is in question, if it is not whose the source asks about.
    pub attacker: Option<Attacker>,
    /// How it is divided.
    pub settings: Settings,
}

/// A [`Leader`] of whatever game.
pub trait Lead {
    /// [`Leader::next`].
    fn next(&mut self, free: usize) -> Vec<Job>;
    /// [`Leader::report`].
    fn report(&mut self, id: JobId, result: JobResult) -> Vec<JobId>;
    /// [`Leader::refusal`].
    fn refusal(&self) -> Option<&str>;
    /// [`Leader::answer`].
    fn answer(&self) -> Answer;
    /// [`Leader::certificate`], as text.
    ///
    /// # Errors
    /// There is no answer yet.
    fn certificate(&self) -> Result<String, LeaderError>;
    /// [`Leader::save`].
    fn save(&self) -> String;
    /// [`Leader::account`].
    fn account(&self) -> Account;
    /// [`Leader::positions`].
    fn positions(&self) -> usize;
    /// What is in question, in words: `white wins`.
    fn claim(&self) -> String;
}

struct Leading<'p, G: Searchable> {
    leader: Leader<'p, G>,
    claim: String,
}

impl<G: Searchable> Lead for Leading<'_, G> {
    fn next(&mut self, free: usize) -> Vec<Job> {
        self.leader.next(free)
    }

    fn report(&mut self, id: JobId, result: JobResult) -> Vec<JobId> {
        self.leader.report(id, result)
    }

    fn refusal(&self) -> Option<&str> {
        self.leader.refusal()
    }

    fn answer(&self) -> Answer {
        self.leader.answer()
    }

    fn certificate(&self) -> Result<String, LeaderError> {
        let Block { header, moves, .. } = self.leader.certificate()?;
        let mut text = Vec::new();
        write_block(&mut text, &header, moves.iter())
            .map_err(|error| LeaderError::Splice(error.to_string()))?;
        String::from_utf8(text).map_err(|error| LeaderError::Splice(error.to_string()))
    }

    fn save(&self) -> String {
        self.leader.save()
    }

    fn account(&self) -> Account {
        self.leader.account()
    }

    fn positions(&self) -> usize {
        self.leader.positions()
    }

    fn claim(&self) -> String {
        self.claim.clone()
    }
}

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
    let databases = &Databases::default();
    let Campaign { rule, attacker, .. } = *campaign;
    let mut settings = campaign.settings.clone();
    if let Subject::Graph(file) = subject {
        settings.file = Some(file.to_string());
    }
    let visitor = WithLeader { attacker, settings, saved, with };
    subject.pose(&Under { rule, attacker, databases }, visitor)?
}

struct WithLeader<'s, F> {
    attacker: Option<Attacker>,
    settings: Settings,
    saved: Option<&'s str>,
    with: F,
}

impl<R, F: FnOnce(&mut dyn Lead) -> R> Visitor for WithLeader<'_, F> {
    type Output = Result<R, Error>;

    fn visit<G: Searchable>(self, posed: &Posed<'_, G>) -> Self::Output {
        let Posed { game, history, rule, .. } = *posed;
        let attacker = match self.attacker {
            None => posed.attacker,
            Some(named) => posed.player(named)?,
        };
        let leader = match self.saved {
            None => Leader::new(game, history, rule, attacker, self.settings),
            Some(text) => Leader::load(game, history, rule, attacker, self.settings, text),
        };
        let claim = crate::words::Words::new(game, posed.idiom)
            .claim(threefold_game::Question::new(attacker, rule));
        let mut leading = Leading { leader: leader.map_err(Error::other)?, claim };
        Ok((self.with)(&mut leading))
    }
}
