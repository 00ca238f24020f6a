//! Positions as text: what is read, and what is said of what is not.

use crate::common::{RULES, position};
use threefold_game::Game;

#[test]
fn forms_of_one_position() {
    let canonical = "W:W18,K22,31:B3,K4";
    for text in [
        "W:W18,K22,31:B3,K4",
        "W:B3,K4:W18,K22,31",
        "W:W31,K22,18:BK4,3.",
        "  W:WK22,18,31:BK4,03  ",
        "W:W18,K22-22,31:B3,K04.",
        "w:w18,k22,31:b3,k4",
        "w:B3,k4:W18,K22,31.",
        "W:W18, K22, 31:B3, K4",
        "W : W 18 ,K22,31\t: B3,K4 .",
    ] {
        assert_eq!(position(text).to_string(), canonical, "{text}");
    }
    assert_eq!(position("B:W21-32:B1-12"), Default::default());
    assert_eq!(position("W:WK1-4:BK29-32").to_string(), "W:WK1,K2,K3,K4:BK29,K30,K31,K32");
}

#[test]
fn a_side_without_pieces() {
    for text in ["W:W:B3", "W:B3", "W:B3:W", "W:W:B3.", "W: W : B3", "W:B3:W "] {
        assert_eq!(position(text).to_string(), "W:W:B3", "{text}");
    }
}

#[test]
fn errors_say_what_and_where() {
    for (text, offset, message) in [
        ("", 0, "expected the side to move, W or B, found the end"),
        ("?:W1:B2", 0, "expected the side to move, W or B, found '?'"),
        ("W", 1, "expected ':' and the pieces of a side"),
        ("WW18:B3", 1, "expected ':', found 'W'"),
        ("W:18:B3", 2, "expected the colour of the pieces, W or B, found '1'"),
        ("W:W18:W19", 6, "the white pieces are given twice"),
        ("W:W18,:B3", 6, "expected a square (1 to 32, a king with K before it), found ':'"),
        ("W:W18,K:B3", 7, "expected a square (1 to 32, a king with K before it), found ':'"),
        ("W:W33:B3", 3, "the squares are 1 to 32, found '33'"),
        ("W:W0:B3", 3, "the squares are 1 to 32, found '0'"),
        ("W:W99999999999999:B3", 3, "the squares are 1 to 32, found '99999999999999'"),
        ("W:W18:B18", 7, "there is already a piece on square 18"),
        ("W:W20-18:B3", 6, "the range ends with 18, before it begins with 20"),
        ("W:W18 19:B3", 6, "expected ',' or ':', found '1'"),
        ("W:W18, K 22:B3", 8, "expected a square (1 to 32, a king with K before it), found ' '"),
        ("W W18:B3", 2, "expected ':', found 'W'"),
        ("W: W18, 3:B1", 8, "a white man stands on square 3, where he would be a king (K3)"),
        ("W:W18,3:B1", 6, "a white man stands on square 3, where he would be a king (K3)"),
        ("W:W18:B29", 7, "a black man stands on square 29, where he would be a king (K29)"),
        ("W:W18-31:B1", 0, "white has 14 pieces, more than 12"),
        ("W:W:B", 0, "there is no piece on the board"),
        (" W:W18:Bx", 8, "expected a square (1 to 32, a king with K before it), found 'x'"),
        (
            "W:W18:B\u{e9}",
            7,
            "expected a square (1 to 32, a king with K before it), found '\u{e9}'",
        ),
    ] {
        let error = RULES.parse_position(text).unwrap_err();
        assert_eq!((error.offset(), error.to_string().as_str()), (offset, message), "{text}");
    }
}
