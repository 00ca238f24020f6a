//! Chess960: how positions and moves are written, and the number of move sequences.

use crate::common::{moves, play, position};
use crate::perft::check;
use threefold_chess::{Chess, ChessPosition};
use threefold_game::Game;

/// <https://www.chessprogramming.org/Chess960_Perft_Results>, positions 1 to 5.
#[test]
fn perft_of_published_positions() {
    for (fen, depth, expected) in [
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326_672),
        ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 4, 667_366),
        ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 4, 273_318),
        ("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", 4, 382_958),
        ("1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", 4, 1_171_749),
        // Promoted rooks, and castling with the king next to his rook.
        ("1rkr3b/1ppn3p/3pB1n1/6q1/R2P4/4N1P1/1P5P/2KRQ1B1 b Dbd - 0 14", 3, 46_468),
    ] {
        check(fen, depth, expected);
    }
}

#[test]
fn a_position_is_chess960_if_a_right_to_castle_is_and_only_then() {
    for (fen, written) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"),
        // Files of rooks, of a position that standard chess has too.
        ("r3k2r/8/8/8/8/8/8/R3K2R w ahAH -", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"),
        // X-FEN: the outermost rook. One side is enough for both to be written by files.
        ("r3k2r/8/8/8/8/8/8/RR2KRR1 w KQkq -", "r3k2r/8/8/8/8/8/8/RR2KRR1 w GAha -"),
        ("r3k2r/8/8/8/8/8/8/RR2KRR1 w BFk -", "r3k2r/8/8/8/8/8/8/RR2KRR1 w FBh -"),
        ("1k5r/8/8/8/8/8/8/1K5R w Kk -", "1k5r/8/8/8/8/8/8/1K5R w Hh -"),
        ("1k5r/8/8/8/8/8/8/1K5R w - -", "1k5r/8/8/8/8/8/8/1K5R w - -"),
    ] {
        let position = position(fen);
        assert_eq!(position.to_string(), written);
        assert_eq!(position.is_chess960(), written.contains(['A', 'B', 'F', 'G', 'H']), "{fen}");
    }
}

#[test]
fn castling_is_written_as_the_king_taking_his_rook_as_long_as_the_position_is_chess960() {
    let mut at = position("r3k2r/8/8/8/8/8/8/R4KR1 w GAkq -");
    let texts = |at: &ChessPosition| -> Vec<String> {
        moves(at).into_iter().map(|m| Chess.move_text(at, m)).collect()
    };
    assert!(texts(&at).contains(&"f1g1".to_owned()));
    assert!(texts(&at).contains(&"f1a1".to_owned()));
    assert!(Chess.parse_move(&at, "f1c1").is_err());
    // The other king castles as in standard chess, and is written as in Chess960.
    let mut other = position("r3k2r/8/8/8/8/8/8/R4KR1 b GAkq -");
    assert!(texts(&other).contains(&"e8a8".to_owned()));
    assert!(Chess.parse_move(&other, "e8c8").is_err());
    play(&mut other, "e8a8");
    assert_eq!(other.to_string(), "2kr3r/8/8/8/8/8/8/R4KR1 w GA -");
    // After White has castled, what is left is a position of standard chess.
    play(&mut at, "f1g1");
    assert_eq!(at.to_string(), "r3k2r/8/8/8/8/8/8/R4RK1 b kq -");
    assert_eq!(at, position("r3k2r/8/8/8/8/8/8/R4RK1 b kq -"));
    play(&mut at, "e8c8");
    assert_eq!(at.to_string(), "2kr3r/8/8/8/8/8/8/R4RK1 w - -");
}

/// A rook that shields his king may not castle away, and neither king nor rook has to move.
#[test]
fn castling_that_only_chess960_has() {
    let shielded = position("4k3/8/8/8/8/8/8/rRK5 w B -");
    assert!(Chess.parse_move(&shielded, "c1b1").is_err());
    let mut stays = position("4k3/8/8/8/8/8/8/1RK5 w B -");
    play(&mut stays, "c1b1");
    assert_eq!(stays.to_string(), "4k3/8/8/8/8/8/8/2KR4 b - -");
}

#[test]
fn there_are_960_starts_and_all_are_read_as_they_are_written() {
    let mut castling_as_in_standard_chess = 0;
    for number in 0..960 {
        let start = ChessPosition::chess960_startpos(number).unwrap();
        assert_eq!(start, position(&start.to_string()));
        castling_as_in_standard_chess += usize::from(!start.is_chess960());
    }
    // King on e1 and rooks in the corners: three squares each for the bishops, two for the queen.
    assert_eq!(castling_as_in_standard_chess, 18);
    assert_eq!(ChessPosition::chess960_startpos(518), Some(ChessPosition::startpos()));
    assert_eq!(ChessPosition::chess960_startpos(960), None);
}
