//! Checkers as a [`Game`].

use std::sync::Arc;

use threefold_game::{
    Distances, ExactFootprint, Game, History, Leaf, NotationError, Outcome, Player, RepetitionRule,
};

use crate::egdb::{Database, Value};
use crate::moves::CheckersMove;
use crate::position::CheckersPosition;
use crate::{estimate, fen, movegen, notation};

/// The rules of American checkers (English draughts).
///
/// Black is [`Player::First`]. Captures are forced, any of several may be chosen, and a jump has to
/// be continued to its end by the same piece; a man that is crowned stops there. Kings move one
/// step. A side that cannot move has lost. A position that occurs for the third time is a draw; the
/// rule that a game may be drawn after forty moves each without progress is not applied.
///
/// Moves are written as in PDN, positions as the FEN of PDN 3.0.
///
/// ```
/// use threefold_checkers::Checkers;
/// use threefold_game::{Game, Outcome, Player};
///
/// let game = Checkers::default();
/// // Black has to jump twice, and White has nothing left.
/// let mut position = game.parse_position("B:W14,22:B9")?;
/// let mut moves = Vec::new();
/// game.moves(&position, &mut moves);
/// assert_eq!(moves.len(), 1);
/// assert_eq!(game.move_text(&position, moves[0]), "9x25");
/// game.make(&mut position, moves[0]);
/// assert_eq!(game.stuck(&position), Outcome::Win(Player::First));
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Checkers {
    database: Option<Arc<Opened>>,
}

#[derive(Debug)]
struct Opened {
    database: Arc<Database>,
    declaration: String,
}

impl Checkers {
    /// The rules without a database.
    pub const fn new() -> Self {
        Checkers { database: None }
    }

    /// The rules, and a database that answers [`Game::probe`].
    ///
    /// ```
    /// use std::sync::Arc;
    /// use threefold_checkers::{Checkers, egdb::Database};
    /// use threefold_game::{Game, Outcome, Player};
    ///
    /// let game = Checkers::with_database(Arc::new(Database::in_memory(2)));
    /// let position = game.parse_position("W:WK15:B5")?;
    /// assert_eq!(game.probe(&position), Some(Outcome::Draw));
    /// assert!(game.database().unwrap().starts_with("checkers-wld 2 blake3:"));
    /// # Ok::<(), threefold_game::NotationError>(())
    /// ```
    pub fn with_database(database: Arc<Database>) -> Self {
        let declaration = database.declaration();
        Checkers { database: Some(Arc::new(Opened { database, declaration })) }
    }

    /// The database, if there is one.
    pub fn endgames(&self) -> Option<&Database> {
        self.database.as_ref().map(|opened| &*opened.database)
    }

    /// The same rules for the root of `history`: without the database if it holds a position that
    /// has occurred so often that it is drawn when it occurs again. The database knows nothing of
    /// that, and its wins might have to go through it.
    pub fn for_history(&self, history: &History<Checkers>) -> Self {
        let recurring = history.recurring();
        let enough = self.occurrences() as usize - 1;
        let is_drawn = |position: &CheckersPosition| {
            self.probe(position).is_some()
                && recurring.iter().filter(|&other| other == position).count() >= enough
        };
        if recurring.iter().any(is_drawn) { Checkers::new() } else { self.clone() }
    }
}

impl Distances for Checkers {
    fn winner_moves_last(&self) -> bool {
        true
    }
}

impl Game for Checkers {
    type Position = CheckersPosition;
    type Move = CheckersMove;
    type Undo = CheckersPosition;
    type Situation = CheckersPosition;
    type Footprint = ExactFootprint;

    fn name(&self) -> &str {
        "checkers"
    }

    fn player_name(&self, player: Player) -> &str {
        match player {
            Player::First => "black",
            Player::Second => "white",
        }
    }

    fn repetition_rules(&self) -> &[RepetitionRule] {
        &RepetitionRule::WITHOUT_SUPERKO
    }

    #[inline]
    fn player_to_move(&self, position: &CheckersPosition) -> Player {
        position.turn
    }

    #[inline]
    fn terminal(&self, _position: &CheckersPosition) -> Option<Outcome> {
        None
    }

    #[inline]
    fn moves(&self, position: &CheckersPosition, moves: &mut Vec<CheckersMove>) {
        movegen::generate(position, moves);
    }

    #[inline]
    fn stuck(&self, position: &CheckersPosition) -> Outcome {
        Outcome::Win(position.turn.opponent())
    }

    #[inline]
    fn make(&self, position: &mut CheckersPosition, m: CheckersMove) -> CheckersPosition {
        let before = *position;
        movegen::make(position, m);
        before
    }

    #[inline]
    fn undo(&self, position: &mut CheckersPosition, _m: CheckersMove, before: CheckersPosition) {
        *position = before;
    }

    #[inline]
    fn key(&self, position: &CheckersPosition) -> u64 {
        position.key()
    }

    fn situation(&self, position: &CheckersPosition, _rule: RepetitionRule) -> CheckersPosition {
        *position
    }

    /// Whose turn it is belongs to the position, and a move changes it: no rule compares less.
    fn repetition_is_exact(&self, _rule: RepetitionRule) -> bool {
        true
    }

    /// Captures and moves of men: pieces do not come back, and men do not go back.
    #[inline]
    fn is_irreversible(&self, position: &CheckersPosition, m: CheckersMove) -> bool {
        m.is_capture() || position.kings & m.from() == 0
    }

    fn occurrences(&self) -> u32 {
        3
    }

    #[inline]
    fn leaf(&self, position: &mut CheckersPosition, attacker: Player) -> Leaf<CheckersMove> {
        estimate::leaf(position, attacker)
    }

    #[inline]
    fn probe(&self, position: &CheckersPosition) -> Option<Outcome> {
        let opened = self.database.as_ref()?;
        opened.database.probe(position).map(|value| match value {
            Value::Win => Outcome::Win(position.turn),
            Value::Draw => Outcome::Draw,
            Value::Loss => Outcome::Win(position.turn.opponent()),
        })
    }

    fn database(&self) -> Option<String> {
        self.database.as_ref().map(|opened| opened.declaration.clone())
    }

    #[inline]
    fn encode_move(&self, _position: &CheckersPosition, m: CheckersMove) -> u32 {
        m.code()
    }

    fn write_move(&self, position: &CheckersPosition, m: CheckersMove, out: &mut String) {
        notation::write(position, m, out);
    }

    fn parse_move(
        &self,
        position: &CheckersPosition,
        text: &str,
    ) -> Result<CheckersMove, NotationError> {
        notation::parse(position, text)
    }

    fn sort_by_notation(&self, _position: &CheckersPosition, moves: &mut [CheckersMove]) {
        notation::sort(moves);
    }

    fn write_position(&self, position: &CheckersPosition, out: &mut String) {
        fen::write(position, out);
    }

    fn parse_position(&self, text: &str) -> Result<CheckersPosition, NotationError> {
        fen::parse(text)
    }
}
