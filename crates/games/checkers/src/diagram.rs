//! A position as a picture of text.

use std::fmt::Write;

use threefold_game::Player;

use crate::position::CheckersPosition;

/// How [`CheckersPosition::diagram`] draws.
///
/// ```
/// use threefold_checkers::{CheckersPosition, Diagram};
/// let position: CheckersPosition = "W:WK19,K23:B12,K28".parse()?;
/// assert_eq!(
///     position.diagram(Diagram::default()),
///     " 1    .   .   .   .   4
///  5  .   .   .   .     8
///  9    .   .   .   b  12
/// 13  .   .   .   .    16
/// 17    .   .   W   .  20
/// 21  .   .   W   .    24
/// 25    .   .   .   B  28
/// 29  .   .   .   .    32
///
///     white to move
/// "
/// );
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// Draughtsmen as figurines; otherwise as letters, kings in capitals.
    pub unicode: bool,
    /// Squares in two colours, and the pieces in black and white, by ANSI escapes (256 colours).
    pub colour: bool,
}

/// Colours of the 256: light and dark squares, white and black pieces.
const LIGHT: u8 = 180;
const DARK: u8 = 137;
const WHITE: u8 = 231;
const BLACK: u8 = 16;

/// What pieces look like in letters and as figurines: man and king, black's first.
const LETTERS: [[char; 2]; 2] = [['b', 'B'], ['w', 'W']];
const FIGURINES: [[char; 2]; 2] = [['\u{26c2}', '\u{26c3}'], ['\u{26c0}', '\u{26c1}']];

impl CheckersPosition {
    /// The board as PDN counts its squares: eight lines, black's side above, each with the numbers
    /// of its first and last dark square, and a line with the side to move. Every line has an end,
    /// and no blanks before that.
    pub fn diagram(&self, how: Diagram) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        for row in 0..8_u32 {
            let _ = write!(out, "{:2}  ", 4 * row + 1);
            for column in 0..8_u32 {
                let is_dark = (row + column) % 2 == 1;
                let piece = if is_dark { self.on(4 * row + column / 2) } else { None };
                if how.colour {
                    let (player, is_king) = piece.unwrap_or((Player::First, false));
                    // The filled figurines, whose shape is better seen.
                    let sign = if how.unicode { FIGURINES[0] } else { LETTERS[player.index()] };
                    let sign = piece.map_or(' ', |_| sign[usize::from(is_king)]);
                    let square = if is_dark { DARK } else { LIGHT };
                    let ink = if player == Player::First { BLACK } else { WHITE };
                    let _ = write!(out, "\u{1b}[48;5;{square};38;5;{ink}m {sign} ");
                    continue;
                }
                let signs = if how.unicode { FIGURINES } else { LETTERS };
                out.push(match piece {
                    Some((player, is_king)) => signs[player.index()][usize::from(is_king)],
                    None if is_dark => '.',
                    None => ' ',
                });
                out.push(' ');
            }
            out.push_str(if how.colour { "\u{1b}[0m" } else { "" });
            let _ = writeln!(out, " {:2}", 4 * row + 4);
        }
        let mover = if self.turn() == Player::First { "black" } else { "white" };
        let _ = writeln!(out, "\n    {mover} to move");
        out
    }

    /// Whose piece stands on a square, 0 for the first, and whether it is a king.
    fn on(&self, square: u32) -> Option<(Player, bool)> {
        let bit = 1 << square;
        let player = Player::ALL.into_iter().find(|&player| self.pieces(player) & bit != 0)?;
        Some((player, self.kings(player) & bit != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares stand where the letters of the start are known to be, in all four manners.
    #[test]
    fn pieces_stand_on_their_squares() {
        let start = CheckersPosition::startpos();
        let text = start.diagram(Diagram::default());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], " 1    b   b   b   b   4");
        assert_eq!(lines[7], "29  w   w   w   w    32");
        assert!(text.ends_with("\n\n    black to move\n"));
        assert!(text.lines().all(|line| line.trim_end() == line));
        for number in 1..=32_u32 {
            let position: CheckersPosition = format!("W:WK{number}:B").parse().unwrap();
            for (unicode, king) in [(false, 'W'), (true, '\u{26c1}')] {
                let text = position.diagram(Diagram { unicode, colour: false });
                let row = text.lines().nth((number as usize - 1) / 4).unwrap();
                let column = row.chars().position(|c| c == king).unwrap();
                // Four to a row, of which every other one begins a column further right.
                let (nth, row) = ((number - 1) % 4, (number - 1) / 4);
                assert_eq!(column as u32, 4 + 4 * nth + 2 * (1 - row % 2), "{number}");
            }
            let coloured = position.diagram(Diagram { unicode: true, colour: true });
            let row = coloured.lines().nth((number as usize - 1) / 4).unwrap();
            assert_eq!(row.matches("38;5;231m \u{26c3} ").count(), 1, "{number}");
            assert_eq!(coloured.matches("\u{1b}[0m").count(), 8);
        }
    }
}
