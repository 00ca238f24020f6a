//! Stones on a board.

use std::fmt;
use std::hash::{Hash, Hasher};

use threefold_game::NotationError;

use crate::{Colour, Geometry, Point, Points, zobrist};

/// Whether a move may leave its own chain without liberties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Suicide {
    /// Such a move is illegal.
    #[default]
    Forbidden,
    /// It is legal and removes the chain (Tromp-Taylor rules).
    Allowed,
}

/// The stones of both colours, with a key that is kept up to date.
///
/// A board knows nothing of its size: every method that needs it takes the [`Geometry`], always
/// the one of the same board. Undo is by copy: the old board is three words for up to 64 points.
///
/// A chain is a maximal connected set of stones of one colour, a liberty an empty point next to it.
#[derive(Clone, Copy)]
pub struct Board<P> {
    stones: [P; 2],
    key: u64,
}

impl<P: Points> Board<P> {
    /// No stones.
    pub const EMPTY: Self = Board { stones: [P::EMPTY; 2], key: 0 };

    /// The board with these stones.
    ///
    /// # Errors
    /// A point with two stones, a point outside the board, or a chain without liberties, which no
    /// move leaves behind.
    pub fn new(geometry: &Geometry<P>, black: P, white: P) -> Result<Self, NotationError> {
        let size = geometry.size();
        if !(black | white).is_within(geometry.board()) {
            return Err(NotationError::new(format!(
                "there are stones outside the board of {size}"
            )));
        }
        if let Some(point) = (black & white).first() {
            return Err(NotationError::new(format!(
                "there are two stones on {}",
                size.coordinates(point)
            )));
        }
        let mut board = Board { stones: [black, white], key: 0 };
        board.key = board.key_from_scratch();
        for colour in Colour::ALL {
            for chain in board.chains(geometry, colour) {
                if board.liberties(geometry, chain).is_empty()
                    && let Some(point) = chain.first()
                {
                    return Err(NotationError::new(format!(
                        "the {colour} chain at {} has no liberty",
                        size.coordinates(point)
                    )));
                }
            }
        }
        Ok(board)
    }

    /// The stones of a colour.
    #[inline]
    pub fn stones(&self, colour: Colour) -> P {
        self.stones[colour.index()]
    }

    /// The stones of both colours.
    #[inline]
    pub fn occupied(&self) -> P {
        self.stones[0] | self.stones[1]
    }

    /// The points without a stone.
    #[inline]
    pub fn empty(&self, geometry: &Geometry<P>) -> P {
        geometry.board() & !self.occupied()
    }

    /// The stone on a point, if there is one.
    #[inline]
    pub fn at(&self, point: Point) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.stones(colour).contains(point))
    }

    /// 64 well-mixed bits over all stones; 0 for the empty board. The side to move is not in it.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key, computed anew.
    pub fn key_from_scratch(&self) -> u64 {
        Colour::ALL.into_iter().fold(0, |key, colour| key ^ stones_key(colour, self.stones(colour)))
    }

    /// The chain with a stone on the point; empty if there is no stone.
    #[inline]
    pub fn chain(&self, geometry: &Geometry<P>, point: Point) -> P {
        match self.at(point) {
            Some(colour) => geometry.connected(P::single(point), self.stones(colour)),
            None => P::EMPTY,
        }
    }

    /// The chains of a colour, ordered by their first points.
    pub fn chains<'g>(
        &self,
        geometry: &'g Geometry<P>,
        colour: Colour,
    ) -> impl Iterator<Item = P> + use<'g, P> {
        geometry.parts(self.stones(colour))
    }

    /// The empty points next to a set of stones.
    #[inline]
    pub fn liberties(&self, geometry: &Geometry<P>, stones: P) -> P {
        geometry.neighbours(stones) & !self.occupied()
    }

    /// The stones of the opponent that a stone of `colour` on the point would capture.
    #[inline]
    pub fn captures(&self, geometry: &Geometry<P>, colour: Colour, point: Point) -> P {
        let theirs = self.stones(colour.opponent());
        let taken = self.occupied() | P::single(point);
        let mut near = geometry.around(point) & theirs;
        let mut captured = P::EMPTY;
        while let Some(stone) = near.first() {
            let chain = geometry.connected(P::single(stone), theirs);
            if geometry.neighbours(chain).is_within(taken) {
                captured |= chain;
            }
            near &= !chain;
        }
        captured
    }

    /// Whether a stone of `colour` may be put on the point: it is empty, and the move is no suicide
    /// or that is allowed. Repetition is not considered.
    #[inline]
    pub fn is_legal(
        &self,
        geometry: &Geometry<P>,
        colour: Colour,
        point: Point,
        suicide: Suicide,
    ) -> bool {
        if self.occupied().contains(point) {
            return false;
        }
        let taken = self.occupied() | P::single(point);
        if suicide == Suicide::Allowed || !geometry.around(point).is_within(taken) {
            return true;
        }
        let ours = self.stones(colour) | P::single(point);
        let chain = geometry.connected(P::single(point), ours);
        !geometry.neighbours(chain).is_within(taken)
            || !self.captures(geometry, colour, point).is_empty()
    }

    /// The points on which a stone of `colour` may be put.
    pub fn legal(&self, geometry: &Geometry<P>, colour: Colour, suicide: Suicide) -> P {
        let empty = self.empty(geometry);
        if suicide == Suicide::Allowed {
            return empty;
        }
        // Points with an empty neighbour need no closer look.
        let open = empty & geometry.neighbours(empty);
        (empty & !open)
            .iter()
            .filter(|&point| self.is_legal(geometry, colour, point, suicide))
            .fold(open, |legal, point| legal | P::single(point))
    }

    /// Puts a stone of `colour` on an empty point: removes the chains of the opponent that are left
    /// without liberties, then the stone's own chain if it has none. Returns what was removed.
    #[inline]
    pub fn play(&mut self, geometry: &Geometry<P>, colour: Colour, point: Point) -> P {
        debug_assert!(!self.occupied().contains(point));
        let captured = self.captures(geometry, colour, point);
        let stone = P::single(point);
        self.stones[colour.index()] |= stone;
        self.key ^= zobrist::stone(colour, point);
        if !captured.is_empty() {
            self.stones[colour.opponent().index()] ^= captured;
            self.key ^= stones_key(colour.opponent(), captured);
            return captured;
        }
        if geometry.around(point).is_within(self.occupied()) {
            let chain = geometry.connected(stone, self.stones(colour));
            if self.liberties(geometry, chain).is_empty() {
                self.stones[colour.index()] ^= chain;
                self.key ^= stones_key(colour, chain);
                return chain;
            }
        }
        P::EMPTY
    }

    /// Stones and empty regions that touch one colour only, Black minus White.
    pub fn score(&self, geometry: &Geometry<P>) -> i32 {
        let empty = self.empty(geometry);
        let [black, white] = self.stones.map(|stones| {
            // The empty points from which a stone of the colour is reached.
            geometry.connected(geometry.neighbours(stones), empty)
        });
        let points = |ours: P, theirs: P| (ours & !theirs).count() as i32;
        points(self.stones[0] | black, white) - points(self.stones[1] | white, black)
    }

    /// The same stones with the colours exchanged.
    pub fn exchanged(&self) -> Self {
        let mut board = Board { stones: [self.stones[1], self.stones[0]], key: 0 };
        board.key = board.key_from_scratch();
        board
    }
}

fn stones_key<P: Points>(colour: Colour, stones: P) -> u64 {
    stones.iter().fold(0, |key, point| key ^ zobrist::stone(colour, point))
}

impl<P: Points> Default for Board<P> {
    fn default() -> Self {
        Board::EMPTY
    }
}

impl<P: Points> PartialEq for Board<P> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.stones == other.stones
    }
}

impl<P: Points> Eq for Board<P> {}

impl<P: Points> Hash for Board<P> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl<P: Points> fmt::Debug for Board<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stones = self.stones.map(|stones| stones.iter().map(Point::index).collect::<Vec<_>>());
        f.debug_struct("Board").field("black", &stones[0]).field("white", &stones[1]).finish()
    }
}
