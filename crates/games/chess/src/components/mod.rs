//! Endings of chess in components: for a search pawns alone, pawns and one piece, two pieces
//! without pawns; for tables whatever five men are.
//!
//! The attacker is taken for White. All squares of his king are one word; what else stands on the
//! board makes the row:
//!
//! ```text
//! shape   the attacker's pawns | the defender's | pieces, and the square passed by a double step
//! row     the defender's king (64), each piece (64)
//!         without pawns the board is turned so that this king stands in the triangle a1-d1-d4 (10)
//! ```
//!
//! After a double step beside an enemy pawn the capture en passant is there for one move. Those
//! positions are a component of their own, which every move leaves.

mod men;
mod turned;

use cozy_chess::Color;
use threefold_game::{Components, Exit, Look, Shape, Spot, Step, Through, Turn};

use crate::Board;
use men::{ATTACKER, Place, index};
pub(crate) use men::{Kind, Men};

/// The endings of chess.
pub(crate) struct Endings {
    /// Pieces of a component that has pawns too, and of one that has none.
    most: [usize; 2],
}

/// Those that a search solves: with more pieces a component takes longer than what it saves.
pub(crate) const SEARCHED: Endings = Endings { most: [1, 2] };
/// Those of tables.
pub(crate) const STORED: Endings = Endings { most: [2, 3] };

impl Endings {
    /// Where a position is, as `attacker` sees it; `None` if there is too much on the board, or
    /// too little.
    pub(crate) fn spot(&self, board: &Board, attacker: Color) -> Option<Spot> {
        if !board.castling().is_empty() {
            return None;
        }
        let men = Men::of(board, attacker)?;
        let turn = if board.side_to_move() == attacker { Turn::Attacker } else { Turn::Defender };
        let Place { shape, row, view } = self.place_of(&men)?;
        let king = board.king(attacker)? as u8;
        let king = if attacker == Color::White { king } else { king ^ 56 };
        Some(Spot { shape, turn, row, place: turned::square(king, view) })
    }

    /// Shape and row, if they are those of a component.
    fn place_of(&self, men: &Men) -> Option<Place> {
        let has_none = men.pawns == [0, 0];
        (men.pieces().len() <= self.most[usize::from(has_none)]).then(|| men.place())
    }

    /// The exit to what is on the board then, if it is ever legal.
    fn exit(&self, men: Men, turn: Turn, through: Through) -> Option<Exit> {
        if let Some(Place { shape, row, view }) = self.place_of(&men) {
            return Some(Exit { shape: Some(shape), step: Step { row, view, through } });
        }
        let legal = men.legal(turn);
        let from = match through {
            Through::Within(from) => from & legal,
            Through::Near => turned::near(legal),
            Through::Onto { place, from } => {
                if legal >> place & 1 == 1 {
                    from
                } else {
                    0
                }
            }
        };
        let step = Step { row: 0, view: 0, through: Through::Within(from) };
        (from != 0).then_some(Exit { shape: None, step })
    }
}

impl Components for Endings {
    /// The costs decide the order, and with it what can be solved: pawns alone are looked at first,
    /// then promotions of the attacker, at last those of the defender.
    fn look(&self, shape: &Shape) -> Look {
        let men = Men::of_shape(shape);
        let of = |side| men.pieces().iter().filter(move |man| man.side() == side);
        let own: Vec<_> = of(ATTACKER).collect();
        let has_pawns = men.pawns != [0, 0];
        let no_mate = match own[..] {
            [] => men.pawns[ATTACKER] == 0,
            [one] => !has_pawns && men.pieces().len() == 1 && one.kind().is_minor(),
            _ => false,
        };
        if no_mate {
            return Look::Hopeless;
        }
        let cost = match (own.first(), men.pieces().len()) {
            (_, 0) => 10 + (men.pawns[0] | men.pawns[1]).count_ones() as u8,
            (_, 2) => 45,
            (Some(piece), _) if piece.kind() == Kind::Queen => 40,
            (Some(_), _) => 50,
            (None, _) => 60,
        };
        Look::Open { cost, bottom_up: !has_pawns }
    }

    fn means(&self, shape: &Shape) -> u32 {
        let men = Men::of_shape(shape);
        let may_win = u32::from(self.look(shape) != Look::Hopeless);
        4 * men.pawns[ATTACKER].count_ones() + men.pieces().len() as u32 + may_win
    }

    fn stand(&self, shape: &Shape, row: u32) -> u32 {
        let men = Men::of_shape(shape);
        let own = men.pieces().iter().rev().enumerate().filter(|(_, man)| man.side() == ATTACKER);
        own.fold(row, |row, (place, _)| row & !(63 << (6 * place)))
    }

    fn rows(&self, shape: &Shape) -> u32 {
        Men::of_shape(shape).rows()
    }

    fn legal(&self, shape: &Shape, turn: Turn, row: u32) -> u64 {
        Men::of_shape(shape).at(row).legal(turn)
    }

    fn lost_if_stuck(&self, shape: &Shape, row: u32) -> u64 {
        Men::of_shape(shape).at(row).checked()
    }

    fn steps(&self, shape: &Shape, turn: Turn, row: u32, steps: &mut Vec<Step>) {
        let men = Men::of_shape(shape).at(row);
        if men.passed.is_some() {
            return;
        }
        men.steps(index(turn), row, steps);
    }

    fn exits(&self, shape: &Shape, turn: Turn, row: u32, exits: &mut Vec<Exit>) {
        let men = Men::of_shape(shape).at(row);
        let mut leave = |men: Men, through| exits.extend(self.exit(men, turn.other(), through));
        men.leaving(index(turn), &mut leave);
        if men.passed.is_some() {
            men.moved_on().quiet(index(turn), leave);
        }
    }

    #[inline]
    fn near(&self, word: u64) -> u64 {
        turned::near(word)
    }

    #[inline]
    fn viewed(&self, word: u64, view: u8) -> u64 {
        turned::word(word, view)
    }

    #[inline]
    fn place(&self, place: u8, view: u8) -> u8 {
        turned::square(place, view)
    }
}
