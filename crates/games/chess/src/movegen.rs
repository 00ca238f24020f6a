//! Legal moves, in the order of `cozy_chess`: by kinds from pawns to the king, of each the men that
//! nothing pins before those that are pinned, by square.

use cozy_chess::{
    BitBoard, Move, Piece, PieceMoves, Rank, Square, get_king_moves, get_pawn_attacks,
    get_pawn_quiets,
};

use crate::attacks::attacks;
use crate::board::Board;

impl Board {
    /// Calls `listener` with the legal moves, man by man, until it says `true`; whether it did.
    #[inline]
    pub fn generate_moves(&self, listener: impl FnMut(PieceMoves) -> bool) -> bool {
        self.generate_moves_for(BitBoard::FULL, listener)
    }

    /// The same of some men.
    #[inline]
    pub fn generate_moves_for(
        &self,
        men: BitBoard,
        mut listener: impl FnMut(PieceMoves) -> bool,
    ) -> bool {
        let (us, guard) = (self.side_to_move(), self.guard());
        let (ours, is_checked) = (self.colors(us), !guard.checkers.is_empty());
        if !is_checked || guard.checkers.0.is_power_of_two() {
            let target = self.target(&guard);
            let (free, pinned) = (ours & men & !guard.pinned, ours & men & guard.pinned);
            for &piece in &Piece::ALL[..Piece::King as usize] {
                for from in self.pieces(piece) & free {
                    let to = self.reach(piece, from) & target;
                    if !to.is_empty() && listener(PieceMoves { piece, from, to }) {
                        return true;
                    }
                }
                // Who is pinned does not meet a check.
                if !is_checked {
                    for from in self.pieces(piece) & pinned {
                        let to = self.reach(piece, from) & target & self.line(from);
                        if !to.is_empty() && listener(PieceMoves { piece, from, to }) {
                            return true;
                        }
                    }
                }
                if piece == Piece::Pawn && !self.ep().is_empty() {
                    for from in self.capturers() & men {
                        if listener(PieceMoves { piece, from, to: self.ep() }) {
                            return true;
                        }
                    }
                }
            }
        }
        let Some(king) = self.king(us).filter(|&king| men.has(king)) else { return false };
        let mut to = get_king_moves(king) & !ours;
        if to.is_empty() && (self.castling() & ours).is_empty() {
            return false;
        }
        let attacked = self.cover(!us).all;
        to &= !attacked;
        if !(self.castling() & ours).is_empty() {
            to |= self.castlings(&guard, attacked);
        }
        !to.is_empty() && listener(PieceMoves { piece: Piece::King, from: king, to })
    }

    /// Where a man but the king can go, if it is no check, en passant apart.
    #[inline(always)]
    fn reach(&self, piece: Piece, from: Square) -> BitBoard {
        let (us, occupied) = (self.side_to_move(), self.occupied());
        match piece {
            Piece::Pawn => {
                get_pawn_quiets(from, us, occupied) | get_pawn_attacks(from, us) & self.colors(!us)
            }
            _ => attacks(piece, us, from, occupied),
        }
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, m: Move) -> bool {
        let (us, ours) = (self.side_to_move(), self.colors(self.side_to_move()));
        let Some(piece) = self.piece_on(m.from).filter(|_| ours.has(m.from)) else { return false };
        let is_last = piece == Piece::Pawn && matches!(m.to.rank(), Rank::First | Rank::Eighth);
        let is_fit = match m.promotion {
            None => !is_last,
            Some(becomes) => is_last && !matches!(becomes, Piece::Pawn | Piece::King),
        };
        if !is_fit {
            return false;
        }
        if ours.has(m.to) {
            return piece == Piece::King && self.can_castle_with().has(m.to);
        }
        if piece == Piece::Pawn && self.ep().has(m.to) {
            return self.capturers().has(m.from) && self.checkers().len() < 2;
        }
        if !self.reach(piece, m.from).has(m.to) {
            return false;
        }
        if piece == Piece::King {
            return !self.is_attacked(m.to, !us, self.occupied() ^ m.from.bitboard());
        }
        let guard = self.guard();
        guard.checkers.len() < 2
            && self.target(&guard).has(m.to)
            && (!guard.pinned.has(m.from) || self.line(m.from).has(m.to))
    }
}

/// Calls `listener` with the legal moves, man by man.
#[inline]
pub(crate) fn generate(board: &Board, mut listener: impl FnMut(PieceMoves)) {
    board.generate_moves(|moves| {
        listener(moves);
        false
    });
}
