//! What was compared: positions with the same rule.

use threefold_lab::compare::Comparison;

use super::assumed::Assumed;
use super::story::{Label, Story};

/// Positions with the same rule.
pub struct Group {
    pub comparison: Comparison,
    /// What each trial is about.
    pub labels: Vec<Label>,
    /// The first wrong answer of each policy that has one.
    pub stories: Vec<Story>,
}

impl Group {
    /// The positions of which something is assumed.
    pub fn assumed(&self) -> impl Iterator<Item = (&Label, &Assumed)> {
        self.labels.iter().filter_map(|label| Some((label, label.assumed.as_ref()?)))
    }

    /// A line for each of them: what is assumed, and where the position comes from.
    pub fn assumptions(&self) -> impl Iterator<Item = String> {
        self.assumed().map(|(label, assumed)| format!("{}: {}", assumed.sentence(), label.title()))
    }
}
