//! Results, moves and their notation.

use crate::common::{moves, play, position};
use threefold_chess::cozy_chess::{BoardBuilder, Color, Piece, Square};
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, Leaf, Outcome, Player, Searchable};

#[test]
fn names() {
    assert_eq!(Chess.name(), "chess");
    assert_eq!(Player::ALL.map(|player| Chess.player_name(player)), ["white", "black"]);
    assert_eq!(Chess.occurrences(), 3);
}

/// Eppstein's example: 26 of the 27 moves keep the win.
#[test]
fn eppstein() {
    let mut position = position("4k3/Q7/3K4/8/8/8/8/8 w - -");
    assert_eq!(moves(&position).len(), 27);
    let Leaf::WinsBy(m) = Chess.leaf(&mut position, Player::First) else { panic!("no mate") };
    assert_eq!(Chess.move_text(&position, m), "a7e7");
    // For the other attacker it is a position like any other: black wants to win.
    let leaf = Chess.leaf(&mut position, Player::Second);
    assert!(matches!(leaf, Leaf::Estimate { pn: 27.., .. }), "{leaf:?}");
}

#[test]
fn insufficient_material() {
    for (fen, drawn) in [
        ("4k3/8/8/8/8/8/8/4K3 w - -", true),
        ("4k3/8/8/8/8/8/8/4KB2 w - -", true),
        ("4k1n1/8/8/8/8/8/8/4K3 w - -", true),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - -", true), // f8 and c1 are both dark
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - -", false), // c8 is light
        ("4kb2/8/b7/8/8/8/8/2B1K3 w - -", false),
        ("4kb2/8/8/8/8/B7/8/B1B1K3 w - -", true), // six bishops would do, on one colour
        ("4k3/8/8/8/8/8/8/2B1KN2 w - -", false),
        ("4k1n1/8/8/8/8/8/8/4KN2 w - -", false),
        ("4kbn1/8/8/8/8/8/8/4K3 w - -", false),
        ("4k3/8/8/8/8/8/8/4KNN1 w - -", false),
        ("4k3/8/8/8/8/8/P7/4K3 w - -", false),
        ("4k3/8/8/8/8/8/R7/4K3 w - -", false),
        ("4k3/8/8/8/8/8/q7/4K3 w - -", false),
    ] {
        let expected = drawn.then_some(Outcome::Draw);
        assert_eq!(Chess.terminal(&position(fen)), expected, "{fen}");
    }
}

#[test]
fn mate_and_stalemate() {
    for (fen, outcome) in [
        ("R5k1/5ppp/8/8/8/8/8/K7 b - -", Outcome::Win(Player::First)),
        ("8/8/8/8/8/8/5PPP/k2r2K1 w - -", Outcome::Win(Player::Second)),
        ("k7/2Q5/8/8/8/8/8/K7 b - -", Outcome::Draw),
        // Loyd, in Dudeney's "Queer Chess": there is no white king.
        ("8/8/8/2RkRN2/8/8/8/8 b - -", Outcome::Win(Player::First)),
        ("8/8/8/8/8/2r1p3/4P3/4k3 w - -", Outcome::Draw),
    ] {
        let mut position = position(fen);
        assert_eq!(Chess.terminal(&position), None);
        assert!(moves(&position).is_empty());
        assert_eq!(Chess.stuck(&position), outcome);
        for player in Player::ALL {
            assert_eq!(Chess.leaf(&mut position, player), Leaf::Over(outcome));
        }
    }
}

/// The only mate is an odd move; found by playing every move in random positions.
#[test]
fn odd_mates_in_one() {
    for (fen, mate) in [
        // Castling.
        ("8/8/8/8/8/8/5Q2/k3K2R w K -", "e1g1"),
        ("r3k1K1/q7/2P5/8/7n/8/8/8 b q -", "e8c8"),
        // En passant: the pawn checks; the king is laid bare.
        ("5r2/5k2/pP6/4r3/1q1Pp2K/4r3/7b/8 b - d3", "e4d3"),
        ("8/4R3/k7/Pp6/R2K1P2/8/1R3Q2/8 w - b6", "a5b6"),
        // Promotion, and to a knight only.
        ("6k1/4Pppp/8/8/8/8/8/K7 w - -", "e7e8q"),
        ("1R6/2nk1P2/8/4Q3/1N6/5K2/5Q2/8 w - -", "f7f8n"),
        // The king steps aside.
        ("8/8/8/4Q3/8/R7/8/R3K2k w Q -", "e1f2"),
        ("r3k1K1/8/7q/8/4P3/8/8/8 b q -", "e8e7"),
    ] {
        let mut position = position(fen);
        let attacker = Chess.player_to_move(&position);
        match Chess.leaf(&mut position, attacker) {
            Leaf::WinsBy(m) => assert_eq!(Chess.move_text(&position, m), mate, "{fen}"),
            leaf => panic!("{fen}: {leaf:?} instead of {mate}"),
        }
    }
}

/// A side without a king moves as if nothing could check it, and is known to no component and no
/// table.
#[test]
fn without_a_king() {
    for (fen, count) in [
        // With a king on e1 the bishop could not move, and in check hardly anything could.
        ("4r1k1/8/8/8/8/8/4B3/8 w - -", 9),
        ("7k/8/8/8/8/5n2/6pr/R2Q4 w - -", 27),
        ("8/8/8/2pP4/8/8/8/k7 w - c6", 2),
    ] {
        let mut position = position(fen);
        assert_eq!(moves(&position).len(), count, "{fen}");
        assert!(position.board().checkers().is_empty());
        assert_eq!(position.to_string(), fen);
        for player in Player::ALL {
            assert!(Chess.spot(&position, player).is_none());
            Chess.leaf(&mut position, player);
        }
        for m in moves(&position) {
            let after = position.after(m);
            assert_eq!(after, after.to_string().parse().unwrap());
            assert_eq!(Chess.key(&after), Chess.key(&after.to_string().parse().unwrap()));
        }
    }
}

#[test]
fn castling_is_written_as_uci_has_it() {
    let position = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -");
    let mut texts: Vec<String> =
        moves(&position).iter().map(|&m| Chess.move_text(&position, m)).collect();
    texts.sort();
    assert!(texts.contains(&"e1g1".to_owned()) && texts.contains(&"e1c1".to_owned()));
    // Neither as a capture of the rook nor left out where the rook can be captured.
    assert!(!texts.contains(&"e1h1".to_owned()) && texts.contains(&"h1h8".to_owned()));
    for (text, after) in
        [("e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq -"), ("e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq -")]
    {
        let mut played = position.clone();
        play(&mut played, text);
        assert_eq!(played.to_string(), after);
    }
}

#[test]
fn moves_that_are_refused() {
    let start = ChessPosition::startpos();
    let castle = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -");
    let promotion = position("4k3/P7/8/8/8/8/8/4K3 w - -");
    let no_right = position("r3k2r/8/8/8/8/8/8/R3K2R w - -");
    for (position, text, message) in [
        (&start, "e2e5", "'e2e5' is not a legal move here"),
        (&start, "e7e5", "'e7e5' is not a legal move here"),
        (&start, "e1g1", "'e1g1' is not a legal move here"),
        (&start, "e2e4q", "'e2e4q' is not a legal move here"),
        (&start, "e2x", "'e2x' is not a UCI move (expected like e2e4 or e7e8q)"),
        (&start, "", "'' is not a UCI move (expected like e2e4 or e7e8q)"),
        (&start, "e2e4 ", "'e2e4 ' is not a UCI move (expected like e2e4 or e7e8q)"),
        (&start, "Nf3", "'Nf3' is not a UCI move (expected like e2e4 or e7e8q)"),
        (&start, "i2i4", "'i2i4' is not a UCI move (expected like e2e4 or e7e8q)"),
        (&start, "e2é", "'e2é' is not a UCI move (expected like e2e4 or e7e8q)"),
        (&start, "a\nb", "'a\\nb' is not a UCI move (expected like e2e4 or e7e8q)"),
        (&castle, "e1h1", "'e1h1' is not a legal move here"),
        (&no_right, "e1g1", "'e1g1' is not a legal move here"),
        (&promotion, "a7a8", "'a7a8' needs the piece that the pawn becomes (like e7e8q)"),
        (&promotion, "a7a8k", "'a7a8k' is not a UCI move (expected like e2e4 or e7e8q)"),
        (&promotion, "a7a8Q", "'a7a8Q' is not a UCI move (expected like e2e4 or e7e8q)"),
    ] {
        let error = Chess.parse_move(position, text).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn boards_that_are_refused() {
    assert!(ChessPosition::new(&BoardBuilder::startpos()).is_ok());
    let mut adjacent = BoardBuilder::empty();
    *adjacent.square_mut(Square::A1) = Some((Piece::King, Color::White));
    *adjacent.square_mut(Square::B2) = Some((Piece::King, Color::Black));
    let error = ChessPosition::new(&adjacent).unwrap_err();
    assert_eq!(error.to_string(), "the kings stand on adjacent squares");
}
