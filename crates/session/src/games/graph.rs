//! Graph games: `.game` files.

use threefold_certificate::Header;
use threefold_graph::{GraphFile, ParseError, parse};

use super::row::{Databases, Distant, GameVisitor, HeaderOf, Known, Made, Row, Under};
use crate::error::Error;
use crate::posed::{DistanceVisitor, Posed, Visitor};
use crate::problem::question::ProblemQuestion;
use crate::task::{Document, Tasks};

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

    fn read_file(document: &Document<'_>, _: &ProblemQuestion, tasks: &mut Tasks<GraphFile>) {
        match read(document) {
            Ok(file) => tasks.push(document.input(), None, document.stem(), file),
            Err(error) => tasks.errors.push(error),
        }
    }

    fn pose<V: Visitor>(
        file: &GraphFile,
        under: &Under<'_>,
        visitor: V,
    ) -> Result<V::Output, Error> {
        let rule = under.rule.unwrap_or(file.rule);
        Ok(visitor.visit(&Posed::new(&file.game, &file.history, rule, file.attacker)))
    }

    fn pose_distances<V: DistanceVisitor>(
        file: &GraphFile,
        under: &Under<'_>,
        _: &Distant,
        visitor: V,
    ) -> Result<V::Output, Error> {
        let rule = under.rule.unwrap_or(file.rule);
        Ok(visitor.visit(&Posed::new(&file.game, &file.history, rule, file.attacker)))
    }

    fn made<V: GameVisitor>(
        _header: &Header,
        known: &mut Known<'_>,
        visitor: V,
    ) -> Result<V::Output, Error> {
        let Some(file) = known.graph else {
            return Err(Error::NoGraph);
        };
        let under = Under { rule: None, attacker: None, databases: &Databases::default() };
        let (own, _) = Self::pose(file, &under, HeaderOf(None))??;
        Ok(visitor.visit(Made { own: Some(own), ..Made::new(&file.game) }))
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
