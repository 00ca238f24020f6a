//! What is said of a position while its moves are still being asked about.

use std::cell::Cell;

use threefold::search::Interrupt;
use threefold::session::effort::Effort;
use threefold::session::registry::{GameName, Task};
use threefold::session::solve::{Answer, MoveAnswer};
use threefold_report::solve::{MoveEvent, PositionEvent};
use threefold_report::{Object, Source};

use super::report::Told;
use super::text;
use crate::solve::look::Look;
use threefold_terminal::output::{Channel, json_line};
use threefold_terminal::progress::Bars;

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
        let source = Source::of(self.task);
        if self.json {
            return self.print(json_line(&Object(&PositionEvent { source, answer })));
        }
        // Of a problem of shogi more is found out from the line, later.
        if self.task.subject.game() == GameName::Tsume {
            return;
        }
        let drawing = self.look.drawing();
        let diagram = drawing.and_then(|drawing| self.task.subject.diagram(drawing));
        let told = Told::new(source, answer.clone(), written, self.effort);
        self.has_begun.set(true);
        self.print(Ok(text::beginning(&told.with_diagram(diagram), self.look.of_players)));
    }

    /// So many moves are finished, this one the last.
    pub fn finished_move(&self, finished: usize, of: usize, answer: &MoveAnswer) {
        if self.json {
            let source = Source::of(self.task);
            self.print(json_line(&Object(&MoveEvent { source, finished, of, answer })));
        } else if self.has_begun() {
            self.print(Ok(text::one_move(finished, of, answer, self.look.of_players)));
        }
    }

    /// Where nobody reads any more nothing need be found out: the answer, when it is printed, says
    /// so once more.
    fn print(&self, text: Result<String, threefold_terminal::output::Stop>) {
        let printed = text.and_then(|text| self.bars.beside(|| self.channel.print(&text)));
        if printed.is_err() {
            self.interrupt.raise();
        }
    }
}
