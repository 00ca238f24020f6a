//! American checkers: FEN, PDN, endgame databases.

use threefold_certificate::Header;
use threefold_checkers::egdb::Database;
use threefold_checkers::pdn::{self, PdnGame};
use threefold_checkers::{Checkers, CheckersMove, CheckersPosition, Diagram};
use threefold_game::{Game, History, Knowledge, RepetitionRule};

use threefold_answer::convention::Drawing;
use threefold_answer::error::{Damage, Error};
use threefold_answer::made::Made;
use threefold_answer::place::Place;
use threefold_answer::posed::{Endings, Posed};
use threefold_answer::row::{Distant, Known, Making, Posing, PosingDistances, Row};
use threefold_answer::task::{Document, Tasks, first_line, position_lines};
use threefold_answer::under::{AnyDatabase, Under};

/// The row of checkers.
#[derive(Debug)]
pub enum CheckersRow {}

/// A game as far as it was played.
#[derive(Clone, Debug)]
pub struct CheckersSubject {
    /// The moves so far.
    pub history: History<Checkers>,
    /// What the file says of the result.
    pub said: Option<String>,
}

impl Row for CheckersRow {
    type Subject = CheckersSubject;

    const NAME: &'static str = "checkers";
    const ENDINGS: &'static [&'static str] = &["pdn"];
    const HAS_PLACES: bool = true;
    const HAS_DATABASES: bool = true;

    /// `W:` or `B:`, and not only that: Windows has drives of these names.
    fn is_position(text: &str, _is_named: bool) -> bool {
        let text = text.trim_start();
        text.starts_with(['W', 'B', 'w', 'b']) && {
            let rest = &text[1..];
            rest.starts_with(':') && rest[1..].trim_start().starts_with(['W', 'B', 'w', 'b'])
        }
    }

    fn begins(line: &str) -> bool {
        line.starts_with('[') || Self::is_position(line, false)
    }

    fn read_position(number: usize, text: &str, tasks: &mut Tasks<CheckersSubject>) {
        let place = format!("position {number}");
        read_line(text.to_owned(), format!("position-{number}"), text, &place, tasks);
    }

    /// Games of PDN, or a FEN on every line.
    fn read_file(document: &Document<'_>, tasks: &mut Tasks<CheckersSubject>) {
        let text = document.text();
        if !first_line(&text).is_some_and(|line| Self::is_position(line, false)) {
            return read_games(document, &text, tasks);
        }
        let (input, stem) = (document.input(), document.stem());
        for (number, line) in position_lines(tasks, document, &text) {
            let place = format!("{input}:{number}");
            read_line(place.clone(), format!("{stem}-{number}"), line, &place, tasks);
        }
    }

    fn pose(
        subject: &CheckersSubject,
        under: &Under<'_>,
        then: &mut Posing<'_>,
    ) -> Result<(), Error> {
        let CheckersSubject { history, said } = subject;
        let game = Checkers::new();
        let database = under.databases.checkers.as_deref();
        let knowledge = database.filter(|database| database.holds_after(&game, history));
        let endings = database.map(Opened);
        let rule = under.rule.unwrap_or(RepetitionRule::Draw);
        then(&Posed {
            said: said.clone(),
            knowledge: &knowledge,
            endings: endings.as_ref().map(|endings| endings as &dyn Endings<Checkers>),
            ..Posed::new(&game, history, rule, game.player_to_move(history.root()))
        })
    }

    fn pose_distances(
        subject: &CheckersSubject,
        under: &Under<'_>,
        _: &Distant,
        then: &mut PosingDistances<'_>,
    ) -> Result<(), Error> {
        let CheckersSubject { history, said } = subject;
        let (game, rule) = (Checkers::new(), under.rule.unwrap_or(RepetitionRule::Draw));
        then(&Posed {
            said: said.clone(),
            ..Posed::new(&game, history, rule, game.player_to_move(history.root()))
        })
    }

    fn diagram(subject: &CheckersSubject, drawing: Drawing) -> Option<String> {
        let Drawing { figurines, colours } = drawing;
        Some(subject.history.root().diagram(Diagram { unicode: figurines, colour: colours }))
    }

    fn made(header: &Header, known: &mut Known<'_>, then: &mut Making<'_>) -> Result<(), Error> {
        let database = match &header.database {
            Some(declaration) => (known.databases)(declaration)?,
            None => None,
        };
        let game = Checkers::new();
        let Some(AnyDatabase::Checkers(database)) = database else {
            return then(&mut Made::new(&game));
        };
        let mut best_move = |position: &_| database.best_move(position);
        let mut made =
            Made { knowledge: &database, best_move: Some(&mut best_move), ..Made::new(&game) };
        let done = then(&mut made);
        // Neither verified nor refuted: the database did not say what it knows.
        match database.damage() {
            Some(damage) => Err(Error::Damage(damage.into())),
            None => done,
        }
    }
}

/// A database that is there, whether a game can be left to it or not.
struct Opened<'a>(&'a Database);

impl Endings<Checkers> for Opened<'_> {
    fn line(&self, position: &CheckersPosition) -> Vec<CheckersMove> {
        self.0.line(position)
    }

    fn plies(&self, position: &CheckersPosition) -> Option<u32> {
        self.0.depth(position).map(u32::from)
    }

    /// Damage counts even where the game is not left to the database.
    fn damage(&self) -> Option<Damage> {
        self.0.damage().map(Damage::from)
    }
}

fn read_line(
    input: String,
    stem: String,
    line: &str,
    place: &str,
    tasks: &mut Tasks<CheckersSubject>,
) {
    match pdn::parse_line(line) {
        Ok(game) => {
            let history = game.history().clone();
            add(tasks, input, stem, &game, history);
        }
        Err(error) => tasks.error(format!("{place}:{}", error.column()), error.kind()),
    }
}

fn add(
    tasks: &mut Tasks<CheckersSubject>,
    input: String,
    stem: String,
    game: &PdnGame,
    history: History<Checkers>,
) {
    let said = game.result().map(|result| format!("result {result}"));
    let id = game.tag("Event").map(str::to_owned);
    tasks.push(input, id, stem, CheckersSubject { history, said });
}

/// Games, or the one game and position that the document names.
fn read_games(document: &Document<'_>, text: &str, tasks: &mut Tasks<CheckersSubject>) {
    let (input, stem, place) = (document.name, document.stem(), document.place);
    let mut number = 0;
    for game in pdn::read(text) {
        number += 1;
        if place.is_some_and(|place| place.game != number) {
            continue;
        }
        let game = match game {
            Ok(game) => game,
            Err(error) => {
                let (line, column) = (error.line(), error.column());
                tasks.error(format!("{input}:{line}:{column}"), error.kind());
                continue;
            }
        };
        let name = format!("{input}#{number}");
        let stem = format!("{stem}-{number}");
        let Some(ply) = place.and_then(|place| place.ply) else {
            let history = game.history().clone();
            add(tasks, name, stem, &game, history);
            continue;
        };
        match game.after(ply) {
            Some(history) => {
                add(tasks, format!("{name}:{ply}"), format!("{stem}-{ply}"), &game, history);
            }
            None => {
                let plies = game.history().moves().len();
                tasks.error(format!("{name}:{ply}"), format!("the game has {plies} plies"));
            }
        }
    }
    match place {
        Some(Place { game: wanted, .. }) if wanted > number => {
            let what = format!("there are {number} games in the file");
            tasks.error(format!("{input}#{wanted}"), what);
        }
        None if number == 0 => tasks.error(input, "no game in it"),
        _ => {}
    }
}
