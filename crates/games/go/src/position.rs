//! Positions: a board, whose turn it is, and passes.

use std::hash::{Hash, Hasher};

use threefold_game::Player;

use crate::{Board, Colour, Geometry, GoMove, Point, Points, zobrist};

/// A position: all that the rules of the future depend on, except the history.
///
/// Written as rows from the top, `X` black, `O` white, then the side to move, and `pass` if the
/// last move was one: `.X./OX. W pass`. After two passes the game is over: `.X./OX. B over`.
/// Under basic ko the point on which a stone would retake a ko is part of it: `.XO./XO.O B ko:C1`.
#[derive(Clone, Copy, Debug)]
pub struct GoPosition<P: Points> {
    pub(crate) board: Board<P>,
    pub(crate) turn: Colour,
    /// Passes that ended the game so far: 0, 1, or 2 when it is over.
    pub(crate) passes: u8,
    /// Under basic ko: where the next move would retake a ko.
    pub(crate) ko: Option<Point>,
    /// What stands for the board and its mirror images in the table: a key, and the symmetry that
    /// leads to the board with it. Kept here because finding it takes time; no part of the
    /// position.
    pub(crate) image: u64,
    pub(crate) symmetry: u8,
}

impl<P: Points> PartialEq for GoPosition<P> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        (self.board, self.turn, self.passes, self.ko)
            == (other.board, other.turn, other.passes, other.ko)
    }
}

impl<P: Points> Eq for GoPosition<P> {}

impl<P: Points> Hash for GoPosition<P> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key());
    }
}

impl<P: Points> GoPosition<P> {
    /// A board with a side to move; the last move was no pass.
    pub fn new(board: Board<P>, turn: Colour) -> Self {
        GoPosition { board, turn, passes: 0, ko: None, image: board.key(), symmetry: 0 }
    }

    /// The stones.
    #[inline]
    pub fn board(&self) -> &Board<P> {
        &self.board
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// The side to move as a player.
    #[inline]
    pub fn player(&self) -> Player {
        self.turn.into()
    }

    /// How many of the last moves were passes: 0, 1, or 2, after which the game is over.
    #[inline]
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The same position as if so many of the last moves had been passes; above 2 counts as 2. A
    /// pass ends a ko.
    #[must_use]
    pub fn with_passes(self, passes: u8) -> Self {
        let ko = self.ko.filter(|_| passes == 0);
        GoPosition { passes: passes.min(2), ko, ..self }
    }

    /// Where the side to move would retake a ko at once, which basic ko forbids. Always `None`
    /// under other rules.
    #[inline]
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// Whether two passes have ended the game.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.passes == 2
    }

    /// Plays a move; a stone only where that is legal. Returns the stones that were removed. No ko
    /// is noted: that is what [`GoPosition::play_basic_ko`] does.
    #[inline]
    pub fn play(&mut self, geometry: &Geometry<P>, m: GoMove) -> P {
        let turn = self.turn;
        self.turn = turn.opponent();
        self.ko = None;
        match m {
            GoMove::Pass => {
                self.passes = (self.passes + 1).min(2);
                P::EMPTY
            }
            GoMove::Play(point) => {
                self.passes = 0;
                let removed = self.board.play(geometry, turn, point);
                (self.image, self.symmetry) = (self.board.key(), 0);
                removed
            }
        }
    }

    /// The same under basic ko: if the move takes a single stone, and nothing but that stone could
    /// be taken back at once, its point is noted.
    #[inline]
    pub fn play_basic_ko(&mut self, geometry: &Geometry<P>, m: GoMove) -> P {
        let turn = self.turn;
        let removed = self.play(geometry, m);
        if let (GoMove::Play(point), 1) = (m, removed.count()) {
            // Alone, and with the point of the removed stone for its only liberty. (Where the move
            // was suicide, the removed stone is its own, and nothing of the opponent's is next to
            // it.)
            let around = geometry.around(point);
            let is_alone = !around.meets(self.board.stones(turn));
            if is_alone && (around & self.board.empty(geometry)) == removed {
                self.ko = removed.first();
            }
        }
        removed
    }

    /// 64 well-mixed bits over board, side to move, passes and ko.
    #[inline]
    pub fn key(&self) -> u64 {
        let passes = [0, zobrist::PASSED, zobrist::OVER][self.passes as usize];
        self.situation_key() ^ passes ^ self.ko.map_or(0, zobrist::ko)
    }

    /// The part of the key that mirrored positions do not share.
    #[inline]
    pub(crate) fn placed_key(&self) -> u64 {
        self.board.key() ^ self.ko.map_or(0, zobrist::ko)
    }

    /// The key that stands for the position and its mirror images.
    #[inline]
    pub(crate) fn image_key(&self) -> u64 {
        self.key() ^ self.placed_key() ^ self.image
    }

    /// 64 well-mixed bits over board and side to move: what situational superko compares.
    #[inline]
    pub fn situation_key(&self) -> u64 {
        match self.turn {
            Colour::Black => self.board.key(),
            Colour::White => self.board.key() ^ zobrist::WHITE_TO_MOVE,
        }
    }
}
