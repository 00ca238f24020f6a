//! What a record says about its position, and whether an answer bears it out.

use std::cmp::Ordering;

use threefold_game::Player;

/// An operation of a record: a name, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its name, as in `bm`.
    pub opcode: String,
    /// Its operands, without quotation marks.
    pub operands: Vec<String>,
}

/// The answer that a record expects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The length of the mate in moves, negative if the side to move is mated.
    pub mate: Option<i32>,
    /// Right moves, in the game's notation.
    pub best: Vec<String>,
    /// Wrong moves.
    pub avoid: Vec<String>,
}

/// What an answer says of something that a record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// It is proved. Of the length of a mate: that there is a mate within that many moves.
    Agrees,
    /// The contrary is proved.
    Differs,
    /// A mate in fewer moves is proved.
    Shorter,
}

impl Finding {
    /// The name in the output for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Finding::Agrees => "agrees",
            Finding::Differs => "differs",
            Finding::Shorter => "shorter",
        }
    }

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Finding::Agrees => "as the record says",
            Finding::Differs => "not what the record says",
            Finding::Shorter => "shorter than the record says",
        }
    }
}

/// A record beside an answer. Of each part `None` if the record does not say it, and `Some(None)`
/// if the answer does not decide it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recorded {
    /// The length of the mate.
    pub mate: Option<Option<Finding>>,
    /// The right moves.
    pub best: Option<Option<Finding>>,
    /// The wrong moves.
    pub avoid: Option<Option<Finding>>,
}

/// What an answer has proved, as far as records speak of it.
pub(crate) struct Proved<'p> {
    pub mover: Player,
    /// Whether a player can force a win.
    pub wins: &'p dyn Fn(Player) -> Option<bool>,
    /// The most moves that the winner needs.
    pub within: Option<u32>,
    /// Every legal move, and whether it keeps the best result there is; none if that was not asked.
    pub moves: &'p [(&'p str, Option<bool>)],
}

impl Expected {
    pub(crate) fn compare(&self, proved: &Proved<'_>) -> Recorded {
        let moves = |expected: &[String], finding| (!expected.is_empty()).then_some(finding);
        let keeps = |m: &String| {
            proved.moves.iter().find(|(text, _)| text == m).and_then(|&(_, keeps)| keeps)
        };
        let all = |moves: &[String], result| moves.iter().all(|m| keeps(m) == Some(result));
        let any = |moves: &[String], result| moves.iter().any(|m| keeps(m) == Some(result));
        let others = |moves: &[String], result| {
            let mut others = proved.moves.iter().filter(|(m, _)| !moves.iter().any(|one| one == m));
            others.all(|&(_, keeps)| keeps == Some(result))
        };
        // Several moves that keep the result are not equally quick, so that a right one may be
        // wrong in the record and a wrong one right.
        let best = if any(&self.best, false) {
            Some(Finding::Differs)
        } else {
            let is_all = all(&self.best, true) && others(&self.best, false);
            is_all.then_some(Finding::Agrees)
        };
        let avoid = if all(&self.avoid, false) {
            Some(Finding::Agrees)
        } else {
            let is_only = any(&self.avoid, true) && others(&self.avoid, false);
            is_only.then_some(Finding::Differs)
        };
        Recorded {
            mate: self.mate.map(|length| mate(length, proved)),
            best: moves(&self.best, best),
            avoid: moves(&self.avoid, avoid),
        }
    }
}

fn mate(length: i32, proved: &Proved<'_>) -> Option<Finding> {
    let player = if length > 0 { proved.mover } else { proved.mover.opponent() };
    if !(proved.wins)(player)? {
        return Some(Finding::Differs);
    }
    match proved.within?.cmp(&length.unsigned_abs()) {
        Ordering::Less => Some(Finding::Shorter),
        Ordering::Equal => Some(Finding::Agrees),
        // The proof takes longer than the record says, and says nothing of shorter ones.
        Ordering::Greater => None,
    }
}
