//! What was found out about the length of a win.

use std::time::Duration;

use threefold_search::Verdict;

use super::request::{Goal, Length};
use super::solution::Solution;
use crate::alone::Alone;
use crate::asked::Proof;
use crate::record::Recorded;
use crate::standing::Claimed;
use crate::words::{Idiom, count};

/// What was found out about a position.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The name of the game.
    pub game: String,
    /// How people speak of it.
    pub idiom: Idiom,
    /// The position, in the game's notation.
    pub root: String,
    /// What the source says about the answer: `bm #3`.
    pub said: Option<String>,
    /// A side for each player whose win was in question; of two, the player to move comes first.
    pub sides: Vec<Side>,
    /// Nodes of all searches.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// What was found out about the wins of one player. Both bounds are proved.
#[derive(Clone, Debug)]
pub struct Side {
    /// What the player is called.
    pub attacker: String,
    /// Whether he is to move in the root.
    pub moves_first: bool,
    /// The plies that were asked for.
    pub asked: Option<u32>,
    /// Whether he wins within them; for [`Goal::Shortest`], whether he wins at all.
    pub verdict: Verdict,
    /// There is no win within fewer plies than this. `None`: there is no win at all.
    pub at_least: Option<u32>,
    /// There is a win within so many plies, if one is known.
    pub at_most: Option<u32>,
    /// The move in the root that wins within `at_most`, if the attacker is to move.
    pub best: Option<String>,
    /// A line of such a win: of `at_most` plies, or shorter where a limit was hit.
    pub line: Vec<String>,
    /// The move in the root with which the other player keeps the attacker from winning, or from
    /// winning within what was asked for, if he is to move and it is known that he can.
    pub holds: Option<String>,
    /// The same as people write it, where that is another notation.
    pub written: Option<Vec<String>>,
    /// Proof number of the last question that was asked.
    pub pn: u32,
    /// Its disproof number.
    pub dn: u32,
    /// Every first move, if they were asked for, the attacker is to move, and a length is known.
    pub first_moves: Option<Vec<Key>>,
    /// The solution as a tree, if it was asked for and there are first moves.
    pub solution: Option<Solution>,
    /// What the answer says of the problem, if it is one: if the attacker is to move, and a number
    /// of moves was asked for.
    pub soundness: Option<Soundness>,
    /// What the source says beside what is proved, if it says something.
    pub recorded: Option<Recorded>,
    /// The certificates, a file each: of the win within `at_most`, and that there is none within
    /// fewer plies than `at_least`, or none at all.
    pub proofs: Vec<Proof>,
    /// What is proved by the search alone, since its certificate hit a limit: `white wins within
    /// 7`. There may be a certificate that says less.
    pub uncertified: Vec<String>,
    /// What the answer claims, of first moves and solutions too, and how each claim is established.
    pub claims: Vec<Claimed>,
    /// `Some(true)`: each claim has a certificate, and all of them hold. `Some(false)`: the answer
    /// is not borne out. `None`: neither.
    pub checked: Option<bool>,
    /// What is wrong with the answer.
    pub fault: Option<String>,
    /// The same of the position without the moves before it, where these keep the player from a
    /// win.
    pub alone: Option<Alone>,
    /// Why something is not known.
    pub reason: Option<&'static str>,
    /// The answer in words: `mate in 5 to 9 moves`.
    pub words: String,
}

/// What is known of a problem. One that is short is not asked whether it is cooked, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Soundness {
    /// One key, and no shorter win.
    Sound,
    /// More than one key: all but the author's are cooks.
    Cooked,
    /// There is no win in time.
    NoSolution,
    /// There is a win in fewer moves than the problem says.
    Short,
}

impl Soundness {
    /// The name in the output for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Soundness::Sound => "sound",
            Soundness::Cooked => "cooked",
            Soundness::NoSolution => "no-solution",
            Soundness::Short => "short",
        }
    }
}

/// A first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The move, in the game's notation.
    pub text: String,
    /// The same as people write it, where that is another notation.
    pub written: Option<String>,
    /// `Proven`: it is a key.
    pub verdict: Verdict,
    /// With this move there is no win within fewer plies, the move included. `None`: none at all.
    pub at_least: Option<u32>,
    /// With this move there is a win within so many plies, if one is known.
    pub at_most: Option<u32>,
    /// A line of such a win, if it was asked for ([`Request::key_lines`](super::Request)).
    pub line: Vec<String>,
    /// A reply that refutes it, where it is refuted and one is known.
    pub refutation: Option<String>,
    /// The same as people write it.
    pub refutation_written: Option<String>,
}

impl Side {
    /// The first moves that win in time.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        let moves = self.first_moves.iter().flatten();
        moves.filter(|key| key.verdict == Verdict::Proven).map(|key| key.text.as_str())
    }

    /// The length of the shortest win in plies, if it is known.
    pub fn exact(&self) -> Option<u32> {
        self.at_most.filter(|_| self.at_most == self.at_least)
    }
}

/// What is known of the length of a win, in words.
pub(super) fn words(
    goal: Goal,
    moves_first: bool,
    bounds: (Option<u32>, Option<u32>),
    idiom: Idiom,
) -> String {
    let win = idiom.win;
    let unit = if idiom.in_plies { "ply" } else { "move" };
    let number = |plies| match idiom.in_plies {
        true => plies,
        false => Length::moves(plies, moves_first),
    };
    let length = |plies| count(u64::from(number(plies)), unit);
    match (goal, bounds) {
        (_, (_, Some(0))) => format!("already {}", if idiom.mates { win } else { "won" }),
        (_, (None, _)) => format!("no {win}"),
        (_, (Some(0), Some(at_most))) => format!("{win} in at most {}", length(at_most)),
        (Goal::Within(asked), (at_least, Some(at_most)))
            if at_most <= asked.plies_in(moves_first, idiom) && at_least != Some(at_most) =>
        {
            format!("{win} in at most {}", length(at_most))
        }
        (_, (Some(at_least), Some(at_most))) if number(at_least) >= number(at_most) => {
            format!("{win} in {}", length(at_most))
        }
        (_, (Some(at_least), Some(at_most))) => {
            format!("{win} in {} to {}", number(at_least), length(at_most))
        }
        (Goal::Within(asked), (Some(at_least), None))
            if at_least > asked.plies_in(moves_first, idiom) =>
        {
            format!("no {win} in {}", length(asked.plies_in(moves_first, idiom)))
        }
        // No win in no moves: nothing is known.
        (_, (Some(at_least), None)) if number(at_least) <= 1 => "unknown".to_owned(),
        (_, (Some(at_least), None)) => {
            format!("unknown: if there is a {win}, it takes at least {}", length(at_least))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATES: Idiom = Idiom { mates: true, in_plies: false, win: "mate", ..Idiom::PLAIN };

    #[test]
    fn brackets_in_words() {
        let shortest = |moves_first, bounds| words(Goal::Shortest, moves_first, bounds, MATES);
        assert_eq!(shortest(true, (Some(9), Some(17))), "mate in 5 to 9 moves");
        assert_eq!(shortest(true, (Some(3), Some(3))), "mate in 2 moves");
        assert_eq!(shortest(false, (Some(2), Some(2))), "mate in 1 move");
        assert_eq!(shortest(false, (Some(0), Some(0))), "already mate");
        assert_eq!(shortest(true, (None, None)), "no mate");
        let open = "unknown: if there is a mate, it takes at least 3 moves";
        assert_eq!(shortest(true, (Some(5), None)), open);
        assert_eq!(shortest(true, (Some(1), None)), "unknown");
        let within = |bounds| words(Goal::Within(Length::Moves(3)), true, bounds, MATES);
        assert_eq!(within((Some(1), Some(5))), "mate in at most 3 moves");
        assert_eq!(within((Some(5), Some(5))), "mate in 3 moves");
        assert_eq!(within((Some(7), None)), "no mate in 3 moves");
        assert_eq!(words(Goal::Shortest, true, (Some(5), Some(5)), Idiom::PLAIN), "win in 5 plies");
        let selfmates = Idiom { win: "selfmate", ends_with_reply: true, ..MATES };
        let within = |bounds| words(Goal::Within(Length::Moves(3)), true, bounds, selfmates);
        assert_eq!(within((Some(6), Some(6))), "selfmate in 3 moves");
        assert_eq!(within((Some(7), None)), "no selfmate in 3 moves");
        let in_plies = Idiom { mates: true, win: "mate", ..Idiom::PLAIN };
        assert_eq!(words(Goal::Shortest, true, (Some(5), Some(5)), in_plies), "mate in 5 plies");
    }
}
