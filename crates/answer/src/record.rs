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
    /// The moves are right, and others are as well, so that the problem is cooked.
    Cooked,
}

impl Finding {
    /// The name in the output for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Finding::Agrees => "agrees",
            Finding::Differs => "differs",
            Finding::Shorter => "shorter",
            Finding::Cooked => "cooked",
        }
    }

    /// In words.
    pub const fn words(self) -> &'static str {
        match self {
            Finding::Agrees => "as the record says",
            Finding::Differs => "not what the record says",
            Finding::Shorter => "shorter than the record says",
            Finding::Cooked => "right, and not the only ones",
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

/// What is proved of a length, as far as records speak of it.
pub(crate) struct ProvedLength<'p> {
    /// Whether the attacker is to move.
    pub moves_first: bool,
    /// In moves of the attacker; `None`: there is no win at all.
    pub at_least: Option<u32>,
    /// In moves of the attacker, if a win is known.
    pub at_most: Option<u32>,
    /// Every first move, and whether it wins within the length of the record; none if that is not
    /// what was asked.
    pub keys: &'p [(&'p str, Option<bool>)],
}

impl Expected {
    /// The record beside what is proved of the length of a win.
    pub(crate) fn compare_length(&self, proved: &ProvedLength<'_>) -> Recorded {
        let is_key = |m: &String| {
            proved.keys.iter().find(|(text, _)| text == m).and_then(|&(_, is_key)| is_key)
        };
        let best = || {
            if self.best.iter().any(|m| is_key(m) == Some(false)) {
                return Some(Finding::Differs);
            }
            if !self.best.iter().all(|m| is_key(m) == Some(true)) {
                return None;
            }
            let mut others =
                proved.keys.iter().filter(|(text, _)| !self.best.iter().any(|m| m == text));
            if others.clone().any(|&(_, is_key)| is_key == Some(true)) {
                return Some(Finding::Cooked);
            }
            others.all(|&(_, is_key)| is_key == Some(false)).then_some(Finding::Agrees)
        };
        let avoid = || {
            if self.avoid.iter().any(|m| is_key(m) == Some(true)) {
                return Some(Finding::Differs);
            }
            self.avoid.iter().all(|m| is_key(m) == Some(false)).then_some(Finding::Agrees)
        };
        let length = |length: i32| {
            let length_of = length.unsigned_abs();
            if (length > 0) != proved.moves_first {
                // The other side mates: a win of this one is all that can be said against it.
                return proved.at_most.map(|_| Finding::Differs);
            }
            match (proved.at_least, proved.at_most) {
                (None, _) => Some(Finding::Differs),
                (Some(at_least), _) if at_least > length_of => Some(Finding::Differs),
                (_, Some(at_most)) if at_most < length_of => Some(Finding::Shorter),
                (Some(at_least), Some(_)) if at_least == length_of => Some(Finding::Agrees),
                _ => None,
            }
        };
        Recorded {
            mate: self.mate.map(length),
            best: (!self.best.is_empty()).then(best),
            avoid: (!self.avoid.is_empty()).then(avoid),
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
