//! `dfpn/nagai-no-store`: Nagai's method, extended for superko.
//!
//! [`nagai`](super::nagai), which does not work where a repetition is a loss of the player who
//! repeats. What differs is one line: under superko a circle that closes does not make a result
//! good for every path, so that a result that met a repetition is never stored there, as in
//! [`no_store`](super::no_store). Under other rules it is the same. Right, but for positional
//! superko, where a result that met no repetition does not hold on every path either: see
//! [`no_store`](super::no_store), whose example it shares.

use super::core::{Keeping, ask_judged};
use crate::{Claim, Informed, Query};

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    ask_judged(query, Keeping::PostponeNoStore, None)
}
