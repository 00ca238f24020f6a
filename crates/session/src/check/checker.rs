//! The certificates of a file, claim by claim.

use std::io::BufRead;

use threefold_certificate::{
    Block, CertificateReader, CheckError, CheckLimits, Course, Header, RefutationKind, Refuted,
    Verified,
};
use threefold_graph::GraphFile;

use crate::any::How;
use crate::check::finding::{Finding, Outcome};
use crate::check::questions::{Questions, Says};
use crate::error::Error;
use crate::games::row::{AnyDatabase, FindDatabase, Known};
use crate::registry::GameName;

/// Is told of a file how far its check has come.
type Tell<'d> = dyn FnMut(&str, &Course) + 'd;

/// Checks certificates of every game in the registry.
///
/// ```
/// use threefold_session::check::Checker;
/// use threefold_session::check::finding::Outcome;
///
/// let text = b"threefold certificate 1\n...";
/// assert!(Checker::new().file("mine.cert", &text[..]).is_err());
/// ```
pub struct Checker<'d> {
    limits: CheckLimits,
    graph: Option<GraphFile>,
    questions: Option<Questions>,
    /// Whether a claim that leaves its question open is accepted.
    parts: bool,
    expands: bool,
    databases: Box<FindDatabase<'d>>,
    told: Option<Box<Tell<'d>>>,
    /// The databases that certificates have asked for so far.
    opened: Vec<AnyDatabase>,
}

impl Default for Checker<'_> {
    fn default() -> Self {
        Checker::new()
    }
}

impl<'d> Checker<'d> {
    /// Without limits, questions or databases.
    pub fn new() -> Self {
        let databases = |declaration: &str| {
            Err(Error::Other(format!("relies on {declaration}, and there is no database at hand")))
        };
        Checker {
            limits: CheckLimits::default(),
            graph: None,
            questions: None,
            parts: false,
            expands: false,
            databases: Box::new(databases),
            told: None,
            opened: Vec::new(),
        }
    }

    /// Who is told how far the check of each claim of which file has come, every few hundred steps.
    #[must_use]
    pub fn telling(mut self, course: impl FnMut(&str, &Course) + 'd) -> Self {
        self.told = Some(Box::new(course));
        self
    }

    /// What a check may take.
    #[must_use]
    pub fn limits(mut self, limits: CheckLimits) -> Self {
        self.limits = limits;
        self
    }

    /// The same limits, for who opens the files.
    pub fn limits_of_checks(&self) -> CheckLimits {
        self.limits
    }

    /// The game that certificates of graph games are about.
    #[must_use]
    pub fn graph(mut self, graph: Option<GraphFile>) -> Self {
        self.graph = graph;
        self
    }

    /// The questions that certificates have to answer.
    #[must_use]
    pub fn questions(mut self, questions: Option<Questions>) -> Self {
        self.questions = questions;
        self
    }

    /// Whether a claim that is about a question and leaves it open is accepted: that the defender
    /// holds for so many plies ([`AskedQuestion::bounds`](super::questions::AskedQuestion)). If
    /// not, it is refuted, as one about another question is.
    #[must_use]
    pub fn parts(mut self, accepted: bool) -> Self {
        self.parts = accepted;
        self
    }

    /// Whether the part of a game that a database decides is played out as well, move by move.
    #[must_use]
    pub fn expanding(mut self, expands: bool) -> Self {
        self.expands = expands;
        self
    }

    /// Where databases come from.
    #[must_use]
    pub fn databases(
        mut self,
        databases: impl FnMut(&str) -> Result<Option<AnyDatabase>, Error> + 'd,
    ) -> Self {
        self.databases = Box::new(databases);
        self
    }

    /// The questions, with what has answered them so far.
    pub fn asked(&self) -> Option<&Questions> {
        self.questions.as_ref()
    }

    /// What is found out about the claims of a file called `name`. What follows a refutation is not
    /// read.
    ///
    /// # Errors
    /// It cannot be read to its end, or is about something that no game of the registry defines.
    pub fn file(&mut self, name: &str, mut input: impl BufRead) -> Result<Vec<Finding>, Error> {
        self.claims(name, &mut input, &mut |_| true, None)
    }

    /// The same, and the blocks of the claims that were verified. Of everything else no more is
    /// held in memory than the walk has asked for: this is how a file is read that is wanted as a
    /// whole. What follows a claim that is not `wanted` is not read.
    ///
    /// # Errors
    /// As for [`Checker::file`].
    pub fn read(
        &mut self,
        name: &str,
        mut input: impl BufRead,
        wanted: &mut dyn FnMut(&Header) -> bool,
    ) -> Result<(Vec<Finding>, Vec<Block>), Error> {
        let mut blocks = Vec::new();
        let findings = self.claims(name, &mut input, wanted, Some(&mut blocks))?;
        Ok((findings, blocks))
    }

    fn claims(
        &mut self,
        name: &str,
        input: &mut dyn BufRead,
        is_wanted: &mut dyn FnMut(&Header) -> bool,
        mut kept: Option<&mut Vec<Block>>,
    ) -> Result<Vec<Finding>, Error> {
        let mut reader = CertificateReader::new(input);
        let mut findings: Vec<Finding> = Vec::new();
        while let Some(header) = reader.next_block()? {
            if !is_wanted(&header) {
                break;
            }
            let wanted = self.questions.as_ref().map(|asked| asked.closest(&header));
            let kept = kept.as_deref_mut();
            let outcome = match self.block(name, &header, wanted.as_ref(), &mut reader, kept)? {
                Ok(verified) => Outcome::Verified(verified),
                Err(CheckError::Refuted(refuted)) => Outcome::Refuted(refuted),
                Err(CheckError::Limit(limit)) => Outcome::Limit(limit),
                Err(error) => return Err(Error::other(error)),
            };
            let ends = !matches!(outcome, Outcome::Verified(_));
            let assuming = match GameName::of(&header.game) {
                Some(game) => game.assumptions(&header)?,
                None => None,
            };
            findings.push(Finding { file: name.to_owned(), header, outcome, assuming });
            if ends {
                break;
            }
        }
        self.must_answer(&mut findings);
        if let Some(questions) = &mut self.questions {
            questions.note(&findings);
        }
        Ok(findings)
    }

    /// Of the claims of a file one has to answer the question, or a part of it if that is accepted;
    /// of a draw it is one of the two.
    fn must_answer(&self, findings: &mut Vec<Finding>) {
        let Some(asked) = &self.questions else { return };
        let verified = |finding: &Finding| match &finding.outcome {
            Outcome::Verified(verified) => {
                let says = asked.says(&finding.header, verified);
                Some(says.filter(|&says| self.parts || says != Says::Bound))
            }
            _ => None,
        };
        let answers: Option<Vec<_>> = findings.iter().map(verified).collect();
        if let Some(answers) = answers
            && answers.iter().all(Option::is_none)
            && let Some(Finding { header, outcome: Outcome::Verified(verified), .. }) =
                findings.first()
        {
            let refuted = Refuted {
                line: verified.claim_line,
                kind: RefutationKind::OtherQuestion,
                detail: format!("'{}' is no answer", header.claim_text()),
            };
            findings[0].outcome = Outcome::Refuted(refuted);
            findings.truncate(1);
        }
    }

    /// Checks a block. The outer error says why it is not about anything that is known here.
    fn block(
        &mut self,
        name: &str,
        header: &Header,
        wanted: Option<&Header>,
        reader: &mut CertificateReader<&mut dyn BufRead>,
        kept: Option<&mut Vec<Block>>,
    ) -> Result<Result<Verified, CheckError>, Error> {
        let game = GameName::of(&header.game);
        if header.database.is_some() && game.is_none_or(|game| !game.has_databases()) {
            return Err(Error::NoDatabase(header.game.clone()));
        }
        let Some(game) = game else { return Err(Error::UnknownGame(header.game.clone())) };
        let (opened, databases) = (&mut self.opened, &mut self.databases);
        let mut find = |declaration: &str| {
            if let Some(one) = opened.iter().find(|one| one.is_as_large(declaration)) {
                return Ok(Some(one.clone()));
            }
            let found = databases(declaration)?;
            opened.extend(found.clone());
            Ok(found)
        };
        let graph = self.questions.as_ref().and_then(Questions::graph);
        let graph = self.graph.as_ref().or(graph);
        let mut known = Known { graph, databases: &mut find };
        let (limits, expands) = (self.limits, self.expands);
        let told = self.told.as_deref_mut();
        let mut told = told.map(|told| move |course: &Course| told(name, course));
        let tell = told.as_mut().map(|told| told as &mut dyn FnMut(&Course));
        let how = How { wanted, limits, expands, tell, kept };
        game.made(header, &mut known, |made| made.check(header, reader, how))
    }
}
