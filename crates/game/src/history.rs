//! The moves that were played before the position in question.

use thiserror::Error;

use crate::{Game, NotationError, RepetitionRule};

/// A game played so far: where it started, the moves, and the position they lead to (the root).
///
/// Positions before the root are part of the question: under superko they ban moves, and in
/// chess a position that has occurred twice draws when it occurs again.
pub struct History<G: Game> {
    start: G::Position,
    moves: Vec<G::Move>,
    /// The positions before the root, `start` first; as many as moves.
    positions: Vec<G::Position>,
    /// Index into `positions` of the first position that may still recur.
    recurring_from: usize,
    root: G::Position,
}

/// A move list that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum HistoryError {
    /// The text is not a legal move where it stands.
    #[error("move {index} of the history, '{text}': {error}")]
    Move {
        /// 1 for the first move.
        index: usize,
        /// The text of the move.
        text: String,
        /// What is wrong with it.
        error: NotationError,
    },
    /// The game was already over.
    #[error("move {index} of the history is played after the end of the game")]
    Over {
        /// 1 for the first move.
        index: usize,
    },
}

impl<G: Game> Clone for History<G> {
    fn clone(&self) -> Self {
        History {
            start: self.start.clone(),
            moves: self.moves.clone(),
            positions: self.positions.clone(),
            recurring_from: self.recurring_from,
            root: self.root.clone(),
        }
    }
}

impl<G: Game> std::fmt::Debug for History<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("History")
            .field("start", &self.start)
            .field("moves", &self.moves)
            .field("root", &self.root)
            .finish()
    }
}

impl<G: Game> History<G> {
    /// No moves: `root` is where the game starts.
    pub fn new(root: G::Position) -> Self {
        History {
            start: root.clone(),
            moves: Vec::new(),
            positions: Vec::new(),
            recurring_from: 0,
            root,
        }
    }

    /// Plays one move, which must be legal in the root.
    pub fn push(&mut self, game: &G, m: G::Move) {
        self.positions.push(self.root.clone());
        if game.is_irreversible(&self.root, m) {
            self.recurring_from = self.positions.len();
        }
        game.make(&mut self.root, m);
        self.moves.push(m);
    }

    /// Plays moves given in the game's notation.
    ///
    /// # Errors
    /// [`HistoryError`] names the first move that cannot be played.
    pub fn from_notation<'a>(
        game: &G,
        start: G::Position,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, HistoryError> {
        let mut history = History::new(start);
        for (i, text) in moves.into_iter().enumerate() {
            let index = i + 1;
            if game.is_over(&history.root) {
                return Err(HistoryError::Over { index });
            }
            let m = game.parse_move(&history.root, text).map_err(|error| HistoryError::Move {
                index,
                text: text.to_owned(),
                error,
            })?;
            history.push(game, m);
        }
        Ok(history)
    }

    /// Where the game started.
    pub fn start(&self) -> &G::Position {
        &self.start
    }

    /// The moves from the start to the root.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The position in question.
    pub fn root(&self) -> &G::Position {
        &self.root
    }

    /// The positions before the root, in order, the root left out.
    pub fn positions(&self) -> &[G::Position] {
        &self.positions
    }

    /// The positions before the root that can still recur: those since the last
    /// irreversible move ([`Game::is_irreversible`]), in order.
    pub fn recurring(&self) -> &[G::Position] {
        &self.positions[self.recurring_from..]
    }

    /// Whether a move of the root is illegal because it repeats: under superko, where it leads to a
    /// situation ([`Game::situation`]) of the game so far, and is no pass ([`Game::is_pass`]). Takes time in
    /// proportion to the number of moves.
    pub fn is_banned(&self, game: &G, m: G::Move, rule: RepetitionRule) -> bool {
        if !rule.is_superko() || game.is_pass(&self.root, m) {
            return false;
        }
        let mut after = self.root.clone();
        game.make(&mut after, m);
        let situation = game.situation(&after, rule);
        let mut met = self.positions.iter().chain([&self.root]);
        met.any(|position| game.situation(position, rule) == situation)
    }

    /// The moves in the game's notation, separated by blanks; empty without moves.
    pub fn notation(&self, game: &G) -> String {
        let mut out = String::new();
        for (position, &m) in self.positions.iter().zip(&self.moves) {
            if !out.is_empty() {
                out.push(' ');
            }
            game.write_move(position, m, &mut out);
        }
        out
    }
}
