//! Files of games.

use crate::common::{game, moves};
use proptest::prelude::*;
use threefold_chess::pgn::{self, PgnErrorKind, PgnGame, decode};
use threefold_chess::{Chess, san};
use threefold_game::History;

fn games(text: &str) -> Vec<PgnGame> {
    pgn::read(text).collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{error}"))
}

fn error(text: &str) -> String {
    pgn::read(text).find_map(Result::err).expect("an error").to_string()
}

fn uci(game: &PgnGame) -> String {
    game.history().notation(&Chess)
}

#[test]
fn what_stands_between_moves_is_skipped() {
    let plain = "e2e4 e7e5 g1f3 b8c6";
    for text in [
        "1. e4 e5 2. Nf3 Nc6 *",
        "1.e4 e5 2.Nf3 Nc6",
        "1 e4 e5 2 Nf3 Nc6 1-0",
        "1. e4 1... e5 2. Nf3 2...Nc6 1/2-1/2",
        "e2e4 e7e5 Ng1-f3 Nb8-c6 0-1",
        "1. e4! {best (by test)} e5 $1 $14 2. Nf3 !? Nc6 ; 3. Bb5\n*",
        "1. e4 (1. d4 d5 (1... Nf6 {:-)} 2. c4)) 1... e5 {[%clk 0:01:02]} 2. Nf3 Nc6 *",
        "% e3\n1. e4 e5\n% d6 ( {\n2. Nf3 Nc6\n*",
        "\u{feff}% a line\r\n1. e4 e5\r\n2. Nf3\r\nNc6\r\n*\r\n",
        "1. e4 (1. c4 ; a ) in a comment\n e5) e5 2. Nf3 Nc6 *",
        "1. e4 = e5 +- 2. Nf3 \u{b1} N Nc6\u{2a72} -/+ \u{221e} *",
        "1\u{2026} e4 e5 2. \u{2658}f3 \u{265e}c6 \u{bd}-\u{bd}",
    ] {
        let games = games(text);
        assert_eq!(games.len(), 1, "{text}");
        assert_eq!(uci(&games[0]), plain, "{text}");
    }
}

#[test]
fn games_end_with_a_result_or_before_a_tag() {
    let file = "[Event \"a\"]\n[Site \"b\"]\n1. e4 e5 1-0 1. d4 *\n[Event \"c\"]\n\n1. c4\n\
                [Event \"d \\\"e\\\" \\\\\"]\n[Result \"0-1\"]\n[Event \"f\"]\n";
    let games = games(file);
    let said: Vec<_> = games
        .iter()
        .map(|game| (game.number(), game.line(), game.tag("Event"), uci(game), game.result()))
        .collect();
    assert_eq!(
        said,
        [
            (1, 1, Some("a"), "e2e4 e7e5".to_owned(), Some("1-0")),
            (2, 3, None, "d2d4".to_owned(), None),
            (3, 4, Some("c"), "c2c4".to_owned(), None),
            (4, 7, Some("d \"e\" \\"), String::new(), Some("0-1")),
            (5, 9, Some("f"), String::new(), None),
        ]
    );
    assert_eq!(games[0].tags().len(), 2);
    for &(number, line, ..) in &said {
        let game = pgn::read(file).nth(number - 1).unwrap().unwrap();
        assert_eq!((game.number(), game.line()), (number, line));
    }
    assert!(pgn::read(file).nth(5).is_none());
    assert!(pgn::read("\n \n% only this\n; and this\n{and this}").next().is_none());
}

#[test]
fn a_position_inside_a_game_has_its_history() {
    let game = &games("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 *")[0];
    assert_eq!(game.after(0).unwrap(), History::new(game.history().start().clone()));
    let middle = game.after(4).unwrap();
    assert_eq!(middle.root(), middle.start());
    assert_eq!(middle.recurring().len(), 4);
    assert_eq!(game.after(5).as_ref(), Some(game.history()));
    assert!(game.after(6).is_none());
}

#[test]
fn null_moves_are_played_and_counted() {
    for text in ["1. e4 -- 2. d4 Z0 3. Nf3 *", "1. e4 1... -- 2. d4 2... Z0 3. Nf3"] {
        let [game] = &games(text)[..] else { panic!("one game") };
        assert_eq!((game.plies(), uci(game).as_str()), (5, "g1f3"));
        let after = |plies| game.after(plies).map(|history| history.root().to_string());
        assert!(after(1).is_some_and(|fen| fen.contains(" b ")));
        assert_eq!(after(1).map(|fen| fen.replace(" b ", " w ")), after(2));
        assert_eq!(after(5).as_deref(), Some(&*game.history().root().to_string()));
        assert_eq!((after(6), game.move_number(5)), (None, 3));
    }
    let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 41\"]\n";
    let game = &games(&format!("{fen}41... Ke7 42. e4 Ke6 *"))[0];
    assert_eq!([0, 1, 2, 3].map(|plies| game.move_number(plies)), [41, 42, 42, 43]);
    let passes_in_check = "1. e4 e5 2. Qh5 Nf6 3. Qxf7 -- *";
    assert_eq!(error(passes_in_check), "game 1, line 1, column 29: who is in check cannot pass");
    assert!(error("1. e4 -- 2. Ke3 *").contains("ply 3"));
}

#[test]
fn chess960_starts_with_a_position() {
    let file = "[Variant \"Fischerandom\"]\n[SetUp \"1\"]\n\
                [FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9\"]\n\
                1. Nf3 O-O 2. O-O-O *\n";
    let said = error(file);
    assert_eq!(said, "game 1, line 4, column 8: ply 2: 'O-O' is not a legal move here");
    let file = "[FEN \"1k6/8/8/8/8/8/8/R4KR1 w KQ -\"]\n[Variant \"chess 960\"]\n1. O-O-O Kc7 *";
    assert_eq!(uci(&games(file)[0]), "f1a1 b8c7");
    for variant in ["Standard", "From Position", "Chess", "", "Chess960"] {
        assert_eq!(uci(&games(&format!("[Variant \"{variant}\"]\n1. e4 *"))[0]), "e2e4");
    }
    assert_eq!(
        error("[Variant \"Atomic\"]\n1. e4 *"),
        "game 1, line 1, column 11: variant 'Atomic' is neither standard chess nor Chess960"
    );
}

#[test]
fn errors_have_a_game_a_line_and_a_column() {
    for (text, message) in [
        (
            "1. e4 *\n\n1. e4 e5\n2. Ke3 *",
            "game 2, line 4, column 4: ply 3: 'Ke3' is not a legal move here",
        ),
        (
            "\u{feff}1. \u{e9}4",
            "game 1, line 1, column 4: ply 1: '\u{e9}4' is not a move \
             (expected like Nf3, exd5, e8=Q, O-O or e2e4)",
        ),
        (
            "1. e4 {\u{e9}} e6 }",
            "game 1, line 1, column 14: expected a move or a result, found '}'",
        ),
        ("1. e4 ) *", "game 1, line 1, column 7: expected a move or a result, found ')'"),
        (
            "1. e4 {no end\n1. d4 *",
            "game 1, line 1, column 7: the comment that begins here has no closing brace",
        ),
        (
            "1. e4\n (no (end) *",
            "game 1, line 2, column 2: the variation that begins here has no closing parenthesis",
        ),
        ("[Event]\n1. e4 *", "game 1, line 1, column 7: a tag is like [Name \"value\"]"),
        ("[Event \"a]\n1. e4 *", "game 1, line 1, column 8: a tag is like [Name \"value\"]"),
        ("[\"a\"]\n", "game 1, line 1, column 2: a tag is like [Name \"value\"]"),
        ("[Event \"a\" 2]", "game 1, line 1, column 12: a tag is like [Name \"value\"]"),
        (
            "[FEN \"8/8/8/8/8/8/8/8 w - -\"]",
            "game 1, line 1, column 7: there is no king on the board",
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/8/4K3 w x -\"]",
            "game 1, line 1, column 29: castling rights are - or some of KQkq, or \
             files of rooks as HAha, found 'x'",
        ),
        (
            "1. f3 e5 2. g4 Qh4# 3. a3",
            "game 1, line 1, column 24: ply 5 is played after the end of the game",
        ),
        ("1. 00 *", "game 1, line 1, column 4: ply 1: '00' is not a legal move here"),
        ("00 *", "game 1, line 1, column 1: ply 1: '00' is not a legal move here"),
        (
            "1. e4 xx",
            "game 1, line 1, column 7: ply 2: 'xx' is not a move (expected like \
             Nf3, exd5, e8=Q, O-O or e2e4)",
        ),
        // The first of several errors.
        ("1. e5 {no end", "game 1, line 1, column 4: ply 1: 'e5' is not a legal move here"),
        ("[Event]\n1. e5 *", "game 1, line 1, column 7: a tag is like [Name \"value\"]"),
    ] {
        assert_eq!(error(text), message);
    }
}

/// Only the game itself is lost; where a comment has no end, all up to the next `[Event`.
#[test]
fn a_game_that_cannot_be_read_does_not_stop_the_reader() {
    let file = "1. e5 *\n[Event]\n1. e4 *\n[Event \"c\"]\n1. d4\n[broken\n1. c4 *\n1. a3 *\n";
    let read: Vec<_> = pgn::read(file).map(|game| game.map(|game| uci(&game)).ok()).collect();
    assert_eq!(read, [None, None, Some("d2d4".into()), None, Some("a2a3".into())]);
    let kinds: Vec<_> = pgn::read(file).filter_map(Result::err).collect();
    assert!(matches!(kinds[0].kind(), PgnErrorKind::Move(_)));
    assert_eq!((kinds[1].game(), kinds[1].line(), kinds[1].column()), (2, 2, 7));
    assert_eq!((kinds[2].game(), kinds[2].line()), (4, 6));
    for open in ["{", "(", "({"] {
        let file =
            format!("1. d4 {open} no end *\n1. c4 *\n[Event \"b\"]\n1. e4 {{x}} (1. a3) *\n");
        let read: Vec<_> = pgn::read(&file).map(|game| game.map(|game| uci(&game)).ok()).collect();
        assert_eq!(read, [None, Some("e2e4".into())], "{file}");
    }
}

#[test]
fn latin_1_and_utf_8() {
    let latin = b"[White \"R\xe9ti\"] 1. e4 {\xff\x80} *";
    assert_eq!(games(&decode(latin))[0].tag("White"), Some("R\u{e9}ti"));
    let utf = "[White \"R\u{e9}ti \u{2654}\"] 1. e4 *";
    assert_eq!(games(&decode(utf.as_bytes()))[0].tag("White"), Some("R\u{e9}ti \u{2654}"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// A random game is written with numbers, comments and line breaks, and read as it was.
    #[test]
    fn a_game_is_read_as_it_was_played((start, choices) in game(), crlf in any::<bool>()) {
        let mut history = History::<Chess>::new(start.clone());
        for choice in choices {
            if history.root().ending().is_some() {
                break;
            }
            let moves = moves(history.root());
            history.push(&Chess, moves[usize::from(choice) % moves.len()]);
        }
        let line = san::line(&start, history.moves());
        let mut text = format!("[SetUp \"1\"]\n[FEN \"{start} 0 1\"]\n\n{line} {{an end}} *\n");
        if crlf {
            text = text.replace('\n', "\r\n").replace(". ", ".\r\n");
        }
        let games = games(&text.repeat(2));
        prop_assert_eq!(games.len(), 2);
        prop_assert_eq!(games[0].history(), &history);
        prop_assert_eq!(games[1].history(), &history);
    }

    #[test]
    fn any_text_is_games_or_errors_of_one_line(text in "[\\[\\]{}();%$*a-h1-8NKO\" .x=\n-]{0,80}") {
        for game in pgn::read(&text) {
            if let Err(error) = game {
                prop_assert!(!error.to_string().contains('\n'));
                prop_assert!(error.line() <= text.lines().count().max(1));
            }
        }
    }
}
