//! Delayed moves: of a chain ([`chain`](threefold_game::Searchable::chain)) one move at a time
//! counts.
//!
//! Pieces that are put between a check and the king are many, and mostly one refutation answers
//! them all: adding up their numbers makes an easy position look hard. The first move of a chain
//! that is open is its *head*. Its numbers count and it is searched; the next one is the head as
//! soon as it has been answered.
//!
//! ```text
//!   P*5e  S*5e  G*5e        solved  head  waits
//! ```
//! **This is sound for both results.** A position is proven or disproven by the numbers 0 and
//! infinity only. Where the chains are moves of the player for whom all moves must fail, a chain
//! with an open move has a head, and that head's numbers are neither: the position stays open until
//! no move waits any more. A move that is solved always counts, so that the one that decides does
//! so at once, wherever in the chain it stands. Certificates play every move.

/// Passes over the moves of a position, in their order.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Chains {
    /// A bit for each chain that has its head already.
    headed: u128,
}

impl Chains {
    /// Whether the next move counts: it is in no chain, solved, or the head of its chain.
    #[inline]
    pub fn counts(&mut self, chain: u8, is_solved: bool) -> bool {
        if chain == 0 || is_solved {
            return true;
        }
        let bit = 1 << ((chain - 1) & 127);
        let is_head = self.headed & bit == 0;
        self.headed |= bit;
        is_head
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_open_move_of_each_chain_counts_and_all_that_are_solved() {
        let (solved, open) = (true, false);
        let moves = [
            (0, open, true),
            (1, solved, true),
            (1, open, true),
            (2, open, true),
            (1, open, false),
            (128, open, true),
            (1, solved, true),
            (0, open, true),
            (128, open, false),
            (2, open, false),
        ];
        let mut chains = Chains::default();
        for (chain, is_solved, counts) in moves {
            assert_eq!(chains.counts(chain, is_solved), counts, "{chain} {is_solved}");
        }
    }
}
