//! The grammar of the lines: what the reader accepts and the writer makes sure of.

use threefold_game::RepetitionRule;

use crate::error::{ReadError, ReadErrorKind};
use crate::header::{Claim, Goal, HANDS_DOMINATE, Header, HeaderLines, Key, Omitted};
use crate::leaf::MOST_PLIES;

/// The first words of a block; the version follows.
pub(crate) const MAGIC: &str = "threefold certificate ";
/// The version that this crate reads and writes.
pub(crate) const VERSION: &str = "1";
/// Between header and body.
pub(crate) const SEPARATOR: &str = "---";
/// Longer lines of a header are refused: a hostile file must not fill the memory with one.
/// A history of a hundred thousand moves fits.
pub(crate) const MAX_HEADER_LINE: usize = 1 << 20;
/// Longer moves are refused.
pub(crate) const MAX_MOVE_LINE: usize = 64 << 10;

/// Whether a line can be a move of any game: some text without blanks at its ends and without
/// control characters.
pub(crate) fn is_move(text: &str) -> bool {
    // Nearly all moves are a few ASCII letters and digits.
    let plain = text.bytes().all(|byte| byte.is_ascii_graphic());
    !text.is_empty() && (plain || (text.trim() == text && !text.contains(char::is_control)))
}

/// Removes a comment, which is a `#` after a blank, and the blanks around what is left.
fn strip_comment(line: &str) -> &str {
    let bytes = line.as_bytes();
    let comment = (1..bytes.len())
        .find(|&i| bytes[i] == b'#' && matches!(bytes[i - 1], b' ' | b'\t'))
        .unwrap_or(bytes.len());
    line[..comment].trim()
}

/// Collects the lines of one header.
#[derive(Default)]
pub(crate) struct HeaderParser {
    values: [Option<(String, u64)>; Key::COUNT],
    first: u64,
}

impl HeaderParser {
    /// Takes the first line of a block.
    pub(crate) fn begin(line: u64, text: &str) -> Result<Self, ReadError> {
        match text.strip_prefix(MAGIC) {
            Some(VERSION) => Ok(HeaderParser { first: line, ..HeaderParser::default() }),
            Some(version) => {
                Err(ReadError::new(line, ReadErrorKind::UnknownVersion(shorten(version))))
            }
            None => Err(ReadError::new(line, ReadErrorKind::NoCertificate)),
        }
    }

    /// Takes a line between the first and the separator.
    pub(crate) fn line(&mut self, line: u64, text: &str) -> Result<(), ReadError> {
        let error = |kind| Err(ReadError::new(line, kind));
        let Some((name, value)) = strip_comment(text).split_once(':') else {
            return error(ReadErrorKind::Malformed);
        };
        let Some(key) = Key::from_name(name) else {
            return error(ReadErrorKind::UnknownKey(shorten(name)));
        };
        let slot = &mut self.values[key as usize];
        if slot.is_some() {
            return error(ReadErrorKind::DuplicateKey(key.name()));
        }
        let value = value.trim();
        if value.is_empty() || value.contains(char::is_control) {
            return error(bad_value(key, "expected some text without control characters"));
        }
        *slot = Some((value.to_owned(), line));
        Ok(())
    }

    /// Takes the separator.
    pub(crate) fn finish(mut self, separator: u64) -> Result<(Header, HeaderLines), ReadError> {
        let mut lines = HeaderLines { keys: [self.first; Key::COUNT], body: separator + 1 };
        for key in Key::ALL {
            if let Some((_, line)) = self.values[key as usize] {
                lines.keys[key as usize] = line;
            }
        }
        let mut optional = |key: Key| self.values[key as usize].take().map(|(value, _)| value);
        let [attacker, footprints, history, database, within, plies] =
            [Key::Attacker, Key::Footprints, Key::History, Key::Database, Key::Within, Key::Plies]
                .map(&mut optional);
        let (leaf_plies, hands) = (optional(Key::LeafPlies), optional(Key::Hands));
        let mut required = |key: Key| {
            let missing = ReadErrorKind::MissingKey(key.name());
            optional(key).ok_or_else(|| ReadError::new(separator, missing))
        };
        let game = required(Key::Game)?;
        let claim = required(Key::Claim)?;
        let repetition = required(Key::Repetition)?;
        let root = required(Key::Root)?;
        let moves = required(Key::Moves)?;

        let bad = |key: Key, message: &str| ReadError::new(lines.of(key), bad_value(key, message));
        let claim: Claim = claim.parse().map_err(|error| bad(Key::Claim, &format!("{error}")))?;
        let repetition: RepetitionRule =
            repetition.parse().map_err(|error| bad(Key::Repetition, &format!("{error}")))?;
        match &attacker {
            None if repetition.names_attacker() => {
                let kind = ReadErrorKind::MissingKey(Key::Attacker.name());
                return Err(ReadError::new(separator, kind));
            }
            Some(_) if !repetition.names_attacker() => {
                return Err(bad(Key::Attacker, &format!("'{repetition}' is about no attacker")));
            }
            Some(attacker) => {
                // The other two claims would need another walk, and nobody asks for them.
                let by_attacker =
                    (repetition == RepetitionRule::AttackerLoses) == (claim.goal == Goal::Wins);
                if by_attacker != (claim.player == *attacker) {
                    let message = format!("no claim about attacker {attacker} under {repetition}");
                    return Err(bad(Key::Claim, &message));
                }
            }
            None => {}
        }
        match &footprints {
            None if repetition.is_superko() => {
                let kind = ReadErrorKind::MissingKey(Key::Footprints.name());
                return Err(ReadError::new(separator, kind));
            }
            Some(_) if !repetition.is_superko() => {
                return Err(bad(Key::Footprints, "only superko has footprints"));
            }
            Some(kind) if kind != "exact" && kind != "interval" => {
                return Err(bad(Key::Footprints, "expected exact or interval"));
            }
            _ => {}
        }
        if database.is_some() && repetition.is_superko() {
            // A database knows positions, and under superko a position has no value of its own.
            return Err(bad(Key::Database, "there is none under superko"));
        }
        let (key, plies) = match (claim.goal, within, plies) {
            (Goal::Wins, _, Some(_)) => {
                return Err(bad(Key::Plies, "who wins does so within a number of plies"));
            }
            (Goal::Holds, Some(_), _) => {
                return Err(bad(Key::Within, "who holds does so for a number of plies"));
            }
            (Goal::Wins, within, None) => (Key::Within, within),
            (Goal::Holds, None, plies) => (Key::Plies, plies),
        };
        if plies.is_some() && (repetition.is_superko() || database.is_some()) {
            // A leaf of a database has no distance, and under superko a position is walked again.
            return Err(bad(key, "there is none under superko, nor with a database"));
        }
        let plies = match plies {
            None => None,
            Some(text) => Some(
                (text.parse().ok())
                    .filter(|number: &u32| number.to_string() == text)
                    .ok_or_else(|| bad(key, "expected a number in decimal digits, below 2^32"))?,
            ),
        };
        let leaf_plies = match leaf_plies {
            None => 0,
            Some(_) if key != Key::Plies || plies.is_none() => {
                return Err(bad(Key::LeafPlies, "only who holds for a number of plies has leaves"));
            }
            Some(text) => (1..=MOST_PLIES)
                .find(|number| number.to_string() == text)
                .ok_or_else(|| bad(Key::LeafPlies, "expected 1, 2 or 3"))?,
        };
        if let Some(hands) = &hands {
            if hands != HANDS_DOMINATE {
                return Err(bad(Key::Hands, "expected dominate"));
            }
            // Where positions before the root count, one with more in hand may be one of them.
            let is_plain = !repetition.is_superko() && database.is_none() && history.is_none();
            if key == Key::Plies && plies.is_some() || !is_plain {
                let message = "not with plies, a history, a database or superko";
                return Err(bad(Key::Hands, message));
            }
        }
        let moves = (moves.parse().ok())
            .filter(|number: &u64| number.to_string() == moves)
            .ok_or_else(|| bad(Key::Moves, "expected a number in decimal digits"))?;
        let (game, parameters) = match game.split_once(' ') {
            Some((game, parameters)) => (game.to_owned(), parameters.to_owned()),
            None => (game, String::new()),
        };
        let header = Header {
            game,
            parameters,
            claim,
            plies,
            omitted: Omitted { leaf_plies, hands: hands.is_some() },
            repetition,
            attacker,
            footprints,
            root,
            history,
            database,
            moves,
        };
        Ok((header, lines))
    }
}

fn bad_value(key: Key, message: &str) -> ReadErrorKind {
    ReadErrorKind::BadValue { key: key.name(), message: message.to_owned() }
}

/// The beginning of a text from a file, for a message of one line.
pub(crate) fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(40).flat_map(char::escape_debug).collect();
    if text.chars().nth(40).is_some() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_begin_after_a_blank() {
        assert_eq!(strip_comment("root: A   # the root"), "root: A");
        assert_eq!(strip_comment("root: A\t#"), "root: A");
        assert_eq!(strip_comment("root: A#1"), "root: A#1");
        assert_eq!(strip_comment("#"), "#");
        assert_eq!(strip_comment("root: \u{e4} # \u{e4}"), "root: \u{e4}");
    }

    #[test]
    fn moves_are_single_words_or_nearly() {
        assert!(is_move("e7e8q") && is_move("32-28") && is_move("\u{e4}") && is_move("a b"));
        assert!(!is_move("") && !is_move(" e2e4") && !is_move("e2e4 ") && !is_move("e2\te4"));
    }

    #[test]
    fn messages_stay_on_their_line() {
        assert_eq!(shorten("a\nb"), "a\\nb");
        assert_eq!(shorten(&"x".repeat(100)).len(), 43);
    }
}
