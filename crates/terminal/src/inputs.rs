//! What the command line names: files, standard input, and positions.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use threefold_graph::GraphFile;
use threefold_session::error::Error;
use threefold_session::games::graph;
use threefold_session::place::{self, Place};
use threefold_session::problem::question::ProblemQuestion;
use threefold_session::registry::{GameName, Tasks, is_position, read_file, read_position};
use threefold_session::task::Document;

/// Reads all inputs.
pub fn read(inputs: &[String], game: Option<GameName>, question: &ProblemQuestion) -> Tasks {
    let mut tasks = Tasks::default();
    for (number, input) in (1..).zip(inputs) {
        let (path, place) = split(input);
        let is_file = || Path::new(path).exists() || GameName::of_file_alone(path).is_some();
        if input == "-" || is_file() {
            match contents(path) {
                Ok(bytes) => {
                    let document = Document { name: path, bytes: &bytes, place };
                    tasks.extend(read_file(&document, game, question));
                }
                Err(error) => tasks.errors.push(error),
            }
        } else if is_position(input, game) {
            tasks.extend(read_position(number, input, game));
        } else {
            let what = "no such file, and not a position (a FEN or SFEN in quotes)";
            tasks.errors.push(Error::other(what).at(input));
        }
    }
    tasks
}

/// `FILE#3` or `FILE#3:24` as a file and a place in it. A file of just that name is meant itself.
pub fn split(input: &str) -> (&str, Option<Place>) {
    match place::parse(input).filter(|_| !Path::new(input).exists()) {
        Some((path, place)) => (path, Some(place)),
        None => (input, None),
    }
}

/// What is in a file, or for `-` in standard input.
///
/// # Errors
/// It cannot be read.
pub fn contents(path: &str) -> Result<Vec<u8>, Error> {
    if path != "-" {
        return fs::read(path).map_err(|error| Error::other(error).at(path));
    }
    let mut bytes = Vec::new();
    let read = io::stdin().lock().read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(|error| Error::other(error).at("standard input"))
}

/// A graph game from a file, or from standard input for `-`.
///
/// # Errors
/// It cannot be read.
pub fn read_graph(path: &Path) -> Result<GraphFile, Error> {
    let name = path.display().to_string();
    graph::read(&Document::new(&name, &contents(&name)?))
}
