//! The questions that certificates are to answer.

use threefold_certificate::{Goal, Header, Verified};
use threefold_chess::Stipulation;
use threefold_game::{Distances, Question};
use threefold_graph::GraphFile;

use crate::attacker::Attacker;
use crate::check::finding::{Finding, Outcome};
use crate::error::Error;
use crate::games::row::{Databases, Distant, HeaderOf, Under};
use crate::mate::Length;
use crate::posed::{DistanceVisitor, Posed, Visitor};
use crate::registry::{GameName, Subject, Tasks};

/// Games that decide a question, each with what a certificate about it has in its header.
type Games = Vec<(Header, Question)>;

/// The questions of a source.
#[derive(Clone, Debug)]
pub struct Questions {
    questions: Vec<AskedQuestion>,
    /// The graph game that the source is, if it is one.
    graph: Option<GraphFile>,
}

/// A question, and what was found to answer it.
#[derive(Clone, Debug)]
pub struct AskedQuestion {
    /// Where it stands: `FILE:LINE`.
    pub input: String,
    /// Its name there.
    pub id: Option<String>,
    /// What a certificate that answers it has in its header. A problem of Go has more than one: it
    /// is decided by two games, under two ko rules, with more or fewer ko threats.
    games: Games,
    /// The plies within which the attacker is asked to win, if he is.
    within: Option<u32>,
    /// Chess: the clock of its position, if it says it.
    clock: Option<u32>,
    /// What answers it.
    pub answers: Vec<QuestionAnswer>,
}

/// A claim that answers a question.
#[derive(Clone, Debug)]
pub struct QuestionAnswer {
    /// The name of its file.
    pub file: String,
    /// What it is about.
    pub header: Header,
    /// Whether it says that the attacker succeeds.
    pub proven: bool,
}

impl Questions {
    /// The questions of what was read from `name`, as [`solve`](crate::solve) asks them, or with a
    /// stipulation as [`mate`](crate::mate) does.
    ///
    /// # Errors
    /// Something in it could not be read, or there is no question in it.
    pub fn new(
        tasks: Tasks,
        name: &str,
        attacker: Option<Attacker>,
        stipulation: Option<Stipulation>,
    ) -> Result<Self, Error> {
        if let Some(error) = tasks.errors.into_iter().next() {
            return Err(error);
        }
        if tasks.tasks.is_empty() {
            return Err(Error::other("no position in it").at(name));
        }
        let mut asked = Questions { questions: Vec::new(), graph: None };
        for task in tasks.tasks {
            let headers = match stipulation {
                None => task.subject.headers(attacker).map(|games| (games, None)),
                Some(stipulation) => stipulated(&task.subject, attacker, stipulation),
            };
            let (games, within) = headers.map_err(|error| error.at(task.input.clone()))?;
            let answers = Vec::new();
            let (clock, input, id) = (task.subject.clock(), task.input, task.id);
            asked.questions.push(AskedQuestion { input, id, games, within, clock, answers });
            if let Subject::Graph(file) = task.subject {
                asked.graph = Some(*file);
            }
        }
        Ok(asked)
    }

    /// Each question with what answers it.
    pub fn all(&self) -> &[AskedQuestion] {
        &self.questions
    }

    /// The graph game that the source is, if it is one.
    pub fn graph(&self) -> Option<&GraphFile> {
        self.graph.as_ref()
    }

    /// Every game that decides a question, with its headers.
    fn headers(&self) -> impl Iterator<Item = &Header> {
        self.questions.iter().flat_map(|question| &question.games).map(|(header, _)| header)
    }

    /// What the header has to say if it is about one of the questions: the same, if it is; else
    /// what comes closest, so that the refutation says where they differ.
    ///
    /// # Panics
    /// Never: there is a question at least.
    pub fn closest(&self, header: &Header) -> &Header {
        let agreement = |other: &Header| {
            let same_game = other.game == header.game && other.parameters == header.parameters;
            let rule = other.repetition == header.repetition && other.attacker == header.attacker;
            [other.asks_the_same_as(header), same_game, rule, other.root == header.root]
        };
        let closest = self.headers().max_by_key(|other| agreement(other));
        closest.expect("a source without questions is an error")
    }

    /// Chess: the largest clock of the questions that the header is about, if they say it.
    pub fn clock(&self, header: &Header) -> Option<u32> {
        let is_it = |question: &&AskedQuestion| {
            question.games.iter().any(|(other, _)| other.asks_the_same_as(header))
        };
        self.questions.iter().filter(is_it).filter_map(|question| question.clock).max()
    }

    /// What a verified claim says about the question that it is about.
    pub fn answer(&self, header: &Header, verified: &Verified) -> Option<bool> {
        self.questions.iter().find_map(|question| question.answer(header, verified))
    }

    /// Notes which questions the claims of a file answer.
    pub fn note(&mut self, findings: &[Finding]) {
        for Finding { file, header, outcome, .. } in findings {
            let Outcome::Verified(verified) = outcome else { continue };
            for question in &mut self.questions {
                if let Some(answer) = question.answer(header, verified) {
                    let (file, header) = (file.clone(), header.clone());
                    question.answers.push(QuestionAnswer { file, header, proven: answer });
                }
            }
        }
    }

    /// Whether no question is left without an answer.
    pub fn are_answered(&self) -> bool {
        self.questions.iter().all(AskedQuestion::is_answered)
    }
}

impl AskedQuestion {
    /// What a verified claim says about the question, if it is about it.
    fn answer(&self, header: &Header, verified: &Verified) -> Option<bool> {
        let (_, question) = self.games.iter().find(|(other, _)| other.asks_the_same_as(header))?;
        let terms = &verified.terms;
        let Some(within) = self.within else { return terms.answer(*question) };
        match (terms.plies, terms.goal) {
            // Of a win without a number nobody knows whether it comes in time.
            (None, _) => terms.answer(*question).filter(|wins| !wins),
            (Some(plies), Goal::Wins) => {
                terms.answer(*question).filter(|wins| !wins || plies <= within)
            }
            (Some(plies), Goal::Holds) => {
                let is_other = terms.claimant != question.attacker;
                (is_other && plies >= within).then_some(false)
            }
        }
    }

    /// Whether the claims that were verified settle the question. A problem of Go is decided by two
    /// games: who lives need not be asked whether he survives, who is captured not whether he
    /// lives, and everything else needs both, under the same rule and with the same threats.
    pub fn is_answered(&self) -> bool {
        let first = self.games.first().and_then(|(header, _)| goal(header));
        let has_two_games = self.games.iter().any(|(header, _)| goal(header) != first);
        if !has_two_games {
            return !self.answers.is_empty();
        }
        self.answers.iter().any(|QuestionAnswer { header, proven, .. }| {
            // In both games it is proven that who asks for more gets it: that ends the matter.
            *proven
                || self.answers.iter().any(|QuestionAnswer { header: other, .. }| {
                    goal(other) != goal(header)
                        && other.repetition == header.repetition
                        && other.root == header.root
                })
        })
    }
}

/// `live` or `survive`: the second of the parameters of a problem of Go; `None` for other games.
pub fn goal(header: &Header) -> Option<&str> {
    (header.game == GameName::Problem.name()).then(|| header.parameters.split(' ').nth(1)).flatten()
}

/// The header of a certificate that answers a question with a stipulation, and within how many
/// plies the attacker is to win.
fn stipulated(
    subject: &Subject,
    attacker: Option<Attacker>,
    stipulation: Stipulation,
) -> Result<(Games, Option<u32>), Error> {
    let Stipulation { aim, moves } = stipulation;
    let databases = Databases::default();
    let under = Under { rule: None, attacker, databases: &databases };
    let distant = Distant { aim, attacker_moves: None };
    let visitor = StipulatedHeader { attacker, moves };
    let (header, plies) = subject.pose_distances(&under, &distant, visitor)??;
    Ok((vec![header], plies))
}

struct StipulatedHeader {
    attacker: Option<Attacker>,
    moves: Option<u32>,
}

impl DistanceVisitor for StipulatedHeader {
    type Output = Result<((Header, Question), Option<u32>), Error>;

    fn visit<G: Distances>(self, posed: &Posed<'_, G>) -> Self::Output {
        let (header, question) = Visitor::visit(HeaderOf(self.attacker), posed)?;
        let moves_first = posed.game.player_to_move(posed.history.root()) == question.attacker;
        let plies = |moves| Length::Moves(moves).plies_in(moves_first, posed.idiom);
        Ok(((header, question), self.moves.map(plies)))
    }
}
