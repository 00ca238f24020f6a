//! Files of games.

use crate::common::RULES;
use threefold_checkers::pdn::{self, PdnGame};

fn games(text: &str) -> Vec<PdnGame> {
    let result: Result<Vec<_>, _> = pdn::read(text).collect();
    result.unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn moves(game: &PdnGame) -> String {
    game.history().notation(&RULES)
}

#[test]
fn a_game_with_everything() {
    let text = "\u{feff}% written by hand\n[Event \"A \\\"game\\\"\"]\n[GameType \
                \"21,B,8,8,N1,0\"]\n[Result \"1-0\"] [Black \"A\"]\n1. 11-15! 23-19 {a (comment} \
                2.8-11 $4 (2. 9-13 {)} (11-16)) 22-17 ; to the end 99-99\n\
                2... 4-8? 17-13 15-18 1-0\n";
    let [game] = &games(text)[..] else { panic!() };
    assert_eq!(game.line(), 2);
    assert_eq!(game.tag("Event"), Some("A \"game\""));
    assert_eq!(game.tag("Black"), Some("A"));
    assert_eq!(game.tag("White"), None);
    assert_eq!(game.tags().len(), 4);
    assert_eq!(game.result(), Some("1-0"));
    assert_eq!(moves(game), "11-15 23-19 8-11 22-17 4-8 17-13 15-18");
    assert_eq!(game.after(0).unwrap().moves().len(), 0);
    assert_eq!(game.after(7).unwrap().root(), game.history().root());
    assert!(game.after(8).is_none());
}

#[test]
fn plain_moves_with_a_cross_and_long_jumps() {
    let text = "1. 11x15 22x18 2. 15x22 25x18 3. 12-16 29-25 4. 9-13 18-14 5. 10x17 21x14 *";
    let [game] = &games(text)[..] else { panic!() };
    assert_eq!(moves(game), "11-15 22-18 15x22 25x18 12-16 29-25 9-13 18-14 10x17 21x14");
}

#[test]
fn games_end_with_a_result_or_a_tag() {
    let text = "1. 11-15 1/2-1/2 1. 11-16 *\n[Event \"3\"]\n1. 9-13\n[Event \"4\"]\n\
                [FEN \"W:WK1:BK32.\"]\n[FEN \"W:WK2:BK32\"]\n0-1\n";
    let games = games(text);
    let firsts: Vec<_> = games.iter().map(moves).collect();
    assert_eq!(firsts, ["11-15", "11-16", "9-13", "", ""]);
    assert_eq!(games[0].result(), Some("1/2-1/2"));
    assert_eq!(games[1].result(), None);
    assert_eq!(games[3].history().root().to_string(), "W:WK1:BK32");
    assert_eq!(games[4].history().root().to_string(), "W:WK2:BK32");
    assert_eq!(games[4].result(), Some("0-1"));
    assert!(self::games("").is_empty());
    assert!(self::games(" \n% nothing\n; nothing\n").is_empty());
}

/// Positions before the root are there: this one stands for the second time.
#[test]
fn moves_before_the_root_are_kept() {
    let game = pdn::parse_line("W:WK18:BK1 moves 18-15 1-6 15-18 6-1").unwrap();
    let history = game.history();
    assert_eq!(history.root(), history.start());
    assert_eq!(history.recurring()[0], *history.root());
}

#[test]
fn errors_say_what_and_where() {
    for (text, expected) in [
        ("1. 11-15 x", "line 1, column 10: expected a move, found 'x'"),
        ("\n 1. 11-16 11-15", "line 2, column 11: ply 2: '11-15' is not a legal move here"),
        ("[Event", "line 1, column 7: a tag is like [Name \"value\"]"),
        ("[Event \"a]\n*", "line 1, column 8: a tag is like [Name \"value\"]"),
        ("[Event \"a\" 11-15", "line 1, column 12: a tag is like [Name \"value\"]"),
        ("[\"a\"]", "line 1, column 2: a tag is like [Name \"value\"]"),
        ("11-15 {no end", "line 1, column 7: the comment that begins here has no closing brace"),
        (
            "11-15 (no (end)",
            "line 1, column 7: the variation that begins here has no closing parenthesis",
        ),
        ("[FEN \"W:W18:B40\"]", "line 1, column 14: the squares are 1 to 32, found '40'"),
        (
            "[GameType \"20\"]",
            "line 1, column 12: game type '20' is not American checkers, which is 21",
        ),
        ("1. 11-15 ]", "line 1, column 10: expected a move, found ']'"),
        ("11-15-18", "line 1, column 1: ply 1: '11-15-18' is not a legal move here"),
        ("11-99", "line 1, column 1: ply 1: '11-99' is not a move (expected like 11-15 or 15x22)"),
    ] {
        let error = pdn::read(text).next().unwrap().unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }
    for (text, expected) in [
        ("", "line 1, column 1: expected a position, found nothing"),
        (
            "W:WK1:BK32 bm 1-5",
            "line 1, column 12: expected 'moves' and the moves before the position, found 'bm'",
        ),
        ("W:WK1:BK32 moves 1-5 1-5", "line 1, column 22: ply 2: '1-5' is not a legal move here"),
        (" W:WK1:B99", "line 1, column 9: the squares are 1 to 32, found '99'"),
    ] {
        let error = pdn::parse_line(text).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

#[test]
fn one_bad_game_leaves_the_others() {
    let text = "[Event \"1\"]\n[FEN \"W:W18:B40\"]\n[Result \"*\"]\n1. 18-15 *\n\
                [Event \"2\"]\n1. 1-2 9-13\n[Event \"3\"]\n1. 9-13 *\n";
    let games: Vec<_> = pdn::read(text).collect();
    assert_eq!(games.len(), 3);
    assert!(games[0].is_err() && games[1].is_err());
    assert_eq!(games[2].as_ref().unwrap().tag("Event"), Some("3"));
}

/// However games are broken, those behind them are read: prose between the moves, a wrong last move
/// without a result behind it, a comment or a variation without an end.
#[test]
fn what_follows_a_broken_game_is_read() {
    for broken in [
        "1. 11-15 23-19 White stands well. 2. 8-11 22-17 *",
        "1. 11-15 23-19 2. 8-12",
        "1. 11-15 15-18",
        "1. 11-15 {no end 23-19 *",
        "1. 11-15 (no end 23-19 *",
        "1. 11-15 (9-13 {no end) 23-19 *",
    ] {
        for tags in ["[Event \"2\"]\n", "[White \"A\"]\n[Black \"B\"]\n"] {
            let is_open = broken.contains("no end");
            if is_open && !tags.contains("Event") {
                // Nothing says where it should have ended.
                continue;
            }
            let file = format!("{broken}\n\n{tags}1. 9-13 {{x}} 22-18 *\n");
            let games: Vec<_> = pdn::read(&file).collect();
            assert_eq!(games.len(), 2, "{file}");
            assert_eq!(games[0].as_ref().unwrap_err().line(), 1, "{file}");
            assert_eq!(moves(games[1].as_ref().unwrap()), "9-13 22-18", "{file}");
        }
    }
}

/// A parenthesis in a comment to the end of the line closes no variation.
#[test]
fn comments_of_both_kinds_stand_in_variations() {
    for variation in ["(11-16 {a)} 24-19)", "(11-16 ; a)\n24-19)", "(11-16 ; {\n24-19)"] {
        let file = format!("1. 11-15 23-19 {variation} 2. 8-11 *");
        let game = pdn::read(&file).next().unwrap().unwrap();
        assert_eq!(game.history().moves().len(), 3, "{variation}");
    }
}
