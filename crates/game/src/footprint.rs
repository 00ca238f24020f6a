//! Sets of situations that a claimant's moves create, for superko.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// A set of situations that may be wider than what was put in.
///
/// A certificate under superko reuses the walk below a position on another path only if that
/// path avoids every situation that the claimant's own moves create there. Keeping the set too
/// wide is safe (the position is walked again); too narrow would be wrong. Explicit graphs keep
/// it exactly ([`ExactFootprint`]); Go keeps an interval between the AND and the OR of the stones of
/// each colour.
pub trait Footprint<S>: Clone + Default {
    /// What the certificate's header says: `exact` or `interval`. Writer and checker have to
    /// agree on what is skipped.
    const KIND: &'static str;

    /// Adds a situation.
    fn insert(&mut self, situation: &S);

    /// Adds everything in `other`.
    fn merge(&mut self, other: &Self);

    /// Whether the set, as wide as it is kept, contains a situation that `on_path` counts
    /// at least once.
    fn meets(&self, on_path: &HashMap<S, u32>) -> bool;
}

/// A [`Footprint`] kept exactly, as a hash set.
///
/// ```
/// use std::collections::HashMap;
/// use threefold_game::{ExactFootprint, Footprint};
/// let mut footprint = ExactFootprint::default();
/// footprint.insert(&3);
/// assert!(footprint.meets(&HashMap::from([(3, 1)])));
/// assert!(!footprint.meets(&HashMap::from([(4, 1)])));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactFootprint<S: Eq + Hash>(HashSet<S>);

impl<S: Eq + Hash> Default for ExactFootprint<S> {
    fn default() -> Self {
        ExactFootprint(HashSet::new())
    }
}

impl<S: Clone + Eq + Hash> Footprint<S> for ExactFootprint<S> {
    const KIND: &'static str = "exact";

    fn insert(&mut self, situation: &S) {
        self.0.insert(situation.clone());
    }

    fn merge(&mut self, other: &Self) {
        self.0.extend(other.0.iter().cloned());
    }

    fn meets(&self, on_path: &HashMap<S, u32>) -> bool {
        self.0.iter().any(|situation| on_path.contains_key(situation))
    }
}
