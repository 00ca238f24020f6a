//! `dfpn/no-store`: results that met a repetition are not stored.
//!
//! What tsume-shogi solvers did before there was anything better (Kishimoto and Mueller 2005,
//! section 1.2, tell of programs that do not cache disproofs caused by repetitions): a result that
//! rests on a repetition anywhere below is known to its parent and forgotten when the parent is
//! left. Under superko that goes for proofs and disproofs that met an illegal move.
//!
//! Right under `attacker-loses`, `attacker-wins` and situational superko: what is stored has met no
//! repetition, which is the no-repetition shortcut of Kishimoto and Mueller (2004). It costs the
//! work that is forgotten, the more the more circles there are; some games run into the node limit.
//!
//! Wrong under positional superko, where a position is not what repeats:
//!
//! ```text
//!      A           fixtures/dfpn-no-store.positional-superko.game: first moves at A, second at B
//!     / \          and F; B and D are one board. On the path A-F second goes to D and has won:
//!    B   |         F is stored as lost for first, and no repetition was met. On the path A-B-F the
//!     \  v         move to D recreates the board of B: it is illegal, second cannot move and has
//!      > F --> D   lost. (Draw-last.)
//! ```

use super::core::{Keeping, ask_judged};
use crate::{Claim, Informed, Query};

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    ask_judged(query, Keeping::Never, None)
}
