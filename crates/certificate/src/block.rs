//! Certificates in memory.

use std::str::SplitTerminator;
use std::sync::Arc;

use crate::header::{Header, HeaderLines};
use crate::text::MAX_MOVE_LINE;

/// The lines of a body, kept as one text, which clones share: there may be millions.
///
/// ```
/// use threefold_certificate::MoveLines;
/// let mut lines: MoveLines = ["e2e4", "d1h5", "h5f7"].into_iter().collect();
/// lines.truncate(2); // after a rollback of the walk
/// lines.push("h5e5");
/// assert_eq!(lines.iter().collect::<Vec<_>>(), ["e2e4", "d1h5", "h5e5"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveLines {
    /// Every line with its `\n`.
    text: Arc<String>,
    len: u64,
}

impl MoveLines {
    /// No lines.
    pub fn new() -> Self {
        MoveLines::default()
    }

    /// Appends a line.
    ///
    /// # Panics
    /// If the text contains a line break, which no move does.
    pub fn push(&mut self, line: &str) {
        assert!(!line.contains('\n'), "a move is one line");
        let text = Arc::make_mut(&mut self.text);
        text.push_str(line);
        text.push('\n');
        self.len += 1;
    }

    /// Forgets all but the first `len` lines. The cost is that of the lines forgotten.
    pub fn truncate(&mut self, len: u64) {
        if self.len <= len {
            return;
        }
        let text = Arc::make_mut(&mut self.text);
        while self.len > len {
            text.pop();
            let end = text.rfind('\n').map_or(0, |i| i + 1);
            text.truncate(end);
            self.len -= 1;
        }
    }

    /// How many lines there are.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The lines in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        self.split()
    }

    pub(crate) fn split(&self) -> SplitTerminator<'_, char> {
        self.text.split_terminator('\n')
    }

    /// The size of the text in bytes.
    pub fn bytes(&self) -> u64 {
        self.text.len() as u64
    }

    /// Bytes that the text occupies; where it is about to grow, those of the larger one.
    pub fn memory(&self) -> usize {
        /// No line of a certificate is longer by more.
        const SLACK: usize = MAX_MOVE_LINE + 1;
        let (used, capacity) = (self.text.len(), self.text.capacity());
        if capacity > SLACK && used + SLACK > capacity { 2 * capacity } else { capacity }
    }
}

impl<S: AsRef<str>> FromIterator<S> for MoveLines {
    fn from_iter<I: IntoIterator<Item = S>>(lines: I) -> Self {
        let mut out = MoveLines::new();
        lines.into_iter().for_each(|line| out.push(line.as_ref()));
        out
    }
}

/// One claim and its strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What is claimed.
    pub header: Header,
    /// The claimant's moves in the order of the walk.
    pub moves: MoveLines,
    pub(crate) lines: HeaderLines,
}

impl Block {
    /// A block of `moves`, whose number is set in the header. Its lines count from 1, as if it
    /// stood alone in a file.
    pub fn new(mut header: Header, moves: MoveLines) -> Self {
        header.moves = moves.len();
        let lines = HeaderLines::as_written(&header, 1);
        Block { header, moves, lines }
    }
}

/// A file's content: one or more blocks. A draw is two: neither player loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The blocks in the order of the file.
    pub blocks: Vec<Block>,
}

impl Certificate {
    /// A certificate for each question that the blocks are about: two that follow each other are
    /// one if both players claim to hold the same position, which is then a draw.
    pub fn of_each_question(blocks: Vec<Block>) -> Vec<Certificate> {
        let mut certificates: Vec<Certificate> = Vec::new();
        for block in blocks {
            match certificates.last_mut().map(|last| &mut last.blocks) {
                Some(blocks) if blocks.len() == 1 && block.header.completes(&blocks[0].header) => {
                    blocks.push(block);
                }
                _ => certificates.push(Certificate::new(vec![block])),
            }
        }
        certificates
    }

    /// A certificate of blocks, numbering their lines as they will stand in a file.
    pub fn new(mut blocks: Vec<Block>) -> Self {
        let mut line = 1;
        for block in &mut blocks {
            block.lines = HeaderLines::as_written(&block.header, line);
            line = block.lines.body + block.moves.len();
        }
        Certificate { blocks }
    }
}
