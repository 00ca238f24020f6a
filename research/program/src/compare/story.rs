//! A wrong answer explained, in words.

use threefold::certificate::Block;
use threefold::game::{Game, Outcome, Question};
use threefold::search::Verdict;
use threefold_lab::GhiError;
use threefold_lab::Treatment;
use threefold_lab::compare::{Contradiction, Culprit, End, Explanation, Source};

use super::assumed::Assumed;
use crate::units::count;
use threefold::session::words::Words;
use threefold_explorer::{Beside, BesideStep};

/// What was asked about a task, in words.
pub struct Label {
    /// The number of the task.
    pub task: usize,
    /// Where it comes from.
    pub input: String,
    /// Its name.
    pub id: Option<String>,
    /// The position, in the notation of its game.
    pub root: String,
    /// What "disproven" and "proven" mean: `white cannot force mate`, `white mates`.
    pub answers: [String; 2],
    /// What the answers hold under, if anything is assumed.
    pub assumed: Option<Assumed>,
}

impl Label {
    /// Where it comes from, and its name.
    pub fn title(&self) -> String {
        match &self.id {
            Some(id) => format!("{}  {id}", self.input),
            None => self.input.clone(),
        }
    }

    pub fn answer(&self, proven: bool) -> &str {
        &self.answers[usize::from(proven)]
    }
}

/// The first wrong answer of a policy, and the line on which it fails.
pub struct Story {
    pub treatment: Treatment,
    /// The number of the position in its group.
    pub number: usize,
    /// What it says of the root, and what is true.
    pub says: String,
    pub truth: String,
    /// Who knows that.
    pub source: &'static str,
    pub steps: Vec<StoryStep>,
    /// Where the treatment contradicts itself, if that was found.
    pub contradiction: Option<String>,
    /// How the line ends.
    pub end: String,
    /// A certificate of what is true.
    pub proof: Option<Block>,
    /// The name of the page of it, beside the report.
    pub page: Option<String>,
    /// The entry that the answer comes from, in words; `None` if it was not looked for or found.
    pub culprit: Option<Entry>,
}

/// The entry that a wrong answer comes from.
pub struct Entry {
    /// The position, and what the entry says of it.
    pub position: String,
    pub says: String,
    /// Who stored it, and on which path.
    pub stored: String,
    /// Who read it, and on which path.
    pub read: String,
    /// What is wrong with that.
    pub why: String,
    /// What has been tried out.
    pub proof: String,
}

impl Entry {
    /// In words; `answers` are those of the question, disproven first.
    pub fn new(treatment: Treatment, culprit: &Culprit, answers: &[String; 2]) -> Self {
        let by = |iteration: Option<u32>| match iteration {
            Some(plies) => format!("the iteration of {}", count(u64::from(plies), "ply")),
            None => "the search".to_owned(),
        };
        let on = |line: &[String]| match line {
            [] => "in the root".to_owned(),
            line => format!("on the path {}", line.join(" ")),
        };
        let stored = match (&culprit.stored_on, culprit.iterations) {
            (None, _) => "not known".to_owned(),
            (Some(line), None) => format!("{}, {}", by(None), on(line)),
            (Some(line), Some((_, iteration))) => format!("{}, {}", by(iteration), on(line)),
        };
        let read = by(culprit.iterations.map(|(read, _)| read));
        let why = match culprit.kind {
            GhiError::DrawFirst => {
                "draw-first: it rests on a repetition that there is not on the path where it was \
                 read"
            }
            GhiError::DrawLast => {
                "draw-last: on the path where it was read positions below have occurred already"
            }
        };
        let mut proof = match culprit.before {
            0 => "With this use of the table rejected the answer is right.".to_owned(),
            before => format!(
                "With this use of the table rejected, and {} before it, the answer is right.",
                count(u64::from(before), "false one")
            ),
        };
        if treatment == Treatment::DfpnIgnore {
            proof += " The search is the laboratory's own with a table as plain.";
        }
        Entry {
            position: culprit.position.clone(),
            says: answers[usize::from(culprit.says)].clone(),
            stored,
            read: format!("{read}, {}", on(&culprit.used_on)),
            why: why.to_owned(),
            proof,
        }
    }
}

/// A move of the line.
pub struct StoryStep {
    /// Who moves.
    pub player: String,
    /// The move.
    pub text: String,
    /// The positions before and after it.
    pub before: String,
    pub after: String,
    /// What the treatment says of the position after it, asked about that alone.
    pub says: Option<String>,
    /// Whether that is the contradiction, or it is at the position before this move.
    pub is_contradiction: bool,
}

impl Story {
    pub fn new<G: Game>(
        treatment: Treatment,
        number: usize,
        label: &Label,
        source: Source,
        words: &Words<'_, G>,
        question: Question,
        explanation: &Explanation,
    ) -> Self {
        let verdict = |verdict: Verdict| match verdict.decided() {
            Some(proven) => words.answer(question, proven),
            None => "unknown".to_owned(),
        };
        let contradicts = |i: usize| {
            [Contradiction::Reply(i), Contradiction::NoMove(i)]
                .into_iter()
                .any(|contradiction| explanation.contradiction == Some(contradiction))
        };
        let steps = explanation.steps.iter().enumerate().map(|(i, step)| StoryStep {
            player: words.player(step.player).to_owned(),
            text: step.text.clone(),
            before: step.position.clone(),
            after: step.after.clone(),
            says: step.says.map(verdict),
            is_contradiction: contradicts(i),
        });
        let opponent = words.player(explanation.owner.opponent());
        let contradiction = explanation.contradiction.map(|contradiction| match contradiction {
            Contradiction::Reply(i) => {
                let step = &explanation.steps[i];
                let says = step.says.map_or_else(|| "unknown".to_owned(), verdict);
                format!(
                    "Asked about the position after {} alone, with an empty table and the moves so \
                     far as history, it says: {says}.",
                    step.text
                )
            }
            Contradiction::NoMove(i) => {
                let line: Vec<&str> =
                    explanation.steps[..i].iter().map(|step| step.text.as_str()).collect();
                let place = match line.last() {
                    None => "in the root".to_owned(),
                    Some(last) => format!("after {last}"),
                };
                format!(
                    "It has to have a move for {opponent} {place}. Asked about the position after \
                     each of them alone, it stands by its claim in none."
                )
            }
        });
        let end = match explanation.end {
            End::Over(outcome) => {
                format!("The game is over: {}.", outcome_words(words, outcome))
            }
            End::Stuck(outcome) => {
                let mover = match explanation.steps.last() {
                    Some(step) => format!("After {} there is no legal move", step.text),
                    None => "There is no legal move".to_owned(),
                };
                format!("{mover}: {}.", outcome_words(words, outcome))
            }
            End::Repetition => {
                let attacker = words.player(question.attacker);
                let counts = match question.repetition_succeeds() {
                    Some(true) => "a success",
                    _ => "a failure",
                };
                format!(
                    "This position has occurred before, which counts as {counts} of {attacker}."
                )
            }
            End::CutOff => "The line goes on; it is too long to be shown.".to_owned(),
            End::NoStrategy => "Here the arbiter's budget ends.".to_owned(),
        };
        Story {
            treatment,
            number,
            says: label.answer(explanation.claimed).to_owned(),
            truth: label.answer(!explanation.claimed).to_owned(),
            source: source.name(),
            steps: steps.collect(),
            contradiction,
            end,
            proof: explanation.proof.clone(),
            page: None,
            culprit: None,
        }
    }

    /// What a page of the proof shows beside it: the moves of the line, what the treatment says
    /// after each, and where it errs.
    pub fn beside(&self) -> Beside {
        let place = self.steps.iter().position(|step| step.is_contradiction);
        let told = place.map_or(self.steps.len(), |place| place + 1);
        let step =
            |step: &StoryStep| BesideStep { text: step.text.clone(), says: step.says.clone() };
        Beside {
            policy: self.treatment.name().to_owned(),
            says: self.says.clone(),
            truth: self.truth.clone(),
            steps: self.steps[..told].iter().map(step).collect(),
            at: place.unwrap_or(0),
        }
    }

    /// The moves of the line.
    pub fn line(&self) -> String {
        self.steps.iter().map(|step| step.text.as_str()).collect::<Vec<_>>().join(" ")
    }
}

fn outcome_words<G: Game>(words: &Words<'_, G>, outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(player) => format!("{} has won", words.player(player)),
        Outcome::Draw => "a draw".to_owned(),
    }
}
