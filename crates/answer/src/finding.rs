//! What is found out about a claim.

use threefold_certificate::{CheckLimit, Header, Refuted, Verified};

/// A claim of a certificate, and what became of it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The name of the file.
    pub file: String,
    /// What the claim is about.
    pub header: Header,
    /// What became of it.
    pub outcome: Outcome,
    /// What the question takes for granted.
    pub assuming: Option<String>,
}

/// What became of a claim.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It is proved.
    Verified(Verified),
    /// It is not.
    Refuted(Refuted),
    /// Neither: a limit was hit.
    Limit(CheckLimit),
}
