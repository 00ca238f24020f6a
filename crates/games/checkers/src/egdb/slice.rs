//! How positions are numbered.
//!
//! A **slice** holds all positions with the same material, seen by the side to move, whose men move
//! down (the board is turned if White is to move). Within a slice the positions with the same men
//! stand together: men do not go back, so that only such a group can have cycles in it.
//!
//! ```text
//! index = (number of the men's placement) * (placements of the kings)
//!       + (number of own kings' squares among those free of men) * (placements of their kings)
//!       + (number of their kings' squares among those still free)
//! ```
//! Sets of squares are numbered in colexicographic order, the order of the sets as binary numbers.
//! Own men stand on rows 0 to 6, their men on rows 1 to 7; own men on row 0 cannot be in the way of
//! theirs, so that placements are grouped by how many stand there, and no number is wasted.

use std::fmt;

use threefold_game::Player;

use crate::board::bits;
use crate::position::CheckersPosition;

/// Pieces that the format can hold. All sizes are `u64`; 9 pieces would need more than 8 of a side
/// in the tables below.
pub(crate) const MOST: usize = 8;

/// Binomial coefficients, `BINOMIAL[n][k]`.
pub(crate) static BINOMIAL: [[u64; MOST + 1]; 33] = binomials();

const fn binomials() -> [[u64; MOST + 1]; 33] {
    let mut table = [[0; MOST + 1]; 33];
    let mut n = 0;
    while n <= 32 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MOST && k <= n {
            table[n][k] = table[n - 1][k - 1] + if k < n { table[n - 1][k] } else { 0 };
            k += 1;
        }
        n += 1;
    }
    table
}

/// How many men and kings both sides have; `own` is the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// Men of the side to move.
    pub own_men: u8,
    /// Kings of the side to move.
    pub own_kings: u8,
    /// Men of the other side.
    pub their_men: u8,
    /// Kings of the other side.
    pub their_kings: u8,
}

impl Material {
    /// The same material with the other side to move.
    pub const fn mirrored(self) -> Self {
        Material {
            own_men: self.their_men,
            own_kings: self.their_kings,
            their_men: self.own_men,
            their_kings: self.own_kings,
        }
    }

    /// How many pieces there are.
    pub const fn pieces(self) -> u8 {
        self.own_men + self.own_kings + self.their_men + self.their_kings
    }

    /// Every material with `pieces` pieces and at least one for each side, in the order in which
    /// slices can be built: men become kings, so fewer men come first. Mirrored ones are
    /// neighbours.
    pub fn all(pieces: u8) -> Vec<Material> {
        let mut all = Vec::new();
        for men in 0..=pieces {
            for own in 1..pieces {
                let their = pieces - own;
                for own_men in 0..=men.min(own) {
                    let Some(their_men) = men.checked_sub(own_men).filter(|&m| m <= their) else {
                        continue;
                    };
                    let material = Material {
                        own_men,
                        own_kings: own - own_men,
                        their_men,
                        their_kings: their - their_men,
                    };
                    if material >= material.mirrored() {
                        all.push(material);
                        if material != material.mirrored() {
                            all.push(material.mirrored());
                        }
                    }
                }
            }
        }
        all
    }

    /// A number below 4096.
    pub(crate) const fn code(self) -> usize {
        (self.own_men as usize & 7) << 9
            | (self.own_kings as usize & 7) << 6
            | (self.their_men as usize & 7) << 3
            | (self.their_kings as usize & 7)
    }

    /// How many positions have this material.
    pub fn positions(self) -> u64 {
        Layout::new(self).size
    }
}

impl fmt::Display for Material {
    /// `2m1k-1m0k`: the side to move first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}m{}k-{}m{}k", self.own_men, self.own_kings, self.their_men, self.their_kings)
    }
}

/// A slice and its mirror image.
pub(super) struct Both {
    material: Material,
    pub(super) positions: u64,
}

pub(super) fn both(material: Material) -> Both {
    let twice = if material == material.mirrored() { 1 } else { 2 };
    Both { material, positions: twice * material.positions() }
}

impl Both {
    pub(super) fn materials(self) -> impl Iterator<Item = Material> {
        let mirrored = self.material.mirrored();
        std::iter::once(self.material).chain((mirrored != self.material).then_some(mirrored))
    }
}

pub(super) fn first_of_pairs(pieces: u8) -> impl Iterator<Item = Material> {
    Material::all(pieces).into_iter().filter(|&material| material >= material.mirrored())
}

/// The slices that captures and crownings in `material` and its mirror image lead to.
pub(crate) fn leads_to(material: Material) -> Vec<Material> {
    let mut all = Vec::new();
    for own in [material, material.mirrored()] {
        for crowned in 0..=own.own_men.min(1) {
            for their_men in 0..=own.their_men {
                for their_kings in 0..=own.their_kings {
                    let after = Material {
                        own_men: their_men,
                        own_kings: their_kings,
                        their_men: own.own_men - crowned,
                        their_kings: own.own_kings + crowned,
                    };
                    let is_own = after == material || after == material.mirrored();
                    if their_men + their_kings > 0 && !is_own && !all.contains(&after) {
                        all.push(after);
                    }
                }
            }
        }
    }
    all
}

/// A position as the side to move sees it: its men move down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Relative {
    pub own_men: u32,
    pub own_kings: u32,
    pub their_men: u32,
    pub their_kings: u32,
}

impl Relative {
    #[inline]
    pub fn of(position: &CheckersPosition) -> Self {
        let (us, them) = (position.turn, position.turn.opponent());
        let turn = |set: u32| if us == Player::Second { set.reverse_bits() } else { set };
        Relative {
            own_men: turn(position.men(us)),
            own_kings: turn(position.kings(us)),
            their_men: turn(position.men(them)),
            their_kings: turn(position.kings(them)),
        }
    }

    /// The position with Black to move.
    pub fn position(self) -> CheckersPosition {
        CheckersPosition {
            pieces: [self.own_men | self.own_kings, self.their_men | self.their_kings],
            kings: self.own_kings | self.their_kings,
            turn: Player::First,
        }
    }

    /// Only for up to [`MOST`] pieces.
    #[inline]
    pub fn material(&self) -> Material {
        Material {
            own_men: self.own_men.count_ones() as u8,
            own_kings: self.own_kings.count_ones() as u8,
            their_men: self.their_men.count_ones() as u8,
            their_kings: self.their_kings.count_ones() as u8,
        }
    }
}

/// The numbering of one slice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub material: Material,
    /// The number of the first placement with so many own men on row 0.
    offsets: [u64; 5],
    /// Placements of the men.
    pub configs: u64,
    /// Placements of their kings, given own.
    pub subs: u64,
    /// Placements of the kings, given the men.
    pub kings: u64,
    /// Positions.
    pub size: u64,
}

impl Layout {
    pub fn new(material: Material) -> Self {
        let (a, c) = (usize::from(material.own_men), usize::from(material.their_men));
        let (b, d) = (usize::from(material.own_kings), usize::from(material.their_kings));
        let mut offsets = [0; 5];
        let mut configs = 0;
        for home in 0..=4 {
            offsets[home] = configs;
            if home <= a {
                let rest = a - home;
                configs += BINOMIAL[4][home] * BINOMIAL[24][rest] * BINOMIAL[28 - rest][c];
            }
        }
        let free = 32 - a - c;
        let subs = BINOMIAL[free - b][d];
        let kings = BINOMIAL[free][b] * subs;
        Layout { material, offsets, configs, subs, kings, size: configs * kings }
    }

    /// The number of the men's placement.
    #[inline]
    pub fn config(&self, own_men: u32, their_men: u32) -> u64 {
        let (home, middle) = (own_men & 15, own_men >> 4);
        let at_home = home.count_ones() as usize;
        let rest = usize::from(self.material.own_men) - at_home;
        let their = BINOMIAL[28 - rest][usize::from(self.material.their_men)];
        self.offsets[at_home]
            + (rank(home) * BINOMIAL[24][rest] + rank(middle)) * their
            + rank_without(their_men >> 4, middle)
    }

    /// The men's placement with that number: own and theirs.
    pub fn men(&self, config: u64) -> (u32, u32) {
        let a = usize::from(self.material.own_men);
        let at_home =
            (0..=a.min(4)).rev().find(|&home| self.offsets[home] <= config).unwrap_or_default();
        let rest = a - at_home;
        let c = usize::from(self.material.their_men);
        let their = BINOMIAL[28 - rest][c];
        let number = config - self.offsets[at_home];
        let (own, their_rank) = (number / their, number % their);
        let middles = BINOMIAL[24][rest];
        let home = unrank(own / middles, at_home);
        let middle = unrank(own % middles, rest);
        (home | middle << 4, deposit(unrank(their_rank, c), !middle & 0x0FFF_FFFF) << 4)
    }

    /// The number of a position with this slice's material.
    #[inline]
    pub fn index(&self, position: &Relative) -> u64 {
        let men = position.own_men | position.their_men;
        let config = self.config(position.own_men, position.their_men);
        config * self.kings
            + rank_without(position.own_kings, men) * self.subs
            + rank_without(position.their_kings, men | position.own_kings)
    }

    /// The position with that number.
    pub fn position(&self, index: u64) -> Relative {
        let (own_men, their_men) = self.men(index / self.kings);
        let kings = index % self.kings;
        let men = own_men | their_men;
        let own = unrank(kings / self.subs, usize::from(self.material.own_kings));
        let own_kings = deposit(own, !men);
        let their = unrank(kings % self.subs, usize::from(self.material.their_kings));
        let their_kings = deposit(their, !men & !own_kings);
        Relative { own_men, own_kings, their_men, their_kings }
    }
}

/// The number of a set among the sets of its size.
#[inline]
pub(crate) fn rank(set: u32) -> u64 {
    let mut sum = 0;
    for (i, bit) in bits(set).enumerate() {
        sum += BINOMIAL[bit.trailing_zeros() as usize][i + 1];
    }
    sum
}

/// The same, the squares in `taken` not counted.
#[inline]
fn rank_without(set: u32, taken: u32) -> u64 {
    let mut sum = 0;
    for (i, bit) in bits(set).enumerate() {
        let place = bit.trailing_zeros() - (taken & (bit - 1)).count_ones();
        sum += BINOMIAL[place as usize][i + 1];
    }
    sum
}

/// The set of `size` squares with that number.
pub(crate) fn unrank(mut number: u64, size: usize) -> u32 {
    let mut set = 0;
    let mut square = 32;
    for k in (1..=size).rev() {
        loop {
            square -= 1;
            if BINOMIAL[square][k] <= number {
                break;
            }
        }
        number -= BINOMIAL[square][k];
        set |= 1 << square;
    }
    set
}

/// Bit `i` of `set` becomes the `i`-th lowest bit of `places`.
#[inline]
pub(crate) fn deposit(set: u32, places: u32) -> u32 {
    let mut out = 0;
    for (i, place) in bits(places).enumerate() {
        if set >> i & 1 == 1 {
            out |= place;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of positions with at least one piece a side (Schaeffer and Lake).
    #[test]
    fn sizes() {
        for (pieces, positions) in [
            (2, 3_488),
            (3, 196_032),
            (4, 6_209_316),
            (5, 139_450_808),
            (6, 2_426_085_676),
            (7, 34_243_113_624),
            (8, 403_190_250_561),
        ] {
            let sum: u64 = Material::all(pieces).into_iter().map(Material::positions).sum();
            assert_eq!(sum, positions, "{pieces} pieces");
        }
    }

    #[test]
    fn order_of_slices() {
        for pieces in 2..=6 {
            let all = Material::all(pieces);
            for (i, material) in all.iter().enumerate() {
                assert_eq!(material.pieces(), pieces);
                let men = |m: &Material| m.own_men + m.their_men;
                assert!(all[..i].iter().all(|before| men(before) <= men(material)));
                assert!(!all[..i].contains(material));
                assert!(all.contains(&material.mirrored()));
            }
        }
    }

    #[test]
    fn indices_are_dense() {
        for pieces in 2..=8 {
            for material in Material::all(pieces) {
                let layout = Layout::new(material);
                let step = (layout.size / 997).max(1) as usize;
                for index in (0..layout.size).step_by(step).chain([layout.size - 1]) {
                    let position = layout.position(index);
                    assert_eq!(position.material(), material);
                    assert_eq!(layout.index(&position), index);
                    let men = [position.own_men, position.their_men];
                    let kings = [position.own_kings, position.their_kings];
                    CheckersPosition::new(men, kings, Player::First).expect("a legal position");
                }
            }
        }
    }
}
