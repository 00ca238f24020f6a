//! Problems of Go: SGF files.

use std::path::Path;

use threefold_certificate::{Header, Terms};
use threefold_game::{Player, Question};
use threefold_go::problem::{Aim, Problem, ProblemGoal, Request, pose};
use threefold_go::sgf::{self, SgfGame};

use super::row::{GameVisitor, Known, Made, Row, Under};
use crate::attacker::Attacker;
use crate::error::Error;
use crate::go::ko::Ko;
use crate::place::Place;
use crate::posed::{Posed, Visitor};
use crate::problem::played::{AtHand, PlayedGame};
use crate::problem::question::ProblemQuestion;
use crate::problem::subject::ProblemSubject;
use crate::task::{Document, Tasks};
use crate::words::one_line;

/// The row of problems of Go.
#[derive(Debug)]
pub enum ProblemRow {}

impl Row for ProblemRow {
    type Subject = ProblemSubject;

    const NAME: &'static str = "go-problem";
    const IS_NAMED: bool = false;
    const ENDINGS: &'static [&'static str] = &["sgf"];
    const HAS_PLACES: bool = true;

    fn is_position(_text: &str, _is_named: bool) -> bool {
        false
    }

    fn begins(_line: &str) -> bool {
        false
    }

    fn read_position(_number: usize, text: &str, tasks: &mut Tasks<ProblemSubject>) {
        tasks.error(text, "a problem of Go comes from a file");
    }

    fn read_file(
        document: &Document<'_>,
        question: &ProblemQuestion,
        tasks: &mut Tasks<ProblemSubject>,
    ) {
        let games = match games(document) {
            Ok(games) => games,
            Err(error) => return tasks.errors.push(error),
        };
        let ply = document.place.and_then(|place| place.ply);
        for (name, game) in games {
            // A position inside a game is named in full.
            let input = if ply.is_some() { document.input() } else { name };
            match at_hand(&game, ply, question) {
                Ok(at_hand) => {
                    let file = Path::new(&input).file_name().unwrap_or_default().to_string_lossy();
                    let stem = file.replace(".sgf", "").replace(['#', ':'], "-");
                    let title = game.title().map(one_line);
                    let question = question.clone();
                    tasks.push(input, title, stem, ProblemSubject { at_hand, question });
                }
                Err(error) => tasks.errors.push(error.at(input)),
            }
        }
    }

    /// The one question whose success is what the aim of the problem asks for.
    fn pose<V: Visitor>(
        subject: &ProblemSubject,
        under: &Under<'_>,
        visitor: V,
    ) -> Result<V::Output, Error> {
        let ProblemSubject { at_hand, question } = subject;
        let posed = &at_hand.posed;
        // Without superko, basic ko is in force.
        let rule = under.rule.unwrap_or(question.first_ko().rule());
        let problem = posed.problem.with_basic_ko(!rule.is_superko());
        let defender = problem.definition().defender;
        let asker = if posed.aim.is_defenders() { defender } else { defender.opponent() };
        let history = at_hand.history(&problem, question.threats);
        Ok(visitor.visit(&Posed::new(&problem, &history, rule, asker.into())))
    }

    /// As [`Solution`](crate::problem::solution::Solution) asks: two goals where a target can be
    /// neither alive nor dead, under each ko rule.
    fn headers(
        subject: &ProblemSubject,
        _attacker: Option<Attacker>,
    ) -> Result<Vec<(Header, Question)>, Error> {
        let ProblemSubject { at_hand, question } = subject;
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
                games.push((Header::new(&problem, &history, Terms::of(asked, true)), asked));
            }
        }
        Ok(games)
    }

    fn made<V: GameVisitor>(
        header: &Header,
        _known: &mut Known<'_>,
        visitor: V,
    ) -> Result<V::Output, Error> {
        Ok(visitor.visit(Made::new(&problem(header)?)))
    }

    /// That stones around a problem never die.
    fn assumptions(header: &Header) -> Result<Option<String>, Error> {
        let sentence = problem(header)?.assumptions();
        Ok(sentence.map(|text| text.trim_start_matches("assuming that ").to_owned()))
    }
}

/// The problem of Go that a block is about: its parameters, and the stones outside its region,
/// which are as the root has them. There the wall has to be safe: what it was before is of no use.
fn problem(header: &Header) -> Result<Problem, Error> {
    Problem::parse(&header.parameters, &header.root)
        .map_err(|error| Error::Other(format!("about go-problem: {error}")))
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

/// The problem that a game begins with, or has come to after so many plies.
fn at_hand(game: &SgfGame, ply: Option<usize>, asked: &ProblemQuestion) -> Result<AtHand, Error> {
    let request = asked.request(game.size())?;
    let Some(ply) = ply else {
        let first =
            |request: &Request| pose(game, request).map(AtHand::first).map_err(Error::other);
        return AtHand::find(&request, first);
    };
    let ko = asked.first_ko();
    let played = PlayedGame::of_file(game, ply, ko)?;
    if played.plies() < ply {
        return Err(Error::Other(format!("the game has {} plies", played.plies())));
    }
    let at_hand = played.problem(&request)?;
    at_hand.could_be(ko)?;
    Ok(at_hand)
}
