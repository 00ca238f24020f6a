//! What a run reads and writes.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::identity::{Identity, Stream, Type, look, stream};
use crate::kind::Kind;
use crate::place::{Place, directory, open};
use crate::refusal::Refusal;
use crate::temporary::{Temporary, remove_stale};

/// All that one run of a program reads and writes. The inputs come first.
#[derive(Debug, Default)]
pub struct Files {
    inputs: Arc<Vec<(Identity, String)>>,
    force: bool,
    standard: bool,
    planned: Planned,
    /// Directories that are known to take files.
    directories: HashSet<PathBuf>,
}

impl Files {
    /// Nothing is read and nothing is written.
    #[must_use]
    pub fn new() -> Self {
        Files::default()
    }

    /// Whether outputs may take the place of inputs and of files of other kinds.
    #[must_use]
    pub fn force(mut self, force: bool) -> Self {
        self.force = force;
        self
    }

    /// Adds an input; `-` is standard input. What is not there is no input.
    pub fn reads(&mut self, path: &Path) {
        let is_standard = path.as_os_str() == "-";
        let found = if is_standard { stream(Stream::Input) } else { look(path).ok() };
        // A terminal can be both.
        let Some((metadata, identity)) = found else { return };
        if !matches!(Type::of(&metadata), Type::CharacterDevice | Type::Directory) {
            let name =
                if is_standard { "standard input".to_owned() } else { path.display().to_string() };
            Arc::make_mut(&mut self.inputs).push((identity, name));
        }
    }

    /// Plans an output; `-` is standard output. As far as that can be known before, it can be
    /// written afterwards. A pipe is opened, which waits for who reads it. What killed processes
    /// left in the directory is removed.
    ///
    /// # Errors
    /// It cannot be written, or something would be lost by it.
    pub fn output(&mut self, path: &Path, kind: Kind) -> Result<Output, Refusal> {
        let place = match path.as_os_str() == "-" {
            true => Place::Standard,
            false => Place::find(path)?,
        };
        let rules = Rules { kind: Some(kind), inputs: Arc::clone(&self.inputs), force: self.force };
        rules.allow(&place)?;
        let is_first = match &place {
            Place::Standard => !std::mem::replace(&mut self.standard, true),
            // It has room for all.
            Place::Through { kind: Type::CharacterDevice, .. } => true,
            Place::Through { path, identity, .. } => self.planned.add_identity(path, identity),
            Place::Old { path, identity } => {
                self.try_directory(directory(path))?;
                self.planned.add_path(path) && self.planned.add_identity(path, identity)
            }
            Place::New(path) => {
                self.try_directory(directory(path))?;
                self.planned.add_path(path)
            }
        };
        if !is_first {
            return Err(Refusal::Twice);
        }
        Output::new(path, place, rules)
    }

    /// Whether a directory takes files.
    fn try_directory(&mut self, directory: &Path) -> io::Result<()> {
        if self.directories.insert(directory.to_owned()) {
            remove_stale(directory);
            Temporary::create_in(directory)?;
        }
        Ok(())
    }
}

/// The outputs there are so far.
#[derive(Debug, Default)]
struct Planned {
    /// Of the files, there already or not. They go through no link.
    paths: HashSet<PathBuf>,
    /// Of what is there, with the last path under which it was found.
    identities: HashMap<Identity, PathBuf>,
}

impl Planned {
    /// Whether no output has the path yet.
    fn add_path(&mut self, path: &Path) -> bool {
        self.paths.insert(path.to_owned())
    }

    /// Whether no output leads to the same file under another name. A file that another run has
    /// replaced since it was planned leaves its inode to the next one that is made, so the other
    /// name is looked at again.
    fn add_identity(&mut self, path: &Path, identity: &Identity) -> bool {
        let other = self.identities.insert(identity.clone(), path.to_owned());
        !other.is_some_and(|other| look(&other).is_ok_and(|(_, now)| now == *identity))
    }
}

/// What may be replaced.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// `None`: anything.
    kind: Option<Kind>,
    inputs: Arc<Vec<(Identity, String)>>,
    force: bool,
}

impl Rules {
    pub fn allow(&self, place: &Place) -> Result<(), Refusal> {
        let input = place
            .identity()
            .and_then(|identity| self.inputs.iter().find(|(other, _)| other == identity));
        match (input, self.kind) {
            _ if self.force => {}
            (Some((_, name)), _) => return Err(Refusal::Input { name: name.clone() }),
            (None, None) => {}
            (None, Some(kind)) => match place {
                Place::Old { path, .. } if !kind.is_of(&File::open(path)?)? => {
                    return Err(Refusal::OtherKind(kind));
                }
                Place::Through { kind: Type::BlockDevice, .. } => return Err(Refusal::BlockDevice),
                _ => {}
            },
        }
        if let Place::Old { path, .. } = place {
            // What is write-protected is not to be replaced, though the directory might allow it.
            open(path)?;
        }
        Ok(())
    }
}

/// An output that may be written.
#[derive(Debug)]
pub struct Output {
    /// As it was named.
    pub(crate) path: PathBuf,
    pub(crate) way: Way,
    pub(crate) rules: Rules,
}

/// How it is written.
#[derive(Debug)]
pub(crate) enum Way {
    Standard,
    /// A pipe or a device.
    Through(File),
    /// The file that appears, or is replaced.
    Replace(PathBuf),
}

impl Output {
    fn new(path: &Path, place: Place, rules: Rules) -> Result<Self, Refusal> {
        let way = match place {
            Place::Standard => Way::Standard,
            Place::Through { path, .. } => Way::Through(open(&path)?),
            Place::New(path) | Place::Old { path, .. } => Way::Replace(path),
        };
        Ok(Output { path: path.to_owned(), way, rules })
    }

    /// An output that replaces whatever file is there; `-` is a file of that name. For programs
    /// that know what they do.
    ///
    /// # Errors
    /// It is a directory or a socket, or cannot be written.
    pub fn anything(path: &Path) -> Result<Self, Refusal> {
        let place = Place::find(path)?;
        let rules = Rules { kind: None, inputs: Arc::default(), force: true };
        rules.allow(&place)?;
        Output::new(path, place, rules)
    }

    /// Another output beside this file, under the same rules. For what turns out to be more than
    /// one file: that it can be written was not known before.
    ///
    /// # Errors
    /// This one is no file, or the other one cannot be written, or something would be lost by it.
    pub fn beside(&self, name: &OsStr) -> Result<Output, Refusal> {
        if !matches!(self.way, Way::Replace(_)) {
            return Err(Refusal::OneOnly);
        }
        let path = self.path.with_file_name(name);
        let place = Place::find(&path)?;
        self.rules.allow(&place)?;
        Output::new(&path, place, self.rules.clone())
    }

    /// Whether it is a file, there already or not: other files can stand beside it.
    #[must_use]
    pub fn is_file(&self) -> bool {
        matches!(self.way, Way::Replace(_))
    }

    /// Whether it is a file that is there, and will be replaced.
    #[must_use]
    pub fn is_there(&self) -> bool {
        matches!(&self.way, Way::Replace(path) if path.exists())
    }

    /// Whether it may replace anything ([`Files::force`]).
    #[must_use]
    pub fn is_forced(&self) -> bool {
        self.rules.force
    }

    /// The path as it was given.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it goes to standard output, where nothing else should go then.
    #[must_use]
    pub fn is_standard_output(&self) -> bool {
        matches!(self.way, Way::Standard)
    }
}

impl fmt::Display for Output {
    /// For people: where it goes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.way {
            Way::Standard => f.write_str("standard output"),
            _ => self.path.display().fmt(f),
        }
    }
}
