//! What a game can say about wins within a number of plies.

use crate::{Leaf, Player, Searchable};

/// A game in which can be asked how far a win is: `impl Distances for MyGame {}` is enough, and
/// everything else only makes the search faster.
pub trait Distances: Searchable {
    /// Whether players take turns at every move, and only the player who has moved last can have
    /// won: then the attacker wins with a move of his own or not at all, and of two numbers of
    /// plies that differ by one only one has to be searched. Chess is such a game.
    fn winner_moves_last(&self) -> bool {
        false
    }

    /// The number of plies that makes a difference for an attacker who moves first, or does not: of
    /// two that differ by one he needs the one at which he moves last, where only who moves last
    /// can win.
    #[inline]
    fn decisive_plies(&self, plies: u32, moves_first: bool) -> u32 {
        let is_wasted = self.winner_moves_last() && (plies % 2 == 1) != moves_first;
        plies.saturating_sub(u32::from(is_wasted))
    }

    /// Positions with at most so many plies left are searched depth first, move by move, by a loop
    /// that keeps next to nothing: worth it as far as [`Distances::win_in_one`] is fast and a
    /// player has many moves, most of which do nothing. Nothing depends on it but time.
    fn depth_first_plies(&self) -> u32 {
        3
    }

    /// A move with which the player to move wins at once. Must find one if there is one. Only
    /// called where [`Game::terminal`](crate::Game::terminal) is `None`; the position is
    /// changed and restored.
    fn win_in_one(&self, position: &mut Self::Position) -> Option<Self::Move> {
        let player = self.player_to_move(position);
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let mut replies = Vec::new();
        moves.into_iter().find(|&m| {
            let undo = self.make(position, m);
            let outcome = self.terminal(position).or_else(|| {
                replies.clear();
                self.moves(position, &mut replies);
                replies.is_empty().then(|| self.stuck(position))
            });
            self.undo(position, m, undo);
            outcome.is_some_and(|outcome| outcome.is_win_of(player))
        })
    }

    /// What is seen of the position without a search when a win within `plies` is asked for, as
    /// [`Searchable::leaf`] says it. Nothing depends on the estimates but time.
    fn glance(
        &self,
        position: &mut Self::Position,
        attacker: Player,
        plies: u32,
    ) -> Leaf<Self::Move> {
        let _ = plies;
        self.leaf(position, attacker)
    }

    /// What `player` holds, as far as it can matter within so many plies: positions for which this
    /// is the same share what is found out about that many. Less than all where the game has a
    /// [clock](crate::Game::CLOCK) that does not run out in them.
    #[inline]
    fn hand_within(&self, position: &Self::Position, player: Player, plies: u32) -> u32 {
        let _ = plies;
        self.hand(position, player)
    }

    /// The position with the other player to move, as if a turn had been passed: for set play
    /// and threats. `None` where that is no position of the game.
    fn passed(&self, position: &Self::Position) -> Option<Self::Position> {
        let _ = position;
        None
    }
}
