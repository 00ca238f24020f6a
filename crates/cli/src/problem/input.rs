//! Problems from SGF files.

use std::fs;
use std::io::Read;
use std::path::Path;

use threefold::go::problem::pose;
use threefold::go::sgf::{self, SgfGame};

use super::args::{KoName, QuestionArgs};
use super::played::{AtHand, PlayedGame};
use crate::place::{self, Place};

/// A problem of a file.
pub struct Task {
    /// `FILE`, or `FILE#3` where there are several, or `FILE#3:24`.
    pub input: String,
    /// What the file calls it.
    pub title: Option<String>,
    /// What its files are called in a directory, without the ending.
    pub stem: String,
    pub at_hand: AtHand,
}

/// Whether an input is a file of Go problems: `FILE.sgf`, `FILE.sgf#3` or `FILE.sgf#3:24`.
pub fn is_sgf(input: &str) -> bool {
    place::split(input).0.to_ascii_lowercase().ends_with(".sgf")
}

/// All games of a file; `-` is standard input.
pub fn file(path: &str) -> Result<Vec<SgfGame>, String> {
    let bytes = if path == "-" {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut bytes);
        read.map(|_| bytes).map_err(|error| format!("standard input: {error}"))?
    } else {
        fs::read(path).map_err(|error| format!("{path}: {error}"))?
    };
    sgf::read(&bytes).map_err(|error| format!("{path}:{error}"))
}

/// The games that an input names, each with its name.
pub fn games(path: &str, place: Option<Place>) -> Result<Vec<(String, SgfGame)>, String> {
    let games = file(path)?;
    let all = games.len();
    let wanted = place.map(|place| place.game);
    if let Some(number) = wanted.filter(|&number| number > all) {
        return Err(format!("{path}#{number}: there are {all} games in the file"));
    }
    let name = |i: usize| if all == 1 { path.to_owned() } else { format!("{path}#{}", i + 1) };
    Ok(games
        .into_iter()
        .enumerate()
        .filter(|&(i, _)| wanted.is_none_or(|number| number == i + 1))
        .map(|(i, game)| (name(i), game))
        .collect())
}

/// The problems of all inputs, and what is wrong with the others, one line each.
pub fn read(inputs: &[String], args: &QuestionArgs) -> (Vec<Task>, Vec<String>) {
    let (mut tasks, mut errors) = (Vec::new(), Vec::new());
    for input in inputs {
        let (path, place) = place::split(input);
        let games = match games(path, place) {
            Ok(games) => games,
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        let ply = place.and_then(|place| place.ply);
        for (name, game) in games {
            // A position inside a game is named in full.
            let input = if ply.is_some() { input.clone() } else { name };
            match at_hand(&game, ply, args) {
                Ok(at_hand) => {
                    let file = Path::new(&input).file_name().unwrap_or_default().to_string_lossy();
                    let stem = file.replace(".sgf", "").replace(['#', ':'], "-");
                    let title = game.title().map(crate::words::one_line);
                    tasks.push(Task { input, title, stem, at_hand });
                }
                Err(error) => errors.push(format!("{input}: {error}")),
            }
        }
    }
    (tasks, errors)
}

/// The problem that a game begins with, or has come to after so many plies.
fn at_hand(game: &SgfGame, ply: Option<usize>, args: &QuestionArgs) -> Result<AtHand, String> {
    let request = args.request(game.size())?;
    let Some(ply) = ply else {
        let posed = pose(game, &request).map_err(|error| error.to_string())?;
        return Ok(AtHand::first(posed));
    };
    // Situational superko bans no more than positional superko does.
    let ko = args.ko.unwrap_or(KoName::Ssk);
    let played = PlayedGame::of_file(game, ply, ko)?;
    if played.plies() < ply {
        return Err(format!("the game has {} plies", played.plies()));
    }
    let at_hand = played.problem(&request)?;
    at_hand.could_be(ko)?;
    Ok(at_hand)
}
