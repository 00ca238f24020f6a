//! The endgame database of checkers: where it is, and that it is there when it is needed.
//!
//! Without an option it is in the cache directory of the user, and is built there when it is needed
//! for the first time. Everything that is decided about this is decided here.
//!
//! `solve` and `compare` build it; `check` never does, because what somebody else wrote into a
//! certificate must not make this program work for hours.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use etcetera::{BaseStrategy, choose_base_strategy};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use threefold::checkers::egdb::{BuildMonitor, BuildOptions, Database, EgdbError, Material};
use threefold::search::Interrupt;

use crate::input::{Subject, Task};
use crate::output::{Stop, complain};

/// Up to how many pieces a database is built without being asked for, with depths: 20 seconds of
/// processor time and 180 MB, for which endings of 7 and 8 pieces become hundreds of times easier.
/// 6 would be 5 minutes and 800 MB, which nobody expects of a program that is asked a question.
const PIECES: u8 = 5;
/// What is built in memory, in a second, where the cache directory cannot be written to.
const PIECES_IN_MEMORY: u8 = 4;
/// Instead of a directory.
const NONE: &str = "none";

/// The database of checkers for these tasks, if there is a use for it: the one that `--egdb` names,
/// or the default one.
pub fn for_tasks(egdb: Option<&Path>, tasks: &[Task]) -> Result<Option<Arc<Database>>, Stop> {
    let is_needed = tasks.iter().any(|task| matches!(task.subject, Subject::Checkers(..)));
    let database = match egdb {
        Some(directory) if is_none(directory) => None,
        Some(directory) => Some(open(directory)),
        None if is_needed => Some(default()),
        None => None,
    };
    Ok(database.transpose().map_err(Stop::Message)?.map(Arc::new))
}

/// Everything that is complete in a directory. Says what is missing if there is more.
pub fn open(directory: &Path) -> Result<Database, String> {
    let database = Database::open(directory, None).map_err(|error| explain(&error))?;
    tell_of_missing(&database);
    Ok(database)
}

fn tell_of_missing(database: &Database) {
    if let Some(EgdbError::Missing { path, pieces }) = database.incomplete() {
        complain(format_args!(
            "{pieces} pieces incomplete: {} is missing (`{}` completes them); using {} pieces",
            path.display(),
            command(path.parent().unwrap_or(Path::new(".")), *pieces),
            database.pieces()
        ));
    }
}

/// What is wrong with a database, and what to do about it.
pub fn explain(error: &EgdbError) -> String {
    match error.rebuild() {
        Some((directory, pieces)) => {
            format!("{error}; `{}` builds it", command(directory, pieces))
        }
        None => error.to_string(),
    }
}

/// What was wrong with the database when it was asked, and what to do about it. An answer that was
/// found with the database counts for nothing then.
pub fn damage(database: Option<&Database>) -> Option<String> {
    database.and_then(Database::damage).map(explain)
}

/// Raises `interrupt` soon after damage was found: without its database a search would go on as
/// long as it may, for nothing. The thread that looks ends with the program.
pub fn interrupt_on_damage(database: Option<&Arc<Database>>, interrupt: &Interrupt) {
    let Some(database) = database.cloned() else { return };
    let interrupt = interrupt.clone();
    thread::spawn(move || {
        while database.damage().is_none() {
            thread::sleep(Duration::from_millis(50));
        }
        interrupt.raise();
    });
}

/// The command that builds so many pieces in a directory, and replaces what is damaged there.
fn command(directory: &Path, pieces: u8) -> String {
    let command = format!("threefold egdb build --pieces {pieces}");
    if default_directory().is_ok_and(|default| default == directory) {
        return command;
    }
    let directory = directory.display().to_string();
    if directory.contains(|c: char| !(c.is_ascii_alphanumeric() || "/._-+:,@".contains(c))) {
        // For the shell.
        return format!("{command} --dir '{}'", directory.replace('\'', r"'\''"));
    }
    format!("{command} --dir {directory}")
}

/// The database that a certificate declares: as many pieces of the one at hand as it says. `None`
/// if it declares something that is no database of this program: the checker will say that it is
/// not the one at hand. The error says what is missing, and how to build it. Nothing is built here.
pub fn declared(egdb: Option<&Path>, declaration: &str) -> Result<Option<Database>, String> {
    if egdb.is_some_and(is_none) {
        return Err(format!("relies on {declaration}, and --egdb none leaves it out"));
    }
    let Some(pieces) = Database::declared_pieces(declaration) else { return Ok(None) };
    let directory = egdb.map_or_else(default_directory, |directory| Ok(directory.to_owned()))?;
    match Database::open(&directory, Some(pieces)) {
        Ok(database) => Ok(Some(database)),
        // There, but not as it should be.
        Err(
            error @ (EgdbError::Damaged { .. }
            | EgdbError::Checksum { .. }
            | EgdbError::Later { .. }),
        ) => Err(explain(&error)),
        Err(error) => Err(format!(
            "relies on {declaration}: build it (`{}`), or give its directory with --egdb DIR \
             ({error})",
            command(&directory, pieces)
        )),
    }
}

/// Where the database is, unless something else is said. Another version of the files has another
/// place.
pub fn default_directory() -> Result<PathBuf, String> {
    let base = choose_base_strategy()
        .map_err(|_| "no home directory for the endgame database".to_owned())?;
    Ok(base.cache_dir().join("threefold").join(format!("egdb-{}", Database::VERSION)))
}

fn is_none(directory: &Path) -> bool {
    directory.as_os_str() == NONE
}

/// The database in its default place, with at least [`PIECES`] pieces; if it cannot be built there,
/// a smaller one in memory. One that is damaged is an error.
fn default() -> Result<Database, String> {
    let error = match default_directory() {
        Ok(directory) => match built(&directory, PIECES) {
            Ok(database) => return Ok(database),
            Err(error) if error.rebuild().is_some() => return Err(explain(&error)),
            Err(error) => error.to_string(),
        },
        Err(error) => error,
    };
    complain(format_args!(
        "{error}; going on with an endgame database of {PIECES_IN_MEMORY} pieces in memory"
    ));
    Ok(Database::in_memory(PIECES_IN_MEMORY))
}

/// All of the database in a directory, after building what is missing up to so many pieces.
fn built(directory: &Path, pieces: u8) -> Result<Database, EgdbError> {
    match Database::open(directory, None) {
        Ok(database) if database.pieces() >= pieces => {
            tell_of_missing(&database);
            return Ok(database);
        }
        Ok(_) | Err(EgdbError::Nothing(_) | EgdbError::Missing { .. }) => {}
        Err(EgdbError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    // Before anybody is told that it will take a while.
    std::fs::create_dir_all(directory)
        .map_err(|error| EgdbError::Io { path: directory.to_owned(), error })?;
    complain(format_args!(
        "building the endgame database of {pieces} pieces in {}: once, 20 seconds of processor \
         time (--egdb none does without)",
        directory.display()
    ));
    let bar = BuildBar::new();
    let options = BuildOptions { pieces, depths: pieces, threads: 0 };
    let built = Database::build(directory, &options, &bar);
    bar.finish();
    built
}

/// A bar over the positions; not shown where standard error is no terminal.
pub struct BuildBar(ProgressBar);

impl BuildBar {
    pub fn new() -> Self {
        let target = if io::stderr().is_terminal() {
            ProgressDrawTarget::stderr_with_hz(10)
        } else {
            ProgressDrawTarget::hidden()
        };
        let style = ProgressStyle::with_template(
            "{bar:40} {human_pos}/{human_len} positions  {msg}  {elapsed}  eta {eta}",
        );
        let bar = ProgressBar::with_draw_target(Some(0), target);
        BuildBar(bar.with_style(style.expect("the template is fixed")))
    }

    /// Removes the bar; how many positions it counted.
    pub fn finish(self) -> u64 {
        let positions = self.0.position();
        self.0.finish_and_clear();
        positions
    }
}

impl BuildMonitor for BuildBar {
    fn damaged(&self, error: &EgdbError) {
        self.0.suspend(|| complain(format_args!("{error}; building it again")));
    }

    fn begin(&self, positions: u64) {
        self.0.set_length(positions);
    }

    fn slice(&self, material: Material) {
        self.0.set_message(material.to_string());
    }

    fn done(&self, positions: u64) {
        self.0.inc(positions);
    }
}
