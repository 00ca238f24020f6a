//! A chess position as the laws of chess compare them.

use std::fmt;
use std::hash::{Hash, Hasher};

use cozy_chess::{BitBoard, BoardBuilder, Color, File, Move, Piece, Rank, Square};
use cozy_chess::{get_between_rays, get_king_moves};
use threefold_game::{NotationError, Player};

use crate::board::Board;
use crate::key;

/// A chess position: a [`Board`], and the key of it.
///
/// Equality, hash and [key](ChessPosition::key) cover the pieces, the side to move, the castling
/// rights, and the en passant square if an en passant capture is *legal*. They ignore the
/// halfmove clock and the move number.
///
/// One side may be without a king, as in problems: it is never in check, and does not castle.
///
/// Text ([`FromStr`](std::str::FromStr), [`Display`](std::fmt::Display)) is FEN; it is written with
/// its first four fields.
///
/// ```
/// use threefold_chess::ChessPosition;
/// // After 1.e4 no black pawn can capture on e3: the square does not count.
/// let a: ChessPosition = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1".parse()?;
/// let b: ChessPosition = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 9".parse()?;
/// assert_eq!(a, b);
/// assert_eq!(a.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -");
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
#[derive(Clone)]
pub struct ChessPosition {
    pub(crate) board: Board,
    key: u64,
}

/// The field of a FEN that says what is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Men,
    Castling,
    EnPassant,
}

impl ChessPosition {
    /// The position in which every game starts.
    pub fn startpos() -> Self {
        ChessPosition::new(&BoardBuilder::startpos()).expect("a legal position")
    }

    /// Start position number `number` of Chess960, in the order of Scharnagl: 518 is that of
    /// standard chess. `None` if there is no such number.
    pub fn chess960_startpos(number: u32) -> Option<Self> {
        let number = (0..960).contains(&number).then_some(number)?;
        ChessPosition::new(&BoardBuilder::chess960_startpos(number)).ok()
    }

    /// The position with these men, rights and en passant square.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(setup: &BoardBuilder) -> Result<Self, NotationError> {
        ChessPosition::set_up(setup).map_err(|(_, what)| NotationError::new(what))
    }

    /// The same, with the field of the FEN that is wrong.
    pub(crate) fn set_up(setup: &BoardBuilder) -> Result<Self, (Part, String)> {
        let men = |message: String| (Part::Men, message);
        let mut board = Board::EMPTY;
        for square in Square::ALL {
            if let Some((piece, color)) = setup.square(square) {
                board.put_down(square, piece, color);
            }
        }
        check_men(&board).map_err(men)?;
        let us = setup.side_to_move;
        let rooks = castling_rooks(&board, setup)
            .ok_or((Part::Castling, "the castling rights do not fit the board".to_owned()))?;
        board.turn(us, rooks);
        if !board.is_left_safe() {
            let name = color_name(!us);
            return Err(men(format!("{name} is in check, but it is not {name}'s turn")));
        }
        // No move gives check with more than two men, and generators of evasions rely on that.
        if board.checkers().len() > 2 {
            return Err(men("more than two men give check".to_owned()));
        }
        if let Some(square) = setup.en_passant {
            check_passed(&board, square).map_err(|message| (Part::EnPassant, message))?;
            board.pass(square);
        }
        Ok(ChessPosition { board, key: key::between(&Board::EMPTY, &board) })
    }

    /// Whether somebody may castle with a king that does not stand on the e-file, or with a rook
    /// that does not stand in the corner. Then rights to castle are written as the files of the
    /// rooks (Shredder-FEN), and castling is written as the king taking his rook.
    ///
    /// ```
    /// use threefold_chess::ChessPosition;
    /// let position: ChessPosition = "1k6/8/8/8/8/8/8/R4KR1 w KQ -".parse()?;
    /// assert!(position.is_chess960());
    /// assert_eq!(position.to_string(), "1k6/8/8/8/8/8/8/R4KR1 w GA -");
    /// assert!(!ChessPosition::startpos().is_chess960());
    /// # Ok::<(), threefold_game::NotationError>(())
    /// ```
    pub fn is_chess960(&self) -> bool {
        self.board.is_chess960()
    }

    /// The position after a legal move.
    #[inline]
    pub fn after(&self, m: Move) -> Self {
        let mut after = self.clone();
        after.play(m);
        after
    }

    /// Makes a legal move.
    #[inline]
    pub(crate) fn play(&mut self, m: Move) {
        match key::plain(&self.board, m) {
            Some((change, _)) => {
                self.board.play(m);
                self.key ^= change;
            }
            None => {
                let before = self.board;
                self.board.play(m);
                self.key ^= key::between(&before, &self.board);
            }
        }
    }

    /// The position with the other side to move; `None` in check.
    pub fn null_move(&self) -> Option<Self> {
        let board = self.board.null_move()?;
        Some(ChessPosition { key: self.key ^ key::between(&self.board, &board), board })
    }

    /// The key behind a legal move, where that is known without playing it.
    #[inline]
    pub(crate) fn key_after(&self, m: Move) -> Option<u64> {
        key::change(&self.board, m).map(|change| self.key ^ change)
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether a player has a king.
    pub fn has_king(&self, player: Player) -> bool {
        self.board.king(color(player)).is_some()
    }

    /// 64 well-mixed bits, equal for equal positions.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }
}

impl AsRef<ChessPosition> for ChessPosition {
    fn as_ref(&self) -> &ChessPosition {
        self
    }
}

impl Default for ChessPosition {
    fn default() -> Self {
        ChessPosition::startpos()
    }
}

impl PartialEq for ChessPosition {
    fn eq(&self, other: &Self) -> bool {
        // The first line is no shortcut of trust: unequal keys prove unequal positions.
        self.key == other.key && self.board == other.board
    }
}

impl Eq for ChessPosition {}

impl Hash for ChessPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl fmt::Debug for ChessPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ChessPosition({self})")
    }
}

/// What can be wrong with the men alone. Promoted men are not counted against missing pawns:
/// composed problems need not be reachable.
fn check_men(board: &Board) -> Result<(), String> {
    for color in Color::ALL {
        let name = color_name(color);
        let kings = board.colored_pieces(color, Piece::King).len();
        if kings > 1 {
            return Err(format!("{name} has {kings} kings"));
        }
        if board.colored_pieces(color, Piece::Pawn).len() > 8 {
            return Err(format!("{name} has more than 8 pawns"));
        }
        if board.colors(color).len() > 16 {
            return Err(format!("{name} has more than 16 men"));
        }
    }
    let ends = Rank::First.bitboard() | Rank::Eighth.bitboard();
    if let Some(square) = (board.pieces(Piece::Pawn) & ends).next_square() {
        return Err(format!("a pawn stands on {square}"));
    }
    match (board.king(Color::White), board.king(Color::Black)) {
        (Some(white), Some(black)) if get_king_moves(white).has(black) => {
            Err("the kings stand on adjacent squares".to_owned())
        }
        (None, None) => Err("there is no king on the board".to_owned()),
        _ => Ok(()),
    }
}

/// The rooks with which there are rights to castle, if there can be.
fn castling_rooks(board: &Board, setup: &BoardBuilder) -> Option<BitBoard> {
    let mut rooks = BitBoard::EMPTY;
    for color in Color::ALL {
        let rights = setup.castle_rights(color);
        for (file, is_short) in [(rights.short, true), (rights.long, false)] {
            let Some(file): Option<File> = file else { continue };
            let rook = Square::new(file, Rank::First.relative_to(color));
            let king = board.king(color).filter(|king| king.rank() == rook.rank())?;
            if !board.colored_pieces(color, Piece::Rook).has(rook) || (rook > king) != is_short {
                return None;
            }
            rooks |= rook.bitboard();
        }
    }
    Some(rooks)
}

/// Whether the last move can have been a double step over that square.
fn check_passed(board: &Board, square: Square) -> Result<(), String> {
    let (us, them) = (board.side_to_move(), !board.side_to_move());
    let on = |rank: Rank| Square::new(square.file(), rank.relative_to(them));
    let is_empty = |rank| !board.occupied().has(on(rank));
    let is_double_step = square.rank() == Rank::Third.relative_to(them)
        && is_empty(Rank::Second)
        && is_empty(Rank::Third)
        && board.colored_pieces(them, Piece::Pawn).has(on(Rank::Fourth));
    if !is_double_step {
        let name = color_name(them);
        return Err(format!(
            "en passant on {square} is impossible: no {name} pawn can just have passed it"
        ));
    }
    let is_through = |checker| {
        let opened = |king| get_between_rays(checker, king).has(on(Rank::Second));
        checker == on(Rank::Fourth) || board.king(us).is_some_and(opened)
    };
    if !board.checkers().into_iter().all(is_through) {
        return Err(
            "en passant is impossible here: the check does not come from the pawn's double \
                    step"
                .to_owned(),
        );
    }
    Ok(())
}

pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

#[inline]
pub(crate) fn player(color: Color) -> Player {
    match color {
        Color::White => Player::First,
        Color::Black => Player::Second,
    }
}

#[inline]
pub(crate) fn color(player: Player) -> Color {
    match player {
        Player::First => Color::White,
        Player::Second => Color::Black,
    }
}
