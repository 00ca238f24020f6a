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

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use rayon::prelude::*;

use super::by_depth::ByDepth;
use super::error::EgdbError;
use super::file::{Finished, Header, Kind, Table};
use super::hashes::Hashes;
use super::one_sided::Values;
use super::pair::{Known, Pair};
use super::placement::Lists;
use super::slice::Material;
use super::sweeps::Sweeps;
use super::value::DRAW_BITS;
use crate::board::bits;

/// A finished slice.
pub(crate) struct Generated {
    pub values: Finished,
    pub depths: Option<Finished>,
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

/// Placements of kings from which on one placement of the men is shared out to the threads: few in
/// tests, in which there are never so many.
const SHARED: usize = if cfg!(test) { 1 << 4 } else { 1 << 18 };

/// Memory that a thread uses for one placement after the other.
#[derive(Default)]
struct Work<'a> {
    by_depth: ByDepth,
    /// There when it is needed.
    sweeps: Option<Sweeps>,
    values: [Values; 2],
    lists: Lists<'a>,
}

impl<const DEPTHS: bool> Pair<'_, DEPTHS> {
    fn run(self) -> Result<Vec<Generated>, EgdbError> {
        let finished = AtomicU64::new(0);
        for level in self.levels() {
            // A thread that waits for others within a placement may begin another one meanwhile,
            // with memory of its own. So either whole placements are shared out or parts of them.
            let in_parts = level.len() < rayon::current_num_threads();
            level.par_iter().for_each_init(Work::default, |work, &config| {
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

    /// Solves a placement of the men; the number of positions. With `in_parts` a large one is
    /// shared out to the threads.
    fn solve<'s>(&'s self, work: &mut Work<'s>, number: u64, in_parts: bool) -> u64 {
        let Work { by_depth, sweeps, values, lists } = work;
        let (black, white) = self.layouts[0].men(number);
        let sides =
            [self.side(0, black, white), self.side(1, white.reverse_bits(), black.reverse_bits())];
        let in_parts = in_parts && self.sets[0].len() * self.sets[1].len() >= SHARED;
        if DEPTHS {
            self.by_depth(&sides, by_depth, lists, in_parts);
        } else if self.is_one_sided() {
            self.one_sided(&sides, values, lists);
        } else {
            self.sweep(&sides, sweeps, lists, in_parts);
        }
        let mirror = self.layouts[1].config(sides[1].own_men, sides[1].their_men);
        let is_own_mirror = self.is_symmetric && mirror == number;
        let outputs = [number, mirror];
        for (x, side) in sides.iter().enumerate().take(if is_own_mirror { 1 } else { 2 }) {
            let men = side.own_men | side.their_men;
            if DEPTHS {
                self.store_depths(x, outputs[x], men, by_depth, lists);
            } else if self.is_one_sided() {
                self.store_one_sided(x, outputs[x], men, values, lists);
            } else {
                self.store_values(x, outputs[x], men, sweeps, lists);
            }
        }
        self.layouts[0].kings * if is_own_mirror { 1 } else { 2 }
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
        about: Table { kind: Kind::Values, material },
        longest: 0,
        wins,
        draws: material.positions() - wins - losses,
        losses,
        payload_hash,
    };
    let depths = depths.map(|depths| {
        let payload = plain(depths);
        let (hashes, payload_hash, _) = Hashes::of(&payload, |_| ());
        let about = Table { kind: Kind::Depths, material };
        let header = Header { about, longest, payload_hash, ..header };
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
    use super::super::slice::leads_to;
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
