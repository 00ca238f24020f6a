//! Legal moves: all, and those that give check.
//!
//! One generator makes both. It works out for each piece where it may go without leaving its own
//! king in check (pins, and what answers a check), and, where checks alone are wanted, on which of
//! these squares it gives check, by itself or by leaving a line. Promotions and non-promotions are
//! both generated wherever the rules allow them: a pawn, lance, bishop or rook that stays what it
//! is can be the only way around mate by a dropped pawn.

use crate::bitboard::Bitboard;
use crate::{Color, Hand, Kind, Move, Piece, Position, Square, attacks};

/// What a move has to keep to.
struct Safety {
    /// Where pieces other than the king may go: everywhere, or where a check is answered.
    target: Bitboard,
    /// The king's own pieces that may not leave their line to him.
    pinned: Bitboard,
    /// More than one check: only the king moves.
    double_check: bool,
}

impl Safety {
    #[inline]
    fn of(position: &Position, us: Color) -> Safety {
        let Some(king) = position.king(us) else {
            let (target, pinned) = (Bitboard::FULL, Bitboard::EMPTY);
            return Safety { target, pinned, double_check: false };
        };
        let checkers = position.checkers(us);
        let pinned = position.blockers(king, us.opponent()) & position.pieces(us);
        let target = match checkers.first() {
            None => Bitboard::FULL,
            Some(checker) => attacks::between(king, checker) | checkers,
        };
        Safety { target, pinned, double_check: checkers.has_several() }
    }
}

/// From where which kind gives check, and who does by leaving its place.
struct Checks {
    king: Square,
    squares: [Bitboard; 16],
    discoverers: Bitboard,
}

impl Checks {
    /// Checks by `us` against the king on `king`.
    #[inline]
    fn of(position: &Position, us: Color, king: Square) -> Checks {
        let (them, occupied) = (us.opponent(), position.occupied());
        let gold = attacks::gold(them, king);
        let bishop = attacks::bishop(king, occupied);
        let rook = attacks::rook(king, occupied);
        let near = attacks::king(king);
        let mut squares = [Bitboard::EMPTY; 16];
        squares[Kind::Pawn.index()] = attacks::pawn(them, king);
        squares[Kind::Lance.index()] = attacks::lance(them, king, occupied);
        squares[Kind::Knight.index()] = attacks::knight(them, king);
        squares[Kind::Silver.index()] = attacks::silver(them, king);
        squares[Kind::Gold.index()] = gold;
        squares[Kind::Bishop.index()] = bishop;
        squares[Kind::Rook.index()] = rook;
        squares[Kind::ProPawn.index()] = gold;
        squares[Kind::ProLance.index()] = gold;
        squares[Kind::ProKnight.index()] = gold;
        squares[Kind::ProSilver.index()] = gold;
        squares[Kind::Horse.index()] = bishop | near;
        squares[Kind::Dragon.index()] = rook | near;
        let discoverers = position.blockers(king, us) & position.pieces(us);
        Checks { king, squares, discoverers }
    }

    /// Where the piece on `from` gives check by leaving its line.
    #[inline]
    fn discovered(&self, from: Square) -> Bitboard {
        if self.discoverers.has(from) {
            !attacks::ray_through(self.king, from)
        } else {
            Bitboard::EMPTY
        }
    }
}

/// Every legal move of the side to move, in a fixed order.
///
/// Where it is in check, these are the evasions.
#[inline]
pub(crate) fn legal(position: &Position, mut emit: impl FnMut(Move)) {
    generate(position, None, &mut emit);
}

/// Every legal move that gives check, in a fixed order; none if the other side has no king.
#[inline]
pub(crate) fn checks(position: &Position, mut emit: impl FnMut(Move)) {
    let us = position.side_to_move();
    if let Some(king) = position.king(us.opponent()) {
        generate(position, Some(&Checks::of(position, us, king)), &mut emit);
    }
}

#[inline]
fn generate(position: &Position, checks: Option<&Checks>, emit: &mut impl FnMut(Move)) {
    let us = position.side_to_move();
    let safety = Safety::of(position, us);
    if !safety.double_check {
        board_moves(position, us, &safety, checks, emit);
    }
    if let Some(king) = position.king(us) {
        let discovered = checks.map_or(Bitboard::FULL, |checks| checks.discovered(king));
        if !discovered.is_empty() {
            for to in escapes(position, us, king) & discovered {
                emit(Move::board(king, to, false));
            }
        }
    }
    if !safety.double_check && !position.hand(us).is_empty() {
        let hand = position.hand(us);
        drops(position, us, hand, safety.target & !position.occupied(), checks, emit);
    }
}

/// Which of these kinds the side to move could drop somewhere if it had them in hand; where
/// `checks` alone are wanted, with check.
pub(crate) fn droppable(position: &Position, kinds: Hand, checks: bool) -> Hand {
    let us = position.side_to_move();
    let safety = Safety::of(position, us);
    let mut found = Hand::EMPTY;
    if safety.double_check || kinds.is_empty() {
        return found;
    }
    let checks = match (checks, position.king(us.opponent())) {
        (false, _) => None,
        (true, Some(king)) => Some(Checks::of(position, us, king)),
        (true, None) => return found,
    };
    let empty = safety.target & !position.occupied();
    drops(position, us, kinds, empty, checks.as_ref(), &mut |m| {
        if let Some(kind) = m.dropped()
            && !found.has(kind)
        {
            found = found.with(kind);
        }
    });
    found
}

/// Where the king of a colour, on `king`, is not attacked.
#[inline]
pub(crate) fn escapes(position: &Position, color: Color, king: Square) -> Bitboard {
    let to = attacks::king(king) & !position.pieces(color);
    to & !position.attacked(color.opponent(), to, position.occupied() ^ Bitboard::of(king))
}

#[inline]
fn board_moves(
    position: &Position,
    us: Color,
    safety: &Safety,
    checks: Option<&Checks>,
    emit: &mut impl FnMut(Move),
) {
    let (occupied, own) = (position.occupied(), position.pieces(us));
    let king = position.king(us);
    let pieces = match king {
        Some(king) => own ^ Bitboard::of(king),
        None => own,
    };
    let (zone, dead) = (attacks::ZONE[us.index()], &attacks::DEAD[us.index()]);
    let mut pieces = pieces;
    if let Some(checks) = checks {
        pieces &= position.sliders() | checks.discoverers | attacks::vicinity(checks.king);
    }
    // What mostly answers a check is to take what gives it.
    if let (Some(checker), false) = (safety.target.first(), safety.target.has_several()) {
        pieces &= position.attackers(us, checker, occupied);
    }
    for from in pieces {
        let kind = position.kind_at(from);
        let mut to = attacks::of(us, kind, from, occupied) & !own & safety.target;
        if safety.pinned.has(from)
            && let Some(king) = king
        {
            to &= attacks::ray_through(king, from);
        }
        let discovered = checks.map(|checks| checks.discovered(from));
        let mut stays = to;
        if let Some(promoted) = kind.promoted() {
            let mut to = if zone.has(from) { to } else { to & zone };
            if let (Some(checks), Some(discovered)) = (checks, discovered) {
                to &= checks.squares[promoted.index()] | discovered;
            }
            for to in to {
                emit(Move::board(from, to, true));
            }
            if kind.index() <= Kind::Knight.index() {
                stays &= !dead[kind.index()];
            }
        }
        if let (Some(checks), Some(discovered)) = (checks, discovered) {
            stays &= checks.squares[kind.index()] | discovered;
        }
        for to in stays {
            emit(Move::board(from, to, false));
        }
    }
}

#[inline]
fn drops(
    position: &Position,
    us: Color,
    hand: Hand,
    empty: Bitboard,
    checks: Option<&Checks>,
    emit: &mut impl FnMut(Move),
) {
    if empty.is_empty() {
        return;
    }
    let dead = &attacks::DEAD[us.index()];
    for kind in Kind::IN_HAND {
        if !hand.has(kind) {
            continue;
        }
        let mut to = empty & !dead[kind.index()];
        if let Some(checks) = checks {
            to &= checks.squares[kind.index()];
        }
        if kind == Kind::Pawn {
            to = pawn_drops(position, us, to);
        }
        for to in to {
            emit(Move::drop(kind, to));
        }
    }
}

/// Where of `to`, empty squares, a pawn may be dropped: not on a file with one of its own, and not
/// to mate.
#[inline]
fn pawn_drops(position: &Position, us: Color, mut to: Bitboard) -> Bitboard {
    for pawn in position.pawns(us) {
        to &= !attacks::file(pawn.file() - 1);
    }
    if let Some(king) = position.king(us.opponent()) {
        let front = attacks::pawn(us.opponent(), king);
        if !(to & front).is_empty()
            && let Some(square) = front.first()
            && is_mate_by_pawn(position, us, king, square)
        {
            to ^= front;
        }
    }
    to
}

/// Whether a pawn of `us` dropped on `square`, in front of `king`, mates: it cannot be captured,
/// and the king has no square. Nothing can be put between, so that hands do not matter.
fn is_mate_by_pawn(position: &Position, us: Color, king: Square, square: Square) -> bool {
    let them = us.opponent();
    let occupied = position.occupied() | Bitboard::of(square);
    let mut captors = position.attackers(them, square, occupied) & !Bitboard::of(king);
    if !captors.is_empty() {
        let pinned = position.blockers(king, us);
        captors &= !pinned | attacks::ray_through(king, square);
        if !captors.is_empty() {
            return false;
        }
    }
    let to = attacks::king(king) & !position.pieces(them);
    (to & !position.attacked(us, to, occupied ^ Bitboard::of(king))).is_empty()
}

/// Whether the side to move has a legal move.
pub(crate) fn has_legal_move(position: &Position) -> bool {
    let us = position.side_to_move();
    let checkers = position.checkers(us);
    let (Some(king), Some(checker)) = (position.king(us), checkers.first()) else {
        let mut any = false;
        legal(position, |_| any = true);
        return any;
    };
    if !escapes(position, us, king).is_empty() {
        return true;
    }
    if checkers.has_several() {
        return false;
    }
    let occupied = position.occupied();
    let pinned = position.blockers(king, us.opponent()) & position.pieces(us);
    // On a square of the pinning line a pinned piece may go: nothing else lies between it and the
    // check, or it would be two lines.
    let can_go = |to: Square| {
        let movers = position.attackers(us, to, occupied) & !Bitboard::of(king);
        !(movers & (!pinned | attacks::ray_through(king, to))).is_empty()
    };
    if can_go(checker) {
        return true;
    }
    let between = attacks::between(king, checker);
    if between.into_iter().any(can_go) {
        return true;
    }
    let mut any = false;
    if !position.hand(us).is_empty() {
        drops(position, us, position.hand(us), between, None, &mut |_| any = true);
    }
    any
}

/// Whether `m` is a legal move of the position.
pub(crate) fn is_legal(position: &Position, m: Move) -> bool {
    let us = position.side_to_move();
    let own = |from: Square| position.piece_at(from).is_some_and(|Piece { color, .. }| color == us);
    if m.from().is_some_and(|from| !own(from)) {
        return false;
    }
    let mut found = false;
    legal(position, |legal| found |= legal == m);
    found
}

impl Position {
    /// Appends all legal moves, in a fixed order.
    pub fn legal_moves(&self, moves: &mut Vec<Move>) {
        legal(self, |m| moves.push(m));
    }

    /// Appends all legal moves that give check, in a fixed order; none if the side that is not to
    /// move has no king.
    pub fn checking_moves(&self, moves: &mut Vec<Move>) {
        checks(self, |m| moves.push(m));
    }

    /// Whether the side to move is in check and has no legal move.
    pub fn is_mate(&self) -> bool {
        self.is_in_check(self.side_to_move()) && !has_legal_move(self)
    }

    /// A move that mates at once, if there is one.
    ///
    /// ```
    /// use threefold_shogi::Position;
    /// let mut position: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
    /// assert_eq!(position.mate_in_one().unwrap().to_string(), "G*5b");
    /// # Ok::<(), threefold_game::NotationError>(())
    /// ```
    pub fn mate_in_one(&mut self) -> Option<Move> {
        let mut checks = Vec::new();
        self.checking_moves(&mut checks);
        checks.into_iter().find(|&m| {
            let undo = self.make(m);
            let mates = !has_legal_move(self);
            self.undo(m, undo);
            mates
        })
    }

    /// Whether `m` is a legal move here.
    pub fn is_legal(&self, m: Move) -> bool {
        is_legal(self, m)
    }
}
