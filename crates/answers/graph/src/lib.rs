//! Graph games: `.game` files.

use threefold_certificate::Header;
use threefold_graph::{GraphFile, ParseError, parse};

use threefold_answer::error::Error;
use threefold_answer::made::Made;
use threefold_answer::posed::Posed;
use threefold_answer::row::{Distant, Known, Making, Posing, PosingDistances, Row};
use threefold_answer::task::{Document, Tasks};
use threefold_answer::under::{Databases, Under};

/// The row of graph games.
#[derive(Debug)]
pub enum GraphRow {}

impl Row for GraphRow {
    type Subject = GraphFile;

    const NAME: &'static str = "graph";
    const ENDINGS: &'static [&'static str] = &["game"];

    fn is_position(_text: &str, _is_named: bool) -> bool {
        false
    }

    fn begins(line: &str) -> bool {
        line.starts_with("threefold game")
    }

    fn read_position(_number: usize, text: &str, tasks: &mut Tasks<GraphFile>) {
        tasks.error(text, "a graph game comes from a file");
    }

    fn read_file(document: &Document<'_>, tasks: &mut Tasks<GraphFile>) {
        match read(document) {
            Ok(file) => tasks.push(document.input(), None, document.stem(), file),
            Err(error) => tasks.errors.push(error),
        }
    }

    fn pose(file: &GraphFile, under: &Under<'_>, then: &mut Posing<'_>) -> Result<(), Error> {
        let rule = under.rule.unwrap_or(file.rule);
        then(&Posed::new(&file.game, &file.history, rule, file.attacker))
    }

    fn pose_distances(
        file: &GraphFile,
        under: &Under<'_>,
        _: &Distant,
        then: &mut PosingDistances<'_>,
    ) -> Result<(), Error> {
        let rule = under.rule.unwrap_or(file.rule);
        then(&Posed::new(&file.game, &file.history, rule, file.attacker))
    }

    fn made(_header: &Header, known: &mut Known<'_>, then: &mut Making<'_>) -> Result<(), Error> {
        let Some(file) = known.graph else {
            return Err(Error::NoGraph);
        };
        let databases = Databases::default();
        let under = Under::new(&databases);
        let mut own = None;
        Self::pose(file, &under, &mut |posed| {
            own = Some(posed.header(None)?.0);
            Ok(())
        })?;
        then(&mut Made { own, ..Made::new(&file.game) })
    }
}

/// Reads one game.
///
/// # Errors
/// What is wrong with it and where.
pub fn read(document: &Document<'_>) -> Result<GraphFile, Error> {
    let wrong = |error: ParseError| {
        let (line, column) = (error.line, error.column);
        Error::other(&error.kind).at(format!("{}:{line}:{column}", document.input()))
    };
    parse(&document.text()).map_err(wrong)
}
