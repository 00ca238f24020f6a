//! `threefold library add`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use threefold::session::check::Checker;
use threefold::session::words::one_line;
use threefold_library::{Checked, Library, Refused};

use super::args::AddArgs;
use super::entering::{checker, enter, stop};
use super::report::addition;
use crate::check::opened;
use threefold_terminal::exit::Exit;
use threefold_terminal::output::{Stop, complain, print};

/// So much is brought to the disk at once.
const BATCH: usize = 1000;
const BATCH_BYTES: usize = 64 << 20;
/// What was checked is not kept waiting for longer.
const BATCH_TIME: Duration = Duration::from_secs(2);

pub fn run(args: &AddArgs) -> Result<Exit, Stop> {
    let mut files = Vec::new();
    for path in &args.files {
        certificates(path, &mut files).map_err(Stop::Message)?;
    }
    let library = Library::create(&args.directory).map_err(stop)?;
    let mut checker = checker(&args.means);
    let mut adding = Adding { library: &library, json: args.json, batch: Vec::new(), bytes: 0 };
    let mut exit = Exit::Fine;
    let mut since = Instant::now();
    for path in &files {
        let name = one_line(&path.display().to_string());
        let read = opened(path, &checker.limits_of_checks())
            .map_err(|error| Refused::Unreadable(error.to_string()))
            .and_then(|input| Checked::read(&name, input, &mut checker));
        match read {
            Ok(all) => all.into_iter().for_each(|checked| adding.put(name.clone(), checked)),
            Err(refused) => {
                complain(format_args!("{name}: not added: {refused}"));
                exit = exit.max(status(&refused));
            }
        }
        if adding.is_full() || since.elapsed() > BATCH_TIME {
            adding.flush(&mut checker)?;
            since = Instant::now();
        }
    }
    adding.flush(&mut checker)?;
    Ok(exit)
}

/// What a refusal means for the exit status.
fn status(refused: &Refused) -> Exit {
    match refused {
        Refused::Refuted(_) | Refused::Count { .. } => Exit::Failed,
        Refused::Limit(_) => Exit::Unknown,
        _ => Exit::BadInput,
    }
}

/// What was checked and waits to be added, with the names of the files.
struct Adding<'l> {
    library: &'l Library,
    json: bool,
    batch: Vec<(String, Checked)>,
    bytes: usize,
}

impl Adding<'_> {
    fn put(&mut self, name: String, checked: Checked) {
        self.bytes += usize::try_from(checked.entry().bytes).unwrap_or(usize::MAX);
        self.batch.push((name, checked));
    }

    fn is_full(&self) -> bool {
        self.batch.len() >= BATCH || self.bytes >= BATCH_BYTES
    }

    fn flush(&mut self, checker: &mut Checker<'_>) -> Result<(), Stop> {
        self.bytes = 0;
        let (names, batch): (Vec<String>, Vec<Checked>) = self.batch.drain(..).unzip();
        let added = enter(self.library, &batch, checker)?;
        let mut text = String::new();
        for ((name, checked), added) in names.iter().zip(&batch).zip(&added) {
            text.push_str(&addition(name, checked.entry(), *added, self.json)?);
        }
        print(&text)
    }
}

/// The certificates that a path names: itself, or those in it and below if it is a directory.
fn certificates(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let before = files.len();
    below(path, files).map_err(|error| format!("{}: {error}", path.display()))?;
    files[before..].sort();
    if files.len() == before {
        return Err(format!("{}: no certificate in it (.cert, .cert.zst)", path.display()));
    }
    Ok(())
}

fn below(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        // Links may lead round in a circle, and a pipe would wait for somebody who writes to it.
        let (kind, path) = (entry.file_type()?, entry.path());
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if kind.is_dir() {
            below(&path, files)?;
        } else if kind.is_file() && (name.ends_with(".cert") || name.ends_with(".cert.zst")) {
            files.push(path);
        }
    }
    Ok(())
}
