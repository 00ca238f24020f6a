//! The report of the length of a win, and what only its reader at the terminal gets.

use threefold::session::mate::Answer;
use threefold_report::Source;
use threefold_report::mate::Report;

use crate::tsume::Further;
use threefold_terminal::exit::Exit;

/// The report of a position, and what became of its files.
#[derive(Debug)]
pub struct Told<'t> {
    pub report: Report<'t>,
    /// What the position looks like.
    pub diagram: Option<String>,
    /// Why the certificates were not written.
    pub not_written: Option<String>,
    /// Whether what refutes the first moves is shown.
    pub refutations: bool,
    pub further: Further,
}

impl<'t> Told<'t> {
    /// What is said of an answer, and of what became of its certificates.
    pub fn new(
        source: Source<'t>,
        answer: Answer,
        written: Option<Result<Vec<String>, String>>,
        mut further: Further,
    ) -> Self {
        let (certificates, not_written) = match written {
            None => (Vec::new(), None),
            Some(Ok(places)) => (places, None),
            Some(Err(error)) => (Vec::new(), Some(error)),
        };
        let report = Report::new(source, answer, further.take_report());
        let report = Report { certificates, ..report };
        Told { report, diagram: None, not_written, refutations: false, further }
    }

    /// The same with a picture of the position, and with the refutations of first moves.
    pub fn showing(self, diagram: Option<String>, refutations: bool) -> Self {
        Told { diagram, refutations, ..self }
    }

    pub fn exit(&self) -> Exit {
        if self.report.side.checked == Some(false) {
            Exit::Failed
        } else if self.not_written.is_some() || !self.further.not_written.is_empty() {
            Exit::BadInput
        } else if !self.report.is_answered() {
            Exit::Unknown
        } else {
            Exit::Fine
        }
    }
}
