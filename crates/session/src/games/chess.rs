//! Chess: FEN, EPD, mates.

use threefold_certificate::Header;
use threefold_chess::{Chess, EpdRecord, epd};
use threefold_game::{Game, Player, RepetitionRule};

use super::row::{GameVisitor, Known, Made, Row, Under};
use crate::error::Error;
use crate::posed::{DistanceVisitor, Posed, Visitor};
use crate::problem::question::ProblemQuestion;
use crate::task::{Document, Tasks};
use crate::words::Idiom;

/// The row of chess. It is also what a text is taken for that nothing else recognises.
#[derive(Debug)]
pub enum ChessRow {}

impl Row for ChessRow {
    type Subject = EpdRecord;

    const NAME: &'static str = "chess";
    const IDIOM: Idiom = Idiom {
        mates: true,
        note: Some(
            "chess: a repeated position counts as a draw; the fifty-move rule is not applied",
        ),
    };

    /// Eight ranks and more than one field.
    fn is_position(text: &str, _is_named: bool) -> bool {
        let mut fields = text.split_whitespace();
        let ranks = fields.next().map_or(0, |board| board.split('/').count());
        ranks >= 2 && fields.next().is_some()
    }

    fn begins(_line: &str) -> bool {
        false
    }

    fn read_position(number: usize, text: &str, tasks: &mut Tasks<EpdRecord>) {
        match epd::parse_line(text) {
            Ok(record) => {
                let id = record.id().map(str::to_owned);
                tasks.push(text.to_owned(), id, format!("position-{number}"), record);
            }
            Err(error) => {
                let (line, column) = (error.line(), error.column());
                tasks.error(format!("position {number}:{line}:{column}"), error.kind());
            }
        }
    }

    fn read_file(document: &Document<'_>, _: &ProblemQuestion, tasks: &mut Tasks<EpdRecord>) {
        let (input, stem, text) = (document.input(), document.stem(), document.text());
        if text.starts_with("threefold certificate") {
            return tasks.error(input, "a certificate; `threefold check` reads it");
        }
        let mut is_empty = true;
        for (line, record) in epd::read(&text) {
            is_empty = false;
            match record {
                Ok(record) => {
                    let id = record.id().map(str::to_owned);
                    tasks.push(format!("{input}:{line}"), id, format!("{stem}-{line}"), record);
                }
                Err(error) => {
                    tasks.error(format!("{input}:{line}:{}", error.column()), error.kind());
                }
            }
        }
        if is_empty {
            tasks.error(input, "no position in it");
        }
    }

    fn pose<V: Visitor>(
        record: &EpdRecord,
        under: &Under<'_>,
        visitor: V,
    ) -> Result<V::Output, Error> {
        Ok(visitor.visit(&posed(record, under.rule)))
    }

    fn pose_distances<V: DistanceVisitor>(
        record: &EpdRecord,
        rule: Option<RepetitionRule>,
        visitor: V,
    ) -> Result<V::Output, Error> {
        Ok(visitor.visit(&posed(record, rule)))
    }

    fn made<V: GameVisitor>(
        _header: &Header,
        _known: &mut Known<'_>,
        visitor: V,
    ) -> Result<V::Output, Error> {
        Ok(visitor.visit(Made::new(&Chess)))
    }
}

fn posed(record: &EpdRecord, rule: Option<RepetitionRule>) -> Posed<'_, Chess> {
    let rule = rule.unwrap_or(RepetitionRule::Draw);
    let said = ["bm", "dm"].iter().find_map(|name| record.operation(name));
    Posed {
        idiom: ChessRow::IDIOM,
        said: said.map(|said| said.to_string().trim_end_matches(';').to_owned()),
        ..Posed::new(&Chess, record.history(), rule, default_attacker(record))
    }
}

/// Whose mate a record asks about: the side to move's, unless it says that that side is mated.
pub fn default_attacker(record: &EpdRecord) -> Player {
    let mover = Chess.player_to_move(record.position());
    let is_mated = record.mate().is_some_and(|moves| moves < 0);
    if is_mated { mover.opponent() } else { mover }
}
