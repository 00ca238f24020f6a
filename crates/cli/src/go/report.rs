//! The report of a board, and what only its reader at the terminal gets.

use threefold::session::go::board::{BoardAnswer, BoardMove};
use threefold_report::board::Report;

use crate::page::{self, Paged};
use threefold_terminal::exit::Exit;

/// The report of a board, and what became of its files.
#[derive(Debug)]
pub struct Told {
    pub report: Report,
    /// What became of the page.
    pub page_row: Option<String>,
    /// Why the certificate was not written, or the page.
    pub not_written: Option<String>,
}

impl Told {
    /// What is said of an answer, and of what became of its certificates and of the page, if one
    /// was wanted.
    pub fn new(
        answer: BoardAnswer,
        written: Option<Result<Vec<String>, String>>,
        wants_page: bool,
        paged: Option<Paged>,
    ) -> Self {
        let page_row = page::row(wants_page, paged.as_ref());
        let (certificates, unwritten) = written.transpose().map_or_else(
            |error| (Vec::new(), Some(error)),
            |places| (places.unwrap_or_default(), None),
        );
        let (page, unpaged) =
            paged.transpose().map_or_else(|e| (None, Some(e)), |page| (page, None));
        let report = Report { certificates, page, ..Report::new(answer) };
        Told { report, page_row, not_written: unwritten.or(unpaged) }
    }

    pub fn exit(&self) -> Exit {
        let answer = &self.report.answer;
        let is_open = |m: &BoardMove| m.value.is_none() && !m.no_result;
        let moves = answer.moves.as_deref().unwrap_or_default();
        if answer.checked == Some(false) {
            Exit::Failed
        } else if self.not_written.is_some() {
            Exit::BadInput
        } else if answer.reason.is_some() || moves.iter().any(is_open) {
            Exit::Unknown
        } else {
            Exit::Fine
        }
    }
}
