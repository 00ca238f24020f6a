//! The board: the men, the side to move, castling rights and the en passant square.
//!
//! Either side may be without a king, as in problems. It is never in check then, and all its men
//! move as if nothing could be laid bare.
//!
//! A search looks at fifteen children of a position and expands one. So nothing about checks and
//! pins is kept: it is worked out where it is asked for, for all men at once.

use cozy_chess::{
    BitBoard, CastleRights, Color, File, Move, Piece, Rank, Square, get_between_rays,
    get_bishop_moves, get_bishop_rays, get_king_moves, get_knight_moves, get_line_rays,
    get_pawn_attacks, get_rook_moves, get_rook_rays,
};

use crate::attacks::{attacks, pawn_attacks};

/// A board, of which two are equal if the laws of chess call the positions the same.
///
/// Moves are those of `cozy_chess`, where a king that castles takes his rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pieces: [BitBoard; Piece::NUM],
    colors: [BitBoard; Color::NUM],
    /// The rooks with which either side has a right to castle.
    castling: BitBoard,
    /// The en passant square if a capture there is legal, or nothing.
    ep: BitBoard,
    us: Color,
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

impl Board {
    /// No men, and White to move.
    pub(crate) const EMPTY: Board = Board {
        pieces: [BitBoard::EMPTY; Piece::NUM],
        colors: [BitBoard::EMPTY; Color::NUM],
        castling: BitBoard::EMPTY,
        ep: BitBoard::EMPTY,
        us: Color::White,
    };

    /// Puts a man on an empty square, whatever that does to the en passant square.
    pub(crate) fn put_down(&mut self, square: Square, piece: Piece, color: Color) {
        self.pieces[piece as usize] |= square.bitboard();
        self.colors[color as usize] |= square.bitboard();
    }

    /// Sets who is to move, and the rooks with which there are rights to castle.
    pub(crate) fn turn(&mut self, us: Color, castling: BitBoard) {
        (self.us, self.castling) = (us, castling);
    }

    /// Sets the en passant square after a double step over it, if a capture there is legal.
    #[inline]
    pub(crate) fn pass(&mut self, square: Square) {
        let capturers = get_pawn_attacks(square, !self.us);
        if !(capturers & self.colored_pieces(self.us, Piece::Pawn)).is_empty() {
            self.ep = square.bitboard();
            if self.capturers().is_empty() {
                self.ep = BitBoard::EMPTY;
            }
        }
    }

    /// Makes a move, which is legal or would be if the king that it leaves in check were not there.
    #[inline]
    pub fn play(&mut self, m: Move) {
        let (us, from, to) = (self.us, m.from.bitboard(), m.to.bitboard());
        let (ours, ep) = (self.colors(us), self.ep);
        self.us = !us;
        self.ep = BitBoard::EMPTY;
        if !self.castling.is_empty() {
            self.castling &= !(from | to);
            if self.pieces(Piece::King).has(m.from) {
                self.castling &= !ours;
            }
        }
        if ours.has(m.to) {
            let [king, rook] = castled(m.from, m.to);
            self.pieces[Piece::King as usize] ^= from;
            self.pieces[Piece::Rook as usize] ^= to;
            self.colors[us as usize] ^= from | to;
            self.put_down(king, Piece::King, us);
            self.put_down(rook, Piece::Rook, us);
            return;
        }
        let is_pawn = self.pieces(Piece::Pawn).has(m.from);
        if is_pawn && ep.has(m.to) {
            let victim = Square::new(m.to.file(), m.from.rank()).bitboard();
            self.pieces[Piece::Pawn as usize] ^= victim;
            self.colors[!us as usize] ^= victim;
        }
        self.put(us, m);
        if is_pawn && let Some(square) = passed_by(m) {
            self.pass(square);
        }
    }

    /// The board behind a move.
    #[inline]
    pub fn after(&self, m: Move) -> Board {
        let mut after = *self;
        after.play(m);
        after
    }

    /// The board with the other side to move; `None` in check.
    pub fn null_move(&self) -> Option<Board> {
        let passed = Board { us: !self.us, ep: BitBoard::EMPTY, ..*self };
        self.checkers().is_empty().then_some(passed)
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
    pub fn side_to_move(&self) -> Color {
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

    /// The men of a kind and color.
    #[inline]
    pub fn colored_pieces(&self, color: Color, piece: Piece) -> BitBoard {
        self.pieces(piece) & self.colors(color)
    }

    /// All men.
    #[inline]
    pub fn occupied(&self) -> BitBoard {
        self.colors[0] | self.colors[1]
    }

    /// What stands on a square.
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        // Which piece it is nobody foresees: a sum instead of branches. A pawn is 0.
        let is_there = |piece: usize| (self.pieces[piece].0 >> square as u32) as usize & 1;
        let kind: usize = (1..Piece::NUM).map(|piece| piece * is_there(piece)).sum();
        self.occupied().has(square).then(|| Piece::ALL[kind])
    }

    /// Whose man stands on a square.
    pub fn color_on(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.colors(color).has(square))
    }

    /// Where the king stands, if that side has one.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.colored_pieces(color, Piece::King).next_square()
    }

    /// The en passant square if a capture there is legal, or nothing.
    #[inline]
    pub fn ep(&self) -> BitBoard {
        self.ep
    }

    /// The rooks with which either side has a right to castle.
    #[inline]
    pub fn castling(&self) -> BitBoard {
        self.castling
    }

    /// The files of the rooks with which a side has a right to castle.
    pub fn castle_rights(&self, color: Color) -> CastleRights {
        let mut rights = CastleRights { short: None, long: None };
        for rook in self.castling & self.colors(color) {
            let is_short = self.king(color).is_some_and(|king| rook > king);
            *if is_short { &mut rights.short } else { &mut rights.long } = Some(rook.file());
        }
        rights
    }

    /// Whether a right to castle, of either side, is none of standard chess: the king does not
    /// stand on the e-file or the rook not in the corner. All notation of castling depends on this.
    ///
    /// A position without such a right is one of standard chess, wherever it comes from: castling
    /// has the same rules then.
    #[inline]
    pub fn is_chess960(&self) -> bool {
        let corners = (Rank::First.bitboard() | Rank::Eighth.bitboard())
            & (File::A.bitboard() | File::H.bitboard());
        let is_odd = |&color: &Color| {
            let rooks = self.castling & self.colors(color);
            let home = Some(Square::E1.relative_to(color));
            !rooks.is_empty() && (self.king(color) != home || !(rooks & !corners).is_empty())
        };
        !self.castling.is_empty() && Color::ALL.iter().any(is_odd)
    }

    /// What checks the side to move.
    #[inline]
    pub fn checkers(&self) -> BitBoard {
        self.guard().checkers
    }

    /// What a side attacks.
    #[inline]
    pub(crate) fn cover(&self, by: Color) -> Cover {
        let king = self.colored_pieces(!by, Piece::King);
        self.cover_of(self.colors(by), by, self.occupied() ^ king)
    }

    /// What men of one color attack together, men of their own included, if `occupied` is all that
    /// stands in the way of sliders.
    #[inline]
    pub(crate) fn cover_of(&self, men: BitBoard, by: Color, occupied: BitBoard) -> Cover {
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
    pub(crate) fn guard(&self) -> Guard {
        self.sights(!self.us)
    }

    /// What the king whose enemy this is has to fear.
    #[inline]
    pub(crate) fn sights(&self, by: Color) -> Guard {
        let mut guard = Guard { checkers: BitBoard::EMPTY, pinned: BitBoard::EMPTY };
        let Some(king) = self.king(!by) else { return guard };
        let [bishops, rooks] = [Piece::Bishop, Piece::Rook]
            .map(|piece| self.pieces(piece) | self.pieces(Piece::Queen));
        let near = get_knight_moves(king) & self.pieces(Piece::Knight)
            | get_pawn_attacks(king, !by) & self.pieces(Piece::Pawn);
        let far = get_bishop_rays(king) & bishops | get_rook_rays(king) & rooks;
        let theirs = self.colors(by);
        guard.checkers = near & theirs;
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

    /// Where men but the king may go: if one man checks, over his line or onto him.
    #[inline]
    pub(crate) fn target(&self, guard: &Guard) -> BitBoard {
        match (guard.checkers.next_square(), self.king(self.us)) {
            (Some(checker), Some(king)) => get_between_rays(checker, king) | checker.bitboard(),
            _ => !self.colors(self.us),
        }
    }

    /// The line on which a pinned man of the side to move can go.
    #[inline]
    pub(crate) fn line(&self, from: Square) -> BitBoard {
        self.king(self.us).map_or(BitBoard::EMPTY, |king| get_line_rays(king, from))
    }

    /// How many legal moves there are, given what the other side attacks.
    #[inline]
    pub(crate) fn replies(&self, guard: &Guard, attacked: BitBoard) -> u32 {
        let (king, ours) = (self.king(self.us), self.colors(self.us));
        let mut count = king.map_or(0, |king| (get_king_moves(king) & !ours & !attacked).len());
        if !guard.checkers.is_empty() && !guard.checkers.0.is_power_of_two() {
            return count;
        }
        let target = self.target(guard);
        if guard.checkers.is_empty() {
            for from in guard.pinned & ours {
                count += self.pinned_moves(from, target & self.line(from));
            }
            if !self.castling.is_empty() {
                count += self.castlings(guard, attacked).len();
            }
        }
        let (men, occupied) = (ours & !guard.pinned, self.occupied());
        count += self.pawn_moves(self.pieces(Piece::Pawn) & men, target);
        if !self.ep.is_empty() {
            count += self.capturers().len();
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
    pub(crate) fn can_move(&self) -> bool {
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

    /// The pawns that can capture en passant.
    #[cold]
    pub(crate) fn capturers(&self) -> BitBoard {
        let Some(to) = self.ep.next_square() else { return self.ep };
        let pawns = get_pawn_attacks(to, !self.us) & self.colored_pieces(self.us, Piece::Pawn);
        let is_safe =
            |&from: &Square| self.after(Move { from, to, promotion: None }).is_left_safe();
        let safe = pawns.into_iter().filter(is_safe);
        safe.fold(BitBoard::EMPTY, |safe, from| safe | from.bitboard())
    }

    /// The rooks with which the side to move can castle, given what the other side attacks.
    #[cold]
    pub(crate) fn castlings(&self, guard: &Guard, attacked: BitBoard) -> BitBoard {
        let mut rooks = BitBoard::EMPTY;
        let Some(king) = self.king(self.us).filter(|_| guard.checkers.is_empty()) else {
            return rooks;
        };
        for rook in self.castling & self.colors(self.us) & !guard.pinned {
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
    pub(crate) fn can_castle_with(&self) -> BitBoard {
        match (self.castling & self.colors(self.us)).is_empty() {
            true => BitBoard::EMPTY,
            false => self.castlings(&self.guard(), self.cover(!self.us).all),
        }
    }

    /// Whether a side attacks a square, if `occupied` is all that stands in the way of sliders.
    #[inline]
    pub(crate) fn is_attacked(&self, square: Square, by: Color, occupied: BitBoard) -> bool {
        let queens = self.pieces(Piece::Queen);
        let attackers = get_knight_moves(square) & self.pieces(Piece::Knight)
            | get_king_moves(square) & self.pieces(Piece::King)
            | get_pawn_attacks(square, !by) & self.pieces(Piece::Pawn)
            | get_bishop_moves(square, occupied) & (self.pieces(Piece::Bishop) | queens)
            | get_rook_moves(square, occupied) & (self.pieces(Piece::Rook) | queens);
        !(attackers & self.colors(by)).is_empty()
    }

    /// Whether the side that has just moved has left its king, if any, in safety.
    #[inline]
    pub(crate) fn is_left_safe(&self) -> bool {
        let king = self.king(!self.us);
        king.is_none_or(|king| !self.is_attacked(king, self.us, self.occupied()))
    }

    /// Whether a move that is legal, if it does not leave the king in check, mates.
    pub(crate) fn mates(&self, m: Move) -> bool {
        let after = self.after(m);
        let guard = after.guard();
        !guard.checkers.is_empty()
            && !after.can_take(&guard)
            && after.replies(&guard, after.cover(!after.us).all) == 0
            && after.is_left_safe()
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

/// The square that a pawn passes in a double step.
#[inline]
pub(crate) fn passed_by(m: Move) -> Option<Square> {
    let is_double = m.from as usize ^ m.to as usize == 16;
    is_double.then(|| Square::index((m.from as usize + m.to as usize) / 2))
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
    use crate::ChessPosition;
    use crate::mate::mate_in_one;

    type Cozy = cozy_chess::Board;

    const STARTS: [&str; 7] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "1rk3r1/pp1ppp1p/2n5/8/8/5N2/PPPPP1PP/R1K2R2 w FAgb - 0 1",
        "4k3/1P2q1P1/2b1n3/3pP3/8/6r1/1Q3B2/R3K2R w KQ d6 0 1",
        "1b4N1/7p/1p1pB2R/6k1/4p1p1/R1p1pbP1/5P1P/K3B1nq w - - 0 1",
    ];

    fn moves(board: &Cozy) -> Vec<Move> {
        let mut all = Vec::new();
        board.generate_moves(|moves| {
            all.extend(moves);
            false
        });
        all
    }

    /// What is worked out for all men at once is what cozy-chess says man by man, in random games:
    /// the same moves in the same order, checks, pins, mates, rights and keys.
    #[test]
    fn boards_say_what_those_of_cozy_chess_say() {
        let (mut state, mut counted) = (7_u64, [0; 6]);
        for game in 0..1200 {
            let start = STARTS[game % STARTS.len()];
            let mut cozy = Cozy::from_fen(start, game % STARTS.len() == 4).unwrap();
            let mut position: ChessPosition = start.parse().unwrap();
            for _ in 0..60 {
                let (board, legal) = (position.board, moves(&cozy));
                let mut all = Vec::new();
                board.generate_moves(|moves| {
                    all.extend(moves);
                    false
                });
                assert_eq!(all, legal, "{cozy}");
                let guard = board.guard();
                assert_eq!(guard.checkers, cozy.checkers(), "{cozy}");
                assert_eq!(guard.pinned, cozy.pinned(), "{cozy}");
                let us = board.side_to_move();
                let replies = board.replies(&guard, board.cover(!us).all);
                assert_eq!(replies as usize, legal.len(), "{cozy}");
                assert_eq!(board.can_move(), !legal.is_empty(), "{cozy}");
                let castlings = legal.iter().filter(|m| board.colors(us).has(m.to)).count();
                assert_eq!(board.can_castle_with().len() as usize, castlings, "{cozy}");
                for color in Color::ALL {
                    assert_eq!(board.castle_rights(color), *cozy.castle_rights(color), "{cozy}");
                    assert_eq!(board.king(color), Some(cozy.king(color)), "{cozy}");
                }
                let is_passing = |m: &&Move| board.pieces(Piece::Pawn).has(m.from);
                let passing = legal.iter().filter(is_passing).find(|m| board.ep().has(m.to));
                assert_eq!(passing.is_some(), !board.ep().is_empty(), "{cozy}");
                let hash = if passing.is_some() { cozy.hash() } else { cozy.hash_without_ep() };
                assert_eq!(position.key(), hash, "{cozy}");
                let passed = position.null_move().map(|passed| passed.key());
                assert_eq!(passed, cozy.null_move().map(|passed| passed.hash()), "{cozy}");
                assert_eq!(format!("{position} 0 1").parse(), Ok(position.clone()));
                let mate = mate_in_one(&board);
                assert_eq!(mate.is_some(), legal.iter().any(|&m| board.mates(m)), "{cozy}");
                for &m in &legal {
                    let (mut after, next) = (cozy.clone(), position.after(m));
                    after.play_unchecked(m);
                    let is_mate = !after.checkers().is_empty() && moves(&after).is_empty();
                    assert_eq!(board.mates(m), is_mate, "{cozy} {m}");
                    if let Some(key) = position.key_after(m) {
                        assert_eq!(key, next.key(), "{cozy} {m}");
                        counted[0] += 1;
                    }
                    counted[1] += usize::from(is_mate);
                }
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let any = |bits: u64| Square::index((state >> bits) as usize % 64);
                let promotion = Piece::try_index((state >> 20) as usize % 12);
                for from in board.colors(us) {
                    let m = Move { from, to: any(40), promotion };
                    assert_eq!(board.is_legal(m), cozy.is_legal(m), "{cozy} {m}");
                    let m = Move { promotion: None, ..m };
                    assert_eq!(board.is_legal(m), cozy.is_legal(m), "{cozy} {m}");
                    counted[5] += usize::from(cozy.is_legal(m));
                }
                counted[2] += usize::from(passing.is_some());
                counted[3] += castlings;
                counted[4] += usize::from(!(guard.pinned & board.colors(us)).is_empty());
                let Some(&m) = legal.get((state >> 33) as usize % legal.len().max(1)) else {
                    break;
                };
                cozy.play_unchecked(m);
                position = position.after(m);
            }
        }
        assert!(counted.iter().all(|&count| count > 100), "{counted:?}");
    }
}
