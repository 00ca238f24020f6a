//! Chess as a [`Game`].

use cozy_chess::{Move, Piece};
use threefold_game::{
    Components, Distances, ExactFootprint, Game, Leaf, NotationError, Outcome, Player,
    RepetitionRule, Searchable, Spot,
};

use crate::components;
use crate::mate::mate_in_one;
use crate::position::{color, player};
use crate::{Board, ChessPosition, fen, is_insufficient_material, leaf, movegen, packed, uci};

/// The rules of chess, without the fifty-move rule ([`FiftyMoves`](crate::FiftyMoves) has it).
///
/// White is [`Player::First`]. Moves are written in UCI notation (`e1g1` for castling), positions
/// as the first four fields of their FEN. Chess960 is not another game: a position in which
/// somebody may castle as only Chess960 has it ([`ChessPosition::is_chess960`]) is written with the
/// files of the rooks, and castling as the king taking his rook.
///
/// ```
/// use threefold_chess::{Chess, ChessPosition};
/// use threefold_game::{Game, Outcome, Player};
///
/// // Fool's mate.
/// let mut position = ChessPosition::startpos();
/// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     let m = Chess.parse_move(&position, text)?;
///     Chess.make(&mut position, m);
/// }
/// let mut moves = Vec::new();
/// Chess.moves(&position, &mut moves);
/// assert!(moves.is_empty());
/// assert_eq!(Chess.stuck(&position), Outcome::Win(Player::Second));
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chess;

impl Chess {
    /// Whether a legal move sets the clock of the fifty-move rule back: a capture, and a move of a
    /// pawn.
    #[inline]
    pub fn resets_clock(self, position: &ChessPosition, m: Move) -> bool {
        let board = &position.board;
        board.colors(!board.side_to_move()).has(m.to) || board.pieces(Piece::Pawn).has(m.from)
    }
}

impl Game for Chess {
    type Position = ChessPosition;
    type Move = Move;
    type Undo = ChessPosition;
    type Situation = ChessPosition;
    type Footprint = ExactFootprint;

    fn name(&self) -> &str {
        "chess"
    }

    fn player_name(&self, player: Player) -> &str {
        match player {
            Player::First => "white",
            Player::Second => "black",
        }
    }

    fn repetition_rules(&self) -> &[RepetitionRule] {
        &RepetitionRule::WITHOUT_SUPERKO
    }

    fn has_databases(&self) -> bool {
        true
    }

    #[inline]
    fn player_to_move(&self, position: &ChessPosition) -> Player {
        player(position.board.side_to_move())
    }

    #[inline]
    fn terminal(&self, position: &ChessPosition) -> Option<Outcome> {
        is_insufficient_material(&position.board).then_some(Outcome::Draw)
    }

    #[inline]
    fn moves(&self, position: &ChessPosition, moves: &mut Vec<Move>) {
        movegen::generate(&position.board, |piece_moves| moves.extend(piece_moves));
    }

    #[inline]
    fn stuck(&self, position: &ChessPosition) -> Outcome {
        leaf::stuck(&position.board)
    }

    #[inline]
    fn make(&self, position: &mut ChessPosition, m: Move) -> ChessPosition {
        let before = position.clone();
        position.play(m);
        before
    }

    #[inline]
    fn undo(&self, position: &mut ChessPosition, _m: Move, before: ChessPosition) {
        *position = before;
    }

    fn situation(&self, position: &ChessPosition, _rule: RepetitionRule) -> ChessPosition {
        position.clone()
    }

    #[inline]
    fn is_irreversible(&self, position: &ChessPosition, m: Move) -> bool {
        let board = &position.board;
        board.occupied().has(m.to) // a capture, or castling
            || board.pieces(Piece::Pawn).has(m.from)
            || loses_castling_right(board, m)
    }

    #[inline]
    fn wins_at_once(&self, position: &mut ChessPosition) -> Option<bool> {
        Some(mate_in_one(&position.board).is_some())
    }

    fn occurrences(&self) -> u32 {
        3
    }

    fn write_move(&self, position: &ChessPosition, m: Move, out: &mut String) {
        uci::write(&position.board, m, out);
    }

    fn parse_move(&self, position: &ChessPosition, text: &str) -> Result<Move, NotationError> {
        uci::parse(&position.board, text)
    }

    fn sort_by_notation(&self, position: &ChessPosition, moves: &mut [Move]) {
        moves.sort_unstable_by_key(|&m| uci::sort_key(&position.board, m));
    }

    fn write_position(&self, position: &ChessPosition, out: &mut String) {
        fen::write(position, out);
    }

    fn parse_position(&self, text: &str) -> Result<ChessPosition, NotationError> {
        fen::parse(text)
    }
}

impl Searchable for Chess {
    #[inline]
    fn key(&self, position: &ChessPosition) -> u64 {
        position.key()
    }

    #[inline]
    fn key_after(&self, position: &ChessPosition, m: Move) -> Option<u64> {
        position.key_after(m)
    }

    /// The board with the side to move is all that a repetition compares, so no rule compares
    /// less than the state.
    fn repetition_is_exact(&self, _rule: RepetitionRule) -> bool {
        true
    }

    #[inline]
    fn leaf(&self, position: &mut ChessPosition, attacker: Player) -> Leaf<Move> {
        leaf::leaf(&position.board, color(attacker))
    }

    #[inline]
    fn leaf_after(&self, position: &ChessPosition, m: Move, attacker: Player) -> Option<Leaf<u32>> {
        Some(match leaf::leaf(&position.board.after(m), color(attacker)) {
            Leaf::WinsBy(mate) => Leaf::WinsBy(packed::encode(mate)),
            Leaf::Estimate { pn, dn } => Leaf::Estimate { pn, dn },
            Leaf::Over(outcome) => Leaf::Over(outcome),
            Leaf::LosesAtOnce => Leaf::LosesAtOnce,
        })
    }

    fn components(&self) -> Option<&dyn Components> {
        Some(&components::SEARCHED)
    }

    fn spot(&self, position: &ChessPosition, attacker: Player) -> Option<Spot> {
        components::SEARCHED.spot(&position.board, color(attacker))
    }

    #[inline]
    fn encode_move(&self, _position: &ChessPosition, m: Move) -> u32 {
        packed::encode(m)
    }

    #[inline]
    fn decode_move(&self, position: &ChessPosition, code: u32) -> Option<Move> {
        packed::decode(&position.board, code)
    }
}

impl Distances for Chess {
    fn winner_moves_last(&self) -> bool {
        true
    }

    /// With 3 or 7, thirty composed mates in 2 to 6 take 4.7 and 1.1 times the time with all keys,
    /// 3.3 and 1.3 times to the shortest mate.
    #[inline]
    fn depth_first_plies(&self) -> u32 {
        5
    }

    #[inline]
    fn win_in_one(&self, position: &mut ChessPosition) -> Option<Move> {
        mate_in_one(&position.board)
    }

    #[inline]
    fn glance(&self, position: &mut ChessPosition, attacker: Player, _plies: u32) -> Leaf<Move> {
        leaf::glance(&position.board, color(attacker))
    }

    /// Nothing where the side to move is in check, and cannot pass.
    fn passed(&self, position: &ChessPosition) -> Option<ChessPosition> {
        position.null_move()
    }
}

/// Whether leaving `from` costs the side to move a castling right.
#[inline]
fn loses_castling_right(board: &Board, m: Move) -> bool {
    let rooks = board.castling() & board.colors(board.side_to_move());
    !rooks.is_empty() && (board.pieces(Piece::King) | rooks).has(m.from)
}
