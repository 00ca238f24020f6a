//! `dfpn/kishimoto-mueller`: base and twin entries with simulation, as printed.
//!
//! Kishimoto and Mueller, *A general solution to the graph history interaction problem* (AAAI
//! 2004), for df-pn. [`base_twin`](super::base_twin) is an extended scheme; here is what the paper
//! says and no more:
//!
//! ```text
//! look-up   base entry, solved         -> its result: it met no repetition, holds on every path
//!           twin of this very path     -> its result, proof or disproof
//!           every other twin, in turn  -> simulation; the first that can be replayed is used, and
//!                                         gets a twin for this path
//!           base entry, not solved     -> its numbers
//! solved    no repetition met          -> base entry
//!           else                       -> twin; both numbers of the base go back to 1
//! path      one random number for each move and depth, exclusive or
//! ```
//!
//! | | as printed | [`base_twin`](super::base_twin) |
//! |---|---|---|
//! | simulated | every twin | one of either sign |
//! | failed simulations | are tried again | are remembered |
//! | a circle that closes | stays a twin | becomes a base entry, if a repetition has a value |
//! | budget of a simulation | none | some hundred positions |
//! | a base entry under positional superko | holds | is verified |
//!
//! What the text leaves open, and how it is read: a (dis)proof has met a repetition if one is among
//! its leaves, or made a move of its loser illegal, whatever was searched besides; a (dis)proof
//! found by simulation counts as having met one; simulation follows the moves of the path that the
//! twin was made on; every position that it verifies gets a twin. The df-pn around it, which the
//! paper takes from elsewhere, is that of the laboratory. Simulations may visit 100 positions for
//! each node of the limit, and lines of 1,000 moves: beyond that there is no answer, or no reuse.
//!
//! Right under all rules in which what repeats is the position. **Wrong under positional superko**,
//! where a result that met no repetition does not hold on every path: see
//! [`no_store`](super::no_store).

use super::core::{Keeping, ask_judged};
use crate::{Claim, Informed, Query};

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    ask_judged(query, Keeping::Twins, None)
}
