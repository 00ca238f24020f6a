//! What is reported of a position. The serialised fields are the output for programs, which
//! `docs/json.md` describes; they do not change.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use threefold::search::{Reason, Stats, Verdict};
use threefold::session::effort::Effort;
use threefold::session::library::Owed;
use threefold::session::record::{Finding, Operation, Recorded};
use threefold::session::registry::Task;
use threefold::session::solve::{Answer, MoveAnswer};
use threefold::session::standing::Claimed;
use threefold::session::words::Value;

use crate::exit::Exit;
use crate::solve::keeping::Kept;
use crate::tsume::Further;
use crate::units::bytes;

#[derive(Debug, Serialize)]
pub struct Report {
    pub input: String,
    /// The name of the position.
    pub id: Option<String>,
    #[serde(serialize_with = "operations")]
    pub operations: Option<Vec<Operation>>,
    pub game: String,
    pub root: String,
    pub ending: Option<&'static str>,
    pub claim: String,
    #[serde(serialize_with = "verdict_name")]
    pub verdict: Verdict,
    /// `None` if it was not asked for, `Some(None)` if it is unknown.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "value_name")]
    pub value: Option<Option<Value>>,
    pub reason: Option<&'static str>,
    pub pn: u32,
    pub dn: u32,
    pub line: Option<Vec<String>>,
    #[serde(serialize_with = "recorded")]
    pub recorded: Option<Recorded>,
    pub nodes: u64,
    pub lookups: u64,
    pub time_s: f64,
    pub certificate: Option<String>,
    pub certificate_positions: Option<u64>,
    #[serde(serialize_with = "claims")]
    pub claims: Vec<Claimed>,
    pub checked: Option<bool>,
    pub stats: Stats,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveReport>>,
    /// Only with a library.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub library: Option<OfLibrary>,
    #[serde(flatten)]
    pub further: Further,
    #[serde(skip)]
    pub people: ForPeople,
}

/// What is only in the output for people.
#[derive(Debug, Default)]
pub struct ForPeople {
    /// What the position looks like.
    pub diagram: Option<String>,
    /// The line as people write it, where that is another notation.
    pub written: Option<Vec<String>>,
    /// What the file says about it: `bm #3`.
    pub said: Option<String>,
    /// What of the game's laws is left out.
    pub note: Option<&'static str>,
    /// The verdict in words.
    pub verdict: String,
    /// How long the line is, and what that means.
    pub bound: Option<String>,
    /// What is wrong with the answer.
    pub fault: Option<String>,
    /// What the certificate claims, block by block.
    pub claims: Vec<String>,
    /// Why the certificate was not written.
    pub not_written: Option<String>,
    /// Whether collisions of keys were counted.
    pub collisions: bool,
    /// What became of the certificate in the library.
    pub kept: Option<Kept>,
    /// What to do about an answer that has run out of memory.
    pub advice: Option<String>,
}

/// What an answer owes to a library, and what became of it there.
#[derive(Debug, Serialize)]
pub struct OfLibrary {
    /// The certificate that is the answer, if it was there.
    pub answer: Option<String>,
    /// Positions that the search knew of.
    pub known: u64,
    /// How often it met one.
    pub hits: u64,
    /// Positions of the certificate in which its move is the library's.
    pub positions: u64,
    /// Certificates that were not used, since something is wrong with them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<String>,
    /// What was added: a hash a claim.
    pub added: Vec<String>,
}

/// The verdict of one move.
#[derive(Debug, Serialize)]
pub struct MoveReport {
    #[serde(rename = "move")]
    pub text: String,
    #[serde(serialize_with = "verdict_name")]
    pub verdict: Verdict,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "value_name")]
    pub value: Option<Option<Value>>,
    pub reason: Option<&'static str>,
    pub pn: u32,
    pub dn: u32,
    pub nodes: u64,
    pub time_s: f64,
    pub certificate_positions: Option<u64>,
    #[serde(serialize_with = "claims")]
    pub claims: Vec<Claimed>,
    pub checked: Option<bool>,
    /// The plies to the end of the game, where a database knows them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// The move as people write it, where that is another notation.
    #[serde(skip)]
    pub written: Option<String>,
    /// The verdict in a word or two.
    #[serde(skip)]
    pub words: &'static str,
    /// What is wrong with the answer.
    #[serde(skip)]
    pub fault: Option<String>,
}

pub fn value_name<S: Serializer>(
    value: &Option<Option<Value>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    value.flatten().map(Value::name).serialize(serializer)
}

pub fn verdict_name<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(verdict.name())
}

/// What is claimed, and how each claim is established.
pub fn claims<S: Serializer>(claims: &[Claimed], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct One<'c> {
        claim: &'c str,
        standing: &'static str,
    }
    serializer.collect_seq(
        claims.iter().map(|one| One { claim: &one.claim, standing: one.standing.name() }),
    )
}

/// An opcode may be there twice, and the order is kept: a list, and no map.
fn operations<S: Serializer>(
    operations: &Option<Vec<Operation>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct One<'o> {
        opcode: &'o str,
        operands: &'o [String],
    }
    let Some(operations) = operations else { return serializer.serialize_none() };
    serializer.collect_seq(
        operations.iter().map(|Operation { opcode, operands }| One { opcode, operands }),
    )
}

/// What the record does not say has no key.
pub fn recorded<S: Serializer>(
    recorded: &Option<Recorded>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let Some(recorded) = recorded else { return serializer.serialize_none() };
    let mut map = serializer.serialize_map(None)?;
    let Recorded { mate, best, avoid } = *recorded;
    for (key, part) in [("mate", mate), ("bm", best), ("am", avoid)] {
        if let Some(finding) = part {
            map.serialize_entry(key, &finding.map(Finding::name))?;
        }
    }
    map.end()
}

/// What to do about an answer that has run out of so many bytes.
fn more_memory(had: usize) -> String {
    // The next power of two, and no less than what paths and certificates have anyway.
    let next = (had as u64 + 1).next_power_of_two().max(64 << 20) >> 20;
    format!("{} were allowed: try -m {next}M", bytes(had as u64))
}

impl Report {
    /// What is reported of an answer, and of what became of its certificate.
    pub fn new(
        task: &Task,
        answer: Answer,
        written: Option<Result<Vec<String>, String>>,
        effort: &Effort,
    ) -> Self {
        let (certificate, not_written) = match written {
            None => (None, None),
            Some(Ok(places)) => (places.into_iter().next(), None),
            Some(Err(error)) => (None, Some(error)),
        };
        let library = answer.owed.iter().cloned().reduce(|sum, owed| Owed {
            answer: sum.answer.or(owed.answer),
            known: sum.known + owed.known,
            hits: sum.hits + owed.hits,
            positions: sum.positions + owed.positions,
            damaged: [sum.damaged, owed.damaged].concat(),
        });
        let claims = answer.proofs.iter().map(|proof| proof.block.header.claim.to_string());
        let people = ForPeople {
            claims: claims.collect(),
            note: answer.idiom.note,
            not_written,
            collisions: effort.options.detect_collisions,
            advice: (answer.reason == Some(Reason::Memory.name()))
                .then(|| more_memory(effort.options.table_bytes)),
            ..ForPeople::default()
        };
        Report {
            input: task.input.clone(),
            id: task.id.clone(),
            operations: task.subject.operations().map(<[_]>::to_vec),
            certificate_positions: answer.certificate_positions(),
            game: answer.game,
            root: answer.root,
            ending: answer.ending,
            claim: answer.claim,
            verdict: answer.verdict,
            value: answer.value,
            reason: answer.reason,
            pn: answer.pn,
            dn: answer.dn,
            line: answer.line,
            recorded: answer.recorded,
            nodes: answer.stats.nodes,
            lookups: answer.stats.lookups,
            time_s: answer.time.as_secs_f64(),
            certificate,
            claims: answer.claims,
            checked: answer.checked,
            moves: answer.moves.map(|moves| moves.into_iter().map(MoveReport::new).collect()),
            stats: answer.stats,
            library: library.map(|Owed { answer, known, hits, positions, damaged }| OfLibrary {
                answer,
                known,
                hits,
                positions,
                damaged,
                added: Vec::new(),
            }),
            further: Further::default(),
            people: ForPeople {
                said: answer.said,
                written: answer.written,
                verdict: answer.words,
                bound: answer.bound,
                fault: answer.fault,
                ..people
            },
        }
    }

    /// The same with a picture of the position.
    pub fn with_diagram(mut self, diagram: Option<String>) -> Self {
        self.people.diagram = diagram;
        self
    }

    /// The same with what only some games have.
    pub fn with_further(mut self, further: Further) -> Self {
        self.further = further;
        self
    }

    /// The same with what became of the certificate in the library.
    pub fn with_kept(mut self, kept: Option<Kept>) -> Self {
        if let (Some(Kept::Added(hashes)), Some(library)) = (&kept, &mut self.library) {
            library.added.clone_from(hashes);
        }
        self.people.kept = kept;
        self
    }

    /// Whether everything that was asked about the position itself is known.
    pub fn is_answered(&self) -> bool {
        match self.value {
            Some(value) => value.is_some(),
            None => self.verdict.decided().is_some(),
        }
    }

    pub fn exit(&self) -> Exit {
        let moves = self.moves.as_deref().unwrap_or_default();
        let move_is_open = |m: &MoveReport| match m.value {
            Some(value) => value.is_none(),
            None => m.verdict.decided().is_none(),
        };
        if self.checked == Some(false) || moves.iter().any(|m| m.checked == Some(false)) {
            Exit::Failed
        } else if let Some(kept) = self.people.kept.as_ref().filter(|kept| kept.is_wrong()) {
            kept.exit()
        } else if self.people.not_written.is_some() || !self.further.not_written.is_empty() {
            Exit::BadInput
        } else if !self.is_answered() || moves.iter().any(move_is_open) {
            Exit::Unknown
        } else {
            Exit::Fine
        }
    }
}

impl MoveReport {
    pub fn new(answer: MoveAnswer) -> Self {
        MoveReport {
            text: answer.text,
            written: answer.written,
            verdict: answer.verdict,
            value: answer.value,
            reason: answer.reason,
            pn: answer.pn,
            dn: answer.dn,
            nodes: answer.nodes,
            time_s: answer.time.as_secs_f64(),
            certificate_positions: answer.certificate_positions,
            claims: answer.claims,
            checked: answer.checked,
            plies: answer.plies,
            words: answer.words,
            fault: answer.fault,
        }
    }
}
