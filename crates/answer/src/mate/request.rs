//! What is asked about the length of a win.

use threefold_chess::{Aim, AttackerMoves};
use threefold_game::Game;
use threefold_search::Limits;
use threefold_search::distance::SolutionOptions;

use crate::attacker::Attacker;
use crate::effort::Effort;
use crate::error::Error;
use crate::posed::Posed;
use crate::words::Idiom;

/// How long a win may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Moves of the attacker, as in "mate in 3". Where he wins by a reply, as in a selfmate, the
    /// reply to the last of them counts as well.
    Moves(u32),
    /// Moves of either player.
    Plies(u32),
}

impl Length {
    /// The length that people of a game mean by "in N": moves of the attacker, and where mates are
    /// counted in plies, plies.
    pub fn counted(number: u32, idiom: Idiom) -> Length {
        match idiom.mates && idiom.in_plies {
            true => Length::Plies(number),
            false => Length::Moves(number),
        }
    }

    /// The length that the source of a position says.
    pub(crate) fn stated<G: Game>(posed: &Posed<'_, G>) -> Result<Length, Error> {
        let length = posed.expected.and_then(|expected| expected.mate).ok_or_else(|| {
            let what = "in how many moves? Expected a number, or a record with `bm #N`";
            Error::field("mate", what)
        })?;
        Ok(Length::counted(length.unsigned_abs(), posed.idiom))
    }

    /// The plies from the root on, where `moves_first` says whether the attacker is to move.
    ///
    /// ```
    /// use threefold_answer::mate::Length;
    /// assert_eq!(Length::Moves(3).plies(true), 5);
    /// assert_eq!(Length::Moves(3).plies(false), 6);
    /// ```
    pub fn plies(self, moves_first: bool) -> u32 {
        match self {
            Length::Plies(plies) => plies,
            Length::Moves(moves) => moves.saturating_mul(2).saturating_sub(u32::from(moves_first)),
        }
    }

    /// The plies, in a game of that idiom.
    pub(crate) fn plies_in(self, moves_first: bool, idiom: Idiom) -> u32 {
        let reply = idiom.ends_with_reply && matches!(self, Length::Moves(_));
        self.plies(moves_first).saturating_add(u32::from(reply))
    }

    /// The attacker's moves among so many plies.
    pub fn moves(plies: u32, moves_first: bool) -> u32 {
        if moves_first { plies.div_ceil(2) } else { plies / 2 }
    }
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Whether a win can be forced within a length.
    Within(Length),
    /// The same, within the length that the source says: `bm #3`, `dm 3`.
    Stated,
    /// How short the shortest win is.
    Shortest,
}

/// Whose win is in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// That of whom the source of the position asks about.
    Source,
    /// That of a player.
    One(Attacker),
    /// That of either player: both questions are asked in turn, with budgets that double. Where
    /// one of them can win, the other cannot.
    Either,
}

/// A question about the length of a win.
#[derive(Clone, Debug)]
pub struct Request {
    /// What is asked.
    pub goal: Goal,
    /// Whose win is in question.
    pub whose: Whose,
    /// The moves of the root to which the question is confined, in the game's notation: a win by
    /// one of them if the attacker is to move, after all of them otherwise. Certificates are about
    /// positions after them then. All moves if left out.
    pub moves: Option<Vec<String>>,
    /// Whether every first move is asked about, if the attacker is to move: which of them win
    /// within the length that was asked for, or else within the shortest that is known. Half of the
    /// nodes are kept for them.
    pub keys: bool,
    /// Of how many keys a line is wanted, the shortest first.
    pub key_lines: usize,
    /// Whether, where a win within a length is proved, a shorter one is looked for as well, so that
    /// the answer can say that there is none. With `keys` or a solution half of the nodes that are
    /// left are spent on it at most, otherwise a few times as many as the win has taken.
    pub shorter: bool,
    /// How much of the solution is written down, if it is: [`Side::solution`](super::Side). It
    /// includes the keys.
    pub solution: Option<SolutionOptions>,
    /// Chess: what the attacker wants.
    pub aim: Aim,
    /// Chess: the moves with which the attacker is content, if that is not all of them. A win is
    /// one by the rules, with an ordinary certificate; that there is none is not found out so.
    pub attacker_moves: Option<AttackerMoves>,
    /// What may be spent on the whole. The limits count for all sides together, and the time for
    /// certificates (`check`, `keep`) as well, for which some of it is kept. Of the options only
    /// the size of the table counts, of which each search has a part, and the threads, for the
    /// search for any win that [`Goal::Shortest`] makes: within a length one thread searches.
    pub effort: Effort,
}

impl Request {
    /// The question about whom the source asks, with the usual effort.
    pub fn new(goal: Goal) -> Self {
        let effort = Effort::for_positions();
        Request {
            goal,
            whose: Whose::Source,
            moves: None,
            keys: false,
            key_lines: 0,
            shorter: false,
            solution: None,
            aim: Aim::Mate,
            attacker_moves: None,
            effort,
        }
    }
}

impl Request {
    /// Nodes for the question itself: with keys half of them are kept for the first moves.
    pub(super) fn nodes_for_the_length(&self) -> u64 {
        let nodes = self.effort.limits.nodes;
        if self.asks_keys() && nodes < u64::MAX { nodes.div_ceil(2) } else { nodes }
    }

    /// The limits of everything but certificates, for which a fifth of the time is kept if there
    /// will be any.
    pub(super) fn limits_of_searches(&self) -> Limits {
        let Effort { check, keep, ref limits, .. } = self.effort;
        match check || keep {
            true => limits.part(0.8),
            false => limits.clone(),
        }
    }

    /// Nodes that are left after so many.
    pub(super) fn left(&self, spent: u64) -> u64 {
        match self.effort.limits.nodes {
            u64::MAX => u64::MAX,
            nodes => nodes.saturating_sub(spent),
        }
    }

    /// Whether every first move is asked about.
    pub(super) fn asks_keys(&self) -> bool {
        self.keys || self.solution.is_some()
    }
}
