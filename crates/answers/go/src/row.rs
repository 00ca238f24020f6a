//! Boards of Go: does Black score at least so many points?

use threefold_certificate::Header;
use threefold_game::Player;
use threefold_go::{Go, Points, Terms, Wide};

use crate::question::BoardQuestion;
use threefold_answer::error::Error;
use threefold_answer::made::Made;
use threefold_answer::posed::Posed;
use threefold_answer::row::{Known, Making, Posing, Row};
use threefold_answer::task::{Document, Tasks, position_lines};
use threefold_answer::under::Under;

/// The row of boards of Go.
#[derive(Debug)]
pub enum BoardRow {}

impl Row for BoardRow {
    type Subject = BoardQuestion;

    const NAME: &'static str = "go";
    const HELP: Option<&'static str> = Some("Questions about boards: \"3x3 at-least 4\"");

    fn is_position(text: &str, is_named: bool) -> bool {
        is_named || BoardQuestion::is_one(text)
    }

    fn begins(line: &str) -> bool {
        BoardQuestion::is_one(line)
    }

    fn read_position(number: usize, text: &str, tasks: &mut Tasks<BoardQuestion>) {
        let place = format!("position {number}");
        read_line(text.to_owned(), format!("position-{number}"), text, &place, tasks);
    }

    /// A question on every line.
    fn read_file(document: &Document<'_>, tasks: &mut Tasks<BoardQuestion>) {
        let (input, stem, text) = (document.input(), document.stem(), document.text());
        for (number, line) in position_lines(tasks, document, &text) {
            let place = format!("{input}:{number}");
            read_line(place.clone(), format!("{stem}-{number}"), line, &place, tasks);
        }
    }

    fn pose(asked: &BoardQuestion, under: &Under<'_>, then: &mut Posing<'_>) -> Result<(), Error> {
        let rule = under.rule.unwrap_or(asked.rule());
        let (game, history) = asked.under(rule)?;
        then(&Posed::new(&game, &history, rule, Player::First))
    }

    fn made(header: &Header, _known: &mut Known<'_>, then: &mut Making<'_>) -> Result<(), Error> {
        let terms: Terms = (header.parameters.parse())
            .map_err(|error| Error::Other(format!("about go: {error}")))?;
        // With the smallest sets of points that hold the board.
        match terms.size.points() {
            0..=64 => made::<u64>(terms, then),
            65..=128 => made::<u128>(terms, then),
            _ => made::<Wide>(terms, then),
        }
    }
}

fn made<P: Points>(terms: Terms, then: &mut Making<'_>) -> Result<(), Error> {
    let game = Go::<P>::new(terms).map_err(Error::other)?;
    then(&mut Made::new(&game))
}

fn read_line(
    input: String,
    stem: String,
    line: &str,
    place: &str,
    tasks: &mut Tasks<BoardQuestion>,
) {
    match BoardQuestion::parse(line) {
        Ok(asked) => tasks.push(input, None, stem, asked),
        Err((at, message)) => tasks.error(format!("{place}:{}", at + 1), message),
    }
}
