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
    assert_eq!(record.best_moves().collect::<Vec<_>>(), ["Qe7#", "Qe7"]);
    assert_eq!(record.avoid_moves().collect::<Vec<_>>(), ["Qf7+"]);
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
            "column 44: move 3 before the position: 'd8d7' is not a legal move here",
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
