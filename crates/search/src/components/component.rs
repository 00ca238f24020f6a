//! What is known of the positions of one component.

use threefold_game::{Components, Look, Shape, Spot, Step, Through, Turn};

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

/// The positions of a row from which a step leads to one of these.
#[inline]
pub(super) fn before(game: &dyn Components, step: &Step, behind: u64) -> u64 {
    let behind = if step.view == 0 { behind } else { game.viewed(behind, step.view) };
    match step.through {
        Through::Within(from) => behind & from,
        Through::Near => game.near(behind),
        Through::Onto { place, from } => {
            if behind >> place & 1 == 1 {
                from
            } else {
                0
            }
        }
    }
}

/// The places to which a step leads from one place; some may be illegal.
pub(super) fn behind<'g>(
    game: &'g dyn Components,
    step: &Step,
    place: u8,
) -> impl Iterator<Item = u8> + use<'g> {
    let here = 1 << place;
    let mut left = match step.through {
        Through::Within(from) => here & from,
        Through::Near => game.near(here),
        Through::Onto { place, from } => (u64::from(from & here != 0)) << place,
    };
    let view = step.view;
    std::iter::from_fn(move || {
        let place = left.trailing_zeros();
        left &= left.wrapping_sub(1);
        (place < 64).then(|| game.place(place as u8, view))
    })
}
