//! Positions and moves of a problem.

use threefold_game::splitmix;

use super::local::{CellSet, Local};
use crate::Colour;

/// A move: a number below 384, the most points of a set, is a cell of the region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProblemMove(pub(super) u16);

impl ProblemMove {
    /// No stone.
    pub const PASS: ProblemMove = ProblemMove(384);
    /// A ko threat elsewhere and its answer: the same player is to move again, and no earlier
    /// position can recur.
    pub const THREAT: ProblemMove = ProblemMove(385);

    /// The cell, if the move is a stone.
    #[inline]
    pub(super) fn cell(self) -> Option<usize> {
        (self.0 < 384).then_some(self.0 as usize)
    }
}

/// No cell is banned by a ko.
pub(super) const NO_KO: u16 = u16::MAX;

/// A position of a problem: the stones in its region, whose turn it is, and how many ko threats
/// each player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProblemPosition<S = u64> {
    pub(super) stones: [S; 2],
    /// Stones connected to safe ones outside: they stay for ever. Follows from `stones`.
    pub(super) safe: [S; 2],
    pub(super) turn: Colour,
    /// The cell where the next move may not be, under basic ko.
    pub(super) ko: u16,
    pub(super) threats: [u8; 2],
    /// Follows from the rest, without `ko`.
    pub(super) key: u64,
}

/// What a superko rule compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProblemSituation<S = u64> {
    pub(super) stones: [S; 2],
    /// The side to move, where the rule compares it.
    pub(super) turn: Option<Colour>,
    pub(super) threats: [u8; 2],
}

impl<S: CellSet> ProblemPosition<S> {
    pub(super) fn new(local: &Local<S>, stones: [S; 2], turn: Colour, threats: [u8; 2]) -> Self {
        let safe = Colour::ALL
            .map(|colour| local.connected(local.beside_safe(colour), stones[colour.index()]));
        let mut position = ProblemPosition { stones, safe, turn, ko: NO_KO, threats, key: 0 };
        position.key = position.key_from_scratch();
        position
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// The same position with other ko threats.
    #[must_use]
    pub fn with_threats(mut self, threats: [u8; 2]) -> Self {
        self.threats = threats;
        self.key = self.key_from_scratch();
        self
    }

    /// How many ko threats black and white have left.
    pub fn threats(&self) -> [u8; 2] {
        self.threats
    }

    /// The empty cells.
    #[inline]
    pub(super) fn empty(&self, local: &Local<S>) -> S {
        local.all() & !(self.stones[0] | self.stones[1])
    }

    pub(super) fn key_from_scratch(&self) -> u64 {
        let stones = Colour::ALL
            .into_iter()
            .fold(0, |key, colour| key ^ self.stones[colour.index()].stones_key(colour));
        stones ^ threats_key(self.threats) ^ turn_key(self.turn)
    }

    /// The key of the board alone, for positional superko.
    #[inline]
    pub(super) fn board_key(&self) -> u64 {
        self.key ^ turn_key(self.turn)
    }

    /// Whether a stone may be put on the empty cell: it has a liberty afterwards, or captures.
    #[inline]
    pub(super) fn is_legal(&self, local: &Local<S>, cell: usize) -> bool {
        let own = self.stones[self.turn.index()];
        let bit = S::cell(cell);
        let empty = self.empty(local) & !bit;
        let beside = local.beside(cell);
        if beside.meets(empty) || local.beside_safe(self.turn).meets(bit) {
            return true;
        }
        let Some(chain) = local.enclosed(bit, own, empty) else { return true };
        chain.meets(local.beside_safe(self.turn)) || !self.captures(local, cell).is_empty()
    }

    /// The stones of the other colour that a stone on the empty cell captures.
    #[inline]
    pub(super) fn captures(&self, local: &Local<S>, cell: usize) -> S {
        let other = self.turn.opponent();
        let theirs = self.stones[other.index()];
        let empty = self.empty(local) & !S::cell(cell);
        let mut near = local.beside(cell) & theirs & !self.safe[other.index()];
        let mut captured = S::EMPTY;
        while !near.is_empty() {
            let stone = near.lowest();
            let chain = local.enclosed(stone, theirs, empty).unwrap_or(S::EMPTY);
            captured |= chain;
            near &= !(stone | chain);
        }
        captured
    }

    /// Plays a legal move. `basic_ko` says whether the rule of basic ko applies.
    pub(super) fn play(&mut self, local: &Local<S>, m: ProblemMove, basic_ko: bool) {
        let turn = self.turn;
        self.ko = NO_KO;
        let Some(cell) = m.cell() else {
            if m == ProblemMove::THREAT {
                self.key ^= threats_key(self.threats);
                self.threats[turn.index()] -= 1;
                self.key ^= threats_key(self.threats);
            } else {
                self.change_turn();
            }
            return;
        };
        let bit = S::cell(cell);
        let captured = self.captures(local, cell);
        self.stones[turn.index()] |= bit;
        self.stones[turn.opponent().index()] ^= captured;
        self.key ^= bit.stones_key(turn) ^ captured.stones_key(turn.opponent());
        if bit.meets(local.beside_safe(turn)) || local.beside(cell).meets(self.safe[turn.index()]) {
            self.safe[turn.index()] |= local.connected(bit, self.stones[turn.index()]);
        } else if basic_ko && captured.count() == 1 {
            let is_alone = !local.beside(cell).meets(self.stones[turn.index()]);
            if is_alone && local.beside(cell) & self.empty(local) == captured {
                self.ko = captured.first_cell().map_or(NO_KO, |cell| cell as u16);
            }
        }
        self.change_turn();
    }

    /// The key behind a legal move, basic ko left out.
    #[inline]
    pub(super) fn key_after(&self, local: &Local<S>, m: ProblemMove) -> u64 {
        let turn = self.turn;
        let changed = self.key ^ turn_key(turn) ^ turn_key(turn.opponent());
        match m.cell() {
            Some(cell) => {
                let captured = self.captures(local, cell);
                changed ^ S::cell(cell).stones_key(turn) ^ captured.stones_key(turn.opponent())
            }
            None if m == ProblemMove::THREAT => {
                let mut threats = self.threats;
                threats[turn.index()] -= 1;
                self.key ^ threats_key(self.threats) ^ threats_key(threats)
            }
            None => changed,
        }
    }

    /// That of the board alone, if this is the key behind a move.
    #[inline]
    pub(super) fn board_key_of(&self, m: ProblemMove, key: u64) -> u64 {
        let turn = if m == ProblemMove::THREAT { self.turn } else { self.turn.opponent() };
        key ^ turn_key(turn)
    }

    #[inline]
    fn change_turn(&mut self) {
        self.key ^= turn_key(self.turn) ^ turn_key(self.turn.opponent());
        self.turn = self.turn.opponent();
    }
}

#[inline]
fn threats_key(threats: [u8; 2]) -> u64 {
    splitmix(0x7468_0000 + u64::from(threats[0]) * 256 + u64::from(threats[1]))
}

#[inline]
const fn turn_key(turn: Colour) -> u64 {
    match turn {
        Colour::Black => 0,
        Colour::White => splitmix(0x7475_726e),
    }
}

/// The key of a ko, on top of that of the position.
#[inline]
pub(super) fn ko_key(ko: u16) -> u64 {
    if ko == NO_KO { 0 } else { splitmix(0x6b6f_0000 + u64::from(ko)) }
}
