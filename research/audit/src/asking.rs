//! An engine that is asked, and its answers judged.

use std::time::Duration;

use serde::Serialize;
use threefold_chess::Chess;
use threefold_game::History;

use crate::client::{Answer, ClientError, Engine, Go};
use crate::judge::{Fault, Margins, judge};
use crate::line::in_uci;
use crate::truth::{Truths, Value};

/// What each search may spend.
pub type Budget = Go;

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The command that starts the engine.
    pub engine: String,
    /// Options that it is given, in this order.
    pub options: Vec<(String, String)>,
    /// What each of its searches may spend.
    pub budget: Budget,
    /// How long each of its answers may take.
    pub patience: Duration,
    /// Which scores are claims.
    pub margins: Margins,
    /// How often a candidate is repeated.
    pub repeats: u32,
}

/// What an engine said, and what is wrong with it.
#[derive(Clone, Debug, Serialize)]
pub struct Said {
    /// Its move.
    pub best: Option<String>,
    /// Its last score with its bound, as text.
    pub score: Option<String>,
    /// The plies it said it has searched.
    pub depth: Option<u32>,
    /// Its line.
    pub line: String,
    /// What is wrong; nothing if it is right.
    pub faults: Vec<Fault>,
}

/// An audit of one engine.
pub struct Audit<'a> {
    /// What is to be done.
    pub settings: &'a Settings,
    /// What is true.
    pub truths: &'a mut Truths,
    /// Is told what is being done.
    pub tell: &'a mut dyn FnMut(&str),
}

impl Audit<'_> {
    /// The engine, with its options.
    pub(crate) fn start(&self, more: &[(String, String)]) -> Result<Engine, ClientError> {
        let mut engine = Engine::start(&self.settings.engine, self.settings.patience)?;
        for (name, value) in self.settings.options.iter().chain(more) {
            engine.set(name, value)?;
        }
        Ok(engine)
    }

    pub(crate) fn said(
        &mut self,
        answer: Answer,
        history: &History<Chess>,
        truth: Value,
    ) -> (Said, bool) {
        let margins = self.settings.margins;
        let (faults, is_complete) = judge(&answer, history, truth, margins, self.truths);
        let info = answer.info;
        let said = Said {
            best: answer.best,
            score: info.as_ref().map(|info| format!("{:?} {:?}", info.score, info.bound)),
            depth: info.as_ref().and_then(|info| info.depth),
            line: info.map(|info| info.line.join(" ")).unwrap_or_default(),
            faults,
        };
        (said, is_complete)
    }

    /// The answer to a case after the questions before it, or without them. `None` if its move
    /// cannot be judged.
    pub(crate) fn answer(
        &mut self,
        engine: &mut Engine,
        case: &Case,
        with_memory: bool,
    ) -> Result<Option<Said>, ClientError> {
        let go = self.settings.budget;
        engine.new_game()?;
        if with_memory {
            for before in &case.before {
                engine.ask(&in_uci(before), go)?;
            }
        }
        let answer = engine.ask(&in_uci(&case.asked), go)?;
        let (said, is_complete) = self.said(answer, &case.asked, case.truth);
        Ok((is_complete || !said.faults.is_empty()).then_some(said))
    }
}

/// Questions before, and the one that goes wrong.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub before: Vec<History<Chess>>,
    pub asked: History<Chess>,
    pub truth: Value,
}

impl Case {
    pub fn script(&self, settings: &Settings) -> Vec<String> {
        let options = settings.options.iter();
        let mut script: Vec<String> =
            options.map(|(name, value)| format!("setoption name {name} value {value}")).collect();
        script.push("ucinewgame".to_owned());
        for history in self.before.iter().chain([&self.asked]) {
            script.push(format!("position {}", in_uci(history)));
            script.push(settings.budget.command());
        }
        script
    }
}
