//! A question about a board in one line: `go 2x3 at-least 1 rule positional-superko root OO./... B
//! moves B1`.
//!
//! After `go` comes what certificates have after it; `rule`, `root` and `moves` may follow.

use threefold_game::{Game, History, RepetitionRule};
use threefold_go::{Go, Terms};

use crate::history::played;
use threefold_answer::error::Error;

/// Whether Black scores at least so many points.
#[derive(Clone, Debug)]
pub struct BoardQuestion {
    terms: Terms,
    rule: RepetitionRule,
    /// The position before the moves; the empty board if left out.
    root: Option<String>,
    moves: Option<String>,
}

/// The words that begin a part, in order.
const PARTS: [&str; 3] = ["rule", "root", "moves"];

impl BoardQuestion {
    /// Whether the text begins like one.
    pub fn is_one(text: &str) -> bool {
        let mut words = text.split_whitespace();
        words.next() == Some("go") && words.next().is_some_and(|word| word.contains(['x', 'X']))
    }

    /// Reads a question, with `go` in front or without.
    ///
    /// # Errors
    /// What is wrong, and where, in bytes.
    pub fn parse(text: &str) -> Result<Self, (usize, String)> {
        let begin = text.len() - text.trim_start().len();
        let begin = match text[begin..].strip_prefix("go ") {
            Some(rest) => text.len() - rest.trim_start().len(),
            None => begin,
        };
        // Where each part begins, its word left out, and ends.
        let mut parts: [Option<(usize, usize)>; 4] = [Some((begin, text.len())), None, None, None];
        let mut last = 0;
        for (at, word) in words(text, begin) {
            let Some(i) = PARTS.iter().position(|&part| part == word).map(|i| i + 1) else {
                continue;
            };
            if i <= last {
                let expected = PARTS.join(", ");
                return Err((
                    at,
                    format!("'{word}' once more or too late; the order is {expected}"),
                ));
            }
            parts[last].as_mut().expect("found before").1 = at;
            parts[i] = Some((at + word.len(), text.len()));
            last = i;
        }
        let part = |i: usize| {
            let (from, to) = parts[i]?;
            let inside = &text[from..to];
            let at = from + inside.len() - inside.trim_start().len();
            Some((at, inside.trim()))
        };
        let (at, terms) = part(0).expect("always there");
        let terms: Terms = terms
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .parse()
            .map_err(|error| (at, format!("{error}")))?;
        let rule = match part(1) {
            None if terms.basic_ko => RepetitionRule::Draw,
            None => RepetitionRule::SituationalSuperko,
            Some((at, _)) if terms.basic_ko => {
                return Err((at, "under basic-ko there is no other rule".to_owned()));
            }
            Some((_, "ssk")) => RepetitionRule::SituationalSuperko,
            Some((_, "psk")) => RepetitionRule::PositionalSuperko,
            Some((at, name)) => match name.parse() {
                Ok(rule) if RepetitionRule::is_superko(rule) => rule,
                _ => {
                    let message = "expected situational-superko or positional-superko";
                    return Err((at, format!("{message}, found '{name}'")));
                }
            },
        };
        let owned = |i| part(i).map(|(_, text)| text.to_owned());
        let question = BoardQuestion { terms, rule, root: owned(2), moves: owned(3) };
        let game = question.game(rule).map_err(|message| (at, message))?;
        if let Some((at, root)) = part(2) {
            game.parse_position(root).map_err(|error| (at + error.offset(), error.to_string()))?;
        }
        let at = part(3).map_or(at, |(at, _)| at);
        question.under(rule).map_err(|error| (at, error.to_string()))?;
        Ok(question)
    }

    /// The rule of repetition that the question says: a superko rule, or `Draw` under basic ko.
    pub fn rule(&self) -> RepetitionRule {
        self.rule
    }

    fn game(&self, rule: RepetitionRule) -> Result<Go<u64>, String> {
        let terms = Terms { basic_ko: !rule.is_superko(), ..self.terms };
        Go::new(terms).map_err(|error| error.to_string())
    }

    /// The game and the position under a rule: basic ko if it is no superko rule.
    ///
    /// # Errors
    /// The moves before the position cannot be played under it.
    pub fn under(&self, rule: RepetitionRule) -> Result<(Go<u64>, History<Go<u64>>), Error> {
        let game = self.game(rule).map_err(Error::Other)?;
        let start = match &self.root {
            None => game.start(),
            Some(root) => game.parse_position(root).map_err(Error::other)?,
        };
        let moves = self.moves.as_deref().unwrap_or_default();
        let history = played(&game, rule, start, moves)?;
        Ok((game, history))
    }
}

/// The words from a place on, with their places.
fn words(text: &str, begin: usize) -> impl Iterator<Item = (usize, &str)> {
    let rest = &text[begin..];
    rest.split_whitespace().map(move |word| (word.as_ptr().addr() - text.as_ptr().addr(), word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read() {
        for (text, rule, root) in [
            ("go 2x3 at-least 1", "situational-superko", ".../... B"),
            ("2x3 at-least 1 rule psk", "positional-superko", ".../... B"),
            ("go 2x2 at-least -1 suicide root XO/.. W", "situational-superko", "XO/.. W"),
            ("go  1x5 at-least 1 basic-ko  root  .XO.. B moves  pass", "draw", ".XO.. W pass"),
            ("go 1x5 at-least 1 moves B1 C1", "situational-superko", ".XO.. B"),
        ] {
            let asked = BoardQuestion::parse(text).unwrap_or_else(|error| panic!("{error:?}"));
            assert_eq!(asked.rule().name(), rule);
            let (game, history) = asked.under(asked.rule()).unwrap();
            assert_eq!(game.position_text(history.root()), root);
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (text, at, message) in [
            ("go 2x3", 3, "expected a size, 'at-least' and a score"),
            ("go 9x9 at-least 1", 3, "64"),
            ("go 2x3 at-least 1 rule draw", 23, "expected situational-superko or"),
            ("go 2x3 at-least 1 basic-ko rule psk", 32, "under basic-ko there is no other rule"),
            ("go 2x3 at-least 1 root .#./... B", 24, "expected '.', 'X', 'O' or '/'"),
            ("go 2x3 at-least 1 moves A1 A1", 24, "there is already a stone on 'A1'"),
            ("go 2x3 at-least 1 moves A1 root .../... B", 27, "'root' once more or too late"),
            ("go 1x2 at-least 1 rule psk moves A1 B1 A1", 33, "repeats an earlier position"),
        ] {
            let error = BoardQuestion::parse(text).err().unwrap();
            assert!(error.0 == at && error.1.contains(message), "{text}: {error:?}");
        }
    }
}
