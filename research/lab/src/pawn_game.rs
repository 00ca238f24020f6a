//! Pawn endings as a game of their own, small enough for retrograde analysis.

use threefold_chess::cozy_chess::{Color, Move, Piece};
use threefold_chess::{Board, Chess, ChessPosition};
use threefold_game::{
    ExactFootprint, Game, NotationError, Outcome, Player, RepetitionRule, Searchable,
};

use crate::Informed;
use crate::alphabeta::{Evaluate, Score};

/// Chess with kings and pawns, in which a promotion wins: the player who promotes has won unless
/// the other one can capture the queen at once, and does. Pawns promote to queens only.
///
/// The positions of an ending are some hundred thousand then, not billions, so that every value is
/// known exactly; and it is what programs for pawn endings of Campbell's time took for the end.
///
/// ```
/// use threefold_game::{Game, Outcome, Player};
/// use threefold_lab::PawnGame;
/// use threefold_oracle::Retrograde;
///
/// // The pawn runs, and the king is too far away; one file nearer he would catch it.
/// for (fen, value) in [
///     ("8/8/8/7k/P7/8/8/K7 w - -", Outcome::Win(Player::First)),
///     ("8/8/8/4k3/P7/8/8/K7 w - -", Outcome::Draw),
/// ] {
///     let root = PawnGame.parse_position(fen).unwrap();
///     let solved = Retrograde::solve(&PawnGame, [root.clone()], 100_000).unwrap();
///     assert_eq!(solved.value(&root), Some(value), "{fen}");
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PawnGame;

impl Informed for PawnGame {}

/// Nothing is known before somebody promotes: 0. One move of one position is tried first.
#[derive(Clone, Debug, Default)]
pub struct PawnScores {
    /// The position and the move.
    pub first: Option<(ChessPosition, Move)>,
}

impl Evaluate<PawnGame> for PawnScores {
    fn score(&self, _game: &PawnGame, _position: &ChessPosition) -> Score {
        0
    }

    fn promise(&self, _game: &PawnGame, position: &ChessPosition, m: Move) -> i32 {
        i32::from(self.first.as_ref().is_some_and(|(at, first)| *first == m && at == position))
    }
}

/// What a chess program knows about pawn endings before it searches: a pawn is worth more the
/// further it has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AdvanceScores;

impl Evaluate<PawnGame> for AdvanceScores {
    fn score(&self, _game: &PawnGame, position: &ChessPosition) -> Score {
        let board = position.board();
        let side = |color: Color| -> Score {
            let pawns = board.colored_pieces(color, Piece::Pawn).into_iter();
            pawns.map(|square| 100 + 10 * square.rank().relative_to(color) as Score).sum()
        };
        let mover = board.side_to_move();
        side(mover) - side(!mover)
    }
}

/// The player who has promoted and cannot be punished.
fn promoted(board: &Board) -> Option<Player> {
    let queens = board.pieces(Piece::Queen);
    let square = queens.into_iter().next()?;
    let owner = board.color_on(square)?;
    if owner != board.side_to_move() {
        let mut captured = false;
        board.generate_moves(|moves| {
            captured |= moves.to.has(square);
            captured
        });
        if captured {
            return None;
        }
    }
    Some(match owner {
        Color::White => Player::First,
        Color::Black => Player::Second,
    })
}

impl Game for PawnGame {
    type Position = ChessPosition;
    type Move = Move;
    type Undo = ChessPosition;
    type Situation = ChessPosition;
    type Footprint = ExactFootprint;

    fn name(&self) -> &str {
        "pawn-game"
    }

    fn player_name(&self, player: Player) -> &str {
        Chess.player_name(player)
    }

    fn repetition_rules(&self) -> &[RepetitionRule] {
        &RepetitionRule::WITHOUT_SUPERKO
    }

    fn player_to_move(&self, position: &ChessPosition) -> Player {
        Chess.player_to_move(position)
    }

    fn terminal(&self, position: &ChessPosition) -> Option<Outcome> {
        Chess.terminal(position).or_else(|| promoted(position.board()).map(Outcome::Win))
    }

    fn moves(&self, position: &ChessPosition, moves: &mut Vec<Move>) {
        Chess.moves(position, moves);
        moves.retain(|m| m.promotion.is_none_or(|piece| piece == Piece::Queen));
    }

    fn stuck(&self, position: &ChessPosition) -> Outcome {
        Chess.stuck(position)
    }

    fn make(&self, position: &mut ChessPosition, m: Move) -> ChessPosition {
        Chess.make(position, m)
    }

    fn undo(&self, position: &mut ChessPosition, m: Move, before: ChessPosition) {
        Chess.undo(position, m, before);
    }

    fn situation(&self, position: &ChessPosition, rule: RepetitionRule) -> ChessPosition {
        Chess.situation(position, rule)
    }

    fn is_irreversible(&self, position: &ChessPosition, m: Move) -> bool {
        Chess.is_irreversible(position, m)
    }

    fn occurrences(&self) -> u32 {
        Chess.occurrences()
    }

    fn write_move(&self, position: &ChessPosition, m: Move, out: &mut String) {
        Chess.write_move(position, m, out);
    }

    fn write_position(&self, position: &ChessPosition, out: &mut String) {
        Chess.write_position(position, out);
    }

    /// Reads a FEN.
    ///
    /// # Errors
    /// The text is no FEN, or there are other pieces than kings and pawns.
    fn parse_position(&self, text: &str) -> Result<ChessPosition, NotationError> {
        let position = Chess.parse_position(text)?;
        let board = position.board();
        let pieces = board.pieces(Piece::King) | board.pieces(Piece::Pawn);
        if board.occupied() != pieces {
            return Err(NotationError::new("expected kings and pawns only"));
        }
        Ok(position)
    }
}

impl Searchable for PawnGame {
    fn key(&self, position: &ChessPosition) -> u64 {
        position.key()
    }

    fn repetition_is_exact(&self, rule: RepetitionRule) -> bool {
        Chess.repetition_is_exact(rule)
    }

    fn encode_move(&self, position: &ChessPosition, m: Move) -> u32 {
        Chess.encode_move(position, m)
    }
}
