//! The line to show for a win within a number of plies.
//!
//! What the table says of a length is a bound, and entries become better at different times: where
//! each move is the best known the line may end before the bound. So a line of just that length is
//! looked for, and where every way through the strategy is shorter, the bound was not the best.

use std::collections::HashSet;

use threefold_game::{Distances, History};

use super::search::Search;
use super::solver::{DistanceSolver, clamp};
use crate::extracted::ExtractError;
use crate::limits::Reason;

/// A line of a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// The moves.
    pub moves: Vec<M>,
    /// Whether they end with the win. Then there is a win within so many plies; otherwise a limit
    /// was hit.
    pub is_whole: bool,
}

impl<G: Distances> DistanceSolver<'_, G> {
    /// A line of play for a win within `plies` that was just proved: the attacker plays moves that
    /// win in time, and the defender what holds out longest. It is as long as the bound, or if it
    /// is shorter there is a win within that length. Limits count anew.
    ///
    /// ```
    /// use threefold_chess::Chess;
    /// use threefold_game::{Game, History, Player};
    /// use threefold_search::distance::{DistanceOptions, DistanceSolver};
    ///
    /// let history = History::<Chess>::new(Chess.parse_position("8/8/8/8/8/1k6/7r/K7 w - -")?);
    /// let mut solver = DistanceSolver::new(&Chess, Player::Second, DistanceOptions::default());
    /// let mut position = history.root().clone();
    /// let line = solver.line(&history, 6);
    /// assert!(line.is_whole);
    /// let texts = line.moves.into_iter().map(|m| {
    ///     let text = Chess.move_text(&position, m);
    ///     Chess.make(&mut position, m);
    ///     text
    /// });
    /// assert_eq!(texts.collect::<Vec<_>>(), ["a1b1", "h2h1"]);
    /// # Ok::<(), threefold_game::NotationError>(())
    /// ```
    pub fn line(&mut self, history: &History<G>, plies: u32) -> Line<G::Move> {
        /// A position may become known to be nearer to the win after the line has led through it.
        const AGAIN: usize = 8;
        let mut search = self.search(history);
        let mut plies = search.normal(clamp(plies));
        let (mut moves, mut circles) = (Vec::new(), 0);
        loop {
            search.position = history.root().clone();
            match search.way(plies, &mut moves) {
                Ok(true) => return Line { moves, is_whole: true },
                Ok(false) if plies > 0 => plies = search.normal(plies - 1),
                Err(Stopped::Circle) if circles < AGAIN => circles += 1,
                _ => return Line { moves, is_whole: false },
            }
        }
    }
}

/// Why there is neither a line nor none.
enum Stopped {
    /// The line comes back to a position, which is known to be nearer to the win by now.
    Circle,
    /// A limit was hit.
    Limit,
}

impl From<ExtractError> for Stopped {
    fn from(_: ExtractError) -> Self {
        Stopped::Limit
    }
}

/// A position of the line: the moves that have not been tried.
struct Step<G: Distances> {
    before: G::Position,
    moves: Vec<G::Move>,
}

impl<G: Distances> Search<'_, G> {
    /// Looks for a line from the position at hand, won within `plies`, that is just so long. If
    /// there is none the win takes less. What was found is left in `line`.
    fn way(&mut self, plies: u16, line: &mut Vec<G::Move>) -> Result<bool, Stopped> {
        /// Positions that are looked at.
        const MOST: usize = 100_000;
        line.clear();
        let mut steps: Vec<Step<G>> = Vec::new();
        let mut shorter: HashSet<(G::Position, u16)> = HashSet::new();
        let mut left = plies;
        loop {
            if steps.iter().any(|step| step.before == self.position) {
                return Err(Stopped::Circle);
            }
            let moves = match shorter.contains(&(self.position.clone(), left)) {
                true => Vec::new(),
                false => match self.longest(left)? {
                    None => return Ok(true),
                    Some(moves) => moves,
                },
            };
            steps.push(Step { before: self.position.clone(), moves });
            while let Some(step) = steps.last_mut() {
                self.position = step.before.clone();
                if let Some(m) = step.moves.pop() {
                    self.make(m);
                    line.push(m);
                    break;
                }
                shorter.insert((self.position.clone(), plies - line.len() as u16));
                steps.pop();
                line.pop();
            }
            if steps.is_empty() {
                return Ok(false);
            }
            if shorter.len() > MOST {
                return Err(Stopped::Limit);
            }
            left = plies - line.len() as u16;
        }
    }

    /// The moves of the position at hand, won within `plies`, after which a win may take all that
    /// is left: no other does, as far as is known. `None` where the game is won.
    fn longest(&mut self, plies: u16) -> Result<Option<Vec<G::Move>>, ExtractError> {
        let known = self.decided(plies, true)?;
        if known.hi < plies {
            return Ok(Some(Vec::new()));
        }
        if plies == 0 {
            return Ok(None);
        }
        if self.or_node() {
            let m = self.game.decode_move(&self.position, known.mv);
            return Ok(Some(vec![m.ok_or(ExtractError::Limit(Reason::Incomplete))?]));
        }
        let mut moves = Vec::new();
        self.game.moves(&self.position, &mut moves);
        let mut longest = Vec::new();
        for m in moves.into_iter().rev() {
            let undo = self.make(m);
            let known = self.decided(plies - 1, true);
            self.undo(m, undo);
            if known?.hi == plies - 1 {
                longest.push(m);
            }
        }
        Ok(Some(longest))
    }
}
