//! `threefold library export`.

use threefold::certificate::{Block, Goal};
use threefold_library::{Entry, Hash, Library};

use super::args::ExportArgs;
use super::entering::stop;
use super::{Found, found};
use crate::check::limits;
use crate::files::{Names, certificates, desk};
use threefold_terminal::exit::Exit;
use threefold_terminal::output::{Stop, complain, print};

/// What goes into one file.
struct Wanted {
    id: Option<String>,
    stem: String,
    hashes: Vec<Hash>,
}

pub fn run(args: &ExportArgs) -> Result<Exit, Stop> {
    let library = Library::open(&args.directory).map_err(stop)?;
    let (wanted, mut exit) = wanted(&library, args)?;
    if wanted.is_empty() {
        return Ok(exit);
    }
    let limits = limits(args.positions.means.memory, args.positions.means.time);
    let mut desk = desk(&args.positions.inputs, args.force);
    let names: Vec<Names<'_>> =
        wanted.iter().map(|one| (one.id.as_deref(), one.stem.as_str())).collect();
    let outputs =
        certificates(Some(&args.certificate), args.compress, &mut desk, names.into_iter());
    let outputs = outputs.map_err(Stop::Message)?;
    for (one, output) in wanted.iter().zip(outputs.iter().flatten()) {
        if one.hashes.len() > 1 {
            output.can_be_several().map_err(Stop::Message)?;
        }
        let blocks: Result<Vec<Block>, _> =
            one.hashes.iter().map(|&hash| library.block(hash, &limits)).collect();
        match output.write(blocks.map_err(stop)?) {
            Ok(places) if places.iter().all(|place| place != "-") => {
                print(&places.iter().map(|place| format!("{place}\n")).collect::<String>())?;
            }
            Ok(_) => {}
            Err(error) => {
                complain(error);
                exit = exit.max(Exit::BadInput);
            }
        }
    }
    Ok(exit)
}

fn wanted(library: &Library, args: &ExportArgs) -> Result<(Vec<Wanted>, Exit), Stop> {
    let of_entry = |entry: &Entry| {
        let stem = entry.hash.to_string();
        Wanted { id: None, stem, hashes: vec![entry.hash] }
    };
    if let Some(hash) = args.hash {
        let Some(entry) = library.entries(hash).map_err(stop)?.pop() else {
            return Err(Stop::Message(format!("--hash {hash}: not in the library")));
        };
        return Ok((vec![of_entry(&entry)], Exit::Fine));
    }
    if args.positions.inputs.is_empty() {
        let mut all = Vec::new();
        library
            .each(|entry| {
                all.push(of_entry(&entry));
                Ok::<(), threefold_library::Error>(())
            })
            .map_err(stop)?;
        return Ok((all, Exit::Fine));
    }
    let (all, mut exit) = found(library, &args.positions)?;
    let mut wanted = Vec::new();
    for Found { task, entries, .. } in all {
        if entries.is_empty() {
            complain(format_args!("{}: not known", task.input));
            exit = exit.max(Exit::Unknown);
            continue;
        }
        let hashes = telling(&entries);
        wanted.push(Wanted { id: task.id, stem: task.stem, hashes });
    }
    Ok((wanted, exit))
}

/// What says most of a position: who wins, or else who holds.
fn telling(entries: &[Entry]) -> Vec<Hash> {
    let of = |goal| {
        let of_goal = entries.iter().filter(move |entry| entry.claim.goal == goal);
        let for_ever = of_goal.clone().filter(|entry| entry.plies.is_none());
        (of_goal.map(|entry| entry.hash), for_ever.map(|entry| entry.hash))
    };
    let (mut wins, mut plain_wins) = of(Goal::Wins);
    if let Some(hash) = plain_wins.next().or_else(|| wins.next()) {
        return vec![hash];
    }
    let (holds, plain_holds) = of(Goal::Holds);
    let plain: Vec<Hash> = plain_holds.collect();
    if plain.is_empty() { holds.take(1).collect() } else { plain }
}
