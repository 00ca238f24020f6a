//! Games from tokens.

use threefold_game::{
    Distances, Game, History, HistoryError, HistoryReader, RepetitionRule, quote,
};
use threefold_movetext::unescaped;

use super::error::{PgnError, PgnErrorKind};
use super::lexer::{Lexer, Token, is_null_move};
use crate::{Chess, ChessPosition, san};

/// Tags that a game has once.
const ONCE: [&str; 2] = ["Event", "FEN"];

/// Values of the tag `Variant`, in small letters and without anything between them: standard chess
/// and Chess960, which is the same game here. The standard start is one of Chess960, and then needs
/// no `FEN`.
const VARIANTS: [&str; 8] = [
    "standard",
    "chess",
    "normal",
    "fromposition",
    "chess960",
    "fischerandom",
    "fischerrandom",
    "freestyle",
];

/// A game: its tags, where it starts, and its moves.
#[derive(Clone, Debug)]
pub struct PgnGame {
    number: usize,
    line: usize,
    tags: Vec<(String, String)>,
    /// What was played before null moves, each of which begins another history.
    before: Vec<History<Chess>>,
    history: History<Chess>,
    result: Option<String>,
}

impl PgnGame {
    /// The number of the game in the file, 1 for the first.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The line on which the game begins, 1 for the first.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The tags, names and values, in order.
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// The value of the first tag with that name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The whole game, or what follows its last null move; its root is the position after the last
    /// move.
    pub fn history(&self) -> &History<Chess> {
        &self.history
    }

    /// How many moves were played, null moves included.
    pub fn plies(&self) -> usize {
        self.before.iter().map(|part| part.moves().len() + 1).sum::<usize>()
            + self.history.moves().len()
    }

    /// The number of the move after so many plies, by the FEN where the game starts.
    pub fn move_number(&self, plies: usize) -> u32 {
        let number = self.tag("FEN").and_then(|fen| fen.split_whitespace().nth(5)?.parse().ok());
        let start = self.before.first().unwrap_or(&self.history).start();
        numbered(number, start, plies)
    }

    /// The game up to the position after that many plies; 0 is where it starts. `None` if there
    /// are not so many.
    pub fn after(&self, plies: usize) -> Option<History<Chess>> {
        let mut left = plies;
        for part in self.before.iter().chain([&self.history]) {
            let Some(moves) = part.moves().get(..left) else {
                left -= part.moves().len() + 1;
                continue;
            };
            let mut history = History::new(part.start().clone());
            moves.iter().for_each(|&m| history.push(&Chess, m));
            return Some(history);
        }
        None
    }

    /// The result as it is written behind the moves, or else in the tag; `None` for `*`.
    pub fn result(&self) -> Option<&str> {
        self.result.as_deref().or_else(|| self.tag("Result")).filter(|&result| result != "*")
    }
}

/// Reads a file, game by game. A game that cannot be read does not stop the reader; it goes on
/// with the next. [`Iterator::nth`] does not play the games that it skips.
///
/// ```
/// use threefold_chess::pgn;
/// let file = "1. e4 e5 *\n1. e4 e5 2. Ke3 *\n1. d4 *\n";
/// let games: Vec<_> = pgn::read(file).collect();
/// assert!(games[0].is_ok() && games[2].is_ok());
/// assert_eq!(
///     games[1].as_ref().unwrap_err().to_string(),
///     "game 2, line 2, column 13: ply 3: 'Ke3' is not a legal move here"
/// );
/// assert_eq!(pgn::read(file).nth(2).unwrap()?.number(), 3);
/// # Ok::<(), pgn::PgnError>(())
/// ```
pub fn read(text: &str) -> Games<'_> {
    let begin = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    Games {
        text,
        lexer: Lexer::new(text, begin),
        number: 0,
        place: Place { at: begin, line: 1, line_start: begin },
    }
}

/// The games of a file ([`read`]).
#[derive(Clone)]
pub struct Games<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
    /// How many games have been met.
    number: usize,
    /// Where the last game that was met begins.
    place: Place,
}

/// A byte of the text and its line.
#[derive(Clone, Copy)]
struct Place {
    at: usize,
    line: usize,
    line_start: usize,
}

impl Place {
    /// Goes on to a byte behind. Each game goes on from the last, so that the whole text is
    /// looked through once.
    fn advanced(mut self, text: &str, to: usize) -> Place {
        let passed = &text.as_bytes()[self.at..to];
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
        if let Some(i) = passed.iter().rposition(|&byte| byte == b'\n') {
            self.line_start = self.at + i + 1;
        }
        self.at = to;
        self
    }
}

/// The tokens of a game, not looked at yet.
#[derive(Default)]
struct Raw<'t> {
    start: Option<usize>,
    /// Name, value, and the byte where the value begins.
    tags: Vec<(&'t str, &'t str, usize)>,
    moves: Vec<(usize, &'t str)>,
    result: Option<&'t str>,
    /// What is wrong in spite of all rules.
    error: Option<(usize, PgnErrorKind)>,
}

impl Raw<'_> {
    /// Whether a tag must be that of the next game: there are files of positions without results.
    fn is_ended_by(&self, name: &str) -> bool {
        let is_there = || self.tags.iter().any(|&(tag, ..)| tag == name);
        !self.moves.is_empty() || ONCE.contains(&name) && is_there()
    }
}

impl Iterator for Games<'_> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let raw = self.raw()?;
        Some(self.play(raw).map_err(|(at, kind)| {
            let place = self.place.advanced(self.text, at.max(self.place.at));
            let column = self.text[place.line_start..place.at].chars().count() + 1;
            PgnError { game: self.number, line: place.line, column, kind }
        }))
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        for _ in 0..n {
            self.raw()?;
        }
        self.next()
    }
}

impl<'t> Games<'t> {
    /// The next game, which is counted.
    fn raw(&mut self) -> Option<Raw<'t>> {
        let mut raw = Raw::default();
        loop {
            let before = self.lexer.clone();
            let token = match self.lexer.next() {
                Ok(None) => break,
                Ok(Some(token)) => token,
                // A tag, however it is written, does not stand behind moves.
                Err((_, PgnErrorKind::Tag)) if !raw.moves.is_empty() => {
                    self.lexer = before;
                    break;
                }
                Err((at, kind)) => {
                    raw.start.get_or_insert(at);
                    raw.error.get_or_insert((at, kind));
                    continue;
                }
            };
            if let (_, Token::Tag { name, .. }) = token
                && raw.is_ended_by(name)
            {
                self.lexer = before;
                break;
            }
            raw.start.get_or_insert(token.0);
            match token {
                (_, Token::Tag { name, value, value_at }) => raw.tags.push((name, value, value_at)),
                (at, Token::Move(text)) => raw.moves.push((at, text)),
                (_, Token::Result(result)) => {
                    raw.result = Some(result);
                    break;
                }
            }
        }
        let start = raw.start?;
        self.number += 1;
        self.place = self.place.advanced(self.text, start);
        Some(raw)
    }

    /// What the first error is, if there are several.
    fn play(&self, raw: Raw<'_>) -> Result<PgnGame, (usize, PgnErrorKind)> {
        let is_before_error = |at: usize| raw.error.as_ref().is_none_or(|&(error, _)| at < error);
        let start = start(&raw, is_before_error)?;
        let mut history = HistoryReader::new(&Chess, start, RepetitionRule::Draw);
        let (mut before, mut plies) = (Vec::new(), 0);
        for &(at, text) in raw.moves.iter().take_while(|&&(at, _)| is_before_error(at)) {
            if is_null_move(text) {
                let passed = Chess.passed(history.history().root());
                let start = passed.ok_or((at, PgnErrorKind::Pass))?;
                let next = HistoryReader::new(&Chess, start, RepetitionRule::Draw);
                let part = std::mem::replace(&mut history, next).finish();
                plies += part.moves().len() + 1;
                before.push(part);
                continue;
            }
            san::play(&mut history, text)
                .map_err(|error| (at, PgnErrorKind::Move(later(error, plies))))?;
        }
        if let Some(error) = raw.error {
            return Err(error);
        }
        Ok(PgnGame {
            number: self.number,
            line: self.place.line,
            tags: raw
                .tags
                .iter()
                .map(|&(name, value, _)| (name.to_owned(), unescaped(value)))
                .collect(),
            before,
            history: history.finish(),
            result: raw.result.map(str::to_owned),
        })
    }
}

/// The same error behind so many plies more.
fn later(mut error: HistoryError, plies: usize) -> HistoryError {
    if let HistoryError::Move { index, .. } | HistoryError::Over { index } = &mut error {
        *index += plies;
    }
    error
}

/// The number of the move after so many plies; 1 is the first if nothing else is said.
pub fn numbered(first: Option<u32>, start: &ChessPosition, plies: usize) -> u32 {
    let plies = plies + Chess.player_to_move(start).index();
    first.unwrap_or(1).max(1).saturating_add(plies as u32 / 2)
}

/// Where a game starts, by its tags.
fn start(
    raw: &Raw<'_>,
    is_before_error: impl Fn(usize) -> bool,
) -> Result<ChessPosition, (usize, PgnErrorKind)> {
    let mut start = ChessPosition::startpos();
    for &(name, value, value_at) in raw.tags.iter().filter(|&&(.., at)| is_before_error(at)) {
        match name {
            "FEN" => {
                start = Chess.parse_position(value).map_err(|error| {
                    let error = error.shifted(value_at);
                    (error.offset(), PgnErrorKind::Position(error))
                })?;
            }
            "Variant" => {
                let word = |c: &char| c.is_alphanumeric();
                let variant = value.chars().filter(word).collect::<String>().to_lowercase();
                if !variant.is_empty() && !VARIANTS.contains(&&*variant) {
                    let found = quote(value);
                    return Err((value_at, PgnErrorKind::Variant { found }));
                }
            }
            _ => {}
        }
    }
    Ok(start)
}
