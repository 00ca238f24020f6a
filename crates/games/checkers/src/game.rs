//! Checkers as a [`Game`].

use threefold_game::{
    Distances, ExactFootprint, Game, Knowledge, Leaf, NotationError, Outcome, Player,
    RepetitionRule, Searchable,
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
#[derive(Clone, Copy, Debug, Default)]
pub struct Checkers(());

impl Checkers {
    /// The rules.
    pub const fn new() -> Self {
        Checkers(())
    }
}

/// What an endgame database says to a solver and a checker.
///
/// ```
/// use threefold_checkers::{Checkers, egdb::Database};
/// use threefold_game::{Game, Knowledge, Outcome};
///
/// let database = Database::in_memory(2);
/// let position = Checkers::new().parse_position("W:WK15:B5")?;
/// let knowledge: &dyn Knowledge<Checkers> = &database;
/// assert_eq!(knowledge.probe(&position), Some(Outcome::Draw));
/// assert!(knowledge.declaration().unwrap().starts_with("checkers-wld 2 blake3:"));
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
impl Knowledge<Checkers> for Database {
    #[inline]
    fn probe(&self, position: &CheckersPosition) -> Option<Outcome> {
        Database::probe(self, position).map(|value| match value {
            Value::Win => Outcome::Win(position.turn),
            Value::Draw => Outcome::Draw,
            Value::Loss => Outcome::Win(position.turn.opponent()),
        })
    }

    fn declaration(&self) -> Option<String> {
        Some(Database::declaration(self))
    }

    fn is_called(&self, name: &str) -> bool {
        Database::is_called(self, name)
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

    fn has_databases(&self) -> bool {
        true
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

    fn situation(&self, position: &CheckersPosition, _rule: RepetitionRule) -> CheckersPosition {
        *position
    }

    /// Captures and moves of men: pieces do not come back, and men do not go back.
    #[inline]
    fn is_irreversible(&self, position: &CheckersPosition, m: CheckersMove) -> bool {
        m.is_capture() || position.kings & m.from() == 0
    }

    fn occurrences(&self) -> u32 {
        3
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

impl Searchable for Checkers {
    #[inline]
    fn key(&self, position: &CheckersPosition) -> u64 {
        position.key()
    }

    /// Whose turn it is belongs to the position, and a move changes it: no rule compares less.
    fn repetition_is_exact(&self, _rule: RepetitionRule) -> bool {
        true
    }

    #[inline]
    fn leaf(&self, position: &mut CheckersPosition, attacker: Player) -> Leaf<CheckersMove> {
        estimate::leaf(position, attacker)
    }

    #[inline]
    fn encode_move(&self, _position: &CheckersPosition, m: CheckersMove) -> u32 {
        m.code()
    }
}
