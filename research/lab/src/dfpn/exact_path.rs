//! `dfpn/exact-path`: results that met a repetition hold on their path only.
//!
//! [`loop_depth`](super::loop_depth) with the repair that makes it right under every rule; also the
//! first half of Kishimoto and Mueller's scheme (2004: duplicated table entries), before
//! simulation. A result is stored for every path if it met no repetition, or, where a repetition
//! has a value, if every circle closes at the position or below it. Any other result is stored for
//! exactly the path at hand. Under superko a closed circle makes nothing unconditional; and where
//! the rule compares less than the position (positional superko), every result is for its path.
//!
//! Right under every rule; no game is known in which it fails. Under positional superko it shares
//! nothing between paths but proof numbers, and costs accordingly.

use super::core::{Keeping, ask_judged};
use crate::{Claim, Informed, Query};

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    ask_judged(query, Keeping::ExactPathRepaired, None)
}
