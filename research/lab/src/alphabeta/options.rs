//! What can be chosen about a search.

use threefold_search::Interrupt;

use super::score::{Aging, WinScores};

/// The draft of a search without a horizon: every line is followed to its end.
pub const COMPLETE: u32 = u32::MAX;

/// Which entries of the table may replace a search, as far as their draft goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DraftRule {
    /// Those of at least the draft asked for, and proven wins and losses of any draft: what
    /// engines do.
    #[default]
    AtLeast,
    /// As `AtLeast`, but bounds that prove nothing count only in the iteration that found them. Two
    /// positions that lead to each other could otherwise be unknown for ever, each because of what
    /// the iteration before could not see of the other one.
    Iteration,
    /// Those of exactly the draft asked for, so that the table cannot know more than a search of
    /// the same depth without one. To measure errors by: every difference is then one of history.
    Exact,
}

impl DraftRule {
    /// The name in files and output.
    pub const fn name(self) -> &'static str {
        match self {
            DraftRule::AtLeast => "at-least",
            DraftRule::Iteration => "iteration",
            DraftRule::Exact => "equal",
        }
    }
}

/// What can be chosen about a search.
#[derive(Clone, Debug)]
pub struct Options {
    /// Memory for the table, in bytes.
    pub table_bytes: usize,
    /// Which drafts are good enough.
    pub draft: DraftRule,
    /// Whether wins count plies.
    pub win_scores: WinScores,
    /// Score aging. It counts plies by itself, so that it implies [`WinScores::Plain`].
    pub aging: Aging,
    /// Plies of quiescence search at most.
    pub quiescence: u32,
    /// Positions one simulation may visit ([`BaseTwin`](super::policies::BaseTwin)).
    pub simulation_budget: u32,
    /// What may stop the search from another thread.
    pub interrupt: Interrupt,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            table_bytes: 64 << 20,
            draft: DraftRule::AtLeast,
            win_scores: WinScores::NodeRelative,
            aging: Aging::Off,
            quiescence: 32,
            simulation_budget: 300,
            interrupt: Interrupt::default(),
        }
    }
}
