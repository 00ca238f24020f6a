//! What is reported of a board. The serialised fields are the output for programs, which
//! `docs/json.md` describes; they do not change.

use serde::Serialize;
use threefold::search::Stats;
use threefold::session::go::board::{BoardAnswer, BoardAsked, BoardMove};
use threefold::session::go::ruling::Cycle;
use threefold::session::registry::GameName;

use crate::exit::Exit;
use crate::page::{self, Paged};

#[derive(Debug, Serialize)]
pub struct Report {
    pub game: &'static str,
    pub board: String,
    pub rule: &'static str,
    /// Under basic ko: what a game counts for that goes on for ever.
    pub cycle: Option<&'static str>,
    pub suicide: bool,
    pub root: String,
    pub history: Option<String>,
    /// `None` if it is not known.
    pub value: Option<i32>,
    /// Neither player can force a result: Black can force `lower` at least and White `upper` at
    /// most, and by going round in circles each keeps the other from more.
    pub no_result: bool,
    /// The value is known to be at least this and at most that.
    pub lower: i32,
    pub upper: i32,
    /// The best moves, with `no_result` those that keep both bounds; `None` if they were not asked
    /// for or the value is not known.
    pub best: Option<Vec<String>>,
    /// Why something is not known.
    pub reason: Option<&'static str>,
    pub nodes: u64,
    pub lookups: u64,
    pub time_s: f64,
    pub certificates: Vec<String>,
    /// The file with the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    pub certificate_positions: Option<u64>,
    pub checked: Option<bool>,
    pub questions: Vec<QuestionReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveReport>>,
    pub stats: Stats,
    #[serde(skip)]
    pub people: ForPeople,
}

/// What is only in the output for people.
#[derive(Debug, Default)]
pub struct ForPeople {
    /// Whether single scores were asked for, so that there need be no value.
    pub asked: bool,
    /// What became of the page.
    pub page: Option<String>,
    /// Why the certificate was not written, or the page.
    pub not_written: Option<String>,
}

/// Does Black score at least so many points?
#[derive(Debug, Serialize)]
pub struct QuestionReport {
    pub at_least: i32,
    /// Under basic ko: what a game counts for that goes on for ever.
    pub cycle: Option<&'static str>,
    pub verdict: &'static str,
    pub reason: Option<&'static str>,
    pub nodes: u64,
    pub time_s: f64,
    /// Of the certificate, if one was made.
    pub certificate_positions: Option<u64>,
    pub certificate_moves: Option<u64>,
    pub checked: Option<bool>,
    /// What is wrong with the answer.
    #[serde(skip)]
    pub fault: Option<String>,
}

/// What a move leads to.
#[derive(Debug, Serialize)]
pub struct MoveReport {
    #[serde(rename = "move")]
    pub text: String,
    /// The value, if it is known.
    pub value: Option<i32>,
    /// As for the position.
    pub no_result: bool,
    pub lower: i32,
    pub upper: i32,
    /// Whether it is among the best; `None` if that is not known.
    pub best: Option<bool>,
    pub nodes: u64,
    pub time_s: f64,
}

impl Report {
    /// What is reported of an answer, and of what became of its certificates.
    pub fn new(answer: BoardAnswer, written: Option<Result<Vec<String>, String>>) -> Self {
        let (certificates, not_written) = match written {
            None => (Vec::new(), None),
            Some(Ok(places)) => (places, None),
            Some(Err(error)) => (Vec::new(), Some(error)),
        };
        let positions = answer.proofs.iter().map(|proof| proof.positions);
        Report {
            game: GameName::Board.name(),
            board: answer.board,
            rule: answer.ko.name(),
            cycle: answer.cycle.map(Cycle::name),
            suicide: answer.suicide,
            root: answer.root,
            history: answer.history,
            value: answer.value,
            no_result: answer.no_result,
            lower: answer.lower,
            upper: answer.upper,
            best: answer.best,
            reason: answer.reason,
            nodes: answer.stats.nodes,
            lookups: answer.stats.lookups,
            time_s: answer.time.as_secs_f64(),
            certificates,
            page: None,
            certificate_positions: positions.reduce(|sum, positions| sum + positions),
            checked: answer.checked,
            questions: answer.questions.into_iter().map(QuestionReport::new).collect(),
            moves: answer.moves.map(|moves| moves.into_iter().map(MoveReport::new).collect()),
            stats: answer.stats,
            people: ForPeople { asked: answer.single_scores, page: None, not_written },
        }
    }

    /// The same, and what became of the page, if one was wanted.
    pub fn with_page(mut self, wanted: bool, paged: Option<Paged>) -> Self {
        self.people.page = page::row(wanted, paged.as_ref());
        match paged {
            Some(Ok(place)) => self.page = Some(place),
            Some(Err(error)) => {
                self.people.not_written.get_or_insert(error);
            }
            None => {}
        }
        self
    }

    pub fn exit(&self) -> Exit {
        let is_open = |m: &MoveReport| m.value.is_none() && !m.no_result;
        let moves = self.moves.as_deref().unwrap_or_default();
        if self.checked == Some(false) {
            Exit::Failed
        } else if self.people.not_written.is_some() {
            Exit::BadInput
        } else if self.reason.is_some() || moves.iter().any(is_open) {
            Exit::Unknown
        } else {
            Exit::Fine
        }
    }
}

impl QuestionReport {
    fn new(asked: BoardAsked) -> Self {
        QuestionReport {
            at_least: asked.at_least,
            cycle: asked.cycle,
            verdict: asked.verdict.name(),
            reason: asked.reason,
            nodes: asked.nodes,
            time_s: asked.time.as_secs_f64(),
            certificate_positions: asked.certificate_positions,
            certificate_moves: asked.certificate_moves,
            checked: asked.checked,
            fault: asked.fault,
        }
    }
}

impl MoveReport {
    fn new(answer: BoardMove) -> Self {
        MoveReport {
            text: answer.text,
            value: answer.value,
            no_result: answer.no_result,
            lower: answer.lower,
            upper: answer.upper,
            best: answer.best,
            nodes: answer.nodes,
            time_s: answer.time.as_secs_f64(),
        }
    }
}
