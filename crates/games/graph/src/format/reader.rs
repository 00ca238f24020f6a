//! Reading `.game` files.

use threefold_game::{Game, History, HistoryError, HistoryReader, Outcome, Player, RepetitionRule};

use super::{GraphFile, ParseError, ParseErrorKind};
use crate::builder::is_name;
use crate::{Edge, GraphBuilder, GraphError, GraphGame, NodeId, OccurrenceRule, Status};

/// Reads a graph game; [`GraphFile`] describes the format.
///
/// ```
/// let file = threefold_graph::parse("\
/// threefold game 1
/// rule: attacker-loses
/// root: A
/// A first: B won   # B only leads back
/// B second: A
/// won win-first
/// ").unwrap();
/// assert_eq!(file.game.nodes().len(), 3);
/// assert_eq!(file.attacker, threefold_game::Player::First);
/// ```
///
/// # Errors
/// What is wrong with the text, with line and column.
pub fn parse(text: &str) -> Result<GraphFile, ParseError> {
    let mut reader = Reader::default();
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut first = true;
    let mut lines = 0;
    for (i, line) in text.lines().enumerate() {
        lines = i + 1;
        let (line, note) = match line.trim_start().strip_prefix("note:") {
            Some(note) => ("", Some(note)),
            None => (line.split('#').next().unwrap_or(""), None),
        };
        let tokens = tokens(line, lines);
        if first && (note.is_some() || !tokens.is_empty()) {
            read_version(&tokens, lines)?;
            first = false;
        } else if let Some(note) = note {
            reader.notes.push(note.trim().to_owned());
        } else if let Some((head, rest)) = tokens.split_first() {
            match head.text.strip_suffix(':') {
                Some(header) => reader.header(head, header, rest)?,
                None => reader.position(head, rest)?,
            }
        }
    }
    let end = Token { text: "", line: lines + 1, column: 1 };
    if first {
        return Err(end.error(ParseErrorKind::Format));
    }
    reader.finish(end)
}

/// A word and where it stands.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

impl Token<'_> {
    fn error(self, kind: impl Into<ParseErrorKind>) -> ParseError {
        ParseError { line: self.line, column: self.column, kind: kind.into() }
    }

    fn unknown(self) -> ParseError {
        self.error(ParseErrorKind::UnknownPosition(self.text.to_owned()))
    }

    /// The token that begins behind the first `bytes` bytes of this one.
    fn behind(&self, bytes: usize) -> Self {
        let column = self.column + self.text[..bytes].chars().count();
        Token { text: &self.text[bytes..], column, ..*self }
    }
}

/// The words of a line. A colon ends a word, and belongs to it.
fn tokens(text: &str, line: usize) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut start: Option<(usize, usize)> = None;
    for (column, (at, c)) in text.char_indices().enumerate() {
        let end = if c.is_whitespace() {
            at
        } else {
            start.get_or_insert((at, column + 1));
            if c != ':' {
                continue;
            }
            at + 1
        };
        if let Some((from, column)) = start.take() {
            tokens.push(Token { text: &text[from..end], line, column });
        }
    }
    if let Some((from, column)) = start {
        tokens.push(Token { text: &text[from..], line, column });
    }
    tokens
}

fn read_version(tokens: &[Token<'_>], line: usize) -> Result<(), ParseError> {
    let expected = ["threefold", "game"];
    for (i, word) in expected.into_iter().enumerate() {
        if tokens.get(i).is_none_or(|token| token.text != word) {
            let at = tokens.get(i).copied().unwrap_or(Token { text: "", line, column: 1 });
            return Err(at.error(ParseErrorKind::Format));
        }
    }
    match &tokens[expected.len()..] {
        [Token { text: "1", .. }] => Ok(()),
        [] => Err(tokens[0].error(ParseErrorKind::Format)),
        [Token { text: "1", .. }, more, ..] => {
            Err(more.error(ParseErrorKind::Unexpected(more.text.to_owned())))
        }
        [version, ..] => Err(version.error(ParseErrorKind::Version(version.text.to_owned()))),
    }
}

/// What has been read so far.
#[derive(Default)]
struct Reader<'a> {
    builder: GraphBuilder,
    notes: Vec<String>,
    rule: Option<RepetitionRule>,
    attacker: Option<Player>,
    root: Option<Token<'a>>,
    history: Option<Vec<Token<'a>>>,
    occurrences: Option<OccurrenceRule>,
    /// Each position with its successors, unresolved: they may be defined later.
    successors: Vec<(NodeId, Vec<Token<'a>>)>,
}

impl<'a> Reader<'a> {
    fn header(
        &mut self,
        head: &Token<'a>,
        header: &str,
        values: &[Token<'a>],
    ) -> Result<(), ParseError> {
        const KEYS: [&str; 5] = ["rule", "attacker", "root", "history", "occurrences"];
        let Some(key) = KEYS.into_iter().find(|&key| key == header) else {
            return Err(head.error(ParseErrorKind::UnknownHeader(header.to_owned())));
        };
        let is_set = match key {
            "rule" => self.rule.is_some(),
            "attacker" => self.attacker.is_some(),
            "root" => self.root.is_some(),
            "occurrences" => self.occurrences.is_some(),
            _ => self.history.is_some(),
        };
        if is_set {
            return Err(head.error(ParseErrorKind::DuplicateHeader(key)));
        }
        let Some((&value, more)) = values.split_first() else {
            return Err(head.error(ParseErrorKind::EmptyHeader(key)));
        };
        if key == "history" {
            self.history = Some(values.to_vec());
            return Ok(());
        }
        if key == "occurrences" {
            // A colon ends a word: what belongs together comes in pieces.
            let text: String = values.iter().map(|value| value.text).collect();
            let read = text.parse().map_err(|e| value.error(ParseErrorKind::Occurrences(e)))?;
            self.occurrences = Some(read);
            return Ok(());
        }
        if let Some(extra) = more.first() {
            return Err(extra.error(ParseErrorKind::Unexpected(extra.text.to_owned())));
        }
        match key {
            "rule" => {
                let rule = value.text.parse().map_err(|e| value.error(ParseErrorKind::Rule(e)))?;
                self.rule = Some(rule);
            }
            "attacker" => {
                let player = player(value.text).ok_or_else(|| {
                    value.error(ParseErrorKind::UnknownPlayer(value.text.to_owned()))
                })?;
                self.attacker = Some(player);
            }
            _ => self.root = Some(value),
        }
        Ok(())
    }

    /// `A first board=x: B C` or `D win-first`.
    fn position(&mut self, name: &Token<'a>, rest: &[Token<'a>]) -> Result<(), ParseError> {
        let Some((&status, mut rest)) = rest.split_first() else {
            return Err(name.error(ParseErrorKind::MissingStatus(name.text.to_owned())));
        };
        // The colon belongs to the last word before it, or stands alone.
        let mut colon = false;
        let mut without_colon = |text: &'a str| {
            let stripped = text.strip_suffix(':');
            colon = stripped.is_some();
            stripped.unwrap_or(text)
        };
        let word = without_colon(status.text);
        let status = read_status(word).ok_or_else(|| {
            let kind = match word {
                "" => ParseErrorKind::MissingStatus(name.text.to_owned()),
                _ => ParseErrorKind::UnknownStatus(word.to_owned()),
            };
            status.error(kind)
        })?;
        let mut board: Option<Token<'a>> = None;
        while !colon && let Some((&token, more)) = rest.split_first() {
            colon = token.text.ends_with(':');
            let word = token.text.strip_suffix(':').unwrap_or(token.text);
            rest = more;
            if word.is_empty() {
                continue;
            }
            let Some(label) = word.strip_prefix("board=") else {
                return Err(token.error(ParseErrorKind::UnknownAttribute(word.to_owned())));
            };
            if board.is_some() {
                return Err(token.error(ParseErrorKind::DuplicateBoard));
            }
            let label_at = token.behind("board=".len());
            board = Some(Token { text: label, ..label_at });
        }
        let id = self.builder.position(name.text, status).map_err(|e| name.error(e))?;
        if let Some(board) = board {
            self.builder.board(id, board.text).map_err(|e| board.error(e))?;
        }
        match status {
            Status::Turn(_) if !colon => {
                return Err(name.error(ParseErrorKind::MissingColon(name.text.to_owned())));
            }
            Status::Over(_) if !rest.is_empty() => {
                let error = GraphError::SuccessorOfResult(name.text.to_owned());
                return Err(rest[0].error(error));
            }
            _ => {}
        }
        self.successors.push((id, rest.to_vec()));
        Ok(())
    }

    fn finish(mut self, end: Token<'a>) -> Result<GraphFile, ParseError> {
        for (from, tokens) in &self.successors {
            for token in tokens {
                let edge = read_successor(&self.builder, *token)?;
                self.builder.edge(*from, edge).map_err(|e| token.error(e))?;
            }
        }
        let missing = |key| end.error(ParseErrorKind::MissingHeader(key));
        let rule = self.rule.ok_or_else(|| missing("rule"))?;
        let root = self.root.ok_or_else(|| missing("root"))?;
        let root_id = self.builder.find(root.text).ok_or_else(|| root.unknown())?;

        // Positions are numbered in the order in which their lines were read.
        let successors = self.successors;
        let game = self.builder.try_build().map_err(|fault| {
            let token = successors.get(fault.from.index()).and_then(|(_, s)| s.get(fault.index));
            token.copied().unwrap_or(end).error(fault.error)
        })?;
        let game = game.with_occurrences(self.occurrences.unwrap_or_default());
        let history = match &self.history {
            None => History::new(root_id),
            Some(tokens) => read_history(&game, rule, tokens, root, root_id)?,
        };
        let attacker = self.attacker.unwrap_or(Player::First);
        Ok(GraphFile { game, rule, attacker, history, notes: self.notes })
    }
}

fn player(text: &str) -> Option<Player> {
    match text {
        "first" => Some(Player::First),
        "second" => Some(Player::Second),
        _ => None,
    }
}

fn read_status(text: &str) -> Option<Status> {
    if let Some(player) = player(text) {
        return Some(Status::Turn(player));
    }
    match text.strip_prefix("win-") {
        Some(winner) => player(winner).map(|player| Status::Over(Outcome::Win(player))),
        None => (text == "draw").then_some(Status::Over(Outcome::Draw)),
    }
}

/// A name with its marks, each at most once and in any order.
fn read_successor(builder: &GraphBuilder, token: Token<'_>) -> Result<Edge, ParseError> {
    let mut name = token.text;
    let (mut irreversible, mut pass) = (false, false);
    loop {
        if let Some(rest) = name.strip_suffix('!').filter(|_| !irreversible) {
            (name, irreversible) = (rest, true);
        } else if let Some(rest) = name.strip_suffix('~').filter(|_| !pass) {
            (name, pass) = (rest, true);
        } else {
            break;
        }
    }
    let to = builder.find(name).ok_or_else(|| match is_name(name) {
        true => token.error(ParseErrorKind::UnknownPosition(name.to_owned())),
        false => token.error(GraphError::Name(name.to_owned())),
    })?;
    Ok(Edge { to, irreversible, pass })
}

fn read_history(
    game: &GraphGame,
    rule: RepetitionRule,
    tokens: &[Token<'_>],
    root: Token<'_>,
    root_id: NodeId,
) -> Result<History<GraphGame>, ParseError> {
    let Some((start, moves)) = tokens.split_first() else {
        return Ok(History::new(root_id));
    };
    let start_id = game.find(start.text).ok_or_else(|| start.unknown())?;
    let mut reader = HistoryReader::new(game, start_id, rule);
    let mut last = start;
    for token in moves {
        last = token;
        game.find(token.text).ok_or_else(|| token.unknown())?;
        let here = game.position_text(reader.history().root());
        reader.play(token.text).map_err(|error| {
            token.error(match error {
                HistoryError::Repeats { earlier, .. } => ParseErrorKind::HistoryRepeats {
                    to: token.text.to_owned(),
                    earlier: game.position_text(reader.history().position(earlier)),
                },
                _ => ParseErrorKind::HistoryMove { from: here, to: token.text.to_owned() },
            })
        })?;
    }
    let history = reader.finish();
    if *history.root() != root_id {
        return Err(last.error(ParseErrorKind::HistoryEnd {
            end: last.text.to_owned(),
            root: root.text.to_owned(),
        }));
    }
    Ok(history)
}
