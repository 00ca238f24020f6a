//! What an answer claims, and how each claim is established.

use crate::asked::Proof;

/// How a claim is established.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// By a certificate that was checked.
    Certified,
    /// By this program alone: its search, or an endgame database.
    Searched,
    /// Not at all.
    Unknown,
}

impl Standing {
    /// The name in the output for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Standing::Certified => "certified",
            Standing::Searched => "searched",
            Standing::Unknown => "unknown",
        }
    }
}

/// A claim of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// As a certificate has it: `white wins within 5`. Of a first move, the move comes before it.
    pub claim: String,
    /// How it is established.
    pub standing: Standing,
}

impl Claimed {
    /// A claim that stands so.
    pub fn new(claim: impl Into<String>, standing: Standing) -> Self {
        Claimed { claim: claim.into(), standing }
    }

    /// The claim of a certificate.
    pub fn of(proof: &Proof) -> Self {
        let standing = if proof.checked { Standing::Certified } else { Standing::Searched };
        Claimed::new(proof.block.header.claim_text(), standing)
    }
}

/// Whether each of these claims has a certificate that was checked.
pub fn all_certified(claims: &[Claimed]) -> bool {
    claims.iter().all(|claim| claim.standing == Standing::Certified)
}
