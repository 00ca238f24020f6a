//! The questions that certificates are to answer.

use threefold_certificate::{Goal, Header, Verified};
use threefold_chess::{Aim, Stipulation};
use threefold_game::{Question, RepetitionRule};
use threefold_graph::GraphFile;

use crate::any::Timed;
use crate::attacker::Attacker;
use crate::check::finding::{Finding, Outcome};
use crate::error::Error;
use crate::games::row::{Databases, Distant, Under};
use crate::mate::Length;
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
    /// The plies within which the attacker is asked to win, if he is, and for how many the other
    /// player has to hold for there to be no such win.
    within: Option<[u32; 2]>,
    /// What answers it.
    pub answers: Vec<QuestionAnswer>,
    /// What says something about it that leaves it open: for how many plies the defender holds.
    pub bounds: Vec<QuestionAnswer>,
}

/// How long a win may take that is to answer a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// As [`mate`](crate::mate) asks with a stipulation, of chess.
    Stipulation(Stipulation),
    /// A number, as it is counted in the game ([`Length::counted`]).
    Mate(u32),
    /// As the source says.
    Stated,
}

/// What a claim says about a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    /// Whether the attacker succeeds.
    Answer(bool),
    /// That he needs more than so many plies; whether he succeeds then it does not say.
    Bound,
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
    /// length as [`mate`](crate::mate) does; with or without the fifty-move rule of chess.
    ///
    /// # Errors
    /// Something in it could not be read, or there is no question in it.
    pub fn new(
        tasks: Tasks,
        name: &str,
        attacker: Option<Attacker>,
        fifty_moves: bool,
        wanted: Option<Wanted>,
    ) -> Result<Self, Error> {
        if let Some(error) = tasks.errors.into_iter().next() {
            return Err(error);
        }
        if tasks.tasks.is_empty() {
            return Err(Error::other("no position in it").at(name));
        }
        let mut asked = Questions { questions: Vec::new(), graph: None };
        for task in tasks.tasks {
            let headers = match wanted {
                None => task.subject.headers(attacker, fifty_moves).map(|games| (games, None)),
                Some(wanted) => timed(&task.subject, attacker, fifty_moves, wanted),
            };
            let (games, within) = headers.map_err(|error| error.at(task.input.clone()))?;
            let (answers, bounds) = (Vec::new(), Vec::new());
            let (input, id) = (task.input, task.id);
            let question = AskedQuestion { input, id, games, within, answers, bounds };
            asked.questions.push(question);
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
    pub fn closest(&self, header: &Header) -> Header {
        let (whole, zone) = of_whole(header);
        let agreement = |other: &Header| {
            let same_game = other.game == whole.game && other.parameters == whole.parameters;
            let rule = other.repetition == whole.repetition && other.attacker == whole.attacker;
            [other.asks_the_same_as(&whole), same_game, rule, other.root == whole.root]
        };
        let closest = self.headers().max_by_key(|other| agreement(other));
        let mut closest = closest.expect("a source without questions is an error").clone();
        closest.parameters += zone;
        closest
    }

    /// What a verified claim says about the question that it is about.
    pub(crate) fn says(&self, header: &Header, verified: &Verified) -> Option<Says> {
        self.questions.iter().find_map(|question| question.says(header, verified))
    }

    /// Notes which questions the claims of a file answer.
    pub fn note(&mut self, findings: &[Finding]) {
        for Finding { file, header, outcome, .. } in findings {
            let Outcome::Verified(verified) = outcome else { continue };
            for question in &mut self.questions {
                let Some(says) = question.says(header, verified) else { continue };
                let (file, header) = (file.clone(), header.clone());
                match says {
                    Says::Answer(proven) => {
                        question.answers.push(QuestionAnswer { file, header, proven });
                    }
                    Says::Bound => {
                        question.bounds.push(QuestionAnswer { file, header, proven: false });
                    }
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
    fn says(&self, header: &Header, verified: &Verified) -> Option<Says> {
        let (whole, _) = of_whole(header);
        let (_, question) = self.games.iter().find(|(other, _)| other.asks_the_same_as(&whole))?;
        if by_convention(header).is_some() {
            return Some(Says::Bound);
        }
        let terms = &verified.terms;
        let is_others = terms.claimant != question.attacker;
        match (self.within, terms.plies, terms.goal) {
            (Some([_, held]), Some(plies), Goal::Holds) if is_others && plies >= held => {
                Some(Says::Answer(false))
            }
            // What a defender holds for a while who has to hold for ever, or for longer.
            (_, Some(_), Goal::Holds) => {
                let is_to_win = question.rule != RepetitionRule::AttackerWins;
                (is_others && is_to_win).then_some(Says::Bound)
            }
            (None, ..) => terms.answer(*question).map(Says::Answer),
            // Of a win without a number nobody knows whether it comes in time.
            (Some([within, _]), plies, _) => {
                let in_time = plies.is_some_and(|plies| plies <= within);
                let answer = terms.answer(*question).filter(|wins| !wins || in_time);
                answer.map(Says::Answer)
            }
        }
    }

    /// Whether the claims that were verified settle the question. A problem of Go is decided by two
    /// games: who lives need not be asked whether he survives, who is captured not whether he
    /// lives, and everything else needs both, under the same rule and with the same threats. So do
    /// races, in which each player has a target.
    pub fn is_answered(&self) -> bool {
        let mut games = self.games.iter().map(|(header, _)| game(header));
        let first = games.next().flatten();
        let Some(other) = games.find(|other| *other != first) else {
            return !self.answers.is_empty();
        };
        let is_race = first.zip(other).is_some_and(|([_, one], [_, other])| one != other);
        self.answers.iter().any(|QuestionAnswer { header, proven, .. }| {
            // In both games it is proven that who asks for more gets it: that ends the matter.
            *proven && !is_race
                || self.answers.iter().any(|QuestionAnswer { header: other, .. }| {
                    game(other) != game(header)
                        && other.repetition == header.repetition
                        && other.root == header.root
                })
        })
    }
}

/// The second and the third of the parameters of a problem of Go: `live` or `survive`, and who
/// defends.
fn game(header: &Header) -> Option<[&str; 2]> {
    let goal = goal(header)?;
    Some([goal, header.parameters.split(' ').nth(2)?])
}

/// `live` or `survive`: the second of the parameters of a problem of Go; `None` for other games.
pub fn goal(header: &Header) -> Option<&str> {
    (header.game == GameName::Problem.name()).then(|| header.parameters.split(' ').nth(1)).flatten()
}

/// Where the parameters of mate in shogi say that it is counted by convention.
fn by_convention(header: &Header) -> Option<usize> {
    let at = header.parameters.find(" conventional:");
    at.filter(|_| header.game == GameName::Tsume.name())
}

/// What a certificate is about, without the zone of a problem of Go, and that: what is proved in a
/// zone answers the question about the whole region. So is it with lengths by convention, which
/// leave the literal question open.
fn of_whole(header: &Header) -> (Header, &str) {
    let zone = header.parameters.find(" zone:").filter(|_| goal(header).is_some());
    let at = zone.or_else(|| by_convention(header));
    let (parameters, zone) = header.parameters.split_at(at.unwrap_or(header.parameters.len()));
    (Header { parameters: parameters.to_owned(), ..header.clone() }, zone)
}

/// The header of a certificate that answers a question with a length, and within how many plies the
/// attacker is to win, or for how many the other player has to hold.
fn timed(
    subject: &Subject,
    attacker: Option<Attacker>,
    fifty_moves: bool,
    wanted: Wanted,
) -> Result<(Games, Option<[u32; 2]>), Error> {
    let aim = match wanted {
        Wanted::Stipulation(stipulation) => stipulation.aim,
        Wanted::Mate(_) | Wanted::Stated => Aim::Mate,
    };
    let databases = Databases::default();
    let under = Under { attacker, fifty_moves, ..Under::new(&databases) };
    let distant = Distant { aim, attacker_moves: None };
    let length = match wanted {
        Wanted::Stipulation(Stipulation { moves, .. }) => Timed::Length(moves.map(Length::Moves)),
        Wanted::Mate(number) => Timed::Counted(number),
        Wanted::Stated => Timed::Stated,
    };
    let (header, plies) =
        subject.pose_distances(&under, &distant, |posed| posed.timed_header(attacker, length))?;
    Ok((vec![header], plies))
}
