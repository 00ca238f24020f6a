//! Conditional results: what a (dis)proof under superko is valid for.
//!
//! Under superko a repeating move is illegal, so that both proofs and disproofs lean on the path. A
//! result can be told apart from the path on which it was found by two sets of situations:
//!
//! - **D, needed**: the situations that made a move of the opponent illegal, without those entered
//!   at or below the position. They must be on the path.
//! - **F, created**: the situations that the claimant's own moves lead to, passes apart. They must
//!   not be on the path.
//!
//! On every path to the position that contains D and avoids F, each of the claimant's moves is
//! still legal and each reply that was banned still is; further bans only take replies away. The
//! lemmas of a certificate are the same thing (`docs/certificate.md`, section 5). Here D consists
//! of repetition keys. F may be too wide, which only means that a result is not used where it could
//! be: it is kept as halves of keys while it is small, and else as an interval over the situations'
//! bits ([`Searchable::situation_bits`]). More in `docs/ghi-superko.md`.
//!
//! ```text
//! claimant's move m to c    D = D(c)            F = F(c) + c (unless m is a pass)
//! opponent to move          D = all D(c) + what banned his other moves     F = all F(c)
//! position left             D - the position itself
//! ```
//! Where mirrored situations come to the same, F consists of keys that they share, which makes it a
//! little wider: then a result with an empty D holds for the mirrored positions as well.
//!
//! A result whose D and F are empty holds on every path. Where the situation is the whole position,
//! so does one that met no repetition at all (Kishimoto and Mueller 2004): it goes to the base
//! entry, and asks nothing of those who build on it.
//!
//! [`Searchable::situation_bits`]: threefold_game::Searchable::situation_bits

mod any;
mod conditions;
mod store;
mod valid;

pub(crate) use any::AnyConditional;
pub(crate) use conditions::{Condition, Conditions};
pub(crate) use store::{ConditionalStore, Record};
pub(crate) use valid::holds;

/// The largest D, and the largest F that is kept one by one, whatever the options say: what the
/// records of the store have room for.
pub(crate) const LARGEST_SET: usize = 60_000;
