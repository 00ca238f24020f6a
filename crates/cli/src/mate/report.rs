//! What is reported of the length of a win. The serialised fields are the output for programs,
//! which `docs/json.md` describes; they do not change.

use serde::{Serialize, Serializer};
use threefold::search::Verdict;
use threefold::session::mate::{
    Answer, Attack, Key, Length, Side, Solution, Soundness, Try, Variation, Written,
};
use threefold::session::record::Recorded;
use threefold::session::registry::Task;
use threefold::session::standing::{Claimed, all_certified};

use crate::exit::Exit;
use crate::solve::report::{claims, recorded, verdict_name};
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
    #[serde(serialize_with = "soundness")]
    pub soundness: Option<Soundness>,
    #[serde(serialize_with = "recorded")]
    pub recorded: Option<Recorded>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<KeyReport>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refutations: Option<Vec<Refutation>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<SolutionReport>,
    pub pn: u32,
    pub dn: u32,
    pub nodes: u64,
    pub time_s: f64,
    /// Where they are, a file each.
    pub certificates: Vec<String>,
    /// What is proved by the search alone.
    pub uncertified: Vec<String>,
    #[serde(serialize_with = "claims")]
    pub claims: Vec<Claimed>,
    pub checked: Option<bool>,
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
    /// The answer in words.
    pub words: String,
    /// The line as people write it, where that is another notation.
    pub written: Option<Vec<String>>,
    /// What the source says.
    pub said: Option<String>,
    pub fault: Option<String>,
    /// What the certificates claim, and whether each was checked.
    pub certified: Vec<(String, bool)>,
    /// Why the certificates were not written.
    pub not_written: Option<String>,
    pub solution: Option<Solution>,
    /// Whether what refutes the first moves is shown.
    pub refutations: bool,
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
    #[serde(skip)]
    pub written: Option<String>,
    #[serde(skip)]
    pub refutation_written: Option<String>,
}

/// A first move that does not win in time, and a reply that shows it.
#[derive(Debug, Serialize)]
pub struct Refutation {
    #[serde(rename = "move")]
    pub text: String,
    pub reply: String,
}

/// The solution as a tree.
#[derive(Debug, Serialize)]
pub struct SolutionReport {
    /// Whether everything that was asked for is there.
    pub complete: bool,
    pub set_play: Option<Vec<VariationReport>>,
    pub tries: Vec<TryReport>,
    pub keys: Vec<AttackReport>,
}

#[derive(Debug, Serialize)]
pub struct AttackReport {
    #[serde(rename = "move")]
    pub text: String,
    /// In moves of the attacker, this one included.
    pub mate: u32,
    pub threats: Option<Vec<AttackReport>>,
    pub variations: Vec<VariationReport>,
}

#[derive(Debug, Serialize)]
pub struct VariationReport {
    pub reply: String,
    pub attacks: Vec<AttackReport>,
}

#[derive(Debug, Serialize)]
pub struct TryReport {
    #[serde(rename = "move")]
    pub text: String,
    pub refutations: Vec<String>,
    pub threats: Option<Vec<AttackReport>>,
    pub variations: Vec<VariationReport>,
}

fn soundness<S: Serializer>(
    soundness: &Option<Soundness>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    soundness.map(Soundness::name).serialize(serializer)
}

impl AttackReport {
    fn all(attacks: &[Attack]) -> Vec<Self> {
        attacks.iter().map(AttackReport::new).collect()
    }

    fn new(attack: &Attack) -> Self {
        AttackReport {
            text: attack.m.text.clone(),
            mate: Length::moves(attack.plies, true),
            threats: attack.threats.as_deref().map(AttackReport::all),
            variations: VariationReport::all(&attack.variations),
        }
    }
}

impl VariationReport {
    fn all(variations: &[Variation]) -> Vec<Self> {
        let one = |variation: &Variation| VariationReport {
            reply: variation.reply.text.clone(),
            attacks: AttackReport::all(&variation.attacks),
        };
        variations.iter().map(one).collect()
    }
}

impl TryReport {
    fn new(one: &Try) -> Self {
        TryReport {
            text: one.m.text.clone(),
            refutations: one.refutations.iter().map(|m: &Written| m.text.clone()).collect(),
            threats: one.threats.as_deref().map(AttackReport::all),
            variations: VariationReport::all(&one.variations),
        }
    }
}

impl SolutionReport {
    fn new(solution: &Solution) -> Self {
        SolutionReport {
            complete: solution.complete,
            set_play: solution.set_play.as_deref().map(VariationReport::all),
            tries: solution.tries.iter().map(TryReport::new).collect(),
            keys: AttackReport::all(&solution.keys),
        }
    }
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
        let Key { text, verdict, refutation, written, refutation_written, .. } = key;
        KeyReport { text, verdict, mate, refutation, written, refutation_written }
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
        let keys: Option<Vec<KeyReport>> =
            side.first_moves.map(|keys| keys.into_iter().map(KeyReport::new).collect());
        let refutations = keys.as_ref().map(|keys| {
            let refuted = keys.iter().filter(|key| key.verdict == Verdict::Disproven);
            let one = |key: &KeyReport| {
                Some(Refutation { text: key.text.clone(), reply: key.refutation.clone()? })
            };
            refuted.filter_map(one).collect()
        });
        let people = ForPeople {
            words: side.words,
            written: side.written,
            said: answer.said,
            fault: side.fault,
            certified: (side.proofs.iter())
                .map(|proof| (proof.block.header.claim_text(), proof.checked))
                .collect(),
            not_written,
            ..ForPeople::default()
        };
        let claims = further.certify(side.claims);
        let is_certified = side.proofs.iter().any(|proof| proof.checked) && all_certified(&claims);
        let checked = side.checked.filter(|holds| !holds).or(is_certified.then_some(true));
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
            soundness: side.soundness,
            recorded: side.recorded,
            keys,
            refutations,
            solution: side.solution.as_ref().map(SolutionReport::new),
            pn: side.pn,
            dn: side.dn,
            nodes: answer.nodes,
            time_s: answer.time.as_secs_f64(),
            certificates,
            uncertified: side.uncertified,
            claims,
            checked,
            further,
            people: ForPeople { solution: side.solution, ..people },
        }
    }

    /// The same with a picture of the position, and with the refutations of first moves.
    pub fn showing(mut self, diagram: Option<String>, refutations: bool) -> Self {
        self.people.diagram = diagram;
        self.people.refutations = refutations;
        self
    }

    /// Whether everything that was asked is known.
    fn is_answered(&self) -> bool {
        let Bracket { at_least, at_most } = self.plies;
        let is_shortest = self.asked.is_some() || at_least.is_none() || at_least == at_most;
        let open = |key: &KeyReport| key.verdict.decided().is_none();
        let keys = self.keys.as_deref().unwrap_or_default();
        let is_whole = self.solution.as_ref().is_none_or(|solution| solution.complete);
        self.verdict.decided().is_some() && is_shortest && is_whole && !keys.iter().any(open)
    }

    pub fn exit(&self) -> Exit {
        if self.checked == Some(false) {
            Exit::Failed
        } else if self.people.not_written.is_some() || !self.further.not_written.is_empty() {
            Exit::BadInput
        } else if !self.is_answered() {
            Exit::Unknown
        } else {
            Exit::Fine
        }
    }
}
