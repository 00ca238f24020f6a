//! Chess endings: every legal position of one, and the truth about them.

use std::str::FromStr;

use threefold_chess::cozy_chess::{BoardBuilder, Color, Piece, Square};
use threefold_chess::{Chess, ChessPosition};
use threefold_oracle::Retrograde;

use super::failure::Failure;

/// What stands on the board: the men of White and of Black.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    men: Vec<(Piece, Color)>,
}

impl FromStr for Ending {
    type Err = String;

    /// Reads `KRvK`.
    fn from_str(text: &str) -> Result<Self, String> {
        let error = || format!("'{text}' is no ending, expected something like KRvK");
        let (white, black) = text.split_once('v').ok_or_else(error)?;
        let mut men = Vec::new();
        for (side, color) in [(white, Color::White), (black, Color::Black)] {
            if !side.starts_with('K') || side.matches('K').count() != 1 {
                return Err(error());
            }
            for letter in side.chars().filter(|&letter| letter != 'K') {
                let piece = match letter {
                    'Q' => Piece::Queen,
                    'R' => Piece::Rook,
                    'B' => Piece::Bishop,
                    'N' => Piece::Knight,
                    'P' => Piece::Pawn,
                    _ => return Err(error()),
                };
                men.push((piece, color));
            }
        }
        Ok(Ending { men })
    }
}

impl Ending {
    /// Every legal position, both sides to move, in a fixed order.
    pub fn positions(&self) -> Vec<ChessPosition> {
        let mut men = vec![(Piece::King, Color::White), (Piece::King, Color::Black)];
        men.extend(&self.men);
        let mut positions = Vec::new();
        let mut squares = Vec::new();
        place(&men, &mut squares, &mut |squares| {
            let men: Vec<_> = men.iter().copied().zip(squares.iter().copied()).collect();
            for turn in [Color::White, Color::Black] {
                positions.extend(position(&men, turn));
            }
        });
        positions
    }
}

/// Calls `found` with every way to place the men on different squares.
fn place(men: &[(Piece, Color)], squares: &mut Vec<Square>, found: &mut impl FnMut(&[Square])) {
    if squares.len() == men.len() {
        return found(squares);
    }
    for square in Square::ALL {
        if !squares.contains(&square) {
            squares.push(square);
            place(men, squares, found);
            squares.pop();
        }
    }
}

/// The position with these men, if it is legal.
pub fn position(men: &[((Piece, Color), Square)], turn: Color) -> Option<ChessPosition> {
    let mut builder = BoardBuilder::empty();
    for &(man, square) in men {
        *builder.square_mut(square) = Some(man);
    }
    builder.side_to_move = turn;
    ChessPosition::new(&builder).ok()
}

/// More positions than an ending may reach: 4 GiB, roughly.
const MOST: usize = 16_000_000;

/// Solves everything that can be reached from `roots`.
pub fn retrograde(
    roots: impl IntoIterator<Item = ChessPosition>,
) -> Result<Retrograde<Chess>, Failure> {
    Retrograde::solve(&Chess, roots, MOST)
        .map_err(|error| Failure::usage(format!("the ending is too large: {error}")))
}
