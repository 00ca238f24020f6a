//! What a build works on: the slices that others are built on, each value of them as it is.
//!
//! Of each slice there is a file in a directory beside those of the database, until the build is
//! complete: what the database keeps says nothing of positions in which a capture is due, and to
//! find their values again each time would take longer than to build the next slice.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::FileError;
use super::database::Database;
use super::error::EgdbError;
use super::exact;
use super::file::{Finished, Kind, Table};
use super::generate::Generated;
use super::opened::{Data, Slice};
use super::output;
use super::packing;
use super::pair::Known;
use super::slice::{Layout, Material, both};

/// The numbers of a slice, as they are.
type Numbers = ((Material, Kind), Vec<u8>);

/// The name of that directory.
const NAME: &str = "exact";

/// The directory of such files for a database in `directory`.
pub(super) fn place(directory: &Path) -> PathBuf {
    directory.join(NAME)
}

/// Slices in memory, as many as one needs at a time, and their files.
pub(super) struct Working {
    directory: PathBuf,
    from: Option<PathBuf>,
    /// Where such files may be: those of this build, and a database of an earlier version.
    sources: Vec<PathBuf>,
    loaded: HashMap<(Material, Kind), Vec<u8>>,
}

impl Working {
    /// For a database in a directory, from files that may be there or in another.
    pub fn new(directory: &Path, from: Option<&Path>) -> Self {
        let from = from.map(Path::to_owned);
        let mut sources = vec![place(directory), directory.to_owned()];
        sources.extend(from.clone());
        Working { directory: directory.to_owned(), from, sources, loaded: HashMap::new() }
    }

    /// Whether a build may be able to take a slice from a file; it has not been read.
    pub fn has(directory: &Path, from: Option<&Path>, material: Material, kind: Kind) -> bool {
        let own = place(directory);
        [Some(&*own), Some(directory), from]
            .into_iter()
            .flatten()
            .any(|source| exact::is_there(source, material, kind))
    }

    fn read(&self, material: Material, kind: Kind) -> Result<Option<Finished>, EgdbError> {
        for source in &self.sources {
            if let Some(found) = exact::read(source, material, kind)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// A slice and its mirror image that somebody has solved before; `None` if a part of it is not
    /// there.
    pub fn solved(
        &mut self,
        material: Material,
        depths: bool,
    ) -> Result<Option<Vec<Generated>>, EgdbError> {
        // Nothing is built on it now; what is written would pile up.
        self.loaded.clear();
        let mut slices = Vec::new();
        for material in both(material).materials() {
            let Some(values) = self.read(material, Kind::Values)? else { return Ok(None) };
            let depths = match depths {
                true => match self.read(material, Kind::Depths)? {
                    None => return Ok(None),
                    depths => depths,
                },
                false => None,
            };
            slices.push(Generated { values, depths });
        }
        Ok(Some(slices))
    }

    /// Reads and verifies these slices, and forgets all others. One of which there is no such file
    /// is made from what the database has, and kept for the next time.
    pub fn need(
        &mut self,
        slices: &[Material],
        kind: Kind,
        database: &Database,
    ) -> Result<(), EgdbError> {
        self.loaded.retain(|(material, of), _| *of == kind && slices.contains(material));
        for &material in slices {
            if self.loaded.contains_key(&(material, kind)) {
                continue;
            }
            let payload = match self.read(material, kind)? {
                Some(found) => found.payload,
                None => self.unpack(material, kind, database)?,
            };
            self.loaded.insert((material, kind), payload);
        }
        Ok(())
    }

    fn unpack(
        &self,
        material: Material,
        kind: Kind,
        database: &Database,
    ) -> Result<Vec<u8>, EgdbError> {
        let slice = database.slice(material).expect("smaller slices are finished");
        let data = match (kind, &slice.depths) {
            (Kind::Values, _) => &slice.values,
            (Kind::Depths, depths) => {
                let (_, depths) = depths.as_ref().expect("smaller slices have depths");
                depths
            }
        };
        let Data::File(stored) = data else { unreachable!("a build in a directory has files") };
        let finished = packing::exact(|after, depths| database.find(after, depths), stored)?;
        self.keep(&finished)?;
        Ok(finished.payload)
    }

    /// Writes what others are built on, unless it is there, or in a directory that nobody changes.
    fn keep(&self, finished: &Finished) -> Result<(), EgdbError> {
        let own = place(&self.directory);
        let Table { kind, material } = finished.header.about;
        let mut others = [Some(&own), self.from.as_ref()].into_iter().flatten();
        if others.any(|directory| exact::is_there(directory, material, kind)) {
            return Ok(());
        }
        std::fs::create_dir_all(&own).map_err(|error| EgdbError::io(&own, error))?;
        exact::write(&own, finished)
    }

    pub fn known(&self) -> Known<'_> {
        Known::new(self.loaded.iter().map(|((material, _), bytes)| (*material, &bytes[..])))
    }

    /// Writes a slice; what it is, and its numbers. The values last: a slice counts as built when
    /// they are there.
    pub fn write(&self, slice: Generated) -> Result<(Slice, Vec<Numbers>), EgdbError> {
        let Generated { values, depths } = slice;
        let mut numbers = Vec::new();
        let mut write = |finished: Finished| {
            // Before the file of that name, which may be of an earlier version, is replaced.
            self.keep(&finished)?;
            let stored = output::write(&self.directory, finished.header, &finished.payload)
                .map_err(rests_on_falsehood)?;
            let header = stored.header;
            numbers.push(((header.about.material, header.about.kind), finished.payload));
            Ok::<_, EgdbError>((header, Data::File(stored)))
        };
        let depths = depths.map(&mut write).transpose()?;
        let (header, values) = write(values)?;
        let layout = Layout::new(header.about.material);
        Ok((Slice { layout, header, values, depths }, numbers))
    }

    /// Keeps what was written, because slices that come next may need it.
    pub fn keep_in_memory(&mut self, numbers: Vec<Numbers>) {
        self.loaded.extend(numbers);
    }

    /// The build is complete: removes its files.
    pub fn remove(self, pieces: u8) -> Result<(), EgdbError> {
        exact::remove_all(&place(&self.directory), pieces)
    }
}

/// The rules make nothing that is false: something was in a file.
fn rests_on_falsehood(error: EgdbError) -> EgdbError {
    let what = "not written: what it is made from is false; remove the directory 'exact', or do \
                without --from";
    match error {
        EgdbError::File(FileError::Damaged { path, pieces, .. }) => {
            EgdbError::File(FileError::Damaged { path, pieces, what })
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::super::build::{BuildOptions, built_in_memory};
    use super::super::file::Header;
    use super::super::hashes::Hashes;
    use super::super::monitor::BuildMonitor;
    use super::*;

    /// What an earlier version of the program has written.
    fn earlier(directory: &Path) -> Database {
        let database = built_in_memory(3, true);
        for slice in database.slices() {
            let depths = slice.depths.as_ref().map(|(header, data)| (*header, data));
            for (header, data) in [(slice.header, &slice.values)].into_iter().chain(depths) {
                let payload = data.in_memory().to_vec();
                let (hashes, _, _) = Hashes::of(&payload, |_| ());
                exact::write(directory, &Finished { header, payload, hashes }).unwrap();
            }
        }
        database
    }

    #[derive(Default)]
    struct Watch(Mutex<Vec<String>>);

    impl BuildMonitor for Watch {
        fn damaged(&self, error: &EgdbError) {
            self.0.lock().unwrap().push(error.to_string());
        }
    }

    /// In its own place or another, an earlier database becomes one of this version, and says the
    /// same of every position.
    #[test]
    fn earlier_databases_are_packed() {
        let old = tempfile::tempdir().unwrap();
        let truth = earlier(old.path());
        let error = Database::open(old.path(), None).unwrap_err();
        assert!(error.to_string().ends_with("of an earlier version of the endgame database"));
        assert_eq!(error.rebuild(), Some((old.path(), 3)), "all of it");
        let options = BuildOptions { pieces: 3, depths: 3, threads: 1 };
        let new = tempfile::tempdir().unwrap();
        for (directory, from) in [(new.path(), Some(old.path())), (old.path(), None)] {
            let watch = Watch::default();
            let built = Database::build_from(directory, from, &options, &watch).unwrap();
            assert_eq!(watch.0.into_inner().unwrap().is_empty(), from.is_some());
            assert_eq!(built.declaration(), truth.declaration());
            assert_eq!((built.pieces(), built.depth_pieces()), (3, 3));
            assert!(!directory.join(NAME).exists());
            for pieces in 2..=3 {
                for number in (0..truth.count_of(pieces)).step_by(7) {
                    let position = truth.position(pieces, number);
                    assert_eq!(built.probe(&position), truth.probe(&position), "{position}");
                    assert_eq!(built.depth(&position), truth.depth(&position), "{position}");
                }
            }
            built.verify(1, &()).unwrap();
        }
    }

    /// What is packed can be built on: unpacked, it has the hash that it had.
    #[test]
    fn what_is_packed_is_unpacked_for_a_larger_build() {
        let directory = tempfile::tempdir().unwrap();
        let build = |pieces| {
            let options = BuildOptions { pieces, depths: 3, threads: 1 };
            Database::build(directory.path(), &options, &()).unwrap()
        };
        build(2);
        assert_eq!(build(3).declaration(), built_in_memory(3, false).declaration());
    }

    /// What a build works on may be false as well.
    #[test]
    fn what_rests_on_falsehood_is_not_written() {
        let directory = tempfile::tempdir().unwrap();
        let material: Material = "0m2k-0m1k".parse().unwrap();
        let header = built_in_memory(3, false).slice(material).unwrap().header;
        let payload = vec![0; header.payload() as usize];
        let (hashes, payload_hash, _) = Hashes::of(&payload, |_| ());
        let finished = Finished { header: Header { payload_hash, ..header }, payload, hashes };
        std::fs::create_dir(place(directory.path())).unwrap();
        exact::write(&place(directory.path()), &finished).unwrap();
        let options = BuildOptions { pieces: 3, depths: 0, threads: 1 };
        let build = || Database::build(directory.path(), &options, &());
        let error = build().unwrap_err().to_string();
        // Which slice is built on it first is another matter.
        assert!(error.contains(".wld: not written: what it is made from is false"), "{error}");
        std::fs::remove_dir_all(place(directory.path())).unwrap();
        assert_eq!(build().unwrap().declaration(), Database::KNOWN[1]);
    }
}
