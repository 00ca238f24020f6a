//! What a game says of endings that fall into components.
//!
//! Between two irreversible moves an ending has few positions, which a search meets by very many
//! paths. Those that can follow each other without an irreversible move, and what looks like them,
//! are a *component*. Irreversible moves leave it for good, its *exits*, so that components hang
//! together without a circle, and nothing that happened before a component was entered repeats in
//! it. Of a component all positions are solved together.
//!
//! Positions come in words: a *row* has up to 64 positions in which the same side is to move, one
//! *place* a bit. What a move does to a position it does to the whole row.

/// What all positions of a component have in common.
pub type Shape = [u64; 3];

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Whoever's win is in question.
    Attacker,
    /// The other one.
    Defender,
}

impl Turn {
    /// Both.
    pub const BOTH: [Turn; 2] = [Turn::Attacker, Turn::Defender];

    /// The other one.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Turn::Attacker => Turn::Defender,
            Turn::Defender => Turn::Attacker,
        }
    }
}

/// A position: its component, and where it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// The component.
    pub shape: Shape,
    /// Who is to move.
    pub turn: Turn,
    /// Its row of those with that turn.
    pub row: u32,
    /// Its bit in the row.
    pub place: u8,
}

/// How the places of a row correspond to those of the row to which a move leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Through {
    /// To the same place, from these.
    Within(u64),
    /// To those near by: [`Components::near`], which is symmetric.
    Near,
    /// To one place, from all of these.
    Onto {
        /// That place.
        place: u8,
        /// Where it is reached from.
        from: u64,
    },
}

/// A move, for all positions of a row. It is legal where it leads to a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The row to which it leads, of those in which the other side is to move.
    pub row: u32,
    /// How the board is turned there; 0 if it is not. Steps of the attacker inside of a component
    /// never turn it.
    pub view: u8,
    /// From where to where.
    pub through: Through,
}

impl Step {
    /// The positions of a row from which it leads to one of these.
    #[inline]
    pub fn before<C: Components + ?Sized>(&self, game: &C, behind: u64) -> u64 {
        let behind = if self.view == 0 { behind } else { game.viewed(behind, self.view) };
        match self.through {
            Through::Within(from) => behind & from,
            Through::Near => game.near(behind),
            Through::Onto { place, from } if behind >> place & 1 == 1 => from,
            Through::Onto { .. } => 0,
        }
    }

    /// The places to which it leads from one place; some may be illegal.
    pub fn behind<C: Components + ?Sized>(
        self,
        game: &C,
        place: u8,
    ) -> impl Iterator<Item = u8> + use<'_, C> {
        let here = 1 << place;
        let mut left = match self.through {
            Through::Within(from) => here & from,
            Through::Near => game.near(here),
            Through::Onto { place, from } => u64::from(from & here != 0) << place,
        };
        let view = self.view;
        std::iter::from_fn(move || {
            let place = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (place < 64).then(|| game.place(place as u8, view))
        })
    }
}

/// A move that leaves a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The component to which it leads; `None` if that is none which could be solved. Then it is
    /// legal from wherever it says.
    pub shape: Option<Shape>,
    /// Where it leads there.
    pub step: Step,
}

/// What a component looks like before it is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The attacker cannot win.
    Hopeless,
    /// How much it seems to take, between 1 and [`Look::MOST`]. Whether all that is below is
    /// solved with it, since that is little.
    Open {
        /// The work, on a scale of the game's own.
        cost: u8,
        /// Whether to begin at the bottom.
        bottom_up: bool,
    },
}

impl Look {
    /// The largest cost.
    pub const MOST: u8 = 62;
}

/// The endings of a game, in components. Nothing here can make a wrong claim pass: certificates are
/// written by the rules of the game.
pub trait Components: Sync {
    /// What is thought of a component.
    fn look(&self, shape: &Shape) -> Look;

    /// How much the attacker has left to win with. Who holds goes to where that is least: it makes
    /// certificates short.
    fn means(&self, shape: &Shape) -> u32;

    /// A number for what the defender has on the board in a row, wherever the attacker's men are.
    fn stand(&self, shape: &Shape, row: u32) -> u32;

    /// How many rows it has for each side to move. At most 2^20.
    fn rows(&self, shape: &Shape) -> u32;

    /// The legal positions of a row.
    fn legal(&self, shape: &Shape, turn: Turn, row: u32) -> u64;

    /// Where a defender who has no move has lost, of a row with him to move.
    fn lost_if_stuck(&self, shape: &Shape, row: u32) -> u64;

    /// Appends the moves that stay in the component. They can be taken back: where a step leads
    /// from a row to another, one leads from that to the first, whoever's turn it is.
    fn steps(&self, shape: &Shape, turn: Turn, row: u32, steps: &mut Vec<Step>);

    /// Appends those that leave it.
    fn exits(&self, shape: &Shape, turn: Turn, row: u32, exits: &mut Vec<Exit>);

    /// The places near those of a word.
    fn near(&self, word: u64) -> u64;

    /// A word of a row behind a step with this [`view`](Step::view), by the places before it.
    fn viewed(&self, word: u64, view: u8) -> u64;

    /// The place behind such a step, of one before it.
    fn place(&self, place: u8, view: u8) -> u8;
}

/// Components that are solved already, as by an endgame database.
pub trait SolvedComponents: Sync {
    /// Whether a component is one of them.
    fn has(&self, shape: &Shape) -> bool;

    /// The positions of a row from which the attacker wins; `None` if that cannot be read.
    fn won(&self, shape: &Shape, turn: Turn, row: u32) -> Option<u64>;
}
