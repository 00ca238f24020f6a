//! What is reported of the length of a win. The serialised fields are the output for programs,
//! which `docs/json.md` describes; they do not change.

use serde::{Serialize, Serializer};
use threefold::search::Verdict;
use threefold::session::mate::{Answer, Key, Length, Side};
use threefold::session::registry::Task;

use crate::exit::Exit;
use crate::tsume::Further;

#[derive(Debug, Serialize)]
pub struct Report {
    pub input: String,
    /// The name of the position.
    pub id: Option<String>,
    pub game: String,
    pub root: String,
    pub attacker: String,
    /// The plies that were asked for.
    pub asked: Option<u32>,
    #[serde(serialize_with = "verdict_name")]
    pub verdict: Verdict,
    pub reason: Option<&'static str>,
    /// In moves of the attacker.
    pub mate: Bracket,
    pub plies: Bracket,
    pub line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<KeyReport>>,
    pub pn: u32,
    pub dn: u32,
    pub nodes: u64,
    pub time_s: f64,
    /// Where they are, a file each.
    pub certificates: Vec<String>,
    pub checked: Option<bool>,
    #[serde(flatten)]
    pub further: Further,
    /// The answer in words.
    #[serde(skip)]
    pub words: String,
    /// What the source says.
    #[serde(skip)]
    pub said: Option<String>,
    #[serde(skip)]
    pub fault: Option<String>,
    #[serde(skip)]
    pub claims: Vec<String>,
    /// Why the certificates were not written.
    #[serde(skip)]
    pub not_written: Option<String>,
}

/// What is proved of a length.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Bracket {
    /// `None`: there is no win at any distance.
    pub at_least: Option<u32>,
    /// `None`: no win is known.
    pub at_most: Option<u32>,
}

/// A first move.
#[derive(Debug, Serialize)]
pub struct KeyReport {
    #[serde(rename = "move")]
    pub text: String,
    #[serde(serialize_with = "verdict_name")]
    pub verdict: Verdict,
    pub mate: Bracket,
    pub refutation: Option<String>,
}

fn verdict_name<S: Serializer>(verdict: &Verdict, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(verdict.name())
}

impl Bracket {
    fn in_moves(self, moves_first: bool) -> Self {
        let moves = |plies: Option<u32>| plies.map(|plies| Length::moves(plies, moves_first));
        Bracket { at_least: moves(self.at_least), at_most: moves(self.at_most) }
    }
}

impl KeyReport {
    fn new(key: Key) -> Self {
        let plies = Bracket { at_least: key.at_least, at_most: key.at_most };
        // A first move is one of the attacker.
        let mate = plies.in_moves(true);
        KeyReport { text: key.text, verdict: key.verdict, mate, refutation: key.refutation }
    }
}

impl Report {
    pub fn new(
        task: &Task,
        mut answer: Answer,
        written: Option<Result<Vec<String>, String>>,
        further: Further,
    ) -> Self {
        let (certificates, not_written) = match written {
            None => (Vec::new(), None),
            Some(Ok(places)) => (places, None),
            Some(Err(error)) => (Vec::new(), Some(error)),
        };
        // One player is asked about.
        let side: Side = answer.sides.remove(0);
        let plies = Bracket { at_least: side.at_least, at_most: side.at_most };
        let keys = side.first_moves.map(|keys| keys.into_iter().map(KeyReport::new).collect());
        Report {
            input: task.input.clone(),
            id: task.id.clone(),
            game: answer.game,
            root: answer.root,
            attacker: side.attacker,
            asked: side.asked,
            verdict: side.verdict,
            reason: side.reason,
            mate: plies.in_moves(side.moves_first),
            plies,
            line: side.line,
            keys,
            pn: side.pn,
            dn: side.dn,
            nodes: answer.nodes,
            time_s: answer.time.as_secs_f64(),
            certificates,
            checked: side.checked,
            further,
            words: side.words,
            said: answer.said,
            fault: side.fault,
            claims: side.proofs.iter().map(|proof| proof.block.header.claim_text()).collect(),
            not_written,
        }
    }

    /// Whether everything that was asked is known.
    fn is_answered(&self) -> bool {
        let Bracket { at_least, at_most } = self.plies;
        let is_shortest = self.asked.is_some() || at_least.is_none() || at_least == at_most;
        let open = |key: &KeyReport| key.verdict.decided().is_none();
        let keys = self.keys.as_deref().unwrap_or_default();
        self.verdict.decided().is_some() && is_shortest && !keys.iter().any(open)
    }

    pub fn exit(&self) -> Exit {
        if self.checked == Some(false) {
            Exit::Failed
        } else if self.not_written.is_some() || self.further.not_written.is_some() {
            Exit::BadInput
        } else if !self.is_answered() {
            Exit::Unknown
        } else {
            Exit::Fine
        }
    }
}
