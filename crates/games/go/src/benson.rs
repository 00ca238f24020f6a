//! Unconditional life.

use crate::{Board, Colour, Geometry, Points, Suicide};

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
    /// The points of all regions that are enclosed by such chains, and vital for one of them. The
    /// opponent may put stones into those that have more than one point, and keep some: they are no
    /// territory yet.
    pub regions: P,
}

impl<P: Points> Life<P> {
    /// Nothing lives.
    pub const NONE: Self = Life { stones: P::EMPTY, eyes: P::EMPTY, regions: P::EMPTY };

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
        let ours = board.stones(colour);
        let free = geometry.board() & !ours;
        let mut regions = Vec::new();
        for region in geometry.parts(free) {
            let border = geometry.neighbours(region) & ours;
            let filled = match suicide {
                Suicide::Forbidden => region & !board.occupied(),
                Suicide::Allowed => region,
            };
            regions.push(Region { points: region, filled, border });
        }
        let mut chains = Vec::new();
        for chain in geometry.parts(ours) {
            chains.push(Chain { stones: chain, around: geometry.neighbours(chain) });
        }
        loop {
            let before = (chains.len(), regions.len());
            chains.retain(|chain| regions.iter().filter(|r| r.is_vital(chain)).nth(1).is_some());
            let alive = chains.iter().fold(P::EMPTY, |all, chain| all | chain.stones);
            regions.retain(|region| region.border.is_within(alive));
            if chains.is_empty() {
                return Life::NONE;
            }
            if (chains.len(), regions.len()) == before {
                let mut life = Life { stones: alive, ..Life::NONE };
                for region in &regions {
                    if chains.iter().any(|chain| region.is_vital(chain)) {
                        life.regions |= region.points;
                    }
                    if region.points.count() == 1 {
                        life.eyes |= region.points;
                    }
                }
                return life;
            }
        }
    }

    /// Points that count for the colour at the end of every game: the stones and the eyes.
    #[inline]
    pub fn points(&self) -> u32 {
        (self.stones | self.eyes).count()
    }
}

struct Chain<P> {
    stones: P,
    around: P,
}

struct Region<P> {
    points: P,
    /// The points that the opponent has to fill to take the region.
    filled: P,
    /// Stones of the colour next to the region.
    border: P,
}

impl<P: Points> Region<P> {
    #[inline]
    fn is_vital(&self, chain: &Chain<P>) -> bool {
        self.border.meets(chain.stones) && self.filled.is_within(chain.around)
    }
}
