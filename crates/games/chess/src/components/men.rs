//! What is on the board beside the attacker's king, and what that does to all of his squares.

use cozy_chess::{
    BitBoard, BoardBuilder, Color, Piece, Square, get_between_rays, get_bishop_moves,
    get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use threefold_game::{Shape, Step, Through, Turn};

use crate::Board;
use crate::position::ChessPosition;

use super::turned::{self, SQUARES, TRANSPOSED, TRIANGLE, VIEWS};

/// The sides: the attacker's pawns move up the board.
pub(super) const ATTACKER: usize = 0;
const DEFENDER: usize = 1;
const COLORS: [Color; 2] = [Color::White, Color::Black];
/// Where their pawns come from in a double step, and where they promote.
const SECOND: [u8; 2] = [1, 6];
const LAST: [u8; 2] = [7, 0];

/// Pieces that a component may have, one that has just been promoted among them.
const MOST: usize = 3;

/// The side of a turn.
pub(super) const fn index(turn: Turn) -> usize {
    match turn {
        Turn::Attacker => ATTACKER,
        Turn::Defender => DEFENDER,
    }
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Queen,
    Rook,
    Bishop,
    Knight,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    pub fn is_minor(self) -> bool {
        matches!(self, Kind::Bishop | Kind::Knight)
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Man {
    side: u8,
    kind: Kind,
    square: u8,
}

impl Man {
    pub fn side(self) -> usize {
        usize::from(self.side)
    }

    pub fn kind(self) -> Kind {
        self.kind
    }

    /// Where it attacks over these men, the attacker's king not among them.
    #[inline]
    fn attacks(self, occupied: u64) -> u64 {
        let (from, occupied) = (at(self.square), BitBoard(occupied));
        let attacked = match self.kind {
            Kind::Queen => get_rook_moves(from, occupied) | get_bishop_moves(from, occupied),
            Kind::Rook => get_rook_moves(from, occupied),
            Kind::Bishop => get_bishop_moves(from, occupied),
            Kind::Knight => get_knight_moves(from),
        };
        attacked.0
    }

    /// The squares of the attacker's king that are not in the way to a square it attacks.
    #[inline]
    fn past_king(self, to: u8) -> u64 {
        match self.kind {
            Kind::Knight => !0,
            _ => !get_between_rays(at(self.square), at(to)).0,
        }
    }
}

/// Everything but the attacker's king.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Men {
    pub pawns: [u64; 2],
    /// The square that a double step has just passed, if there is a pawn that may capture there.
    pub passed: Option<u8>,
    /// The defender's.
    pub king: u8,
    men: [Man; MOST],
    count: usize,
}

/// Where a row is.
pub(crate) struct Place {
    pub shape: Shape,
    pub row: u32,
    /// How the board is turned there.
    pub view: u8,
}

const NOBODY: Man = Man { side: 0, kind: Kind::Queen, square: 0 };

#[inline]
fn at(square: u8) -> Square {
    Square::index(usize::from(square))
}

#[inline]
fn squares(set: u64) -> impl Iterator<Item = u8> {
    BitBoard(set).into_iter().map(|square| square as u8)
}

impl Men {
    /// What is on a board, turned so that the attacker is White; `None` if that is too much.
    pub fn of(board: &Board, attacker: Color) -> Option<Self> {
        let turns = attacker == Color::Black;
        let set = |set: BitBoard| if turns { set.0.swap_bytes() } else { set.0 };
        let sides = [attacker, !attacker];
        let pawns = sides.map(|color| set(board.colored_pieces(color, Piece::Pawn)));
        let king = set(board.king(!attacker)?.bitboard()).trailing_zeros() as u8;
        let mut men = Men { pawns, passed: None, king, men: [NOBODY; MOST], count: 0 };
        let pieces = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
        for (side, &color) in sides.iter().enumerate() {
            for (kind, piece) in Kind::ALL.into_iter().zip(pieces) {
                for square in squares(set(board.colored_pieces(color, piece))) {
                    if men.count == MOST {
                        return None;
                    }
                    men.add(Man { side: side as u8, kind, square });
                }
            }
        }
        // Where the capture is illegal the position is one like any other, and may occur again.
        men.passed = squares(set(board.ep())).next();
        Some(men)
    }

    /// The men of a shape, none of them on a square of its own.
    pub fn of_shape(shape: &Shape) -> Self {
        let [own, other, rest] = *shape;
        let passed = (rest >> 16) as u8;
        let mut men = Men {
            pawns: [own, other],
            passed: (passed > 0).then_some(passed),
            king: 0,
            men: [NOBODY; MOST],
            count: (rest & 3) as usize,
        };
        for (number, man) in men.men.iter_mut().enumerate() {
            let code = rest >> (4 + 4 * number);
            *man =
                Man { side: (code >> 2 & 1) as u8, kind: Kind::ALL[code as usize & 3], square: 0 };
        }
        men
    }

    /// Pawns alone.
    #[cfg_attr(target_family = "wasm", allow(dead_code))]
    pub fn of_pawns(pawns: [u64; 2]) -> Self {
        Men { pawns, passed: None, king: 0, men: [NOBODY; MOST], count: 0 }
    }

    /// With another piece, on no square of its own.
    #[cfg_attr(target_family = "wasm", allow(dead_code))]
    pub fn add_piece(&mut self, side: usize, kind: Kind) {
        self.add(Man { side: side as u8, kind, square: 0 });
    }

    /// What is on the board with the attacker's king there, the attacker White; `None` if that is
    /// illegal.
    #[cfg_attr(target_family = "wasm", allow(dead_code))]
    pub fn position(&self, king: Square, turn: Turn) -> Option<ChessPosition> {
        let mut board = BoardBuilder::empty();
        board.side_to_move = COLORS[index(turn)];
        let pawns = self.pawns.into_iter().zip(COLORS);
        let mut men: Vec<_> = pawns
            .flat_map(|(pawns, color)| squares(pawns).map(move |at| (at, Piece::Pawn, color)))
            .collect();
        let pieces = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
        let piece = |man: &Man| (man.square, pieces[man.kind as usize], COLORS[man.side()]);
        men.extend(self.pieces().iter().map(piece));
        men.extend([
            (self.king, Piece::King, Color::Black),
            (king as u8, Piece::King, Color::White),
        ]);
        for &(square, piece, color) in &men {
            if board.square(at(square)).is_some() {
                return None;
            }
            *board.square_mut(at(square)) = Some((piece, color));
        }
        ChessPosition::new(&board).ok()
    }

    /// Without the right to capture en passant.
    pub fn moved_on(&self) -> Self {
        Men { passed: None, ..*self }
    }

    pub fn pieces(&self) -> &[Man] {
        &self.men[..self.count]
    }

    /// Whether the board may be turned.
    #[inline]
    fn turns(&self) -> bool {
        self.pawns == [0, 0]
    }

    /// Rows of the shape for each side to move.
    pub fn rows(&self) -> u32 {
        let kings = if self.turns() { TRIANGLE as u32 } else { 64 };
        kings << (6 * self.count)
    }

    /// The same men where the row has them.
    #[inline]
    pub fn at(mut self, row: u32) -> Self {
        let mut row = row;
        for number in (0..self.count).rev() {
            self.men[number].square = (row & 63) as u8;
            row >>= 6;
        }
        self.king = if self.turns() { SQUARES[row as usize] } else { row as u8 };
        self
    }

    /// Shape and row.
    pub fn place(&self) -> Place {
        let mut men = *self;
        let ((row, view), _) = men.sorted().rows_of();
        let code = |man: &Man| u64::from(man.side) << 2 | man.kind as u64;
        let codes = men.pieces().iter().rev().fold(0, |codes, man| codes << 4 | code(man));
        let rest = men.count as u64 | codes << 4 | u64::from(men.passed.unwrap_or(0)) << 16;
        Place { shape: [men.pawns[0], men.pawns[1], rest], row, view }
    }

    /// Row and view; and the same of the mirrored board where the king stands on the diagonal.
    #[inline]
    pub fn rows_of(&self) -> ((u32, u8), Option<(u32, u8)>) {
        if !self.turns() {
            return ((self.row(u32::from(self.king), 0), 0), None);
        }
        let (view, number) = VIEWS[usize::from(self.king)];
        let square = turned::square(self.king, view);
        let mirrored = (square >> 3 == square & 7).then(|| {
            // The transposition comes last.
            let view = view ^ TRANSPOSED;
            (self.row(u32::from(number), view), view)
        });
        ((self.row(u32::from(number), view), view), mirrored)
    }

    #[inline]
    fn row(&self, king: u32, view: u8) -> u32 {
        let men = self.pieces().iter();
        men.fold(king, |row, man| row << 6 | u32::from(turned::square(man.square, view)))
    }

    fn sorted(&mut self) -> &mut Self {
        self.men[..self.count].sort_unstable();
        self
    }

    fn add(&mut self, man: Man) {
        self.men[self.count] = man;
        self.count += 1;
    }

    /// Takes what stands there off the board.
    fn remove(&mut self, square: u8) {
        self.pawns = self.pawns.map(|pawns| pawns & !(1 << square));
        if let Some(number) = self.pieces().iter().position(|man| man.square == square) {
            self.men.copy_within(number + 1.., number);
            self.count -= 1;
        }
    }

    /// The men of a side, kings apart.
    #[inline]
    fn of_side(&self, side: usize) -> u64 {
        let own = self.pieces().iter().filter(|man| man.side() == side);
        own.fold(self.pawns[side], |set, man| set | 1 << man.square)
    }

    /// All men but the attacker's king.
    #[inline]
    fn occupied(&self) -> u64 {
        self.of_side(ATTACKER) | self.of_side(DEFENDER) | 1 << self.king
    }

    /// Whether no two of them stand on one square.
    #[inline]
    fn is_possible(&self) -> bool {
        let men = (self.pawns[0] | self.pawns[1]).count_ones() as usize + self.count + 1;
        self.occupied().count_ones() as usize == men
    }

    /// The pawns of a side that attack a square.
    #[inline]
    fn capturers(&self, side: usize, square: u8) -> u64 {
        get_pawn_attacks(at(square), COLORS[1 - side]).0 & self.pawns[side]
    }

    /// The squares of the attacker's king with which the position is legal.
    pub fn legal(&self, turn: Turn) -> u64 {
        // A pawn passes the attacker's third rank, or the sixth.
        let capturing = self.passed.map(|passed| if passed < 32 { DEFENDER } else { ATTACKER });
        if !self.is_possible() || capturing.is_some_and(|side| side != index(turn)) {
            return 0;
        }
        let free = !self.occupied() & !get_king_moves(at(self.king)).0;
        match turn {
            Turn::Attacker => free & !self.checked(),
            Turn::Defender => free & !self.attacked(),
        }
    }

    /// The squares of the attacker's king with which the defender is in check.
    #[inline]
    pub fn checked(&self) -> u64 {
        if self.capturers(ATTACKER, self.king) != 0 {
            return !0;
        }
        let occupied = self.occupied();
        let own = self.pieces().iter().filter(|man| man.side() == ATTACKER);
        let checks = own.filter(|man| man.attacks(occupied) >> self.king & 1 == 1);
        checks.fold(0, |checked, man| checked | man.past_king(self.king))
    }

    /// What the defender attacks, his king apart.
    #[inline]
    fn attacked(&self) -> u64 {
        let (pawns, files) = (self.pawns[DEFENDER], 0x0101_0101_0101_0101);
        let attacked = (pawns & !(files << 7)) >> 7 | (pawns & !files) >> 9;
        let occupied = self.occupied();
        let other = self.pieces().iter().filter(|man| man.side() == DEFENDER);
        other.fold(attacked, |attacked, man| attacked | man.attacks(occupied))
    }

    /// The moves that stay in the component; `row` is where these men are. Of a number in the row
    /// but the king's nothing else depends.
    #[inline]
    pub fn steps(&self, side: usize, row: u32, steps: &mut Vec<Step>) {
        let occupied = self.occupied();
        let kings = 6 * self.count as u32;
        if side == ATTACKER {
            steps.push(Step { row, view: 0, through: Through::Near });
        } else {
            let through = Through::Within(!0);
            for king in squares(get_king_moves(at(self.king)).0 & !occupied) {
                if !self.turns() {
                    let row = row & ((1 << kings) - 1) | u32::from(king) << kings;
                    steps.push(Step { row, view: 0, through });
                    continue;
                }
                let ((row, view), mirrored) = Men { king, ..*self }.rows_of();
                steps.push(Step { row, view, through });
                // So that a step leads back from wherever one leads to.
                steps.extend(mirrored.map(|(row, view)| Step { row, view, through }));
            }
        }
        for (number, man) in self.pieces().iter().enumerate() {
            if man.side() == side {
                let place = 6 * (self.count - 1 - number) as u32;
                let others = row & !(63 << place);
                for square in squares(man.attacks(occupied) & !occupied) {
                    let through = Through::Within(man.past_king(square));
                    steps.push(Step { row: others | u32::from(square) << place, view: 0, through });
                }
            }
        }
    }

    /// What is on the board after each move that can be taken back.
    pub fn quiet(&self, side: usize, mut take: impl FnMut(Men, Through)) {
        let free = !self.occupied();
        if side == ATTACKER {
            take(*self, Through::Near);
        } else {
            for king in squares(get_king_moves(at(self.king)).0 & free) {
                take(Men { king, ..*self }, Through::Within(!0));
            }
        }
        for (number, man) in self.pieces().iter().enumerate() {
            if man.side() == side {
                for square in squares(man.attacks(!free) & free) {
                    let mut men = *self;
                    men.men[number].square = square;
                    take(men, Through::Within(man.past_king(square)));
                }
            }
        }
    }

    /// After each capture and move of a pawn.
    pub fn leaving(&self, side: usize, take: &mut impl FnMut(Men, Through)) {
        let men = self.moved_on();
        let targets = men.of_side(1 - side);
        let without = |square| {
            let mut men = men;
            men.remove(square);
            men
        };
        let king =
            if side == ATTACKER { targets } else { get_king_moves(at(men.king)).0 & targets };
        for square in squares(king) {
            let men = without(square);
            if side == ATTACKER {
                let from = get_king_moves(at(square)).0;
                take(men, Through::Onto { place: square, from });
            } else {
                take(Men { king: square, ..men }, Through::Within(!0));
            }
        }
        let occupied = men.occupied();
        for man in men.pieces().iter().filter(|man| man.side() == side) {
            for square in squares(man.attacks(occupied) & targets) {
                // The one that moves is taken off, and put back where the other was.
                let mut after = without(square);
                after.remove(man.square);
                after.add(Man { square, ..*man });
                take(after, Through::Within(man.past_king(square)));
            }
        }
        for from in squares(men.pawns[side]) {
            men.pawn_moves(side, from, targets, take);
        }
        if let Some(passed) = self.passed {
            for from in squares(self.capturers(side, passed)) {
                let mut after = without(if side == ATTACKER { passed - 8 } else { passed + 8 });
                after.pawns[side] ^= 1 << from | 1 << passed;
                take(after, Through::Within(!0));
            }
        }
    }

    /// After the moves of one pawn, en passant apart.
    fn pawn_moves(&self, side: usize, from: u8, targets: u64, take: &mut impl FnMut(Men, Through)) {
        let ahead = |square: u8| if side == ATTACKER { square + 8 } else { square - 8 };
        let mut go = |to: u8, passed: Option<u8>, within: u64| {
            let mut men = *self;
            men.remove(to);
            men.pawns[side] ^= 1 << from;
            if to >> 3 == LAST[side] {
                for kind in Kind::ALL {
                    let mut men = men;
                    men.add(Man { side: side as u8, kind, square: to });
                    take(men, Through::Within(within));
                }
                return;
            }
            men.pawns[side] |= 1 << to;
            men.passed = passed.filter(|&passed| men.capturers(1 - side, passed) != 0);
            take(men, Through::Within(within));
        };
        let occupied = self.occupied();
        let one = ahead(from);
        if occupied >> one & 1 == 0 {
            go(one, None, !(1 << one));
            let two = if from >> 3 == SECOND[side] { Some(ahead(one)) } else { None };
            if let Some(two) = two.filter(|&two| occupied >> two & 1 == 0) {
                go(two, Some(one), !(1 << one | 1 << two));
            }
        }
        for to in squares(get_pawn_attacks(at(from), COLORS[side]).0 & targets) {
            go(to, None, !0);
        }
    }
}
