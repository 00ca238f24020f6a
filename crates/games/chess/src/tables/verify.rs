//! Values against the rules: all squares of the attacker's king at once, by the moves of the board
//! and not by those with which tables are built.
//!
//! On a board without that king, other men move as if nothing could lay him bare. With the king on
//! it, such a move exists from the squares that are not in its way, and from which it leaves nobody
//! in check who has just moved.

use std::sync::atomic::{AtomicUsize, Ordering};

use cozy_chess::{BitBoard, Color, Move, Piece, Square, get_between_rays, get_king_moves};
use threefold_game::{Components, Look, Player, Shape, Turn};

use super::build::{LONGEST, NO_WIN};
use super::{Material, Tables, TablesError};
use crate::board::Board;
use crate::components::{Men, STORED};
use crate::position::ChessPosition;

/// For each square of the attacker's king plies, or [`NO_WIN`].
type Row = [u8; 64];

impl Tables {
    /// Compares all values of a slice with those of the positions to which the moves lead.
    pub(super) fn verify_slice(&self, material: Material) -> Result<(), TablesError> {
        let placements = material.placements().len();
        let rows = STORED.rows(&material.shape(0)) as usize;
        let next = AtomicUsize::new(0);
        let verify = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= placements * rows {
                    return Ok(());
                }
                let shape = material.shape(number / rows);
                for turn in Turn::BOTH {
                    let result = self.verify_row(&shape, turn, (number % rows) as u32);
                    // The others have nothing to do any more.
                    result.inspect_err(|_| next.store(usize::MAX >> 1, Ordering::Relaxed))?;
                }
            }
        };
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            let all: Vec<_> = (0..threads).map(|_| scope.spawn(verify)).collect();
            all.into_iter().try_for_each(|one| one.join().expect("no thread panics"))
        })
    }

    fn verify_row(&self, shape: &Shape, turn: Turn, row: u32) -> Result<(), TablesError> {
        let men = Men::of_shape(shape).at(row);
        let Some(any) = Square::ALL.into_iter().find_map(|king| men.position(king, turn)) else {
            return Ok(());
        };
        let wrong = |what, king| {
            let position = men.position(king, turn).map(|position| position.to_string());
            TablesError::Wrong { what, position: position.unwrap_or_default() }
        };
        let board = without(any.board(), any.board().king(Color::White));
        let legal = legal(&board);
        let stored = Material::place(shape).and_then(|place| self.row(&place, turn, row));
        let found = self.by_moves(&board, legal, |king| men.position(king, turn));
        let (Some(stored), Some(found)) = (stored, found) else {
            return Err(wrong("unknown", any.board().king(Color::White).unwrap_or(Square::A1)));
        };
        let differs = |king: &Square| known(stored[*king as usize]) != found[*king as usize];
        match legal.into_iter().find(differs) {
            Some(king) => Err(wrong("no value that the moves have", king)),
            None => Ok(()),
        }
    }

    /// What is stored of a board without the attacker's king.
    fn row_of(&self, board: &Board) -> Option<Row> {
        let turn =
            if board.side_to_move() == Color::White { Turn::Attacker } else { Turn::Defender };
        let at = Men::of(board, Color::White)?.place();
        if STORED.look(&at.shape) == Look::Hopeless {
            return Some([NO_WIN; 64]);
        }
        let place = Material::place(&at.shape)?;
        let row = self.row(&place, turn, at.row)?;
        let of = |king| known(row[place.place(STORED.place(king as u8, at.view))]);
        Some(std::array::from_fn(of))
    }

    /// What the values should be where the attacker's king may stand.
    fn by_moves(
        &self,
        board: &Board,
        kings: BitBoard,
        with: impl Fn(Square) -> Option<ChessPosition>,
    ) -> Option<Row> {
        let us = board.side_to_move();
        let is_attackers = us == Color::White;
        // The best that is known so far; the defender begins with what he has without a move.
        let mut best = [if is_attackers { NO_WIN } else { 0 }; 64];
        let mut movable = BitBoard::EMPTY;
        let mut take = |king: Square, plies: u8| {
            let (best, plies) = (&mut best[king as usize], plies.saturating_add(1));
            *best = if is_attackers { plies.min(*best) } else { plies.max(*best) };
            movable |= king.bitboard();
        };
        for m in moves(board) {
            let after = board.after(m);
            let on_way = get_between_rays(m.from, m.to) | m.to.bitboard();
            let from = kings & legal(&after) & !on_way;
            if !after.ep().is_empty() {
                // Whether the capture is legal may depend on the attacker's king.
                for king in from {
                    take(king, self.plies(&with(king)?.after(m), Player::First)?.unwrap_or(NO_WIN));
                }
            } else if !from.is_empty() {
                let row = self.row_of(&after)?;
                from.into_iter().for_each(|king| take(king, row[king as usize]));
            }
        }
        if is_attackers {
            let victims = board.colors(!us) & !board.pieces(Piece::King);
            for victim in std::iter::once(None).chain(victims.into_iter().map(Some)) {
                let mut after = without(board, victim);
                after.turn(!us, BitBoard::EMPTY);
                let onto = legal(&after) & victim.map_or(!board.occupied(), Square::bitboard);
                if !onto.is_empty() {
                    let row = self.row_of(&after)?;
                    for to in onto {
                        let from = get_king_moves(to) & kings;
                        from.into_iter().for_each(|king| take(king, row[to as usize]));
                    }
                }
            }
        }
        let stuck = if is_attackers { BitBoard::EMPTY } else { kings & !movable };
        for king in stuck & !checked(board) {
            best[king as usize] = NO_WIN;
        }
        Some(best)
    }
}

/// A value as it is compared.
fn known(plies: u8) -> u8 {
    if plies <= LONGEST { plies } else { NO_WIN }
}

/// The board without one of its men.
fn without(board: &Board, square: Option<Square>) -> Board {
    let mut left = Board::EMPTY;
    for at in board.occupied() & !square.map_or(BitBoard::EMPTY, Square::bitboard) {
        if let (Some(piece), Some(color)) = (board.piece_on(at), board.color_on(at)) {
            left.put_down(at, piece, color);
        }
    }
    left.turn(board.side_to_move(), BitBoard::EMPTY);
    left
}

/// All moves but those of the attacker's king, whoever they leave in check.
fn moves(board: &Board) -> Vec<Move> {
    let mut all = Vec::new();
    let king = board.king(Color::Black);
    let mut free = *board;
    if let Some(king) = king.filter(|_| board.side_to_move() == Color::Black) {
        free = without(board, Some(king));
        // Something of his colour has to stand there.
        free.put_down(king, Piece::Knight, Color::Black);
        let to = get_king_moves(king) & !board.colors(Color::Black);
        all.extend(to.into_iter().map(|to| Move { from: king, to, promotion: None }));
    }
    let others = !king.map_or(BitBoard::EMPTY, Square::bitboard);
    free.generate_moves_for(others, |moves| {
        all.extend(moves.into_iter().filter(|m| Some(m.to) != king));
        false
    });
    all
}

/// The squares of the attacker's king with which nobody is in check who has just moved.
fn legal(board: &Board) -> BitBoard {
    let near = board.king(Color::Black).map_or(BitBoard::EMPTY, get_king_moves);
    let kept = match board.side_to_move() {
        Color::White => checked(board),
        Color::Black => board.cover(Color::Black).all,
    };
    !board.occupied() & !near & !kept
}

/// The squares of the attacker's king with which the defender is in check.
fn checked(board: &Board) -> BitBoard {
    let Some(king) = board.king(Color::Black) else { return BitBoard::EMPTY };
    let checkers = board.sights(Color::White).checkers.into_iter();
    !checkers.fold(BitBoard::FULL, |between, checker| between & get_between_rays(checker, king))
}

#[cfg(test)]
mod tests {
    use threefold_tables::About;

    use super::super::Data;
    use super::*;

    /// Of a slice one value after the other is changed, where one of `step` is legal.
    fn wrong_values_are_found(tables: &mut Tables, material: Material, step: usize) {
        let shape = material.shape(0);
        let (rows, all) = (STORED.rows(&shape) as usize, material.positions() as usize);
        let mut legal_ones = 0;
        for at in (0..all).step_by(step) {
            let (slot, king) = (at / 64, at % 64);
            let (placement, turn) = (slot / rows / 2, Turn::BOTH[slot / rows % 2]);
            let (shape, row) = (material.shape(placement), (slot % rows) as u32);
            let position = Men::of_shape(&shape).at(row).position(Square::index(king), turn);
            let Some(position) = position else { continue };
            legal_ones += 1;
            let change = |tables: &mut Tables, by: u8| {
                let Some(slice) = tables.slices.get_mut(&material) else { return };
                let Data::Memory(bytes) = &mut slice.data else { return };
                bytes[at] = bytes[at].wrapping_add(by);
            };
            tables.verify_row(&shape, turn, row).unwrap();
            for by in [2, 1, 254] {
                change(tables, by);
                let Data::Memory(bytes) = &tables.slices[&material].data else { return };
                let found = Some(bytes[at]).filter(|&plies| plies <= LONGEST);
                let is_same = Some(found) == tables.plies_by_moves(&position, Player::First);
                assert_eq!(
                    tables.verify_row(&shape, turn, row).is_ok(),
                    is_same,
                    "{position} {by}"
                );
                change(tables, 0u8.wrapping_sub(by));
            }
        }
        assert!(legal_ones > 100, "{material}: {legal_ones}");
    }

    #[test]
    fn no_wrong_value_is_verified() {
        let mut tables = Tables::in_memory(3);
        for material in Material::all(3).into_iter().filter(|one| one.to_string() != "KBvK") {
            wrong_values_are_found(&mut tables, material, 37);
        }
    }

    /// Wants a directory with tables of four men.
    #[test]
    fn nor_one_of_four_men() {
        let Some(directory) = std::env::var_os("TABLES") else { return };
        let mut tables = Tables::open(directory.as_ref(), Some(4)).unwrap();
        for material in Material::all(4) {
            let Data::File(stored) = &tables.slices[&material].data else { continue };
            let bytes = stored.all().unwrap();
            tables.slices.get_mut(&material).unwrap().data = Data::Memory(bytes);
            wrong_values_are_found(&mut tables, material, 20_011);
        }
    }
}
