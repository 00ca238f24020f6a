//! Moves as players write them.

use std::collections::HashSet;

use crate::common::{any_position, moves, position};
use proptest::prelude::*;
use threefold_chess::{Chess, san};
use threefold_game::Game;

/// The move that a text means, in UCI notation, or what is said of it.
fn read(fen: &str, text: &str) -> String {
    let position = position(fen);
    match san::parse(&position, text) {
        Ok(m) => Chess.move_text(&position, m),
        Err(error) => error.to_string(),
    }
}

fn write(fen: &str, uci: &str) -> String {
    let position = position(fen);
    san::text(&position, Chess.parse_move(&position, uci).unwrap())
}

#[test]
fn pieces_are_told_apart_by_as_little_as_possible() {
    for (fen, uci, text) in [
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - -", "b1d2", "Nbd2"),
        ("4k3/8/8/N7/8/8/8/N3K3 w - -", "a1b3", "N1b3"),
        ("1k6/8/8/8/4Q2Q/8/2K5/7Q w - -", "h4e1", "Qh4e1"),
        ("1k6/8/8/8/4Q2Q/8/2K5/7Q w - -", "h1e1", "Q1e1"),
        // Of two knights one is pinned, and no rival.
        ("4r1k1/8/8/8/8/4N3/8/N3K3 w - -", "a1c2", "Nc2"),
        ("4k3/8/8/8/8/8/4K3/R6R w - -", "a1d1", "Rad1"),
        ("4k3/8/8/2B5/8/8/8/B3K3 w - -", "a1d4", "Bad4"),
    ] {
        assert_eq!(write(fen, uci), text, "{fen}");
        assert_eq!(read(fen, text), uci, "{fen}");
    }
}

#[test]
fn signs_of_check_and_mate_captures_promotions_and_castling() {
    for (fen, uci, text) in [
        ("4k3/Q7/3K4/8/8/8/8/8 w - -", "a7e7", "Qe7#"),
        ("4k3/Q7/3K4/8/8/8/8/8 w - -", "a7e3", "Qe3+"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3", "d4e3", "dxe3"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - -", "a7b8q", "axb8=Q+"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - -", "a7a8n", "a8=N"),
        ("5k2/8/8/8/8/8/8/4K2R w K -", "e1g1", "O-O+"),
        ("r3k3/8/8/8/8/8/8/4K2R b q -", "e8c8", "O-O-O"),
        // In Chess960 the king may stand where he castles to.
        ("4k3/8/8/8/8/8/8/1RK5 w B -", "c1b1", "O-O-O"),
        ("5k2/8/8/8/8/8/4R1R1/3K3R w H -", "d1h1", "O-O#"),
    ] {
        assert_eq!(write(fen, uci), text, "{fen}");
        assert_eq!(read(fen, text), uci, "{fen}");
    }
}

#[test]
fn what_people_write_is_read() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for text in
        ["Nf3", "nf3", "\u{2658}f3", "Ng1f3", "Ng1-f3", "Ngf3", "N1f3", "g1f3", "g1-f3", "Nf3!?"]
    {
        assert_eq!(read(start, text), "g1f3", "{text}");
    }
    for text in ["e4", "e2e4", "e2-e4", "Pe4", "e4!", " e4 ", "e4+", "ee4"] {
        assert_eq!(read(start, text), "e2e4", "{text}");
    }
    let promotion = "1n2k3/P7/8/8/8/8/8/4K3 w - -";
    for text in ["a8=Q+", "a8Q", "a8q", "a8=q", "a8(Q)", "a8/Q", "a7a8q", "a7-a8=Q!!", "a8=Q++"] {
        assert_eq!(read(promotion, text), "a7a8q", "{text}");
    }
    for text in ["axb8=B", "ab8b", "axb8(B)", "abB", "axb=B", "a7xb8b", "xb8=B", "a7:b8B"] {
        assert_eq!(read(promotion, text), "a7b8b", "{text}");
    }
    let en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6";
    for text in
        ["exd6", "exd6 e.p.", "exd e.p.", "exd6ep", "ed6", "ed", "exd", "xd6", "e5d6", "e:d6"]
    {
        assert_eq!(read(en_passant, text), "e5d6", "{text}");
    }
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
    for text in ["O-O", "0-0", "o-o", "OO", "0-0!", "e1g1", "e1h1"] {
        assert_eq!(read(castling, text), "e1g1", "{text}");
    }
    for text in ["O-O-O", "0-0-0", "ooo", "e1c1", "e1a1"] {
        assert_eq!(read(castling, text), "e1c1", "{text}");
    }
    // A bishop has a capital letter where a b-pawn could move as well.
    let pawn_and_bishop = "4k3/8/8/8/8/2p5/1P1B4/4K3 w - -";
    assert_eq!(read(pawn_and_bishop, "bxc3"), "b2c3");
    assert_eq!(read(pawn_and_bishop, "Bxc3"), "d2c3");
    // In Chess960 a king's step beside his rook is not castling.
    let steps = "4k3/8/8/8/8/8/8/5K1R w H -";
    assert_eq!(read(steps, "f1g1"), "f1g1");
    assert_eq!(read(steps, "Kg1"), "f1g1");
    assert_eq!(read(steps, "f1h1"), "f1h1");
    assert_eq!(read(steps, "O-O"), "f1h1");
}

#[test]
fn what_is_wrong_is_said_in_one_sentence_that_names_the_move() {
    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
    let no_move =
        |text: &str| format!("'{text}' is not a move (expected like Nf3, exd5, e8=Q, O-O or e2e4)");
    for text in [
        "", "x", "N", "Nf9", "Ni3", "e4=", "Nf3=Q", "O-O-O-O", "--", "1-0", "N-x-f3", "Nfxx3",
        "e\u{e9}",
    ] {
        assert_eq!(read(KIWIPETE, text), no_move(text));
    }
    for (fen, text, message) in [
        (KIWIPETE, "Ke4", "'Ke4' is not a legal move here"),
        (KIWIPETE, "Bxa3", "'Bxa3' is not a legal move here"),
        (KIWIPETE, "Nxd3", "'Nxd3' captures nothing"),
        (KIWIPETE, "d6=Q", "'d6=Q' is not a legal move here"),
        (
            "4k3/P7/8/8/8/8/8/4K3 w - -",
            "a8",
            "'a8' needs the piece that the pawn becomes (like e8=Q)",
        ),
        ("4k3/P7/8/8/8/8/8/4K3 w - -", "a8=K", "'a8=K' is not a move"),
        ("4k3/8/8/p1p5/1P6/8/8/4K3 w - -", "xb5", "'xb5' captures nothing"),
        ("4k3/8/2p5/1P1P4/8/8/8/4K3 w - -", "xc6", "'xc6' is more than one move: bxc6 or dxc6"),
        ("4k3/3p4/2pp4/1P6/3P4/8/8/4K3 b - -", "Kd7", "'Kd7' is not a legal move here"),
        ("3k4/8/4p3/3P4/4p3/3P4/8/4K3 w - -", "dxe", "'dxe' is more than one move: dxe4 or dxe6"),
    ] {
        let said = read(fen, text);
        assert!(said.starts_with(message), "{text}: {said}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    /// No two moves are written alike, and every one is read back, also without the signs behind
    /// it, without the x, and in UCI notation.
    #[test]
    fn every_legal_move_is_read_as_it_is_written(position in any_position()) {
        let all = moves(&position);
        let mut texts = HashSet::new();
        for &m in &all {
            let text = san::text(&position, m);
            let bare = text.trim_end_matches(['+', '#']);
            for written in [&*text, bare, &bare.replace('x', ""), &Chess.move_text(&position, m)] {
                let read = san::parse(&position, written);
                prop_assert_eq!(read.as_ref(), Ok(&m), "{:?}: {}: {:?}", position, written, &read);
            }
            prop_assert!(texts.insert(text));
        }
    }

    /// Whatever a text is, it is read as one legal move or refused in one line.
    #[test]
    fn any_text_is_a_legal_move_or_an_error(
        position in any_position(),
        text in "[KQRBNa-h1-8xO=+#:.p-]{0,8}",
    ) {
        match san::parse(&position, &text) {
            Ok(m) => prop_assert!(moves(&position).contains(&m)),
            Err(error) => prop_assert!(error.to_string().contains(&text)),
        }
    }
}
