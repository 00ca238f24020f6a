//! What Syzygy tables say: who does not mate, and which moves keep a result.
//!
//! They know no clock and no moves before a position. These can only spoil a mate: who does not win
//! by the tables never mates, while of who wins nothing is known but that.

use std::sync::atomic::Ordering;

use threefold_chess::cozy_chess::Move;
use threefold_chess::tables::Tables;
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, Knowledge, Occurrences, Outcome, RepetitionRule};

use super::search::Job;

impl Job {
    fn outcome(&self, position: &ChessPosition) -> Option<Outcome> {
        let tables = self.options.syzygy.as_ref()?;
        tables.outcome_under(position, self.options.fifty_moves)
    }

    /// What a move is worth for who plays it, clock and moves before included: 0 a draw, or what is
    /// not known; more a win, most one that sets the clock back and leads to what was not there.
    pub fn worth(&self) -> impl Fn(Move) -> i8 {
        let root = self.history.root();
        let met = self.history.recurring().iter().chain([root]);
        let met = Occurrences::count(&Chess, RepetitionRule::Draw, met);
        move |m| {
            let (after, resets) = (root.after(m), Chess.resets_clock(root, m));
            let is_late = self.options.fifty_moves && !resets && self.clock >= 99;
            match self.outcome(&after) {
                Some(Outcome::Win(player)) if !is_late && !met.decides(&&after) => {
                    let is_new = met.times(&&after) == 0;
                    let is_won = player == Chess.player_to_move(root);
                    if is_won { 1 + i8::from(resets) + i8::from(is_new) } else { -1 }
                }
                _ => 0,
            }
        }
    }
}

impl<G: Game<Position: AsRef<ChessPosition>>> Knowledge<G> for Job {
    fn probe(&self, position: &G::Position) -> Option<Outcome> {
        let outcome = self.outcome(position.as_ref())?;
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(outcome)
    }

    fn is_empty(&self) -> bool {
        self.options.syzygy.is_none()
    }

    fn declaration(&self) -> Option<String> {
        let used = self.options.syzygy.as_ref().filter(|_| self.hits.load(Ordering::Relaxed) > 0);
        used.map(|tables| Tables::declaration(tables))
    }
}
