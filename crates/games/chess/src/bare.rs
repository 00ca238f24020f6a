//! The board as a look at a leaf needs it: the men, and what is worked out from them at once.
//!
//! `cozy_chess` keeps hash, clocks, checks and pins up to date with every move, and hands out moves
//! man by man. Of fifteen children that a search looks at one is expanded; of the others it wants
//! to know what is attacked, how many moves there are, and whether one of them mates.

use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_between_rays, get_bishop_moves,
    get_bishop_rays, get_king_moves, get_knight_moves, get_line_rays, get_pawn_attacks,
    get_rook_moves, get_rook_rays,
};

use crate::attacks::{attacks, pawn_attacks};
use crate::castling;
use crate::ep::ep_square;

/// Men, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bare {
    pieces: [BitBoard; Piece::NUM],
    colors: [BitBoard; Color::NUM],
    us: Color,
    /// The rooks with which the side to move has a right to castle.
    castling: BitBoard,
    /// The en passant square, or nothing.
    ep: BitBoard,
}

/// What a side attacks. The enemy king does not shield the squares behind him.
#[derive(Clone, Copy)]
pub(crate) struct Cover {
    pub all: BitBoard,
    /// What sliders attack. Where one of their own men stands, they attack more when he has gone.
    pub lines: BitBoard,
}

/// What checks a king, and the men of either side that alone keep a slider from him.
pub(crate) struct Guard {
    pub checkers: BitBoard,
    pub pinned: BitBoard,
}

impl Bare {
    /// A board.
    #[inline]
    pub fn of(board: &Board) -> Self {
        let ep = board.en_passant().map(|file| ep_square(board, file).bitboard());
        Bare { ep: ep.unwrap_or(BitBoard::EMPTY), ..Bare::with(board, board.side_to_move()) }
    }

    /// The board behind a legal move that neither castles, captures en passant nor allows that.
    #[inline]
    pub fn behind(board: &Board, m: Move) -> Self {
        let mut bare = Bare::with(board, !board.side_to_move());
        bare.castling &= !m.to.bitboard();
        bare.put(!bare.us, m);
        bare
    }

    /// The men with `us` to move.
    #[inline(always)]
    fn with(board: &Board, us: Color) -> Self {
        Bare {
            pieces: Piece::ALL.map(|piece| board.pieces(piece)),
            colors: Color::ALL.map(|color| board.colors(color)),
            us,
            castling: castling::rooks_of(board, us),
            ep: BitBoard::EMPTY,
        }
    }

    /// The board behind a move that need not be legal. Whether the other side may castle is not
    /// known there: for a look at a check.
    #[inline]
    fn after(&self, m: Move) -> Self {
        let us = self.us;
        let mut after = Bare { us: !us, castling: BitBoard::EMPTY, ep: BitBoard::EMPTY, ..*self };
        if self.colors[us as usize].has(m.to) {
            let [king, rook] = castled(m.from, m.to);
            for (piece, from) in [(Piece::King, m.from), (Piece::Rook, m.to)] {
                after.pieces[piece as usize] ^= from.bitboard();
                after.colors[us as usize] ^= from.bitboard();
            }
            for (piece, to) in [(Piece::King, king), (Piece::Rook, rook)] {
                after.pieces[piece as usize] |= to.bitboard();
                after.colors[us as usize] |= to.bitboard();
            }
            return after;
        }
        if self.ep.has(m.to) && self.pieces(Piece::Pawn).has(m.from) {
            let victim = Square::new(m.to.file(), m.from.rank()).bitboard();
            after.pieces[Piece::Pawn as usize] ^= victim;
            after.colors[!us as usize] ^= victim;
        }
        if self.pieces(Piece::Pawn).has(m.from) && m.from as usize ^ m.to as usize == 16 {
            let passed = Square::index((m.from as usize + m.to as usize) / 2);
            after.ep = passed.bitboard();
        }
        after.put(us, m);
        after
    }

    /// Puts a man of that color where he goes, over what stands there.
    #[inline(always)]
    fn put(&mut self, by: Color, m: Move) {
        let (from, to) = (m.from.bitboard(), m.to.bitboard());
        // Which piece it is need not be known: without a branch that nobody foresees.
        for men in &mut self.pieces {
            men.0 = men.0 & !(from.0 | to.0) | (men.0 >> m.from as u32 & 1) << m.to as u32;
        }
        if let Some(piece) = m.promotion {
            self.pieces[Piece::Pawn as usize] ^= to;
            self.pieces[piece as usize] |= to;
        }
        self.colors[by as usize] ^= from | to;
        self.colors[!by as usize] &= !to;
    }

    /// Who is to move.
    #[inline]
    pub fn us(&self) -> Color {
        self.us
    }

    /// The men of a kind.
    #[inline]
    pub fn pieces(&self, piece: Piece) -> BitBoard {
        self.pieces[piece as usize]
    }

    /// The men of a color.
    #[inline]
    pub fn colors(&self, color: Color) -> BitBoard {
        self.colors[color as usize]
    }

    /// All men.
    #[inline]
    pub fn occupied(&self) -> BitBoard {
        self.colors[0] | self.colors[1]
    }

    /// The en passant square, or nothing.
    #[inline]
    pub fn ep(&self) -> BitBoard {
        self.ep
    }

    /// Where the king stands.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        let king = self.pieces(Piece::King) & self.colors(color);
        king.next_square().expect("both sides have a king")
    }

    /// What a side attacks.
    #[inline]
    pub fn cover(&self, by: Color) -> Cover {
        let king = self.king(!by).bitboard();
        self.cover_of(self.colors(by), by, self.occupied() ^ king)
    }

    /// What men of one color attack together, men of their own included, if `occupied` is all that
    /// stands in the way of sliders.
    #[inline]
    pub fn cover_of(&self, men: BitBoard, by: Color, occupied: BitBoard) -> Cover {
        let queens = self.pieces(Piece::Queen);
        let mut lines = BitBoard::EMPTY;
        for square in (self.pieces(Piece::Bishop) | queens) & men {
            lines |= get_bishop_moves(square, occupied);
        }
        for square in (self.pieces(Piece::Rook) | queens) & men {
            lines |= get_rook_moves(square, occupied);
        }
        let mut all = lines | pawn_attacks(self.pieces(Piece::Pawn) & men, by);
        for square in self.pieces(Piece::King) & men {
            all |= get_king_moves(square);
        }
        for square in self.pieces(Piece::Knight) & men {
            all |= get_knight_moves(square);
        }
        Cover { all, lines }
    }

    /// What the king of the side to move has to fear.
    #[inline]
    pub fn guard(&self) -> Guard {
        self.sights(!self.us)
    }

    /// What the king whose enemy this is has to fear.
    #[inline]
    pub fn sights(&self, by: Color) -> Guard {
        let king = self.king(!by);
        let [bishops, rooks] = [Piece::Bishop, Piece::Rook]
            .map(|piece| self.pieces(piece) | self.pieces(Piece::Queen));
        let near = get_knight_moves(king) & self.pieces(Piece::Knight)
            | get_pawn_attacks(king, !by) & self.pieces(Piece::Pawn);
        let far = get_bishop_rays(king) & bishops | get_rook_rays(king) & rooks;
        let theirs = self.colors(by);
        let mut guard = Guard { checkers: near & theirs, pinned: BitBoard::EMPTY };
        for slider in far & theirs {
            let between = get_between_rays(slider, king) & self.occupied();
            if between.is_empty() {
                guard.checkers |= slider.bitboard();
            } else if between.0.is_power_of_two() {
                guard.pinned |= between;
            }
        }
        guard
    }

    /// How many legal moves there are, given what the other side attacks.
    #[inline]
    pub fn replies(&self, guard: &Guard, attacked: BitBoard) -> u32 {
        let (king, ours) = (self.king(self.us), self.colors(self.us));
        let mut count = (get_king_moves(king) & !ours & !attacked).len();
        let mut target = !ours;
        if let Some(checker) = guard.checkers.next_square() {
            if !guard.checkers.0.is_power_of_two() {
                return count;
            }
            target = get_between_rays(checker, king) | checker.bitboard();
        } else {
            for from in guard.pinned & ours {
                count += self.pinned_moves(from, target & get_line_rays(king, from));
            }
            if !self.castling.is_empty() {
                count += self.castlings(guard, attacked).len();
            }
        }
        let (men, occupied) = (ours & !guard.pinned, self.occupied());
        count += self.pawn_moves(self.pieces(Piece::Pawn) & men, target);
        if !self.ep.is_empty() {
            count += self.en_passant();
        }
        for from in self.pieces(Piece::Knight) & men {
            count += (get_knight_moves(from) & target).len();
        }
        let queens = self.pieces(Piece::Queen);
        for from in (self.pieces(Piece::Bishop) | queens) & men {
            count += (get_bishop_moves(from, occupied) & target).len();
        }
        for from in (self.pieces(Piece::Rook) | queens) & men {
            count += (get_rook_moves(from, occupied) & target).len();
        }
        count
    }

    /// Whether the side to move has a legal move.
    #[inline]
    pub fn can_move(&self) -> bool {
        let guard = self.guard();
        guard.checkers.is_empty() && self.has_free_man(guard.pinned)
            || self.replies(&guard, self.cover(!self.us).all) > 0
    }

    /// Whether somebody but the king can go somewhere, if it is no check.
    #[inline]
    fn has_free_man(&self, pinned: BitBoard) -> bool {
        let (ours, queens) = (self.colors(self.us), self.pieces(Piece::Queen));
        let men = ours & !pinned;
        let steps = forward(self.pieces(Piece::Pawn) & men, self.us) & !self.occupied();
        // A slider that can go anywhere can go one step.
        let one_step = |kind: Piece, rays: fn(Square) -> BitBoard| {
            let mut sliders = ((self.pieces(kind) | queens) & men).into_iter();
            sliders.any(|from| !(rays(from) & get_king_moves(from) & !ours).is_empty())
        };
        let mut knights = (self.pieces(Piece::Knight) & men).into_iter();
        !steps.is_empty()
            || knights.any(|from| !(get_knight_moves(from) & !ours).is_empty())
            || one_step(Piece::Rook, get_rook_rays)
            || one_step(Piece::Bishop, get_bishop_rays)
    }

    /// The moves of pawns that nothing pins to squares of `target`, without captures en passant.
    #[inline]
    fn pawn_moves(&self, pawns: BitBoard, target: BitBoard) -> u32 {
        let (us, free) = (self.us, !self.occupied());
        if pawns.is_empty() {
            return 0;
        }
        let one = forward(pawns, us) & free;
        let two = forward(one & Rank::Third.relative_to(us).bitboard(), us) & free;
        let theirs = self.colors(!us) & target;
        let [to_h, to_a] = [!File::H.bitboard(), !File::A.bitboard()].map(|files| pawns & files);
        let captures = [forward(BitBoard(to_h.0 << 1), us), forward(BitBoard(to_a.0 >> 1), us)];
        let [one, two] = [one & target, two & target];
        let [right, left] = captures.map(|to| to & theirs);
        let last = Rank::Eighth.relative_to(us).bitboard();
        let mut count = one.len() + two.len() + right.len() + left.len();
        if !((one | right | left) & last).is_empty() {
            count += 3 * [one, right, left].map(|to| (to & last).len()).iter().sum::<u32>();
        }
        count
    }

    /// The moves of a pinned man to squares of `target`.
    #[cold]
    fn pinned_moves(&self, from: Square, target: BitBoard) -> u32 {
        let is_on = |&piece: &Piece| self.pieces(piece).has(from);
        let (us, occupied) = (self.us, self.occupied());
        match Piece::ALL.into_iter().find(is_on) {
            Some(Piece::Pawn) => self.pawn_moves(from.bitboard(), target),
            Some(piece) => (attacks(piece, us, from, occupied) & target).len(),
            None => 0,
        }
    }

    /// The legal captures en passant.
    #[cold]
    fn en_passant(&self) -> u32 {
        let Some(to) = self.ep.next_square() else { return 0 };
        let pawns = self.pieces(Piece::Pawn) & self.colors(self.us);
        let is_legal = |&from: &Square| self.after(Move { from, to, promotion: None }).is_legal();
        (get_pawn_attacks(to, !self.us) & pawns).into_iter().filter(is_legal).count() as u32
    }

    /// The rooks with which the side to move can castle, given what the other side attacks.
    #[cold]
    fn castlings(&self, guard: &Guard, attacked: BitBoard) -> BitBoard {
        if !guard.checkers.is_empty() {
            return BitBoard::EMPTY;
        }
        let king = self.king(self.us);
        let mut rooks = BitBoard::EMPTY;
        for rook in self.castling & !guard.pinned {
            let [king_to, rook_to] = castled(king, rook);
            let way = get_between_rays(king, king_to) | king_to.bitboard();
            let empty = way | get_between_rays(king, rook) | rook_to.bitboard();
            let others = self.occupied() ^ king.bitboard() ^ rook.bitboard();
            if (others & empty | way & attacked).is_empty() {
                rooks |= rook.bitboard();
            }
        }
        rooks
    }

    /// The same, for whoever knows nothing yet.
    #[inline]
    pub fn can_castle_with(&self) -> BitBoard {
        match self.castling.is_empty() {
            true => self.castling,
            false => self.castlings(&self.guard(), self.cover(!self.us).all),
        }
    }

    /// Whether the side that has just moved has left its king in safety.
    #[inline]
    fn is_legal(&self) -> bool {
        !self.cover(self.us).all.has(self.king(!self.us))
    }

    /// Whether a move that is legal, if it does not leave the king in check, mates.
    pub fn mates(&self, m: Move) -> bool {
        let after = self.after(m);
        let guard = after.guard();
        !guard.checkers.is_empty()
            && !after.can_take(&guard)
            && after.replies(&guard, after.cover(!after.us).all) == 0
            && after.is_legal()
    }

    /// Whether a man that nothing pins, the king apart, can take the only one that checks.
    #[inline]
    fn can_take(&self, guard: &Guard) -> bool {
        let Some(checker) = guard.checkers.next_square() else { return false };
        let (occupied, queens) = (self.occupied(), self.pieces(Piece::Queen));
        let takers = get_bishop_moves(checker, occupied) & (self.pieces(Piece::Bishop) | queens)
            | get_rook_moves(checker, occupied) & (self.pieces(Piece::Rook) | queens)
            | get_knight_moves(checker) & self.pieces(Piece::Knight)
            | get_pawn_attacks(checker, !self.us) & self.pieces(Piece::Pawn);
        guard.checkers.0.is_power_of_two()
            && !(takers & self.colors(self.us) & !guard.pinned).is_empty()
    }
}

/// Where king and rook stand when they have castled.
fn castled(king: Square, rook: Square) -> [Square; 2] {
    let files = if rook.file() > king.file() { [File::G, File::F] } else { [File::C, File::D] };
    files.map(|file| Square::new(file, king.rank()))
}

/// One rank on.
#[inline]
fn forward(squares: BitBoard, us: Color) -> BitBoard {
    BitBoard(if us == Color::White { squares.0 << 8 } else { squares.0 >> 8 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ahead::key_after;
    use crate::mate::mate_in_one;

    const STARTS: [&str; 7] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "1rk3r1/pp1ppp1p/2n5/8/8/5N2/PPPPP1PP/R1K2R2 w FAgb - 0 1",
        "4k3/1P2q1P1/2b1n3/3pP3/8/6r1/1Q3B2/R3K2R w KQ d6 0 1",
        "1b4N1/7p/1p1pB2R/6k1/4p1p1/R1p1pbP1/5P1P/K3B1nq w - - 0 1",
    ];

    fn moves(board: &Board) -> Vec<Move> {
        let mut all = Vec::new();
        board.generate_moves(|moves| {
            all.extend(moves);
            false
        });
        all
    }

    /// What is worked out for all men at once is what cozy-chess says man by man, in random games.
    #[test]
    fn bare_boards_say_what_boards_say() {
        let (mut state, mut counted) = (7_u64, [0; 5]);
        for game in 0..1200 {
            let start = STARTS[game % STARTS.len()];
            let mut board = Board::from_fen(start, game % STARTS.len() == 4).unwrap();
            for _ in 0..60 {
                let (bare, legal) = (Bare::of(&board), moves(&board));
                let guard = bare.guard();
                assert_eq!(guard.checkers, board.checkers(), "{board}");
                assert_eq!(guard.pinned, board.pinned(), "{board}");
                let replies = bare.replies(&guard, bare.cover(!bare.us()).all);
                assert_eq!(replies as usize, legal.len(), "{board}");
                assert_eq!(bare.can_move(), !legal.is_empty(), "{board}");
                let ours = board.colors(board.side_to_move());
                let castlings = legal.iter().filter(|m| ours.has(m.to)).count();
                assert_eq!(bare.can_castle_with().len() as usize, castlings, "{board}");
                let mate = mate_in_one(&board);
                assert_eq!(mate.is_some(), legal.iter().any(|&m| bare.mates(m)), "{board}");
                for &m in &legal {
                    let mut after = board.clone();
                    after.play_unchecked(m);
                    let is_mate = !after.checkers().is_empty() && moves(&after).is_empty();
                    assert_eq!(bare.mates(m), is_mate, "{board} {m}");
                    if key_after(&board, m).is_some() {
                        assert_eq!(Bare::behind(&board, m), Bare::of(&after), "{board} {m}");
                        counted[0] += 1;
                    }
                    counted[1] += usize::from(is_mate);
                    let pawn = board.piece_on(m.from) == Some(Piece::Pawn);
                    counted[2] += usize::from(pawn && bare.ep().has(m.to));
                }
                counted[3] += castlings;
                counted[4] += usize::from(!(guard.pinned & ours).is_empty());
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let Some(&m) = legal.get((state >> 33) as usize % legal.len().max(1)) else {
                    break;
                };
                board.play_unchecked(m);
            }
        }
        assert!(counted.iter().all(|&count| count > 100), "{counted:?}");
    }
}
