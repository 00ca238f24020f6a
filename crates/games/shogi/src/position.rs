//! Positions: the board, both hands, the side to move; moves made and taken back.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::bitboard::Bitboard;
use crate::{Color, Hand, Kind, Move, Piece, Square, attacks, zobrist};

const EMPTY: u8 = 0xFF;
const NO_KING: u8 = Square::COUNT as u8;
/// The set of horses and dragons, behind those of the seven ways to move.
const CROWNED: usize = 7;

/// Which of the seven ways a kind moves, horses and dragons as bishops and rooks: the index of its
/// set of squares.
const fn way(kind: Kind) -> Option<usize> {
    match kind {
        Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => Some(4),
        Kind::Horse => Some(5),
        Kind::Dragon => Some(6),
        Kind::King => None,
        other => Some(other.index()),
    }
}

/// A position of shogi. Each side has a king or none; pieces may be missing.
///
/// Comparison and hash are about the board, the side to move and both hands. There is no number of
/// the move.
///
/// ```
/// use threefold_shogi::{Position, perft};
/// let mut position = Position::startpos();
/// assert_eq!(perft::legal(&mut position, 2), 900);
/// ```
#[derive(Clone)]
pub struct Position {
    ways: [Bitboard; 8],
    colors: [Bitboard; 2],
    board: [u8; Square::COUNT],
    kings: [u8; 2],
    side: Color,
    hands: [Hand; 2],
    key: u64,
}

/// What [`Position::make`] leaves behind for [`Position::undo`].
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    captured: u8,
    hand: Hand,
    key: u64,
}

impl Position {
    /// Nothing on the board; for [`crate::Setup`], which adds to it.
    pub(crate) fn empty(side: Color) -> Position {
        Position {
            ways: [Bitboard::EMPTY; 8],
            colors: [Bitboard::EMPTY; 2],
            board: [EMPTY; Square::COUNT],
            kings: [NO_KING; 2],
            side,
            hands: [Hand::EMPTY; 2],
            key: match side {
                Color::Black => 0,
                Color::White => zobrist::SIDE,
            },
        }
    }

    /// Gives both sides what they have in hand, when the board is complete.
    pub(crate) fn set_hands(&mut self, hands: [Hand; 2]) {
        self.hands = hands;
        self.key ^= zobrist::material(self.material().packed());
    }

    /// Gives them other hands with the same pieces in all, of which the key speaks.
    pub(crate) fn share_out(&mut self, hands: [Hand; 2]) {
        self.hands = hands;
    }

    /// All pieces but kings, on the board and in hand, each as its unpromoted kind.
    pub(crate) fn material(&self) -> Hand {
        let mut all = Hand::EMPTY;
        for kind in Kind::IN_HAND {
            for _ in 0..self.hands[0].count(kind) + self.hands[1].count(kind) {
                all = all.with(kind);
            }
        }
        for square in self.occupied() {
            let kind = self.kind_at(square).unpromoted();
            if kind != Kind::King {
                all = all.with(kind);
            }
        }
        all
    }

    /// Whose turn it is.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.side
    }

    /// What stands on the square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        match self.board[square.index()] {
            EMPTY => None,
            code => Some(Piece::from_code(code)),
        }
    }

    /// What a side has in hand.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// Where a side's king is, if it has one.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        match self.kings[color.index()] {
            NO_KING => None,
            square => Some(Square::new(square as usize)),
        }
    }

    /// 64 bits over the board, the side to move, and the number of pieces of each kind that there
    /// are on the board and in both hands together. It says nothing of who has which of them
    /// in hand: of positions with the same key, those with the same hand of one side are the same.
    #[inline]
    pub fn board_key(&self) -> u64 {
        self.key
    }

    /// 64 bits over everything.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key ^ zobrist::hand(self.hands[0].packed())
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    #[inline]
    pub(crate) fn pieces(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    #[inline]
    pub(crate) fn pawns(&self, color: Color) -> Bitboard {
        self.colors[color.index()] & self.ways[0]
    }

    /// What stands on a square that is not empty.
    #[inline]
    pub(crate) fn kind_at(&self, square: Square) -> Kind {
        Kind::from_index(self.board[square.index()] as usize)
    }

    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        let bit = Bitboard::of(square);
        self.colors[piece.color.index()] ^= bit;
        if let Some(way) = way(piece.kind) {
            self.ways[way] ^= bit;
            if piece.kind.index() >= Kind::Horse.index() {
                self.ways[CROWNED] ^= bit;
            }
        }
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        self.toggle(square, piece);
        self.board[square.index()] = piece.code();
        self.key ^= zobrist::PIECES[piece.code() as usize][square.index()];
        if piece.kind == Kind::King {
            self.kings[piece.color.index()] = square.index() as u8;
        }
    }

    #[inline]
    fn take(&mut self, square: Square, piece: Piece) {
        self.toggle(square, piece);
        self.board[square.index()] = EMPTY;
        self.key ^= zobrist::PIECES[piece.code() as usize][square.index()];
    }

    /// Plays a legal move.
    #[inline]
    pub fn make(&mut self, m: Move) -> Undo {
        let (us, to) = (self.side, m.to());
        let mut undo = Undo { captured: EMPTY, hand: self.hands[us.index()], key: self.key };
        if let Some(from) = m.from() {
            let piece = Piece::from_code(self.board[from.index()]);
            undo.captured = self.board[to.index()];
            if undo.captured != EMPTY {
                let captured = Piece::from_code(undo.captured);
                self.take(to, captured);
                let hand = &mut self.hands[us.index()];
                *hand = hand.with(captured.kind.unpromoted());
            }
            self.take(from, piece);
            let kind =
                if m.promotes() { Kind::from_index(piece.kind.index() | 8) } else { piece.kind };
            self.put(to, Piece { color: us, kind });
        } else if let Some(kind) = m.dropped() {
            let hand = &mut self.hands[us.index()];
            *hand = hand.without(kind);
            self.put(to, Piece { color: us, kind });
        }
        self.side = us.opponent();
        self.key ^= zobrist::SIDE;
        undo
    }

    /// [`Position::board_key`] behind a legal move.
    #[inline]
    pub(crate) fn key_after(&self, m: Move) -> u64 {
        let to = m.to().index();
        let of = |code: u8, square: usize| zobrist::PIECES[code as usize][square];
        let key = self.key ^ zobrist::SIDE;
        let Some(from) = m.from() else {
            return match m.dropped() {
                Some(kind) => key ^ of(Piece { color: self.side, kind }.code(), to),
                None => key,
            };
        };
        let (piece, captured) = (self.board[from.index()], self.board[to]);
        let becomes = if m.promotes() { piece | 8 } else { piece };
        let key = key ^ of(piece, from.index()) ^ of(becomes, to);
        if captured == EMPTY { key } else { key ^ of(captured, to) }
    }

    /// What the side to move has in hand behind a legal move.
    #[inline]
    pub(crate) fn hand_after(&self, m: Move) -> Hand {
        let hand = self.hands[self.side.index()];
        match (m.dropped(), self.board[m.to().index()]) {
            (Some(kind), _) => hand.without(kind),
            (None, EMPTY) => hand,
            (None, captured) => hand.with(Piece::from_code(captured).kind.unpromoted()),
        }
    }

    /// Takes back the last move, `m`.
    #[inline]
    pub fn undo(&mut self, m: Move, undo: Undo) {
        let (us, to) = (self.side.opponent(), m.to());
        let piece = Piece::from_code(self.board[to.index()]);
        self.take(to, piece);
        if let Some(from) = m.from() {
            let kind = if m.promotes() { piece.kind.unpromoted() } else { piece.kind };
            self.put(from, Piece { color: us, kind });
            if undo.captured != EMPTY {
                self.put(to, Piece::from_code(undo.captured));
            }
        }
        self.hands[us.index()] = undo.hand;
        self.side = us;
        self.key = undo.key;
    }

    /// The pieces of a colour that attack a square, with `occupied` in the way.
    #[inline]
    pub(crate) fn attackers(&self, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
        let mut attackers = self.near_attackers(color, square);
        for slider in self.aligned(color, square) {
            if (attacks::between(square, slider) & occupied).is_empty() {
                attackers |= Bitboard::of(slider);
            }
        }
        attackers
    }

    /// At least those of `squares` that pieces of a colour attack, with `occupied` in the way.
    #[inline]
    pub(crate) fn attacked(&self, color: Color, squares: Bitboard, occupied: Bitboard) -> Bitboard {
        let own = self.pieces(color);
        let [pawns, lances, knights, silvers, golds, bishops, rooks, crowned] =
            self.ways.map(|way| way & own);
        let kings = crowned | self.king(color).map_or(Bitboard::EMPTY, Bitboard::of);
        let mut attacked =
            attacks::all_steps(color, [pawns, knights, silvers | kings, golds | kings]);
        for lance in lances {
            if !(attacks::lance_lines(color, lance) & squares).is_empty() {
                attacked |= attacks::lance(color, lance, occupied);
            }
        }
        for bishop in bishops {
            if !(attacks::bishop_lines(bishop) & squares).is_empty() {
                attacked |= attacks::bishop(bishop, occupied);
            }
        }
        for rook in rooks {
            if !(attacks::rook_lines(rook) & squares).is_empty() {
                attacked |= attacks::rook(rook, occupied);
            }
        }
        attacked
    }

    /// The pieces that move along lines.
    #[inline]
    pub(crate) fn sliders(&self) -> Bitboard {
        self.ways[1] | self.ways[5] | self.ways[6]
    }

    /// The pieces of a colour that attack a square in one step.
    #[inline]
    fn near_attackers(&self, color: Color, square: Square) -> Bitboard {
        let them = color.opponent();
        let [pawns, _, knights, silvers, golds, _, _, crowned] = self.ways;
        let king = self.king(color).map_or(Bitboard::EMPTY, Bitboard::of);
        (attacks::king(square) & (crowned | king)
            | attacks::pawn(them, square) & pawns
            | attacks::knight(them, square) & knights
            | attacks::silver(them, square) & silvers
            | attacks::gold(them, square) & golds)
            & self.pieces(color)
    }

    /// The sliding pieces of a colour that would attack a square if nothing stood between: hardly
    /// ever more than one or two, so that looking at each costs less than following all lines.
    #[inline]
    pub(crate) fn aligned(&self, color: Color, square: Square) -> Bitboard {
        let [_, lances, _, _, _, bishops, rooks, _] = self.ways;
        (attacks::rook_lines(square) & rooks
            | attacks::bishop_lines(square) & bishops
            | attacks::lance_lines(color.opponent(), square) & lances)
            & self.pieces(color)
    }

    /// The pieces that give check to a side.
    #[inline]
    pub(crate) fn checkers(&self, color: Color) -> Bitboard {
        match self.king(color) {
            Some(king) => self.attackers(color.opponent(), king, self.occupied()),
            None => Bitboard::EMPTY,
        }
    }

    /// Whether a side's king is attacked.
    #[inline]
    pub fn is_in_check(&self, color: Color) -> bool {
        !self.checkers(color).is_empty()
    }

    /// The pieces, of either side, that alone stand between `king` and a sliding piece of
    /// `attacker`.
    #[inline]
    pub(crate) fn blockers(&self, king: Square, attacker: Color) -> Bitboard {
        let occupied = self.occupied();
        let mut blockers = Bitboard::EMPTY;
        for slider in self.aligned(attacker, king) {
            let between = attacks::between(king, slider) & occupied;
            if !between.has_several() {
                blockers |= between;
            }
        }
        blockers
    }
}

/// Eight squares, a byte each, in 40 bits. An empty one has the lowest five bits of no piece.
#[inline]
fn squeeze(squares: [u8; 8]) -> u64 {
    let bits = u64::from_le_bytes(squares);
    let bits = bits & 0x001F_001F_001F_001F | bits >> 3 & 0x03E0_03E0_03E0_03E0;
    let bits = bits & 0x0000_03FF_0000_03FF | bits >> 6 & 0x000F_FC00_000F_FC00;
    bits & 0x000F_FFFF | bits >> 12 & 0xFF_FFF0_0000
}

impl Position {
    /// What comparison is about, in few words: seven of squares, one of side and hands.
    pub(crate) fn packed(&self) -> [u64; 8] {
        let mut words = self.packed_board();
        let [black, white] = self.hands.map(|hand| u64::from(hand.packed()));
        words[7] |= black << 28 | white;
        words
    }

    /// The same without the hands.
    pub(crate) fn packed_board(&self) -> [u64; 8] {
        let (groups, rest) = self.board.as_chunks();
        let [a, b, c, d, e, f, g, h, i, j] = std::array::from_fn(|n| squeeze(groups[n]));
        let mut words = [a | b << 40, c | d << 40, e | f << 40, g | h << 40, i | j << 40, 0, 0, 0];
        // What did not fit: the upper 16 bits of every second group, and the last square.
        words[5] = b >> 24 | d >> 24 << 16 | f >> 24 << 32 | h >> 24 << 48;
        words[6] = j >> 24 | u64::from(rest[0]) << 16;
        words[7] = (self.side as u64) << 63;
        words
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.side == other.side && self.hands == other.hands
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
        state.write_u32(self.hands[0].packed());
    }
}

impl fmt::Debug for Position {
    /// As SFEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
