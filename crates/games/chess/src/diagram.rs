//! A position as a picture of text.

use std::fmt::Write;

use cozy_chess::{BitBoard, Color, File, Piece, Rank, Square};

use crate::ChessPosition;

/// How [`ChessPosition::diagram`] draws.
///
/// ```
/// use threefold_chess::{ChessPosition, Diagram};
/// let position: ChessPosition = "4k3/Q7/3K4/8/8/8/8/8 w - -".parse()?;
/// assert_eq!(
///     position.diagram(Diagram::default()),
///     "\
/// 8  . . . . k . . .
/// 7  Q . . . . . . .
/// 6  . . . K . . . .
/// 5  . . . . . . . .
/// 4  . . . . . . . .
/// 3  . . . . . . . .
/// 2  . . . . . . . .
/// 1  . . . . . . . .
///
///    a b c d e f g h   white to move
/// "
/// );
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// Chessmen as figurines; otherwise as the letters of FEN.
    pub unicode: bool,
    /// Squares in two colours, and the men in black and white, by ANSI escapes (256 colours).
    pub colour: bool,
    /// Seen from black's side: h1 in the upper left corner.
    pub from_black: bool,
}

/// Colours of the 256: light and dark squares, white and black men.
const LIGHT: u8 = 180;
const DARK: u8 = 137;
const WHITE: u8 = 231;
const BLACK: u8 = 16;

impl ChessPosition {
    /// The board in eight lines, each with the number of its rank, and a line with the files and
    /// the side to move. Every line has an end, and no blanks before it.
    pub fn diagram(&self, how: Diagram) -> String {
        let mut ranks = Rank::ALL;
        let mut files = File::ALL;
        if how.from_black {
            files.reverse()
        } else {
            ranks.reverse()
        }
        let mut out = String::new();
        for rank in ranks {
            out.push(char::from(rank));
            out.push_str(if how.colour { " " } else { "  " });
            for (i, &file) in files.iter().enumerate() {
                let square = Square::new(file, rank);
                if how.colour {
                    self.draw_coloured(square, how, &mut out);
                } else {
                    out.push_str(if i == 0 { "" } else { " " });
                    out.push(self.man(square, how).unwrap_or('.'));
                }
            }
            out.push_str(if how.colour { "\u{1b}[0m\n" } else { "\n" });
        }
        out.push_str(if how.colour { "   " } else { "\n   " });
        for file in files {
            out.push(char::from(file));
            // Coloured squares are three columns wide, others two.
            out.push_str(if how.colour { "  " } else { " " });
        }
        let white = self.board.side_to_move() == Color::White;
        out.push_str(if white { "  white to move\n" } else { "  black to move\n" });
        out
    }

    /// What stands on a square. Coloured men all have the filled figurines, whose shape is better
    /// seen.
    fn man(&self, square: Square, how: Diagram) -> Option<char> {
        let piece = self.board.piece_on(square)?;
        let white = self.board.colors(Color::White).has(square);
        Some(match (how.unicode, white && !how.colour) {
            (true, true) => match piece {
                Piece::King => '\u{2654}',
                Piece::Queen => '\u{2655}',
                Piece::Rook => '\u{2656}',
                Piece::Bishop => '\u{2657}',
                Piece::Knight => '\u{2658}',
                Piece::Pawn => '\u{2659}',
            },
            (true, false) => match piece {
                Piece::King => '\u{265a}',
                Piece::Queen => '\u{265b}',
                Piece::Rook => '\u{265c}',
                Piece::Bishop => '\u{265d}',
                Piece::Knight => '\u{265e}',
                Piece::Pawn => '\u{265f}',
            },
            _ if white => char::from(piece).to_ascii_uppercase(),
            _ => char::from(piece),
        })
    }

    fn draw_coloured(&self, square: Square, how: Diagram, out: &mut String) {
        let square_colour = if BitBoard::LIGHT_SQUARES.has(square) { LIGHT } else { DARK };
        let white = self.board.colors(Color::White).has(square);
        let man_colour = if white { WHITE } else { BLACK };
        let man = self.man(square, how).unwrap_or(' ');
        // Writing to a string does not fail.
        let _ = write!(out, "\u{1b}[48;5;{square_colour};38;5;{man_colour}m {man} ");
    }
}
