//! Leaders of positions of the registry, whatever the game.

use threefold_certificate::{Block, Header, Terms, write_block};
use threefold_game::{Game, Occurrences, Player, Question, RepetitionRule, Searchable};
use threefold_jobs::{
    Account, Answer, Job, JobId, JobResult, Leader, LeaderError, Rules, Settings,
};

use crate::attacker::Attacker;
use crate::error::Error;
use crate::posed::Posed;
use crate::under::{AnyDatabase, Databases, Under};
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
    /// The endgame database that the leader and all workers have.
    pub database: Option<AnyDatabase>,
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

impl Campaign {
    /// What the searches may use from beside the game.
    pub fn databases(&self) -> Databases {
        Databases::only(self.database.clone())
    }

    /// What the position is asked about under.
    pub fn under<'d>(&self, databases: &'d Databases) -> Under<'d> {
        let (rule, attacker) = (self.rule, self.attacker);
        Under { rule, attacker, fifty_moves: false, databases }
    }

    fn player<G: Game>(&self, posed: &Posed<'_, G>) -> Result<Player, Error> {
        match self.attacker {
            None => Ok(posed.attacker),
            Some(named) => posed.player(named),
        }
    }

    /// Hands a leader of the question about a position to `with`.
    pub(crate) fn lead<G: Searchable>(
        &self,
        posed: &Posed<'_, G>,
        file: Option<String>,
        saved: Option<&str>,
        with: &mut dyn FnMut(&mut dyn Lead),
    ) -> Result<(), Error> {
        let Posed { game, history, rule, .. } = *posed;
        let attacker = self.player(posed)?;
        let settings = Settings { file, ..self.settings.clone() };
        let rules = Rules::relying_on(game, posed.knowledge);
        let leader = match saved {
            None => Leader::new(rules, history, rule, attacker, settings),
            Some(text) => Leader::load(rules, history, rule, attacker, settings, text),
        };
        let claim = Words::new(game, posed.idiom).claim(Question::new(attacker, rule));
        with(&mut Leading { leader: leader.map_err(Error::other)?, claim });
        Ok(())
    }

    /// The whole question about a position as one job.
    pub(crate) fn whole<G: Game>(
        &self,
        posed: &Posed<'_, G>,
        file: Option<String>,
        seed: u64,
    ) -> Result<Job, Error> {
        let Posed { game, history, rule, .. } = *posed;
        let attacker = self.player(posed)?;
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
            nodes: self.settings.nodes,
            memory: self.settings.memory,
            seed,
            file,
        })
    }
}
