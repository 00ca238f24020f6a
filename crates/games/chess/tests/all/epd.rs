//! Reading files of positions.

use proptest::prelude::*;
use threefold_chess::epd::{self, EpdErrorKind, Operand, parse_line};
use threefold_game::Game;

const EPPSTEIN: &str = "4k3/Q7/3K4/8/8/8/8/8 w - -";

#[test]
fn operations() {
    let line = format!(
        "{EPPSTEIN} bm Qe7# Qe7 #1; am Qf7+; dm 1; id \"a; \u{e9} b\"; c0 \
         \"first\"; c1 \"second\"; acd 12; noop"
    );
    let record = parse_line(&line).unwrap();
    assert_eq!(record.position(), &crate::common::position(EPPSTEIN));
    let words = |name| -> Vec<_> {
        record.operation(name).unwrap().operands().iter().map(Operand::as_str).collect()
    };
    assert_eq!((words("bm"), words("am")), (vec!["Qe7#", "Qe7", "#1"], vec!["Qf7+"]));
    assert_eq!((record.mate(), record.direct_mate()), (Some(1), Some(1)));
    assert_eq!(record.id(), Some("a; \u{e9} b"));
    assert_eq!(record.comment(), Some("first"));
    let c1 = record.operation("c1").unwrap();
    assert_eq!(c1.operands(), [Operand::Text("second".to_owned())]);
    assert_eq!(record.operation("acd").unwrap().first(), Some("12"));
    assert_eq!(record.operation("noop").unwrap().operands(), []);
    assert_eq!(record.operations().len(), 8);
    assert_eq!(record.to_string(), format!("{line};"));
    assert!(record.history().moves().is_empty());
}

#[test]
fn mate_lengths() {
    let mate =
        |text: &str| parse_line(&format!("{EPPSTEIN} bm {text};")).map(|record| record.mate());
    assert_eq!(mate("#12"), Ok(Some(12)));
    assert_eq!(mate("#-7"), Ok(Some(-7)));
    assert_eq!(mate("Qe7"), Ok(None));
    for wrong in ["#", "#0", "#x", "#1.5", "#99999999999999", "#-2147483648"] {
        let error = mate(wrong).unwrap_err();
        assert_eq!(error.column(), 31);
        assert_eq!(
            error.kind().to_string(),
            format!("expected a mate length like #3 or #-3, found '{wrong}'")
        );
    }
}

/// All ways to write the moves before the root: after a FEN as UCI does, as an operation, first
/// or last.
#[test]
fn moves_before_the_root() {
    let start = "k1r5/8/K1R5/8/8/8/8/8 w - -";
    for line in [
        format!("{start} 0 1 moves c6b6 c8b8 b6c6"),
        format!("{start} moves c6b6 c8b8 b6c6; bm #2;"),
        format!("{start} bm #2; moves c6b6 c8b8 b6c6;"),
        format!("{start}; bm #2; moves c6b6 c8b8 b6c6"),
        format!("{start} 0 1; bm #2; moves c6b6 c8b8 b6c6 ; "),
    ] {
        let record = parse_line(&line).unwrap();
        assert_eq!(record.history().start(), &crate::common::position(start));
        assert_eq!(record.history().notation(&threefold_chess::Chess), "c6b6 c8b8 b6c6");
        assert_eq!(record.position().to_string(), "kr6/8/K1R5/8/8/8/8/8 b - -");
        assert_eq!(record.position(), record.history().root());
    }
}

#[test]
fn files() {
    let file = format!(
        "\u{feff}# comment\r\n\r\n{EPPSTEIN} bm #1;\r\n   # more\n\t\n{EPPSTEIN} 0 1\nrubbish"
    );
    let records: Vec<_> = epd::read(&file).collect();
    assert_eq!(records.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 6, 7]);
    assert_eq!(records[0].1.as_ref().unwrap().mate(), Some(1));
    assert!(records[1].1.as_ref().unwrap().operations().is_empty());
    let error = records[2].1.as_ref().unwrap_err();
    assert_eq!((error.line(), error.column()), (7, 8));
    assert!(matches!(error.kind(), EpdErrorKind::Position(_)));
}

#[test]
fn errors() {
    for (line, message) in [
        ("", "column 1: expected a position, found nothing"),
        (
            "  4k3/8/8/9/8/8/8/4K3 w - -",
            "column 11: '9' is neither a piece (PNBRQK pnbrqk) nor a number of empty squares",
        ),
        (
            "4k3/Q7/3K4/8/8/8/8/8 w - - id \"no end; bm #1;",
            "column 31: the text that begins here has no closing quotation mark",
        ),
        (
            "4k3/Q7/3K4/8/8/8/8/8 w - - #1;",
            "column 28: expected the name of an operation (like bm or id), found '#1'",
        ),
        (
            "4k3/Q7/3K4/8/8/8/8/8 w - - 0 bm #1;",
            "column 28: expected the name of an operation (like bm or id), found '0'",
        ),
        (
            "4k3/Q7/3K4/8/8/8/8/8 w - - c0 \"\u{e9}\"; 1",
            "column 36: expected the name of an operation (like bm or id), found '1'",
        ),
        (
            "4k3/Q7/3K4/8/8/8/8/8 w - - dm;",
            "column 28: expected a number of moves to mate (like dm 3), found ''",
        ),
        (
            "4k3/Q7/3K4/8/8/8/8/8 w - - dm -2;",
            "column 31: expected a number of moves to mate (like dm 3), found '-2'",
        ),
        (
            "4k3/Q7/3K4/8/8/8/8/8 w - - moves a7a8 e8e7;",
            "column 39: move 2 before the position: 'e8e7' is not a legal move here",
        ),
        (
            "4k3/Q7/3K4/8/8/8/8/8 w - - moves a7a8; moves e8f7;",
            "column 40: the moves before the position are given twice",
        ),
        (
            "4k3/8/3KQ3/8/8/8/8/8 b - - moves e8d8 e6d7 d8d7",
            "column 44: move 3 before the position is played after the end of the game",
        ),
        (
            "4k3/8/4Q3/8/8/8/8/K7 b - - moves e8d8 e6d7 d8d7 a1a2",
            "column 49: move 4 before the position is played after the end of the game",
        ),
    ] {
        let error = parse_line(line).unwrap_err();
        assert_eq!(error.to_string(), format!("line 1, {message}"), "{line}");
    }
}

/// A text from the characters that mean something, more dangerous than any text.
fn nasty_line() -> impl Strategy<Value = String> {
    let words = prop::sample::select(
        &[
            EPPSTEIN, "4k3/Q7", "/", "8", "w", "b", "-", "KQkq", "e3", "0", "1", "bm", "#", "#-",
            "#1", ";", "\"", "\"x;y\"", "id", "dm", "moves", "a7a8", "e8f7", "\u{e9}", "\u{2003}",
            " ",
        ][..],
    );
    prop::collection::vec((words, prop::bool::ANY), 0..24).prop_map(|words| {
        words
            .into_iter()
            .map(|(word, blank)| if blank { format!("{word} ") } else { word.to_owned() })
            .collect()
    })
}

proptest! {
    #[test]
    fn no_text_panics(text in any::<String>()) {
        let _ = parse_line(&text);
        let _ = epd::read(&text).count();
        let _ = threefold_chess::Chess.parse_position(&text);
        let _ = parse_line(&format!("{EPPSTEIN} {text}"));
    }

    #[test]
    fn no_words_panic(text in nasty_line()) {
        let _ = parse_line(&text);
        if let Ok(record) = parse_line(&format!("{EPPSTEIN} {text}")) {
            // What was read is written so that it is read again.
            let written = record.to_string();
            let again = parse_line(&written).unwrap();
            prop_assert_eq!(again.to_string(), written);
            prop_assert_eq!(again.operations(), record.operations());
            prop_assert_eq!(again.position(), record.position());
        }
    }
}

/// What UCI, players and files have, and the position that is meant.
#[test]
fn a_position_is_a_fen_or_the_start_with_moves_as_people_write_them() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for (line, moves) in [
        ("startpos", ""),
        ("startpos;", ""),
        ("position startpos", ""),
        ("position startpos moves", ""),
        ("startpos moves e2e4 e7e5", "e2e4 e7e5"),
        ("position startpos moves e4 e7e5 Nf3", "e2e4 e7e5 g1f3"),
        ("startpos 1. e4 e5 2. Nf3", "e2e4 e7e5 g1f3"),
        ("startpos moves 1. e4 e5 2. Nf3", "e2e4 e7e5 g1f3"),
        ("startpos 1.e4 {best} e5 (1... c5) 2.Nf3 $1 1-0; id \"a\"", "e2e4 e7e5 g1f3"),
        (&format!("{START} 1. Nf3 d5 2. g3"), "g1f3 d7d5 g2g3"),
        (&format!("{START} 0 1 1. Nf3 d5 2. g3;"), "g1f3 d7d5 g2g3"),
        (&format!("{START} moves Nf3 d7d5"), "g1f3 d7d5"),
        (&format!("position fen {START} 0 1 moves e2e4"), "e2e4"),
        (&format!("position {START} moves e2e4"), "e2e4"),
        (&format!("fen {START}"), ""),
    ] {
        let record = parse_line(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(record.history().start().to_string(), START);
        assert_eq!(record.history().notation(&threefold_chess::Chess), moves, "{line}");
    }
}

/// The bar stands before what is wrong.
#[test]
fn errors_of_what_a_user_types() {
    const NO_OPERATION: &str = "expected the name of an operation (like bm or id), found";
    for (marked, message) in [
        ("position|", "expected a position, found nothing"),
        ("position fen|", "expected a position, found nothing"),
        ("startpo|", "a FEN has 4 fields"),
        (
            "startpos moves e2e4 |e7e4",
            "move 2 before the position: 'e7e4' is not a legal move here",
        ),
        ("startpos 1. e4 e5 2. |Ke3 Nc6", "move 3 before the position: 'Ke3' is not a legal move"),
        ("startpos 1. e4 1-0 |e5", "expected a move or a result, found 'e5'"),
        ("startpos 1. e4 1-0 |*", "expected a move or a result, found '*'"),
        ("startpos 1. e4 {a; b", "the comment that begins here has no closing brace"),
        ("startpos 1. e4 |[Event \"a\"]", "expected a move or a result, found '['"),
        ("startpos 1. e4 e5; |moves Nf3", "the moves before the position are given twice"),
        (
            "startpos |Nf3 d5",
            "'Nf3' is a move; moves follow 'moves' or a move number (like 1. Nf3)",
        ),
        ("startpos |c4 c5", "'c4' is a move; moves follow 'moves' or a move number (like 1. Nf3)"),
        ("4k3/Q7/3K4/8/8/8/8/8 w - - |5", &*format!("{NO_OPERATION} '5'")),
        ("4k3/Q7/3K4/8/8/8/8/8 w - - 0 1 |2 x", &*format!("{NO_OPERATION} '2'")),
    ] {
        let line = marked.replace('|', "");
        let error = parse_line(&line).unwrap_err();
        assert!(error.kind().to_string().starts_with(message), "{line}: {error}");
        if let Some(column) = marked.find('|') {
            assert_eq!(error.column(), column + 1, "{line}: {error}");
        }
    }
}

/// Operations come out in the order in which they stand, whatever they are.
#[test]
fn operations_keep_their_order() {
    let line = format!("{EPPSTEIN} id \"x\"; c3 \"a pawn's name\"; zzz 1 \"two\" 3; bm Qe7; noop;");
    let record = parse_line(&line).unwrap();
    let said: Vec<String> = record.operations().iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        ["id \"x\";", "c3 \"a pawn's name\";", "zzz 1 \"two\" 3;", "bm Qe7;", "noop;"]
    );
}

#[test]
fn lengths_of_mates_that_are_expected() {
    let mated = "kbK5/pp6/1P6/8/8/8/R7/8 b - -";
    for (start, text, length) in [
        (EPPSTEIN, "bm #3", Some(3)),
        (EPPSTEIN, "dm 3", Some(3)),
        (EPPSTEIN, "bm Qe7 #3; dm 3; c0 \"Mate in 3.\"", Some(3)),
        (EPPSTEIN, "c4 \"#3\"", Some(3)),
        (EPPSTEIN, "c0 \"White mates in 3\"", Some(3)),
        (EPPSTEIN, "c0 \"no mate in 3\"; c1 \"mate in a hurry\"; c2 \"mate in +3\"", None),
        (EPPSTEIN, "id \"mate in 3\"; ce 32760", None),
        (mated, "c0 \"white mates in 4\"", Some(-4)),
        (mated, "bm #-4", Some(-4)),
    ] {
        let record = parse_line(&format!("{start} {text};")).unwrap();
        assert_eq!(record.expected().unwrap().mate(), length, "{text}");
        assert_eq!(record.expected().unwrap().is_empty(), length.is_none(), "{text}");
    }
}

/// The record is good for everything else, and the moves are those of the position in question.
#[test]
fn expected_moves_that_are_none_are_errors_of_their_own() {
    let file = format!(
        "{EPPSTEIN} bm Qe7 Qd7 Qe7# a7d7;\n{EPPSTEIN} bm Qe9; id \"x\";\n{EPPSTEIN} am Qe7; bm \
         #2; dm 3;\n{EPPSTEIN} moves Qb7 Kf8; bm Qf7;\n"
    );
    let records: Vec<_> = epd::read(&file).map(|(_, record)| record.unwrap()).collect();
    assert_eq!(records[0].expected().unwrap().best().len(), 2);
    let error = |i: usize| records[i].expected().unwrap_err().to_string();
    assert_eq!(
        error(1),
        "line 2, column 31: 'Qe9' is not a move (expected like Nf3, exd5, e8=Q, O-O or e2e4)"
    );
    assert_eq!(records[1].id(), Some("x"));
    assert_eq!(error(2), "line 3, column 46: this says #3, and before it there was #2");
    let best = records[3].expected().unwrap().best();
    assert_eq!(threefold_chess::san::text(records[3].position(), best[0]), "Qf7+");
}

#[test]
fn the_halfmove_clock_of_the_position_in_question() {
    let clock = |line: &str| parse_line(line).unwrap().halfmove_clock();
    assert_eq!(clock(EPPSTEIN), None);
    assert_eq!(clock("4k3/Q7/3K4/8/8/8/8/8 w - - 7 20"), Some(7));
    assert_eq!(clock("4k3/Q7/3K4/8/8/8/8/8 w - - hmvc 7;"), Some(7));
    assert_eq!(clock("4k3/Q7/3K4/8/8/8/8/8 w - - 7 20 moves Qb7 Kf8"), Some(9));
    assert_eq!(clock("4k3/Q7/3K4/8/8/8/8/8 w - - moves Qb7 Kf8"), None);
    assert_eq!(clock("startpos 1. e4 e5 2. Nf3"), Some(1));
    assert_eq!(clock("startpos 1. e4 d5 2. exd5"), Some(0));
    assert_eq!(clock("startpos"), Some(0));
    // Castling is no capture, although a king takes his rook in it.
    assert_eq!(clock("4k3/8/8/8/8/8/4P3/4K2R w K - 3 9 1. O-O"), Some(4));
    let numbered = parse_line("4k3/Q7/3K4/8/8/8/8/8 w - - 7 20").unwrap();
    assert_eq!(numbered.move_number(), 20);
}
