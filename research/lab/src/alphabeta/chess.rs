//! A small evaluation for chess.
//!
//! Enough to look for a repetition's effects in real positions: material, a little placement, and
//! what pawn endings are about (passed pawns, the square of the pawn, the kings' way to them). Not
//! tuned, and not meant to be.

use threefold_chess::cozy_chess::{Color, Move, Piece, Rank, Square};
use threefold_chess::{Board, Chess, ChessPosition};
use threefold_game::Game;

use super::evaluate::{Evaluate, Horizon};
use super::score::Score;

/// See the [module](self).
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessScores;

const PAWN: Score = 100;

/// Centipawns of a piece.
const fn value(piece: Piece) -> Score {
    match piece {
        Piece::Pawn => PAWN,
        Piece::Knight => 320,
        Piece::Bishop => 330,
        Piece::Rook => 500,
        Piece::Queen => 900,
        Piece::King => 0,
    }
}

/// By how many ranks a pawn has advanced: what it is worth more if no pawn can stop it any more.
const PASSED: [Score; 8] = [0, 5, 10, 20, 40, 70, 120, 0];

/// A passed pawn that the lone king cannot catch any more.
const UNSTOPPABLE: Score = 600;

/// King moves from one square to another.
fn distance(a: Square, b: Square) -> i32 {
    let files = (a.file() as i32 - b.file() as i32).abs();
    files.max((a.rank() as i32 - b.rank() as i32).abs())
}

/// 0 in the centre, 3 at the edge.
fn from_centre(square: Square) -> i32 {
    let file = (2 * square.file() as i32 - 7).abs();
    let rank = (2 * square.rank() as i32 - 7).abs();
    file.max(rank) / 2
}

/// The rank as `color` counts.
fn advanced(color: Color, square: Square) -> i32 {
    match color {
        Color::White => square.rank() as i32,
        Color::Black => 7 - square.rank() as i32,
    }
}

fn is_passed(board: &Board, color: Color, pawn: Square) -> bool {
    let rank = advanced(color, pawn);
    board.colored_pieces(!color, Piece::Pawn).into_iter().all(|other| {
        (other.file() as i32 - pawn.file() as i32).abs() > 1 || advanced(color, other) <= rank
    })
}

/// Whether only kings and pawns are left of `color`.
fn has_only_pawns(board: &Board, color: Color) -> bool {
    let men = board.colors(color).len();
    men == 1 + board.colored_pieces(color, Piece::Pawn).len()
}

fn material(board: &Board, color: Color) -> Score {
    Piece::ALL.iter().map(|&p| value(p) * board.colored_pieces(color, p).len() as Score).sum()
}

/// What speaks for `color`.
fn side(board: &Board, color: Color) -> Score {
    let (Some(king), Some(their_king)) = (board.king(color), board.king(!color)) else {
        return material(board, color);
    };
    let pawn_ending = has_only_pawns(board, color) && has_only_pawns(board, !color);
    let mut score = material(board, color);
    for piece in [Piece::Knight, Piece::Bishop, Piece::Queen] {
        for square in board.colored_pieces(color, piece) {
            score += 6 * (3 - from_centre(square));
        }
    }
    for pawn in board.colored_pieces(color, Piece::Pawn) {
        let rank = advanced(color, pawn);
        score += 2 * rank;
        if !is_passed(board, color, pawn) {
            continue;
        }
        score += PASSED[rank as usize];
        let promotion = Square::new(pawn.file(), Rank::Eighth.relative_to(color));
        if has_only_pawns(board, !color) {
            let theirs_to_move = i32::from(board.side_to_move() != color);
            let moves = (7 - rank).min(5);
            if moves < distance(their_king, promotion) - theirs_to_move {
                score += UNSTOPPABLE - 20 * moves;
            }
        }
        score += 4 * (distance(their_king, pawn) - distance(king, pawn));
    }
    if pawn_ending || has_only_pawns(board, !color) {
        score += 8 * (3 - from_centre(king));
    }
    // A lone king is driven to the edge, with one's own king near it.
    if board.colors(!color).len() == 1 && material(board, color) >= value(Piece::Rook) {
        score += 20 * from_centre(their_king) + 5 * (7 - distance(king, their_king));
    }
    score
}

impl Evaluate<Chess> for ChessScores {
    fn score(&self, _game: &Chess, position: &ChessPosition) -> Score {
        let board = position.board();
        let us = board.side_to_move();
        let score = side(board, us) - side(board, !us);
        // Without a pawn, a minor piece more does not win.
        let ahead = if score > 0 { us } else { !us };
        let minor = value(Piece::Bishop);
        if board.colored_pieces(ahead, Piece::Pawn).is_empty()
            && material(board, ahead) - material(board, !ahead) <= minor
        {
            return score / 8;
        }
        score
    }

    /// Captures and promotions; every move out of check.
    fn quiescence(&self, game: &Chess, position: &ChessPosition, moves: &mut Vec<Move>) -> Horizon {
        let board = position.board();
        game.moves(position, moves);
        if !board.checkers().is_empty() {
            return Horizon::Forced;
        }
        moves.retain(|m| is_capture(board, *m) || m.promotion == Some(Piece::Queen));
        Horizon::StandPat
    }

    /// Promotions and captures, the most valuable victim first, by the least valuable piece.
    fn promise(&self, _game: &Chess, position: &ChessPosition, m: Move) -> i32 {
        let board = position.board();
        let promotion = m.promotion.map_or(0, value);
        if !is_capture(board, m) {
            return promotion;
        }
        let victim = board.piece_on(m.to).unwrap_or(Piece::Pawn);
        let by = board.piece_on(m.from).map_or(0, value);
        promotion + 8 * value(victim) - by / 8
    }
}

fn is_capture(board: &Board, m: Move) -> bool {
    let en_passant = board.piece_on(m.from) == Some(Piece::Pawn) && m.from.file() != m.to.file();
    en_passant || board.colors(!board.side_to_move()).has(m.to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(fen: &str) -> Score {
        ChessScores.score(&Chess, &fen.parse().unwrap())
    }

    #[test]
    fn mirrored_positions_have_the_same_score() {
        for (white, black) in [
            ("8/8/8/2p1k3/K7/1P1P4/8/8 w - -", "8/8/1p1p4/k7/2P1K3/8/8/8 b - -"),
            ("4k3/8/8/8/8/8/1N6/R3K2R w KQ -", "r3k2r/1n6/8/8/8/8/8/4K3 b kq -"),
        ] {
            assert_eq!(score(white), score(black));
        }
    }

    #[test]
    fn the_square_of_the_pawn() {
        // With the move, the black king steps into the square of the pawn on b4; without, he is
        // too late.
        assert!(score("8/8/8/6k1/1P6/8/8/K7 w - -") > 500);
        assert!(score("8/8/8/6k1/1P6/8/8/K7 b - -") > -500);
    }

    #[test]
    fn a_check_is_answered_before_it_is_judged() {
        let position: ChessPosition = "k7/8/8/8/8/8/6PP/r6K w - -".parse().unwrap();
        let mut moves = Vec::new();
        assert_eq!(ChessScores.quiescence(&Chess, &position, &mut moves), Horizon::Forced);
        assert!(moves.is_empty(), "back-rank mate");
    }
}
