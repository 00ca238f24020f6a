//! Building a database, slice by slice.

use std::path::Path;

use super::database::{Database, Slice};
use super::error::EgdbError;
use super::file::{self, Kind};
use super::generate::{Generated, generate};
use super::needs::{Needs, available_memory};
use super::output::Place;
use super::slice::{Layout, MOST, Material};

/// What to build.
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions {
    /// Up to how many pieces, 2 to 8.
    pub pieces: u8,
    /// Up to how many pieces with depths; at most [`BuildOptions::pieces`].
    pub depths: u8,
    /// Threads; 0 for one per processor.
    pub threads: usize,
}

/// What a build tells while it goes on.
pub trait BuildMonitor: Sync {
    /// So many positions are in slices that have to be built.
    fn begin(&self, positions: u64) {
        let _ = positions;
    }
    /// This slice, and its mirror image, is being built now.
    fn slice(&self, material: Material) {
        let _ = material;
    }
    /// So many more positions are finished.
    fn done(&self, positions: u64) {
        let _ = positions;
    }
}

impl BuildMonitor for () {}

impl Database {
    /// Builds what is missing in a directory, which is made if it is not there, and opens the
    /// result.
    ///
    /// Slices that are there are kept (their headers are verified, [`Database::verify_checksums`]
    /// does the rest), so that a build that was interrupted goes on where it was. Files are written
    /// whole or not at all. Another program that builds in the same directory is waited for.
    ///
    /// # Errors
    /// A file cannot be read or written, or is damaged; the memory or the disk is too small, which
    /// is found out before anything is built.
    pub fn build(
        directory: &Path,
        options: &BuildOptions,
        monitor: &dyn BuildMonitor,
    ) -> Result<Self, EgdbError> {
        std::fs::create_dir_all(directory).map_err(|error| EgdbError::io(directory, error))?;
        let lock = file::lock(directory);
        file::remove_unfinished(directory, lock.is_some());
        let mut jobs = Vec::new();
        for pieces in 2..=options.checked()? {
            for material in first_of_pairs(pieces) {
                let depths = pieces <= options.depths;
                let is_there = |kind: Kind| {
                    [material, material.mirrored()]
                        .iter()
                        .all(|&m| file::path(directory, m, kind).exists())
                };
                let is_missing = !is_there(Kind::Values) || depths && !is_there(Kind::Depths);
                jobs.push((material, depths, is_missing));
            }
        }
        let missing = jobs.iter().filter(|&&(_, _, is_missing)| is_missing);
        let pool = pool(options.threads)?;
        let needs = missing.clone().map(|&(material, depths, _)| (material, depths));
        if let Some(needs) = Needs::of(needs, pool.current_num_threads()) {
            let disk = fs4::available_space(directory).ok();
            needs.compare(directory, available_memory(), disk)?;
        }
        monitor.begin(missing.map(|&(material, _, _)| both(material).positions).sum());
        let mut database = Database::empty();
        pool.install(|| {
            for (material, depths, is_missing) in jobs {
                if is_missing {
                    monitor.slice(material);
                    let (place, done) = (Place::Directory(directory), |n| monitor.done(n));
                    for slice in generate(material, &database, depths, place, &done)? {
                        database.insert(slice.finish()?);
                    }
                    continue;
                }
                for material in both(material).materials() {
                    database.insert(file::open(directory, material)?);
                }
            }
            Ok(())
        })?;
        database.complete(options.pieces);
        Ok(database)
    }

    /// Builds a database with depths in memory, up to so many pieces: 3 takes milliseconds, 4 about
    /// a second and 8 MB, 5 half a minute and 180 MB.
    ///
    /// # Panics
    /// If `pieces` is not between 2 and 5.
    pub fn in_memory(pieces: u8) -> Self {
        assert!((2..=5).contains(&pieces), "2 to 5 pieces can be built in memory");
        let mut database = Database::empty();
        for n in 2..=pieces {
            for material in first_of_pairs(n) {
                let slices = generate(material, &database, true, Place::Memory, &|_| {})
                    .expect("wins with up to 5 pieces have fewer than 253 plies");
                for slice in slices {
                    database.insert(slice.finish().expect("nothing is written"));
                }
            }
            database.complete(n);
        }
        database
    }
}

impl BuildOptions {
    fn checked(&self) -> Result<u8, EgdbError> {
        if (2..=MOST as u8).contains(&self.pieces) {
            Ok(self.pieces)
        } else {
            Err(EgdbError::Pieces(self.pieces))
        }
    }
}

/// A slice and its mirror image.
struct Both {
    material: Material,
    positions: u64,
}

fn both(material: Material) -> Both {
    let twice = if material == material.mirrored() { 1 } else { 2 };
    Both { material, positions: twice * material.positions() }
}

impl Both {
    fn materials(&self) -> impl Iterator<Item = Material> {
        let mirrored = self.material.mirrored();
        std::iter::once(self.material).chain((mirrored != self.material).then_some(mirrored))
    }
}

pub(super) fn first_of_pairs(pieces: u8) -> impl Iterator<Item = Material> {
    Material::all(pieces).into_iter().filter(|&material| material >= material.mirrored())
}

pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool, EgdbError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| EgdbError::Threads(error.to_string()))
}

impl Generated {
    /// The values last: a slice counts as built when they are there.
    pub(super) fn finish(self) -> Result<Slice, EgdbError> {
        let Generated { header, values, depths } = self;
        let depths = match depths {
            Some((header, depths)) => Some((header, depths.finish(header)?)),
            None => None,
        };
        let values = values.finish(header)?;
        Ok(Slice { layout: Layout::new(header.material), header, values, depths })
    }
}
