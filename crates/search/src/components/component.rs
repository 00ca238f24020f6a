//! What is known of the positions of one component.

use threefold_game::{Look, Shape, Spot, Turn};

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// The attacker wins.
    Won,
    /// The cost of the dearest exit on the cheapest way to win: what has to be found out next.
    Open(u8),
    /// He cannot.
    NotWon,
}

/// The positions that are won if every exit of at most this cost is.
pub(super) struct Level {
    pub cost: u8,
    /// First the rows with the attacker to move, then the others.
    pub words: Vec<u64>,
}

/// A component that has been looked at.
pub(super) struct Built {
    pub rows: usize,
    /// Of the attacker the legal positions; of the defender those in which he has a move, or has
    /// lost without.
    pub alive: Vec<u64>,
    /// By rising cost. The first one costs nothing: what is proven. What is in none of them is
    /// disproven. There is one alone where nothing is open.
    pub levels: Vec<Level>,
    /// Components to which exits lead.
    pub children: Vec<u32>,
    /// When the children were looked at, and when something of this one changed.
    pub seen: u64,
    pub changed: u64,
    /// By position: in which round it entered its level. Empty if it is not known.
    pub ranks: Vec<u8>,
    /// By position of the defender: in which round it would be won if all that is proven were won
    /// anew. Empty if nobody has asked.
    pub progress: Vec<u8>,
    /// When somebody has.
    pub asked: u64,
}

/// A component.
pub(super) struct Component {
    pub shape: Shape,
    pub look: Look,
    pub built: Option<Box<Built>>,
}

impl Built {
    #[inline]
    pub fn slot(&self, turn: Turn, row: u32) -> usize {
        match turn {
            Turn::Attacker => row as usize,
            Turn::Defender => self.rows + row as usize,
        }
    }

    #[inline]
    pub fn is_decided(&self) -> bool {
        self.levels.len() == 1
    }

    /// The round in which a position entered its level; 0 where that is not known.
    #[inline]
    pub fn rank(&self, spot: &Spot) -> u8 {
        let number = self.slot(spot.turn, spot.row) * 64 + usize::from(spot.place);
        self.ranks.get(number).copied().unwrap_or(0)
    }

    /// How far a proven position of the defender is from an exit, in rounds.
    pub fn progress(&self, spot: &Spot) -> u8 {
        let number = spot.row as usize * 64 + usize::from(spot.place);
        self.progress.get(number).copied().unwrap_or(0)
    }

    pub fn value(&self, spot: &Spot) -> Value {
        let slot = self.slot(spot.turn, spot.row);
        let has_it = |level: &&Level| level.words[slot] >> spot.place & 1 == 1;
        match self.levels.iter().find(has_it) {
            None => Value::NotWon,
            Some(Level { cost: 0, .. }) => Value::Won,
            Some(level) => Value::Open(level.cost),
        }
    }

    pub fn bytes(&self) -> usize {
        let words = self.levels.iter().map(|level| level.words.capacity()).sum::<usize>();
        size_of::<Self>()
            + (self.alive.capacity() + words) * size_of::<u64>()
            + self.children.capacity() * size_of::<u32>()
            + self.ranks.capacity()
            + self.progress.capacity()
    }
}

impl Component {
    pub fn value(&self, spot: &Spot) -> Value {
        match (&self.built, self.look) {
            (Some(built), _) => built.value(spot),
            (None, Look::Hopeless) => Value::NotWon,
            (None, Look::Open { cost, .. }) => Value::Open(cost),
        }
    }
}
