//! Problems of Go: SGF files.

use std::path::Path;

use threefold_certificate::{Header, Terms};
use threefold_game::{Game, Player, Question};
use threefold_go::problem::{
    Aim, CellSet, Knowledge, Problem, ProblemError, ProblemGoal, Request, pose_as,
};
use threefold_go::sgf::{self, SgfGame};

use crate::at_hand::AtHand;
use crate::played::PlayedGame;
use crate::question::ProblemQuestion;
use crate::subject::{Find, ProblemSubject, SizedProblem, with_sets};
use crate::with_subject;
use threefold_answer::error::Error;
use threefold_answer::made::Made;
use threefold_answer::place::Place;
use threefold_answer::posed::Posed;
use threefold_answer::row::{Known, Making, Posing, Row};
use threefold_answer::task::{Document, Tasks};
use threefold_answer::under::Under;
use threefold_answer::words::one_line;
use threefold_answer_go::ko::Ko;

/// The row of problems of Go.
#[derive(Debug)]
pub enum ProblemRow {}

impl Row for ProblemRow {
    type Subject = SizedProblem;

    const NAME: &'static str = "go-problem";
    const IS_NAMED: bool = false;
    const ENDINGS: &'static [&'static str] = &["sgf"];
    const HAS_PLACES: bool = true;

    fn is_position(_text: &str, _is_named: bool) -> bool {
        false
    }

    fn begins(line: &str) -> bool {
        line.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
    }

    fn read_position(_number: usize, text: &str, tasks: &mut Tasks<SizedProblem>) {
        tasks.error(text, "a problem of Go comes from a file");
    }

    fn read_file(document: &Document<'_>, tasks: &mut Tasks<SizedProblem>) {
        read_problems(document, &ProblemQuestion::default(), tasks);
    }

    /// The one question whose success is what the aim of the problem asks for.
    fn pose(subject: &SizedProblem, under: &Under<'_>, then: &mut Posing<'_>) -> Result<(), Error> {
        with_subject!(subject, |subject| posed(subject, under, then))
    }

    fn headers(
        subject: &SizedProblem,
        _under: &Under<'_>,
    ) -> Result<Vec<(Header, Question)>, Error> {
        Ok(with_subject!(subject, |subject| headers(subject)))
    }

    fn made(header: &Header, _known: &mut Known<'_>, then: &mut Making<'_>) -> Result<(), Error> {
        with_sets!(points(header), |Sets| then(&mut Made::new(&problem::<Sets>(header)?)))
    }

    /// That stones around a problem never die.
    fn assumptions(header: &Header) -> Result<Option<String>, Error> {
        let sentence = with_sets!(points(header), |Sets| problem::<Sets>(header)?.assumptions());
        Ok(sentence.map(|text| text.trim_start_matches("assuming that ").to_owned()))
    }
}

/// Reads a file, and asks of each of its problems what is wanted.
pub fn read_problems(
    document: &Document<'_>,
    question: &ProblemQuestion,
    tasks: &mut Tasks<SizedProblem>,
) {
    let games = match games(document) {
        Ok(games) => games,
        Err(error) => return tasks.errors.push(error),
    };
    let ply = document.place.and_then(|place| place.ply);
    for (name, game) in games {
        // A position inside a game is named in full.
        let input = if ply.is_some() { document.input() } else { name };
        match problem_of(&game, ply, question) {
            Ok(problem) => {
                let file = Path::new(&input).file_name().unwrap_or_default().to_string_lossy();
                let file = file.replacen('-', "stdin", usize::from(document.name == "-"));
                let stem = file.replace(".sgf", "").replace(['#', ':'], "-");
                let title = game.title().map(one_line);
                tasks.push(input, title, stem, problem);
            }
            Err(error) => tasks.errors.push(error.at(input)),
        }
    }
}

/// The one question whose success is what the aim of the problem asks for.
fn posed<S: CellSet>(
    subject: &ProblemSubject<S>,
    under: &Under<'_>,
    then: &mut Posing<'_>,
) -> Result<(), Error> {
    let ProblemSubject { at_hand, question } = subject;
    let posed = &at_hand.posed;
    // Without superko, basic ko is in force.
    let rule = under.rule.unwrap_or(question.first_ko().rule());
    let problem = posed.problem.with_basic_ko(!rule.is_superko());
    let defender = problem.definition().defender;
    let asker = if posed.aim.is_defenders() { defender } else { defender.opponent() };
    let history = at_hand.history(&problem, question.threats);
    then(&Posed::new(&problem, &history, rule, asker.into()))
}

/// As [`Solution`](crate::solution::Solution) asks: two goals where a target can be
/// neither alive nor dead, under each ko rule.
fn headers<S: CellSet>(subject: &ProblemSubject<S>) -> Vec<(Header, Question)> {
    let ProblemSubject { at_hand, question } = subject;
    let rival = at_hand.rival.as_deref();
    std::iter::once(at_hand).chain(rival).flat_map(|one| headers_of(one, question)).collect()
}

fn headers_of<S: CellSet>(
    at_hand: &AtHand<S>,
    question: &ProblemQuestion,
) -> Vec<(Header, Question)> {
    let defender = at_hand.posed.problem.definition().defender;
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
        for ko in question.kos() {
            let problem = at_hand.posed.problem.with_goal(goal).with_basic_ko(ko == Ko::Basic);
            // With more threats for anybody it would be another question.
            let history = at_hand.history(&problem, question.threats);
            let asked = Question { attacker: asker, rule: ko.rule() };
            let header = Header::new(&problem, &history, Terms::of(asked, true));
            // A file that is older than what is known of death or miai answers the same question.
            let known = problem.definition().knowledge;
            let without_miai = Knowledge { miai: false, ..known };
            let without_either = Knowledge { death: false, ..without_miai };
            let mut spellings = [without_either, without_miai, known]
                .map(|knowledge| problem.with_knowledge(knowledge).parameters())
                .to_vec();
            spellings.dedup();
            let of = |parameters| (Header { parameters, ..header.clone() }, asked);
            games.extend(spellings.into_iter().map(of));
        }
    }
    games
}

/// The problem of Go that a block is about: its parameters, and the stones outside its region,
/// which are as the root has them. There the wall has to be safe: what it was before is of no use.
fn problem<S: CellSet>(header: &Header) -> Result<Problem<S>, Error> {
    Problem::parse(&header.parameters, &header.root)
        .map_err(|error| Error::Other(format!("about go-problem: {error}")))
}

/// How many points may be played on: those of the zone that is written, or of the region.
fn points(header: &Header) -> usize {
    let of = |name: &str| header.parameters.split(' ').find_map(|word| word.strip_prefix(name));
    of("zone:").or_else(|| of("region:")).map_or(0, |points| points.split(',').count())
}

/// The games of a file that are meant, each with its name: `FILE`, or `FILE#3` where there are
/// several.
///
/// # Errors
/// The file cannot be read, or has no such game.
pub fn games(document: &Document<'_>) -> Result<Vec<(String, SgfGame)>, Error> {
    let path = document.name;
    let games =
        sgf::read(document.bytes).map_err(|error| Error::Other(format!("{path}:{error}")))?;
    let all = games.len();
    let wanted = document.place.map(|place| place.game);
    if let Some(number) = wanted.filter(|&number| number > all) {
        let what = format!("there are {all} games in the file");
        return Err(Error::other(what).at(format!("{path}#{number}")));
    }
    let name = |i: usize| match all {
        1 => path.to_owned(),
        _ => Document { place: Some(Place { game: i + 1, ply: None }), ..*document }.input(),
    };
    Ok(games
        .into_iter()
        .enumerate()
        .filter(|&(i, _)| wanted.is_none_or(|number| number == i + 1))
        .map(|(i, game)| (name(i), game))
        .collect())
}

/// The problem that a game begins with, or has come to after so many plies: with the smallest sets
/// that are enough.
///
/// # Errors
/// There is none, or what is asked does not fit the game.
pub fn problem_of(
    game: &SgfGame,
    ply: Option<usize>,
    asked: &ProblemQuestion,
) -> Result<SizedProblem, Error> {
    let Some(ply) = ply else {
        let request = asked.request(game.size())?;
        return SizedProblem::of(asked, &First { game, request: &request });
    };
    let played = PlayedGame::of_file(game, ply, asked.first_ko())?;
    if played.plies() < ply {
        return Err(Error::Other(format!("the game has {} plies", played.plies())));
    }
    played.subject(asked)
}

/// The problem that a game begins with.
struct First<'a> {
    game: &'a SgfGame,
    request: &'a Request,
}

impl Find for First<'_> {
    fn find<S: CellSet>(&self) -> Result<AtHand<S>, ProblemError> {
        AtHand::find(self.request, |request| pose_as(self.game, request).map(AtHand::first))
    }
}
