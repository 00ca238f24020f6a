//! The line to show for a win within a number of plies.

use threefold_game::{Distances, History};

use super::search::Search;
use super::solver::{DistanceSolver, clamp};

impl<G: Distances> DistanceSolver<'_, G> {
    /// A line of play for a win within `plies` that was just proved: the attacker plays moves that
    /// win in time, and the defender what holds out longest as far as is known. It is no longer
    /// than `plies`; it ends early where a limit was hit while it was made. Limits count anew.
    ///
    /// ```
    /// use threefold_chess::Chess;
    /// use threefold_game::{Game, History, Player};
    /// use threefold_search::distance::{DistanceOptions, DistanceSolver};
    ///
    /// let history = History::<Chess>::new(Chess.parse_position("8/8/8/8/8/1k6/7r/K7 w - -")?);
    /// let mut solver = DistanceSolver::new(&Chess, Player::Second, DistanceOptions::default());
    /// let mut position = history.root().clone();
    /// let line = solver.line(&history, 2).into_iter().map(|m| {
    ///     let text = Chess.move_text(&position, m);
    ///     Chess.make(&mut position, m);
    ///     text
    /// });
    /// assert_eq!(line.collect::<Vec<_>>(), ["a1b1", "h2h1"]);
    /// # Ok::<(), threefold_game::NotationError>(())
    /// ```
    pub fn line(&mut self, history: &History<G>, plies: u32) -> Vec<G::Move> {
        let mut search = self.search(history);
        let mut left = search.normal(clamp(plies));
        let mut line = Vec::new();
        while left > 0 {
            let Some((m, after)) = search.next_of_line(left) else { break };
            search.make(m);
            line.push(m);
            left = after;
        }
        line
    }
}

impl<G: Distances> Search<'_, G> {
    /// The move of who is to move, and the plies that are enough after it. `None` if the game is
    /// over, or a limit was hit.
    fn next_of_line(&mut self, plies: u16) -> Option<(G::Move, u16)> {
        if self.by_rules().is_some() {
            return None;
        }
        if self.or_node() {
            let known = self.decided(plies, true).ok()?;
            let m = self.game.decode_move(&self.position, known.mv)?;
            return Some((m, known.hi.min(plies).checked_sub(1)?));
        }
        let mut moves = Vec::new();
        self.game.moves(&self.position, &mut moves);
        let mut longest: Option<(G::Move, u16)> = None;
        for m in moves {
            let undo = self.make(m);
            let known = self.decided(plies - 1, true);
            self.undo(m, undo);
            let after = known.ok()?.hi;
            if longest.is_none_or(|(_, before)| after > before) {
                longest = Some((m, after));
            }
        }
        longest
    }
}
