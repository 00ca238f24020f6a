//! `dfpn/nagai`: a repeating move is decided last, position by position.
//!
//! Nagai 2002 (thesis), as Kishimoto and Mueller (2004) tell of it; the thesis itself was not at
//! hand, and details may differ. Where a move repeats a position of the path, the search returns,
//! and nothing is stored as disproven: the move has the threshold with which that position is being
//! searched, and so returns to it, where the threshold grows. When it is as large as numbers get,
//! as it is at the root from the start, nothing but repeating moves is left, and the position is
//! searched again with those moves disproven that close a circle at it or below it: at the root,
//! and at every interior node likewise.
//!
//! ```text
//!    A -> B -> C -> D       D's only move repeats C: D has C's threshold and is left, and so is
//!              ^    |       C, again and again, until that is the largest. Then C is searched
//!              +----+       with what repeats C or something below it disproven. D is disproven
//!                           now (and not stored, it relies on C); C is disproven and stored,
//!                           the circle is closed.
//! ```
//! That is the drawback that they name: it may take long until a number exceeds the largest. Here
//! thresholds grow by a share of themselves (1+epsilon, as in all searches of the laboratory), so
//! that some hundred returns are enough; where they grow by one, as in the original, it takes as
//! many as the largest number. The method was made for `attacker-loses`, and is right there.
//! Mirrored it does for `attacker-wins`. **Wrong under superko**, as Kishimoto and Mueller (2004)
//! say: a position has one entry, and where a circle closes (the repeating move is illegal in the
//! second search), what is stored of it holds on some paths only. The smallest games are those of
//! [`loop_depth`](super::loop_depth), which closes circles in the same way.
//! [`nagai_no_store`](super::nagai_no_store) stores nothing there. Every circle is searched once
//! per position on it: three times the nodes of the others.

use super::core::{Keeping, ask_judged};
use crate::{Claim, Informed, Query};

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    ask_judged(query, Keeping::Postpone, None)
}
