//! A wrong answer explained, in words.

use threefold::game::{Game, Outcome, Question};
use threefold::search::Verdict;
use threefold_lab::Treatment;
use threefold_lab::compare::{Contradiction, End, Explanation, Source};

use super::positions::Label;
use threefold::session::words::Words;

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
