//! Reading positions.

use crate::common::position;
use threefold_chess::Chess;
use threefold_game::Game;

#[test]
fn four_fields_or_six() {
    let four = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -");
    assert_eq!(four, position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 12 34"));
    assert_eq!(four, position("  r3k2r/8/8/8/8/8/8/R3K2R  w\tqkQK - 120 0 "));
    assert_eq!(Chess.position_text(&four), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -");
}

/// Composed problems have more than two rooks, and need not be reachable.
#[test]
fn composed_positions() {
    for fen in [
        "6rk/PP1PPPnp/1N1BN2P/7R/4B3/2Q5/P3KP2/6R1 w - -",
        "QQQQQQQQ/QQQQQQQ1/8/k7/8/8/7p/7K b - -", // 16 men, 15 queens
        "8/8/8/1k6/8/8/PPPPPPPP/4K3 w - -",
        "3k4/8/8/1B6/3R3B/8/8/3K4 b - -", // a double check no move can give
        "k7/1Q6/1R6/8/8/3N4/6B1/7K b - -",
    ] {
        assert_eq!(position(fen).to_string(), fen);
    }
}

/// An en passant square counts only where the capture is legal, but has to be possible.
#[test]
fn en_passant_square_is_dropped() {
    for (fen, written) in [
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - -"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3"),
    ] {
        assert_eq!(position(fen).to_string(), written);
    }
}

/// The bar stands before what is wrong.
#[test]
fn errors() {
    const FIELDS: &str = "a FEN has 4 fields (board, side to move, castling rights, en passant \
                          square) or 6 (and two clocks), found";
    for (marked, message) in [
        ("|", &*format!("{FIELDS} 0")),
        ("4k3/8/8/8/8/8/8/4K3 w -|", &*format!("{FIELDS} 3")),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0|", &*format!("{FIELDS} 5")),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 |x", &*format!("{FIELDS} 7")),
        ("|4k3/8/8/8/8/8/4K3 w - -", "the board has 8 ranks, found 7"),
        ("|4k3/8/8/8/8/8/8/4K3/ w - -", "the board has 8 ranks, found 9"),
        (
            "4k3/8/8/8/8/8/4|x3/4K3 w - -",
            "'x' is neither a piece (PNBRQK pnbrqk) nor a number of empty squares",
        ),
        (
            "4k3/8/8/|9/8/8/8/4K3 w - -",
            "'9' is neither a piece (PNBRQK pnbrqk) nor a number of empty squares",
        ),
        ("4k3/8/8/8/|4PPPPP/8/8/4K3 w - -", "rank 4 has 9 files instead of 8"),
        ("4k3/|7/8/8/8/8/8/4K3 w - -", "rank 7 has 7 files instead of 8"),
        (
            "4k3/8/8/8/8/8/8/4K3|",
            "behind the board the side to move, castling rights and en passant square are \
             missing: write for example w - -",
        ),
        ("|8/8/8/8/8/8/8/R7 w - -", "there is no king on the board"),
        ("|4k3/8/8/8/8/8/8/K3K3 w - -", "white has 2 kings"),
        ("4k3/8/8/8/8/8/8/R7 b |Q -", "castling right 'Q' needs the white king on rank 1"),
        ("|8/8/8/8/8/8/8/Kk6 w - -", "the kings stand on adjacent squares"),
        ("|4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -", "white has more than 8 pawns"),
        ("|4k3/8/8/8/8/N7/NNNNNNNN/NNNNKNNN w - -", "white has more than 16 men"),
        ("|4k3/8/8/8/8/8/8/p3K3 w - -", "a pawn stands on a1"),
        ("|4k3/8/8/8/8/8/8/4K2r b - -", "white is in check, but it is not white's turn"),
        ("4k3/8/8/8/8/8/8/4K3 |white - -", "the side to move is w or b, found 'white'"),
        (
            "4k3/8/8/8/8/8/8/4K3 w |x -",
            "castling rights are - or some of KQkq, or files of rooks as HAha, found 'x'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w K|Q -",
            "castling right 'Q' needs a white rook on the a-side of the king on e1",
        ),
        (
            "4k2R/8/8/8/8/8/8/4K3 b |k -",
            "castling right 'k' needs a black rook on the h-side of the king on e8",
        ),
        ("4k3/8/8/8/8/8/4K3/7R w |K -", "castling right 'K' needs the white king on rank 1"),
        ("8/4k3/8/8/8/8/4K3/7R w |a -", "castling right 'a' needs the black king on rank 8"),
        ("4k3/8/8/8/8/8/8/4K2R w K|K -", "castling right 'K' is given twice"),
        ("4k3/8/8/8/8/8/8/4KR1R w F|H -", "castling right 'H' is given twice"),
        ("4k3/8/8/8/8/8/8/4KR2 w F|K -", "castling right 'K' is given twice"),
        ("4k3/8/8/8/8/8/8/4KR2 w |E -", "castling right 'E' needs a white rook on e1"),
        ("4kr2/8/8/8/8/8/8/4KR2 w F|h -", "castling right 'h' needs a black rook on h8"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - |e33", "the en passant square is - or like e3, found 'e33'"),
        (
            "4k3/8/8/8/4P3/8/8/4K3 b - |e6",
            "en passant on e6 is impossible: no white pawn can just have passed it",
        ),
        (
            "4k3/8/8/8/4P3/8/4P3/4K3 b - |e3",
            "en passant on e3 is impossible: no white pawn can just have passed it",
        ),
        (
            "4k3/8/5N2/8/2pP4/8/8/4K3 b - |d3",
            "en passant is impossible here: the check does not come from the pawn's double step",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - |x 1", "the halfmove clock is a number, found 'x'"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 |-1", "the move number is a number, found '-1'"),
    ] {
        let offset = marked.find('|').unwrap();
        let fen = marked.replace('|', "");
        let error = Chess.parse_position(&fen).unwrap_err();
        assert_eq!((error.offset(), &*error.to_string()), (offset, message), "{fen}");
    }
}
