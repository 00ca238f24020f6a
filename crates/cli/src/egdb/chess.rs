//! `threefold egdb --game chess`.

use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use super::text;
use serde_json::json;
use threefold::chess::Chess;
use threefold::chess::tables::{About, Material, Tables, TablesError};
use threefold::game::Game;
use threefold::session::error::Error;
use threefold::session::games::chess::probe::{Found, Probed, probe as probe_in};
use threefold_terminal::database::{BuildBar, default_directory, error_line};
use threefold_terminal::exit::Exit;
use threefold_terminal::interrupt;
use threefold_terminal::output::{Stop, complain, print};
use threefold_terminal::units::{count, grouped, seconds};

#[expect(clippy::needless_pass_by_value, reason = "it is mapped")]
fn stop(error: TablesError) -> Stop {
    Stop::Message(error.to_string())
}

/// How the command goes on that names this directory.
fn directory_option(directory: &Path) -> String {
    match default_directory() {
        Ok(default) if default == directory => String::new(),
        _ => format!(" --dir {}", directory.display()),
    }
}

/// Positions that a second of processor time solves.
const RATE: f64 = 25e6;
/// Positions to a byte of a file.
const PACKED: u64 = 11;

pub fn build(
    directory: &Path,
    men: Option<u8>,
    endings: &[Material],
    threads: usize,
) -> Result<Exit, Stop> {
    let started = Instant::now();
    let (slices, asked) = match men {
        Some(men) => (Material::up_to(men), format!("--men {men}")),
        None if endings.is_empty() => {
            return Err(Stop::Message("chess: say --men 4, or --ending KRPvKR".to_owned()));
        }
        None => {
            let all: Vec<_> = endings.iter().map(|one| format!("--ending {one}")).collect();
            (Material::with_behind(endings), all.join(" "))
        }
    };
    // What is finished is there, whole, under its own name.
    let command = format!("threefold egdb build --game chess {asked}");
    let command = command + &directory_option(directory);
    interrupt::exit_saying(format!("interrupted: `{command}` goes on where it was"));
    let bar = BuildBar::new();
    let missing = || slices.iter().filter(|one| !one.is_in(directory));
    let positions: u64 = missing().map(About::positions).sum();
    let memory = missing().map(|one| one.memory(threads)).max();
    bar.tell(memory.unwrap_or(0), positions / PACKED, 0, positions as f64 / RATE);
    bar.expect(positions);
    let mut all = 0;
    let built = Tables::build(directory, &slices, threads, &mut |material, positions| {
        bar.next(&material.to_string(), positions);
        all += positions;
        true
    });
    bar.finish();
    let tables = built.map_err(stop)?;
    print(&format!(
        "{}\n{} built in {}, in {}\n",
        tables.declaration(),
        count(all, "position"),
        seconds(started.elapsed()),
        directory.display()
    ))?;
    Ok(Exit::Fine)
}

pub fn info(directory: &Path) -> Result<Exit, Stop> {
    let tables = Tables::open(directory, None).map_err(stop)?;
    let declaration = tables.declaration();
    let is_known = match Tables::is_known(&declaration) {
        true => "the hash built into this program",
        false => "not known to this program",
    };
    let mut out = format!("{declaration}\n{is_known}\nin {}\n", directory.display());
    let header = ["slice", "attacker wins", "defender loses", "other", "longest win", "bytes"];
    let mut rows = vec![header.map(str::to_owned)];
    let mut sum = [0; 4];
    for slice in tables.info() {
        let numbers = [slice.wins, slice.losses, slice.others, slice.bytes];
        sum.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        let [wins, losses, others, bytes] = numbers.map(grouped);
        let longest = count(slice.longest.into(), "ply");
        rows.push([slice.material.to_string(), wins, losses, others, longest, bytes]);
    }
    let [wins, losses, others, bytes] = sum.map(grouped);
    rows.push(["all".to_owned(), wins, losses, others, String::new(), bytes]);
    for [name, numbers @ ..] in rows {
        let _ = write!(out, "{name:<8}");
        for number in numbers {
            let _ = write!(out, " {number:>14}");
        }
        out.push('\n');
    }
    print(&out)?;
    Ok(Exit::Fine)
}

pub fn verify(directory: &Path) -> Result<Exit, Stop> {
    let started = Instant::now();
    let tables = Tables::open(directory, None).map_err(stop)?;
    let bar = BuildBar::new();
    let mut all = 0;
    let result = tables.verify(&mut |material, positions| {
        bar.next(&material.to_string(), positions);
        all += positions;
    });
    bar.finish();
    match result {
        Ok(()) => {
            print(&format!(
                "VERIFIED {}\nchecksums, and {} against the rules, {}\n",
                tables.declaration(),
                count(all, "position"),
                seconds(started.elapsed())
            ))?;
            Ok(Exit::Fine)
        }
        Err(error) => {
            print(&format!("REFUTED {error}\n"))?;
            Ok(Exit::Failed)
        }
    }
}

pub fn probe(directory: &Path, positions: &[String], json: bool) -> Result<Exit, Stop> {
    let tables = Tables::open(directory, None).map_err(stop)?;
    let mut exit = Exit::Fine;
    for text in positions {
        let probed = match probe_in(&tables, text) {
            Ok(probed) => probed,
            Err(error @ Error::Damage(_)) => return Err(Stop::Message(error_line(&error))),
            Err(error) => {
                complain(error);
                exit = exit.max(Exit::BadInput);
                continue;
            }
        };
        exit = exit.max(if probed.found.is_some() { Exit::Fine } else { Exit::Unknown });
        print(&if json { json_of(&probed) } else { text_of(&probed) })?;
    }
    Ok(exit)
}

fn json_of(probed: &Probed) -> String {
    let found = probed.found.as_ref();
    let winner = found.and_then(|found| found.winner).map(|one| Chess.player_name(one).to_owned());
    let value = json!({
        "position": probed.position.to_string(),
        "value": probed.value(),
        "winner": winner,
        "plies": found.and_then(|found| found.plies),
        "line": found.map(|found| found.line.clone()),
    });
    format!("{value}\n")
}

fn text_of(probed: &Probed) -> String {
    let (position, Some(value)) = (&probed.position, probed.value()) else {
        return format!(
            "{}  unknown: no table of these men, a right to castle or a missing king\n",
            probed.position
        );
    };
    let mut out = format!("{position}  {value}");
    let Some(Found { winner, plies, line }) = &probed.found else { return out + "\n" };
    if let Some(winner) = winner {
        let _ = write!(out, ": {} mates", Chess.player_name(*winner));
    }
    text::end(out, *plies, line)
}
