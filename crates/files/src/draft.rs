//! Outputs that are being written.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Stdout, Write};
use std::path::{Path, PathBuf};

use crate::place::{Place, directory};
use crate::plan::{Output, Rules, Way};
use crate::refusal::Refusal;
use crate::temporary::Temporary;

/// An output that is being written. It is complete when it is committed. What is dropped before
/// leaves no file behind; what went to a pipe, a device or standard output stays there, without its
/// end.
#[derive(Debug)]
pub struct Draft {
    sink: Sink,
}

#[derive(Debug)]
enum Sink {
    Standard(BufWriter<Stdout>),
    Through(BufWriter<File>),
    Replace(Box<Replacement>),
}

/// A file that grows beside its place.
#[derive(Debug)]
struct Replacement {
    /// Drops before the temporary file: what is not committed need not be flushed, but it is.
    writer: BufWriter<File>,
    temporary: Temporary,
    /// As it was named.
    name: PathBuf,
    /// What that led to when the output was planned.
    path: PathBuf,
    rules: Rules,
}

impl Draft {
    pub(crate) fn new(output: &Output) -> io::Result<Self> {
        let sink = match &output.way {
            Way::Standard => Sink::Standard(BufWriter::new(io::stdout())),
            Way::Through(file) => Sink::Through(BufWriter::new(file.try_clone()?)),
            Way::Replace(path) => {
                let temporary = Temporary::create_in(directory(path))?;
                Sink::Replace(Box::new(Replacement {
                    writer: BufWriter::new(temporary.file.try_clone()?),
                    temporary,
                    name: output.path.clone(),
                    path: path.clone(),
                    rules: output.rules.clone(),
                }))
            }
        };
        Ok(Draft { sink })
    }

    /// Completes the output. A file is on the disk before it takes the place of what was there.
    ///
    /// # Errors
    /// The rest cannot be written, or not be brought to the disk: what was there before is still
    /// there. Or something has come to this place that must not be lost: the output then has
    /// another name, which the error says.
    pub fn commit(self) -> io::Result<()> {
        match self.sink {
            Sink::Standard(writer) => finish(writer)?.flush(),
            Sink::Through(writer) => sync(&finish(writer)?),
            Sink::Replace(replacement) => replacement.commit(),
        }
    }
}

impl Replacement {
    fn commit(self) -> io::Result<()> {
        let Replacement { writer, temporary, name, path, rules } = self;
        let file = finish(writer)?;
        let now = Place::find(&name).and_then(|place| {
            rules.allow(&place)?;
            match place {
                Place::New(now) if now == path => Ok(None),
                Place::Old { path: now, .. } if now == path => Ok(Some(fs::metadata(now)?)),
                _ => Err(Refusal::Moved(path.clone())),
            }
        });
        if let Ok(Some(old)) = &now {
            // Some file systems have no permissions.
            let _ = file.set_permissions(old.permissions());
        }
        file.sync_all()?;
        drop(file);
        if let Err(refusal) = now {
            return Err(match temporary.rename_beside(&path) {
                Ok(saved) => io::Error::other(format!("{refusal}; written to {}", saved.display())),
                Err(_) => refusal.into(),
            });
        }
        temporary.rename(&path)?;
        sync_directory(directory(&path))
    }
}

/// Writes what is left. What cannot be written is not tried again when it is dropped.
fn finish<W: Write>(writer: BufWriter<W>) -> io::Result<W> {
    writer.into_inner().map_err(|failed| {
        let (error, writer) = failed.into_parts();
        drop(writer.into_parts());
        error
    })
}

/// Brings what was written to the disk, where there is one.
fn sync(file: &File) -> io::Result<()> {
    match file.sync_all() {
        Err(error) if !matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => {
            Err(error)
        }
        _ => Ok(()),
    }
}

/// Brings the name of a file to the disk.
#[cfg(unix)]
fn sync_directory(directory: &Path) -> io::Result<()> {
    // Who may write to a directory may not always read it.
    File::open(directory).map_or(Ok(()), |directory| sync(&directory))
}

/// Directories cannot be opened everywhere.
#[cfg(not(unix))]
fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}

impl Output {
    /// Begins to write.
    ///
    /// # Errors
    /// No file can be made beside the place.
    pub fn begin(&self) -> io::Result<Draft> {
        Draft::new(self)
    }

    /// Writes it all.
    ///
    /// # Errors
    /// As for [`Output::begin`] and [`Draft::commit`], or it cannot be written.
    pub fn write(&self, text: &str) -> io::Result<()> {
        let mut draft = self.begin()?;
        io::Write::write_all(&mut draft, text.as_bytes())?;
        draft.commit()
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Standard(writer) => writer.write(bytes),
            Sink::Through(writer) => writer.write(bytes),
            Sink::Replace(replacement) => replacement.writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Standard(writer) => writer.flush(),
            Sink::Through(writer) => writer.flush(),
            Sink::Replace(replacement) => replacement.writer.flush(),
        }
    }
}
