//! Setting up a position piece by piece, and what makes one a position of shogi.

use threefold_game::NotationError;

use crate::{Color, Hand, Kind, Piece, Position, Square, attacks};

/// A position that is being set up: what every reader of positions fills in.
///
/// ```
/// use threefold_shogi::{Color, Kind, Piece, Setup, Square};
/// let mut setup = Setup::new(Color::Black);
/// setup.put(Square::at(5, 1).unwrap(), Piece { color: Color::White, kind: Kind::King });
/// setup.put(Square::at(5, 3).unwrap(), Piece { color: Color::Black, kind: Kind::Pawn });
/// setup.add_to_hand(Color::Black, Kind::Gold, 1);
/// setup.rest_in_hand(Color::White);
/// let position = setup.position()?;
/// assert_eq!(position.to_string(), "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
/// # Ok::<(), threefold_game::NotationError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Setup {
    side: Color,
    board: [Option<Piece>; Square::COUNT],
    hands: [[u32; 7]; 2],
}

impl Setup {
    /// An empty board and empty hands.
    pub fn new(side_to_move: Color) -> Setup {
        Setup { side: side_to_move, board: [None; Square::COUNT], hands: [[0; 7]; 2] }
    }

    /// Whose turn it is.
    pub fn side_to_move(&mut self, side: Color) -> &mut Self {
        self.side = side;
        self
    }

    /// Puts a piece on a square, in place of what was there.
    pub fn put(&mut self, square: Square, piece: Piece) -> &mut Self {
        self.board[square.index()] = Some(piece);
        self
    }

    /// Takes away what is on a square.
    pub fn clear(&mut self, square: Square) -> &mut Self {
        self.board[square.index()] = None;
        self
    }

    /// What is on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// Adds pieces to a hand. Promoted kinds count as what they are in hand; kings are never in
    /// hand, and not added.
    pub fn add_to_hand(&mut self, color: Color, kind: Kind, count: u32) -> &mut Self {
        if let Some(held) = self.hands[color.index()].get_mut(kind.unpromoted().index()) {
            *held = held.saturating_add(count);
        }
        self
    }

    /// Gives a side all pieces of a set that are nowhere else, the kings apart: what the defender
    /// of a tsume problem has, unless it is said otherwise.
    pub fn rest_in_hand(&mut self, color: Color) -> &mut Self {
        for kind in Kind::IN_HAND {
            let rest = kind.in_a_set().saturating_sub(self.count(kind));
            self.add_to_hand(color, kind, rest);
        }
        self
    }

    /// How many of an unpromoted kind there are, promoted ones included.
    fn count(&self, kind: Kind) -> u32 {
        let on_board = self.board.iter().flatten().filter(|piece| piece.kind.unpromoted() == kind);
        let in_hand = self.hands.iter().filter_map(|hand| hand.get(kind.index()));
        in_hand.fold(on_board.count() as u32, |sum, &count| sum.saturating_add(count))
    }

    /// The position, if there can be play in it: no more of a kind than a set has, at most one king
    /// each, no piece where it could never move again, and the side that is not to move is not in
    /// check. Two pawns of a side on one file are accepted, although no game leads to them:
    /// collections of problems that programs have made are full of them, and what is legal there is
    /// clear.
    ///
    /// # Errors
    /// What is wrong.
    pub fn position(&self) -> Result<Position, NotationError> {
        let error = |message: String| Err(NotationError::new(message));
        for kind in Kind::IN_HAND {
            let (count, most) = (self.count(kind), kind.in_a_set());
            if count > most {
                let name = kind.letter() as char;
                return error(format!("{count} pieces of the kind {name}, a set has {most}"));
            }
        }
        let mut position = Position::empty(self.side);
        for square in Square::all() {
            let Some(piece) = self.board[square.index()] else { continue };
            let Piece { color, kind } = piece;
            if kind == Kind::King && position.king(color).is_some() {
                return error(format!("{} has two kings", color.name()));
            }
            let dead = DEAD_KINDS.contains(&kind)
                && attacks::DEAD[color.index()][kind.index()].has(square);
            if dead {
                let letter = kind.letter() as char;
                return error(format!("{}'s {letter} on {square} can never move", color.name()));
            }
            position.put(square, piece);
        }
        position.set_hands(self.hands.map(|counts| {
            Kind::IN_HAND.into_iter().zip(counts).fold(Hand::EMPTY, |hand, (kind, count)| {
                (0..count).fold(hand, |hand, _| hand.with(kind))
            })
        }));
        let waiting = self.side.opponent();
        if position.is_in_check(waiting) {
            let (name, side) = (waiting.name(), self.side.name());
            return error(format!("{name}'s king could be taken: {side} is to move"));
        }
        Ok(position)
    }
}

const DEAD_KINDS: [Kind; 3] = [Kind::Pawn, Kind::Lance, Kind::Knight];
