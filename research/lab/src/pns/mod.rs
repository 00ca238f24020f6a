//! Best-first proof-number search (Allis, van der Meulen and van den Herik 1994) with the tree in
//! memory, with every treatment of repetition.
//!
//! All of them expand the most-proving position until the root is solved or a budget is used up;
//! they differ in what is one node, and in what a repetition does to it:
//!
//! ```text
//!              one node per            a repetition is
//!   tree       path                    decided on its path
//!   dag        set of positions        decided on its path
//!   dag-shared position                a move to any ancestor in the graph, for good
//!   dcg        position                a move that repeats on the path walked, for good
//!   bta        position                marked for one walk, decided where the circle closes
//!   split      set of paths            decided; where paths differ in it, the node is split
//!   thompson   position                decided on its path, anew in every walk
//! ```

pub mod bta;
pub mod dag;
pub mod dag_shared;
pub mod dcg;
pub(crate) mod graph;
pub mod split;
pub mod thompson;
pub mod tree;

use threefold_search::{INFINITY, LARGEST, Reason, Verdict};

/// No node, no edge.
const NONE: u32 = u32::MAX;

/// Proof and disproof number of a solved position.
const fn solved(proven: bool) -> (u32, u32) {
    if proven { (0, INFINITY) } else { (INFINITY, 0) }
}

/// Adds, but only reaches [`INFINITY`] where one side has.
fn add(a: u32, b: u32) -> u32 {
    if a >= INFINITY || b >= INFINITY { INFINITY } else { (a + b).min(LARGEST) }
}

/// The numbers of a position from those of its children; `None` without children.
fn combine(or_node: bool, children: impl Iterator<Item = (u32, u32)>) -> Option<(u32, u32)> {
    children
        .reduce(|(pn, dn), (child_pn, child_dn)| {
            if or_node {
                (pn.min(child_pn), add(dn, child_dn))
            } else {
                (add(pn, child_pn), dn.min(child_dn))
            }
        })
        // A solved child makes the sum of the others meaningless.
        .map(|(pn, dn)| match (pn, dn) {
            (0, _) => solved(true),
            (_, 0) => solved(false),
            numbers => numbers,
        })
}

/// The verdict of a finished search.
fn verdict(result: Result<(u32, u32), Reason>) -> Verdict {
    match result {
        Ok((0, _)) => Verdict::Proven,
        Ok((_, 0)) => Verdict::Disproven,
        Ok(_) => unreachable!("a search ends solved or for a reason"),
        Err(reason) => Verdict::Unknown(reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_position() {
        let children = || [(3, 1), (2, 5)].into_iter();
        assert_eq!(combine(true, children()), Some((2, 6)));
        assert_eq!(combine(false, children()), Some((5, 1)));
        let one_lost = || [(3, 1), (INFINITY, 0)].into_iter();
        assert_eq!(combine(true, one_lost()), Some((3, 1)));
        assert_eq!(combine(false, one_lost()), Some((INFINITY, 0)));
        assert_eq!(combine(true, std::iter::empty()), None);
    }
}
