//! The endgame database of checkers: where it is, and that it is there when it is needed.
//!
//! Without an option it is in the cache directory of the user, and is built there when it is needed
//! for the first time. Everything that is decided about this is decided here.
//!
//! `solve` and `compare` build it; `check` never does, because what somebody else wrote into a
//! certificate must not make this program work for hours.

use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use etcetera::{BaseStrategy, choose_base_strategy};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use threefold_checkers::egdb::{
    BuildMonitor, BuildOptions, Database, EgdbError, FileError, Material, Needs,
};
use threefold_chess::tables::{Material as Ending, Tables, TablesError};
use threefold_search::Interrupt;
use threefold_session::database::{Missing, declared as declared_in};
use threefold_session::error::{Damage, Error};
use threefold_session::games::row::{AnyDatabase, Databases, OnNeed};
use threefold_session::registry::{Subject, Task};

use crate::output::{Stop, complain};

/// Up to how many pieces a database is built without being asked for, with depths: 20 seconds of
/// processor time and 45 MB, for which endings of 7 and 8 pieces become hundreds of times easier.
/// 6 would be 5 minutes more, which nobody expects of a program that is asked a question.
const PIECES: u8 = 5;
/// What is built in memory, in a second, where the cache directory cannot be written to.
const PIECES_IN_MEMORY: u8 = 4;
/// Earlier versions of the files, which are converted rather than built again.
const EARLIER_VERSIONS: [u32; 2] = [3, 2];
/// Instead of a directory.
const NONE: &str = "none";

/// The database of checkers for these tasks, if there is a use for it: the one that `--egdb` names,
/// or the default one.
///
/// # Errors
/// It is named, and not there, or not as it should be.
pub fn for_tasks(egdb: Option<&Path>, tasks: &[Task]) -> Result<Option<Arc<Database>>, Stop> {
    let is_needed = tasks.iter().any(|task| matches!(task.subject, Subject::Checkers(_)));
    let database = match egdb {
        // It may be one of chess.
        Some(_) if !is_needed && has_chess(tasks) => None,
        Some(directory) if is_none(directory) => None,
        Some(directory) => Some(open(directory)),
        None if is_needed => Some(default()),
        None => None,
    };
    Ok(database.transpose().map_err(Stop::Message)?.map(Arc::new))
}

fn has_chess(tasks: &[Task]) -> bool {
    tasks.iter().any(|task| matches!(task.subject, Subject::Chess(_)))
}

/// The tables of chess for these tasks: those that `--syzygy` or else `--egdb` names.
///
/// # Errors
/// They are not there, or not as they should be.
pub fn chess_for_tasks(
    egdb: Option<&Path>,
    syzygy: Option<&OsStr>,
    tasks: &[Task],
) -> Result<Option<Arc<Tables>>, Stop> {
    let directory = egdb.filter(|directory| !is_none(directory));
    let tables = match (syzygy, directory) {
        _ if !has_chess(tasks) => None,
        (Some(all), _) => Some(Tables::syzygy(&directories(all), None)),
        (None, directory) => directory.map(|directory| Tables::open(directory, None)),
    };
    Ok(tables.transpose().map_err(|error| Stop::Message(error.to_string()))?.map(Arc::new))
}

/// The database in a directory for tasks of one game: checkers, or else chess.
///
/// # Errors
/// It is not there, or not as it should be.
pub fn named(directory: &Path, tasks: &[Task]) -> Result<Option<AnyDatabase>, Stop> {
    Ok(match for_tasks(Some(directory), tasks)? {
        Some(checkers) => Some(AnyDatabase::Checkers(checkers)),
        None => chess_for_tasks(Some(directory), None, tasks)?.map(AnyDatabase::Chess),
    })
}

/// Who has tables of chess where `--egdb` names none: they are made in their default place when a
/// search takes long without.
pub fn on_need(egdb: Option<&Path>) -> Option<Arc<dyn OnNeed>> {
    egdb.is_none().then(|| Arc::new(ChessOnNeed::default()) as Arc<dyn OnNeed>)
}

/// Men of the tables that are made at once, in less than a second, and in memory if need be.
const MEN_AT_ONCE: u8 = 3;

/// Of how many men, whether there was time to make them, and tables; `None` of those that could not
/// be had.
type Needed = (u8, bool, Option<Arc<Tables>>);

/// Tables, once somebody has needed them.
#[derive(Debug, Default)]
struct ChessOnNeed(Mutex<Vec<Needed>>);

impl OnNeed for ChessOnNeed {
    fn chess(&self, men: u8, has_time: bool, interrupt: &Interrupt) -> Option<Arc<Tables>> {
        // Others wait until they are there.
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |&&(number, had_time, _): &&Needed| number == men && (had_time || !has_time);
        if let Some((_, _, tables)) = all.iter().find(is_it) {
            return tables.clone();
        }
        let tables = chess_tables(men, has_time, interrupt).map(Arc::new);
        all.push((men, has_time, tables.clone()));
        tables
    }
}

/// The tables in their default place, after building what is missing.
fn chess_tables(men: u8, has_time: bool, interrupt: &Interrupt) -> Option<Tables> {
    let go_on_with = |error: &dyn Display| {
        complain(format_args!("{error}; going on with tables of {MEN_AT_ONCE} men in memory"));
        Some(Tables::in_memory(MEN_AT_ONCE))
    };
    let directory = match default_directory() {
        Ok(directory) => directory,
        Err(error) => return go_on_with(&error),
    };
    match Tables::open(&directory, Some(men)) {
        Ok(tables) => return Some(tables),
        Err(TablesError::Nothing(_) | TablesError::Missing { .. }) => {}
        Err(TablesError::File { error: FileError::Io { .. } }) => {}
        Err(error) => {
            complain(format_args!("{error}; going on without"));
            return None;
        }
    }
    if men > MEN_AT_ONCE {
        if !has_time {
            return chess_tables(MEN_AT_ONCE, true, interrupt);
        }
        // Before anybody is told that it will take a while.
        if let Err(error) = std::fs::create_dir_all(&directory) {
            return go_on_with(&format_args!("{}: {error}", directory.display()));
        }
        complain(format_args!(
            "building tables of chess with up to {men} men in {}: once, 15 seconds of processor \
             time (--egdb none does without)",
            directory.display()
        ));
    }
    let bar = BuildBar::new();
    let built = Tables::build(&directory, &Ending::up_to(men), 0, &mut |material, positions| {
        bar.next(&material.to_string(), positions);
        !interrupt.is_raised()
    });
    bar.finish();
    match built {
        Ok(tables) => Some(tables),
        Err(TablesError::Interrupted) => None,
        Err(error) => go_on_with(&error),
    }
}

/// The database of checkers for whoever asks about positions later.
///
/// # Errors
/// It is named, and not there, or not as it should be.
pub fn for_play(egdb: Option<&Path>) -> Result<Option<Arc<Database>>, String> {
    match egdb {
        Some(directory) if is_none(directory) => Ok(None),
        Some(directory) => open(directory).map(|database| Some(Arc::new(database))),
        None => default().map(|database| Some(Arc::new(database))),
    }
}

/// Everything that is complete in a directory. Says what is missing if there is more.
///
/// # Errors
/// What is wrong with it, and what to do about it.
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
pub fn explain(damage: impl Into<Damage>) -> String {
    let damage = damage.into();
    match damage.rebuild() {
        Some((directory, pieces)) => {
            format!("{damage}; `{}` builds it", command(directory, pieces))
        }
        None => damage.to_string(),
    }
}

/// The line about a request that has no answer: with flags, and with what to do about a database.
pub fn error_line(error: &Error) -> String {
    match error {
        Error::Damage(damage) => explain(damage.clone()),
        other => other.with_flags(),
    }
}

/// What was wrong with the database when it was asked, and what to do about it. An answer that was
/// found with the database counts for nothing then.
pub fn damage(database: Option<&Database>) -> Option<String> {
    database.and_then(Database::damage).map(explain)
}

/// Raises `interrupt` soon after damage was found: without its database a search would go on as
/// long as it may, for nothing. The thread that looks ends with the program.
pub fn interrupt_on_damage(databases: &Databases, interrupt: &Interrupt) {
    if databases.checkers.is_none() && databases.chess.is_none() {
        return;
    }
    let (databases, interrupt) = (databases.clone(), interrupt.clone());
    thread::spawn(move || {
        while databases.damage().is_none() {
            thread::sleep(Duration::from_millis(50));
        }
        interrupt.raise();
    });
}

/// The command that builds so many pieces in a directory, and replaces what is damaged there.
pub fn command(directory: &Path, pieces: u8) -> String {
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
/// not the one at hand. Nothing is built here.
///
/// # Errors
/// What is missing, and how to build it.
pub fn declared(egdb: Option<&Path>, declaration: &str) -> Result<Option<AnyDatabase>, Error> {
    if egdb.is_some_and(is_none) {
        let what = format!("relies on {declaration}, and --egdb none leaves it out");
        return Err(Error::Other(what));
    }
    if Tables::is_syzygy(declaration) {
        let what = format!("relies on {declaration}: give their directories to check --syzygy");
        return Err(Error::Other(what));
    }
    let is_chess = Tables::declared_men(declaration).is_some();
    if Database::declared_pieces(declaration).is_none() && !is_chess {
        return Ok(None);
    }
    let directory = egdb.map_or_else(default_directory, |directory| Ok(directory.to_owned()));
    let directory = directory.map_err(Error::Other)?;
    if is_chess {
        let tables = Tables::declared(&directory, declaration).map_err(|error| match error {
            TablesError::File { .. } => Error::Damage((&error).into()),
            _ => Error::Other(format!("relies on {declaration}: {error}")),
        })?;
        return Ok(tables.map(|one| AnyDatabase::Chess(Arc::new(one))));
    }
    match declared_in(&directory, declaration) {
        Ok(database) => Ok(database.map(|one| AnyDatabase::Checkers(Arc::new(one)))),
        // There, but not as it should be.
        Err(Missing::Damaged(damage)) => Err(Error::Damage(damage)),
        Err(Missing::NotThere { pieces, error }) => Err(Error::Other(format!(
            "relies on {declaration}: build it (`{}`), or give its directory with --egdb DIR \
             ({error})",
            command(&directory, pieces)
        ))),
    }
}

/// The same, with the directories that `--syzygy` names.
///
/// # Errors
/// What is missing.
pub fn declared_with(
    egdb: Option<&Path>,
    syzygy: Option<&OsStr>,
    declaration: &str,
) -> Result<Option<AnyDatabase>, Error> {
    match syzygy.filter(|_| Tables::is_syzygy(declaration)) {
        None => declared(egdb, declaration),
        Some(all) => match Tables::syzygy(&directories(all), Some(declaration)) {
            Ok(tables) => Ok(Some(AnyDatabase::Chess(Arc::new(tables)))),
            Err(error) => Err(Error::Other(format!("relies on {declaration}: {error}"))),
        },
    }
}

/// Several, as in `PATH`.
fn directories(all: &OsStr) -> Vec<PathBuf> {
    std::env::split_paths(all).filter(|one| !one.as_os_str().is_empty()).collect()
}

/// Where the database is, unless something else is said. Another version of the files has another
/// place.
///
/// # Errors
/// Nobody knows where the user's directories are.
pub fn default_directory() -> Result<PathBuf, String> {
    let base = choose_base_strategy()
        .map_err(|_| "no home directory for the endgame database".to_owned())?;
    Ok(base.cache_dir().join("threefold").join(format!("egdb-{}", Database::VERSION)))
}

/// Where an earlier version of the program has built a database, if there is one and this is the
/// place of the one at hand: [`Database::build_from`] takes what is there.
pub fn earlier_directory(directory: &Path) -> Option<PathBuf> {
    let is_default = default_directory().is_ok_and(|default| default == directory);
    let mut earlier = EARLIER_VERSIONS
        .map(|version| directory.with_file_name(format!("egdb-{version}")))
        .into_iter();
    earlier.find(|earlier| is_default && earlier.is_dir())
}

/// Up to how many pieces there is a database of an earlier version.
fn pieces_in(earlier: &Path) -> Option<u8> {
    let error = Database::open(earlier, None).err()?;
    error.rebuild().map(|(_, pieces)| pieces)
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
        Err(EgdbError::File(error)) if error.is_not_found() => {}
        Err(error) => return Err(error),
    }
    // Before anybody is told that it will take a while.
    std::fs::create_dir_all(directory).map_err(|error| FileError::io(directory, error))?;
    let earlier = earlier_directory(directory);
    match &earlier {
        None => complain(format_args!(
            "building the endgame database of {pieces} pieces in {}: once, 20 seconds of processor \
             time (--egdb none does without)",
            directory.display()
        )),
        Some(earlier) => complain(format_args!(
            "converting the endgame database of {pieces} pieces in {} to this version, in {}; \
             `{}` converts all of it, and the old one is of no use any more",
            earlier.display(),
            directory.display(),
            command(directory, pieces_in(earlier).unwrap_or_default().max(pieces))
        )),
    }
    let bar = BuildBar::new();
    let options = BuildOptions { pieces, depths: pieces, threads: 0 };
    let built = Database::build_from(directory, earlier.as_deref(), &options, &bar);
    bar.finish();
    built
}

/// A bar over the positions; not shown where standard error is no terminal.
pub struct BuildBar(ProgressBar, AtomicBool, AtomicU64);

impl Default for BuildBar {
    fn default() -> Self {
        BuildBar::new()
    }
}

impl BuildBar {
    /// A bar that is not shown before it knows how far there is to go.
    ///
    /// # Panics
    /// Never: the template is fixed.
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
        let bar = bar.with_style(style.expect("the template is fixed"));
        BuildBar(bar, AtomicBool::new(false), AtomicU64::new(0))
    }

    /// So many positions come next, of this name; those before are done.
    pub fn next(&self, name: &str, positions: u64) {
        self.0.inc(self.2.swap(positions, Ordering::Relaxed));
        let end = self.0.position() + positions;
        if self.0.length().is_none_or(|length| length < end) {
            self.0.set_length(end);
        }
        self.0.set_message(name.to_owned());
    }

    /// How many positions are to be done in all.
    pub fn expect(&self, positions: u64) {
        self.0.set_length(positions);
    }

    /// What takes minutes is said before it begins: bytes of memory, of disk, of those until the
    /// end, and seconds of processor time.
    pub fn tell(&self, memory: u64, disk: u64, temporary: u64, seconds: f64) {
        let gigabytes = |bytes: u64| bytes as f64 / 1e9;
        let until_the_end = match temporary {
            0 => String::new(),
            bytes => format!(", {:.1} of them until the end", gigabytes(bytes)),
        };
        if seconds >= 60.0 {
            self.0.suspend(|| {
                complain(format_args!(
                    "needs up to {:.1} GB of memory and {:.1} GB of disk{until_the_end}, and about \
                     {:.0} minutes of processor time; interrupted, the same command goes on where \
                     it was",
                    gigabytes(memory),
                    gigabytes(disk),
                    seconds / 60.0
                ));
            });
        }
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
        let what = match error {
            // One file says it for all.
            EgdbError::File(FileError::Earlier { .. }) if self.1.swap(true, Ordering::Relaxed) => {
                return;
            }
            EgdbError::File(FileError::Earlier { .. }) => "converting it and others",
            _ => "building it again",
        };
        self.0.suspend(|| complain(format_args!("{error}; {what}")));
    }

    fn needs(&self, needs: &Needs) {
        self.tell(needs.memory, needs.disk, needs.temporary, needs.seconds);
    }

    fn begin(&self, positions: u64) {
        self.expect(positions);
    }

    fn slice(&self, material: Material) {
        self.0.set_message(material.to_string());
    }

    fn done(&self, positions: u64) {
        self.0.inc(positions);
    }
}
