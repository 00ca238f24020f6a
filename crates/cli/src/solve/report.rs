//! The report of a position, and what only its reader at the terminal gets.

use threefold::search::Reason;
use threefold::session::effort::Effort;
use threefold::session::solve::{Answer, MoveAnswer};
use threefold_report::Source;
use threefold_report::solve::Report;

use crate::solve::keeping::Kept;
use crate::tsume::Further;
use threefold_terminal::exit::Exit;
use threefold_terminal::units::bytes;

/// The report of a position, and what became of its files.
#[derive(Debug)]
pub struct Told<'t> {
    pub report: Report<'t>,
    /// What the position looks like.
    pub diagram: Option<String>,
    /// Whether collisions of keys were counted.
    pub collisions: bool,
    /// What to do about an open answer.
    pub advice: Option<String>,
    /// Why the certificate was not written.
    pub not_written: Option<String>,
    /// What became of the certificate in the library.
    pub kept: Option<Kept>,
    pub further: Further,
}

/// What to do about an answer that has run out of so many bytes.
fn more_memory(had: usize) -> String {
    // The next power of two, and no less than what paths and certificates have anyway.
    let next = (had as u64 + 1).next_power_of_two().max(64 << 20) >> 20;
    format!("{} were allowed: try -m {next}M", bytes(had as u64))
}

/// What to ask instead of any win, in any number of moves; said while it is searched, too.
pub const LESS: &str = "asked: any forced mate, however long. With many men that is usually out of \
                        reach: --mate N asks for one in N moves, -t 1m for a minute's search";

/// Men with which a search for any mate still ends, more often than not.
const FEW: usize = 12;

/// What to do about an answer that is open after a search within some limit.
fn less(answer: &Answer) -> Option<String> {
    let board = answer.root.split(' ').next().unwrap_or_default();
    let men = board.chars().filter(char::is_ascii_alphabetic).count();
    (!answer.is_answered() && answer.idiom.mates && !answer.idiom.in_plies && men > FEW)
        .then(|| LESS.to_owned())
}

impl<'t> Told<'t> {
    /// What is said of an answer, and of what became of its certificate.
    pub fn new(
        source: Source<'t>,
        answer: Answer,
        written: Option<Result<Vec<String>, String>>,
        effort: &Effort,
    ) -> Self {
        let (certificate, not_written) = match written {
            None => (None, None),
            Some(Ok(places)) => (places.into_iter().next(), None),
            Some(Err(error)) => (None, Some(error)),
        };
        let options = &effort.options;
        let advice = match answer.reason == Some(Reason::Memory.name()) {
            true => Some(more_memory(options.table_bytes)),
            false => less(&answer),
        };
        Told {
            report: Report { certificate, ..Report::new(source, answer) },
            diagram: None,
            collisions: options.detect_collisions,
            advice,
            not_written,
            kept: None,
            further: Further::default(),
        }
    }

    /// The same with a picture of the position.
    pub fn with_diagram(self, diagram: Option<String>) -> Self {
        Told { diagram, ..self }
    }

    /// The same with what only some games have.
    pub fn with_further(mut self, mut further: Further) -> Self {
        self.report.further = further.take_report();
        Told { further, ..self }
    }

    /// The same with what became of the certificate in the library.
    pub fn with_kept(mut self, kept: Option<Kept>) -> Self {
        if let (Some(Kept::Added(hashes)), Some(library)) = (&kept, &mut self.report.library) {
            library.added.clone_from(hashes);
        }
        Told { kept, ..self }
    }

    pub fn exit(&self) -> Exit {
        let answer = &self.report.answer;
        let moves = answer.moves.as_deref().unwrap_or_default();
        if answer.checked == Some(false) || moves.iter().any(|m| m.checked == Some(false)) {
            Exit::Failed
        } else if let Some(kept) = self.kept.as_ref().filter(|kept| kept.is_wrong()) {
            kept.exit()
        } else if self.not_written.is_some() || !self.further.not_written.is_empty() {
            Exit::BadInput
        } else if !answer.is_answered() || !moves.iter().all(MoveAnswer::is_answered) {
            Exit::Unknown
        } else {
            Exit::Fine
        }
    }
}
