//! Positions and games behind pointers: what can be asked of a position of whatever game.
//!
//! A search is compiled for every game that it is used with. The crate of a game makes these
//! pointers, and is the only one in which its searches and its checker are compiled; whoever asks
//! through them knows none of its types.

use std::io::BufRead;

use threefold_certificate::{
    Block, CertificateReader, CheckError, CheckLimits, Checker, Course, Header, Terms, Verified,
};
use threefold_game::{Distances, Game, Player, Question, Searchable};
use threefold_jobs::Job;
use threefold_search::{Interrupt, OneThread, Options};

use crate::answer::Answer;
use crate::attacker::Attacker;
use crate::effort::Effort;
use crate::error::Error;
use crate::jobs::{Asked, Campaign, Desk, Lead, Said};
use crate::library::Library;
use crate::made::Made;
use crate::mate::{self, Length};
use crate::observer::Observer;
use crate::posed::Posed;
use crate::shown::{Kept, Shown};
use crate::solve::{self, Request};
use crate::strategy::Strategy;

/// A position, whatever the game: a [`Posed`].
pub trait AnyPosed {
    /// Answers a question about it, with a library and how many positions of that the search may
    /// know of.
    ///
    /// # Errors
    /// The position cannot be asked about so, or a database or the library is not what it should
    /// be.
    fn solve(
        &self,
        request: &Request,
        library: Option<(&dyn Library, usize)>,
        observer: &mut dyn Observer,
    ) -> Result<Answer, Error>;

    /// The header of a certificate that answers the question about it, and the question.
    ///
    /// # Errors
    /// The game has no such player.
    fn header(&self, attacker: Option<Attacker>) -> Result<(Header, Question), Error>;

    /// Why one thread would search with these options, if that is so whatever they say.
    fn one_thread(&self, options: &Options) -> Option<OneThread>;

    /// Hands a leader of the question to `with`; `saved` is one that was saved, to go on with, and
    /// `file` the text that the game is read from.
    ///
    /// # Errors
    /// The question cannot be divided, or what was saved is about another one.
    fn lead(
        &self,
        campaign: &Campaign,
        file: Option<String>,
        saved: Option<&str>,
        with: &mut dyn FnMut(&mut dyn Lead),
    ) -> Result<(), Error>;

    /// The whole question as one job.
    ///
    /// # Errors
    /// The moves before the position matter, without superko: jobs have none.
    fn whole(&self, campaign: &Campaign, file: Option<String>, seed: u64) -> Result<Job, Error>;
}

impl<G: Searchable> AnyPosed for Posed<'_, G> {
    fn solve(
        &self,
        request: &Request,
        library: Option<(&dyn Library, usize)>,
        observer: &mut dyn Observer,
    ) -> Result<Answer, Error> {
        solve::position_with(self, request, library, observer)
    }

    fn header(&self, attacker: Option<Attacker>) -> Result<(Header, Question), Error> {
        header(self, attacker)
    }

    fn one_thread(&self, options: &Options) -> Option<OneThread> {
        OneThread::of(options, Question::new(self.attacker, self.rule), G::HANDS)
    }

    fn lead(
        &self,
        campaign: &Campaign,
        file: Option<String>,
        saved: Option<&str>,
        with: &mut dyn FnMut(&mut dyn Lead),
    ) -> Result<(), Error> {
        campaign.lead(self, file, saved, with)
    }

    fn whole(&self, campaign: &Campaign, file: Option<String>, seed: u64) -> Result<Job, Error> {
        campaign.whole(self, file, seed)
    }
}

/// A header, its question, and the plies of its claims, if it is about a length: within how many
/// the attacker wins, and for how many the other player holds.
pub type TimedHeader = ((Header, Question), Option<[u32; 2]>);

/// A position of a game in which can be asked how far a win is, whatever the game.
pub trait AnyDistant {
    /// Answers a question about the length of a win.
    ///
    /// # Errors
    /// The position cannot be asked about so.
    fn mate(
        &self,
        request: &mate::Request,
        observer: &mut dyn Observer,
    ) -> Result<mate::Answer, Error>;

    /// The header of a certificate that answers a question with a length, and within how many plies
    /// the attacker is to win, as `length` says of the position; and for how many the other player
    /// has to hold for there to be no such win.
    ///
    /// # Errors
    /// The game has no such player, or the source says no length.
    fn timed_header(&self, attacker: Option<Attacker>, length: Timed)
    -> Result<TimedHeader, Error>;
}

/// How long a win may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timed {
    /// So long; `None` for as long as it likes.
    Length(Option<Length>),
    /// A number, as it is counted in the game ([`Length::counted`]).
    Counted(u32),
    /// As the source says.
    Stated,
}

impl<G: Distances> AnyDistant for Posed<'_, G> {
    fn mate(
        &self,
        request: &mate::Request,
        observer: &mut dyn Observer,
    ) -> Result<mate::Answer, Error> {
        mate::position(self, request, observer)
    }

    fn timed_header(
        &self,
        attacker: Option<Attacker>,
        length: Timed,
    ) -> Result<TimedHeader, Error> {
        let (header, question) = header(self, attacker)?;
        let moves_first = self.game.player_to_move(self.history.root()) == question.attacker;
        let length = match length {
            Timed::Length(length) => length,
            Timed::Counted(number) => Some(Length::counted(number, self.idiom)),
            Timed::Stated => Some(Length::stated(self)?),
        };
        let plies = length.map(|length| length.plies_in(moves_first, self.idiom));
        let plies = plies.map(|plies| [plies, self.game.decisive_plies(plies, moves_first)]);
        Ok(((header, question), plies))
    }
}

fn header<G: Game>(
    posed: &Posed<'_, G>,
    attacker: Option<Attacker>,
) -> Result<(Header, Question), Error> {
    let attacker: Player = match attacker {
        None => posed.attacker,
        Some(named) => posed.player(named)?,
    };
    let question = Question { attacker, rule: posed.rule };
    let header = Header::new(posed.game, posed.history, Terms::of(question, true));
    Ok((header, question))
}

/// The game of a certificate, whatever it is: a [`Made`].
pub trait AnyMade {
    /// Checks a block of a file. The outer error says why it is not about this game.
    ///
    /// # Errors
    /// The parameters are not written as the game writes them.
    fn check(
        &mut self,
        header: &Header,
        reader: &mut CertificateReader<&mut dyn BufRead>,
        how: How<'_>,
    ) -> Result<Result<Verified, CheckError>, Error>;

    /// The strategy of a block, of at most so many positions. The block is checked before.
    ///
    /// # Errors
    /// As for [`Strategy::of`].
    fn strategy(
        &self,
        block: &Block,
        most: usize,
        interrupt: &Interrupt,
    ) -> Result<Strategy, Error>;

    /// Verifies a block and keeps what was met on its walk.
    ///
    /// # Errors
    /// It does not hold, or a limit was met.
    fn shown<'s>(
        &'s self,
        block: &Block,
        limits: CheckLimits,
        interrupt: &Interrupt,
    ) -> Result<Box<dyn Shown + 's>, Error>;

    /// Does the first of several jobs about one question, and those behind it that `source` gives;
    /// returns the one that is about another.
    ///
    /// # Errors
    /// The first says something that is no question about the game.
    fn work(
        &self,
        first: Asked,
        source: &mut dyn FnMut(Option<Said>) -> Option<Asked>,
    ) -> Result<Option<Asked>, Error>;
}

/// How a block is checked.
pub struct How<'h> {
    /// What its header has to say, if that is known.
    pub wanted: Option<&'h Header>,
    /// What it may take.
    pub limits: CheckLimits,
    /// Whether what a database decides is played out as well.
    pub expands: bool,
    /// Is told how far a long walk is.
    pub tell: Option<&'h mut dyn FnMut(&Course)>,
    /// Takes the block, if it is verified.
    pub kept: Option<&'h mut Vec<Block>>,
}

impl<G: Searchable> AnyMade for Made<'_, G> {
    fn check(
        &mut self,
        header: &Header,
        reader: &mut CertificateReader<&mut dyn BufRead>,
        mut how: How<'_>,
    ) -> Result<Result<Verified, CheckError>, Error> {
        exactly(self.game, header)?;
        let knowledge = self.played.filter(|_| how.expands).unwrap_or(self.knowledge);
        let mut checker = Checker::new(self.game).knowledge(knowledge).limits(how.limits);
        if let Some(wanted) = how.wanted.or(self.own.as_ref()) {
            checker = checker.about(wanted);
        }
        let mut tell = |course: &Course| {
            if let Some(tell) = &mut how.tell {
                tell(course);
            }
        };
        checker = checker.telling(&mut tell);
        if how.expands && self.best_move.is_none() && !self.knowledge.is_empty() {
            let name = header.database.as_deref().unwrap_or_default();
            let what = "there are no tables with the moves of as many men";
            return Err(Error::Other(format!("relies on {name}: {what}")));
        }
        if let Some(best_move) = self.best_move.as_mut().filter(|_| how.expands) {
            checker = checker.expanding(*best_move);
        }
        Ok(match how.kept {
            None => checker.stream(reader),
            Some(kept) => checker.keep(reader).map(|(block, verified)| {
                kept.push(block);
                verified
            }),
        })
    }

    fn strategy(
        &self,
        block: &Block,
        most: usize,
        interrupt: &Interrupt,
    ) -> Result<Strategy, Error> {
        Strategy::of(self.game, self.knowledge, block, most, interrupt)
    }

    fn shown<'s>(
        &'s self,
        block: &Block,
        limits: CheckLimits,
        interrupt: &Interrupt,
    ) -> Result<Box<dyn Shown + 's>, Error> {
        Ok(Box::new(Kept::of(self, block, limits, interrupt)?))
    }

    fn work(
        &self,
        first: Asked,
        source: &mut dyn FnMut(Option<Said>) -> Option<Asked>,
    ) -> Result<Option<Asked>, Error> {
        let effort = match self.game.name() {
            "go-problem" => Effort::for_problems(),
            _ => Effort::for_positions(),
        };
        let (mut job, mut interrupt) = first;
        let mut desk = Desk::relying_on(self.game, self.knowledge, &job, effort.options)?;
        loop {
            let said = desk.work(&job, &interrupt);
            match source(Some(said)) {
                Some(next) if desk.serves(&next.0) => (job, interrupt) = next,
                other => return Ok(other),
            }
        }
    }
}

/// The game was made from the header's parameters: they must be written as the game writes them, so
/// that every reader accepts the same files.
fn exactly<G: Game>(game: &G, header: &Header) -> Result<(), Error> {
    let written = game.parameters();
    if header.parameters == written {
        return Ok(());
    }
    let (name, said) = (game.name(), &header.parameters);
    Err(Error::Other(match written.is_empty() {
        true => format!("about {name}, which has no parameter '{said}'"),
        false => format!("about {name}: '{said}' is written '{written}'"),
    }))
}
