//! `threefold library`.

mod add;
pub mod args;
mod export;
mod repair;
mod report;

use std::slice;

use threefold::certificate::Header;
use threefold::session::check::Checker;
use threefold::session::error::Error as SessionError;
use threefold::session::registry::Task;
use threefold_library::{Added, Checked, Entry, Error, Hash, Library};
use threefold_terminal::names::AttackerName;
use threefold_terminal::{database, inputs};

use self::args::{CheckArgs, FindArgs, LibraryArgs, LibraryCommand, Means, Positions, StatsArgs};
use self::report::{Known, inspection, known, stats};
use crate::check::{limits, tell_growth};
use crate::exit::Exit;
use crate::output::{Stop, complain, json_line, print};

pub fn run(args: &LibraryArgs) -> Result<Exit, Stop> {
    match &args.command {
        LibraryCommand::Add(args) => add::run(args),
        LibraryCommand::Find(args) => find(args),
        LibraryCommand::Check(args) => check(args),
        LibraryCommand::Export(args) => export::run(args),
        LibraryCommand::Repair(args) => repair::run(args),
        LibraryCommand::Stats(args) => count(args),
    }
}

/// The line about a library that does not do what it should.
pub fn stop(error: impl Into<Error>) -> Stop {
    Stop::Message(error.into().to_string())
}

/// The ordinary checker.
fn checker(means: &Means) -> Checker<'_> {
    Checker::new()
        .limits(limits(means.memory, means.time))
        .databases(|declaration: &str| database::declared(means.egdb.as_deref(), declaration))
        .telling(tell_growth())
}

/// Adds what was checked. What is there, and claims the same or the contrary without proving it,
/// makes room for it.
pub fn enter(
    library: &Library,
    checked: &[Checked],
    checker: &mut Checker<'_>,
) -> Result<Vec<Added>, Stop> {
    let mut added = Vec::new();
    while added.len() < checked.len() {
        let rest = &checked[added.len()..];
        match library.add(rest) {
            Ok(more) => added.extend(more),
            Err(Error::Conflict(conflict)) => {
                added.extend(&conflict.added);
                if holds(library, conflict.there.hash, checker)? {
                    let both = format!("{conflict}; both were checked again just now");
                    return Err(Stop::Failed(both));
                }
            }
            Err(error) => return Err(stop(error)),
        }
    }
    for (one, added) in checked.iter().zip(&mut added) {
        // The same claim by another certificate.
        if let Added::Known(hash) = *added
            && hash != one.entry().hash
            && !holds(library, hash, checker)?
        {
            library.add(slice::from_ref(one)).map_err(stop)?;
            *added = Added::Replaced(one.entry().hash);
        }
    }
    Ok(added)
}

/// Whether a certificate of the library holds, as far as can be found out; if not, it is forgotten.
pub fn holds(library: &Library, hash: Hash, checker: &mut Checker<'_>) -> Result<bool, Stop> {
    let what = match library.verify(hash, checker) {
        Ok(Ok(_)) => return Ok(true),
        Ok(Err(refused)) if refused.is_about_means() => return Ok(true),
        Ok(Err(refused)) => refused.to_string(),
        Err(fault) => fault.what,
    };
    complain(format_args!("library: certificate {hash}: {what}; it is replaced"));
    library.forget(hash).map_err(stop)?;
    Ok(false)
}

/// Positions, and what is known of each.
struct Found {
    task: Task,
    header: Header,
    entries: Vec<Entry>,
}

/// What is known of the positions. Says what cannot be read.
fn found(library: &Library, positions: &Positions) -> Result<(Vec<Found>, Exit), Stop> {
    let mut exit = Exit::Fine;
    let mut all = Vec::new();
    for input in &positions.inputs {
        let read = inputs::read(slice::from_ref(input), positions.game, &Default::default());
        for error in &read.errors {
            complain(error.with_flags());
            exit = exit.max(Exit::BadInput);
        }
        for task in read.tasks {
            let attacker = positions.attacker.map(AttackerName::attacker);
            let headers = match task.subject.headers(attacker) {
                Ok(headers) => headers,
                Err(error) => {
                    let error: SessionError = error.at(task.input.clone());
                    complain(error.with_flags());
                    exit = exit.max(Exit::BadInput);
                    continue;
                }
            };
            // A problem of Go is decided by several games.
            for (header, _) in headers {
                let (game, parameters) = (&header.game, &header.parameters);
                let entries = library.find(game, parameters, &header.root).map_err(stop)?;
                all.push(Found { task: task.clone(), header, entries });
            }
        }
    }
    Ok((all, exit))
}

fn find(args: &FindArgs) -> Result<Exit, Stop> {
    let library = Library::open(&args.directory).map_err(stop)?;
    if args.positions.inputs.is_empty() {
        return Err(Stop::Message("which positions? (library stats says how many)".to_owned()));
    }
    let (all, mut exit) = found(&library, &args.positions)?;
    for Found { task, header, entries } in &all {
        if entries.is_empty() {
            exit = exit.max(Exit::Unknown);
        }
        print(&if args.json {
            json_line(&Known::new(&library, task, header, entries))?
        } else {
            known(task, header, entries)
        })?;
    }
    Ok(exit)
}

fn check(args: &CheckArgs) -> Result<Exit, Stop> {
    let library = Library::open(&args.directory).map_err(stop)?;
    let mut checker = args.certificates.then(|| checker(&args.means));
    let bar = crate::progress::bar(library.count().map_err(stop)?, "certificates");
    let found = library.check(checker.as_mut(), &mut |number| bar.set_position(number));
    bar.finish_and_clear();
    inspection(&found.map_err(stop)?, args)
}

fn count(args: &StatsArgs) -> Result<Exit, Stop> {
    let library = Library::open(&args.directory).map_err(stop)?;
    let counts = library.stats().map_err(stop)?;
    print(&stats(&counts, args.json)?)?;
    Ok(Exit::Fine)
}
