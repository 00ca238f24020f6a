//! What comes of writing a certificate.

use thiserror::Error;
use threefold_certificate::Block;

use crate::limits::Reason;
use crate::stats::Stats;

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExtractError {
    /// Searching a hole again hit a limit.
    #[error(
        "no certificate: {0}, while a part of the table that had been evicted was searched again"
    )]
    Limit(Reason),
    /// The position was solved anew and the answer was the other one: it had been wrong.
    #[error("no certificate: the answer is wrong")]
    Wrong,
    /// Faults kept coming: the answer is wrong in too many places, or every table was too small.
    #[error("no certificate: after {0} repairs there were still faults")]
    TooManyRepairs(u32),
}

/// A certificate and what it took to write it.
#[derive(Clone, Debug)]
pub struct Extracted {
    /// One block of a certificate file.
    pub block: Block,
    /// Different positions in it.
    pub positions: u64,
    /// How often the walk was rolled back and a part of the proof searched anew, because what the
    /// table said did not hold together. Holes, where it says nothing, are in `stats`.
    pub repairs: u32,
    /// Work spent on holes, the holes themselves and the time for everything.
    pub stats: Stats,
}

/// Lines of the certificate between two looks at the clock: each takes a microsecond or a few.
pub(crate) const STEPS: u64 = 256;
