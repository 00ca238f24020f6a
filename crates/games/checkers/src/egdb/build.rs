//! Building a database, slice by slice.

use std::path::Path;

use rayon::prelude::*;

use super::database::Database;
use super::earlier;
use super::error::EgdbError;
use super::file::{self, Finished, Kind};
use super::generate::{Generated, generate};
use super::monitor::BuildMonitor;
use super::needs::{Needs, seconds};
use super::opened::{self, Data, Slice};
use super::output;
use super::packing;
use super::pair::Known;
use super::slice::{Layout, MOST, Material, both, first_of_pairs, leads_to};
use super::working::{Working, place};
use threefold_tables::output::available_memory;

/// Slices are solved side by side whose memory together is not more than this.
const SIDE_BY_SIDE: u64 = 1 << 28;

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

impl Database {
    /// Builds what is missing or damaged in a directory, which is made if it is not there, and
    /// opens the result.
    ///
    /// Slices that are there are kept if they have their checksums, which is verified first, so
    /// that a build that was interrupted goes on where it was, and nothing is built on damage.
    /// Files are written whole or not at all. Another program that builds in the same directory is
    /// waited for.
    ///
    /// # Errors
    /// A file cannot be read or written; the memory or the disk is too small, which is found out
    /// before anything is built.
    pub fn build(
        directory: &Path,
        options: &BuildOptions,
        monitor: &dyn BuildMonitor,
    ) -> Result<Self, EgdbError> {
        Database::build_from(directory, None, options, monitor)
    }

    /// The same, with what an earlier version of this program has built in another directory: what
    /// is there and has its checksums is converted, and not solved again.
    ///
    /// # Errors
    /// As for [`Database::build`].
    pub fn build_from(
        directory: &Path,
        from: Option<&Path>,
        options: &BuildOptions,
        monitor: &dyn BuildMonitor,
    ) -> Result<Self, EgdbError> {
        let pieces = options.checked()?;
        std::fs::create_dir_all(directory).map_err(|error| EgdbError::io(directory, error))?;
        let lock = output::lock(directory);
        output::remove_unfinished(directory, lock.is_some());
        output::remove_unfinished(&place(directory), lock.is_some());
        let pool = pool(options.threads)?;
        let jobs = pool.install(|| {
            earlier::convert_all(directory, from, pieces, monitor)?;
            jobs(directory, options, monitor)
        })?;
        let missing = jobs.iter().filter(|job| job.is_missing);
        let needs = missing.clone().map(|job| (job.material, job.depths));
        if let Some(mut needs) = Needs::of(needs, pool.current_num_threads()) {
            let finished = jobs.iter().filter(|job| !job.is_missing);
            needs.and_of_finished(finished.map(|job| (job.material, job.depths)));
            let is_solved = |job: &&Job| {
                let kind = if job.depths { Kind::Depths } else { Kind::Values };
                both(job.material).materials().all(|m| Working::has(directory, from, m, kind))
            };
            let unsolved = missing.clone().filter(|job| !is_solved(job));
            needs.seconds = unsolved.map(|job| seconds(job.material, job.depths)).sum();
            let disk = fs4::available_space(directory).ok();
            monitor.needs(&needs);
            needs.compare(directory, available_memory(), disk)?;
        }
        monitor.begin(missing.map(|job| both(job.material).positions).sum());
        let mut database = Database::empty();
        let mut working = Working::new(directory, from);
        let most = available_memory().map_or(SIDE_BY_SIDE, |bytes| SIDE_BY_SIDE.min(bytes / 4));
        pool.install(|| {
            for jobs in side_by_side(&jobs, most) {
                build_all(jobs, directory, &mut working, &mut database, monitor)?;
            }
            Ok::<(), EgdbError>(())
        })?;
        working.remove(pieces)?;
        database.complete(pieces);
        Ok(database)
    }

    /// Builds a database with depths in memory, up to so many pieces: 3 takes milliseconds, 4 about
    /// a second and 8 MB, 5 half a minute and 180 MB.
    ///
    /// # Panics
    /// If `pieces` is not between 2 and 5.
    pub fn in_memory(pieces: u8) -> Self {
        assert!((2..=5).contains(&pieces), "2 to 5 pieces can be built in memory");
        built_in_memory(pieces, true)
    }
}

/// The same with or without depths.
pub(super) fn built_in_memory(pieces: u8, depths: bool) -> Database {
    let mut database = Database::empty();
    for n in 2..=pieces {
        for material in first_of_pairs(n) {
            let before = leads_to(material).into_iter().map(|material| {
                let slice = database.slice(material).expect("smaller slices are finished");
                let depths = slice.depths.as_ref().filter(|_| depths);
                (material, depths.map_or(&slice.values, |(_, depths)| depths).in_memory())
            });
            let slices = generate(material, &Known::new(before), depths, &|_| {})
                .expect("wins with up to 5 pieces have fewer than 253 plies, and fit in memory");
            for slice in slices {
                database.insert(slice.kept());
            }
        }
        database.complete(n);
    }
    database
}

/// The same jobs in groups of slices none of which leads to another: those with as many pieces and
/// as many men, as far as `most` bytes of memory are enough for them together.
fn side_by_side(mut jobs: &[Job], most: u64) -> impl Iterator<Item = &[Job]> {
    let men = |job: &Job| (job.material.pieces(), job.material.own_men + job.material.their_men);
    let threads = rayon::current_num_threads();
    std::iter::from_fn(move || {
        let first = jobs.first()?;
        let mut bytes = 0;
        let fits = |job: &&Job| {
            let needs = Needs::of([(job.material, job.depths)], threads);
            bytes += needs.map_or(0, |needs| needs.memory);
            men(job) == men(first) && job.depths == first.depths && bytes <= most
        };
        let (group, others) = jobs.split_at(jobs.iter().take_while(fits).count().max(1));
        jobs = others;
        Some(group)
    })
}

/// Builds those of a group that are missing, in part at the same time: what is written, and waits
/// for the disk, does so while others are solved.
fn build_all(
    jobs: &[Job],
    directory: &Path,
    working: &mut Working,
    database: &mut Database,
    monitor: &dyn BuildMonitor,
) -> Result<(), EgdbError> {
    let (mut unsolved, mut needed) = (Vec::new(), Vec::new());
    for job in jobs {
        let Job { material, depths, .. } = *job;
        if !job.is_missing {
            for material in both(material).materials() {
                database.insert(opened::open(directory, material)?);
            }
        } else if let Some(slices) = working.solved(material, depths)? {
            monitor.slice(material);
            monitor.done(both(material).positions);
            for slice in slices {
                database.insert(working.write(slice)?.0);
            }
        } else {
            needed.extend(leads_to(material));
            unsolved.push(job);
        }
    }
    let Some(first) = unsolved.first() else { return Ok(()) };
    let kind = if first.depths { Kind::Depths } else { Kind::Values };
    working.need(&needed, kind, database)?;
    let (known, working_now) = (working.known(), &*working);
    let written = unsolved.par_iter().map(|job| {
        monitor.slice(job.material);
        let slices = generate(job.material, &known, job.depths, &|n| monitor.done(n))?;
        slices.into_iter().map(|slice| working_now.write(slice)).collect::<Result<Vec<_>, _>>()
    });
    let written: Vec<_> = written.collect::<Result<_, EgdbError>>()?;
    for (slice, numbers) in written.into_iter().flatten() {
        database.insert(slice);
        working.keep_in_memory(numbers);
    }
    Ok(())
}

/// A slice with its mirror image, to be built or only to be opened.
struct Job {
    material: Material,
    depths: bool,
    is_missing: bool,
}

/// Looks at all files, and reads them. What is damaged is told, and counts as missing.
fn jobs(
    directory: &Path,
    options: &BuildOptions,
    monitor: &dyn BuildMonitor,
) -> Result<Vec<Job>, EgdbError> {
    let pairs: Vec<Material> = (2..=options.pieces).flat_map(first_of_pairs).collect();
    let inspected = pairs.par_iter().map(|&material| {
        let inspect = |kind: Kind| {
            let files = both(material).materials().map(|m| Inspected::new(directory, m, kind));
            files.collect::<Result<Vec<Inspected>, EgdbError>>()
        };
        Ok((inspect(Kind::Values)?, inspect(Kind::Depths)?))
    });
    let inspected: Vec<_> = inspected.collect::<Result<_, EgdbError>>()?;
    let mut jobs = Vec::new();
    // Depths are built on depths.
    let mut all_have_depths = true;
    for (material, (values, depth_files)) in pairs.into_iter().zip(inspected) {
        let has_some = depth_files.iter().any(|file| !matches!(file, Inspected::Missing));
        let depths = material.pieces() <= options.depths || all_have_depths && has_some;
        all_have_depths &= depths;
        let is_whole = |files: &[Inspected]| files.iter().all(|f| matches!(f, Inspected::Whole));
        let is_missing = !is_whole(&values) || depths && !is_whole(&depth_files);
        jobs.push(Job { material, depths, is_missing });
        for file in values {
            if let Inspected::Damaged(error) = file {
                monitor.damaged(&error);
            }
        }
        for (file, material) in depth_files.into_iter().zip(both(material).materials()) {
            let Inspected::Damaged(error) = file else { continue };
            monitor.damaged(&error);
            if !depths {
                let path = file::path(directory, material, Kind::Depths);
                std::fs::remove_file(&path).map_err(|error| EgdbError::io(&path, error))?;
            }
        }
    }
    Ok(jobs)
}

/// What is known of a file after it was read.
enum Inspected {
    Whole,
    Missing,
    Damaged(EgdbError),
}

impl Inspected {
    fn new(directory: &Path, material: Material, kind: Kind) -> Result<Self, EgdbError> {
        match opened::verified(directory, material, kind) {
            Ok(()) => Ok(Inspected::Whole),
            Err(error) if error.is_not_found() => Ok(Inspected::Missing),
            Err(error) if error.rebuild().is_some() => Ok(Inspected::Damaged(error)),
            Err(error) => Err(error),
        }
    }
}

impl BuildOptions {
    pub(super) fn checked(&self) -> Result<u8, EgdbError> {
        if (2..=MOST as u8).contains(&self.pieces) {
            Ok(self.pieces)
        } else {
            Err(EgdbError::Pieces(self.pieces))
        }
    }
}

pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool, EgdbError> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| EgdbError::Threads(error.to_string()))
}

impl Generated {
    /// The slice that it is.
    pub(super) fn material(&self) -> Material {
        self.values.header.about.material
    }

    /// In memory, and nowhere else.
    pub(super) fn kept(self) -> Slice {
        let kept = |Finished { header, payload, .. }: Finished| {
            (packing::header_of(&header, &payload), Data::Memory(payload))
        };
        let depths = self.depths.map(kept);
        let (header, values) = kept(self.values);
        Slice { layout: Layout::new(header.about.material), header, values, depths }
    }
}
