//! How far the defending king is from being mated, as a number: the initial proof numbers.
//!
//! ```text
//!   . . . . . . . .      The box: squares that the king can walk to without passing a square
//!   R . . . . . . .      that the attacker controls. A rook cuts the board in two; mate is a
//!   x x k x x x x x      box of one square. The smaller the box and the nearer the attacking
//!   x x x x x x x x      king, the less work is left.
//! ```
//! Measured on mates in 2 to 27 and on endings without pawns, the box and the distance of the kings
//! together save nine tenths of the nodes against counting replies alone. The weights below are
//! flat optima: half or twice of any of them costs 10 to 30 %.

use cozy_chess::{BitBoard, Color, Piece, Square};

use crate::board::Board;

/// Endings have this many men at most. With more, material that the defender keeps does not stand
/// between the attacker and mate.
const ENDING_MEN: u32 = 8;
/// The estimate where there is no king: that of an open board.
const FAR: u32 = 71;
/// What a point of the defender's material costs in an ending: it has to be won first.
const MATERIAL: u32 = 3;
/// What a step of the king away from the corner costs where only minor pieces attack, which
/// cannot mate elsewhere. Half of it or none loses most mates with bishop and knight.
const CORNER: u32 = 8;

/// The estimate, given what the attacker [attacks](Board::cover).
/// At least 1; about 80 at the most with an open board.
#[inline]
pub(crate) fn resistance(board: &Board, attacker: Color, attacked: BitBoard) -> u32 {
    // Nobody mates a side without a king.
    let Some(king) = board.king(!attacker) else { return FAR };
    box_size(king, !(attacked | board.colors(!attacker)))
        + board.king(attacker).map_or(0, |own| distance(king, own))
        + if board.occupied().len() <= ENDING_MEN { in_ending(board, attacker, king) } else { 0 }
}

/// How many squares the king can walk to over `free` ones, his own included, if the attacker stands
/// still. Men of the attacker that nothing protects do not stop him.
#[inline]
fn box_size(king: Square, free: BitBoard) -> u32 {
    let mut reached = king.bitboard();
    let free = free | reached;
    loop {
        let next = neighbours(neighbours(reached) & free) & free;
        if next == reached {
            return reached.len();
        }
        reached = next;
    }
}

/// These squares and those beside them.
#[inline]
fn neighbours(squares: BitBoard) -> BitBoard {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    let row = squares.0 | (squares.0 & !(A_FILE << 7)) << 1 | (squares.0 & !A_FILE) >> 1;
    BitBoard(row | row << 8 | row >> 8)
}

/// King's moves between two squares.
#[inline]
fn distance(a: Square, b: Square) -> u32 {
    let files = (a.file() as u32).abs_diff(b.file() as u32);
    let ranks = (a.rank() as u32).abs_diff(b.rank() as u32);
    files.max(ranks)
}

fn in_ending(board: &Board, attacker: Color, king: Square) -> u32 {
    let defender = board.colors(!attacker);
    let points = [
        (Piece::Pawn, 1),
        (Piece::Knight, 3),
        (Piece::Bishop, 3),
        (Piece::Rook, 5),
        (Piece::Queen, 9),
    ];
    let material: u32 =
        points.iter().map(|&(piece, worth)| (board.pieces(piece) & defender).len() * worth).sum();
    MATERIAL * material + corner(board, attacker, king)
}

/// The way to the next corner in which the attacker's bishops can mate, if he has nothing better
/// than minor pieces.
fn corner(board: &Board, attacker: Color, king: Square) -> u32 {
    let men = board.colors(attacker);
    let major = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !(men & major).is_empty() {
        return 0;
    }
    let bishops = men & board.pieces(Piece::Bishop);
    let corners = [
        (BitBoard::DARK_SQUARES, [Square::A1, Square::H8]),
        (BitBoard::LIGHT_SQUARES, [Square::A8, Square::H1]),
    ];
    let ways = corners
        .into_iter()
        .filter(|&(color, _)| !(bishops & color).is_empty())
        .flat_map(|(_, corners)| corners)
        .map(|corner| {
            let files = (king.file() as u32).abs_diff(corner.file() as u32);
            let ranks = (king.rank() as u32).abs_diff(corner.rank() as u32);
            files + ranks + files.max(ranks)
        });
    ways.min().map_or(0, |way| CORNER * way)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fen: &str) -> Board {
        *fen.parse::<crate::ChessPosition>().unwrap().board()
    }

    fn white_box(board: &Board) -> u32 {
        let attacked = board.cover(Color::White).all;
        box_size(board.king(Color::Black).unwrap(), !(attacked | board.colors(Color::Black)))
    }

    fn white_resistance(board: &Board) -> u32 {
        resistance(board, Color::White, board.cover(Color::White).all)
    }

    #[test]
    fn a_rook_cuts_the_board() {
        // Ranks 1 and 2 are left to the king, without the a-file.
        let cut = board("8/8/8/8/1K6/R7/2k5/8 w - - 0 1");
        assert_eq!(white_box(&cut), 14);
        // A rook that hangs does not: the king walks out over its square.
        let hanging = board("8/8/8/8/8/R7/2k5/7K w - - 0 1");
        assert!(white_box(&hanging) > 40);
        let mate = board("3k4/3Q4/3K4/8/8/8/8/8 b - - 0 1");
        assert_eq!(white_box(&mate), 1);
    }

    #[test]
    fn boards_do_not_wrap() {
        assert_eq!(neighbours(Square::A1.bitboard()).len(), 4);
        assert_eq!(neighbours(Square::H8.bitboard()).len(), 4);
        assert_eq!(neighbours(Square::E4.bitboard()).len(), 9);
    }

    #[test]
    fn bishop_and_knight_head_for_the_right_corner() {
        let dark = |king: &str| board(&format!("{king}/8/8/8/8/8/4K3/B6N b - - 0 1"));
        let wrong = white_resistance(&dark("k7"));
        let right = white_resistance(&dark("7k"));
        assert!(right < wrong, "{right} {wrong}");
    }
}
