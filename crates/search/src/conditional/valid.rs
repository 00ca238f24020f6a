//! Where a conditional result holds.

use threefold_game::Searchable;

use super::Condition;
use super::conditions::pairs;
use crate::path::Path;

/// Whether a result of a position holds there to which a move leads from the end of the path.
/// `mirrored`: it is one of a mirrored position, and asks nothing that mirrors. `irreversible`: the
/// move is.
///
/// The position itself is not tested against what is created: none of the claimant's moves leads
/// back to it, since it was on the path when they were found legal. Only an interval could contain
/// it, without cause.
pub(crate) fn holds<G: Searchable>(
    condition: &Condition<'_>,
    mirrored: bool,
    irreversible: bool,
    path: &Path,
) -> bool {
    if irreversible {
        // Nothing that has been on the path can occur any more.
        return condition.needed.is_empty();
    }
    if !condition.needed.iter().all(|&key| path.find(key).is_some()) {
        return false;
    }
    let Some(created) = condition.created else {
        return !meets_interval::<G>(condition.interval, path);
    };
    // The interval settles most of the large sets at a fraction of the price.
    let by_interval = G::SITUATION_WORDS > 0 && created.len() > 4 && !mirrored;
    by_interval && !meets_interval::<G>(condition.interval, path)
        || !pairs(created).any(|half| path.contains_half(half))
}

/// Whether a situation of the path that can still recur lies in the interval.
fn meets_interval<G: Searchable>(interval: &[u64], path: &Path) -> bool {
    let (and, or) = interval.split_at(G::SITUATION_WORDS);
    path.recurring_bits()
        .chunks_exact(G::SITUATION_WORDS)
        .any(|bits| (0..G::SITUATION_WORDS).all(|i| and[i] & !bits[i] | bits[i] & !or[i] == 0))
}
