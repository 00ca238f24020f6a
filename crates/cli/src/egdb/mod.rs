//! `threefold egdb`.

pub mod args;
mod chess;
mod json;
mod plan;
mod text;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use threefold::checkers::egdb::{
    BuildOptions, Database, EgdbError, FileError, Material, SliceTask, Value,
};
use threefold::checkers::{Checkers, CheckersPosition};
use threefold::game::Game;
use threefold::session::database::{Found, probe as probe_in};
use threefold::session::error::Error;
use threefold_terminal::database::{self, BuildBar, default_directory, error_line, explain};

use self::args::{EgdbArgs, EgdbCommand, EgdbGame, EgdbPlace};
use threefold_terminal::exit::Exit;
use threefold_terminal::interrupt;
use threefold_terminal::output::{Stop, complain, print};
use threefold_terminal::units::{count, grouped, seconds};

pub fn run(args: &EgdbArgs) -> Result<Exit, Stop> {
    match &args.command {
        EgdbCommand::Build { men, ending, game: EgdbGame::Chess, place, threads, .. } => {
            chess::build(&directory(place)?, *men, ending, *threads)
        }
        EgdbCommand::Build { men, ending, .. } if men.is_some() || !ending.is_empty() => {
            let what = "--men and --ending are for chess: say --game chess, or --pieces";
            Err(Stop::Message(what.to_owned()))
        }
        EgdbCommand::Build { pieces: None, slice: None, .. } => {
            Err(Stop::Message("checkers: say --pieces 6, or --slice 2m1k-1m0k".to_owned()))
        }
        EgdbCommand::Build { pieces, slice, depths, from, place, threads, .. } => {
            let all = slice.map_or(pieces.unwrap_or_default(), Material::pieces);
            let depths = (*depths).min(all);
            let options = BuildOptions { pieces: all, depths, threads: *threads };
            match slice {
                None => build(&directory(place)?, from.as_deref(), &options),
                Some(material) => build_slice(&directory(place)?, *material, &options),
            }
        }
        EgdbCommand::Plan { pieces, depths, format, dir, threads } => {
            let (pieces, depths) = (*pieces, (*depths).min(*pieces));
            let options = BuildOptions { pieces, depths, threads: usize::from(*threads) };
            let tasks = SliceTask::all(&options).map_err(stop)?;
            print(&plan::text(*format, &tasks, &options, dir)?)?;
            Ok(Exit::Fine)
        }
        EgdbCommand::Verify { game: EgdbGame::Chess, place, .. } => {
            chess::verify(&directory(place)?)
        }
        EgdbCommand::Verify { slice, place, threads, .. } => {
            verify(&directory(place)?, *slice, *threads)
        }
        EgdbCommand::Info { game: EgdbGame::Chess, place, .. } => chess::info(&directory(place)?),
        EgdbCommand::Info { place, json, .. } => info(&directory(place)?, *json),
        EgdbCommand::Probe { game: EgdbGame::Chess, positions, place, json } => {
            chess::probe(&directory(place)?, positions, *json)
        }
        EgdbCommand::Probe { positions, place, json, .. } => {
            probe(&open(&directory(place)?)?, positions, *json)
        }
    }
}

fn directory(place: &EgdbPlace) -> Result<PathBuf, Stop> {
    place.dir.clone().map_or_else(|| default_directory().map_err(Stop::Message), Ok)
}

fn stop(error: EgdbError) -> Stop {
    Stop::Message(explain(&error))
}

fn open(directory: &Path) -> Result<Database, Stop> {
    database::open(directory).map_err(Stop::Message)
}

fn build(directory: &Path, from: Option<&Path>, options: &BuildOptions) -> Result<Exit, Stop> {
    let started = Instant::now();
    if let Some(from) = from.filter(|from| !from.is_dir()) {
        return Err(Stop::Message(format!("{}: no directory of a database", from.display())));
    }
    let earlier = database::earlier_directory(directory);
    say_how_to_go_on(directory, options.pieces);
    let bar = BuildBar::new();
    let from = from.or(earlier.as_deref());
    let built = Database::build_from(directory, from, options, &bar);
    let positions = bar.finish();
    let database = built.map_err(stop)?;
    let time = seconds(started.elapsed());
    print(&format!(
        "{}\n{} built in {time}, in {}\n",
        database.declaration(),
        count(positions, "position"),
        directory.display()
    ))?;
    Ok(Exit::Fine)
}

/// At Ctrl-C. What is finished is there, whole, under its own name: nothing has to be tidied up.
fn say_how_to_go_on(directory: &Path, pieces: u8) {
    let command = database::command(directory, pieces);
    interrupt::exit_saying(format!("interrupted: `{command}` goes on where it was"));
}

fn build_slice(directory: &Path, material: Material, options: &BuildOptions) -> Result<Exit, Stop> {
    let started = Instant::now();
    let bar = BuildBar::new();
    let built = Database::build_slice(directory, material, options, &bar);
    let positions = bar.finish();
    let how = match built.map_err(stop)? {
        true => {
            let time = seconds(started.elapsed());
            format!("{} built in {time}", count(positions, "position"))
        }
        false => "there already, with its checksums".to_owned(),
    };
    print(&format!("{material}: {how}, in {}\n", directory.display()))?;
    Ok(Exit::Fine)
}

fn verify(directory: &Path, slice: Option<Material>, threads: usize) -> Result<Exit, Stop> {
    let started = Instant::now();
    let database = open(directory)?;
    // Of a part nobody wants to hear that all is well.
    if let Some(error) = database.incomplete() {
        return Err(Stop::Message(explain(error)));
    }
    let bar = BuildBar::new();
    let result = match slice {
        None => database.verify(threads, &bar),
        Some(material) => database.verify_slice(material, threads, &bar),
    };
    let positions = bar.finish();
    match result {
        Ok(()) => {
            let (positions, time) = (count(positions, "position"), seconds(started.elapsed()));
            let what = match slice {
                None => database.declaration(),
                Some(material) => format!("the slice {material} of {}", database.declaration()),
            };
            print(&format!(
                "VERIFIED {what}\nchecksums, counts, and {positions} against the rules, {time}\n"
            ))?;
            Ok(Exit::Fine)
        }
        Err(error @ (EgdbError::Wrong { .. } | EgdbError::File(FileError::Checksum { .. }))) => {
            print(&format!("REFUTED {}\n", explain(&error)))?;
            Ok(Exit::Failed)
        }
        Err(error) => Err(stop(error)),
    }
}

fn info(directory: &Path, json: bool) -> Result<Exit, Stop> {
    let database = open(directory)?;
    let declaration = database.declaration();
    if json {
        print(&format!("{}\n", json::info(&database, directory)))?;
        return Ok(Exit::Fine);
    }
    let is_known = match Database::is_known(&declaration) {
        true => "the hash built into this program",
        false => "not known to this program",
    };
    let mut out = format!("{declaration}\n{is_known}\nin {}\n", directory.display());
    match database.depth_pieces() {
        1 => out.push_str("without depths\n"),
        pieces => {
            let known = match database.has_known_depths() {
                true => "",
                false => ", not all of them known to this program",
            };
            let _ = writeln!(out, "with depths up to {pieces} pieces{known}");
        }
    }
    let header = ["slice", "positions", "win", "draw", "loss", "longest win", "bytes"];
    let mut rows = vec![header.map(str::to_owned)];
    let mut sums = vec![[0; 5]; usize::from(database.pieces()) + 1];
    for slice in database.info() {
        let sum = &mut sums[usize::from(slice.material.pieces())];
        let numbers = [slice.positions, slice.wins, slice.draws, slice.losses, slice.bytes];
        sum.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        let [positions, wins, draws, losses, bytes] = numbers.map(grouped);
        let longest = slice.longest_win.map_or("-".to_owned(), |plies| count(plies.into(), "ply"));
        rows.push([slice.material.to_string(), positions, wins, draws, losses, longest, bytes]);
    }
    for (pieces, sum) in sums.into_iter().enumerate().skip(2) {
        let [positions, wins, draws, losses, bytes] = sum.map(grouped);
        let name = format!("{pieces} pieces");
        rows.push([name, positions, wins, draws, losses, String::new(), bytes]);
    }
    for [name, numbers @ ..] in rows {
        let _ = write!(out, "{name:<12}");
        for number in numbers {
            let _ = write!(out, " {number:>14}");
        }
        out.push('\n');
    }
    print(&out)?;
    Ok(Exit::Fine)
}

fn probe(database: &Database, positions: &[String], json: bool) -> Result<Exit, Stop> {
    let mut exit = Exit::Fine;
    for text in positions {
        let probed = match probe_in(database, text) {
            Ok(probed) => probed,
            Err(error @ Error::Damage(_)) => return Err(Stop::Message(error_line(&error))),
            Err(error) => {
                complain(error);
                exit = exit.max(Exit::BadInput);
                continue;
            }
        };
        let position = &probed.position;
        if json {
            print(&format!("{}\n", json::probed(&probed)))?;
            exit = exit.max(if probed.found.is_some() { Exit::Fine } else { Exit::Unknown });
            continue;
        }
        match &probed.found {
            Some(found) => print(&text_of(position, found))?,
            None => {
                let pieces = database.pieces();
                print(&format!(
                    "{position}  unknown: not among the positions of 2 to {pieces} pieces\n"
                ))?;
                exit = exit.max(Exit::Unknown);
            }
        }
    }
    Ok(exit)
}

fn text_of(position: &CheckersPosition, found: &Found) -> String {
    let Found { value, winner, plies, line } = found;
    let winner = winner.map(|player| Checkers::new().player_name(player).to_owned());
    let winner = winner.unwrap_or_default();
    let words = match value {
        Value::Win => format!("win: {winner} wins"),
        Value::Draw => "draw".to_owned(),
        Value::Loss => format!("loss: {winner} wins"),
    };
    text::end(format!("{position}  {words}"), *plies, line)
}
