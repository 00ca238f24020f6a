//! What is said of a position while its moves are still being asked about.

use std::cell::Cell;

use serde::Serialize;
use threefold::search::{Interrupt, Verdict};
use threefold::session::effort::Effort;
use threefold::session::registry::{GameName, Task};
use threefold::session::solve::{Answer, MoveAnswer};
use threefold::session::standing::Claimed;
use threefold::session::words::Value;

use super::report::{MoveReport, Report, claims, value_name, verdict_name};
use super::text;
use crate::output::{Channel, json_line};
use crate::progress::Bars;
use crate::solve::look::Look;

/// Prints what becomes known of one position.
pub struct Live<'a> {
    pub task: &'a Task,
    pub effort: &'a Effort,
    pub look: Look,
    pub json: bool,
    pub channel: Channel,
    pub bars: &'a Bars,
    pub interrupt: &'a Interrupt,
    /// Whether the beginning of the answer has been printed.
    has_begun: Cell<bool>,
}

/// The answer about the position, which its moves do not change.
#[derive(Serialize)]
struct PositionEvent<'a> {
    event: &'static str,
    input: &'a str,
    id: Option<&'a str>,
    #[serde(serialize_with = "verdict_name")]
    verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "value_name")]
    value: Option<Option<Value>>,
    reason: Option<&'static str>,
    nodes: u64,
    time_s: f64,
    #[serde(serialize_with = "claims")]
    claims: &'a [Claimed],
    checked: Option<bool>,
}

/// A move that is finished.
#[derive(Serialize)]
struct MoveEvent<'a> {
    event: &'static str,
    input: &'a str,
    id: Option<&'a str>,
    finished: usize,
    of: usize,
    #[serde(flatten)]
    report: MoveReport,
}

impl<'a> Live<'a> {
    pub fn new(
        task: &'a Task,
        effort: &'a Effort,
        look: Look,
        json: bool,
        channel: Channel,
        bars: &'a Bars,
    ) -> Self {
        let (interrupt, has_begun) = (&effort.interrupt, Cell::new(false));
        Live { task, effort, look, json, channel, bars, interrupt, has_begun }
    }

    /// Whether the beginning of the answer has been printed.
    pub fn has_begun(&self) -> bool {
        self.has_begun.get()
    }

    /// The answer about the position is there; `written` says where its certificate is.
    pub fn answered(&self, answer: &Answer, written: Option<Result<Vec<String>, String>>) {
        let Task { input, id, .. } = self.task;
        if self.json {
            return self.print(json_line(&PositionEvent {
                event: "position",
                input,
                id: id.as_deref(),
                verdict: answer.verdict,
                value: answer.value,
                reason: answer.reason,
                nodes: answer.stats.nodes,
                time_s: answer.time.as_secs_f64(),
                claims: &answer.claims,
                checked: answer.checked,
            }));
        }
        // Of a problem of shogi more is found out from the line, later.
        if self.task.subject.game() == GameName::Tsume {
            return;
        }
        let drawing = self.look.drawing();
        let diagram = drawing.and_then(|drawing| self.task.subject.diagram(drawing));
        let report = Report::new(self.task, answer.clone(), written, self.effort);
        let report = report.with_diagram(diagram);
        self.has_begun.set(true);
        self.print(Ok(text::beginning(&report, self.look.of_players)));
    }

    /// So many moves are finished, this one the last.
    pub fn finished_move(&self, finished: usize, of: usize, answer: &MoveAnswer) {
        let report = MoveReport::new(answer.clone());
        if self.json {
            let Task { input, id, .. } = self.task;
            let (event, id) = ("move", id.as_deref());
            self.print(json_line(&MoveEvent { event, input, id, finished, of, report }));
        } else if self.has_begun() {
            self.print(Ok(text::one_move(finished, of, &report, self.look.of_players)));
        }
    }

    /// Where nobody reads any more nothing need be found out: the answer, when it is printed, says
    /// so once more.
    fn print(&self, text: Result<String, crate::output::Stop>) {
        let printed = text.and_then(|text| self.bars.beside(|| self.channel.print(&text)));
        if printed.is_err() {
            self.interrupt.raise();
        }
    }
}
