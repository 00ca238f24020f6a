//! Chess with the fifty-move rule: positions carry the halfmove clock.
//!
//! The clock is what both players *hold*: the plies that are left until the game is a draw, of
//! which whoever wants to win wants more. So results are shared between clocks as those of shogi
//! are between hands (`docs/ghi-hands.md`): a proof holds for every clock up to the one that it
//! needs, a disproof from the smallest one on for which it was found. A board that comes back has a
//! higher clock, and is worse for the attacker: a repetition, though no position occurs twice.
//!
//! The traps:
//!
//! - A mate by the last ply of the hundred counts: with the clock at 100 it is looked at first.
//! - A draw by the clock holds for that clock alone, one by stalemate for all.
//! - Components and tables know wins without a clock. That of a component is believed once its
//!   strategy has been walked with the clock; tables are not used.
//! - Moves before the root count by the clock alone, unless a position has occurred twice: then the
//!   rule cannot be asked for.
//! - Of results about fewer plies than are left the clock is no part ([`Distances::hand_within`]).

use cozy_chess::{Color, Move, Piece};
use threefold_game::{
    Components, Distances, ExactFootprint, Game, History, Leaf, NotationError, Occurrences,
    Outcome, Packed, Player, RepetitionRule, Searchable, Spot, quote,
};

use crate::{Board, Chess, ChessPosition};

/// Plies without a capture or a move of a pawn that draw the game.
const LIMIT: u8 = 100;

/// A position with its halfmove clock, which is part of what it is. Its text is that of the
/// position and the clock, the first five fields of a FEN.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ClockedPosition {
    position: ChessPosition,
    clock: u8,
}

impl ClockedPosition {
    /// The position after so many plies without a capture or a move of a pawn.
    ///
    /// # Errors
    /// There are more than 100.
    pub fn new(position: ChessPosition, clock: u32) -> Result<Self, NotationError> {
        match u8::try_from(clock) {
            Ok(clock @ 0..=LIMIT) => Ok(ClockedPosition { position, clock }),
            _ => Err(NotationError::new(format!(
                "the halfmove clock is at most {LIMIT} under the fifty-move rule, found {clock}"
            ))),
        }
    }

    /// The position to which moves have led, of which the clock is all that counts.
    ///
    /// # Errors
    /// The clock is too high; or a position has occurred twice, so that it counts as well.
    pub fn after(history: &History<Chess>, clock: u32) -> Result<Self, NotationError> {
        let met = history.recurring().iter().chain([history.root()]);
        if Occurrences::count(&Chess, RepetitionRule::Draw, met).deciding().next().is_some() {
            let what =
                "a position has occurred twice before, which the fifty-move rule does not go with";
            return Err(NotationError::new(what));
        }
        ClockedPosition::new(history.root().clone(), clock)
    }

    fn left(&self) -> u32 {
        u32::from(LIMIT - self.clock)
    }

    fn is_mate(&self) -> bool {
        !self.board().checkers().is_empty() && !self.board().can_move()
    }

    fn board(&self) -> &Board {
        self.position.board()
    }
}

impl AsRef<ChessPosition> for ClockedPosition {
    fn as_ref(&self) -> &ChessPosition {
        &self.position
    }
}

/// The rules of [`Chess`] with the fifty-move rule: after a hundred plies without a capture or a
/// move of a pawn the game is a draw, unless the last of them mates.
///
/// ```
/// use threefold_chess::FiftyMoves;
/// use threefold_game::{Game, Outcome};
/// let mut position = FiftyMoves.parse_position("8/8/8/8/8/k1K5/8/7R w - - 99")?;
/// let mate = FiftyMoves.parse_move(&position, "h1a1")?;
/// let quiet = FiftyMoves.parse_move(&position, "h1h2")?;
/// let mut drawn = position.clone();
/// FiftyMoves.make(&mut position, mate);
/// FiftyMoves.make(&mut drawn, quiet);
/// assert_eq!(FiftyMoves.terminal(&position), None);
/// assert_eq!(FiftyMoves.terminal(&drawn), Some(Outcome::Draw));
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FiftyMoves;

impl FiftyMoves {
    /// The parameter of the game in certificates.
    pub const PARAMETERS: &'static str = "fifty-moves";
}

impl Game for FiftyMoves {
    type Position = ClockedPosition;
    type Move = Move;
    type Undo = ClockedPosition;
    type Situation = ClockedPosition;
    type Footprint = ExactFootprint;

    fn name(&self) -> &str {
        Chess.name()
    }

    fn parameters(&self) -> String {
        FiftyMoves::PARAMETERS.to_owned()
    }

    fn player_name(&self, player: Player) -> &str {
        Chess.player_name(player)
    }

    fn repetition_rules(&self) -> &[RepetitionRule] {
        &[RepetitionRule::Draw]
    }

    fn occurrences(&self) -> u32 {
        Chess.occurrences()
    }

    #[inline]
    fn player_to_move(&self, position: &ClockedPosition) -> Player {
        Chess.player_to_move(&position.position)
    }

    #[inline]
    fn terminal(&self, position: &ClockedPosition) -> Option<Outcome> {
        let is_late = position.clock >= LIMIT && !position.is_mate();
        if is_late { Some(Outcome::Draw) } else { Chess.terminal(&position.position) }
    }

    #[inline]
    fn moves(&self, position: &ClockedPosition, moves: &mut Vec<Move>) {
        Chess.moves(&position.position, moves);
    }

    #[inline]
    fn stuck(&self, position: &ClockedPosition) -> Outcome {
        Chess.stuck(&position.position)
    }

    #[inline]
    fn make(&self, position: &mut ClockedPosition, m: Move) -> ClockedPosition {
        let clock = match Chess.resets_clock(&position.position, m) {
            true => 0,
            false => (position.clock + 1).min(LIMIT),
        };
        let before = position.clone();
        Chess.make(&mut position.position, m);
        position.clock = clock;
        before
    }

    #[inline]
    fn undo(&self, position: &mut ClockedPosition, _m: Move, before: ClockedPosition) {
        *position = before;
    }

    #[inline]
    fn wins_at_once(&self, position: &mut ClockedPosition) -> Option<bool> {
        Chess.wins_at_once(&mut position.position)
    }

    const HANDS: bool = true;
    const CLOCK: bool = true;

    #[inline]
    fn hand(&self, position: &ClockedPosition, _player: Player) -> u32 {
        position.left()
    }

    #[inline]
    fn dominates(&self, more: u32, less: u32) -> bool {
        more >= less
    }

    fn board(&self, position: &ClockedPosition) -> Option<Packed> {
        let board = position.board();
        let mut words = Packed::default();
        for piece in Piece::ALL {
            words[piece as usize] = board.pieces(piece).0;
        }
        words[6] = board.colors(Color::White).0;
        // The en passant square lies on the third rank or the sixth, rooks on the first and last.
        words[7] = board.castling().0 | board.ep().0 | (board.side_to_move() as u64) << 8;
        Some(words)
    }

    fn situation(&self, position: &ClockedPosition, _rule: RepetitionRule) -> ClockedPosition {
        position.clone()
    }

    /// As in [`Chess`]: no earlier *board* can occur, whatever its clock.
    #[inline]
    fn is_irreversible(&self, position: &ClockedPosition, m: Move) -> bool {
        Chess.is_irreversible(&position.position, m)
    }

    fn write_move(&self, position: &ClockedPosition, m: Move, out: &mut String) {
        Chess.write_move(&position.position, m, out);
    }

    fn parse_move(&self, position: &ClockedPosition, text: &str) -> Result<Move, NotationError> {
        Chess.parse_move(&position.position, text)
    }

    fn sort_by_notation(&self, position: &ClockedPosition, moves: &mut [Move]) {
        Chess.sort_by_notation(&position.position, moves);
    }

    fn write_position(&self, position: &ClockedPosition, out: &mut String) {
        Chess.write_position(&position.position, out);
        out.push_str(&format!(" {}", position.clock));
    }

    fn parse_position(&self, text: &str) -> Result<ClockedPosition, NotationError> {
        let (position, clock) = text.rsplit_once(' ').unwrap_or((text, ""));
        let number = (clock.parse().ok()).ok_or_else(|| {
            let found = quote(clock);
            NotationError::at(
                text.len() - clock.len(),
                format!("the halfmove clock comes fifth, found {found}"),
            )
        })?;
        ClockedPosition::new(Chess.parse_position(position)?, number)
    }
}

impl Searchable for FiftyMoves {
    #[inline]
    fn key(&self, position: &ClockedPosition) -> u64 {
        position.position.key()
    }

    #[inline]
    fn bound_before(
        &self,
        position: &ClockedPosition,
        _player: Player,
        m: Move,
        bound: u32,
        proven: bool,
    ) -> u32 {
        match (Chess.resets_clock(&position.position, m), proven) {
            // The clock that counts behind it is always the same.
            (true, true) => 1,
            (true, false) => u32::from(LIMIT),
            (false, _) => (bound + 1).min(u32::from(LIMIT)),
        }
    }

    fn bound_of_moves(&self, position: &ClockedPosition, _player: Player, proven: bool) -> u32 {
        match (proven, position.clock < LIMIT) {
            // Mate is mate; any other play needs a ply.
            (true, _) => u32::from(position.board().can_move()),
            (false, true) => u32::from(LIMIT),
            (false, false) => 0,
        }
    }

    #[inline]
    fn tighter(&self, one: u32, other: u32, proven: bool) -> u32 {
        if proven { one.max(other) } else { one.min(other) }
    }

    #[inline]
    fn leaf(&self, position: &mut ClockedPosition, attacker: Player) -> Leaf<Move> {
        Chess.leaf(&mut position.position, attacker)
    }

    fn components(&self) -> Option<&dyn Components> {
        Chess.components()
    }

    fn spot(&self, position: &ClockedPosition, attacker: Player) -> Option<Spot> {
        Chess.spot(&position.position, attacker)
    }

    #[inline]
    fn encode_move(&self, position: &ClockedPosition, m: Move) -> u32 {
        Chess.encode_move(&position.position, m)
    }

    #[inline]
    fn decode_move(&self, position: &ClockedPosition, code: u32) -> Option<Move> {
        Chess.decode_move(&position.position, code)
    }
}

impl Distances for FiftyMoves {
    fn winner_moves_last(&self) -> bool {
        true
    }

    #[inline]
    fn depth_first_plies(&self) -> u32 {
        Chess.depth_first_plies()
    }

    #[inline]
    fn win_in_one(&self, position: &mut ClockedPosition) -> Option<Move> {
        Chess.win_in_one(&mut position.position)
    }

    #[inline]
    fn glance(&self, position: &mut ClockedPosition, attacker: Player, plies: u32) -> Leaf<Move> {
        Chess.glance(&mut position.position, attacker, plies)
    }

    fn passed(&self, position: &ClockedPosition) -> Option<ClockedPosition> {
        let clock = (position.clock + 1).min(LIMIT);
        Some(ClockedPosition { position: Chess.passed(&position.position)?, clock })
    }

    /// All of it, as long as the clock does not run out within the plies.
    #[inline]
    fn hand_within(&self, position: &ClockedPosition, _player: Player, plies: u32) -> u32 {
        let left = position.left();
        if left > plies { u32::from(LIMIT) } else { left }
    }
}
