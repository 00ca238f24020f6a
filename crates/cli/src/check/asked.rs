//! The questions that certificates are to answer: `check --question`.

use threefold::certificate::{Header, Terms, Verified};
use threefold::checkers::Checkers;
use threefold::chess::Chess;
use threefold::game::{Game, History, Player, Question, RepetitionRule};
use threefold::go::problem::{Aim, ProblemGoal};
use threefold::graph::GraphFile;

use crate::args::{Attacker, CheckArgs};
use crate::check::report::{Finding, Outcome};
use crate::input::{self, Subject, Task, default_attacker};
use crate::problem::args::KoName;

/// The questions of a source.
pub struct Asked {
    pub questions: Vec<AskedQuestion>,
    /// The graph game that the source is, if it is one.
    pub graph: Option<GraphFile>,
}

/// A question, and what was found to answer it.
pub struct AskedQuestion {
    /// Where it stands: `FILE:LINE`.
    pub input: String,
    /// Its name there.
    pub id: Option<String>,
    /// What a certificate that answers it has in its header. A problem of Go has more than one: it
    /// is decided by two games, under two ko rules, with more or fewer ko threats.
    games: Vec<(Header, Question)>,
    /// The file, its claim, and whether it says that the attacker succeeds.
    pub answers: Vec<(String, Header, bool)>,
}

/// The questions of a file, of standard input or of a position in quotes, as `solve` asks them.
pub fn read(input: &str, args: &CheckArgs) -> Result<Asked, String> {
    let input::Tasks { tasks, errors } = input::read(&[input.to_owned()], args.game, &args.problem);
    if let Some(error) = errors.into_iter().next() {
        return Err(error);
    }
    if tasks.is_empty() {
        return Err(format!("{input}: no position in it"));
    }
    let mut asked = Asked { questions: Vec::new(), graph: None };
    for task in tasks {
        let games = games(&task, args)?;
        let answers = Vec::new();
        asked.questions.push(AskedQuestion { input: task.input, id: task.id, games, answers });
        if let Subject::Graph(file) = task.subject {
            asked.graph = Some(*file);
        }
    }
    Ok(asked)
}

/// What a certificate about the question of a graph game has in its header.
pub fn of_graph(file: &GraphFile) -> Header {
    header(&file.game, &file.history, file.rule, file.attacker).0
}

fn games(task: &Task, args: &CheckArgs) -> Result<Vec<(Header, Question)>, String> {
    let attacker = args.attacker;
    match &task.subject {
        Subject::Chess(record) => {
            let usual = default_attacker(record);
            one(task, &Chess, record.history(), RepetitionRule::Draw, attacker, usual)
        }
        Subject::Checkers(history, _) => {
            let game = Checkers::new();
            let usual = game.player_to_move(history.root());
            one(task, &game, history, RepetitionRule::Draw, attacker, usual)
        }
        Subject::Graph(file) => {
            one(task, &file.game, &file.history, file.rule, attacker, file.attacker)
        }
        Subject::Board(asked) => {
            let rule = asked.rule();
            let (game, history) =
                asked.under(rule).map_err(|message| format!("{}: {message}", task.input))?;
            one(task, &game, &history, rule, attacker, Player::First)
        }
        Subject::Problem(at_hand) => {
            let defender = at_hand.posed.problem.definition().defender;
            // As `solve` asks.
            let rules = match args.problem.ko {
                Some(ko) => vec![ko],
                None => vec![KoName::Ssk, KoName::Psk],
            };
            let goals = match at_hand.posed.aim {
                Aim::Eye => vec![ProblemGoal::Live],
                Aim::Capture => vec![ProblemGoal::Survive],
                Aim::Live | Aim::Kill => vec![ProblemGoal::Live, ProblemGoal::Survive],
            };
            let mut games = Vec::new();
            for goal in goals {
                let asker: Player = match goal {
                    ProblemGoal::Live => defender,
                    ProblemGoal::Survive => defender.opponent(),
                }
                .into();
                for &ko in &rules {
                    let problem =
                        at_hand.posed.problem.with_goal(goal).with_basic_ko(ko == KoName::Basic);
                    // With more threats for anybody it would be another question.
                    let history = at_hand.history(&problem, args.problem.threats());
                    games.push(header(&problem, &history, ko.rule(), asker));
                }
            }
            Ok(games)
        }
    }
}

fn one<G: Game>(
    task: &Task,
    game: &G,
    history: &History<G>,
    rule: RepetitionRule,
    attacker: Option<Attacker>,
    usual: Player,
) -> Result<Vec<(Header, Question)>, String> {
    let attacker = match attacker {
        None => usual,
        Some(named) => named
            .player(game, history.root())
            .map_err(|message| format!("{}: {message}", task.input))?,
    };
    Ok(vec![header(game, history, rule, attacker)])
}

fn header<G: Game>(
    game: &G,
    history: &History<G>,
    rule: RepetitionRule,
    attacker: Player,
) -> (Header, Question) {
    let question = Question { attacker, rule };
    (Header::new(game, history, Terms::of(question, true)), question)
}

impl Asked {
    /// Every game that decides a question.
    fn games(&self) -> impl Iterator<Item = &(Header, Question)> {
        self.questions.iter().flat_map(|question| &question.games)
    }

    /// What the header has to say if it is about one of the questions: the same, if it is; else
    /// what comes closest, so that the refutation says where they differ.
    pub fn closest(&self, header: &Header) -> &Header {
        let agreement = |other: &Header| {
            let same_game = other.game == header.game && other.parameters == header.parameters;
            let rule = other.repetition == header.repetition && other.attacker == header.attacker;
            [other.asks_the_same_as(header), same_game, rule, other.root == header.root]
        };
        let closest = self.games().map(|(other, _)| other).max_by_key(|other| agreement(other));
        closest.expect("a source without questions is an error")
    }

    /// What a verified claim says about the question that it is about.
    pub fn answer(&self, header: &Header, verified: &Verified) -> Option<bool> {
        let (_, question) = self.games().find(|(other, _)| other.asks_the_same_as(header))?;
        verified.terms.answer(*question)
    }

    /// Notes which questions the claims of a file answer.
    pub fn note(&mut self, findings: &[Finding]) {
        for Finding { file, header, outcome, .. } in findings {
            let Outcome::Verified(verified) = outcome else { continue };
            for question in &mut self.questions {
                let game = question.games.iter().find(|(other, _)| other.asks_the_same_as(header));
                if let Some((_, asked)) = game
                    && let Some(answer) = verified.terms.answer(*asked)
                {
                    question.answers.push((file.clone(), header.clone(), answer));
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
    /// Whether the claims that were verified settle the question. A problem of Go is decided by two
    /// games: who lives need not be asked whether he survives, who is captured not whether he
    /// lives, and everything else needs both, under the same rule and with the same threats.
    pub fn is_answered(&self) -> bool {
        let first = self.games.first().and_then(|(header, _)| goal(header));
        let has_two_games = self.games.iter().any(|(header, _)| goal(header) != first);
        if !has_two_games {
            return !self.answers.is_empty();
        }
        self.answers.iter().any(|(_, header, proven)| {
            // In both games it is proven that who asks for more gets it: that ends the matter.
            *proven
                || self.answers.iter().any(|(_, other, _)| {
                    goal(other) != goal(header)
                        && other.repetition == header.repetition
                        && other.root == header.root
                })
        })
    }
}

/// `live` or `survive`: the second of the parameters of a problem.
fn goal(header: &Header) -> Option<&str> {
    (header.game == "go-problem").then(|| header.parameters.split(' ').nth(1)).flatten()
}
