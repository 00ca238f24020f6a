//! Unconditional life.

use crate::{Board, Colour, Geometry, Points, Suicide};

/// Regions for which there is room without asking for memory.
const FEW: usize = 16;

/// Points that are next to one another: a board, or the region of a problem.
pub(crate) trait Plane<P: Points> {
    /// The points next to a point of the set.
    fn around(&self, set: P) -> P;

    /// The points of `within` that are connected, through `within`, to a point of `seed` in it.
    fn connected(&self, seed: P, within: P) -> P;
}

impl<P: Points> Plane<P> for Geometry<P> {
    #[inline]
    fn around(&self, set: P) -> P {
        self.neighbours(set)
    }

    #[inline]
    fn connected(&self, seed: P, within: P) -> P {
        Geometry::connected(self, seed, within)
    }
}

/// Stones of a colour, and where it may have eyes.
pub(crate) struct Eyes<P> {
    /// The stones.
    pub own: P,
    /// The points without one.
    pub free: P,
    /// Those of them that the opponent has to fill to take the region that they are in.
    pub fill: P,
    /// What must be in no vital region.
    pub open: P,
}

impl<P: Points> Eyes<P> {
    /// The regions all of whose points to fill are next to `chains`: none else is vital to one of
    /// them.
    #[inline]
    pub fn regions(&self, plane: &impl Plane<P>, chains: P) -> P {
        self.free & !plane.connected(self.open | self.fill & !plane.around(chains), self.free)
    }

    /// The stones of the greatest set of chains each of which is one of `safe`, or has two vital
    /// regions: chains and regions are struck off until nothing changes.
    pub fn alive(&self, plane: &impl Plane<P>, safe: P) -> P {
        let mut left = self.regions(plane, self.own);
        // Of each region its border, and the chains that it is vital to. Hardly ever are there more
        // than a few.
        let mut few = [[P::EMPTY; 2]; FEW];
        let mut many = Vec::new();
        let mut count = 0;
        while !left.is_empty() {
            let region = plane.connected(left.lowest(), left);
            left ^= region;
            if count == 0 && left.is_empty() {
                return safe;
            }
            let region = [plane.around(region) & self.own, self.chains_next_to(plane, region)];
            match few.get_mut(count) {
                Some(room) => *room = region,
                None if many.is_empty() => many = few.iter().copied().chain([region]).collect(),
                None => many.push(region),
            }
            count += 1;
        }
        let regions = if many.is_empty() { &few[..count] } else { &many[..] };
        let mut alive = self.own;
        loop {
            let (mut once, mut twice) = (safe, safe);
            for &[_, chains] in regions.iter().filter(|[border, _]| border.is_within(alive)) {
                twice |= once & chains;
                once |= chains;
            }
            if twice == alive {
                return alive;
            }
            alive = twice;
        }
    }

    /// The chains that a region is vital to: they are next to every point that has to be filled.
    #[inline]
    fn chains_next_to(&self, plane: &impl Plane<P>, region: P) -> P {
        let fill = region & self.fill;
        let first = fill.lowest();
        // A region without any is about to be taken.
        let mut left = plane.around(if fill.is_empty() { region } else { first }) & self.own;
        if fill == first {
            return plane.connected(left, self.own);
        }
        let mut chains = P::EMPTY;
        while !left.is_empty() {
            let chain = plane.connected(left.lowest(), self.own);
            left &= !chain;
            if fill.is_within(plane.around(chain)) {
                chains |= chain;
            }
        }
        chains
    }
}

/// Whether a set is not connected.
#[inline]
pub(crate) fn has_two_parts<P: Points>(plane: &impl Plane<P>, set: P) -> bool {
    set.has_two() && plane.connected(set.lowest(), set) != set
}

/// What of a colour lives whatever happens: even if its owner passes for ever.
///
/// D. B. Benson, *Life in the game of Go* (Information Sciences 10, 1976): a set of chains is
/// unconditionally alive if each of them has two vital regions, a region being a connected set of
/// points without the colour's stones whose neighbours all belong to chains of the set, and vital
/// for a chain if every empty point of it is a liberty of the chain. The greatest such set is found
/// by striking off chains and regions until nothing changes.
///
/// Where suicide is allowed that is not enough: the opponent could give up his stones in a vital
/// region to make room in it. There every point of the region, with a stone or without, has to be
/// next to the chain.
///
/// It holds under every history and every repetition rule, because its owner needs no move at all:
/// a ban on repetition can only take moves away from the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Life<P> {
    /// The stones of the chains that are alive.
    pub stones: P,
    /// Single empty points with nothing but such chains around them: the opponent can never leave a
    /// stone there.
    pub eyes: P,
}

impl<P: Points> Life<P> {
    /// Nothing lives.
    pub const NONE: Self = Life { stones: P::EMPTY, eyes: P::EMPTY };

    /// The unconditional life of a colour.
    ///
    /// ```
    /// use threefold_go::{Colour, Geometry, GoPosition, Life, Points, Size, Suicide};
    /// let geometry = Geometry::<u64>::new(Size::new(2, 5)?)?;
    /// let position = GoPosition::parse(".X.XO/XXXO. B", &geometry)?;
    /// let alive = |position: &GoPosition<u64>, colour| {
    ///     Life::of(position.board(), &geometry, colour, Suicide::Forbidden)
    /// };
    /// assert_eq!(alive(&position, Colour::Black), Life::NONE);
    /// let position = GoPosition::parse(".X.X./XXXXO B", &geometry)?;
    /// let life = alive(&position, Colour::Black);
    /// assert_eq!((life.stones.count(), life.eyes.count()), (6, 2));
    /// # Ok::<(), threefold_game::NotationError>(())
    /// ```
    pub fn of(board: &Board<P>, geometry: &Geometry<P>, colour: Colour, suicide: Suicide) -> Self {
        let own = board.stones(colour);
        let free = geometry.board() & !own;
        let fill = match suicide {
            Suicide::Forbidden => board.empty(geometry),
            Suicide::Allowed => free,
        };
        let stones = Eyes { own, free, fill, open: P::EMPTY }.alive(geometry, P::EMPTY);
        if stones.is_empty() {
            return Life::NONE;
        }
        Life { stones, eyes: free & !geometry.neighbours(geometry.board() & !stones) }
    }

    /// Points that count for the colour at the end of every game: the stones and the eyes.
    #[inline]
    pub fn points(&self) -> u32 {
        (self.stones | self.eyes).count()
    }
}
