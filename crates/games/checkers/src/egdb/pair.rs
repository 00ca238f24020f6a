//! A slice and its mirror image while they are solved, and what they rest on.

use std::sync::atomic::{AtomicBool, AtomicU8};

use super::FileError;
use super::error::EgdbError;
use super::file::{self, Kind};
use super::hashes::zeros;
use super::kings::{KingSets, Standing};
use super::slice::{Layout, Material};
use super::target::Target;

/// Slices that are finished: their values, or their depths if depths are wanted.
pub(crate) struct Known<'a>(Vec<Option<(Layout, &'a [u8])>>);

impl<'a> Known<'a> {
    pub fn new(slices: impl IntoIterator<Item = (Material, &'a [u8])>) -> Self {
        let mut known = vec![None; 4096];
        for (material, bytes) in slices {
            known[material.code()] = Some((Layout::new(material), bytes));
        }
        Known(known)
    }
}

/// A slice and its mirror image: `x` is the side to move, 0 for Black in the first, 1 for White in
/// the second.
pub(super) struct Pair<'a, const DEPTHS: bool> {
    known: &'a Known<'a>,
    pub(super) done: &'a (dyn Fn(u64) + Sync),
    pub(super) layouts: [Layout; 2],
    pub(super) is_symmetric: bool,
    /// The sets of both sides' kings.
    pub(super) sets: [KingSets; 2],
    /// Who of them stands where.
    pub(super) standing: [Standing; 2],
    /// Two bits a position; all drawn to begin with. The second is empty in a symmetric slice.
    pub(super) values: [Vec<AtomicU8>; 2],
    pub(super) depths: [Vec<AtomicU8>; 2],
    pub(super) too_deep: AtomicBool,
    pub(super) longest: [AtomicU8; 2],
}

impl<'a, const DEPTHS: bool> Pair<'a, DEPTHS> {
    pub(super) fn new(
        material: Material,
        known: &'a Known<'a>,
        done: &'a (dyn Fn(u64) + Sync),
    ) -> Result<Self, EgdbError> {
        let layouts = [Layout::new(material), Layout::new(material.mirrored())];
        let is_symmetric = material == material.mirrored();
        let sets = [material.own_kings, material.their_kings].map(|k| KingSets::new(k.into()));
        let output = |x: usize, kind: Kind| {
            if x == 1 && is_symmetric || kind == Kind::Depths && !DEPTHS {
                return Ok(Vec::new());
            }
            let bytes = kind.payload(layouts[x].size);
            let path = || file::name(layouts[x].material, kind).into();
            zeros(bytes as usize)
                .ok_or_else(|| EgdbError::File(FileError::NoMemory { path: path(), bytes }))
        };
        Ok(Pair {
            known,
            done,
            layouts,
            is_symmetric,
            standing: [0, 1].map(|x| Standing::new(&sets[x])),
            sets,
            values: [output(0, Kind::Values)?, output(1, Kind::Values)?],
            depths: [output(0, Kind::Depths)?, output(1, Kind::Depths)?],
            too_deep: AtomicBool::new(false),
            longest: [AtomicU8::new(0), AtomicU8::new(0)],
        })
    }

    /// Kings of the side `x`.
    pub(super) fn kings(&self, x: usize) -> u32 {
        self.layouts[x].material.own_kings.into()
    }

    /// Where the results are of positions with these men of the side `x`, which has moved, and of
    /// the other, and with so many kings of both.
    pub(super) fn target(
        &self,
        x: usize,
        men: [u32; 2],
        kings_of_x: u32,
        other_kings: u32,
    ) -> Target<'_> {
        if men[1] == 0 && other_kings == 0 {
            return Target::GONE;
        }
        let y = 1 - x;
        let material = Material {
            own_men: men[1].count_ones() as u8,
            own_kings: other_kings as u8,
            their_men: men[0].count_ones() as u8,
            their_kings: kings_of_x as u8,
        };
        if material == self.layouts[y].material {
            let slot = if self.is_symmetric { 0 } else { y };
            let output = if DEPTHS { &self.depths[slot] } else { &self.values[slot] };
            return Target::unfinished(&self.layouts[y], output, men);
        }
        let (layout, bytes) =
            self.known.0[material.code()].as_ref().expect("smaller slices are finished");
        Target::finished(layout, bytes, men)
    }
}
