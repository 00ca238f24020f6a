//! `threefold library`.

mod add;
pub mod args;
pub mod entering;
mod export;
mod repair;
mod report;

use std::slice;

use threefold::certificate::Header;
use threefold::session::error::Error as SessionError;
use threefold::session::registry::Task;
use threefold_library::{Entry, Library};
use threefold_terminal::inputs;
use threefold_terminal::names::AttackerName;

use self::args::{CheckArgs, FindArgs, LibraryArgs, LibraryCommand, Positions, StatsArgs};
use self::entering::{checker, stop};
use self::report::{Known, inspection, known, stats};
use threefold_terminal::exit::Exit;
use threefold_terminal::output::{Stop, complain, json_line, print};

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

/// Positions, and what is known of each.
struct Found {
    task: Task,
    header: Header,
    entries: Vec<Entry>,
}

/// What is known of the positions. Says what cannot be read, or is not what the index says.
fn found(library: &Library, positions: &Positions) -> Result<(Vec<Found>, Exit), Stop> {
    let mut checker = checker(&positions.means);
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
            let headers = match task.subject.headers(attacker, false) {
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
                let mut entries = library.find(game, parameters, &header.root).map_err(stop)?;
                entries.retain(|entry| match library.look_at(entry, Some(&mut checker)) {
                    Ok(None) => true,
                    Ok(Some(unchecked)) => {
                        complain(format_args!("{unchecked}; not checked"));
                        false
                    }
                    Err(fault) => {
                        complain(fault);
                        false
                    }
                });
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
    let bar = threefold_terminal::progress::bar(library.count().map_err(stop)?, "certificates");
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
