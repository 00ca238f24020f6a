//! The operations that follow a position.

use std::fmt;

use threefold_game::quote;

use super::{EpdError, EpdErrorKind};

/// One operand of an operation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A word: a move, a number, a mate length.
    Word(String),
    /// A text in quotation marks, without them.
    Text(String),
}

impl Operand {
    /// The operand's characters, without quotation marks.
    pub fn as_str(&self) -> &str {
        match self {
            Operand::Word(text) | Operand::Text(text) => text,
        }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Word(text) => f.write_str(text),
            Operand::Text(text) => write!(f, "\"{text}\""),
        }
    }
}

/// An operation: a name and operands, as `bm Qe7#`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Operation {
    opcode: String,
    operands: Vec<Operand>,
}

impl Operation {
    /// The name.
    pub fn opcode(&self) -> &str {
        &self.opcode
    }

    /// The operands, in order.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// The first operand.
    pub fn first(&self) -> Option<&str> {
        self.operands.first().map(Operand::as_str)
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        for operand in &self.operands {
            write!(f, " {operand}")?;
        }
        f.write_str(";")
    }
}

/// An operation with the places of its parts, for errors that are found later.
pub(super) struct Placed {
    pub operation: Operation,
    /// The byte where the name begins.
    pub offset: usize,
    /// The byte where each operand begins.
    pub operand_offsets: Vec<usize>,
}

/// Reads the operations in `line` from byte `at` on.
pub(super) fn parse_operations(line: &str, at: usize) -> Result<Vec<Placed>, EpdError> {
    let mut scanner = Scanner { line, at };
    let mut operations = Vec::new();
    while let Some(operation) = scanner.operation()? {
        operations.push(operation);
    }
    Ok(operations)
}

struct Scanner<'a> {
    line: &'a str,
    /// The next byte to read; always between two characters.
    at: usize,
}

impl Scanner<'_> {
    fn rest(&self) -> &str {
        &self.line[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.line.len() - self.rest().trim_start().len();
    }

    fn word_len(&self) -> usize {
        self.rest().find(|c: char| c.is_whitespace() || c == ';').unwrap_or(self.rest().len())
    }

    fn operation(&mut self) -> Result<Option<Placed>, EpdError> {
        self.skip_blanks();
        while self.rest().starts_with(';') {
            self.at += 1;
            self.skip_blanks();
        }
        if self.rest().is_empty() {
            return Ok(None);
        }
        let offset = self.at;
        let opcode = self.rest()[..self.word_len()].to_owned();
        if !is_opcode(&opcode) {
            let found = quote(&opcode);
            return Err(EpdError::at(self.line, offset, EpdErrorKind::Opcode { found }));
        }
        self.at += opcode.len();
        let mut operation = Operation { opcode, operands: Vec::new() };
        let mut operand_offsets = Vec::new();
        loop {
            self.skip_blanks();
            if self.rest().is_empty() || self.rest().starts_with(';') {
                return Ok(Some(Placed { operation, offset, operand_offsets }));
            }
            operand_offsets.push(self.at);
            operation.operands.push(self.operand()?);
        }
    }

    fn operand(&mut self) -> Result<Operand, EpdError> {
        if let Some(text) = self.rest().strip_prefix('"') {
            let Some(len) = text.find('"') else {
                return Err(EpdError::at(self.line, self.at, EpdErrorKind::UnclosedQuote));
            };
            let operand = Operand::Text(text[..len].to_owned());
            self.at += len + 2;
            Ok(operand)
        } else {
            let len = self.word_len();
            let operand = Operand::Word(self.rest()[..len].to_owned());
            self.at += len;
            Ok(operand)
        }
    }
}

fn is_opcode(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
