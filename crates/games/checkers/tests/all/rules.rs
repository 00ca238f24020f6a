//! The rules, position by position.

use crate::common::{RULES, position, texts};
use threefold_game::{Game, History, Outcome, Player, RepetitionRule};

#[test]
fn captures_are_forced() {
    assert_eq!(texts("B:W18:B15,1"), ["15x22"]);
    // Any of several, not the longest: one piece here, two there.
    assert_eq!(texts("B:W14,15,22:B10,9"), ["10x19", "10x26", "9x25"]);
}

#[test]
fn a_jump_goes_on_to_its_end() {
    assert_eq!(texts("B:W6,14,23:B1"), ["1x17"]);
    assert_eq!(texts("B:W6,15,23:B1"), ["1x26"]);
    // With the same squares at both ends the path is named.
    assert_eq!(texts("B:W6,7,14,15:BK2"), ["2x11x18x9x2", "2x9x18x11x2"]);
    assert_eq!(texts("B:W7,8,15,16:BK3"), ["3x10x19x12x3", "3x12x19x10x3"]);
}

#[test]
fn crowning_ends_the_move() {
    // The man could jump on as a king.
    assert_eq!(texts("B:W25,26:B21"), ["21x30"]);
    let mut crowned = position("B:W25,26:B21");
    let m = RULES.parse_move(&crowned, "21x30").unwrap();
    RULES.make(&mut crowned, m);
    assert_eq!(crowned.to_string(), "W:W26:BK30");
    // A king jumps on.
    assert_eq!(texts("B:W25,26:BK21"), ["21x23"]);
}

#[test]
fn men_only_go_forward() {
    // The man behind is safe.
    assert_eq!(texts("B:W10:B14"), ["14-17", "14-18"]);
}

#[test]
fn kings_go_one_step() {
    assert_eq!(texts("W:WK18:B1"), ["18-14", "18-15", "18-22", "18-23"]);
    assert_eq!(texts("W:WK32:BK1"), ["32-27", "32-28"]);
    assert_eq!(texts("W:WK18:B9"), ["18-14", "18-15", "18-22", "18-23"]);
}

/// A king may come back to the square where it began, and pass it.
#[test]
fn the_first_square_counts_as_empty() {
    assert!(texts("W:WK18:BK14,K6,K7,K15").contains(&"18x9x2x11x18".to_owned()));
}

#[test]
fn no_piece_is_jumped_twice() {
    // Round the ring and no further, although the first jumped square would be in reach.
    for text in texts("W:WK18:BK14,K6,K7,K15") {
        assert_eq!(text.matches('x').count(), 4, "{text}");
    }
}

#[test]
fn who_cannot_move_has_lost() {
    for (fen, winner) in [
        ("B:W5,6,10:B1", Player::Second),
        ("W:W32:BK23,27,28", Player::First),
        ("W:W:B1", Player::First),
        ("B:WK1:B", Player::Second),
    ] {
        let position = position(fen);
        assert_eq!(texts(fen), Vec::<String>::new(), "{fen}");
        assert_eq!(RULES.stuck(&position), Outcome::Win(winner), "{fen}");
        assert_eq!(RULES.terminal(&position), None);
    }
}

#[test]
fn moves_are_read_in_many_ways() {
    let start = position("B:W21-32:B1-12");
    for text in ["11-15", "11x15"] {
        let m = RULES.parse_move(&start, text).unwrap();
        assert_eq!(RULES.move_text(&start, m), "11-15");
    }
    let double = position("B:W6,15,23:B1");
    for text in ["1x26", "1-26", "1x10x26", "1x19x26", "1x10x19x26"] {
        let m = RULES.parse_move(&double, text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(RULES.move_text(&double, m), "1x26", "{text}");
    }
    for text in ["1x19", "1x10", "1x11x26", "1x19x10x26"] {
        let error = RULES.parse_move(&double, text).unwrap_err().to_string();
        assert_eq!(error, format!("'{text}' is not a legal move here"));
    }
    for text in ["", "1", "1x", "x26", "0-5", "1-33", "1 x 26", "111-15", "a-b", "+1-5", "1-\u{0}"]
    {
        let error = RULES.parse_move(&double, text).unwrap_err().to_string();
        assert!(error.contains("is not a move (expected like 11-15 or 15x22)"), "{text}: {error}");
    }
}

#[test]
fn an_ambiguous_move_is_refused() {
    // Two ways from 2 to 18, over different men.
    let fen = "B:W6,7,14,15:BK2";
    let all = texts(fen);
    assert_eq!(all.len(), 2);
    // They capture the same men: whoever wrote 2x2 meant either.
    assert!(RULES.parse_move(&position(fen), "2x2").is_ok());
    let fen = "W:W27:B23,24,15,16";
    assert_eq!(texts(fen), ["27x18x11", "27x20x11"]);
    let error = RULES.parse_move(&position(fen), "27x11").unwrap_err().to_string();
    assert_eq!(error, "'27x11' is more than one move: 27x18x11 or 27x20x11");
    assert!(RULES.parse_move(&position(fen), "27x18x11").is_ok());
}

#[test]
fn the_third_occurrence_counts() {
    assert_eq!(RULES.occurrences(), 3);
    let start = position("W:WK18:BK1");
    let moves = ["18-15", "1-6", "15-18", "6-1"];
    let history = History::from_notation(&RULES, start, moves, RepetitionRule::Draw).unwrap();
    assert_eq!(history.root(), &start);
    assert_eq!(history.recurring().len(), 4);
    let history =
        History::from_notation(&RULES, position("W:WK18,32:BK1"), ["32-27"], RepetitionRule::Draw)
            .unwrap();
    assert_eq!(history.recurring().len(), 0);
}
