//! A treatment that is known at run time only, for a search that keeps its table.

use crate::alphabeta::policy::Policy;
use crate::alphabeta::{Treatment, with_policy};

/// Something to do with the type of a treatment.
pub trait WithPolicy {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<P: Policy>(self) -> Self::Output;
}

/// Does something with the type of a treatment: keeps an
/// [`AlphaBeta`](crate::alphabeta::AlphaBeta) over many roots, for example.
///
/// ```
/// use threefold_lab::alphabeta::Treatment;
/// use threefold_lab::alphabeta::policy::Policy;
/// use threefold_lab::{WithPolicy, with_treatment};
///
/// struct TakesNullWindows;
/// impl WithPolicy for TakesNullWindows {
///     type Output = bool;
///     fn run<P: Policy>(self) -> bool {
///         P::NULL_WINDOWS
///     }
/// }
/// assert!(!with_treatment(Treatment::Ignore, TakesNullWindows));
/// ```
pub fn with_treatment<W: WithPolicy>(treatment: Treatment, what: W) -> W::Output {
    with_policy!(treatment, P => what.run::<P>())
}
