//! The moves that were played before the position in question.

use std::collections::HashMap;

use thiserror::Error;

use crate::{Game, NotationError, RepetitionRule, quote};

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

/// A move list that cannot have been played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HistoryError {
    /// The text is not a legal move where it stands.
    #[error("move {index} of the history, {}: {error}", quote(text))]
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
    /// Superko forbids the move.
    #[error(
        "move {index} of the history, '{text}', repeats an earlier position, that {}, which {rule} \
         forbids",
        match earlier { 0 => "of the start".to_owned(), n => format!("after move {n}") }
    )]
    Repeats {
        /// 1 for the first move.
        index: usize,
        /// The text of the move.
        text: String,
        /// The rule that forbids it.
        rule: RepetitionRule,
        /// After how many moves the situation was there before; 0 at the start.
        earlier: usize,
    },
}

impl HistoryError {
    /// The number of the move, 1 for the first.
    pub fn index(&self) -> usize {
        match self {
            HistoryError::Move { index, .. }
            | HistoryError::Over { index }
            | HistoryError::Repeats { index, .. } => *index,
        }
    }
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

impl<G: Game> PartialEq for History<G> {
    /// The same start and the same moves.
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && self.moves == other.moves
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

    /// Plays one move, which must be legal in the root: for moves that a program has generated.
    /// What comes from outside goes through a [`HistoryReader`].
    pub fn push(&mut self, game: &G, m: G::Move) {
        self.positions.push(self.root.clone());
        if game.is_irreversible(&self.root, m) {
            self.recurring_from = self.positions.len();
        }
        game.make(&mut self.root, m);
        self.moves.push(m);
    }

    /// Plays moves given in the game's notation, from `start` on, under the repetition rule of the
    /// question ([`HistoryReader`]).
    ///
    /// # Errors
    /// [`HistoryError`] names the first move that cannot have been played.
    pub fn from_notation<'a>(
        game: &G,
        start: G::Position,
        moves: impl IntoIterator<Item = &'a str>,
        rule: RepetitionRule,
    ) -> Result<Self, HistoryError> {
        let mut reader = HistoryReader::new(game, start, rule);
        for text in moves {
            reader.play(text)?;
        }
        Ok(reader.finish())
    }

    /// Whether the moves could have been played under the rule, too: nothing else about them
    /// depends on it.
    ///
    /// # Errors
    /// The first move that the rule forbids.
    pub fn is_legal_under(&self, game: &G, rule: RepetitionRule) -> Result<(), HistoryError> {
        let mut reader = HistoryReader::new(game, self.start.clone(), rule);
        self.moves.iter().try_for_each(|&m| reader.push(m))
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

    /// The position after so many moves: 0 is the start, the number of moves the root.
    ///
    /// # Panics
    /// If there are fewer moves.
    pub fn position(&self, moves: usize) -> &G::Position {
        if moves == self.positions.len() { &self.root } else { &self.positions[moves] }
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
    /// situation ([`Game::situation`]) of the game so far, and is no pass ([`Game::is_pass`]).
    /// Takes time in proportion to the number of moves.
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

/// Reads a history move by move, and takes only what can have been played: legal moves, none after
/// the end of the game, and under superko none that repeats a situation (a pass may). Every reader
/// of histories, of whatever format, goes through it. Takes time in proportion to the number of
/// moves.
///
/// That a position has occurred again ends no history under the other rules: a draw by repetition
/// has to be claimed, and players may have gone on.
///
/// ```
/// use threefold_game::{Game, HistoryError, HistoryReader, RepetitionRule};
/// # use threefold_game::{ExactFootprint, NotationError, Outcome, Player};
/// # struct Swing;
/// # impl Game for Swing {
/// #     type Position = bool; type Move = bool; type Undo = bool; type Situation = bool;
/// #     type Footprint = ExactFootprint;
/// #     fn name(&self) -> &str { "swing" }
/// #     fn player_name(&self, player: Player) -> &str { ["first", "second"][player.index()] }
/// #     fn repetition_rules(&self) -> &[RepetitionRule] { &RepetitionRule::ALL }
/// #     fn player_to_move(&self, _: &bool) -> Player { Player::First }
/// #     fn terminal(&self, _: &bool) -> Option<Outcome> { None }
/// #     fn moves(&self, at: &bool, moves: &mut Vec<bool>) { moves.push(!at); }
/// #     fn stuck(&self, _: &bool) -> Outcome { Outcome::Draw }
/// #     fn make(&self, at: &mut bool, m: bool) -> bool { std::mem::replace(at, m) }
/// #     fn undo(&self, at: &mut bool, _: bool, undo: bool) { *at = undo; }
/// #     fn situation(&self, at: &bool, _: RepetitionRule) -> bool { *at }
/// #     fn write_move(&self, _: &bool, m: bool, out: &mut String) {
/// #         out.push_str(if m { "on" } else { "off" });
/// #     }
/// #     fn write_position(&self, at: &bool, out: &mut String) {
/// #         out.push_str(if *at { "on" } else { "off" });
/// #     }
/// #     fn parse_position(&self, text: &str) -> Result<bool, NotationError> { Ok(text == "on") }
/// # }
/// // A switch is turned on and off.
/// let mut history = HistoryReader::new(&Swing, false, RepetitionRule::PositionalSuperko);
/// assert!(history.play("on").is_ok());
/// assert!(matches!(history.play("off"), Err(HistoryError::Repeats { earlier: 0, .. })));
/// assert_eq!(history.finish().moves().len(), 1);
/// ```
pub struct HistoryReader<'g, G: Game> {
    game: &'g G,
    rule: RepetitionRule,
    history: History<G>,
    /// Under superko, after how many moves each situation was there first.
    met: HashMap<G::Situation, usize>,
}

impl<'g, G: Game> HistoryReader<'g, G> {
    /// A game that starts at a position, under the rule of the question.
    pub fn new(game: &'g G, start: G::Position, rule: RepetitionRule) -> Self {
        let mut met = HashMap::new();
        if rule.is_superko() {
            met.insert(game.situation(&start, rule), 0);
        }
        HistoryReader { game, rule, history: History::new(start), met }
    }

    /// Plays a move given in the game's notation.
    ///
    /// # Errors
    /// Why it cannot have been played. The history is as before.
    pub fn play(&mut self, text: &str) -> Result<(), HistoryError> {
        let index = self.history.moves.len() + 1;
        // Of a finished game there are no moves to read the text as.
        if self.game.is_over(&self.history.root) {
            return Err(HistoryError::Over { index });
        }
        let m = self
            .game
            .parse_move(&self.history.root, text)
            .map_err(|error| HistoryError::Move { index, text: text.to_owned(), error })?;
        self.push(m)
    }

    /// Plays a move that is legal, repetitions and the end of the game apart.
    ///
    /// # Errors
    /// Why it cannot have been played. The history is as before.
    pub fn push(&mut self, m: G::Move) -> Result<(), HistoryError> {
        let index = self.history.moves.len() + 1;
        if self.game.is_over(&self.history.root) {
            return Err(HistoryError::Over { index });
        }
        if self.rule.is_superko() {
            let mut after = self.history.root.clone();
            self.game.make(&mut after, m);
            let situation = self.game.situation(&after, self.rule);
            if let Some(&earlier) = self.met.get(&situation)
                && !self.game.is_pass(&self.history.root, m)
            {
                let text = self.game.move_text(&self.history.root, m);
                return Err(HistoryError::Repeats { index, text, rule: self.rule, earlier });
            }
            self.met.entry(situation).or_insert(index);
        }
        self.history.push(self.game, m);
        Ok(())
    }

    /// The game so far.
    pub fn history(&self) -> &History<G> {
        &self.history
    }

    /// The game as it was read.
    pub fn finish(self) -> History<G> {
        self.history
    }
}
