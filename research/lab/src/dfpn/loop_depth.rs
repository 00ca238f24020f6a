//! `dfpn/loop-depth`: the shallowest ancestor, exact paths, no simulation.
//!
//! What today's tsume-shogi solvers do (KomoringHeights 1.1.0, 2023, whose source was read): a
//! result that met a repetition carries the depth of the shallowest ancestor it relies on. Where
//! that is not above the position itself, the result is stored for every path; otherwise for
//! exactly the path at hand, and the numbers of the position return to (1, 1). It is never tried on
//! another path (no simulation), so that each new path into a circle is searched again.
//!
//! Right under `attacker-loses` and, mirrored, under `attacker-wins`: a circle that closes at a
//! position closes on every path to it. Under superko it does not:
//!
//! ```text
//!      A            fixtures/dfpn-loop-depth.situational-superko.game: second moves at A and D,
//!     / \           first at B; a repeating move is illegal, who cannot move has lost. On the path
//!    B<->D          A-B-D second cannot go back to B. D is lost for him because of B, and B
//!                   because of B itself: "on every path". But on the path A-D-B it is first who
//!                   cannot go back, and second wins.
//! ```
//! Figure 2 of Kishimoto and Mueller (2004) is such a game, too.

use super::core::{Keeping, ask_judged};
use crate::{Claim, Informed, Query};

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    ask_judged(query, Keeping::ExactPath, None)
}
