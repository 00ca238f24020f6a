//! Retrograde analysis of one slice and its mirror image.
//!
//! ```text
//!   men's placements, by how far the men have gone: the furthest first
//!      each placement with all placements of the kings, and both sides to move, at once:
//!         1. forwards: captures, crownings and moves of men lead to what is finished
//!         2. backwards over the quiet moves of kings, from what is won or lost
//!         3. what is left is drawn
//! ```
//! Placements of the same advancement do not depend on each other, and are shared out to the
//! threads. The working memory is that of one placement per thread (kings alone: 25 million numbers
//! with six pieces, 178 million with seven; a byte for each side to move, three with depths). The
//! results, and what they rest on, are in memory as well until the slice is finished. What is done
//! with one placement is in `placement.rs`.
//!
//! With depths the second part visits positions in the order of their depth, so that the first win
//! found is the shortest one, and a loss is complete with its longest defence.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use rayon::prelude::*;

use super::error::EgdbError;
use super::file::{self, Header, Kind};
use super::hashes::{Hashes, zeros};
use super::kings::KingSets;
use super::placement::Work;
use super::slice::{Layout, Material};
use super::sweeps::Standing;
use super::target::Target;
use super::value::DRAW_BITS;
use crate::board::bits;

/// A finished slice.
pub(crate) struct Generated {
    pub values: Finished,
    pub depths: Option<Finished>,
}

/// What a file holds.
pub(crate) struct Finished {
    pub header: Header,
    pub payload: Vec<u8>,
    pub hashes: Hashes,
}

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

/// Solves the slice of `material` and, if that is another one, its mirror image. Everything that it
/// [`leads_to`] must be in `known`, with depths if they are wanted. `done` is told numbers of
/// positions that are finished.
pub(crate) fn generate(
    material: Material,
    known: &Known<'_>,
    depths: bool,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Generated>, EgdbError> {
    if depths {
        Pair::<true>::new(material, known, done)?.run()
    } else {
        Pair::<false>::new(material, known, done)?.run()
    }
}

/// A slice and its mirror image: `x` is the side to move, 0 for Black in the first, 1 for White in
/// the second.
pub(super) struct Pair<'a, const DEPTHS: bool> {
    known: &'a Known<'a>,
    done: &'a (dyn Fn(u64) + Sync),
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
    fn new(
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
            zeros(bytes as usize).ok_or_else(|| EgdbError::NoMemory { path: path(), bytes })
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

    fn run(self) -> Result<Vec<Generated>, EgdbError> {
        let finished = AtomicU64::new(0);
        for level in self.levels() {
            // A thread that waits for others within a placement may begin another one meanwhile,
            // with memory of its own. So either whole placements are shared out or parts of them.
            let in_parts = level.len() < rayon::current_num_threads();
            level.par_iter().for_each_init(Work::new, |work, &config| {
                let positions = self.solve(work, config.into(), in_parts);
                // Telling costs more than a small placement.
                let before = finished.fetch_add(positions, Ordering::Relaxed);
                const PORTION: u64 = 1 << 20;
                let portions = (before + positions) / PORTION - before / PORTION;
                if portions > 0 {
                    (self.done)(portions * PORTION);
                }
            });
            if self.too_deep.load(Ordering::Relaxed) {
                return Err(EgdbError::TooDeep(self.layouts[0].material.to_string()));
            }
        }
        (self.done)(finished.into_inner() % (1 << 20));
        let longest = self.longest.map(AtomicU8::into_inner);
        let symmetric = self.is_symmetric;
        let [first, second] = self.values;
        let [first_depths, second_depths] = self.depths;
        let both = [
            (
                self.layouts[0],
                first,
                first_depths,
                longest[0].max(if symmetric { longest[1] } else { 0 }),
            ),
            (self.layouts[1], second, second_depths, longest[1]),
        ];
        let slices = both.into_iter().take(if symmetric { 1 } else { 2 });
        Ok(slices
            .map(|(layout, values, depths, longest)| {
                finish(layout.material, values, DEPTHS.then_some(depths), longest)
            })
            .collect())
    }

    /// The men's placements by advancement, the furthest first. Of two that are each other's mirror
    /// image in a symmetric slice one is enough.
    fn levels(&self) -> Vec<Vec<u32>> {
        let layout = &self.layouts[0];
        let mut levels: Vec<Vec<u32>> = Vec::new();
        for config in 0..layout.configs {
            let (own, their) = layout.men(config);
            if self.is_symmetric && layout.config(their.reverse_bits(), own.reverse_bits()) < config
            {
                continue;
            }
            let row = |bit: u32| bit.trailing_zeros() as usize / 4;
            let level = bits(own).map(row).sum::<usize>()
                + bits(their).map(|bit| 7 - row(bit)).sum::<usize>();
            if levels.len() <= level {
                levels.resize_with(level + 1, Vec::new);
            }
            levels[level].push(config as u32);
        }
        levels.reverse();
        levels
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

/// Counts, hashes, and makes headers of what was found.
fn finish(
    material: Material,
    values: Vec<AtomicU8>,
    depths: Option<Vec<AtomicU8>>,
    longest: u8,
) -> Generated {
    let plain =
        |bytes: Vec<AtomicU8>| -> Vec<u8> { bytes.into_iter().map(AtomicU8::into_inner).collect() };
    let payload = plain(values);
    let (hashes, payload_hash, counts) = Hashes::of(&payload, wins_and_losses);
    let [wins, losses] = [0, 1].map(|i| counts.iter().map(|counts| counts[i]).sum());
    let header = Header {
        kind: Kind::Values,
        material,
        longest: 0,
        wins,
        draws: material.positions() - wins - losses,
        losses,
        payload_hash,
    };
    let depths = depths.map(|depths| {
        let payload = plain(depths);
        let (hashes, payload_hash, _) = Hashes::of(&payload, |_| ());
        let header = Header { kind: Kind::Depths, longest, payload_hash, ..header };
        Finished { header, payload, hashes }
    });
    Generated { values: Finished { header, payload, hashes }, depths }
}

/// Eight bytes at a time; a win is 1, a loss 2.
fn wins_and_losses(bytes: &[u8]) -> [u64; 2] {
    const { assert!(DRAW_BITS == 0, "what is behind the last position counts as nothing") };
    let (mut wins, mut losses) = (0, 0);
    for chunk in bytes.chunks(8) {
        let mut bytes = [0; 8];
        bytes[..chunk.len()].copy_from_slice(chunk);
        let word = u64::from_le_bytes(bytes);
        const LOW: u64 = 0x5555_5555_5555_5555;
        wins += u64::from((word & LOW).count_ones());
        losses += u64::from((word & LOW << 1).count_ones());
    }
    [wins, losses]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::egdb::build::{built_in_memory, pool};

    /// One thread, whole placements shared out, and parts of them, of one or of several at once.
    #[test]
    fn threads_change_nothing() {
        let built = |threads, depths| {
            let database = pool(threads).unwrap().install(|| built_in_memory(3, depths));
            let slices = database.slices().map(|slice| {
                let depths = slice.depths.as_ref();
                let depths = depths.map(|(header, data)| (*header, data.in_memory().to_vec()));
                (slice.header, slice.values.in_memory().to_vec(), depths)
            });
            slices.collect::<Vec<_>>()
        };
        for depths in [true, false] {
            let alone = built(1, depths);
            for threads in [2, 8] {
                assert!(built(threads, depths) == alone);
            }
        }
        // The other generator finds the same values.
        let values = |depths| built(2, depths).into_iter().map(|s| (s.0, s.1)).collect::<Vec<_>>();
        assert!(values(true) == values(false));
    }

    #[test]
    fn what_slices_lead_to_was_built_before() {
        let all: Vec<Material> = (2..=8).flat_map(Material::all).collect();
        for (i, &material) in all.iter().enumerate().filter(|(_, m)| **m >= m.mirrored()) {
            for before in leads_to(material) {
                assert!(all[..i].contains(&before), "{material} leads to {before}");
            }
        }
    }
}
