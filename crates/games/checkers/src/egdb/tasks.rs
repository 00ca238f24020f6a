//! A build cut into tasks, for whatever runs tasks: one slice with its mirror image each.

use std::path::Path;

use super::build::{BuildOptions, pool};
use super::database::Database;
use super::earlier;
use super::error::EgdbError;
use super::file::{self, Kind};
use super::generate::generate;
use super::monitor::BuildMonitor;
use super::needs::Needs;
use super::opened;
use super::output;
use super::slice::{Material, both, first_of_pairs, leads_to};
use super::working::Working;
use threefold_tables::output::available_memory;

/// A task: a slice and its mirror image.
#[derive(Clone, Debug, PartialEq)]
pub struct SliceTask {
    /// The slice, the first of both.
    pub material: Material,
    /// Whether depths are built too.
    pub depths: bool,
    /// The tasks whose files it reads.
    pub inputs: Vec<Material>,
    /// The files that it writes, in a directory. The first is written last: when it is there, so
    /// are all.
    pub outputs: Vec<String>,
    /// Positions of both.
    pub positions: u64,
    /// Bytes of memory that it needs, at most.
    pub memory: u64,
    /// Bytes of its files, those included that are removed when all tasks are done.
    pub disk: u64,
    /// Processor time, estimated.
    pub seconds: f64,
}

impl SliceTask {
    /// All tasks of a database, each behind those that it needs; a task has so many threads.
    ///
    /// # Errors
    /// Not so many pieces.
    pub fn all(options: &BuildOptions) -> Result<Vec<Self>, EgdbError> {
        let pieces = options.checked()?;
        let threads = options.threads.max(1);
        let materials = (2..=pieces).flat_map(first_of_pairs);
        Ok(materials.map(|m| SliceTask::new(m, m.pieces() <= options.depths, threads)).collect())
    }

    fn new(material: Material, depths: bool, threads: usize) -> Self {
        let mut inputs: Vec<Material> =
            leads_to(material).into_iter().map(|m| m.max(m.mirrored())).collect();
        inputs.sort();
        inputs.dedup();
        let needs = Needs::of([(material, depths)], threads).expect("a slice needs something");
        let kinds: &[Kind] = if depths { &[Kind::Values, Kind::Depths] } else { &[Kind::Values] };
        let files = both(material).materials();
        let files = files.flat_map(|m| kinds.iter().map(move |&kind| file::name(m, kind)));
        let positions = both(material).positions;
        SliceTask {
            material,
            depths,
            inputs,
            outputs: files.collect(),
            positions,
            memory: needs.memory,
            disk: needs.disk,
            seconds: needs.seconds,
        }
    }
}

/// Whether a slice and its mirror image are there and have their checksums.
fn is_there(
    directory: &Path,
    material: Material,
    depths: bool,
    monitor: &dyn BuildMonitor,
) -> Result<bool, EgdbError> {
    let kinds: &[Kind] = if depths { &[Kind::Values, Kind::Depths] } else { &[Kind::Values] };
    let mut is_there = true;
    for own in both(material).materials() {
        earlier::convert(directory, None, own, monitor)?;
        for &kind in kinds {
            match opened::verified(directory, own, kind) {
                Ok(()) => {}
                Err(error) if error.is_not_found() => is_there = false,
                Err(error) if error.rebuild().is_some() => {
                    monitor.damaged(&error);
                    is_there = false;
                }
                Err(error) => return Err(error),
            }
        }
    }
    Ok(is_there)
}

impl Database {
    /// Builds one slice and its mirror image from files that are there, which are verified and only
    /// read; with depths up to [`BuildOptions::depths`] pieces. Several may be built in a directory
    /// at once. What is there and has its checksums is left alone. Whether it was built.
    ///
    /// # Errors
    /// A file that it needs is missing or damaged, or there is too little memory or disk.
    pub fn build_slice(
        directory: &Path,
        material: Material,
        options: &BuildOptions,
        monitor: &dyn BuildMonitor,
    ) -> Result<bool, EgdbError> {
        let material = material.max(material.mirrored());
        let pieces = material.pieces();
        BuildOptions { pieces, ..*options }.checked()?;
        let depths = pieces <= options.depths;
        let kind = if depths { Kind::Depths } else { Kind::Values };
        std::fs::create_dir_all(directory).map_err(|error| EgdbError::io(directory, error))?;
        // Nobody removes what is unfinished meanwhile.
        let _lock = output::share(directory);
        if is_there(directory, material, depths, monitor)? {
            return Ok(false);
        }
        let pool = pool(options.threads)?;
        if let Some(needs) = Needs::of([(material, depths)], pool.current_num_threads()) {
            let disk = fs4::available_space(directory).ok();
            needs.compare(directory, available_memory(), disk)?;
        }
        monitor.begin(both(material).positions);
        monitor.slice(material);
        pool.install(|| {
            let mut before = Database::empty();
            for needed in leads_to(material) {
                let missing = |error: EgdbError, kind| match error.is_not_found() {
                    true => {
                        EgdbError::Missing { path: file::path(directory, needed, kind), pieces }
                    }
                    false => error,
                };
                let slice = opened::open(directory, needed);
                before.insert(slice.map_err(|error| missing(error, Kind::Values))?);
                if depths {
                    let depths = opened::stored(directory, needed, Kind::Depths);
                    depths.map_err(|error| missing(error, Kind::Depths))?;
                }
            }
            // What is packed is unpacked with what its captures lead to.
            for other in (2..=pieces).flat_map(Material::all) {
                if before.slice(other).is_none()
                    && let Ok(slice) = opened::open(directory, other)
                {
                    before.insert(slice);
                }
            }
            let mut working = Working::new(directory, None);
            working.need(&leads_to(material), kind, &before)?;
            let mut slices = generate(material, &working.known(), depths, &|n| monitor.done(n))?;
            // The first of both last: then everything is there.
            slices.sort_by_key(|slice| slice.material() == material);
            for slice in slices {
                working.write(slice)?;
            }
            Ok(true)
        })
    }
}
