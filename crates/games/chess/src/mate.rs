//! Mate in one, without generating moves and without playing more than a few.
//!
//! Of the pseudo-legal moves only those that check are looked at, and of those only the ones
//! after which the king has no square left are tested for legality and played out.

use cozy_chess::{
    BitBoard, Color, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_line_rays, get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

use crate::attacks::attacks;
use crate::board::{Board, Cover};

/// A move that mates, if the side to move has one.
///
/// ```
/// use threefold_chess::{ChessPosition, mate_in_one};
/// let position: ChessPosition = "6k1/5ppp/8/8/8/8/8/K3R3 w - -".parse()?;
/// assert_eq!(mate_in_one(position.board()).unwrap().to_string(), "e1e8");
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
#[inline]
pub fn mate_in_one(board: &Board) -> Option<Move> {
    mate_given(board, &board.cover(board.side_to_move()))
}

/// The same, given what the side to move attacks.
#[inline]
pub(crate) fn mate_given(board: &Board, cover: &Cover) -> Option<Move> {
    let checks = Checks::new(board, cover)?;
    sliders(board, &checks)
        .or_else(|| knights(board, &checks))
        .or_else(|| pawns(board, &checks))
        .or_else(|| king(board, &checks))
}

/// From where and how the enemy king can be checked.
struct Checks {
    /// The enemy king.
    king: Square,
    /// Squares from which a bishop, a rook, a knight, a pawn would check.
    bishop: BitBoard,
    rook: BitBoard,
    knight: BitBoard,
    pawn: BitBoard,
    /// Our men that alone stand between one of our sliders and the king.
    blockers: BitBoard,
    /// Squares that none of our men takes from him, nor one of his own, and how many there are.
    escapes: BitBoard,
    count: u32,
    /// Where a man of ours stands in the way of another one, who may see more without him.
    crowded: BitBoard,
}

impl Checks {
    #[inline]
    fn new(board: &Board, cover: &Cover) -> Option<Self> {
        let us = board.side_to_move();
        let king = board.king(!us)?;
        let occupied = board.occupied();
        let escapes = get_king_moves(king) & !cover.all & !board.colors(!us);
        Some(Checks {
            king,
            bishop: get_bishop_moves(king, occupied),
            rook: get_rook_moves(king, occupied),
            knight: get_knight_moves(king),
            pawn: get_pawn_attacks(king, !us),
            blockers: board.sights(us).pinned & board.colors(us),
            escapes,
            count: escapes.len(),
            crowded: cover.lines,
        })
    }

    /// The men worth a look if one that checks attacks at most so many squares beside the king: all
    /// but those who neither take all his escapes nor make way for others.
    #[inline]
    fn taking(&self, most: u32) -> BitBoard {
        if self.count <= most { BitBoard::FULL } else { self.crowded }
    }

    /// The squares of pawns that may check with their next move, and a few more.
    #[inline]
    fn pawns_near(&self, us: Color) -> BitBoard {
        let back = |squares: u64| match us {
            Color::White => squares >> 8,
            Color::Black => squares << 8,
        };
        let one = back(self.pawn.0);
        // Wrapping round the edge of the board only adds squares.
        let sources = one | one << 1 | one >> 1 | back(one);
        BitBoard(sources) | Rank::Seventh.relative_to(us).bitboard()
    }

    /// Of the squares that the man on `from` can go to, those where he checks: directly, if
    /// `direct` has the square, or by stepping out of the way of a slider.
    #[inline]
    fn checking(&self, from: Square, to: BitBoard, direct: BitBoard) -> BitBoard {
        if self.blockers.has(from) {
            to & (direct | !get_line_rays(self.king, from))
        } else {
            to & direct
        }
    }
}

/// A mate by a bishop, a rook or a queen.
#[inline]
fn sliders(board: &Board, checks: &Checks) -> Option<Move> {
    let ours = board.colors(board.side_to_move());
    let occupied = board.occupied();
    for from in board.pieces(Piece::Queen) & ours & checks.taking(5) {
        let to = get_bishop_moves(from, occupied) | get_rook_moves(from, occupied);
        let to = checks.checking(from, to & !ours, checks.bishop | checks.rook);
        let mate = mate_among(board, checks, Piece::Queen, from, to);
        if mate.is_some() {
            return mate;
        }
    }
    for from in board.pieces(Piece::Rook) & ours & checks.taking(3) {
        let to = get_rook_moves(from, occupied) & !ours;
        let to = checks.checking(from, to, checks.rook);
        let mate = mate_among(board, checks, Piece::Rook, from, to);
        if mate.is_some() {
            return mate;
        }
    }
    // A bishop on the other colour only discovers.
    let color = [BitBoard::LIGHT_SQUARES, BitBoard::DARK_SQUARES]
        [usize::from(BitBoard::DARK_SQUARES.has(checks.king))];
    let bishops = board.pieces(Piece::Bishop) & ours & (color | checks.blockers);
    for from in bishops & checks.taking(2) {
        let to = get_bishop_moves(from, occupied) & !ours;
        let to = checks.checking(from, to, checks.bishop);
        let mate = mate_among(board, checks, Piece::Bishop, from, to);
        if mate.is_some() {
            return mate;
        }
    }
    None
}

/// A mate by a knight.
#[inline]
fn knights(board: &Board, checks: &Checks) -> Option<Move> {
    let ours = board.colors(board.side_to_move());
    let near = TWO_KNIGHT_MOVES[checks.king as usize] | checks.blockers;
    (board.pieces(Piece::Knight) & ours & near & checks.taking(2)).into_iter().find_map(|from| {
        let to = checks.checking(from, get_knight_moves(from) & !ours, checks.knight);
        mate_among(board, checks, Piece::Knight, from, to)
    })
}

/// A mate by a pawn: with a step or a capture, en passant, or as what it becomes.
#[inline]
fn pawns(board: &Board, checks: &Checks) -> Option<Move> {
    let us = board.side_to_move();
    let last_rank = Rank::Eighth.relative_to(us).bitboard();
    let near = match board.ep().is_empty() {
        true => {
            let seventh = Rank::Seventh.relative_to(us).bitboard();
            (checks.pawns_near(us) | checks.blockers) & (checks.taking(0) | seventh)
        }
        false => BitBoard::FULL,
    };
    (board.pieces(Piece::Pawn) & board.colors(us) & near).into_iter().find_map(|from| {
        let attacked = get_pawn_attacks(from, us);
        let to = get_pawn_quiets(from, us, board.occupied()) | (attacked & board.colors(!us));
        let promotions = to & last_rank;
        if !promotions.is_empty() {
            return promotion_mate(board, checks, from, promotions);
        }
        let to = checks.checking(from, to, checks.pawn);
        mate_among(board, checks, Piece::Pawn, from, to)
            .or_else(|| just_play(board, from, attacked & board.ep()))
    })
}

/// A mate by the king, who steps out of the way of a slider or castles.
#[inline]
fn king(board: &Board, checks: &Checks) -> Option<Move> {
    let us = board.side_to_move();
    let from = board.king(us)?;
    if checks.blockers.has(from) {
        let to = get_king_moves(from) & !board.colors(us);
        let to = checks.checking(from, to, BitBoard::EMPTY);
        let mate = mate_among(board, checks, Piece::King, from, to);
        if mate.is_some() {
            return mate;
        }
    }
    just_play(board, from, board.can_castle_with())
}

/// A mate among checking moves of one man, which need not be legal.
#[inline]
fn mate_among(
    board: &Board,
    checks: &Checks,
    piece: Piece,
    from: Square,
    checking: BitBoard,
) -> Option<Move> {
    if checking.is_empty() {
        return None;
    }
    let us = board.side_to_move();
    let occupied = board.occupied() & !from.bitboard() & !checks.king.bitboard();
    // What nobody takes from the king, only the man who moves can, unless he opens a line.
    let left = if checks.crowded.has(from) { BitBoard::EMPTY } else { checks.escapes };
    let mut net = None;
    for to in checking {
        let attacked = attacks(piece, us, to, occupied);
        if (left & !attacked).is_empty() {
            let net = net.get_or_insert_with(|| Net::new(board, checks.king, from));
            let m = Move { from, to, promotion: None };
            if net.holds(to, attacked) && board.mates(m) {
                return Some(m);
            }
        }
    }
    None
}

/// A mate among odd moves: castling, and en passant captures, which need not be legal.
#[inline]
fn just_play(board: &Board, from: Square, to: BitBoard) -> Option<Move> {
    to.into_iter().map(|to| Move { from, to, promotion: None }).find(|&m| board.mates(m))
}

/// A mate among the promotions of one pawn, which need not be legal.
#[cold]
fn promotion_mate(
    board: &Board,
    checks: &Checks,
    from: Square,
    promotions: BitBoard,
) -> Option<Move> {
    let us = board.side_to_move();
    let net = Net::new(board, checks.king, from);
    for to in promotions {
        let discovers = checks.blockers.has(from) && !get_line_rays(checks.king, from).has(to);
        for piece in [Piece::Queen, Piece::Knight, Piece::Rook, Piece::Bishop] {
            // The pawn's own square may be on the line to the king.
            let attacked = attacks(piece, us, to, net.occupied);
            let m = Move { from, to, promotion: Some(piece) };
            if (discovers || attacked.has(checks.king)) && net.holds(to, attacked) && board.mates(m)
            {
                return Some(m);
            }
        }
    }
    None
}

/// The squares round the enemy king that our men leave him when one of them has gone away.
struct Net {
    /// Squares that no other man of ours attacks; men of either side may stand on them.
    free: BitBoard,
    /// The enemy's men: only the one that is captured makes room for the king.
    enemies: BitBoard,
    /// All men without the mover and without the king, who does not shield what is behind him.
    occupied: BitBoard,
}

impl Net {
    #[inline]
    fn new(board: &Board, king: Square, mover: Square) -> Self {
        let us = board.side_to_move();
        let occupied = board.occupied() & !mover.bitboard() & !king.bitboard();
        let ours = board.colors(us) & !mover.bitboard();
        let attacked = board.cover_of(ours, us, occupied).all;
        Net { free: get_king_moves(king) & !attacked, enemies: board.colors(!us), occupied }
    }

    /// Whether the king has no free square when the mover has gone to `to` and attacks `attacked`.
    /// May be wrong in saying yes (the mover shields a square), never in saying no.
    #[inline]
    fn holds(&self, to: Square, attacked: BitBoard) -> bool {
        let own_men = self.enemies & !to.bitboard();
        (self.free & !own_men & !attacked).is_empty()
    }
}

/// The squares that a knight can reach with exactly two moves from each square.
const TWO_KNIGHT_MOVES: [BitBoard; Square::NUM] = {
    let mut table = [BitBoard::EMPTY; Square::NUM];
    let mut from = 0;
    while from < Square::NUM {
        let near = get_knight_moves(Square::index_const(from));
        let mut via = 0;
        while via < Square::NUM {
            if near.0 >> via & 1 == 1 {
                table[from].0 |= get_knight_moves(Square::index_const(via)).0;
            }
            via += 1;
        }
        from += 1;
    }
    table
};
