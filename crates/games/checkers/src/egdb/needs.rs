//! What a build needs of the memory and of the disk, so that it is refused before hours of work
//! rather than killed after them.

use std::path::Path;

use super::by_depth::{STEPS, TILE};
use super::error::EgdbError;
use super::exact;
use super::file::Kind;
use super::kings::{KingSets, Standing};
use super::placement::{Cell, Kings};
use super::slice::{BINOMIAL, Layout, Material, leads_to};
use super::sweeps::Sweeps;

/// Positions a second and processor: 7 pieces were built at 20 million, on a machine that did other
/// things as well.
const RATE: f64 = 15e6;
/// With depths: 5 pieces.
const RATE_OF_DEPTHS: f64 = 3e6;

/// What a build needs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Needs {
    /// The slice that needs most.
    pub slice: Material,
    /// Bytes of memory that it needs to be solved: its results, those that it looks up, and what it
    /// works with.
    pub memory: u64,
    /// Bytes of disk while it goes on.
    pub disk: u64,
    /// Those of them that are given back at the end.
    pub temporary: u64,
    /// Seconds of processor time, estimated.
    pub seconds: f64,
}

impl Needs {
    /// Of slices with their mirror images, with or without depths; `None` if there are none.
    pub(super) fn of(
        missing: impl IntoIterator<Item = (Material, bool)>,
        threads: usize,
    ) -> Option<Self> {
        let mut needs: Option<Needs> = None;
        for (slice, depths) in missing {
            let memory = memory(slice, depths, threads);
            let none = Needs { slice, memory, disk: 0, temporary: 0, seconds: 0.0 };
            let so_far = needs.get_or_insert(none);
            let temporary = exact_files(slice, depths);
            so_far.temporary += temporary;
            so_far.disk += temporary + packed_files(slice, depths);
            so_far.seconds += seconds(slice, depths);
            if memory > so_far.memory {
                *so_far = Needs { slice, memory, ..*so_far };
            }
        }
        needs
    }

    /// And of slices that are there: what is in them may have to be unpacked for others.
    pub(super) fn and_of_finished(&mut self, slices: impl IntoIterator<Item = (Material, bool)>) {
        let bytes: u64 = slices.into_iter().map(|(slice, depths)| exact_files(slice, depths)).sum();
        self.disk += bytes;
        self.temporary += bytes;
    }

    /// Compares with what there is; where that is not known, nothing is refused.
    ///
    /// # Errors
    /// The memory, or the disk behind `directory`, is too small.
    pub(super) fn compare(
        &self,
        directory: &Path,
        memory: Option<u64>,
        disk: Option<u64>,
    ) -> Result<(), EgdbError> {
        if let Some(available) = disk.filter(|&disk| disk < self.disk) {
            return Err(EgdbError::Disk {
                path: directory.to_owned(),
                needed: self.disk,
                available,
            });
        }
        if let Some(available) = memory.filter(|&memory| memory < self.memory) {
            return Err(EgdbError::Memory { slice: self.slice, needed: self.memory, available });
        }
        Ok(())
    }
}

/// A slice with its mirror image.
fn pair(slice: Material) -> u64 {
    if slice == slice.mirrored() { 1 } else { 2 }
}

/// Bytes of memory while a slice and its mirror image are solved, as many as it could be at most.
fn memory(slice: Material, depths: bool, threads: usize) -> u64 {
    let layouts = [slice, slice.mirrored()].map(Layout::new);
    let kings = [slice.own_kings, slice.their_kings].map(usize::from);
    let sets = kings.map(|k| BINOMIAL[32][k]);
    // What is known of each placement of the kings, each side to move.
    let known = if depths {
        let cells = 2 * size_of::<Cell>() as u64 * sets[0] * sets[1];
        // A position waits for its turn as a win and as a quicker one.
        let waiting = 2 * layouts[0].kings * 2 * size_of::<u32>() as u64;
        // What the threads collect before it is put there, in lists that grow by doubling.
        let lists = 2 * size_of::<(u8, u32)>() as u64 * layouts[0].kings / STEPS as u64;
        let tile = TILE as u64 * (layouts[0].subs.max(layouts[1].subs) + 1);
        cells + waiting + lists + tile
    } else if kings.contains(&0) {
        2 * sets[0].max(sets[1])
    } else {
        Sweeps::bytes(sets)
    };
    let squares = size_of::<Kings>() as u64 * (sets[0] + sets[1]);
    let workers = (threads as u64).min(layouts[0].configs);
    // Numbers of the men's placements, in lists that grow by doubling.
    let levels = 2 * size_of::<u32>() as u64 * layouts[0].configs;
    let all_sets = kings.map(KingSets::bytes);
    workers * (known + squares)
        + levels
        + all_sets.iter().sum::<u64>()
        + sets.map(Standing::bytes).iter().sum::<u64>()
        + results(slice, depths)
}

/// Bytes of the results of a slice and its mirror image, and of those that they lead to.
fn results(slice: Material, depths: bool) -> u64 {
    let kind = if depths { Kind::Depths } else { Kind::Values };
    let before = leads_to(slice).into_iter().map(|m| kind.payload(m.positions()));
    let own = Kind::Values.payload(slice.positions())
        + if depths { Kind::Depths.payload(slice.positions()) } else { 0 };
    pair(slice) * own + before.sum::<u64>()
}

/// Bytes of the files that a build works on.
fn exact_files(slice: Material, depths: bool) -> u64 {
    let positions = slice.positions();
    let file = |kind: Kind| exact::length(kind.payload(positions));
    pair(slice) * (file(Kind::Values) + if depths { file(Kind::Depths) } else { 0 })
}

/// Bytes of the files that stay: what was found with up to 6 pieces, and a half more.
fn packed_files(slice: Material, depths: bool) -> u64 {
    let of = |kind: Kind| kind.payload(slice.positions());
    pair(slice) * (1024 + of(Kind::Values) / 8 + if depths { of(Kind::Depths) / 4 } else { 0 })
}

/// Processor time to solve a slice and its mirror image.
pub(super) fn seconds(slice: Material, depths: bool) -> f64 {
    let rate = if depths { RATE_OF_DEPTHS } else { RATE };
    pair(slice) as f64 * slice.positions() as f64 / rate
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pieces: u8, depths: bool) -> Needs {
        let missing = Material::all(pieces).into_iter().filter(|m| *m >= m.mirrored());
        Needs::of(missing.map(|material| (material, depths)), 2).unwrap()
    }

    #[test]
    fn seven_pieces() {
        let needs = of(7, false);
        // A quarter of the positions, rounded up in each of the 112 files with a header of its own.
        let files = Material::all(7).len() as u64;
        // And a 512th for the hashes of blocks.
        let least = 34_243_113_624 / 4 * 513 / 512 + 128 * files;
        assert!((least..least + 33 * files).contains(&needs.temporary), "{needs:?}");
        assert!((9_500_000_000..12_000_000_000).contains(&needs.disk), "{needs:?}");
        // The largest of all: hardly more than its results, and those that it looks up.
        assert_eq!(needs.slice.to_string(), "2m2k-2m1k");
        let largest = Needs::of([(needs.slice, false)], 2).unwrap();
        assert!(largest.disk > 690_000_000, "{largest:?}");
        assert!((largest.disk..5 * largest.disk / 2).contains(&largest.memory), "{largest:?}");
        // What is known of four kings against three while they are solved takes as much, by depth
        // more.
        let slice = Material { own_men: 0, own_kings: 4, their_men: 0, their_kings: 3 };
        let [values, depths] =
            [false, true].map(|depths| Needs::of([(slice, depths)], 2).unwrap().memory);
        assert!((300 << 20..700 << 20).contains(&values), "{values}");
        assert!(depths > 3 << 30, "{depths}");
        assert!(of(8, false).disk > 100_000_000_000);
    }

    #[test]
    fn what_is_too_small_is_refused() {
        let needs = of(7, false);
        let directory = Path::new("egdb");
        let compare = |memory, disk| {
            needs.compare(directory, memory, disk).map_err(|error| error.to_string())
        };
        assert_eq!(compare(None, None), Ok(()));
        assert_eq!(compare(Some(needs.memory), Some(needs.disk)), Ok(()));
        let error = compare(None, Some(3_210_000_000)).unwrap_err();
        assert_eq!(error, "egdb: the files need 9.6 GB, and 3.2 GB are free");
        let error = compare(Some(512_000_000), None).unwrap_err();
        assert_eq!(
            error,
            format!(
                "the slice 2m2k-2m1k needs {:.1} GB of memory, and 0.5 GB are available (fewer \
                 threads need less)",
                needs.memory as f64 / 1e9
            )
        );
        assert_eq!(Needs::of([], 2), None);
    }
}
