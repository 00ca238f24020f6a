//! What a search has found out, written down so that it can go on another day.
//!
//! ```text
//!   threefold checkpoint 1
//!   game: ...            what the search is about, a line each; all have to be the same
//!   ...
//!   nodes: 12345         what it has taken so far
//!                        (an empty line)
//!   entries, 4 words each, little endian; then 4 words of 0
//!   conditional results: 1, key, symmetry and flags, move and lengths, sets; then a word of 0
//!   a check over all words
//! ```
//! Every entry may be dropped at any time, so that there is no order in which they have to be
//! written, no leaf is, and a table of any size takes them up. What is read is no more trusted than
//! a table: damage is found by the check, and what somebody has made up costs an answer, or is
//! refused with the answer's certificate.

use std::io::{self, BufRead, Read, Write};

use thiserror::Error;
use threefold_certificate::{Header, Terms};
use threefold_game::{History, Searchable};

use crate::conditional::{Condition, LARGEST_SET, Record};
use crate::memory::Memory;
use crate::mix::mix;
use crate::numbers::LARGEST;
use crate::solver::Solver;
use crate::table::{Entry, Kind, Solved};

const FIRST_LINE: &str = "threefold checkpoint 1";
/// No header is longer, in bytes: a history is a line.
const LONGEST_HEADER: u64 = 64 << 20;

/// Why a search cannot go on from a checkpoint.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("not a checkpoint: expected '{FIRST_LINE}' in the first line")]
    Kind,
    /// It belongs to another question, or to a search of another kind.
    #[error("a checkpoint of another search: {field} '{found}', expected '{expected}'")]
    Other {
        /// What is different.
        field: String,
        /// What the checkpoint says.
        found: String,
        /// What this search would say.
        expected: String,
    },
    /// Part of it is missing, or has changed.
    #[error("the checkpoint is damaged: {0}")]
    Damaged(&'static str),
}

/// What a checkpoint has brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resumed {
    /// Nodes that the search had taken.
    pub nodes: u64,
    /// Entries and conditional results that were read.
    pub entries: u64,
}

impl<G: Searchable> Solver<'_, G> {
    /// Writes down what is known, after a search for the root of `history` that a limit or an
    /// interrupt has ended. `nodes` is what it has taken so far, and is only written down.
    ///
    /// # Errors
    /// `out` cannot be written to.
    pub fn save(&self, history: &History<G>, nodes: u64, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{FIRST_LINE}")?;
        out.write_all(self.about(history).as_bytes())?;
        writeln!(out, "nodes: {nodes}\n")?;
        // Whoever compresses it: what the file is can be read from its beginning.
        out.flush()?;
        let mut out = Output { out, check: 0 };
        self.memory.each_entry(&mut |entry| out.words(&entry.to_words()))?;
        out.words(&[0; 4])?;
        self.memory.each_conditional(&mut |key, record| {
            let Record { solved, symmetry, condition, .. } = record;
            let [needed, created, interval] = condition.parts();
            let sizes = [needed.len(), condition.created.map_or(usize::MAX, <[u64]>::len)];
            let what = u64::from(solved.mv) << 32 | u64::from(solved.length) << 16;
            let what = what | u64::from(symmetry) << 8 | u64::from(solved.proven);
            out.words(&[1, key, what, sizes[0] as u64, sizes[1] as u64, interval.len() as u64])?;
            [needed, created, interval].into_iter().try_for_each(|part| out.words(part))
        })?;
        out.words(&[0])?;
        let check = out.check;
        out.words(&[check])
    }

    /// Takes up what [`Solver::save`] has written: the next search for the root of `history` goes
    /// on from there. What was known before is forgotten.
    ///
    /// # Errors
    /// It is no checkpoint, not one of this question under these options, or damaged; nothing is
    /// known then.
    pub fn resume(
        &mut self,
        history: &History<G>,
        input: &mut dyn BufRead,
    ) -> Result<Resumed, CheckpointError> {
        let nodes = self.read_header(history, input)?;
        self.begin_at(history);
        let result = read_all(&mut self.memory, G::SITUATION_WORDS, input);
        match result {
            Ok(entries) => Ok(Resumed { nodes, entries }),
            Err(error) => {
                self.clear();
                Err(error)
            }
        }
    }

    /// What a checkpoint of a search for the root of `history` says that it is about: the same of
    /// two searches where one can go on where the other has ended.
    pub fn about(&self, history: &History<G>) -> String {
        let lines = self.identity(history).into_iter();
        lines.map(|(field, value)| format!("{field}: {value}\n")).collect()
    }

    fn read_header(
        &self,
        history: &History<G>,
        input: &mut dyn BufRead,
    ) -> Result<u64, CheckpointError> {
        let mut lines = HeaderLines::begin(input)?;
        for (field, expected) in self.identity(history) {
            let found = lines.field(field)?;
            if found != expected {
                let field = field.to_owned();
                return Err(CheckpointError::Other { field, found, expected });
            }
        }
        let nodes = lines.field("nodes").ok().and_then(|text| text.parse().ok());
        let nodes = nodes.ok_or(CheckpointError::Damaged("its number of nodes is missing"))?;
        if !lines.next()?.is_empty() {
            return Err(CheckpointError::Damaged("its header goes on"));
        }
        Ok(nodes)
    }

    /// What has to be the same for a search to go on: the question, and everything that gives
    /// entries their meaning.
    fn identity(&self, history: &History<G>) -> Vec<(&'static str, String)> {
        let (game, question, options) = (self.game, self.question, &self.options);
        let header = Header::new(game, history, Terms::of(question, true));
        let root = history.root();
        let keys = mix(game.key(root)) ^ game.repetition_key(root, question.rule);
        let declared = self.knowledge.map(|knowledge| knowledge.declaration());
        let knowledge = match declared {
            None => "none".to_owned(),
            Some(declared) => declared.unwrap_or_else(|| "undeclared".to_owned()),
        };
        vec![
            ("game", format!("{} {}", header.game, header.parameters).trim_end().to_owned()),
            ("attacker", game.player_name(question.attacker).to_owned()),
            ("rule", question.rule.to_string()),
            ("root", header.root),
            ("history", header.history.unwrap_or_else(|| "none".to_owned())),
            ("knowledge", knowledge),
            ("policy", options.policy.name().to_owned()),
            ("paths", format!("{:?} {:?}", options.path_code, options.twins).to_lowercase()),
            ("conditional", format!("{} {:?}", options.conditional, options.verify).to_lowercase()),
            ("keys", format!("{keys:016x}")),
        ]
    }
}

/// The question of a checkpoint, in the notation of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckpointQuestion {
    /// The name of the game.
    pub game: String,
    /// Its parameters; empty if there are none.
    pub parameters: String,
    /// Whose win is in question.
    pub attacker: String,
    /// What a repetition counts as.
    pub rule: String,
    /// The position.
    pub root: String,
    /// The game before it, if there is any: `<start position> moves <move> <move> ...`.
    pub history: Option<String>,
}

impl CheckpointQuestion {
    /// Reads the beginning of what [`Solver::save`] has written.
    ///
    /// # Errors
    /// It is no checkpoint, or its header is damaged.
    pub fn read(input: &mut dyn BufRead) -> Result<Self, CheckpointError> {
        let mut lines = HeaderLines::begin(input)?;
        let game = lines.field("game")?;
        let (game, parameters) = game.split_once(' ').unwrap_or((&game, ""));
        Ok(CheckpointQuestion {
            game: game.to_owned(),
            parameters: parameters.to_owned(),
            attacker: lines.field("attacker")?,
            rule: lines.field("rule")?,
            root: lines.field("root")?,
            history: Some(lines.field("history")?).filter(|history| history != "none"),
        })
    }
}

/// The lines of a header, one after the other.
struct HeaderLines<'i>(io::Take<&'i mut dyn BufRead>);

impl<'i> HeaderLines<'i> {
    /// Those that follow the first line of a checkpoint.
    fn begin(input: &'i mut dyn BufRead) -> Result<Self, CheckpointError> {
        let mut lines = HeaderLines(input.take(LONGEST_HEADER));
        match lines.next() {
            Ok(line) if line == FIRST_LINE => Ok(lines),
            Err(CheckpointError::Io(error)) => Err(error.into()),
            _ => Err(CheckpointError::Kind),
        }
    }

    fn next(&mut self) -> Result<String, CheckpointError> {
        let mut line = String::new();
        match self.0.read_line(&mut line) {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                Err(CheckpointError::Damaged("a line of its header is no text"))
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(CheckpointError::Damaged("it ends in its header"))
            }
            Err(error) => Err(error.into()),
            Ok(_) => line
                .strip_suffix('\n')
                .map(str::to_owned)
                .ok_or(CheckpointError::Damaged("it ends in its header")),
        }
    }

    fn field(&mut self, field: &str) -> Result<String, CheckpointError> {
        let line = self.next()?;
        let found = line.strip_prefix(field).and_then(|rest| rest.strip_prefix(": "));
        found.map(str::to_owned).ok_or(CheckpointError::Damaged("a line of its header is missing"))
    }
}

/// Reads entries and conditional results, and says how many.
fn read_all<G: Searchable>(
    memory: &mut Memory<G>,
    situation_words: usize,
    input: &mut dyn BufRead,
) -> Result<u64, CheckpointError> {
    let mut input = Input { input, check: 0 };
    let mut count = 0;
    loop {
        let words: [u64; 4] = input.words()?;
        if words == [0; 4] {
            break;
        }
        let entry = Entry::of_file(words);
        memory.take_over(entry.filter(is_sane).ok_or(CheckpointError::Damaged("an entry"))?);
        count += 1;
    }
    memory.has_taken_over();
    let mut sets = Vec::new();
    loop {
        let [more] = input.words()?;
        if more == 0 {
            break;
        }
        let [key, what, needed, created, interval]: [u64; 5] = input.words()?;
        let created = (created != u64::MAX).then_some(created);
        let largest = LARGEST_SET as u64;
        let is_interval = interval == 0 || interval == 2 * situation_words as u64;
        if more != 1 || needed > largest || created.is_some_and(|n| n > largest) || !is_interval {
            return Err(CheckpointError::Damaged("a conditional result"));
        }
        // Without an interval there is nothing to test a path against.
        if created.is_none() && interval == 0 {
            return Err(CheckpointError::Damaged("a conditional result without conditions"));
        }
        sets.clear();
        for _ in 0..needed + created.unwrap_or(0) + interval {
            let [word] = input.words()?;
            sets.push(word);
        }
        let condition = Condition::from_parts(&sets, needed as usize, created.map(|n| n as usize));
        let solved =
            Solved { proven: what & 1 != 0, mv: (what >> 32) as u32, length: (what >> 16) as u16 };
        memory.take_over_conditional(key, (what >> 8) as u8, solved, &condition);
        count += 1;
    }
    let check = input.check;
    let [stored] = input.words()?;
    if stored != check {
        return Err(CheckpointError::Damaged("its check is another"));
    }
    let mut more = [0];
    match input.input.read(&mut more)? {
        0 => Ok(count),
        _ => Err(CheckpointError::Damaged("something follows its end")),
    }
}

/// Whether a search could have stored it.
fn is_sane(entry: &Entry) -> bool {
    let number = |n: u32| (1..=LARGEST).contains(&n);
    match entry.kind() {
        Kind::Empty | Kind::Leaf => false,
        Kind::Bounds => number(entry.pn()) && number(entry.dn()),
        Kind::Prefix => entry.code_and_place().1 <= i32::MAX as u32,
        Kind::Base | Kind::Ancestors | Kind::ExactPath | Kind::Candidate => true,
    }
}

/// Words on their way out.
struct Output<'o> {
    out: &'o mut dyn Write,
    check: u64,
}

impl Output<'_> {
    fn words(&mut self, words: &[u64]) -> io::Result<()> {
        for &word in words {
            self.check = mix(self.check ^ word);
            self.out.write_all(&word.to_le_bytes())?;
        }
        Ok(())
    }
}

/// Words on their way in.
struct Input<'i> {
    input: &'i mut dyn BufRead,
    check: u64,
}

impl Input<'_> {
    fn words<const N: usize>(&mut self) -> Result<[u64; N], CheckpointError> {
        let mut words = [0; N];
        for word in &mut words {
            let mut bytes = [0; 8];
            self.input.read_exact(&mut bytes).map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => CheckpointError::Damaged("it ends too early"),
                _ => CheckpointError::Io(error),
            })?;
            *word = u64::from_le_bytes(bytes);
            self.check = mix(self.check ^ *word);
        }
        Ok(words)
    }
}
