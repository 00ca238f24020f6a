//! What is reported of the length of a win.

use std::time::Duration;

use threefold_search::Verdict;
use threefold_session::mate::{
    Answer, Attack, Key, Length, Side, Solution, Soundness, Try, Variation, Written,
};
use threefold_session::standing::all_certified;

use crate::json::{Object, keys};
use crate::source::Source;
use crate::tsume::Further;

/// What is reported of a position.
#[derive(Debug)]
pub struct Report<'t> {
    /// Where it comes from.
    pub source: Source<'t>,
    /// The name of the game.
    pub game: String,
    /// The position, in the game's notation.
    pub root: String,
    /// What the source says about the answer.
    pub said: Option<String>,
    /// Nodes of all searches.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// The player who is asked about.
    pub side: Side,
    /// Where the certificates are, a file each.
    pub certificates: Vec<String>,
    /// What only some games have, and further files.
    pub further: Further,
}

impl<'t> Report<'t> {
    /// What is reported of an answer about one player, before its certificates are written.
    pub fn new(source: Source<'t>, answer: Answer, further: Further) -> Self {
        let Answer { game, root, said, mut sides, nodes, time, .. } = answer;
        let mut side = sides.swap_remove(0);
        side.claims = further.certify(side.claims);
        let certified =
            side.proofs.iter().any(|proof| proof.checked) && all_certified(&side.claims);
        side.checked = side.checked.filter(|holds| !holds).or(certified.then_some(true));
        let certificates = Vec::new();
        Report { source, game, root, said, nodes, time, side, certificates, further }
    }

    /// Whether everything that was asked is known.
    pub fn is_answered(&self) -> bool {
        if let Some(found) = &self.further.conventional {
            return found.reason.is_none();
        }
        let Side { at_least, at_most, .. } = self.side;
        let is_shortest = self.side.asked.is_some() || at_least.is_none() || at_least == at_most;
        let open = |key: &Key| key.verdict.decided().is_none();
        let keys = self.side.first_moves.as_deref().unwrap_or_default();
        let is_whole = self.side.solution.as_ref().is_none_or(|solution| solution.complete);
        self.side.verdict.decided().is_some() && is_shortest && is_whole && !keys.iter().any(open)
    }
}

/// What is proved of a length: that there is no win below, and that there is one.
struct Bracket(Option<u32>, Option<u32>);

impl Bracket {
    /// In moves of the attacker.
    fn in_moves(self, moves_first: bool) -> Self {
        let moves = |plies: Option<u32>| plies.map(|plies| Length::moves(plies, moves_first));
        Bracket(moves(self.0), moves(self.1))
    }
}

/// A first move that does not win in time, and a reply that shows it.
struct Refutation<'k> {
    text: &'k str,
    reply: &'k str,
}

impl<'k> Refutation<'k> {
    fn all(keys: &'k [Key]) -> Vec<Self> {
        let refuted = keys.iter().filter(|key| key.verdict == Verdict::Disproven);
        let one =
            |key: &'k Key| Some(Refutation { text: &key.text, reply: key.refutation.as_ref()? });
        refuted.filter_map(one).collect()
    }
}

keys!(Report<'_>, one, {
    "input": one.source.input,
    "id": one.source.id,
    "game": one.game,
    "root": one.root,
    "attacker": one.side.attacker,
    "asked": one.side.asked,
    "verdict": one.side.verdict.name(),
    "without_history" if one.side.alone.as_ref().map(Object),
    "reason": one.side.reason,
    "mate": Object(&Bracket(one.side.at_least, one.side.at_most).in_moves(one.side.moves_first)),
    "plies": Object(&Bracket(one.side.at_least, one.side.at_most)),
    "line": one.side.line,
    "soundness": one.side.soundness.map(Soundness::name),
    "recorded": one.side.recorded.as_ref().map(Object),
    "keys" if one.side.first_moves.as_deref().map(Object),
    "refutations" if one.side.first_moves.as_deref().map(Refutation::all).as_deref().map(Object),
    "solution" if one.side.solution.as_ref().map(Object),
    "pn": one.side.pn,
    "dn": one.side.dn,
    "nodes": one.nodes,
    "time_s": one.time.as_secs_f64(),
    "certificates": one.certificates,
    "uncertified": one.side.uncertified,
    "claims": Object(&*one.side.claims),
    "checked": one.side.checked,
} .. &one.further);

keys!(Bracket, one, { "at_least": one.0, "at_most": one.1 });

// A first move is one of the attacker.
keys!(Key, one, {
    "move": one.text,
    "verdict": one.verdict.name(),
    "mate": Object(&Bracket(one.at_least, one.at_most).in_moves(true)),
    "refutation": one.refutation,
});

keys!(Refutation<'_>, one, { "move": one.text, "reply": one.reply });

keys!(Solution, one, {
    "complete": one.complete,
    "set_play": one.set_play.as_deref().map(Object),
    "tries": Object(&*one.tries),
    "keys": Object(&*one.keys),
});

keys!(Attack, one, {
    "move": one.m.text,
    // This one included.
    "mate": Length::moves(one.plies, true),
    "threats": one.threats.as_deref().map(Object),
    "variations": Object(&*one.variations),
});

keys!(Variation, one, { "reply": one.reply.text, "attacks": Object(&*one.attacks) });

keys!(Try, one, {
    "move": one.m.text,
    "refutations": one.refutations.iter().map(|m: &Written| &*m.text).collect::<Vec<_>>(),
    "threats": one.threats.as_deref().map(Object),
    "variations": Object(&*one.variations),
});
