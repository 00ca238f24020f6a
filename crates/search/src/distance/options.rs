//! Choices of the search for a distance.

use crate::options::Combine;

/// Every choice that the search for a distance offers. The defaults are what was measured to be
/// best; any others give the same answers.
#[derive(Clone, Debug)]
pub struct DistanceOptions {
    /// Memory for the table, in bytes. Any size gives the same answers.
    pub table_bytes: usize,
    /// Bytes for everything together: the table, the search for any win, and a certificate in the
    /// making. For a certificate what the search for any win knows is forgotten first, and then the
    /// table gets smaller, down to an eighth; what does not fit then is no certificate
    /// ([`Reason::Memory`](crate::Reason::Memory)).
    pub memory_bytes: usize,
    /// The search stays in a child until its number exceeds that of the second best child by
    /// this share, in 1/16: the epsilon of Pawlewicz and Lew (2007). 0 switches it off.
    pub epsilon_16ths: u32,
    /// Proof numbers of the defender's positions.
    pub pn_combine: Combine,
    /// Disproof numbers of the attacker's positions.
    pub dn_combine: Combine,
    /// Threads of the search for any win that [`DistanceSolver::shortest`] makes
    /// ([`Options::threads`](crate::Options::threads)); within a length there is one.
    ///
    /// [`DistanceSolver::shortest`]: super::DistanceSolver::shortest
    pub threads: usize,
    /// Whether these work in rounds ([`Options::deterministic`](crate::Options::deterministic)).
    pub deterministic: bool,
    /// For tests: the share of stores that are dropped, in 1/256. Dropping any entry at any time
    /// changes the work, never an answer.
    pub drop_256ths: u32,
}

impl Default for DistanceOptions {
    fn default() -> Self {
        DistanceOptions {
            table_bytes: 64 << 20,
            memory_bytes: usize::MAX,
            epsilon_16ths: 3,
            pn_combine: Combine::Sum,
            dn_combine: Combine::Damped(4),
            threads: 1,
            deterministic: false,
            drop_256ths: 0,
        }
    }
}
