//! Where things are in an SGF text. The parser says what is wrong but not where; this scan finds
//! the first fault of the grammar, and the place of every property.

use super::error::{SgfError, SgfErrorKind};

/// More nodes in a row than any game has; the parser's tree is taken down by recursion.
const DEEPEST: usize = 20_000;

/// A property of a node, by its place in the text.
pub(super) struct Property {
    /// Lower-case letters of old files left out.
    pub name: String,
    /// Where each value begins, behind its bracket.
    pub values: Vec<usize>,
}

/// What a scan finds.
pub(super) struct Scan {
    /// Where each game begins and ends.
    pub games: Vec<std::ops::Range<usize>>,
    /// The properties of the nodes of each game, in the order of the text.
    pub nodes: Vec<Vec<Vec<Property>>>,
}

/// Line and column of an offset, from 1.
pub(super) fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

pub(super) fn error(text: &str, offset: usize, kind: SgfErrorKind) -> SgfError {
    let (line, column) = place(text, offset);
    SgfError { line, column, kind }
}

/// Scans a whole text.
pub(super) fn scan(text: &str) -> Result<Scan, SgfError> {
    Scanner { text, at: 0, scan: Scan { games: Vec::new(), nodes: Vec::new() } }.run()
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    scan: Scan,
}

impl Scanner<'_> {
    fn run(mut self) -> Result<Scan, SgfError> {
        while let Some(start) = self.next_game() {
            self.at = start;
            self.game()?;
            self.scan.games.push(start..self.at);
        }
        if self.scan.games.is_empty() {
            return Err(error(self.text, 0, SgfErrorKind::NoGame));
        }
        Ok(self.scan)
    }

    /// Where the next game begins: at a `(` followed by `;`. Other text around games is skipped, as
    /// the standard wants it.
    fn next_game(&self) -> Option<usize> {
        let opens = |i: &usize| self.text[i + 1..].trim_start().starts_with(';');
        self.text[self.at..].match_indices('(').map(|(i, _)| self.at + i).find(opens)
    }

    fn blank(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn wrong(&self, expected: &'static str) -> SgfError {
        let kind = match self.peek() {
            None => SgfErrorKind::Truncated("a game"),
            Some(c) => SgfErrorKind::Syntax { expected, found: format!("'{}'", c.escape_debug()) },
        };
        error(self.text, self.at, kind)
    }

    fn game(&mut self) -> Result<(), SgfError> {
        // Depth in nodes at each open bracket.
        let mut open: Vec<usize> = Vec::new();
        let mut depth = 0;
        let mut nodes = Vec::new();
        loop {
            self.blank();
            match self.peek() {
                Some('(') => {
                    open.push(depth);
                    self.at += 1;
                    self.blank();
                    if self.peek() != Some(';') {
                        return Err(self.wrong("';', the first node"));
                    }
                }
                Some(')') => {
                    self.at += 1;
                    depth = open.pop().unwrap_or_default();
                    if open.is_empty() {
                        self.scan.nodes.push(nodes);
                        return Ok(());
                    }
                }
                Some(';') => {
                    depth += 1;
                    if depth > DEEPEST {
                        return Err(error(self.text, self.at, SgfErrorKind::TooDeep(DEEPEST)));
                    }
                    self.at += 1;
                    nodes.push(self.node()?);
                }
                _ => return Err(self.wrong("';', '(' or ')'")),
            }
        }
    }

    fn node(&mut self) -> Result<Vec<Property>, SgfError> {
        let mut properties = Vec::new();
        loop {
            self.blank();
            if !self.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
                return Ok(properties);
            }
            let rest = &self.text[self.at..];
            let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
            let name: String = rest[..end].chars().filter(char::is_ascii_uppercase).collect();
            self.at += end;
            self.blank();
            if self.peek() != Some('[') {
                return Err(self.wrong("'[', the value of the property"));
            }
            let mut values = Vec::new();
            while self.peek() == Some('[') {
                self.at += 1;
                values.push(self.at);
                self.value()?;
                self.blank();
            }
            properties.push(Property { name, values });
        }
    }

    /// Goes behind the bracket that closes a value.
    fn value(&mut self) -> Result<(), SgfError> {
        let start = self.at;
        let mut escaped = false;
        for (i, c) in self.text[start..].char_indices() {
            match c {
                ']' if !escaped => {
                    self.at = start + i + 1;
                    return Ok(());
                }
                '\\' => escaped = !escaped,
                _ => escaped = false,
            }
        }
        Err(error(self.text, start - 1, SgfErrorKind::Truncated("a value")))
    }
}
