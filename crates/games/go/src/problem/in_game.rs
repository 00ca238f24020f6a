//! What belongs to the question whether a group in the middle of a game lives.
//!
//! The group is the target with the defender's stones that are linked to it. To the question
//! belongs what it reaches in a few steps around the attacker's stones; what is next to that and
//! not strong, of both colours, with its liberties; and what all that encloses. What is behind
//! counts as safe for whoever owns it, and empty points there as the attacker's.
//!
//! A chain is strong if it lives unconditionally, has two eyes or a large one, or so many liberties
//! elsewhere that it is not captured soon. It is an assumption like every frame, and is said.

use super::local::MOST_CELLS;
use super::wall;
use crate::{Board, Colour, Geometry, Points, Wide};

/// Steps from the defender's stones to a frame that nobody has asked for: room for a stone and its
/// liberty.
pub(super) const STEPS: u8 = 2;
/// A chain of the attacker with so many liberties behind the frame would hardly ever be captured
/// without it either.
pub(super) const STRONG: u32 = 3;
/// Points of an eye space that lives.
const LARGE_EYE: u32 = 7;
/// A chain of the defender with so many liberties elsewhere is a friend that can be reached, and
/// not in question itself.
const FREE: u32 = 5;

/// The points that belong to it: of so many steps, or of fewer where nobody has asked for so many
/// and that makes it small enough.
pub(super) fn around(
    geometry: &Geometry<Wide>,
    board: &Board<Wide>,
    target: Wide,
    attacker: Colour,
    steps: u8,
) -> Wide {
    let alive = wall::living(geometry, board) & !target;
    let safe = (alive | with_eyes(geometry, board)) & !target;
    let game = Game { geometry, board, attacker, alive, safe };
    let within = |steps| game.within(target, steps);
    let usual = within(steps);
    match steps == STEPS && usual.count() as usize > MOST_CELLS {
        true => within(1),
        false => usual,
    }
}

/// The chains of both colours that have two eyes, or one large one, all by themselves.
fn with_eyes(geometry: &Geometry<Wide>, board: &Board<Wide>) -> Wide {
    let mut found = Wide::EMPTY;
    for colour in Colour::ALL {
        let spaces: Vec<Wide> = geometry.parts(geometry.board() & !board.occupied()).collect();
        for chain in board.chains(geometry, colour) {
            let is_eye = |space: &&Wide| (geometry.neighbours(**space) & !**space).is_within(chain);
            let eyes: Vec<&Wide> = spaces.iter().filter(is_eye).collect();
            if eyes.len() > 1 || eyes.iter().any(|eye| eye.count() >= LARGE_EYE) {
                found |= chain;
            }
        }
    }
    found
}

struct Game<'a> {
    geometry: &'a Geometry<Wide>,
    board: &'a Board<Wide>,
    attacker: Colour,
    /// What lives unconditionally.
    alive: Wide,
    /// That, and what is taken for alive.
    safe: Wide,
}

impl Game<'_> {
    fn within(&self, target: Wide, steps: u8) -> Wide {
        let Game { geometry, board, attacker, alive, safe } = *self;
        let theirs = board.stones(attacker);
        let chains = |colour| board.chains(geometry, colour);
        let group = self.group(target);
        let mut set = group;
        for _ in 0..steps {
            set |= geometry.neighbours(set) & !(theirs | safe);
        }
        let weak = |chain: Wide, colour: Colour, set: Wide| {
            let behind = board.liberties(geometry, chain) & !set;
            let enough = if colour == attacker { STRONG } else { FREE };
            (behind.count() < enough).then_some(chain | behind)
        };
        // A friend who is strong is not in question, however far into his stones the steps went.
        let friends = chains(attacker.opponent()).filter(|chain| !chain.meets(group));
        let strong = friends.filter(|&chain| weak(chain, attacker.opponent(), set).is_none());
        set &= !strong.fold(Wide::EMPTY, |all, chain| all | chain);
        loop {
            let before = set;
            for colour in Colour::ALL {
                for chain in chains(colour).filter(|chain| !chain.meets(alive)) {
                    let around = geometry.neighbours(chain);
                    // What is taken for alive encloses nothing where it stands alone.
                    let is_near = match chain.meets(safe) {
                        true => around.is_within(set | chain),
                        false => around.meets(set),
                    };
                    set |= weak(chain, colour, set).filter(|_| is_near).unwrap_or_default();
                }
            }
            set |= self.enclosed(set);
            if set == before {
                break;
            }
        }
        geometry.connected(target, set)
    }

    /// The target with the chains that share two liberties with it, or are linked so to those.
    fn group(&self, target: Wide) -> Wide {
        let Game { geometry, board, attacker, safe, .. } = *self;
        let mut group = target;
        loop {
            let before = group;
            let free = board.liberties(geometry, group);
            for chain in board.chains(geometry, attacker.opponent()) {
                let shared = board.liberties(geometry, chain) & free;
                if !chain.meets(group | safe) && shared.count() > 1 {
                    group |= chain;
                }
            }
            if group == before {
                return group;
            }
        }
    }

    /// Small parts of the rest of the board that a set keeps apart.
    fn enclosed(&self, set: Wide) -> Wide {
        let parts = self.geometry.parts(self.geometry.board() & !set);
        let small = parts.filter(|part| part.count() <= LARGE_EYE && !part.meets(self.alive));
        small.fold(Wide::EMPTY, |all, part| all | part)
    }
}
