//! Positions as pictures of text.

use crate::common::position;
use threefold_chess::Diagram;

const FEN: &str = "r2qk2r/8/8/3N4/8/8/5P2/R3K2R b KQkq -";

#[test]
fn the_side_to_move_and_the_side_from_which_it_is_seen() {
    let drawn = position(FEN).diagram(Diagram { from_black: true, ..Diagram::default() });
    assert_eq!(
        drawn,
        "1  R . . K . . . R\n2  . . P . . . . .\n3  . . . . . . . .\n4  . . . . . . . .\n\
         5  . . . . N . . .\n6  . . . . . . . .\n7  . . . . . . . .\n8  r . . k q . . r\n\n   \
         h g f e d c b a   black to move\n"
    );
}

#[test]
fn figurines() {
    let drawn = position(FEN).diagram(Diagram { unicode: true, ..Diagram::default() });
    let first = drawn.lines().next().unwrap();
    assert_eq!(first, "8  \u{265c} . . \u{265b} \u{265a} . . \u{265c}");
    assert!(drawn.contains("5  . . . \u{2658} . . . ."));
    assert_eq!(drawn.lines().count(), 10);
}

/// a1 and h8 are dark, and what colours a line ends with it.
#[test]
fn colours() {
    let drawn =
        position(FEN).diagram(Diagram { unicode: true, colour: true, ..Diagram::default() });
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines.len(), 9);
    assert!(lines[7].starts_with("1 \u{1b}[48;5;137;38;5;231m \u{265c} "), "{}", lines[7]);
    assert!(lines[0].ends_with("\u{1b}[48;5;137;38;5;16m \u{265c} \u{1b}[0m"), "{}", lines[0]);
    assert!(lines[0].starts_with("8 \u{1b}[48;5;180;38;5;16m \u{265c} "), "{}", lines[0]);
    assert!(lines[..8].iter().all(|line| line.ends_with("\u{1b}[0m")));
    assert!(lines[..8].iter().all(|line| line.matches("\u{1b}[48").count() == 8));
}
