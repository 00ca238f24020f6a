//! A chess position as the laws of chess compare them.

use std::fmt;
use std::hash::{Hash, Hasher};

use cozy_chess::{Board, Color, Move, Piece};
use threefold_game::{NotationError, Player};

use crate::castling;
use crate::ep::legal_ep_file;

/// A chess position: a [`Board`] of which two are equal if the laws of chess call the positions
/// the same.
///
/// Equality, hash and [key](ChessPosition::key) cover the pieces, the side to move, the castling
/// rights, and the en passant square if an en passant capture is *legal*. They ignore the
/// halfmove clock and the move number.
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
}

impl ChessPosition {
    /// The position in which every game starts.
    pub fn startpos() -> Self {
        ChessPosition { board: Board::startpos() }
    }

    /// Start position number `number` of Chess960, in the order of Scharnagl: 518 is that of
    /// standard chess. `None` if there is no such number.
    pub fn chess960_startpos(number: u32) -> Option<Self> {
        (number < 960).then(|| ChessPosition { board: Board::chess960_startpos(number) })
    }

    /// The position on `board`.
    ///
    /// # Errors
    /// The kings stand on adjacent squares.
    pub fn new(board: Board) -> Result<Self, NotationError> {
        let kings = (board.king(Color::White), board.king(Color::Black));
        if cozy_chess::get_king_moves(kings.0).has(kings.1) {
            return Err(NotationError::new("the kings stand on adjacent squares"));
        }
        Ok(ChessPosition { board })
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
        castling::is_chess960(&self.board)
    }

    /// The position after a legal move.
    pub fn after(&self, m: Move) -> Self {
        let mut board = self.board.clone();
        board.play_unchecked(m);
        ChessPosition { board }
    }

    /// The board. Its own `==` and `hash()` do not follow the laws of chess: compare positions.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board, taken out.
    pub fn into_board(self) -> Board {
        self.board
    }

    /// 64 well-mixed bits, equal for equal positions.
    #[inline]
    pub fn key(&self) -> u64 {
        // The board's hash includes the en passant file whenever a pawn has made a double step.
        match self.board.en_passant() {
            Some(_) if legal_ep_file(&self.board).is_none() => self.board.hash_without_ep(),
            _ => self.board.hash(),
        }
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
        let (a, b) = (&self.board, &other.board);
        // The first line is no shortcut of trust: unequal hashes prove unequal positions.
        a.hash_without_ep() == b.hash_without_ep()
            && a.side_to_move() == b.side_to_move()
            && Piece::ALL.iter().all(|&piece| a.pieces(piece) == b.pieces(piece))
            && Color::ALL.iter().all(|&color| {
                a.colors(color) == b.colors(color)
                    && a.castle_rights(color) == b.castle_rights(color)
            })
            && legal_ep_file(a) == legal_ep_file(b)
    }
}

impl Eq for ChessPosition {}

impl Hash for ChessPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

impl TryFrom<Board> for ChessPosition {
    type Error = NotationError;

    fn try_from(board: Board) -> Result<Self, NotationError> {
        ChessPosition::new(board)
    }
}

impl fmt::Debug for ChessPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ChessPosition({self})")
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
