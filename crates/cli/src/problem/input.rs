//! Problems from SGF files.

use std::fs;
use std::io::Read;
use std::path::Path;

use threefold::go::problem::{Posed, pose};
use threefold::go::sgf::{self, SgfGame};

use super::args::QuestionArgs;

/// A problem of a file.
pub struct Task {
    /// `FILE`, or `FILE#3` where there are several.
    pub input: String,
    /// What the file calls it.
    pub title: Option<String>,
    /// What its files are called in a directory, without the ending.
    pub stem: String,
    pub posed: Posed,
}

/// Whether an input is a file of Go problems: `FILE.sgf`, or `FILE.sgf#3`.
pub fn is_sgf(input: &str) -> bool {
    split(input).0.to_ascii_lowercase().ends_with(".sgf")
}

/// `FILE#3` as a file and a number.
fn split(input: &str) -> (&str, Option<usize>) {
    let place = input.rsplit_once('#').filter(|_| !Path::new(input).exists());
    match place.map(|(path, number)| (path, number.parse())) {
        Some((path, Ok(number))) if number > 0 => (path, Some(number)),
        _ => (input, None),
    }
}

/// The games of an input, each with its name.
pub fn games(input: &str) -> Result<Vec<(String, SgfGame)>, String> {
    let (path, wanted) = split(input);
    let bytes = if path == "-" {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().read_to_end(&mut bytes);
        read.map(|_| bytes).map_err(|error| format!("standard input: {error}"))?
    } else {
        fs::read(path).map_err(|error| format!("{path}: {error}"))?
    };
    let games = sgf::read(&bytes).map_err(|error| format!("{path}:{error}"))?;
    let all = games.len();
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
        let games = match games(input) {
            Ok(games) => games,
            Err(error) => {
                errors.push(error);
                continue;
            }
        };
        for (input, game) in games {
            let posed = args
                .request(game.size())
                .and_then(|request| pose(&game, &request).map_err(|error| error.to_string()));
            match posed {
                Ok(posed) => {
                    let file = Path::new(&input).file_name().unwrap_or_default().to_string_lossy();
                    let stem = file.replace(".sgf", "").replace('#', "-");
                    let title = game.title().map(crate::words::one_line);
                    tasks.push(Task { input, title, stem, posed });
                }
                Err(error) => errors.push(format!("{input}: {error}")),
            }
        }
    }
    (tasks, errors)
}
