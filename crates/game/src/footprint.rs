//! Sets of situations that a claimant's moves create, for superko.

use std::hash::Hash;

/// How a large set of situations is widened.
///
/// A certificate under superko reuses the walk below a position on another path only if that path
/// avoids every situation that the claimant's own moves create there. Keeping the set too wide is
/// safe (the position is walked again); too narrow would be wrong. Up to [`Footprint::MOST`]
/// situations are kept one by one, by the certificate crate itself; of more, only a value of this
/// type is kept, which contains them all and others. Explicit graphs never widen
/// ([`ExactFootprint`]); Go keeps an interval between the AND and the OR of the stones of each
/// colour.
///
/// The result must not depend on the order in which situations were put in.
pub trait Footprint<S>: Clone + Default {
    /// What the certificate's header says: `exact` or `interval`. Writer and checker have to
    /// agree on what is skipped.
    const KIND: &'static str;

    /// Up to how many situations are kept one by one. Part of the format of certificates.
    const MOST: usize;

    /// Adds a situation.
    fn insert(&mut self, situation: &S);

    /// Adds everything in `other`.
    fn merge(&mut self, other: &Self);

    /// Whether the situation counts as contained: true for all that were put in.
    fn contains(&self, situation: &S) -> bool;
}

/// The [`Footprint`] of games that keep every set exactly, however large.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExactFootprint;

impl<S: Clone + Eq + Hash> Footprint<S> for ExactFootprint {
    const KIND: &'static str = "exact";
    const MOST: usize = usize::MAX;

    fn insert(&mut self, _situation: &S) {}

    fn merge(&mut self, _other: &Self) {}

    /// Never asked for, since no set is too large; what is not kept may contain anything.
    fn contains(&self, _situation: &S) -> bool {
        true
    }
}
