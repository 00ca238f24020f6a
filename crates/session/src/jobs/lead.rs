//! Leaders of positions of the registry, whatever the game.

use std::sync::Arc;

use threefold_certificate::{Block, Header, Terms, write_block};
use threefold_checkers::egdb::Database;
use threefold_game::{Game, Occurrences, Player, Question, RepetitionRule, Searchable};
use threefold_jobs::{
    Account, Answer, Job, JobId, JobResult, Leader, LeaderError, Rules, Settings,
};

use crate::attacker::Attacker;
use crate::error::Error;
use crate::games::row::{Databases, Under};
use crate::posed::{Posed, Visitor};
use crate::registry::Subject;
use crate::words::Words;

/// What is asked, and how it is divided.
#[derive(Clone, Debug, Default)]
pub struct Campaign {
    /// The rule of repetition, if it is not that of the source.
    pub rule: Option<RepetitionRule>,
    /// Whose success is in question, if it is not whose the source asks about.
    pub attacker: Option<Attacker>,
    /// How it is divided.
    pub settings: Settings,
    /// Checkers: the endgame database that the leader and all workers have.
    pub database: Option<Arc<Database>>,
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
    let visitor = WithLeader { campaign, file: file_of(subject), saved, with };
    subject.pose(&campaign.under(&campaign.databases()), visitor)?
}

/// The text that the game is read from, where it comes from a file.
fn file_of(subject: &Subject) -> Option<String> {
    match subject {
        Subject::Graph(file) => Some(file.to_string()),
        _ => None,
    }
}

impl Campaign {
    fn databases(&self) -> Databases {
        Databases { checkers: self.database.clone(), ..Databases::default() }
    }

    fn under<'d>(&self, databases: &'d Databases) -> Under<'d> {
        Under { rule: self.rule, attacker: self.attacker, databases }
    }

    fn player<G: Game>(&self, posed: &Posed<'_, G>) -> Result<Player, Error> {
        match self.attacker {
            None => Ok(posed.attacker),
            Some(named) => posed.player(named),
        }
    }
}

struct WithLeader<'s> {
    campaign: &'s Campaign,
    file: Option<String>,
    saved: Option<&'s str>,
    with: &'s mut dyn FnMut(&mut dyn Lead),
}

impl Visitor for WithLeader<'_> {
    type Output = Result<(), Error>;

    fn visit<G: Searchable>(self, posed: &Posed<'_, G>) -> Self::Output {
        let Posed { game, history, rule, .. } = *posed;
        let attacker = self.campaign.player(posed)?;
        let settings = Settings { file: self.file, ..self.campaign.settings.clone() };
        let rules = Rules::relying_on(game, posed.knowledge);
        let leader = match self.saved {
            None => Leader::new(rules, history, rule, attacker, settings),
            Some(text) => Leader::load(rules, history, rule, attacker, settings, text),
        };
        let claim = Words::new(game, posed.idiom).claim(Question::new(attacker, rule));
        let mut leading = Leading { leader: leader.map_err(Error::other)?, claim };
        (self.with)(&mut leading);
        Ok(())
    }
}

/// The whole question as one job, under any rule: for a batch of positions, and for searches that
/// are varied by their seeds. Its number is 0.
///
/// # Errors
/// The position cannot be asked about so, or the moves before it matter, without superko: jobs have
/// none.
pub fn whole(subject: &Subject, campaign: &Campaign, seed: u64) -> Result<Job, Error> {
    subject.pose(
        &campaign.under(&campaign.databases()),
        Whole { campaign, file: file_of(subject), seed },
    )?
}

struct Whole<'s> {
    campaign: &'s Campaign,
    file: Option<String>,
    seed: u64,
}

impl Visitor for Whole<'_> {
    type Output = Result<Job, Error>;

    fn visit<G: Searchable>(self, posed: &Posed<'_, G>) -> Self::Output {
        let Posed { game, history, rule, .. } = *posed;
        let attacker = self.campaign.player(posed)?;
        let before = Occurrences::count(game, rule, history.recurring());
        if !rule.is_superko() && before.deciding().next().is_some() {
            return Err(Error::other(LeaderError::History));
        }
        let (name, parameters) = (game.name(), game.parameters());
        let question = Question::new(attacker, rule);
        let root = game.position_text(history.root());
        Ok(Job {
            id: JobId(0),
            game: format!("{name} {parameters}").trim_end().to_owned(),
            start: root.clone(),
            root,
            history: match rule.is_superko() {
                true => Header::new(game, history, Terms::of(question, true)).history,
                false => None,
            },
            repetition: rule.name().to_owned(),
            attacker: game.player_name(attacker).to_owned(),
            assume: Vec::new(),
            proven: Vec::new(),
            disproven: Vec::new(),
            database: posed.knowledge.declaration(),
            nodes: self.campaign.settings.nodes,
            memory: self.campaign.settings.memory,
            seed: self.seed,
            file: self.file,
        })
    }
}
