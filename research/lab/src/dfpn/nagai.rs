//! `dfpn/nagai`: a repeating move is decided last, position by position.
//!
//! Nagai 2002 (thesis), as others tell of it; the thesis itself was not at hand, and details may
//! differ. A move that repeats the path has the largest number there is, so that it is the last
//! resort, and nothing that rests on it is stored. When the thresholds of a position, which are as
//! large as possible at the root, are exceeded because nothing but repeating moves is left, the
//! position is searched again with those moves disproven that close a circle at it or below it: at
//! the root, and at every interior node likewise.
//!
//! ```text
//!    A -> B -> C -> D       D's only move repeats C: D has the number "largest" and is left.
//!              ^    |       C has nothing else either: C is searched again, with what repeats C or
//!              +----+       something below it disproven. D is disproven now (and not stored, it
//!                           relies on C); C is disproven and stored, the circle is closed.
//! ```
//! Kishimoto and Mueller name a drawback: it may take long until a number exceeds the largest.
//! Here a repeating move has the largest at once; [`nagai_as_printed`](super::nagai_as_printed) has
//! the drawback.
//!
//! The method was made for `attacker-loses`, and is right there. Mirrored it does for
//! `attacker-wins`. **Wrong under superko**, as Kishimoto and Mueller (2004) say: a position has
//! one entry, and where a circle closes (the repeating move is illegal in the second search), what
//! is stored of it holds on some paths only. The smallest games are those of
//! [`loop_depth`](super::loop_depth), which closes circles in the same way.
//! [`nagai_no_store`](super::nagai_no_store) stores nothing there. Every circle is searched once
//! per position on it: three times the nodes of the others.

use super::core::{Keeping, ask_judged};
use crate::{Claim, Informed, Query};

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    ask_judged(query, Keeping::Postpone, None)
}
