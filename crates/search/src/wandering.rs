//! Under superko, searches that wander off: turned back, and begun again with other sums.
//!
//! Every move that does not repeat is legal, so that the side that is losing can go on for
//! thousands of plies, from position to position of a small board. What is found out at the end of
//! such a path leans on the situations along it, and holds on no other: the same positions are
//! searched again and again, on one long path after another. On 1x12, does Black score 2? 300,000
//! nodes among 84,000 positions, paths of 5,161 plies, and no answer. Searches that ended had
//! stayed near: 207 plies at the most in those that were looked at, on 1x10, 1x11, 2x7, 3x5 and
//! 4x4.
//!
//! ```text
//!   path:  root ---------------- FAR plies ----------------| turn back
//!   sums:  as the options say, then pn as Sum, then both, each until it goes too far;
//!          at last as the options say, however far
//! ```
//! What was solved on the way is kept with its conditions; numbers are forgotten, since they led
//! there. It changes the work and never an answer. With sums the question above takes 195,000 nodes
//! from scratch.
//!
//! Several threads that search together are not turned back: only the one that begins alone is, as
//! long as it is alone.

use crate::combine::Combining;
use crate::options::Combine;

/// Plies below the root of the search. Smaller, and searches begin again that would have ended
/// (1x10 under positional superko has paths of 207 plies); larger, and they lose themselves further
/// before.
pub(crate) const FAR: u32 = 512;

/// How numbers add up in each of the searches that are turned back.
pub(crate) fn ladder(chosen: Combining) -> [Combining; 3] {
    let sum = Combine::Sum;
    [chosen, Combining { pn: sum, ..chosen }, Combining { pn: sum, dn: sum }]
}
