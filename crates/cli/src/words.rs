//! Verdicts in words.

use threefold::game::{Game, Player};
use threefold::search::Verdict;
pub use threefold_terminal::words::{Words, capital, one_line, positions};

use crate::solve::{Asked, Value};

/// The verdict of a question, or why there is none.
pub fn verdict<G: Game>(words: &Words<'_, G>, asked: &Asked) -> String {
    match asked.verdict {
        Verdict::Proven => words.answer(asked.question, true),
        Verdict::Disproven => words.answer(asked.question, false),
        Verdict::Unknown(reason) => match asked.uncertified {
            None => format!("unknown: {reason}"),
            Some(proven) => {
                let answer = words.answer(asked.question, proven);
                format!("unknown: {reason} while its certificate was made (it says: {answer})")
            }
        },
    }
}

/// The value for `mover`.
pub fn value<G: Game>(words: &Words<'_, G>, mover: Player, value: Value) -> String {
    let (us, them) = (words.player(mover), words.player(mover.opponent()));
    match (value, words.is_chess()) {
        (Value::Win, true) => format!("win: {us} mates"),
        (Value::Loss, true) => format!("loss: {them} mates"),
        (Value::Win, false) => format!("win: {us} wins"),
        (Value::Loss, false) => format!("loss: {them} wins"),
        (Value::Draw, _) => "draw: neither side can force a win".to_owned(),
    }
}
