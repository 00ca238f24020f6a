//! Games from tokens.

use threefold_game::{Game, History, HistoryReader, RepetitionRule, quote};
use threefold_movetext::unescaped;

use super::error::{PdnError, PdnErrorKind};
use super::lexer::{Lexer, Token};
use crate::game::Checkers;
use crate::position::CheckersPosition;

/// The number that PDN gives to English draughts.
const GAME_TYPE: &str = "21";

/// Games are read without a database.
static RULES: Checkers = Checkers::new();

/// Tags that a game has once.
const FIRST_TAGS: [&str; 2] = ["Event", "FEN"];

/// A game: its tags, where it starts, and its moves.
#[derive(Clone, Debug)]
pub struct PdnGame {
    line: usize,
    tags: Vec<(String, String)>,
    history: History<Checkers>,
    result: Option<String>,
}

impl PdnGame {
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

    /// The whole game; its root is the position after the last move.
    pub fn history(&self) -> &History<Checkers> {
        &self.history
    }

    /// The game up to the position after that many plies; 0 is where it starts. `None` if there
    /// are not so many.
    pub fn after(&self, plies: usize) -> Option<History<Checkers>> {
        let moves = self.history.moves().get(..plies)?;
        let mut history = History::new(*self.history.start());
        moves.iter().for_each(|&m| history.push(&Checkers::new(), m));
        Some(history)
    }

    /// The result as it is written behind the moves, or else in the tag. Do not rely on it: see
    /// the [module](super).
    pub fn result(&self) -> Option<&str> {
        self.result.as_deref().or_else(|| self.tag("Result")).filter(|&result| result != "*")
    }
}

/// Reads a file, game by game. A game that cannot be read does not stop the reader; it goes on
/// with what follows the end of that game.
///
/// ```
/// use threefold_checkers::pdn;
/// let file = "1. 11-16 24-19 *\n1. 11-16 24-20 2. 16-20 *\n1. 9-13 *\n";
/// let games: Vec<_> = pdn::read(file).collect();
/// assert!(games[0].is_ok() && games[2].is_ok());
/// let error = games[1].as_ref().unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 19: ply 3: '16-20' is not a legal move here");
/// ```
pub fn read(text: &str) -> impl Iterator<Item = Result<PdnGame, PdnError>> + '_ {
    Reader { lexer: Lexer::new(text) }
}

/// Reads a position on a line of its own: a FEN, which may be followed by `moves` and moves. Then
/// the position in question is the one they lead to.
///
/// # Errors
/// [`PdnError`], with line 1 and the column.
///
/// ```
/// use threefold_checkers::pdn;
/// let game = pdn::parse_line("B:W21-32:B1-12 moves 11-15 23-19")?;
/// assert_eq!(game.history().moves().len(), 2);
/// assert!(pdn::parse_line("B: W21-32: B1-11, 12 moves 11-15").is_ok());
/// let error = pdn::parse_line("B:W33:B1-12").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 4: the squares are 1 to 32, found '33'");
/// # Ok::<(), pdn::PdnError>(())
/// ```
pub fn parse_line(text: &str) -> Result<PdnGame, PdnError> {
    let lexer = Lexer::new(text);
    let base = text.as_ptr() as usize;
    let mut words = text.split_whitespace().map(|word| (word.as_ptr() as usize - base, word));
    let Some((at, first)) = words.next() else { return Err(lexer.error(0, PdnErrorKind::Empty)) };
    let next = words.next();
    // There may be white space in the position, too.
    let moves = std::iter::once(next).flatten().chain(words.by_ref()).find(|&(_, w)| w == "moves");
    let fen = &text[at..moves.map_or(text.len(), |(at, _)| at)];
    let start = RULES.parse_position(fen).map_err(|error| match next {
        Some((at, word)) if word != "moves" && RULES.parse_position(first).is_ok() => {
            lexer.error(at, PdnErrorKind::Moves { found: quote(word) })
        }
        _ => {
            let error = error.shifted(at);
            lexer.error(error.offset(), PdnErrorKind::Position(error))
        }
    })?;
    let mut history = HistoryReader::new(&RULES, start, RepetitionRule::Draw);
    for (at, text) in words {
        history.play(text).map_err(|error| lexer.error(at, PdnErrorKind::Move(error)))?;
    }
    Ok(PdnGame { line: 1, tags: Vec::new(), history: history.finish(), result: None })
}

struct Reader<'t> {
    lexer: Lexer<'t>,
}

/// A game that is being read.
#[derive(Default)]
struct Open {
    line: Option<usize>,
    tags: Vec<(String, String)>,
    start: Option<CheckersPosition>,
    history: Option<HistoryReader<'static, Checkers>>,
}

impl Iterator for Reader<'_> {
    type Item = Result<PdnGame, PdnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut open = Open::default();
        match self.game(&mut open) {
            Ok(game) => game.map(Ok),
            Err(error) => {
                self.skip_game(open.history.is_some());
                Some(Err(error))
            }
        }
    }
}

impl Reader<'_> {
    fn game(&mut self, open: &mut Open) -> Result<Option<PdnGame>, PdnError> {
        loop {
            let before = self.lexer.clone();
            let Some((at, token)) = self.lexer.next()? else {
                return Ok(std::mem::take(open).finish(None));
            };
            if let Token::Tag { name, .. } = token
                && (open.history.is_some() || open.begins_another(name))
            {
                // A game without a result at its end.
                self.lexer = before;
                return Ok(std::mem::take(open).finish(None));
            }
            open.line.get_or_insert_with(|| self.lexer.error(at, PdnErrorKind::Empty).line);
            match token {
                Token::Tag { name, value, value_at } => {
                    self.tag(open, name, value, value_at)?;
                }
                Token::Result(result) => return Ok(std::mem::take(open).finish(Some(result))),
                Token::Move(text) => {
                    let start = open.start.unwrap_or_default();
                    let history = open.history.get_or_insert_with(|| {
                        HistoryReader::new(&RULES, start, RepetitionRule::Draw)
                    });
                    if !text.starts_with(|c: char| c.is_ascii_digit()) {
                        let found = quote(text);
                        return Err(self.lexer.error(at, PdnErrorKind::Unexpected { found }));
                    }
                    history
                        .play(text)
                        .map_err(|error| self.lexer.error(at, PdnErrorKind::Move(error)))?;
                }
            }
        }
    }

    fn tag(
        &self,
        open: &mut Open,
        name: &str,
        value: &str,
        value_at: usize,
    ) -> Result<(), PdnError> {
        match name {
            "FEN" => {
                let start = RULES.parse_position(value).map_err(|error| {
                    let error = error.shifted(value_at);
                    self.lexer.error(error.offset(), PdnErrorKind::Position(error))
                })?;
                open.start = Some(start);
            }
            "GameType" => {
                let number = value.split(',').next().unwrap_or_default().trim();
                if number != GAME_TYPE {
                    let found = quote(number);
                    return Err(self.lexer.error(value_at, PdnErrorKind::GameType { found }));
                }
            }
            _ => {}
        }
        open.tags.push((name.to_owned(), unescaped(value)));
        Ok(())
    }

    /// Leads to the beginning of the next game: behind a result, or before a tag. Moves of this one
    /// may have been met before.
    fn skip_game(&mut self, mut met_move: bool) {
        loop {
            let before = self.lexer.clone();
            match self.lexer.next() {
                Ok(None) | Ok(Some((_, Token::Result(_)))) => return,
                // Other tags are those of the same game as long as no move has come.
                Ok(Some((_, Token::Tag { name, .. })))
                    if met_move || FIRST_TAGS.contains(&name) =>
                {
                    self.lexer = before;
                    return;
                }
                Ok(Some((_, Token::Move(_)))) => met_move = true,
                // One error a game is enough.
                Ok(Some(_)) | Err(_) => {}
            }
        }
    }
}

impl Open {
    /// Whether a tag must be that of the next game: there are files of positions without results.
    fn begins_another(&self, name: &str) -> bool {
        FIRST_TAGS.contains(&name) && self.tags.iter().any(|(tag, _)| tag == name)
    }

    fn finish(self, result: Option<&str>) -> Option<PdnGame> {
        let line = self.line?;
        let start = self.start.unwrap_or_default();
        Some(PdnGame {
            line,
            tags: self.tags,
            history: self.history.map_or_else(|| History::new(start), HistoryReader::finish),
            result: result.map(str::to_owned),
        })
    }
}
