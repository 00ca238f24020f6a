//! `dfpn/ignore`: the plain table.
//!
//! One entry per position, whatever the path: what every solver does that knows nothing of the
//! problem. Here it is [`Solver`](threefold_search::Solver) with
//! [`Policy::Ignore`], so that what it costs can be compared with
//! [`base_twin`](super::base_twin).
//!
//! Under `attacker-loses` its proofs are right and its disproofs sometimes wrong (draw-first),
//! under `attacker-wins` the other way round; under superko both are sometimes wrong. Under
//! situational superko all of these errors have been draw-first ([`plain`](super::plain) tells how
//! that is found out), under positional superko some are draw-last.
//!
//! ```text
//!      A            fixtures/dfpn-ignore.attacker-loses.game, its idea: second moves at A and C,
//!     / \           first at B and E, and a repetition fails first. First wins at B, by E and D,
//!    B<->C          and so at C, which leads to B only. But on the path A-B-C the move to B
//!    |              repeats: C is stored as disproven, and is taken for that at A.
//!    E --> D (won)
//!
//!      A            fixtures/dfpn-ignore.situational-superko.game: second moves at A and D, first
//!     / \           at F; a repeating move is illegal, who cannot move has lost. On the path A-F-D
//!    D<->F          second cannot go back to F: D is stored as lost for him. He wins by A-D-F.
//! ```

use threefold_search::{Options, Policy};

use super::solver::ask;
use crate::{Claim, Informed, Query};

/// Answers the question; see [`Treatment::answer`](crate::Treatment::answer).
pub fn answer<G: Informed>(query: &Query<'_, G>) -> Claim {
    let options =
        Options { table_bytes: query.memory_bytes, policy: Policy::Ignore, ..Options::default() };
    ask(query, options)
}
