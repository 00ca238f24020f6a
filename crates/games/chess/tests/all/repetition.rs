//! When two positions are the same, by the laws of chess (FIDE 9.2.3).
//! Each position names the public thread or collection that it comes from.

use crate::common::{moves, play, position};
use threefold_chess::{Chess, ChessPosition};
use threefold_game::{Game, History, Leaf, Player, RepetitionRule, Searchable};

fn history(fen: &str, moves: &str) -> History<Chess> {
    History::from_notation(&Chess, position(fen), moves.split_whitespace(), RepetitionRule::Draw)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// How often the root has occurred, itself included. Counted by equality and by key, among all
/// positions and among those that can recur: all four have to agree.
fn occurrences(history: &History<Chess>) -> usize {
    let root = history.root();
    let same = |positions: &[ChessPosition]| positions.iter().filter(|&p| p == root).count();
    let by_key = |positions: &[ChessPosition]| {
        positions.iter().filter(|p| Chess.key(p) == Chess.key(root)).count()
    };
    let found = same(history.positions());
    assert_eq!(found, by_key(history.positions()));
    assert_eq!(found, same(history.recurring()));
    assert_eq!(found, by_key(history.recurring()));
    found + 1
}

#[track_caller]
fn assert_same(a: &ChessPosition, b: &ChessPosition) {
    assert_eq!(a, b);
    assert_eq!(Chess.key(a), Chess.key(b));
    assert_eq!(Chess.position_text(a), Chess.position_text(b));
}

#[track_caller]
fn assert_different(a: &ChessPosition, b: &ChessPosition) {
    assert_ne!(a, b);
    assert_ne!(Chess.key(a), Chess.key(b));
    assert_ne!(Chess.position_text(a), Chess.position_text(b));
}

#[test]
fn double_step_without_a_capturer() {
    let mut position = ChessPosition::startpos();
    play(&mut position, "e2e4");
    let after_e4 = position.clone();
    play(&mut position, "g8f6 g1f3 f6g8 f3g1");
    assert_same(&position, &after_e4);
}

#[test]
fn double_step_with_a_capturer() {
    let mut position = position("4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - -");
    play(&mut position, "e2e4");
    let after_e4 = position.clone();
    play(&mut position, "g8f6 g1f3 f6g8 f3g1");
    assert_different(&position, &after_e4);
    assert_eq!(after_e4.to_string(), "4k1n1/8/8/8/3pP3/8/8/4K1N1 b - e3");
    assert_eq!(position.to_string(), "4k1n1/8/8/8/3pP3/8/8/4K1N1 b - -");
}

/// cutechess#817: g5xh6 is never legal, because the pawn is pinned on the file.
#[test]
fn pinned_capturer() {
    let fen = "6k1/1p2p1rp/rP1pR3/2pP1pP1/p1P2P1P/R5K1/8/8 b - - 0 1";
    let history = history(fen, "h7h5 e6h6 g7h7 h6e6 h7g7 e6h6 g7h7 h6e6 h7g7");
    assert_eq!(occurrences(&history), Chess.occurrences() as usize);
}

/// Both pawns leave the rank when one takes the other en passant.
#[test]
fn horizontal_pin() {
    let with = position("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3");
    assert_same(&with, &position("8/8/8/8/k2Pp2Q/8/8/3K4 b - -"));
    // The pin is off with the king elsewhere.
    let with = position("8/8/k7/8/3Pp2Q/8/8/3K4 b - d3");
    assert_different(&with, &position("8/8/k7/8/3Pp2Q/8/8/3K4 b - -"));
    // Played, not read.
    let mut played = position("8/8/8/8/k3p2Q/8/3P4/3K4 w - -");
    play(&mut played, "d2d4");
    assert_same(&played, &position("8/8/8/8/k2Pp2Q/8/8/3K4 b - -"));
}

/// The pawn that made the double step shields the king on a diagonal.
#[test]
fn diagonal_pin_of_the_captured_pawn() {
    let with = position("8/8/8/k7/3p4/8/8/4K3 w - -");
    assert_eq!(moves(&with).len(), 5);
    let with = position("7k/8/8/8/3Pp3/2B5/8/4K3 b - d3");
    assert_same(&with, &position("7k/8/8/8/3Pp3/2B5/8/4K3 b - -"));
}

/// One of two capturers is pinned: the square counts.
#[test]
fn one_of_two_capturers_is_pinned() {
    let with = position("4k3/8/8/8/2pPp3/8/8/K3R3 b - d3");
    assert_different(&with, &position("4k3/8/8/8/2pPp3/8/8/K3R3 b - -"));
}

/// A queen beside the pawn can move to the square behind it, but not capture en passant.
#[test]
fn other_pieces_do_not_capture_en_passant() {
    let with = position("4k3/8/8/8/3Pq3/8/8/K7 b - d3");
    let without = position("4k3/8/8/8/3Pq3/8/8/K7 b - -");
    assert_same(&with, &without);
    let mut played = position("4k3/8/8/8/4q3/8/3P4/K7 w - -");
    play(&mut played, "d2d4");
    assert_same(&played, &without);
}

/// Three principal variations of matetrack repeat a placement that differs in castling rights
/// only; the moves here lead to such a pair.
#[test]
fn castling_rights() {
    for (fen, shuffle, lost) in [
        ("4k2r/4p1p1/2R3p1/1K2p2P/4p3/8/8/3R4 w k -", "d1d2 h8g8 d2d1 g8h8", 1),
        ("r3k3/p1B1pR1p/Kb2P3/1p2pp2/6N1/8/3p3r/3B4 w q -", "g4e3 a8c8 e3g4 c8a8", 1),
        ("r3k2r/p2p4/p1pP2p1/5pN1/5p2/1Q3p2/PP4b1/KB6 w kq -", "b3b4 h8g8 b4b3 g8h8", 1),
        ("r3k2r/p2p4/p1pP2p1/5pN1/5p2/1Q3p2/PP4b1/KB6 w kq -", "b3b4 e8d8 b4b3 d8e8", 1),
    ] {
        let history = history(fen, shuffle);
        assert_eq!(occurrences(&history), 1);
        assert_different(history.root(), history.start());
        for (i, (position, &m)) in history.positions().iter().zip(history.moves()).enumerate() {
            assert_eq!(Chess.is_irreversible(position, m), i == lost, "{fen}, move {i}");
        }
        assert_eq!(history.recurring().len(), shuffle.split(' ').count() - lost - 1);
        // Once the right is lost, the same moves do repeat.
        let mut again = history.root().clone();
        let first = again.clone();
        play(&mut again, shuffle);
        assert_same(&again, &first);
    }
}

/// lc0#1196: b8c8 recreates the root, which has occurred once: no draw, and Rxc8 mates.
#[test]
fn second_occurrence_is_no_draw_yet() {
    let history = history("k1r5/8/K1R5/8/8/8/8/8 w - - 0 1", "c6b6 c8b8 b6c6 b8c8");
    assert_eq!(occurrences(&history), 2);
    assert!(occurrences(&history) < Chess.occurrences() as usize);
    let mut root = history.root().clone();
    let Leaf::WinsBy(mate) = Chess.leaf(&mut root, Player::First) else { panic!("no mate") };
    assert_eq!(Chess.move_text(&root, mate), "c6c8");
}

/// Stockfish#2097: a1b1 is the third occurrence, a1b2 is none.
#[test]
fn third_occurrence_from_the_moves_before_the_root() {
    let fen = "8/8/8/8/8/8/p7/2k4K b - - 0 1";
    let moves = "c1b1 h1g1 b1c1 g1h1 c1b1 h1g1 b1a1 g1h1";
    assert_eq!(occurrences(&history(fen, &format!("{moves} a1b1"))), 3);
    assert_eq!(occurrences(&history(fen, &format!("{moves} a1b2"))), 1);
}

/// Stockfish#925 (Lasker and Reichhelm): a8a7 recreates the start.
#[test]
fn corresponding_squares() {
    let fen = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
    assert_eq!(occurrences(&history(fen, "a1a2 a7a8 a2a1 a8a7")), 2);
    assert_eq!(occurrences(&history(fen, "a1a2 a7a8 a2a1 a8b8")), 1);
}

#[test]
fn clocks_do_not_count() {
    assert_same(
        &position("k7/8/K7/8/8/7b/Q7/n7 w - - 98 1"),
        &position("k7/8/K7/8/8/7b/Q7/n7 w - -"),
    );
}

#[test]
fn side_to_move_counts() {
    assert_different(
        &position("k7/8/K7/8/8/7b/Q7/n7 w - -"),
        &position("k7/8/K7/8/8/7b/Q7/n7 b - -"),
    );
}
