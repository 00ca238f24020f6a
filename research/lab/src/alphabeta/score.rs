//! Scores, and the two ways to prefer the shorter of two wins.
//!
//! A score is seen from one fixed player, [`Rules::player`](super::Rules::player), and not from
//! the player to move: the players need not take turns, and what the treatments say about "above"
//! and "below" the draw is the same for both.

/// The value of a position.
pub type Score = i32;

/// A won game. Beyond [`DECIDED`] on either side a score is a proven result.
pub const WIN: Score = 1_000_000;

/// Scores of at least this much, or of at most minus this much, are proven results. Leaves room
/// for wins in up to 100,000 plies; an evaluation must stay below it.
pub const DECIDED: Score = WIN - 100_000;

/// Larger than every score.
pub const INFINITE: Score = Score::MAX / 2;

/// How a win says when it comes (after Eppstein's course notes on game programming).
///
/// Where a game has a natural limit to its length, as Othello, in which every move fills a square,
/// nothing of this is needed: no position comes again, a won position stays won, and the win
/// arrives ([`Plain`](WinScores::Plain) will do; a test plays such games). Where positions can
/// recur, a player for whom all wins are equal may go on "winning" for ever: he chooses one of the
/// moves after which he can still win. `4k3/Q7/3K4/8/8/8/8/8 w` has such a choice at every turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WinScores {
    /// A win is [`WIN`], however far it is.
    Plain,
    /// [`WIN`] minus the plies from the *root*, stored as it is: the trap. The same position met
    /// at another depth gets a wrong distance from the table.
    RootRelative,
    /// [`WIN`] minus the plies from the root in the search; in the table, minus the plies from the
    /// position that is stored.
    #[default]
    NodeRelative,
}

impl WinScores {
    /// The score of a game that ends at `ply`.
    #[inline]
    pub(crate) fn ended(self, score: Score, ply: u32) -> Score {
        match self {
            WinScores::Plain => score,
            _ => shifted(score, -(ply as Score)),
        }
    }

    /// A score of the search as the table keeps it, for a position at `ply`.
    #[inline]
    pub(crate) fn to_table(self, score: Score, ply: u32) -> Score {
        match self {
            WinScores::NodeRelative => shifted(score, ply as Score),
            _ => score,
        }
    }

    /// A score of the table as the search needs it, for a position at `ply`.
    #[inline]
    pub(crate) fn to_search(self, score: Score, ply: u32) -> Score {
        match self {
            WinScores::NodeRelative => shifted(score, -(ply as Score)),
            _ => score,
        }
    }
}

/// Moves a decided score away from zero by `plies`.
#[inline]
fn shifted(score: Score, plies: Score) -> Score {
    match score {
        s if s >= INFINITE || s <= -INFINITE => s,
        s if s >= DECIDED => s + plies,
        s if s <= -DECIDED => s - plies,
        s => s,
    }
}

/// Score aging (Muller 2007): of two equal scores the sooner one is preferred by the side that it
/// favours, *whatever* the score, not only for wins; and a score that came round a cycle is worth a
/// little less than the same score without.
///
/// The window has to be moved before the move, or the bound that comes back would be off by the
/// bonus:
///
/// ```
/// use threefold_lab::alphabeta::Aging;
/// for aging in [Aging::Off, Aging::Loser, Aging::EveryMove] {
///     for (child, bound, maximizing) in (-5..=5)
///         .flat_map(|child| (-4..=4).map(move |bound| (child, bound)))
///         .flat_map(|(child, bound)| [true, false].map(|side| (child, bound, side)))
///     {
///         // The child passes the moved bound exactly if its aged score passes the bound.
///         let aged = aging.aged(child, maximizing);
///         assert_eq!(aged > bound, child > aging.alpha(bound, maximizing));
///         assert_eq!(aged >= bound, child >= aging.beta(bound, maximizing));
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Aging {
    /// Scores stay as they are.
    #[default]
    Off,
    /// As Muller describes it: the side that is losing gets one point for each of *its own* moves.
    /// Moves of the side that is winning change nothing, so that where only one side moves (the
    /// other one has no turn, or all of them are on one side of a line) nothing may age at all.
    Loser,
    /// The side that is losing gets one point for *every* move, whoever makes it. Not Muller's:
    /// it is what keeps players who need not take turns from delaying a win.
    EveryMove,
}

impl Aging {
    /// The score of a position, seen one move earlier; `maximizing`: that move is one of the player
    /// who wants high scores.
    #[inline]
    pub fn aged(self, score: Score, maximizing: bool) -> Score {
        let ages = match self {
            Aging::Off => false,
            Aging::Loser => (score < 0) == maximizing,
            Aging::EveryMove => true,
        };
        if ages { score - score.signum() } else { score }
    }

    /// The lower bound to search the position after the move with.
    #[inline]
    pub fn alpha(self, bound: Score, maximizing: bool) -> Score {
        match self {
            Aging::Off => bound,
            Aging::Loser if maximizing => bound - Score::from(bound < 0),
            Aging::Loser => bound + Score::from(bound >= 0),
            Aging::EveryMove if bound >= 0 => bound + 1,
            Aging::EveryMove => bound - 1,
        }
    }

    /// The upper bound to search the position after the move with.
    #[inline]
    pub fn beta(self, bound: Score, maximizing: bool) -> Score {
        match self {
            Aging::Off => bound,
            Aging::Loser if maximizing => bound - Score::from(bound <= 0),
            Aging::Loser => bound + Score::from(bound > 0),
            Aging::EveryMove if bound > 0 => bound + 1,
            Aging::EveryMove => bound - 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_wins_come_back_at_another_ply() {
        let found = WinScores::NodeRelative.ended(WIN, 7);
        assert_eq!(found, WIN - 7);
        let stored = WinScores::NodeRelative.to_table(found, 4);
        assert_eq!(stored, WIN - 3, "three plies from the position");
        assert_eq!(WinScores::NodeRelative.to_search(stored, 2), WIN - 5);
        assert_eq!(WinScores::NodeRelative.to_search(-stored, 2), -(WIN - 5));
        assert_eq!(WinScores::NodeRelative.to_table(17, 4), 17);
        assert_eq!(WinScores::NodeRelative.to_table(-INFINITE, 4), -INFINITE);
    }
}
