//! Proof numbers of the leader's graph, seen from who has to win.

/// The number of what cannot be.
pub(crate) const INFINITY: u32 = u32::MAX;
/// The largest number that is not infinite.
pub(crate) const LARGEST: u32 = 1 << 30;
/// Of a position that holds if others do: it looks as if there were nothing to win.
pub(crate) const TENTATIVE: Numbers = Numbers { pn: 1 << 24, dn: 1 };

/// How hard it looks to prove that the winner wins, and that he does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    pub pn: u32,
    pub dn: u32,
}

impl Numbers {
    pub const WON: Numbers = Numbers { pn: 0, dn: INFINITY };
    pub const HELD: Numbers = Numbers { pn: INFINITY, dn: 0 };

    /// Of an unsolved position, from outside.
    pub fn open(pn: u32, dn: u32) -> Self {
        Numbers { pn: pn.clamp(1, LARGEST), dn: dn.clamp(1, LARGEST) }
    }

    /// From those of the children: the smallest on one side, on the other the largest and a part of
    /// the rest, which may be about the same positions.
    pub fn combined(children: impl Iterator<Item = Numbers>, winner_moves: bool) -> Self {
        let (mut least, mut largest, mut sum) = (INFINITY, 0, 0u64);
        for child in children {
            let (chosen, added) =
                if winner_moves { (child.pn, child.dn) } else { (child.dn, child.pn) };
            least = least.min(chosen);
            largest = largest.max(added);
            sum += u64::from(added);
        }
        // What the search has found best for both sides.
        let share = if winner_moves { 4 } else { 2 };
        let added = match largest {
            INFINITY => INFINITY,
            _ => {
                let others = (sum - u64::from(largest)) / share;
                u32::try_from(u64::from(largest) + others).unwrap_or(LARGEST).min(LARGEST)
            }
        };
        match winner_moves {
            true => Numbers { pn: least, dn: added },
            false => Numbers { pn: added, dn: least },
        }
    }
}
