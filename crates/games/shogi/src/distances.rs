//! How far a mate is.

use threefold_game::{Distances, Game, Player};

use crate::{Move, Position, Tsume};

/// Lengths are literal: every move counts, futile ones as well.
impl Distances for Tsume {
    fn winner_moves_last(&self) -> bool {
        true
    }

    fn win_in_one(&self, position: &mut Position) -> Option<Move> {
        match self.player_to_move(position) {
            Player::First => position.mate_in_one(),
            // A move after which there is no check.
            Player::Second => {
                let mut replies = Vec::new();
                position.legal_moves(&mut replies);
                let mut checks = Vec::new();
                replies.into_iter().find(|&reply| {
                    let undo = position.make(reply);
                    checks.clear();
                    position.checking_moves(&mut checks);
                    position.undo(reply, undo);
                    checks.is_empty()
                })
            }
        }
    }
}
