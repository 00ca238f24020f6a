//! What was found out about a position and its moves.

use std::time::Duration;

use threefold_search::{Stats, Verdict};

use crate::alone::Alone;
use crate::asked::Proof;
use crate::library::Owed;
use crate::record::Recorded;
use crate::standing::{Claimed, all_certified};
use crate::words::{Idiom, Value};

/// What was found out about a position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The name of the game.
    pub game: String,
    /// How people speak of it.
    pub idiom: Idiom,
    /// The position, in the game's notation.
    pub root: String,
    /// What the source says about the answer.
    pub said: Option<String>,
    /// What is in question: `white wins`.
    pub claim: String,
    /// Why the game is over in the position, in a word or two; `None` if it goes on.
    pub ending: Option<&'static str>,
    /// Whether that is true.
    pub verdict: Verdict,
    /// `None` if it was not asked for, `Some(None)` if it is unknown.
    pub value: Option<Option<Value>>,
    /// The verdict or the value in words.
    pub words: String,
    /// What the position is worth without the moves before it, where these decide.
    pub alone: Option<Alone>,
    /// Why something is not known, or is wrong.
    pub reason: Option<&'static str>,
    /// The proof number of the root.
    pub pn: u32,
    /// Its disproof number.
    pub dn: u32,
    /// What the player to move plays in the root as one of the certificates says: he wins by it, or
    /// holds. Known also where the rest of his value is not.
    pub best: Option<String>,
    /// The loser's longest resistance, or the first move of a strategy that holds.
    pub line: Option<Vec<String>>,
    /// The same as people write it, with the numbers of moves, where that is another notation.
    pub written: Option<Vec<String>>,
    /// The most moves that the winner needs by the certificate, counted as
    /// [`Idiom`] says: his own, or plies.
    pub within: Option<u32>,
    /// The answer beside what a record says of it.
    pub recorded: Option<Recorded>,
    /// What the length of the line says.
    pub bound: Option<String>,
    /// The certificates of the answer; none while a part of it is open.
    pub proofs: Vec<Proof>,
    /// What the answer claims, question by question, and how each claim is established.
    pub claims: Vec<Claimed>,
    /// `Some(true)`: each claim has a certificate, and all of them hold. `Some(false)`: the answer
    /// is not borne out. `None`: neither.
    pub checked: Option<bool>,
    /// What is wrong with the answer.
    pub fault: Option<String>,
    /// What the answer about the position owes to a library, question by question; empty without.
    pub owed: Vec<Owed>,
    /// The verdict of every legal move, if they were asked for.
    pub moves: Option<Vec<MoveAnswer>>,
    /// The work of all searches.
    pub stats: Stats,
    /// How long it took.
    pub time: Duration,
}

/// The verdict of one move.
#[derive(Clone, Debug)]
pub struct MoveAnswer {
    /// The move, in the game's notation.
    pub text: String,
    /// The same as people write it, where that is another notation.
    pub written: Option<String>,
    /// About the same claim as that of the position.
    pub verdict: Verdict,
    /// The value for who makes the move.
    pub value: Option<Option<Value>>,
    /// Why something is not known, or is wrong.
    pub reason: Option<&'static str>,
    /// The proof number after the move.
    pub pn: u32,
    /// The disproof number after it.
    pub dn: u32,
    /// The positions that were expanded.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// Different positions in the certificates.
    pub certificate_positions: Option<u64>,
    /// What is claimed of it, and how each claim is established; `plies`, if there are any, last.
    pub claims: Vec<Claimed>,
    /// The same as [`Answer::checked`].
    pub checked: Option<bool>,
    /// Where it wins or loses, and an endgame database knows how long that takes: the plies to the
    /// end of the game, this move the first, if the winner hurries and the loser delays. No
    /// certificate says so.
    pub plies: Option<u32>,
    /// What the move is worth for who makes it, in a word or two.
    pub words: &'static str,
    /// What is wrong with the answer.
    pub fault: Option<String>,
}

impl Answer {
    /// Whether everything that was asked about the position itself is known.
    pub fn is_answered(&self) -> bool {
        is_known(self.value, self.verdict)
    }

    /// Different positions in the certificates; `None` without one.
    pub fn certificate_positions(&self) -> Option<u64> {
        positions(&self.proofs)
    }
}

impl MoveAnswer {
    /// Whether its verdict has certificates that were checked, whatever is said of its length.
    pub fn is_certified(&self) -> bool {
        let of_verdict = self.claims.len().saturating_sub(usize::from(self.plies.is_some()));
        all_certified(&self.claims[..of_verdict])
    }

    /// Whether everything that was asked about the move is known.
    pub fn is_answered(&self) -> bool {
        is_known(self.value, self.verdict)
    }
}

fn is_known(value: Option<Option<Value>>, verdict: Verdict) -> bool {
    match value {
        Some(value) => value.is_some(),
        None => verdict.decided().is_some(),
    }
}

pub(crate) fn positions<'p>(proofs: impl IntoIterator<Item = &'p Proof>) -> Option<u64> {
    proofs.into_iter().map(|proof| proof.positions).reduce(|sum, positions| sum + positions)
}
